"""What this course knows of the items and ideas that exports name; another version of it may have written those."""

import re
from functools import cache

from autogradlab.course import misconceptions
from autogradlab.course.checks import log, registry
from autogradlab.course.checks.compare import tokens
from autogradlab.course.checks.wording import to_text

#: The coarse durations of the log, shortest first.
DURATIONS = tuple(dict.fromkeys(log.coarse(seconds) for seconds in range(3600)))
UNEXPLAINED = "unexplained"
ELSEWHERE = "an idea of another version"
_MISCONCEPTION = re.compile(r"M\d\d")
_NEAR = re.compile(r"near:[a-z0-9 ]{1,24}")


@cache
def item(item_id: str):
    """The item of this id, or None."""
    try:
        return registry.find(item_id)
    except registry.Unknown:
        return None


def task(item_id: str) -> str:
    """What the item asks, in one line without marks; empty for an item that is not known."""
    return " ".join(to_text(getattr(item(item_id), "task", "")).replace("`", "").split())


def is_prediction(item_id: str) -> bool:
    """Whether the item is answered once, before its program runs."""
    return getattr(item(item_id), "predict", False)


@cache
def ideas(item_id: str) -> frozenset[str]:
    """The ideas that the item's wrong answers stand for."""
    wrong = [each for place in ("wrong", "options", "fixes") for each in getattr(item(item_id), place, ())]
    return frozenset(each.idea for each in wrong) - {""}


def kind(item_id: str, tag: str) -> str:
    """The idea or near miss that a tag names. An unknown name could hold any text, so it is replaced."""
    if not tag:
        return UNEXPLAINED
    return tag if tag in ideas(item_id) or is_misconception(tag) or _NEAR.fullmatch(tag) else ELSEWHERE


def is_misconception(tag: str) -> bool:
    """Whether a tag names one of the bank's misconceptions."""
    return bool(_MISCONCEPTION.fullmatch(tag))


@cache
def statement(idea: str) -> str:
    """A misconception as a learner would say it; empty for everything else."""
    if not is_misconception(idea):
        return ""
    try:
        return misconceptions.find(idea).statement
    except LookupError:
        return ""


def without_letters(item_id: str, answer: str) -> str:
    """An answer to a choice as the names of its options, since each learner has them under other letters."""
    if getattr(item(item_id), "type_name", "") != "choice":
        return answer
    return ", ".join(sorted(answer.partition(" ")[2].split(", "))) or answer


def likeness(answer: str) -> tuple:
    """What two answers must share to count as the same one: their words, and their numbers to three digits."""
    return tuple(float(f"{token:.3g}") if isinstance(token, float) else token for token in tokens(answer.casefold()))
