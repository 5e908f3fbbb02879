"""A class in a few sentences: what to look at first, with the same markup as the sentences of checks."""

from autogradlab.course.checks.wording import quoted
from autogradlab.course.classroom.findings import percent, signed

from .items import TOO_SLOW, Item
from .reasons import IdeaRow, Reason
from .wording import idea


def in_short(items: list[Item], ideas: list[IdeaRow], reasons: list[Reason]) -> list[str]:
    """At most five sentences, the most pressing first; none about a class that is too small for them."""
    items = [item for item in items if item.ranked]
    found = (
        _inverted(items),
        _slow(items),
        _hardest(items),
        _idea(ideas) if items else "",
        _error(reasons) if items else "",
    )
    return [sentence for sentence in found if sentence]


def _inverted(items: list[Item]) -> str:
    rows = [item for item in items if any(flag.serious and flag.clear for flag in item.flags)]
    if not rows:
        return ""
    worst = min(rows, key=lambda row: row.correlation.value)
    return (
        f"**Look first at how {_named(worst)} is judged.** Those who earn more elsewhere earn less here "
        f"(correlation {signed(worst.correlation.value)})."
    )


def _slow(items: list[Item]) -> str:
    rows = [item for item in items if any(flag.clear and flag.name == TOO_SLOW for flag in item.flags)]
    return rows and (
        f"**Many answers to {_named(rows[0])} were stopped by the time limit.** Is it long enough, or do they not end?"
    )


def _hardest(items: list[Item]) -> str:
    trials = [item for item in items if item.trial]
    if not trials:
        return ""
    row = min(trials, key=lambda item: item.right.value)
    return f"**The hardest was {_named(row)}:** {percent(row.right)} of those who tried passed it."


def _idea(rows: list[IdeaRow]) -> str:
    if not rows:
        return ""
    known = idea(rows[0].idea)
    said = f" (“{known.statement.rstrip('.')}”)" if known else ""
    return f"**The most common idea behind lost trials is `{rows[0].idea}`**{said}: {percent(rows[0].share)}."


def _error(reasons: list[Reason]) -> str:
    row = next((each for each in reasons if each.is_error), None)
    return row and f"**The most common error:** {quoted(row.said, 160)} {percent(row.share)} of those who tried."


def _named(item: Item) -> str:
    return f"“{quoted(item.trial)}” in “{quoted(item.title, 80)}”" if item.trial else f"“{quoted(item.title, 80)}”"
