"""The views of a class as tables. The page and the CSV files are both made from these, so that they cannot disagree."""

from dataclasses import replace

from autogradlab.course.classroom.tables import Column, Table

from .items import Item
from .reasons import IdeaRow, Reason
from .wording import idea

MOST_REASONS = 40
_COMPARING = {"correlation", "flags"}  # kinds of columns that compare questions with each other


def flat(table: Table) -> tuple[list[str], list[list]]:
    """Heading and rows of the CSV file: numbers rounded to four decimals, and empty cells for a share that is None."""
    head, _ = table.flat()
    return head, [[part for pair in zip(table.columns, row) for part in _flat(*pair)] for row in table.rows]


def _flat(column: Column, value) -> list:
    head, [parts] = Table("", "", (column,), ((value,),)).flat()
    if value is None and column.kind == "share":
        return [""] * len(head)
    return [round(each, 4) if isinstance(each, float) else each for each in parts]


def item_table(items: list[Item]) -> Table:
    """One row for each question and each of its trials."""
    columns = (
        Column("question or trial", "named", "question"),
        Column("points", "number"),
        Column("students", "number"),
        Column("all points", "share"),
        Column("mean, in %", "number"),
        Column("not attempted", "share"),
        Column("correlation with everything else", "correlation"),
        Column("look at", "flags"),
    )
    return Table(
        "items",
        "Questions and trials",
        columns,
        tuple(
            (
                (item.name, f"in {item.title}" if item.trial else "the whole question"),
                item.points,
                item.right.of,
                item.right,
                round(100 * item.mean),
                item.untouched,
                item.correlation,
                item.flags if item.ranked else None,
            )
            for item in items
        ),
    )


def without_comparing(table: Table) -> Table:
    """The table of a class that is too small to compare anything: without columns that would say so in every row."""
    kept = [place for place, column in enumerate(table.columns) if column.kind not in _COMPARING]
    return replace(
        table,
        columns=tuple(table.columns[place] for place in kept),
        rows=tuple(tuple(row[place] for place in kept) for row in table.rows),
    )


def idea_table(rows: list[IdeaRow], titles: dict[str, str]) -> Table:
    """One row for each misconception, and where it was shown."""
    columns = (
        Column("misconception", "named", "statement"),
        Column("of the class", "share"),
        Column("lesson"),
        Column("where"),
    )
    return Table(
        "misconceptions",
        "Misconceptions behind lost trials",
        columns,
        tuple(
            (
                (row.idea, known.statement if (known := idea(row.idea)) else ""),
                row.share,
                known.lesson if known else "",
                "; ".join(f"{titles[name]} ({share.count} of {share.of})" for name, share in row.where.items()),
            )
            for row in rows
        ),
    )


def reason_table(reasons: list[Reason], titles: dict[str, str]) -> Table:
    """The rubric's sentences that five students or more were given."""
    rows = [(*_said(each, titles), each.idea or "–") for each in reasons if not each.is_error]
    columns = *_columns_of("what was said"), Column("idea")
    return Table("reasons", "Most common reasons", columns, tuple(rows[:MOST_REASONS]))


def error_table(reasons: list[Reason], titles: dict[str, str]) -> Table:
    """The errors with which the programs of five students or more ended."""
    rows = [_said(each, titles) for each in reasons if each.is_error]
    return Table("errors", "Most common errors", _columns_of("what happened"), tuple(rows[:MOST_REASONS]))


def _columns_of(what: str) -> tuple[Column, ...]:
    return Column("question"), Column(what), Column("trials"), Column("of those who tried", "share")


def _said(reason: Reason, titles: dict[str, str]) -> tuple:
    return titles[reason.question], reason.said, ", ".join(reason.trials) or "the cell itself", reason.share
