"""How learners did on all the other items: the measure that each item is compared with."""

import numpy as np

from autogradlab.course.classroom.cohort import Cohort
from autogradlab.course.classroom.shares import SMALLEST_GROUP, Correlation

THIRDS = ("low", "middle", "high")
FEWEST_OTHERS = 3


class Scores:
    """First answers as a table of learners and items: 1 right, 0 not, nan not answered."""

    def __init__(self, cohort: Cohort):
        self.cohort = cohort
        self.items = list(cohort.visits)
        self.right = np.full((len(cohort.learners), len(self.items)), np.nan)
        rows = {learner: row for row, learner in enumerate(cohort.learners)}
        for column, item in enumerate(self.items):
            for learner, visit in cohort.visits[item].items():
                self.right[rows[learner], column] = visit.right_at_first

    def correlation(self, item: str) -> Correlation:
        """The corrected item-total correlation: of being right at this item with doing well on the others."""
        rest, right = self.rest(item), self.right[:, self.items.index(item)]
        known = ~np.isnan(rest)
        rest, right = rest[known], right[known]
        varied = known.sum() > 1 and rest.std() > 0 and right.std() > 0
        return Correlation(float(np.corrcoef(rest, right)[0, 1]) if varied else np.nan, int(known.sum()))

    def thirds(self, item: str) -> dict[str, list[str]]:
        """The learners of an item in thirds by how they did elsewhere; empty if the class or a third is too small."""
        rest = self.rest(item)
        ranked = [self.cohort.learners[row] for row in np.argsort(rest, kind="stable") if not np.isnan(rest[row])]
        cuts = [round(len(ranked) * part / 3) for part in range(4)]
        if not self.cohort.ranks or len(ranked) // 3 < SMALLEST_GROUP:
            return {}
        return {name: ranked[low:high] for name, low, high in zip(THIRDS, cuts, cuts[1:])}

    def rest(self, item: str) -> np.ndarray:
        """How much more often than the class each learner was right on the other items; nan if there are too few.

        The class's share is subtracted from each item first, so that a learner who met only hard items is not behind.
        """
        column = self.items.index(item)
        others = np.delete(self.right, column, axis=1)
        counts = (~np.isnan(others)).sum(axis=1)
        enough = (counts >= FEWEST_OTHERS) & ~np.isnan(self.right[:, column])
        sums = np.nansum(others - np.nanmean(others, axis=0), axis=1)
        return np.where(enough, sums / np.maximum(counts, 1), np.nan)
