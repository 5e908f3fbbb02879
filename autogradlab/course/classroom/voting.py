"""Two items per lesson for a vote in class: peer instruction works best where 30 to 70% are right at first."""

from autogradlab.course.checks.mastery import lesson_of
from autogradlab.course.classroom import known
from autogradlab.course.classroom.distractors import DistractorRow
from autogradlab.course.classroom.items import ItemRow

LOWEST, HIGHEST, ITEMS = 0.3, 0.7, 2


def for_a_vote(rows: list[ItemRow], distractors: list[DistractorRow]) -> dict[str, list[ItemRow]]:
    """The best items of each lesson, {lesson: at most two}: about half right, and many of the others with a named idea.

    Items of fewer than twenty learners and those with a negative correlation are left out.
    """
    found: dict[str, list[ItemRow]] = {}
    for row in sorted(filter(_fits, rows), key=lambda row: _distance(row, distractors)):
        found.setdefault(lesson_of(row.item), []).append(row)
    return {lesson: found[lesson][:ITEMS] for lesson in sorted(found)}


def _fits(row: ItemRow) -> bool:
    return row.ranked and LOWEST <= row.right.value <= HIGHEST and not any(flag.serious for flag in row.flags)


def _distance(row: ItemRow, distractors: list[DistractorRow]) -> float:
    named = sum(each.all.count for each in distractors if each.item == row.item and known.is_misconception(each.answer))
    return abs(row.right.value - 0.5) - 0.5 * named / row.learners
