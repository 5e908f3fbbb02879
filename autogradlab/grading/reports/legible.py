"""Strangers' texts, fit for a page: nothing in them moves a cursor, reverses a line, hides, or piles up over others.

Escaping for HTML is left to the templates, which escape everything.
"""

import hashlib
import re

from ..names import MARKS

# A terminal's codes for colors, titles and links. One without an end is not removed: it must not hide the rest.
_TERMINAL = re.compile(
    r"""
    (?:\x1b\[|\x9b) [0-?]{0,100} [\ -/]{0,10} [@-~]
    | \x1b [\]PX^_] [^\x07\x1b\n]{0,300} (?:\x07|\x1b\\)
    | \x1b [\ -/]{0,10} (?![\[\]PX^_]) [0-~]""",
    re.X,
)
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u180e\u200b\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_TOWER = re.compile(f"({MARKS}{{4}}){MARKS}+")
_PLAIN = re.compile(r"(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9][a-z0-9_-]{0,60}(?<!-[0-9a-f]{16})")


def legible(text: str) -> str:
    """The text, its lines and letters as they are, without codes for a terminal; invisible characters are spelled out.

    >>> legible("a\\x1b[31mb\\x07\\u202ec\\r\\nd")
    'ab\\\\x07\\\\u202ec\\nd'
    """
    if text.isascii() and text.isprintable():
        return text
    text = _TERMINAL.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return _TOWER.sub(r"\1", _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text))


def line(text: str, longest: int = 300) -> str:
    """A text as one line.

    >>> line("a\\n  b", 80), line("abcdef", 4)
    ('a b', 'abc…')
    """
    words = " ".join(legible(text[: 4 * longest]).split())
    return words if len(words) <= longest else words[: longest - 1] + "…"


def file_name(student: str) -> str:
    """The name of a student's files, without an ending: safe on every system, and different for every student.

    >>> file_name("ann"), file_name("../Ann Lee")
    ('ann', 'ann-lee-ec558e8f75d2155f')
    """
    if _PLAIN.fullmatch(student):
        return student
    told = re.sub("[^a-z0-9]+", "-", student.lower()).strip("-")[:40]
    digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{told or 'student'}-{digest}"
