"""Whose a hand-in is, told by the names of files and folders, including those in exports from Moodle and Canvas.

A student's id is any text that can be a name: spaces, commas, quotes, `=`, emoji and every script stay as they are.
Code that shows an id has to escape it, and names of files are never made from it here.
"""

import hashlib
import re
import unicodedata
from pathlib import PurePosixPath
from urllib.parse import quote, unquote

from autogradlab.spreadsheet import FORMULA

LONGEST = 500  # characters of an id
# A file or a text typed into a form; a folder's name, which older Moodles end with `_`, or the start of a file's name.
# People choose their names, and those of their files: with several such endings in one name, nobody becomes a neighbor,
# as the student's id then holds all but the last.
_MOODLE = re.compile(r"(?P<student>.+_\d+)_assignsubmission_[a-z]+(_(?P<file>.*))?", re.S)
_CANVAS = re.compile(r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<id>\d{3,})_\d{3,}_(?P<file>.+)", re.S)
_NOTEBOOK = r"\.ipynb(\.(txt|json))?$"  # browsers and mail programs add the second ending
# Files that teachers and platforms put beside hand-ins. Any other file there may be all that a student handed in.
_NOBODYS = re.compile(r"\..*|(readme|licen[cs]e|index)(\..*)?|.*\.(csv|tsv|xlsx?|ods|md|log|sqlite)", re.I | re.S)
# Letters that look like a Latin one, in small or capital form: Cyrillic, then Greek.
_LOOKS = str.maketrans("авԁегһніјкӏмоԛрсѕтѵԝхуαβγεζηικμνορτυχ", "abderhhijklmoqpcstvwxyabyeznikmvoptux")

MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"  # combining marks
_TOWER = re.compile(f"{MARKS}{{5,}}")
_JOINERS = "\u200c\u200d"  # invisible, but needed to write Persian and emoji
_SPLIT = rf';(?=[ "]*{FORMULA})'  # where a spreadsheet that splits at semicolons would see a formula
_CODED = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U00(0[0-9a-f]|10)[0-9a-f]{4})")


def whose(parts: tuple[str, ...], canvas: bool = False) -> tuple[str, str, bool]:
    """(student, name of the file, whether a platform marked it as late), from the names on the way to a file.

    Only the name at the top tells the student, as a teacher or a platform gave it: those below are the student's own.
    `canvas` says that all files come from Canvas; Moodle's names are unmistakable.

    >>> whose(("Ann Lee_41_assignsubmission_file", "04_accumulate.ipynb"))
    ('Ann Lee_41', '04_accumulate.ipynb', False)
    >>> whose(("leeann_LATE_4711_90210_04_accumulate.ipynb",), canvas=True)
    ('leeann_4711', '04_accumulate.ipynb', True)
    >>> whose(("ann", "04_accumulate.ipynb")), whose(("ann.ipynb",))
    (('ann', '04_accumulate.ipynb', False), ('ann', 'ann.ipynb', False))
    """
    top, below = parts[0], parts[1:]
    if found := _MOODLE.fullmatch(top):
        return found["student"], (below or (found["file"] or top,))[-1], False
    if canvas and (found := _CANVAS.fullmatch(top)):
        return f"{found['name']}_{found['id']}", (below or (found["file"],))[-1], bool(found["late"])
    return stem(top), parts[-1], False


def are_moodles(tops) -> bool:
    """Whether any of the names at the top is one that Moodle gives."""
    return any(map(_MOODLE.fullmatch, tops))


def are_canvas(files, stems) -> bool:
    """Whether the names of files at the top are a Canvas export: all that may be answers have its form, and there is
    only one, or they are of several people, or all are named after exercises. `team_2026_101_red.ipynb` and
    `team_2026_102_blue.ipynb` are not such an export.

    >>> are_canvas(["leeann_4711_90210_final.ipynb", "raybob_4712_90211_final.ipynb", "grades.csv"], [])
    True
    """
    found = [_CANVAS.fullmatch(name) for name in files if is_notebook(name) or name.lower().endswith(".zip")]
    if not found or not all(found):
        return False
    several = len({(each["name"], each["id"]) for each in found}) > 1
    return several or len(found) == 1 or all(exercise_of(each["file"], stems) for each in found)


def is_notebook(name: str) -> bool:
    """Whether a file is named like a notebook.

    >>> is_notebook("ann.ipynb"), is_notebook("ann.ipynb.txt"), is_notebook("ann.txt")
    (True, True, False)
    """
    return bool(re.search(_NOTEBOOK, name, re.I))


def is_nobodys(name: str) -> bool:
    """Whether a file that lies by itself belongs to no student.

    >>> is_nobodys("README.txt"), is_nobodys("grades.csv"), is_nobodys("carl.pdf")
    (True, True, False)
    """
    return bool(_NOBODYS.fullmatch(name)) and not is_notebook(name)


