"""What the first answers to an item were, in the whole class and in its low, middle and high third."""

from dataclasses import dataclass

from autogradlab.course.classroom import known
from autogradlab.course.classroom.cohort import HINTED, RIGHT, Cohort
from autogradlab.course.classroom.scores import THIRDS, Scores
from autogradlab.course.classroom.shares import FEWEST_TO_RANK, Share, clearly_more


@dataclass(frozen=True)
class DistractorRow:
    """One kind of first answer to an item. `thirds` is empty where a third would have fewer than five learners."""

    item: str
    answer: str
    statement: str
    all: Share
    thirds: dict[str, Share]

    @property
    def remark(self) -> str:
        """What this row says about the item; empty if nothing."""
        if self.answer in (RIGHT, HINTED):
            return ""
        if not self.all.count:
            return "nobody picks it" if self.all.of >= FEWEST_TO_RANK else ""
        inverted = self.thirds and clearly_more(self.thirds["high"], self.thirds["low"])
        return "picked by the high third: look at the item" if inverted else ""


def distractor_rows(cohort: Cohort, scores: Scores) -> list[DistractorRow]:
    """Rows item by item: right, right after a hint, ideas and near misses from the most frequent to those that nobody
    showed, unexplained."""
    return [row for item in cohort.visits for row in _of_item(item, cohort, scores)]


def _of_item(item: str, cohort: Cohort, scores: Scores) -> list[DistractorRow]:
    first = {learner: visit.first for learner, visit in cohort.visits[item].items()}
    thirds = scores.thirds(item)
    kinds = {RIGHT} | set(first.values()) | known.ideas(item)
    rows = [
        DistractorRow(
            item,
            kind,
            known.statement(kind),
            _share(kind, first, first),
            {name: _share(kind, first, thirds[name]) for name in THIRDS if thirds},
        )
        for kind in kinds
    ]
    return sorted(rows, key=_order)


def _share(kind: str, first: dict[str, str], learners) -> Share:
    learners = list(learners)
    return Share(sum(first[learner] == kind for learner in learners), len(learners))


def _order(row: DistractorRow) -> tuple:
    place = {RIGHT: 0, HINTED: 1, known.UNEXPLAINED: 3}.get(row.answer, 2)
    return place, -row.all.count, row.answer
