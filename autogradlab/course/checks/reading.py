"""Reads what a learner typed or passed; never evaluates it.

A reader returns a value or raises `Unreadable`, whose sentence names the character, word or shape that was not
understood and shows one example of the form. `Blank` means that there is no answer yet. Neither is an attempt.
"""

import re

import numpy as np

from autogradlab.course.checks import arithmetic
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.wording import quoted

LONGEST = 2000
EXAMPLE = {0: "`2.5` or `7/2`", 1: "`[1, 2]`", 2: "`[[1, 2], [3, 4]]`"}
_WRAPPED = re.compile(r"(([`'\"])\2*)((?:(?!\2).)+)\1", re.DOTALL)
_SAME_CHARACTER = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "—": "-",
        "×": "*",
        "·": "*",
        "⋅": "*",
        "÷": "/",
        "²": "**2",
        "³": "**3",
        "\xa0": " ",
        "\u2009": "",
        "\u202f": "",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
    }
)


class Blank(Unreadable):
    """There is no answer yet: an empty field, or the `...` of an untouched cell."""


def example(dimensions: int) -> str:
    """One example of an answer with so many dimensions, ready for a sentence."""
    return EXAMPLE[min(dimensions, 2)]


def clean(raw: str) -> str:
    """Typed text with look-alike characters (minus, times, spaces of other alphabets) in their plain form,
    without backticks or quotes around it.

    Errors: Blank if nothing is left, Unreadable if it is too long to be an answer.
    """
    if len(raw) > LONGEST:
        raise Unreadable(f"That is {len(raw):,} characters long.", "An answer here takes a line at most.")
    text = unwrapped(raw.translate(_SAME_CHARACTER).strip())
    if text in ("", "...", "…"):
        raise Blank("No answer yet.")
    return text


def unwrapped(text: str) -> str:
    """The text without the backticks or quotes around all of it."""
    while inner := _WRAPPED.fullmatch(text):
        text = inner[3].strip()
    return text


def read_numbers(raw, shape: tuple[int, ...] = ()) -> np.ndarray:
    """A number, or a list of numbers, from typed text or from a Python object.

    Shape:   the answer's own; `shape` is what the question asks for, and only decides how a comma is read.
    Errors:  Blank or Unreadable.
    """
    if raw is ...:
        raise Blank("No answer yet.")
    values = _typed(clean(raw), shape) if isinstance(raw, str) else _passed(raw, len(shape))
    return _as_array(values, len(shape))


def read_print(raw) -> str:
    """The text that a program prints, typed by the learner; another object counts as what `print` makes of it."""
    if raw is ...:
        raise Blank("No answer yet.")
    if callable(raw) and not hasattr(raw, "shape"):
        raise Unreadable(f"That is {_kind(raw)}, not a printed text.", "Give the text in quotes, such as `'3.0'`.")
    return clean(str(raw))


def read_choice(raw, options: dict[str, str]) -> str:
    """The key (A, B, ...) of an option; `options` maps keys to texts, and the text itself is accepted too."""
    if raw is ...:
        raise Blank("Nothing chosen yet.")
    keys = ", ".join(options)
    if not isinstance(raw, str):
        raise Unreadable(
            f"That is {_kind(raw)}, not one of the letters {keys}.", f'Answer with a letter: `"{min(options)}"`.'
        )
    typed = clean(raw)
    letter = typed.strip("().:\"' ").upper()
    by_text = [key for key, text in options.items() if _plain(text) == _plain(typed)]
    if letter in options or by_text:
        return letter if letter in options else by_text[0]
    raise Unreadable(f"There is no option “{quoted(typed, 20)}”.", f"Choose one of {keys}.")


def _plain(text: str) -> str:
    return re.sub(r"[`*\s.]+", "", text).casefold()


def _typed(text: str, shape: tuple[int, ...]):
    return arithmetic.evaluate(_with_points(text) if shape == () else text, example(len(shape)))


def _with_points(text: str) -> str:
    """Decimal commas turned into points. Errors: Unreadable for `1,234`, which may mean two numbers."""
    if re.search(r"[\[(]", text):
        return text
    return re.sub(r"\d[\d.,]*,[\d.,]*\d", lambda found: _one_number(found[0]), text)


def _one_number(digits: str) -> str:
    if ",," in digits:
        raise Unreadable(f"Two commas in a row in “{quoted(digits)}”.", f"Write a number such as {example(0)}.")
    if re.fullmatch(r"[1-9]\d{0,2},\d{3}", digits):
        raise Unreadable(
            f"“{digits}” can mean two numbers.",
            f"Write `{digits.replace(',', '')}` or `{digits.replace(',', '.')}`, whichever you mean.",
        )
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d*)?", digits) and not digits.startswith("0"):
        return digits.replace(",", "")
    if re.fullmatch(r"(\d{1,3}(\.\d{3})+|\d+),\d+", digits):
        return digits.replace(".", "").replace(",", ".")
    raise Unreadable(
        f"“{quoted(digits)}” has more commas or points than a number.", f"Write a number such as {example(0)}."
    )


def _passed(raw, dimensions: int):
    if raw is None:
        raise Unreadable(
            "`None` is no number: it says that nothing is there.",
            f"This question asks for a value such as {example(dimensions)}.",
        )
    if hasattr(raw, "detach"):
        raw = raw.detach()
    if hasattr(raw, "tolist"):
        raw = raw.tolist()
    if callable(raw):
        name = getattr(raw, "__name__", "f")
        raise Unreadable(f"That is {_kind(raw)}, not its result.", f"Call it first, such as `{name}(3)`.")
    return raw


def _as_array(values, dimensions: int) -> np.ndarray:
    _refuse_what_is_no_number(values, dimensions)
    try:
        array = np.array(values, dtype=float)
    except ValueError:
        raise Unreadable("The rows of this list have different lengths.", f"Write it like {example(2)}.") from None
    except OverflowError:
        raise Unreadable("That number is too large to compare.", "Look at its size again.") from None
    if not np.isfinite(array).all():
        word = "nan" if np.isnan(array).any() else "inf"
        raise Unreadable(f"`{word}` is no number that can be compared.", f"Give a value such as {example(dimensions)}.")
    return array


def _refuse_what_is_no_number(value, dimensions: int, depth: int = 0) -> None:
    if isinstance(value, (list, tuple)) and depth < 8:
        if not value:
            raise Unreadable("This list is empty.", f"Write it like {example(max(dimensions, 1))}.")
        for entry in value:
            _refuse_what_is_no_number(entry, dimensions, depth + 1)
    elif isinstance(value, (list, tuple)):
        raise Unreadable("These brackets are nested too deeply.", f"Write it like {example(dimensions)}.")
    elif isinstance(value, bool):
        raise Unreadable(
            f"`{value}` is a yes or no.", f"This question asks for a number such as {example(dimensions)}."
        )
    elif isinstance(value, complex):
        raise Unreadable("This number is complex.", f"This question asks for a value such as {example(dimensions)}.")
    elif not isinstance(value, (int, float)):
        raise Unreadable(f"That is {_kind(value)}, not a number.", f"Give a value such as {example(dimensions)}.")


def _kind(value) -> str:
    """What a passed object is, in a learner's words: "a function", "the text 'six'", "a dict"."""
    if isinstance(value, str):
        return f"the text “{quoted(value, 20)}”"
    if callable(value) and not isinstance(value, type):
        return "a function"
    name = type(value).__name__
    return "`None`" if value is None else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
