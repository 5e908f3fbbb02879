"""Notebook commands (`%matplotlib inline`, `!pip install x`, `f?`) in a cell: they are IPython's, not Python's.

Nothing in the grading parses a stranger's source as Python: a crafted source can crash the compiler. The lines are read
one after the other, keeping track only of whether a line begins inside a string or brackets, or after a backslash.
"""

import re
from textwrap import dedent

PYTHON_BODY = {  # cell magics whose body is Python, those of well-known profilers among them
    *("time", "timeit", "capture", "prun", "debug", "python", "python3"),
    *("memit", "mprun", "lprun", "pyinstrument", "snakeviz"),
}
LONGEST = 1_000  # characters; a longer line is not checked, as nobody types so long a command
_INSTALLER = r"(?:pip3?|conda)[ \t]+(?:install|uninstall|update|list|show)\b"  # understood without a `%`, too
_SUSPECT = re.compile(rf"^[ \t]*(?:[%!?]|{_INSTALLER})|\?[ \t]*$|=[ \t]*[%!]", re.M)
_WRITTEN = re.compile(r"%%[ \t]*(?:write)?file[ \t]+(-a[ \t]+)?(\S+)[ \t]*")
_CELL = re.compile(r"\s*%%[ \t]*(\w+)")
_COMMAND = re.compile(rf"\s*(?:%{{1,2}}[a-zA-Z]|!|\?{{1,2}}\s*[a-zA-Z%]|{_INSTALLER})")
_TIMED = re.compile(r"(\s*)%time[ \t]+(?=\S)")
_ASSIGNED = re.compile(r"([\w.,\s]+=\s*)(?:%[a-zA-Z]|!)")
_ASKED = re.compile(r"\s*%?[\w.]+\s*\?{1,2}\s*$")
_PIECE = re.compile(
    r"""(?P<text>'{3}|"{3})|'(?:[^'\\\n]|\\.)*+'?|"(?:[^"\\\n]|\\.)*+"?|\#.*|[([{]+|[)\]}]+|\\+|[^'"\#()[\]{}\\]+"""
)


def without_magics(source: str) -> tuple[str, list[str]]:
    """The source with `pass` (or None) in place of every notebook command, line by line, and the commands. A statement
    behind `%time` stays, and `%%writefile` becomes a statement that writes the file."""
    if not _SUSPECT.search(source):
        return source, []
    if cell := _CELL.match(source):
        return _without_cell_magic(source, cell[1])
    return _without_line_magics(source.split("\n"))


def _without_cell_magic(source: str, command: str) -> tuple[str, list[str]]:
    head, _, body = source.lstrip().partition("\n")
    if written := _WRITTEN.fullmatch(head):
        return f"open({written[2]!r}, {'a' if written[1] else 'w'!r}).write({body + chr(10)!r})", []
    if command not in PYTHON_BODY:
        return "", [head]
    rest, removed = _without_line_magics(dedent(body).split("\n"))
    return f"pass\n{rest}", [head, *removed]


def _without_line_magics(lines: list[str]) -> tuple[str, list[str]]:
    kept, removed, inside, goes_on = [], [], Inside(), False
    for line in lines:
        if not (inside or goes_on) and (timed := _TIMED.match(line)):
            line = timed[1] + line[timed.end() :]
        instead = "" if goes_on else None if inside else _in_place_of(line)
        goes_on = instead is not None and line.endswith("\\")
        if instead is None:
            inside.read(line)
        elif instead:
            removed.append(line.strip())
        kept.append(line if instead is None else instead)
    return "\n".join(kept), removed


def _in_place_of(line: str) -> str | None:
    """The replacement for a line that is a command; None for a line of Python."""
    if len(line) > LONGEST:
        return None
    if _COMMAND.match(line) or _ASKED.match(line):
        return line[: len(line) - len(line.lstrip())] + "pass"
    assigned = _ASSIGNED.match(line)
    return assigned[1] + "None" if assigned else None


class Inside:
    """Whether the next line begins inside a triple-quoted string, inside brackets, or after a backslash."""

    def __init__(self):
        self.text, self.brackets, self.goes_on = "", 0, False

    def __bool__(self) -> bool:
        return bool(self.text or self.brackets > 0 or self.goes_on)

    def read(self, line: str) -> None:
        """Follow a line to its end."""
        place, self.goes_on = 0, False
        while place < len(line):
            place = self._out_of_text(line, place) if self.text else self._past_a_piece(line, place)

    def _out_of_text(self, line: str, place: int) -> int:
        end = re.compile(r"(?:[^\\]|\\.)*?" + self.text).match(line, place)
        if not end:
            return len(line)
        self.text = ""
        return end.end()

    def _past_a_piece(self, line: str, place: int) -> int:
        piece = _PIECE.match(line, place)
        if piece["text"]:
            self.text = piece["text"]
        elif piece[0][0] in "([{":
            self.brackets += len(piece[0])
        elif piece[0][0] in ")]}":
            self.brackets -= len(piece[0])
        elif piece[0][0] == "\\":
            self.goes_on = piece.end() == len(line)
        return piece.end()
