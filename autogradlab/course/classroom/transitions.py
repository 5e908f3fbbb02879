"""From a wrong answer to what came next: does the feedback repair what it names?"""

from collections import Counter
from dataclasses import dataclass

from autogradlab.course.classroom import known
from autogradlab.course.classroom.cohort import Cohort, Visit, kind
from autogradlab.course.classroom.shares import FEWEST_TO_RANK, SMALLEST_GROUP, Share

#: What can come next, in the order in which the report shows it.
NEXT = ("right", "another wrong answer", "the same again", "opened the solution", "stopped")
SAME_AGAIN = 0.3


@dataclass(frozen=True)
class TransitionRow:
    """The learners who gave an answer of this kind to this item, by what they did after the first such answer."""

    item: str
    idea: str
    statement: str
    next: dict[str, Share]

    @property
    def learners(self) -> int:
        return self.next["right"].of

    @property
    def same(self) -> Share:
        return self.next["the same again"]

    @property
    def remark(self) -> str:
        """Whether the feedback repairs little: a clear finding, or one that may be chance."""
        if self.learners < FEWEST_TO_RANK or self.same.value <= SAME_AGAIN:
            return ""
        return "repairs little" if self.same.low > SAME_AGAIN else "repairs little (may be chance)"


def transition_rows(cohort: Cohort) -> list[TransitionRow]:
    """A row for each item and kind of wrong answer that at least five learners gave, most repeated first.

    Predictions are left out: they are answered once.
    """
    items = {item: visits for item, visits in cohort.visits.items() if not known.is_prediction(item)}
    rows = [row for item, visits in items.items() for row in _of_item(item, list(visits.values()))]
    return sorted(rows, key=lambda row: (-row.same.value, row.item, row.idea))


def _of_item(item: str, visits: list[Visit]):
    nexts: dict[str, Counter] = {}
    for visit in visits:
        for idea, came in _of_visit(visit).items():
            nexts.setdefault(idea, Counter())[came] += 1
    for idea, counts in nexts.items():
        if counts.total() >= SMALLEST_GROUP:
            shares = {name: Share(counts[name], counts.total()) for name in NEXT}
            yield TransitionRow(item, idea, known.statement(idea), shares)


def _of_visit(visit: Visit) -> dict[str, str]:
    """What came after the first wrong answer of each kind."""
    found: dict[str, str] = {}
    for line, following in zip(visit.lines, [*visit.lines[1:], None]):
        if line.is_answer and not line.passed:
            found.setdefault(kind(line), _what_came(line, following))
    return found


def _what_came(line, following) -> str:
    if following is None:
        return "stopped"
    if not following.is_answer:
        return "opened the solution"
    if following.passed:
        return "right"
    return "the same again" if kind(following) == kind(line) else "another wrong answer"
