"""The tables for spreadsheets: what everybody has, and what a human still has to read."""

from collections.abc import Mapping

from ..row import FOR_A_HUMAN, GRADED, Row
from .asked import Asked
from .legible import legible
from .wording import LEVELS

LONGEST_ANSWER = 4_000  # characters of an answer in a table; the student's page has all of it
TO_READ_HEAD = ["student", "exercise", "question", "points", "comment", "of", "answer"]


def grades_head(asked: Mapping[str, Asked]) -> list[str]:
    """The columns of `grades.csv`."""
    return ["student", "exercise", "status", "level", "total", "of", "open", *asked, "reason"]


def grades_line(row: Row, asked: Mapping[str, Asked]) -> list:
    """One student's line: points of each question, empty where nobody has given any yet.

    What was not graded has no points at all, since a 0 that nobody has judged must not slip into a grade.
    """
    earned = {each.question: each.earned for each in row.questions if each.status != FOR_A_HUMAN}
    graded = row.status == GRADED
    points = [row.earned, row.points, row.open_points] if graded else [""] * 3
    return [
        legible(row.student),
        row.exercise,
        row.status,
        f"{row.level} {LEVELS[row.level][0]}",
        *points,
        *(earned.get(each, "") if graded else "" for each in asked),
        legible(row.reason),
    ]


def to_read_lines(row: Row) -> list[list]:
    """A line for each answer that a human has to read. With points in it, `autogradlab marks` takes the table back."""
    return [
        [legible(row.student), row.exercise, each.question, "", "", each.points, legible(each.answer)[:LONGEST_ANSWER]]
        for each in row.questions
        if each.status == FOR_A_HUMAN
    ]
