"""When are two answers the same? Numbers within a tolerance, printed texts token by token."""

import math
import re

import numpy as np

RELATIVE, SMALLEST = 1e-3, 1e-9
_TOKEN = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\w+|[^\w\s]")
_SEPARATORS = (",", ";", "|")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]*[\s,][^()\[\]]*)[)\]]")
_ADDRESS = re.compile(r"( object)? at 0x[\w.…]*")  # of an address that nobody can know, "0x..." is enough


def as_array(value) -> np.ndarray:
    """A number, list, array or tensor as an array of floats."""
    value = value.detach() if hasattr(value, "detach") else value
    return np.array(value.tolist() if hasattr(value, "tolist") else value, dtype=float)


def close(answer: np.ndarray, key: np.ndarray, relative: float = RELATIVE) -> np.ndarray:
    """Which entries agree, as an array of bools. `answer` must have the shape of `key`."""
    return np.isclose(answer, key, rtol=relative, atol=SMALLEST)


def same(answer: np.ndarray, key: np.ndarray, relative: float = RELATIVE) -> bool:
    """Whether shape and every entry agree."""
    return answer.shape == key.shape and bool(close(answer, key, relative).all())


def agreement(answer: np.ndarray, key: np.ndarray) -> str:
    """How much of an array is right, in one sentence; nothing for single numbers and for other shapes."""
    if key.ndim == 0 or answer.shape != key.shape:
        return ""
    right = int(close(answer, key).sum())
    return f"The shape {key.shape} is right, and {right} of the {key.size} entries."


def judged_rightly(answer: str, key: str, letters, things: str) -> str:
    """Two sentences on how many options the answer picks, or leaves out, as the key does."""
    right = sum((letter in answer) == (letter in key) for letter in letters)
    return f"**You judged {right} of the {len(letters)} {things} correctly.** Go through them one by one."


def tokens(text: str) -> list:
    """Words, signs and numbers of a printed text: spaces, trailing zeros and memory addresses do not count."""
    return [_number_or_word(token) for token in _TOKEN.findall(_ADDRESS.sub("", text))]


def same_print(answer: str, key: str) -> bool:
    """Whether two printed texts agree token by token, numbers within a tolerance.

    Where the key prints no comma, one in the answer may stand between two lines, or be the point of `3,4`.
    """
    theirs = tokens(key)
    return any(_same_tokens(tokens(reading), theirs) for reading in _readings(answer, key))


def same_words(answer: str, key: str) -> bool:
    """Like `same_print`, but ignoring case, and brackets around several values if the key has no brackets."""
    several = _IN_BRACKETS.fullmatch(answer)
    bare = several[1] if several and not re.search(r"[\[(]", key) else answer
    return same_print(bare.casefold(), key.casefold())


def values(text: str) -> list:
    """The numbers and words of a printed text, in lower case, without `tensor`, brackets and commas.

    A minus sign that stands apart is kept, since it changes the number.
    """
    return [token for token in tokens(text.casefold()) if not isinstance(token, str) or _is_value(token)]


def same_values(answer: str, other: str) -> bool:
    """Whether two printed texts have the same numbers and words, in the same order."""
    theirs = values(other)
    return any(_same_tokens(values(reading), theirs) for reading in _readings(answer, other))


def goes_on(answer: str, key: str) -> bool:
    """Whether the answer has all numbers and words of a print of several, in their order, and then more of them."""
    ours, theirs = values(answer), values(key)
    return len(ours) > len(theirs) > 1 and _same_tokens(ours[: len(theirs)], theirs)


def in_place(answer: str, key: str) -> str:
    """How many of the numbers and words of a print are in their place in the answer; "" if it is none, or a single one.

    >>> in_place("5.0 7.0", "5.0 None")
    'Of the 2 numbers and words that it prints, 1 is in its place in your answer.'
    """
    ours, theirs = values(answer), values(key)
    right = sum(map(_same_token, ours, theirs))
    if len(theirs) < 2 or not right:
        return ""
    are = "is in its" if right == 1 else "are in their"
    return f"Of the {len(theirs)} numbers and words that it prints, {right} {are} place in your answer."


def _is_value(word: str) -> bool:
    return word == "-" or word[-1].isalnum() and word != "tensor"


def reordered(answer: str, key: str) -> bool:
    """Whether the answer has everything that the key prints, with words or lines in another order."""
    answer, key = answer.casefold(), key.casefold()
    return any(_is_reordered(tokens(reading), tokens(key)) for reading in _readings(answer, key))


def _is_reordered(ours: list, theirs: list) -> bool:
    """Whether only words changed places; numbers, `True` and `False` that changed places are wrong values."""
    moved = list(map(_word, ours)) != list(map(_word, theirs))
    return moved and _same_tokens(sorted(ours, key=_kind_and_value), sorted(theirs, key=_kind_and_value))


def _word(token) -> str:
    """The token if it is a word; "" for a number, `true` or `false`."""
    return token if isinstance(token, str) and token not in ("true", "false") else ""


def _kind_and_value(token) -> tuple:
    return isinstance(token, str), token


def _readings(answer: str, key: str) -> list[str]:
    """The answer without separators that the key lacks; if a comma is one, also with decimal commas as points."""
    absent = [mark for mark in _SEPARATORS if mark in answer and mark not in key]
    readings = [answer, _DECIMAL_COMMA.sub(".", answer)] if "," in absent else [answer]
    spaces = str.maketrans(dict.fromkeys(absent, " "))
    return [reading.translate(spaces) for reading in readings]


def _same_tokens(ours: list, theirs: list) -> bool:
    return len(ours) == len(theirs) and all(map(_same_token, ours, theirs))


def numbers_of(text: str) -> list[float]:
    """The numbers among the tokens of a printed text, in order."""
    return [token for token in tokens(text) if isinstance(token, float)]


def _number_or_word(token: str):
    try:
        return token if token[-1].isalpha() else float(token)
    except ValueError:
        return token


def _same_token(one, other) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=RELATIVE, abs_tol=SMALLEST)
    return one == other
