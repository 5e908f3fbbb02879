"""The item table: how hard each question and trial was, how it correlates with the rest, and what is worth a look."""

from dataclasses import dataclass, field

import numpy as np

from autogradlab.course.classroom.items import EASY, HARD, WEAK, Flag
from autogradlab.course.classroom.shares import FEWEST_TO_RANK, Correlation, Share

from .cohort import Cohort

SLOW = 0.05  # with a larger share of time-outs, the time limit is worth a look
TOO_SLOW = "many over the time limit"


@dataclass(frozen=True)
class Item:
    """A question, or one trial of it.

    right        the share, of those graded (for a trial: of those who tried the question), that earned all its points
    mean         the mean share of its points that was earned
    untouched    the share that did not attempt it; None for a trial
    correlation  of what was earned here with what was earned in everything else
    """

    question: str
    trial: str
    title: str
    points: int
    right: Share
    mean: float
    untouched: Share | None
    correlation: Correlation
    flags: list[Flag] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.trial or self.title

    @property
    def ranked(self) -> bool:
        """Whether there are enough students to flag and compare it, beyond showing numbers."""
        return self.right.of >= FEWEST_TO_RANK


def items(cohort: Cohort) -> list[Item]:
    """A row for each question, followed by its trials; answers in words once all of them were read."""
    return [item for name in cohort.asked for item in _of_question(cohort, name) if item.right.shown]


def _of_question(cohort: Cohort, name: str):
    asked, found = cohort.asked[name], cohort.question(name)
    known = ~np.isnan(found)
    if known.all() or (asked.trials and known.any()):
        own = np.nan_to_num(found) * asked.points * cohort.counts(name)
        slow = Share(cohort.timed_out(name), len(found))
        untouched = Share(cohort.untouched(name), len(found))
        yield _item(cohort, name, "", asked.points, found, own, untouched, slow)
    for trial in asked.trials:
        found, points = cohort.trial(name, trial), asked.worth[trial]
        if not np.isnan(found).all():
            yield _item(cohort, name, trial, points, found, np.nan_to_num(found) * points, None, None)


def _item(cohort: Cohort, name: str, trial: str, points: int, found, own, untouched, slow) -> Item:
    """`own` are everybody's points from this item, which are taken off the totals that it is correlated with."""
    known = ~np.isnan(found)
    right = Share(int((found[known] >= 1).sum()), int(known.sum()))
    correlation = _correlation(found[known], (cohort.totals - own)[known])
    flags = list(_flags(right, correlation, slow)) if right.of >= FEWEST_TO_RANK else []
    return Item(
        name, trial, cohort.asked[name].title, points, right, float(found[known].mean()), untouched, correlation, flags
    )


def _correlation(found, rest) -> Correlation:
    varied = len(found) > 1 and found.std() > 0 and rest.std() > 0
    return Correlation(float(np.corrcoef(found, rest)[0, 1]) if varied else np.nan, len(found))


def _flags(right: Share, correlation: Correlation, slow: Share | None):
    if right.value < HARD:
        yield Flag("very hard", right.high < HARD)
    if right.value > EASY:
        yield Flag("very easy", right.low > EASY)
    if correlation.shown and correlation.value < 0:
        yield Flag("negative correlation", correlation.high < 0, serious=True)
    elif correlation.shown and correlation.value < WEAK:
        yield Flag("weak correlation", correlation.high < WEAK)
    if slow and slow.value > SLOW:
        yield Flag(TOO_SLOW, slow.low > SLOW)
