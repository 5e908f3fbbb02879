"""Reads what a learner typed or passed; never evaluates it.

A reader returns a value or raises `Unreadable`, whose sentence names the character, word or shape that was not
understood and shows one example of the form. `Blank` means that there is no answer yet. Neither is an attempt.
"""

import re
import unicodedata
from math import prod

import numpy as np

from autogradlab.course.checks import arithmetic
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.wording import quoted, with_article

LONGEST = 2000
MOST_SHOWN = 6  # numbers in an example
_SPACED = re.compile(r"[-+]?[\d.]+(\s+[-+]?[\d.]+)+")
_BETWEEN_NUMBERS = re.compile(r"(?<=[\d.\]])\s+(?=[-+]?[\d.\[])")
_THOUSANDS = re.compile(r"(?<![\d.,])([1-9]\d{0,2}),(\d{3})(?!\d)")
_LINE_AND_FIX = re.compile(
    r"(?:line\s*)?(\d+)(?:[\s,;:./-]*(?:fix\s*|change\s*)?([^\d\s,;:./-].*))?", re.IGNORECASE | re.DOTALL
)
_LETTER_FIRST = re.compile(r"^([a-z])[\s,;:./-]*(?:(?:on |in |at )?line\s*)?(\d+)$", re.IGNORECASE)
_CALLED = re.compile(  # "option B", "my answer is B", "I choose B"
    r"^(?:(?:(?:the|my) )?(?:option|answer|choice)(?:\s+is)?\s*[:=]?|i (?:choose|pick|say|take))\s*(?=\S\W*$)",
    re.IGNORECASE,
)
_DASHED = re.compile(r"^(\W*\w\W*) - ")  # "B - its text"
_WRAPPED = re.compile(r"(([`'\"])\2*)((?:(?!\2).)+)\1", re.DOTALL)
_RESULT_OF = re.compile(r"[=≈~\s]+(?=\S)")  # "= 36" and "≈ 0.61" give the number itself
_TIMES = re.compile(r"(?<=[\d.)])(?<!\b0)\s*[xX]\s*(?=[\d.(])")  # "3 x 12"; `0x10` stays a number of Python's
_MINUS = re.compile(r"\b(minus|negative)\s+(?=[\d.])", re.IGNORECASE)  # "minus 1.6"
_ONE_WORD_SENTENCE = re.compile(r"[A-Za-z]+\.")  # "None."
_FRACTION = re.compile(r"(\d*)([¼-¾⅐-⅞↉])")
_MIXED = re.compile(r"(?<=\d)\s+(?=[¼-¾⅐-⅞↉])")  # "2 ½", where the space does not separate two numbers
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\xad"  # characters that come along with pasted text
_FULL_WIDTH = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
_SAME_CHARACTER = str.maketrans(
    dict.fromkeys(_INVISIBLE, "")
    | _FULL_WIDTH
    | {power: f"**{number}" for number, power in enumerate("⁴⁵⁶⁷⁸⁹", 4)}
    | {
        "−": "-",
        "–": "-",
        "—": "-",
        "×": "*",
        "·": "*",
        "⋅": "*",
        "÷": "/",
        "⁄": "/",
        "²": "**2",
        "³": "**3",
        "→": ">",
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


def example(shape: tuple[int, ...]) -> str:
    """An example of an answer, ready for a sentence: of this shape if it is small, else of a small 1-d or 2-d shape."""
    if not shape:
        return "`2.5` or `7/2`"
    shown = shape if len(shape) < 3 and 0 < prod(shape) <= MOST_SHOWN else (2,) * min(len(shape), 2)
    return f"`{np.arange(1, prod(shown) + 1).reshape(shown).tolist()}`"


def clean(raw: str) -> str:
    """Typed text with look-alike characters (minus, times, spaces of other alphabets) in their plain form,
    without invisible ones, and without backticks or quotes around it.

    Errors: Blank if nothing is left, Unreadable if it is too long to be an answer.
    """
    if len(raw) > LONGEST:
        raise Unreadable(f"That is {len(raw):,} characters long.", "An answer here is one line at most.")
    text = unwrapped(_in_plain(raw))
    if text in ("", "...", "…"):
        raise Blank("No answer yet.")
    return text


def unwrapped(text: str) -> str:
    """The text without the backticks or quotes around all of it."""
    while inner := _WRAPPED.fullmatch(text):
        text = inner[3].strip()
    return text


def is_none(raw) -> bool:
    """Whether the answer is `None`, as an object or as text."""
    return raw is None or isinstance(raw, str) and unwrapped(_in_plain(raw)).casefold() == "none"


def _in_plain(raw: str) -> str:
    return raw.translate(_SAME_CHARACTER).strip()


def read_numbers(raw, shape: tuple[int, ...] = ()) -> np.ndarray:
    """A number, or a list of numbers, from typed text or from a Python object.

    Shape:   the answer's own; `shape` is what the question asks for, and only decides how a comma is read.
    Errors:  Blank or Unreadable.
    """
    if raw is ...:
        raise Blank("No answer yet.")
    values = _typed(clean(raw), shape) if isinstance(raw, str) else _passed(raw, shape)
    return _as_array(values, shape)


def read_print(raw) -> str:
    """The text that a program prints, as the learner typed it; another object is read as `print` would show it."""
    if raw is ...:
        raise Blank("No answer yet.")
    if callable(raw) and not hasattr(raw, "shape"):
        raise Unreadable(f"That is {_kind(raw)}, not printed text.", "Give the text in quotes, such as `'3.0'`.")
    typed = clean(str(raw).replace("\\n", "\n"))  # two lines, typed as Python writes them in a text
    return typed[:-1] if _ONE_WORD_SENTENCE.fullmatch(typed) else typed


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
    letter = _CALLED.sub("", typed).strip("().:\"'[]*! ").upper()
    said = _plain(_DASHED.sub(r"\1 ", typed))
    by_text = [key for key, text in options.items() if said in (_plain(text), _plain(f"{key}{text}"))]
    by_name = [key for key, text in options.items() if text.strip("`") == typed]
    if by_name:
        return by_name[0]
    if letter in options or by_text:
        return letter if letter in options else by_text[0]
    raise Unreadable(f"There is no option “{quoted(typed, 20)}”.", f"Choose one of {keys}.")


def read_choices(raw, options: dict[str, str]) -> str:
    """The keys of all chosen options in the order of the options, such as "ACD"; `none` is an answer too."""
    if raw is ...:
        raise Blank("Nothing chosen yet.")
    if isinstance(raw, (list, tuple, set)):
        return _in_order([read_choice(each, options) for each in raw], options)
    if not isinstance(raw, str) or _plain(raw) in map(_plain, options.values()):
        return read_choice(raw, options)
    typed = clean(raw)
    if typed.casefold() in ("none", "none of them"):
        return ""
    if set(re.sub(r"[\s,;+&]|and", "", typed).upper()) <= set(options):
        return _in_order(list(re.sub(r"[\s,;+&]|and", "", typed).upper()), options)
    pieces = [piece for piece in re.split(r"[,;]|\band\b", typed) if piece.strip()]
    return _in_order([read_choice(piece, options) for piece in pieces], options)


def _in_order(letters: list[str], options) -> str:
    return "".join(letter for letter in options if letter in letters)


def read_order(raw, count: int) -> tuple[int, ...]:
    """The numbers from 1 to `count` in the learner's order, from "3 1 2" or a list."""
    if raw is ...:
        raise Blank("No order yet.")
    example = f"Write each number from 1 to {count} once, such as `{' '.join(map(str, range(count, 0, -1)))}`."
    if isinstance(raw, str):
        typed = re.sub(r"\b(then|and|lines?)\b", " ", clean(raw), flags=re.IGNORECASE)
        if re.search(r"[^\d\s,;>()\[\]-]", typed):
            raise Unreadable(f"“{quoted(typed)}” is not a list of line numbers.", example)
        compact = re.fullmatch(rf"\d{{{count}}}", typed) and count < 10
        raw = list(typed) if compact else re.findall(r"\d+", typed)
    elif not isinstance(raw, (list, tuple)):
        raise Unreadable(f"That is {_kind(raw)}, not an order of lines.", example)
    try:
        order = tuple(int(number) for number in raw)
    except (TypeError, ValueError):
        raise Unreadable("An order is a list of line numbers.", example) from None
    if len(order) != count or set(order) != set(range(1, count + 1)):
        raise Unreadable(_order_slip(order, count), example)
    return order


def _order_slip(order: tuple[int, ...], count: int) -> str:
    twice = [number for number in order if order.count(number) > 1]
    missing = [number for number in range(1, count + 1) if number not in order]
    beyond = [number for number in order if not 1 <= number <= count]
    if beyond:
        return f"There is no line {beyond[0]}."
    return f"Line {twice[0]} is there twice." if twice else f"Line {missing[0]} is missing."


def read_line_and_letter(raw, lines: int, options: dict[str, str]) -> tuple[int, str]:
    """A line number and the letter of a fix, from "3 B", "line 3, B" or (3, "B"); without options the line alone."""
    if raw is ...:
        raise Blank("No answer yet.")
    form = (
        "Give the number of a line and the letter of a change, such as `2 A`."
        if options
        else "Give the number of a line, such as `2`."
    )
    if isinstance(raw, (list, tuple)):
        raw = " ".join(map(str, raw))
    if isinstance(raw, bool) or not isinstance(raw, (str, int)):
        raise Unreadable(f"That is {_kind(raw)}, not a line.", form)
    typed = clean(str(raw)).rstrip(" .")
    found = _LINE_AND_FIX.fullmatch(_LETTER_FIRST.sub(r"\2 \1", typed))
    if not found:
        raise Unreadable(f"No line number was found in “{quoted(typed)}”.", form)
    if not 1 <= len(found[1]) <= 4 or not 1 <= int(found[1]) <= lines:
        raise Unreadable(f"There is no line {quoted(found[1], 12)}.", f"The program has lines 1 to {lines}.")
    if found[2] and not options:
        raise Unreadable(f"“{quoted(typed)}” is more than the number of a line.", form)
    if options and not found[2]:
        raise Unreadable(
            f"Line {found[1]} is noted; the change is missing.", "Choose one too; in a call, give both, such as `2 A`."
        )
    return int(found[1]), read_choice(found[2], options) if options else ""


def _plain(text: str) -> str:
    return re.sub(r"[`*\s.:()\"'“”]+", "", text).casefold()


def _typed(text: str, shape: tuple[int, ...]):
    result = _RESULT_OF.match(text)
    text = _MINUS.sub("-", _TIMES.sub("*", text[result.end() :] if result else text))
    text = _FRACTION.sub(_as_decimal, _MIXED.sub("", text) if shape == () else text)
    if shape == ():
        text = _with_points(text)
    elif "[" in text or len(shape) == 1 and _SPACED.fullmatch(text):
        text = _BETWEEN_NUMBERS.sub(", ", text)  # as NumPy prints a list
    elif "(" not in text:
        _refuse_thousands(text)
    return arithmetic.evaluate(text, example(shape))


def _as_decimal(found: re.Match) -> str:
    """`½` as `0.5`, and `2½` as `2.5`."""
    return repr(int(found[1] or 0) + unicodedata.numeric(found[2]))


def _with_points(text: str) -> str:
    """Decimal commas turned into points. Errors: Unreadable for `1,234`, which may mean two numbers."""
    if re.search(r"[\[(]", text):
        return text
    return re.sub(r"\d[\d.,]*,[\d.,]*\d", lambda found: _one_number(found[0]), text)


def _refuse_thousands(text: str) -> None:
    """Raise Unreadable for `25,000` in a row without brackets, which may be one number or two."""
    if found := _THOUSANDS.search(text):
        raise Unreadable(
            f"“{found[0]}” can mean one number or two numbers.",
            f"Write `{found[1]}, {found[2]}` or `{found[1]}{found[2]}`, whichever you mean.",
        )


def _one_number(digits: str) -> str:
    if ",," in digits:
        raise Unreadable(f"Two commas in a row in “{quoted(digits)}”.", f"Write a number such as {example(())}.")
    if re.fullmatch(r"[1-9]\d{0,2},\d{3}", digits):
        raise Unreadable(
            f"“{digits}” can mean two different numbers.",
            f"Write `{digits.replace(',', '')}` or `{digits.replace(',', '.')}`, whichever you mean.",
        )
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d*)?", digits) and not digits.startswith("0"):
        return digits.replace(",", "")
    if re.fullmatch(r"(\d{1,3}(\.\d{3})+|\d+),\d+", digits):
        return digits.replace(".", "").replace(",", ".")
    raise Unreadable(
        f"“{quoted(digits)}” has more commas or points than a number has.", f"Write a number such as {example(())}."
    )


def _passed(raw, shape: tuple[int, ...]):
    if raw is None:
        raise Unreadable(
            "`None` is not a number: it says that nothing is there.",
            f"This question asks for a value such as {example(shape)}.",
        )
    if hasattr(raw, "detach"):
        raw = raw.detach()
    if hasattr(raw, "tolist"):
        raw = raw.tolist()
    if callable(raw):
        name = getattr(raw, "__name__", "f")
        raise Unreadable(f"That is {_kind(raw)}, not its result.", f"Call it first, as in `{name}(3)`.")
    return raw


def _as_array(values, shape: tuple[int, ...]) -> np.ndarray:
    _refuse_what_is_no_number(values, shape)
    try:
        array = np.array(values, dtype=float)
    except ValueError:
        raise Unreadable("The rows of this list have different lengths.", f"Write it like {example((2, 2))}.") from None
    except OverflowError:
        raise Unreadable("That number is too large to compare.", "Look at its size again.") from None
    if not np.isfinite(array).all():
        word = "nan" if np.isnan(array).any() else "inf"
        raise Unreadable(f"`{word}` is not a number that can be compared.", f"Give a value such as {example(shape)}.")
    return array


def _refuse_what_is_no_number(value, shape: tuple[int, ...], depth: int = 0) -> None:
    if isinstance(value, (list, tuple)) and depth < 8:
        if not value:
            raise Unreadable("This list is empty.", f"Write it like {example(shape or (2,))}.")
        for entry in value:
            _refuse_what_is_no_number(entry, shape, depth + 1)
    elif isinstance(value, (list, tuple)):
        raise Unreadable("These brackets are nested too deeply.", f"Write it like {example(shape)}.")
    elif isinstance(value, bool):
        raise Unreadable(f"`{value}` is a yes or a no.", f"This question asks for a number such as {example(shape)}.")
    elif isinstance(value, complex):
        raise Unreadable("This number is complex.", f"This question asks for a value such as {example(shape)}.")
    elif not isinstance(value, (int, float)):
        raise Unreadable(f"That is {_kind(value)}, not a number.", f"Give a value such as {example(shape)}.")


def _kind(value) -> str:
    """The kind of a passed object in a learner's words: "a function", "the text “six”", "a dict"."""
    if isinstance(value, str):
        return f"the text “{quoted(value, 20)}”"
    if callable(value) and not isinstance(value, type):
        return "a function"
    return "`None`" if value is None else with_article(type(value).__name__)
