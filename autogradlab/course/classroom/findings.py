"""The report in short: a few sentences on what to do first, in marked text (see checks/wording.py)."""

from autogradlab.course.checks.wording import quoted
from autogradlab.course.classroom.ideas import IdeaRow
from autogradlab.course.classroom.items import ItemRow
from autogradlab.course.classroom.shares import FEWEST_TO_RANK, Share
from autogradlab.course.classroom.transitions import TransitionRow
from autogradlab.course.classroom.unexplained import UnexplainedRow
from autogradlab.course.classroom.voting import HIGHEST, LOWEST


def percent(share: Share) -> str:
    """A share with its interval, in words."""
    return f"{100 * share.value:.0f}% ({100 * share.low:.0f} to {100 * share.high:.0f}%)"


def signed(number: float) -> str:
    """A correlation with a real minus sign."""
    return f"{number:.2f}".replace("-", "−")


def findings(
    items: list[ItemRow],
    ideas: list[IdeaRow],
    transitions: list[TransitionRow],
    unexplained: list[UnexplainedRow],
    votes: dict[str, list[ItemRow]],
) -> list[str]:
    """At most five sentences, the most pressing first; without findings, none."""
    found = (_broken(items), _widespread(ideas), _stubborn(transitions), _unexplained(unexplained), _votes(votes))
    return [sentence for sentence in found if sentence]


def _broken(items: list[ItemRow]) -> str:
    rows = [row for row in items if any(flag.serious and flag.clear for flag in row.flags)]
    if not rows:
        return ""
    named = ", ".join(f"`{row.item}`" for row in sorted(rows, key=lambda row: row.correlation.value))
    return (
        f"**Look at the key of {named} first.** Learners who do well elsewhere do worse here "
        f"(lowest correlation {signed(min(row.correlation.value for row in rows))})."
    )


def _widespread(ideas: list[IdeaRow]) -> str:
    ideas = [row for row in ideas if row.shown.of >= FEWEST_TO_RANK]
    if not ideas:
        return ""
    row = max(ideas, key=lambda row: row.shown.value)
    said = f" (“{row.statement.rstrip('.')}”)" if row.statement else ""
    return f"**The most common misconception is `{row.idea}`**{said}: {percent(row.shown)} in lesson {row.lesson}."


def _stubborn(transitions: list[TransitionRow]) -> str:
    row = next((row for row in transitions if row.remark), None)
    return row and (
        f"**The feedback on `{quoted(row.idea)}` at `{row.item}` repairs least:** {percent(row.same)} gave "
        "the same answer again."
    )


def _unexplained(rows: list[UnexplainedRow]) -> str:
    if not rows:
        return ""
    row = rows[0]
    return (
        f"**The answer `{quoted(row.answer)}` at `{row.item}` has no name yet:** {row.share.count} "
        "learners gave it. What could they have thought?"
    )


def _votes(votes: dict[str, list[ItemRow]]) -> str:
    if not votes:
        return ""
    named = "; ".join(
        f"lesson {lesson}: {' and '.join(f'`{row.item}`' for row in rows)}" for lesson, rows in votes.items()
    )
    return f"**Good for a vote in class** ({100 * LOWEST:.0f} to {100 * HIGHEST:.0f}% were right at first): {named}."
