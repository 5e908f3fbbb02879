"""The wrong answer that a learner who holds an idea gives to an item, in the item's own form."""

import re
from dataclasses import dataclass

from autogradlab.course.checks.questions import Bug, Choice, Code

MISCONCEPTION = re.compile(r"M\d\d")


@dataclass(frozen=True)
class Mistake:
    """An answer, and the idea behind it as its item calls it; `idea` is empty where the item knows none."""

    answer: object
    idea: str


def mistake(item):
    """A wrong answer that the item knows, preferably one from a misconception; None if it knows none."""
    known = [Mistake(answer, signature.idea) for signature, answer in item.signed() if _can_be_given(item, answer)]
    known.sort(key=lambda each: not MISCONCEPTION.fullmatch(each.idea))
    return known[0] if known else _wrong_option(item)


def of_idea(item, idea):
    """The answer of a learner who holds this idea."""
    return next(answer for signature, answer in item.signed() if signature.idea == idea)


def in_words(item, answer):
    """An answer as a protocol shows it."""
    return answer.source.strip() if isinstance(item, Code) else item.written(answer)


def _can_be_given(item, answer):
    """Whether the answer can be entered: no line without its fix where both are asked for, no empty print."""
    if isinstance(item, Bug):
        return bool(answer[1]) or not item.fixes
    return bool(item.lettered()) or not isinstance(answer, str) or answer != ""


def _wrong_option(item):
    """A wrong option of a choice, with the right ones where several may be chosen; None if there is none."""
    if not isinstance(item, Choice):
        return None
    wrong = [(letter, option) for letter, option in item.lettered().items() if letter not in item.key()]
    if not wrong:
        return None
    letter, option = max(wrong, key=lambda pair: bool(pair[1].says))
    return Mistake("".join(sorted(item.key() + letter)) if item.several else letter, option.idea)
