"""The views as tables. The page and the CSV files are both made from these, so that they cannot disagree."""

from dataclasses import dataclass

from autogradlab.course.classroom.distractors import DistractorRow
from autogradlab.course.classroom.ideas import IdeaRow
from autogradlab.course.classroom.items import ItemRow
from autogradlab.course.classroom.scores import THIRDS
from autogradlab.course.classroom.shares import FEWEST_TO_RANK, SMALLEST_GROUP
from autogradlab.course.classroom.transitions import NEXT, TransitionRow
from autogradlab.course.classroom.unexplained import UnexplainedRow

UNDER = f"under {SMALLEST_GROUP}"


@dataclass(frozen=True)
class Column:
    """A heading and how its cells are shown: "text", "number", "code", "named" (a name with its meaning; `more` is the
    heading of the meaning), "share", "correlation", "spread" or "flags"."""

    title: str
    kind: str = "text"
    more: str = ""


@dataclass(frozen=True)
class Table:
    """A table of one view; its file is called `name` too."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple, ...]

    def flat(self) -> tuple[list[str], list[list]]:
        """Headings and rows with one number or text per cell: a share becomes four cells, value, low, high and of."""
        head = [title for column in self.columns for title in _titles(column)]
        return head, [
            [cell for column, value in zip(self.columns, row) for cell in _cells(column, value)] for row in self.rows
        ]


def item_table(rows: list[ItemRow], caption: str = "Items") -> Table:
    """One row per item: how hard it is, how learners went about it, what is worth a second look."""
    columns = (
        Column("item", "named", "task"),
        Column("learners", "number"),
        Column("right at first", "share"),
        Column("right in the end", "share"),
        Column("solution opened", "share"),
        Column("answers each", "spread"),
        Column("highest hint", "spread"),
        Column("time to first answer", "spread"),
        Column("correlation with the other items", "correlation"),
        Column("unexplained among the wrong", "share"),
        Column("look at", "flags"),
    )
    return Table(
        "items",
        caption,
        columns,
        tuple(
            (
                (row.item, row.task),
                row.learners,
                row.right,
                row.passed,
                row.revealed,
                row.answers,
                row.hint,
                row.seconds,
                row.correlation,
                row.unexplained,
                row.flags if row.ranked else None,
            )
            for row in rows
        ),
    )


def distractor_table(rows: list[DistractorRow], caption: str = "First answers") -> Table:
    """One row for each kind of first answer to an item, with its share in the class and in the thirds."""
    columns = (
        Column("item"),
        Column("first answer", "named", "statement"),
        Column("whole class", "share"),
        *(Column(f"{name} third", "share") for name in THIRDS),
        Column("remark"),
    )
    return Table(
        "first_answers",
        caption,
        columns,
        tuple(
            (row.item, (row.answer, row.statement), row.all, *map(row.thirds.get, THIRDS), row.remark) for row in rows
        ),
    )


def idea_table(rows: list[IdeaRow]) -> Table:
    """One row for each lesson and misconception."""
    columns = (
        Column("lesson"),
        Column("misconception", "named", "statement"),
        Column("showed it", "share"),
        Column("right when it came back", "share"),
        Column("were sure of it", "share"),
    )
    return Table(
        "misconceptions",
        "Misconceptions by lesson",
        columns,
        tuple((row.lesson, (row.idea, row.statement), row.shown, row.repaired, row.sure) for row in rows),
    )


def transition_table(rows: list[TransitionRow]) -> Table:
    """One row for each item and kind of wrong answer."""
    columns = (
        Column("item"),
        Column("wrong answer", "named", "statement"),
        Column("learners", "number"),
        *(Column(name, "share") for name in NEXT),
        Column("remark"),
    )
    return Table(
        "next_answers",
        "What came after a wrong answer",
        columns,
        tuple((row.item, (row.idea, row.statement), row.learners, *row.next.values(), row.remark) for row in rows),
    )


def unexplained_table(rows: list[UnexplainedRow]) -> Table:
    """One row for each answer that no feedback names."""
    columns = (Column("item"), Column("answer", "code"), Column("of those who missed the item", "share"))
    return Table(
        "unexplained",
        "Wrong answers that no feedback names",
        columns,
        tuple((row.item, row.answer, row.share) for row in rows),
    )


def _titles(column: Column) -> list[str]:
    parts = {"named": ["", column.more], "share": ["", " low", " high", " of"], "spread": ["", " low", " high"]}
    titles = parts.get("share" if column.kind == "correlation" else column.kind, [""])
    return [title if title == column.more and title else column.title + title for title in titles]


def _cells(column: Column, value) -> list:
    match column.kind:
        case "named":
            return list(value)
        case "share":
            return [value.value, value.low, value.high, value.of] if value and value.shown else ["", "", "", UNDER]
        case "correlation":
            few = f"under {FEWEST_TO_RANK}" if value.of < FEWEST_TO_RANK else "all alike"
            return [value.value, value.low, value.high, value.of] if value.shown else ["", "", "", few]
        case "spread":
            return [value.middle, value.low, value.high] if value else ["", "", ""]
        case "flags":
            return [
                "too few to rank"
                if value is None
                else "; ".join(flag.name if flag.clear else f"{flag.name} (may be chance)" for flag in value)
            ]
    return [value]
