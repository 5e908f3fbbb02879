"""The table of everybody's points at one exercise, for spreadsheets."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..names import spelled
from ..row import FOR_A_HUMAN, GRADED, Row
from .legible import legible
from .wording import LEVELS


@dataclass
class Grades:
    """The lines of `grades.csv` for one exercise; `questions` are its columns. Questions that are only in rows, as the
    course no longer has them, are added."""

    questions: list[str]
    lines: list[tuple[list, dict, str]] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Add a student's line: points of each question, empty where nobody has given any yet.

        A hand-in that was not graded has no points at all, since an unjudged 0 must not slip into a grade.
        """
        graded = row.status == GRADED
        self.questions += [each.question for each in row.questions if each.question not in self.questions]
        earned = {each.question: each.earned for each in row.questions if graded and each.status != FOR_A_HUMAN}
        total = [row.earned, row.points, row.open_points] if graded else [""] * 3
        level = f"{row.level} {LEVELS[row.level][0]}"
        begin = [spelled(row.student), row.exercise, row.status, level, *total]
        self.lines.append((begin, earned, legible(row.reason)))

    def head(self) -> list[str]:
        """The columns of `grades.csv`."""
        return ["student", "exercise", "status", "level", "total", "of", "open", *self.questions, "reason"]

    def table(self) -> Iterable[list]:
        """The lines of `grades.csv`, one for each student."""
        return (
            [*begin, *(earned.get(each, "") for each in self.questions), reason] for begin, earned, reason in self.lines
        )
