"""From the bytes of a hand-in to its cells. Whatever the bytes are, the result is cells, or NotGraded with a reason."""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from textwrap import dedent

from .comparing import cleaned
from .files import LARGEST
from .row import REFUSED, UNREADABLE

DEEPEST, MOST_PIECES = 100, 1_000_000  # lists within lists; strings, commas and brackets: that many fit into memory
MOST_CELLS = 2_000
LONGEST_SOURCE = 300_000  # characters of a cell; more would not fit into a frame
NOT_PYTHON = re.compile(r"ir|julia.*|xcpp.*|bash|javascript|octave|sas|scala", re.I)
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.S)
_NO_MARKS = bytes(each for each in range(256) if each not in b"[]{},")
_OTHER_ENCODINGS = (  # by the first bytes of a file, with a byte order mark or without
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (b"{\0\0\0", "UTF-32"),
    (b"\0\0\0{", "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
    (b"{\0", "UTF-16"),
    (b"\0{", "UTF-16"),
)
_PYTHON = re.compile(r"i?python[ \d.]*", re.I)


class NotGraded(ValueError):
    """A hand-in that is not graded: `status` is UNREADABLE or REFUSED, the text is the reason."""

    def __init__(self, reason: str, status: str = UNREADABLE):
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook, as far as it matters here. Ids are empty where there are none."""

    number: int  # counted from 1
    kind: str  # "code", "markdown" or what else the file says
    source: str
    grade_id: str = ""
    cell_id: str = ""


def cells_of(data: bytes) -> tuple[list[Cell], list[str]]:
    """The cells of a notebook in the order of the file, and findings on its form. Errors: NotGraded."""
    notebook = _parsed(_text(data))
    _check_format(notebook)
    _check_language(notebook.get("metadata"))
    entries = notebook["cells"]
    if len(entries) > MOST_CELLS:
        raise NotGraded(f"The notebook has {len(entries):,} cells; at most {MOST_CELLS:,} are read.")
    findings = []
    return [_cell(number, entry, findings) for number, entry in enumerate(entries, 1)], findings


def _text(data: bytes) -> str:
    if not data:
        raise NotGraded("The file is empty (0 bytes).")
    if len(data) > LARGEST:
        raise NotGraded(f"The file has {len(data):,} bytes; at most {LARGEST:,} are read.")
    if encoding := next((name for mark, name in _OTHER_ENCODINGS if data.startswith(mark)), ""):
        raise NotGraded(f"The file is written in {encoding}; a notebook is written in UTF-8.")
    data = data.removeprefix(codecs.BOM_UTF8)
    _check_size(data)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NotGraded(f"The file is not valid UTF-8: the byte at position {error.start:,} cannot be read.") from None


def _check_size(data: bytes) -> None:
    """Refuse JSON that is nested too deeply or has too many parts, before it is parsed. Errors: NotGraded."""
    too_many = f"The file has more than {MOST_PIECES:,} parts; no notebook of this course has so many."
    if next(islice(_TEXT.finditer(data), MOST_PIECES, None), None):  # `subn` would make a list of them all
        raise NotGraded(too_many)
    rest, texts = _TEXT.subn(b"", data)
    marks, depth = rest.translate(None, _NO_MARKS), 0
    if texts + len(marks) > MOST_PIECES:
        raise NotGraded(too_many)
    for mark in marks.replace(b",", b""):
        depth += 1 if mark in b"[{" else -1
        if depth > DEEPEST:
            raise NotGraded(f"The file nests lists more than {DEEPEST} deep; no notebook does.")


def _parsed(text: str) -> dict:
    try:
        notebook = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotGraded(
            "The file is not a notebook, or only a part of one: it stops being JSON at "
            f"line {error.lineno:,}, column {error.colno:,}."
        ) from None
    except (ValueError, RecursionError):
        raise NotGraded("The file holds a number that is too long to be read.") from None
    if not isinstance(notebook, dict):
        raise NotGraded("The file is JSON, but not a notebook.")
    return notebook


def _check_format(notebook: dict) -> None:
    version = notebook.get("nbformat", 4)
    if version != 4 or isinstance(version, bool):
        shown = "of another kind"
        if isinstance(version, (int, str)):
            shown = cleaned(json.dumps(version, ensure_ascii=False) if isinstance(version, str) else str(version), 20)
        raise NotGraded(
            f"The notebook says that its format is {shown}; format 4 is read. "
            "Opening and saving it in JupyterLab brings it up to date."
        )
    if not isinstance(notebook.get("cells"), list):
        raise NotGraded("The file is JSON, but it has no list of cells, so it is not a notebook.")


def _check_language(metadata) -> None:
    metadata = metadata if isinstance(metadata, dict) else {}
    spec, info = (_dict(metadata.get(name)) for name in ("kernelspec", "language_info"))
    for language in filter(None, (_word(spec.get("language")), _word(info.get("name")))):
        if not _PYTHON.fullmatch(language):
            raise NotGraded(f"The notebook is written in {cleaned(language, 40)}; the course is in Python.", REFUSED)
    if NOT_PYTHON.fullmatch(_word(spec.get("name"))):
        raise NotGraded(
            f"The notebook is written for the kernel {cleaned(spec['name'], 40)}; the course is in Python.", REFUSED
        )


def _cell(number: int, entry, findings: list[str]) -> Cell:
    """A cell; a source that cannot be used is replaced by an empty one, with a finding."""
    if not isinstance(entry, dict):
        findings.append(f"Cell {number} is not a cell and was left out.")
        return Cell(number, "", "")
    source = entry.get("source", "")
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str):
        findings.append(f"Cell {number} has no text: its source is neither a text nor a list of lines.")
        source = ""
    if len(source) > LONGEST_SOURCE:
        findings.append(
            f"Cell {number} has {len(source):,} characters and was left out; at most {LONGEST_SOURCE:,} are read."
        )
        source = ""
    source = source.replace("\r\n", "\n").replace("\r", "\n")  # line ends of Windows, and of old Macs
    kind = _word(entry.get("cell_type"))
    return Cell(number, kind, dedent(source) if kind == "code" else source, *_ids(entry))  # as Jupyter runs it


def _ids(entry: dict) -> Iterator[str]:
    """The grade_id and the cell id."""
    yield _word(_dict(_dict(entry.get("metadata")).get("nbgrader")).get("grade_id"))
    yield _word(entry.get("id"))


def _dict(value) -> dict:
    return value if isinstance(value, dict) else {}


def _word(value) -> str:
    return value if isinstance(value, str) else ""
