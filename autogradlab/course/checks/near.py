"""Near misses: the right answer after one small change. Each detector names the change and asks where it came from.

They run in a fixed order, after the item's own signatures, and only where the change makes a difference.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from autogradlab.course.checks.compare import close, goes_on, numbers_of, reordered, same, same_values, tokens, values

_ERROR = re.compile(r"\b(\w*(?:Error|Exception)|errors|exceptions|raises?)\b", re.IGNORECASE)
_CLASS = re.compile(r"\w+(Error|Exception)", re.IGNORECASE)
#: Other words for an error. Some programs print one of them when they have caught an error.
_STOPS = re.compile(
    r"\b(stop(s|ped)?|fail(s|ed)?|crash(es|ed)?|((do|does|did|ca|wo)n'?t|(do|does|did|can|will) ?not) run)\b",
    re.IGNORECASE,
)
#: The end of a clause in which the next word is denied: "there is no", "does not even". `None` may be printed.
_DENIED = re.compile(
    r"\b((?i:no|not|never|without|nothing|nobody|neither|cannot|(?:do|does|did|is|ca|wo)n'?t)|none)\b(\W+\w+){0,2}\W*$"
)
_GLUED = re.compile(r"(?<=[a-z])(?=\d)")  # "day0"
_CLAUSE = re.compile(r"[.,:;\n]")
_RAISED = re.compile(r"\w*(?:Error|Exception): (.*)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")
_TELLS_NOTHING = {"does", "have", "with", "that", "this", "only", "torch", "size", "tensor", "tensors"}
_TRUTHS = {"true", "false"}


@dataclass(frozen=True)
class Near:
    """A small change by name, and the sentences about it."""

    tag: str
    says: str


@dataclass(frozen=True)
class About:
    """What an item tells about its key: the number of samples and of backward calls (0: does not apply), and `also`:
    other values of its program, each under the name of the change in `CHANGES` that turns the key into it."""

    batch: int = 0
    calls: int = 0
    also: Mapping[str, tuple] = field(default_factory=dict)


SIGN = Near("near:sign", "**The size is right, the sign is not.** Which step flipped it?")
DOUBLE = Near("near:factor 2", "**This is off by a factor of 2.** Which step doubles, or halves?")
BATCH = Near("near:factor n", "**This is off by the number of samples.** Does the loss take a sum or a mean?")
CALLS = Near("near:factor k", "**This is off by the number of backward calls.** What does each call do to `.grad`?")
LAST = Near("near:last", "**This is the last contribution alone.** What happened to those before it?")
PATH = Near("near:path", "**This is what one path gives.** Which other path leads from the loss to the same tensor?")
TRANSPOSED = Near("near:transposed", "**Rows and columns have changed places.** What is the tensor's own shape?")
PERMUTED = Near("near:permuted", "**The numbers are right, their order is not.** Which one belongs in which place?")
SHAPE = Near("near:shape", "**The numbers are right, the shape is not.** What is the tensor's own shape?")
STEP = Near("near:step", "**This is the value on the other side of the step.** Which side is asked for?")
VALUE = Near("near:value", "**This is the value, not its slope.** How fast does it change?")
UPSTREAM = Near("near:upstream", "**This is the local factor alone.** What does it have to be multiplied by?")
ROUNDED = Near("near:rounding", "**This is right to within 2%.** Which step was rounded, or only nearly right?")
NONE_OR_ZERO = Near("near:none", "**`None` and 0 are not the same here.** Was anything ever stored in this place?")
NO_ERROR = Near("near:error", "**One line of this program raises an error.** Which line asks for too much?")
OTHER_ERROR = Near("near:error", "**It does raise, but not this error.** What does the line that stops complain about?")
BEFORE_ERROR = Near("near:words", "**The error is right, what is printed before it is not.** Which lines still print?")
CAUGHT = Near("near:caught", "**It does raise.** Who catches it, and what is printed then?")
AN_ERROR = Near("near:no error", "**This program runs to the end.** Which line did you expect to fail?")
WORDS = Near("near:words", "**The numbers are right, the text around them is not.** What else does `print` show?")
TRUTHS = Near("near:words", "**The numbers are right, not every `True` and `False` is.** What does each of them say?")
MORE_LINES = Near("near:words", "**This is right as far as it goes.** What is printed after it?")
FEWER_WORDS = Near("near:words", "**The numbers are right, the text around them is not.** Which part is not printed?")
MORE_WORDS = Near("near:words", "**This has what is printed, and more beside it.** Which part is not printed?")
OTHER_ORDER = Near("near:order", "**All of it is printed, but in a different order.** What comes first?")
SWAPPED = Near("near:order", "**`None` and the gradient have changed places.** Whose gradient is it?")
OUT_OF_PLACE = Near("near:place", "**One line is out of place.** Which one, if all others keep their order?")
LINE = Near("near:line", "**The change is the right one, the line is not.** Which line would this change rewrite?")


def near_number(answer: np.ndarray, key: np.ndarray, about: About = About()) -> Near | None:
    """The first small change that turns the key into the answer, or None."""
    for near, detects in _NUMBER_DETECTORS:
        if detects(answer, key, about):
            return near
    return None


def near_print(answer: str, key: str) -> Near | None:
    """The same for printed texts: an error against a value, None against 0, then the numbers among the words."""
    said = _errors_in(answer, key)
    if is_error(key):
        return _near_error(said, key)
    if said:
        return CAUGHT if _STOPS.search(key) else AN_ERROR
    if _begins(answer, key):
        return MORE_LINES
    ours, theirs = numbers_of(answer), numbers_of(key)
    if _is_none(key) and ours == [0] or _is_none(answer) and theirs == [0]:
        return NONE_OR_ZERO
    if _have_changed_places(answer, key):
        return SWAPPED
    if reordered(answer, key):
        return OTHER_ORDER
    if not theirs and has_more_words(answer, key) or goes_on(answer, key):
        return MORE_WORDS
    if not theirs or len(ours) != len(theirs):
        return None
    if same(np.array(ours), np.array(theirs)):
        return _near_words(answer, key)
    return near_number(np.array(ours), np.array(theirs))


def is_error(text: str) -> bool:
    """Whether a text speaks of an error: by a class, or in a word."""
    return bool(_ERROR.search(text))


def names_error(answer: str, key: str, program: str = "") -> bool:
    """Whether the key is an error and the answer names its class, or says in a word that there is one.

    Numbers, `True` and `False` before that word are what the program prints first, and must be the key's.
    """
    said, error = _errors_in(answer, key + program), _ERROR.search(key)
    if not (said and error and _may_be(said, error)):
        return False
    before = _printed(answer[: said[0].start()])
    return not before or before == _printed(key[: error.start()])


def quotes_error(answer: str, key: str) -> bool:
    """Whether the answer says what the key's error says: words of its message and no others, among them two that
    tell something.

    Only for a program that prints nothing before it raises. `None` stands for `NoneType`.
    """
    error = _RAISED.fullmatch(key)
    said = set(_WORD.findall(answer.casefold().replace("nonetype", "none")))
    told = set(_WORD.findall(error[1].casefold().replace("nonetype", "none"))) if error else set()
    return said <= told and len([word for word in said - _TELLS_NOTHING if len(word) > 3]) > 1


def claims_error(answer: str, program: str) -> bool:
    """Whether the answer says that there is an error, by its class or in a word."""
    return bool(_errors_in(answer, program))


def claims_some_error(answer: str, program: str) -> bool:
    """Whether it says so without a class."""
    said = _errors_in(answer, program)
    return bool(said) and not any(_CLASS.fullmatch(each[0]) for each in said)


def _errors_in(answer: str, program: str) -> list[re.Match]:
    """Where the answer claims an error, nowhere if it denies one; `_STOPS` words that the program has do not count."""
    stops = [said for said in _STOPS.finditer(answer) if said[0].casefold() not in program.casefold()]
    said = list(_ERROR.finditer(answer)) or stops[:1]
    denied = [_DENIED.search(_CLAUSE.split(answer[: each.start()])[-1]) for each in said]
    return [] if any(denied) else said


def _may_be(said: list[re.Match], error: re.Match) -> bool:
    """Whether the answer names this class of error, or no class at all but only words that fit any error."""
    classes = [each[0].casefold() for each in said if _CLASS.fullmatch(each[0])]
    return not classes or classes[0] == error[0].casefold()


def _near_error(said: list[re.Match], key: str) -> Near:
    if not said:
        return NO_ERROR
    return BEFORE_ERROR if _may_be(said, _ERROR.search(key)) else OTHER_ERROR


def _begins(answer: str, key: str) -> bool:
    """Whether the answer is the first line, or the first lines, of a print that goes on."""
    lines = key.splitlines()
    return any(tokens(answer) == tokens("\n".join(lines[:count])) for count in range(1, len(lines)))


def _near_words(answer: str, key: str) -> Near:
    """What to say where all numbers are right: a `True` or `False` is not, or there are too few or too many words."""
    if _only_truths_differ(_words(answer), _words(key)):
        return TRUTHS
    return FEWER_WORDS if len(tokens(answer)) > len(tokens(key)) else WORDS


def has_more_words(answer: str, key: str) -> bool:
    """Whether the answer has the key's numbers and words in their order and other words beside them, but no other
    number, `True`, `False` or `None`, and denies nothing."""
    ours, theirs = values(answer), values(key)
    told = [word for word in ours if isinstance(word, float) or word in (*theirs, *_TRUTHS, "none")]
    has_more = len(ours) > len(theirs) or len(tokens(answer)) > len(tokens(key))
    return told == theirs and has_more and not _DENIED.search(answer)


def has_other_words(answer: str, key: str) -> bool:
    """Whether the answer says what the key prints in other words: it has the key's numbers, `True`, `False` and `None`,
    leaves out words but no whole line, and may have words beside them, then in any order (`0, then it stops`)."""
    told, known = _stems(answer), _stems(key)
    ours = [value for value in told if value in known or isinstance(value, float) or value in (*_TRUTHS, "none")]
    if _DENIED.search(answer):
        return False
    in_prose = len(ours) < len(told) and sorted(map(str, ours)) == sorted(map(str, known))
    return in_prose or _with_gaps(ours, key)


def has_fewer_words(answer: str, key: str) -> bool:
    """Whether the answer is what the key prints without some words, of no line all (`0 1` for `day 0`, `day 1`)."""
    return _with_gaps(_stems(answer), key)


def _with_gaps(ours: list, key: str) -> bool:
    rest = list(ours)
    for line in key.splitlines():
        found = 0
        for value in _stems(line):
            if rest and rest[0] == value:
                rest, found = rest[1:], found + 1
            elif isinstance(value, float) or value in (*_TRUTHS, "none"):
                return False
        if not found:
            return False
    return not rest


def _stems(text: str) -> list:
    """The values of a text, words without the ending of `stops`, numbers rounded, to be compared with one another."""
    found = values(_GLUED.sub(" ", text))
    return [float(f"{value:.4g}") if isinstance(value, float) else value.removesuffix("s") for value in found]


def _only_truths_differ(ours: list, theirs: list) -> bool:
    pairs = [{one, other} for one, other in zip(ours, theirs) if one != other]
    return len(ours) == len(theirs) and pairs != [] and all(pair == _TRUTHS for pair in pairs)


def _words(text: str) -> list:
    return [value for value in values(text) if isinstance(value, str)]


def _have_changed_places(answer: str, key: str) -> bool:
    """Whether the key is `None` beside a gradient, and the answer has the two the other way round."""
    first, none, second = key.partition("None")
    is_pair = none and "tensor(" in key and not (first.strip() and second.strip())
    return bool(is_pair) and same_values(answer, f"{second} {none} {first}")


def _printed(text: str) -> list:
    """The numbers of a text, and its `true` and `false` unless it has other words, which make it prose."""
    found = values(text)
    is_told = any(isinstance(value, str) and value not in _TRUTHS for value in found)
    return [value for value in found if isinstance(value, float) or value in _TRUTHS and not is_told]


def _is_none(text: str) -> bool:
    return tokens(text) == ["None"]


def _turns_into(answer: np.ndarray, key: np.ndarray, *changed: np.ndarray) -> bool:
    return any(same(answer, change) and not same(change, key) for change in changed)


def _times(number: int, answer, key) -> bool:
    return number > 1 and _turns_into(answer, key, key * number, key / number)


def _also(change: str):
    return lambda answer, key, about: _turns_into(answer, key, *about.also.get(change, ()))


def _is_permuted(answer, key, _) -> bool:
    if answer.shape != key.shape or same(answer, key):  # equal within the usual tolerance, not the item's
        return False
    return bool(close(np.sort(answer.ravel()), np.sort(key.ravel())).all())


def _has_other_shape(answer, key, _) -> bool:
    if answer.shape == key.shape:
        return False
    if answer.size == key.size:
        return bool(close(answer.ravel(), key.ravel()).all())
    try:
        return bool(close(answer, np.broadcast_to(key, answer.shape)).all())
    except ValueError:
        return False


def _is_rounded(answer, key, _) -> bool:
    """Whether they agree within 2%, unless both are whole numbers: those were miscounted, not rounded."""
    return same(answer, key, 0.02) and not (_is_whole(answer) and _is_whole(key))


def _is_whole(numbers) -> bool:
    return bool((numbers % 1 == 0).all())


_NUMBER_DETECTORS = (
    (SIGN, lambda answer, key, _: _turns_into(answer, key, -key)),
    (DOUBLE, lambda answer, key, _: _turns_into(answer, key, key * 2, key / 2)),
    (BATCH, lambda answer, key, about: _times(about.batch, answer, key)),
    (CALLS, lambda answer, key, about: _times(about.calls, answer, key)),
    (LAST, _also("last")),
    (PATH, _also("path")),
    (TRANSPOSED, lambda answer, key, _: key.ndim == 2 and _turns_into(answer, key, key.T)),
    (PERMUTED, _is_permuted),
    (SHAPE, _has_other_shape),
    (STEP, _also("step")),
    (VALUE, _also("value")),
    (UPSTREAM, _also("upstream")),
    (ROUNDED, _is_rounded),
)

#: What an item's `also` may hold.
CHANGES = ("last", "path", "step", "value", "upstream")
