"""The rules that every item must keep, run by the tests: distinct answers, short sentences, no key given away."""

import ast
import re

from autogradlab.course.checks import reading
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.compare import numbers_of, same_print
from autogradlab.course.checks.feedback import PASSED
from autogradlab.course.checks.hints import hint
from autogradlab.course.checks.judging import GUESS, SURE, judge
from autogradlab.course.checks.near import CHANGES
from autogradlab.course.checks.questions import Number, Print
from autogradlab.course.checks.wording import to_text, word_count

LONGEST = 60


def faults(item) -> list[str]:
    """Everything wrong with an item, a sentence each; an empty list means that it may be shown."""
    rules = (_unknown_change, _indistinct, _too_long, _key_given_away, _example_passes, _unfinished)
    return [f"{item.id}: {fault}" for rule in rules for fault in rule(item)]


def _unknown_change(item):
    """A near miss that `also` prepares must be one that a detector looks for."""
    for change in set(getattr(item, "also", ())) - set(CHANGES):
        yield f"no near miss looks for “{change}”; there are {', '.join(CHANGES)}"


def _indistinct(item):
    """Two signatures may give one answer only where a follow-up tells them apart."""
    answers = [("the key", item.key()), *((signature.idea, value) for signature, value in item.signed())]
    for index, (name, value) in enumerate(answers):
        for other, other_value in answers[:index]:
            if item.agrees(value, other_value) and not (item.follow_up and index and answers[0][0] != other):
                yield f"{name} and {other} give the same answer"


def _sentences(item):
    """Every sentence that can be said before the reveal, with its name."""
    for signature, _ in item.signed():
        yield signature.idea, signature.says
    for level in (1, 2, 3):
        yield f"hint {level}", hint(item, level).says


def _spoken(item):
    """The feedback as a learner reads it, with the longest possible action, and the hints; each with its name."""
    for signature, value in item.signed():
        yield signature.idea, judge(item, item.raw(value), SURE).words
    yield "the reason", judge(item, item.raw(item.key()), GUESS).words
    for level in (1, 2, 3):
        yield f"hint {level}", hint(item, level).says


def _too_long(item):
    for name, words in _spoken(item):
        if word_count(words) > LONGEST:
            yield f"{name} has {word_count(words)} words, more than {LONGEST}"


def _key_given_away(item):
    for name, says in _sentences(item):
        if _says(item, says):
            yield f"{name} says the key"


def _example_passes(item):
    """The forms shown beside an answer field must not be the answer. (Of letters, one is always shown.)"""
    if isinstance(item, (Number, Print)) and any(_passes(item, form) for form in _examples(item)):
        yield "an example of the form is the key"


def _examples(item):
    key = item.key()
    shown = reading.example(key.shape) if hasattr(key, "shape") else ""
    return [ast.literal_eval(item.example()), *re.findall(r"`([^`]+)`", shown)]


def _passes(item, raw) -> bool:
    return judge(item, raw).verdict is PASSED


def _says(item, says: str) -> bool:
    """Whether a sentence holds the key: as a number of its own, as a printed text, as an option's text."""
    key = item.key()
    if item.lettered():
        return to_text(item.written(key)).casefold() in to_text(says).casefold()
    if isinstance(key, str):
        return any(same_print(piece.strip("`.,;:"), key) for piece in re.findall(r"`[^`]+`|\S+", says))
    if hasattr(key, "ndim"):
        return key.ndim == 0 and any(_is(item, number) for number in numbers_of(says))
    return isinstance(key, tuple) and item.written(key) in says


def _is(item, number: float) -> bool:
    try:
        return item.agrees(item.read(number, item.key()), item.key())
    except Unreadable:
        return False


def _unfinished(item):
    if len(item.hints) != 3 or not all((*item.hints, item.reveal, item.reason, item.task)):
        yield "there must be three hints, a reveal, a reason and a task"
    for name, says in _sentences(item):
        if not says.startswith("**"):
            yield f"{name} does not begin with a bold sentence"
