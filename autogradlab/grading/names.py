"""Whose a hand-in is, told from the names of files: of students, of folders, and of what Moodle and Canvas export.

A student's id is any text that can be a name: spaces, commas, quotes, `=`, emoji and every script stay as they are.
What shows it has to escape it, and names of files are never made from it here.
"""

import hashlib
import re
import unicodedata
from pathlib import PurePosixPath
from urllib.parse import quote, unquote

LONGEST = 500  # characters of an id
_MOODLE = re.compile(r"(?P<student>.+_\d+)_assignsubmission_[a-z]+_(?P<file>.*)", re.S)
_CANVAS = re.compile(r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<id>\d{3,})_\d{3,}_(?P<file>.+)", re.S)


def whose(parts: tuple[str, ...]) -> tuple[str, str, bool]:
    """(student, name of the file, whether a platform marked it as late), from the names on the way to a file.

    >>> whose(("Ann Lee_41_assignsubmission_file_", "04_accumulate.ipynb"))
    ('Ann Lee_41', '04_accumulate.ipynb', False)
    >>> whose(("leeann_LATE_4711_90210_04_accumulate.ipynb",))
    ('leeann_4711', '04_accumulate.ipynb', True)
    >>> whose(("ann", "04_accumulate.ipynb")), whose(("ann.ipynb",))
    (('ann', '04_accumulate.ipynb', False), ('ann', 'ann.ipynb', False))
    """
    for place, part in enumerate(parts):
        if found := _MOODLE.fullmatch(part):
            return found["student"], (parts[place + 1 :] or (found["file"],))[-1], False
        if found := _CANVAS.fullmatch(part):
            return f"{found['name']}_{found['id']}", found["file"], bool(found["late"])
    return stem(parts[0]), parts[-1], False


def stem(name: str) -> str:
    """A file's name without the ending that says what it is.

    >>> stem("ann.ipynb"), stem("..ipynb"), stem("J. R. Ewing")
    ('ann', '.', 'J. R. Ewing')
    """
    return re.sub(r"\.(ipynb|zip)$", "", name, flags=re.I)


def exercise_of(file: str, stems) -> str:
    """The exercise that a file is named after; empty if none.

    >>> exercise_of("04_accumulate (2).ipynb", ["04_accumulate", "05_loop"])
    '04_accumulate'
    """
    named = [each for each in stems if re.match(re.escape(each) + r"(?![a-z0-9])", PurePosixPath(file).name, re.I)]
    return max(named, key=len, default="")


def amiss(student: str) -> str:
    """Why a text cannot be a student's id, as the end of a sentence; empty if it can."""
    plain = unquote(student)
    if not plain.strip() or plain.strip(". ") == "":
        return "is no name"
    if any(letter in plain for letter in "/\\\0"):
        return "holds a slash or a zero byte"
    if not _is_text(student):
        return "is not valid UTF-8"
    if len(student) > LONGEST:
        return f"has {len(student):,} characters; at most {LONGEST} are a name"
    return ""


def stand_in(text: str) -> str:
    """What stands for an id that cannot be one: percent-encoded, at most 200 characters, another for another text.

    >>> stand_in("../../ann")
    '..%2F..%2Fann'
    """
    encoded = quote(text, safe=" ", errors="surrogatepass")
    digest = hashlib.sha256(encoded.encode()).hexdigest()[:8]
    return encoded if len(encoded) <= 200 else f"{encoded[:190]}~{digest}"


def shown(text: str, longest: int = 80) -> str:
    """A stranger's text, fit for a line on a terminal: nothing in it moves the cursor or turns the line around."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in cut)


def twins(students) -> list[list[str]]:
    """Ids that look alike: that differ only in case, in how Unicode spells the same letters, or in what is not seen."""
    alike = {}
    for student in sorted(set(students)):
        seen = "".join(letter for letter in student if unicodedata.category(letter) != "Cf")
        alike.setdefault(unicodedata.normalize("NFKC", seen).casefold(), []).append(student)
    return [group for group in alike.values() if len(group) > 1]


def _is_text(text: str) -> bool:
    try:
        return bool(text.encode())
    except UnicodeEncodeError:
        return False