def stem(name: str, of_any_kind: bool = False) -> str:
    """The name of a notebook or a zip, or of a zipped notebook, without its endings; with `of_any_kind`, of any
    name that is surely a file's: a student's name may hold a dot, too.

    >>> stem("ann.ipynb"), stem("ann.ipynb.zip"), stem("..ipynb"), stem("J. R. Ewing")
    ('ann', 'ann', '.', 'J. R. Ewing')
    >>> stem("dora.tar.gz", of_any_kind=True), stem("ann.ipynb.pdf", of_any_kind=True)
    ('dora', 'ann')
    """
    outer = r"(?<=.)(\.tar)?\.\w{1,5}$" if of_any_kind else r"\.zip$"
    return re.sub(_NOTEBOOK, "", re.sub(outer, "", name, flags=re.I), flags=re.I)


def exercise_of(file: str, stems) -> str:
    """The exercise that a file's name begins with; empty if none.

    >>> exercise_of("04_accumulate (2).ipynb", ["04_accumulate", "05_loop"])
    '04_accumulate'
    """
    named = [each for each in stems if re.match(re.escape(each) + r"(?![a-z0-9])", PurePosixPath(file).name, re.I)]
    return max(named, key=len, default="")


def named_after(file: str, stems) -> str:
    """The exercise that a file's name begins with, else the only one within it; empty if there is none, or several.

    >>> named_after("Copy of 04_accumulate.ipynb", ["04_accumulate", "05_loop"])
    '04_accumulate'
    """
    if first := exercise_of(file, stems):
        return first
    name = PurePosixPath(file).name.lower()
    named = [each for each in stems if re.search(rf"(?<![a-z0-9]){re.escape(each.lower())}(?![a-z0-9])", name)]
    longest = max(named, key=len, default="")
    return longest if all(each in longest for each in named) else ""


def amiss(student: str) -> str:
    """Why a text cannot be a student's id, as the end of a sentence; empty if it can."""
    plain = unquote(student)
    if not plain.strip() or plain.strip(". ") == "":
        return "is not a name"
    if any(letter in plain for letter in "/\\\0"):
        return "holds a slash or a zero byte"
    if not _is_text(student):
        return "is not valid UTF-8"
    if len(student) > LONGEST:
        return f"has {len(student):,} characters; at most {LONGEST} are allowed"
    return ""


def stand_in(text: str) -> str:
    """A substitute for a text that cannot be an id: percent-encoded, at most 200 characters, unique to the text.

    >>> stand_in("../../ann")
    '..%2F..%2Fann'
    """
    encoded = quote(text, safe=" ", errors="surrogatepass")
    digest = hashlib.sha256(encoded.encode()).hexdigest()[:8]
    return encoded if len(encoded) <= 200 else f"{encoded[:190]}~{digest}"


def shown(text: str, longest: int = 80) -> str:
    """A stranger's text, fit for a line on a terminal: nothing in it moves the cursor or reverses the line."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in cut)


def quoted(text: str, longest: int = 80) -> str:
    """A stranger's text as code within a sentence; its own backticks are escaped, as they would end the code early.

    >>> print(quoted("a`b"))
    `a\\x60b`
    """
    code = r"\x60"
    return f"`{shown(text, longest).replace('`', code)}`"


def counted(number: int, thing: str) -> str:
    """A number with its noun, in the plural if needed, and with commas between thousands.

    >>> counted(1, "hand-in"), counted(1200, "hand-in")
    ('1 hand-in', '1,200 hand-ins')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def spelled(student: str) -> str:
    """An id as our tables write it: nothing in it is invisible, different ids stay different, and `unspelled` reads it.
    An id holds no backslash, so codes are unambiguous; an apostrophe in front is doubled, as a single one is what a
    spreadsheet needs before `=`.

    >>> print(spelled("zw\\u200bsp"), spelled("ann "), spelled("'@ann"), spelled("José"))
    zw\\u200bsp ann\\x20 ''@ann José
    """
    towers = _TOWER.sub(lambda found: "".join(map(_code, found[0])), student)
    seen = "".join(each if each.isprintable() or each in _JOINERS else _code(each) for each in towers)
    seen = re.sub(f"^ | $|{_SPLIT}", lambda found: _code(found[0]), seen)
    return f"'{seen}" if seen.startswith("'") else seen


def unspelled(text: str) -> str:
    """The id for a text from one of our tables.

    >>> unspelled(r"ann\\x20"), unspelled("'=ann"), unspelled("''@ann"), unspelled("ann")
    ('ann ', '=ann', "'@ann", 'ann')
    """
    return _CODED.sub(lambda found: chr(int(found[0][2:], 16)), text.removeprefix("'"))


def _code(letter: str) -> str:
    return f"\\x{ord(letter):02x}" if ord(letter) < 256 else letter.encode("unicode_escape").decode()


def twins(students) -> list[list[str]]:
    """Groups of ids that look alike: they differ only in case, in how Unicode spells the same letters, in spaces or
    invisible characters, or in a Cyrillic or Greek letter that looks like a Latin one."""
    alike = {}
    for student in sorted(set(students)):
        seen = "".join(letter for letter in student if unicodedata.category(letter) != "Cf")
        folded = unicodedata.normalize("NFKC", seen).casefold().translate(_LOOKS)
        alike.setdefault(tuple(folded.split()), []).append(student)
    return [group for group in alike.values() if len(group) > 1]


def _is_text(text: str) -> bool:
    try:
        return bool(text.encode())
    except UnicodeEncodeError:
        return False
