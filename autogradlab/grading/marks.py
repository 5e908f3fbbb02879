"""Points that a human gives: read from a CSV, checked against the gradebook, put in place of what stands in a row."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from .names import shown
from .row import CORRECT, FOR_A_HUMAN, PARTLY, WRONG, QuestionRow, Row

COLUMNS = ("student", "exercise", "question", "points")
LARGEST = 10 * 2**20  # bytes of the CSV


@dataclass(frozen=True)
class Mark:
    """Whole points for the answer to one question, in the submission of that hash; the comment is for the student."""

    student: str
    exercise: str
    question: str
    points: int
    comment: str = ""
    submission: str = ""


def with_marks(row: Row, marks: Iterable[Mark]) -> Row:
    """The row with a human's points. Those for an earlier submission do not count; a finding asks to read again."""
    given = {mark.question: mark for mark in marks}
    valid = {name: mark for name, mark in given.items() if mark.submission == row.submission}
    questions = tuple(_marked(each, valid[each.question]) if each.question in valid else each for each in row.questions)
    earlier = tuple(
        f"the {mark.points} points that a human gave to {name} were for an earlier version: read this one"
        for name, mark in given.items()
        if name not in valid
    )
    return replace(row, questions=questions, findings=row.findings + earlier)


def _marked(question: QuestionRow, mark: Mark) -> QuestionRow:
    status = CORRECT if mark.points == question.points else PARTLY if mark.points else WRONG
    reason = f"Given by hand: {mark.comment}" if mark.comment else "Given by hand."
    return replace(question, status=status, earned=mark.points, reason=reason)


def read(path: Path) -> list[tuple[int, dict[str, str]]]:
    """The lines of a CSV with columns student, exercise, question, points and perhaps comment, each with its number.

    Errors:  ValueError if it is no such table; OSError.
    """
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"`{path}` is not UTF-8\n  help: save it as `CSV UTF-8` in the spreadsheet") from None
    first = text.partition("\n")[0]
    lines = csv.reader(text.splitlines(keepends=True), delimiter=";" if first.count(";") > first.count(",") else ",")
    try:
        return _table([(lines.line_num, line) for line in lines if any(line)], path)
    except csv.Error as error:
        raise ValueError(f"`{path}`, line {lines.line_num}, is no line of a CSV: {error}") from None


def _table(lines: list[tuple[int, list[str]]], path: Path) -> list[tuple[int, dict[str, str]]]:
    head = [name.strip().lower() for name in lines[0][1]] if lines else []
    missing = [name for name in COLUMNS if name not in head]
    if missing:
        raise ValueError(
            f"`{path}` has no column {', '.join(missing)}\n  help: its first line is {','.join(COLUMNS)},comment"
        )
    return [(number, dict(zip(head, line))) for number, line in lines[1:]]


def check(lines, present) -> tuple[list[Mark], list[str], list[str]]:
    """(marks, problems, what they override), from lines of a CSV and a function that gives the row of a student's
    answer to an exercise, with earlier marks, or None. One sentence for each problem."""
    marks, problems, overrides, seen = [], [], [], set()
    for number, line in lines:
        line = {name: (line.get(name) or "").strip() for name in (*COLUMNS, "comment")}
        row = _row_of(line, present)
        question = next((each for each in row.questions if each.question == line["question"]), None) if row else None
        problem = _problem(line, row, question)
        if not problem and (row.student, row.exercise, question.question) in seen:
            problem = f"{question.question} of {shown(row.student)} is marked twice"
        if problem:
            problems.append(f"line {number}: {problem}")
            continue
        mark = Mark(row.student, row.exercise, question.question, int(line["points"]), line["comment"], row.submission)
        seen.add((row.student, row.exercise, question.question))
        marks.append(mark)
        if question.status != FOR_A_HUMAN and question.earned != mark.points:
            overrides.append(
                f"{shown(mark.student)}, {mark.exercise}, {mark.question}: {mark.points} in place of "
                f"{question.earned} of {question.points}"
            )
    return marks, problems, overrides


def _row_of(line: dict, present) -> Row | None:
    """Our own tables write `'=name` where a spreadsheet would execute `=name`: both are that student."""
    row = present(line["student"], line["exercise"])
    return row or (present(line["student"][1:], line["exercise"]) if line["student"].startswith("'") else None)


def _problem(line: dict, row: Row | None, question: QuestionRow | None) -> str:
    if row is None:
        return f"no hand-in of `{shown(line['student'])}` for `{shown(line['exercise'])}` is in the gradebook"
    if question is None:
        known = ", ".join(each.question for each in row.questions) or "none, as it was not graded"
        return f"`{shown(line['question'])}` is no question of this hand-in; there are: {known}"
    points = line["points"]
    if not (points.isascii() and points.isdigit()) or int(points[:9]) > question.points:
        return f"{question.question} gives whole points from 0 to {question.points}, and `{shown(points)}` is not one"
    return ""
