"""Near misses: the right answer after one small change. Each detector names the change and asks where it came from.

They run in a fixed order, after the item's own signatures, and only where the change makes a difference.
"""

import re
from dataclasses import dataclass

import numpy as np

from autogradlab.course.checks.compare import close, numbers_of, same, tokens

_ERROR = re.compile(r"\b(\w*(?:Error|Exception))\b|\b(error|raises?)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Near:
    """A small change by name, and the sentences about it."""

    tag: str
    says: str


SIGN = Near("near:sign", "**The size is right, the sign is not.** Which step turned it round?")
DOUBLE = Near("near:factor 2", "**This is off by a factor of 2.** Which step doubles, or halves?")
BATCH = Near("near:factor n", "**This is off by the number of samples.** Does the loss take a sum or a mean?")
TRANSPOSED = Near("near:transposed", "**Rows and columns have changed places.** Which shape has the tensor itself?")
PERMUTED = Near("near:permuted", "**The numbers are right, their order is not.** Which entry belongs to which input?")
SHAPE = Near("near:shape", "**The numbers are right, the shape is not.** Which shape does the tensor itself have?")
ROUNDED = Near("near:rounding", "**This is right within 2 %.** Which step was rounded, or only nearly right?")
NONE_OR_ZERO = Near("near:none", "**`None` and 0 are not the same here.** Was anything ever stored in this place?")
NO_ERROR = Near("near:error", "**One line of this program raises an error.** Which line asks for too much?")
AN_ERROR = Near("near:no error", "**This program runs to its end.** Which line did you expect to fail?")
WORDS = Near("near:words", "**The numbers are right, the text around them is not.** What else does `print` show?")


def near_number(answer: np.ndarray, key: np.ndarray, batch: int = 0) -> Near | None:
    """The first small change that turns the key into the answer, or None."""
    for near, detects in _NUMBER_DETECTORS:
        if detects(answer, key, batch):
            return near
    return None


def near_print(answer: str, key: str) -> Near | None:
    """The same for printed texts: None against 0, an error against a value, then the numbers among the words."""
    ours, theirs = numbers_of(answer), numbers_of(key)
    if _is_none(key) and ours == [0] or _is_none(answer) and theirs == [0]:
        return NONE_OR_ZERO
    if bool(_ERROR.search(answer)) != bool(_ERROR.search(key)):
        return NO_ERROR if _ERROR.search(key) else AN_ERROR
    if not theirs or len(ours) != len(theirs):
        return None
    return WORDS if same(np.array(ours), np.array(theirs)) else near_number(np.array(ours), np.array(theirs))


def names_error(answer: str, key: str) -> bool:
    """Whether the key is an error and the answer names its class, or says in a word that there is one."""
    wanted, given = _ERROR.search(key), _ERROR.search(answer)
    return bool(wanted and given) and given[0].casefold() in (wanted[0].casefold(), "error", "raise", "raises")


def _is_none(text: str) -> bool:
    return tokens(text) == ["None"]


def _turns_into(answer: np.ndarray, key: np.ndarray, *changed: np.ndarray) -> bool:
    return any(same(answer, change) and not same(change, key) for change in changed)


def _is_permuted(answer, key, _) -> bool:
    return answer.shape == key.shape and bool(close(np.sort(answer.ravel()), np.sort(key.ravel())).all())


def _has_other_shape(answer, key, _) -> bool:
    if answer.shape == key.shape:
        return False
    if answer.size == key.size:
        return bool(close(answer.ravel(), key.ravel()).all())
    try:
        return bool(close(answer, np.broadcast_to(key, answer.shape)).all())
    except ValueError:
        return False


_NUMBER_DETECTORS = (
    (SIGN, lambda answer, key, _: _turns_into(answer, key, -key)),
    (DOUBLE, lambda answer, key, _: _turns_into(answer, key, key * 2, key / 2)),
    (BATCH, lambda answer, key, batch: batch > 1 and _turns_into(answer, key, key * batch, key / batch)),
    (TRANSPOSED, lambda answer, key, _: key.ndim == 2 and _turns_into(answer, key, key.T)),
    (PERMUTED, _is_permuted),
    (SHAPE, _has_other_shape),
    (ROUNDED, lambda answer, key, _: same(answer, key, 0.02)),
)
