"""The item table: how hard each item is, how learners went about it, and what is worth a second look."""

from dataclasses import dataclass

from autogradlab.course.classroom import known
from autogradlab.course.classroom.cohort import Cohort, Visit
from autogradlab.course.classroom.scores import Scores
from autogradlab.course.classroom.shares import FEWEST_TO_RANK, Correlation, Share, Spread

HARD, EASY, WEAK, PUZZLING, GIVEN_UP = 0.2, 0.9, 0.2, 0.3, 0.4


@dataclass(frozen=True)
class Flag:
    """A reason to look at an item, `clear` if the whole interval lies beyond the limit; else it may be chance."""

    name: str
    clear: bool
    serious: bool = False


@dataclass(frozen=True)
class ItemRow:
    """One item: shares of learners, and medians (with quartiles) over those who answered."""

    item: str
    task: str
    learners: int
    right: Share
    passed: Share
    unexplained: Share
    revealed: Share
    answers: Spread
    hint: Spread
    seconds: Spread | None
    correlation: Correlation

    @property
    def ranked(self) -> bool:
        """Whether enough learners answered for flags beside the numbers."""
        return self.learners >= FEWEST_TO_RANK

    @property
    def flags(self) -> list[Flag]:
        return list(_flags(self)) if self.ranked else []


def item_rows(cohort: Cohort, scores: Scores) -> list[ItemRow]:
    """A row for every item that at least five learners answered, in the order of their ids."""
    return [_row(item, cohort, scores) for item in cohort.visits]


def easiest_first(rows: list[ItemRow]) -> list[ItemRow]:
    """The rows by how many were right at the first answer."""
    return sorted(rows, key=lambda row: -row.right.value)


def _row(item: str, cohort: Cohort, scores: Scores) -> ItemRow:
    visits, met = list(cohort.visits[item].values()), list(cohort.met[item].values())
    missed = [visit for visit in visits if not visit.answers[0].passed]
    times = [known.DURATIONS.index(time) for visit in visits if (time := visit.answers[0].seconds) in known.DURATIONS]
    return ItemRow(
        item,
        known.task(item),
        len(visits),
        right=_share(visits, lambda visit: visit.right_at_first),
        passed=_share(visits, lambda visit: visit.passed),
        unexplained=_share(missed, lambda visit: visit.first == known.UNEXPLAINED),
        revealed=_share(met, lambda visit: visit.revealed),
        answers=Spread.of(len(visit.answers) for visit in visits),
        hint=Spread.of(visit.highest_hint for visit in visits),
        seconds=_in_words(Spread.of(times)) if times else None,
        correlation=scores.correlation(item),
    )


def _share(visits: list[Visit], holds) -> Share:
    return Share(sum(map(holds, visits)), len(visits))


def _in_words(places: Spread) -> Spread:
    return Spread(*(known.DURATIONS[place] for place in (places.low, places.middle, places.high)))


def _flags(row: ItemRow):
    if row.right.value < HARD:
        yield Flag("very hard", row.right.high < HARD)
    if row.right.value > EASY:
        yield Flag("very easy", row.right.low > EASY)
    if row.correlation.shown and row.correlation.value < 0:
        yield Flag("negative correlation", row.correlation.high < 0, serious=True)
    elif row.correlation.shown and row.correlation.value < WEAK:
        yield Flag("weak correlation", row.correlation.high < WEAK)
    if row.unexplained.shown and row.unexplained.value > PUZZLING:
        yield Flag("many unexplained answers", row.unexplained.low > PUZZLING)
    if row.revealed.value > GIVEN_UP:
        yield Flag("solution opened often", row.revealed.low > GIVEN_UP)
