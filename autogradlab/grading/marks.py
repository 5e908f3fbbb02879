"""Points that a human gives: read from a CSV, checked against the gradebook, and entered into rows."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from autogradlab.spreadsheet import meant

from .names import shown, unspelled
from .row import CORRECT, FOR_A_HUMAN, PARTLY, WRONG, QuestionRow, Row

COLUMNS = ("student", "exercise", "question", "points")
LARGEST = 10 * 2**20  # bytes of the CSV
_WHOLE = re.compile(r"([0-9]+)\.0*")  # pandas writes whole numbers like this if the column has gaps


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
    """The row with a human's points. Points for an earlier submission, or more than the question gives now, do not
    count: the judge's result holds again, and a finding (for an open answer, its reason, too) tells their number."""
    questions, asked = [], {each.question: each for each in row.questions}
    given = {mark.question: mark for mark in marks}
    outlived = {name: said for name, mark in given.items() if (said := _outlived(mark, row, asked.get(name)))}
    for name, question in asked.items():
        if name in outlived and question.status == FOR_A_HUMAN:
            said = f"{outlived[name][0].upper()}{outlived[name][1:]}."
            question = replace(question, reason=f"{said} {question.reason}".strip())
        questions.append(_marked(question, given[name]) if name in given and name not in outlived else question)
    return replace(row, questions=tuple(questions), findings=(*row.findings, *outlived.values()))


def _outlived(mark: Mark, row: Row, question: QuestionRow | None) -> str:
    """Why a mark does not count any more; empty if it does."""
    points = f"the {mark.points} points that a human gave to {mark.question}"
    if mark.submission != row.submission:
        return f"{points} were for an earlier version: read this one"
    if question is None:
        return f"{points} do not count: it is no longer asked"
    if mark.points > question.points:
        return f"{points} are more than the {question.points} that it gives now: read it again"
    return ""


def _marked(question: QuestionRow, mark: Mark) -> QuestionRow:
    status = CORRECT if mark.points == question.points else PARTLY if mark.points else WRONG
    return replace(question, status=status, earned=mark.points, reason=given_by_hand(mark.comment))


def given_by_hand(comment: str) -> str:
    """The reason of an answer whose points a human gave."""
    return f"Given by hand: {comment}" if comment else "Given by hand."


def read(path: Path) -> list[tuple[int, dict[str, str]]]:
    """The lines of a CSV with columns student, exercise, question, points and perhaps comment, each with its number.

    Errors:  ValueError if it cannot be read, or is not such a table.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise ValueError(
            f"`{path}` cannot be opened: {error.strerror}\n  help: name a CSV with the columns {','.join(COLUMNS)}"
        ) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"`{path}` is not UTF-8\n  help: save it as `CSV UTF-8` in the spreadsheet") from None
    first = text.partition("\n")[0]
    # Not `splitlines`, which would also split a comment at U+2028, a line separator that word processors insert.
    table = io.StringIO(text, newline="")
    lines = csv.reader(table, delimiter=";" if first.count(";") > first.count(",") else ",")
    try:
        return _table([(lines.line_num, line) for line in lines if any(line)], path)
    except csv.Error as error:
        raise ValueError(f"`{path}`, line {lines.line_num}, is not a line of a CSV: {error}") from None


def _table(lines: list[tuple[int, list[str]]], path: Path) -> list[tuple[int, dict[str, str]]]:
    if not lines:
        raise ValueError(f"`{path}` is empty\n  help: its first line is {','.join(COLUMNS)},comment")
    head = [name.strip().lower() for name in lines[0][1]]
    missing = [name for name in COLUMNS if name not in head]
    if missing:
        raise ValueError(
            f"`{path}` has no column {', '.join(missing)}\n  help: its first line is {','.join(COLUMNS)},comment"
        )
    return [(number, _with_whole_points(dict(zip(head, line)))) for number, line in lines[1:]]


def _with_whole_points(line: dict[str, str]) -> dict[str, str]:
    whole = _WHOLE.fullmatch((line.get("points") or "").strip())
    return line | {"points": whole[1]} if whole else line


def check(lines, present) -> tuple[list[Mark], list[str], list[str]]:
    """(marks, problems, overrides) from the lines of a CSV; `present` returns a student's row for an exercise, with
    earlier marks, or None. Problems, and overrides of points already given, are one sentence each. A line without
    points is skipped: that answer has not been read yet."""
    marks, problems, overrides, seen = [], [], [], set()
    for number, line in lines:
        line = {name: (line.get(name) or "").strip() for name in (*COLUMNS, "comment")}
        if not line["points"]:
            continue
        row = _row_of(line, present)
        question = next((each for each in row.questions if each.question == line["question"]), None) if row else None
        problem = _problem(line, row, question)
        if not problem and (row.student, row.exercise, question.question) in seen:
            problem = f"{question.question} of {shown(row.student)} is marked twice"
        if problem:
            problems.append(f"line {number}: {problem}")
            continue
        mark = Mark(
            row.student, row.exercise, question.question, int(line["points"]), meant(line["comment"]), row.submission
        )
        seen.add((row.student, row.exercise, question.question))
        marks.append(mark)
        if question.status != FOR_A_HUMAN and question.earned != mark.points:
            overrides.append(
                f"{shown(mark.student)}, {mark.exercise}, {mark.question}: {mark.points} instead of "
                f"{question.earned} of {question.points}"
            )
    return marks, problems, overrides


def _row_of(line: dict, present) -> Row | None:
    """The row of the student that a line names, spelled as in our tables or with the id as it is."""
    return present(unspelled(line["student"]), line["exercise"]) or present(line["student"], line["exercise"])


def _problem(line: dict, row: Row | None, question: QuestionRow | None) -> str:
    if row is None:
        return f"no hand-in of `{shown(line['student'])}` for `{shown(line['exercise'])}` is in the gradebook"
    if question is None:
        known = ", ".join(each.question for each in row.questions) or "none, because it was not graded"
        return f"`{shown(line['question'])}` is not a question of this hand-in; there are: {known}"
    points = line["points"]
    if not re.fullmatch("[0-9]{1,4}", points) or int(points) > question.points:
        asked = f"{question.question} of {shown(row.student)}"  # a spreadsheet counts rows, not lines
        return f"{asked} gives whole points from 0 to {question.points}, and `{shown(points)}` is not one"
    return ""
