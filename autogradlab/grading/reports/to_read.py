"""`to_read.csv`: the answers that a human still has to read. What somebody wrote into the table is never overwritten:
it is taken over into the new one, or the table is kept beside it."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from autogradlab.spreadsheet import harmless, meant, write_csv

from .. import marks
from ..comparing import cut
from ..names import spelled
from ..row import FOR_A_HUMAN, Row
from .legible import legible

LONGEST_ANSWER = 4_000  # characters of an answer in a table; the student's page has more of it
HEAD = ["student", "exercise", "question", "points", "comment", "of", "answer", "note"]
NAME = "to_read.csv"
_OUR_NOTE = re.compile(  # sentences of `marks` and `judge` on an open answer
    r"(The [0-9]+ points that a human gave to .*: read (this one|it again)\. ?)?"
    r"(The answer cell is (missing|empty); this is from cells? [0-9a-z, ]+\.)?"
)


@dataclass
class ToRead:
    """The table of one exercise; `taken` are the points and reasons that are in the gradebook already."""

    lines: list[list] = field(default_factory=list)
    taken: set[tuple] = field(default_factory=set)

    def add(self, row: Row) -> None:
        """Add a line for each answer that a human has to read; `autogradlab marks` reads the filled-in table."""
        for each in row.questions:
            key = [spelled(row.student), row.exercise, each.question]
            if each.status == FOR_A_HUMAN:
                answer = cut(legible(each.answer), LONGEST_ANSWER)
                self.lines.append([*key, "", "", each.points, answer, legible(each.reason)])
            else:
                self.taken.add((*map(_plain, key), str(each.earned), _plain(each.reason)))

    def write(self, folder: Path) -> str:
        """Write the table; return a sentence if an earlier one was kept because somebody has filled it in."""
        path, said = folder / NAME, ""
        if path.exists() and not self._taken_over(path):
            kept = next(each for number in range(1, 10_000) if not (each := _kept(path, number)).exists())
            path.replace(kept)
            said = f"`{path}` holds points for answers that have changed or are not open; it is kept as `{kept}`"
        write_csv(path, HEAD, self.lines)
        return said

    def _taken_over(self, path: Path) -> bool:
        """Whether everything that somebody wrote into the old table is in the new one, or in the gradebook."""
        try:
            old = [{name: (text or "").strip() for name, text in line.items()} for _, line in marks.read(path)]
        except ValueError:
            return False
        answers = {(*map(_plain, line[:3]), _plain(line[6])): line for line in self.lines}
        return all([self._line_taken_over(line, answers) for line in old])

    def _line_taken_over(self, line: dict[str, str], answers: dict[tuple, list]) -> bool:
        points, comment = line["points"], line.get("comment", "")
        if any(text for name, text in line.items() if name not in HEAD):
            return False
        key = tuple(_plain(line[name]) for name in HEAD[:3])
        new, note = answers.get((*key, _plain(line.get("answer", "")))), _plain(line.get("note", ""))
        if not _OUR_NOTE.fullmatch(note) and not (new and note == _plain(new[7])):
            return False
        if new:
            new[3:5] = points, comment
            return True
        reason = marks.given_by_hand(meant(comment))
        return not (points or comment) or (*key, points, _plain(reason)) in self.taken


def is_filled_in(path: Path) -> bool:
    """Whether somebody wrote anything into a table."""
    return path.exists() and not ToRead()._taken_over(path)


def _kept(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.kept-{number}.csv")


def _plain(text: str) -> str:
    """A text in the form in which it is compared: a spreadsheet may change spaces and line ends."""
    return " ".join(harmless(text).split())
