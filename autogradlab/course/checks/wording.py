"""Sentences of the course: one source text, shown as HTML on a card and as plain text in a terminal.

The only marks are `code` and **bold**; everything else is shown as it was written, but for the minus sign of a
negative number. A learner's own text goes into a sentence through `quoted`, which keeps it exactly as it is.
"""

import re
import textwrap
from html import escape

_MARKS = re.compile(r"(`[^`]+`|\*\*(?:`[^`]+`|[^`])+?\*\*)")
_HYPHEN = re.compile(r"(?<![\w.)\]-])-(?=\d)")
_HIDE = str.maketrans({"*": "\ue000", "`": "\ue001", "-": "\ue002"})
_SHOW = str.maketrans({"\ue000": "*", "\ue001": "`", "\ue002": "-"})


def _piece_to_html(piece: str) -> str:
    if piece.startswith("`"):
        return f"<code>{escape(piece[1:-1])}</code>"
    if piece.startswith("**"):
        return f"<b>{to_html(piece[2:-2])}</b>"
    return escape(_signed(piece))


def _signed(prose: str) -> str:
    """Prose in which a negative number has a minus sign, as in a book; in code it keeps its hyphen."""
    return _HYPHEN.sub("−", prose)


def to_html(text: str) -> str:
    """The text as safe HTML: `code` and **bold** become elements, all other characters are escaped."""
    return "".join(_piece_to_html(piece) for piece in _MARKS.split(text) if piece).translate(_SHOW)


def to_text(text: str) -> str:
    """The text without its bold marks; code keeps its backticks, so that it still stands apart."""
    return "".join(map(_piece_to_text, _MARKS.split(text))).translate(_SHOW)


def _piece_to_text(piece: str) -> str:
    if piece.startswith("**"):
        return to_text(piece[2:-2])
    return piece if piece.startswith("`") else _signed(piece)


def wrapped(text: str, indent: str = "") -> str:
    """The text in lines of at most 88 characters, each behind `indent`."""
    return textwrap.fill(
        to_text(text),
        88,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def indented(code: str) -> str:
    """A program, every line behind four spaces."""
    return textwrap.indent(code.strip("\n"), "    ")


def quoted(text: str, length: int = 40) -> str:
    """A learner's text for use in a sentence: at most `length` characters, and none of them a mark."""
    return (text if len(text) <= length else text[: length - 1] + "…").translate(_HIDE)


def with_article(name: str) -> str:
    """A name with its article: "an int", "an Adam", "a Tensor"."""
    return f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"


def word_count(text: str) -> int:
    """How many words a reader reads: pieces between spaces that hold a letter or a digit."""
    return sum(any(map(str.isalnum, word)) for word in text.split())
