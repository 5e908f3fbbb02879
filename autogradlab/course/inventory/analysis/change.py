"""What changed between two phases: the gain of the class, and which misconceptions went away."""

from dataclasses import dataclass

import numpy as np

from autogradlab.course.classroom.shares import SMALLEST_GROUP, Share
from autogradlab.course.inventory.analysis.cohort import Answers
from autogradlab.course.inventory.analysis.formulas import bootstrap, cohens_d, holm, mcnemar, normalized_gain
from autogradlab.course.inventory.forms import questions

#: The plan asks two main questions, about the gain and about the misconceptions, and they share the 5%.
ALPHA = 0.05 / 2


@dataclass(frozen=True)
class Gain:
    """The gain of those who finished both phases, as shares of all questions; `interval` is that of `normalized`."""

    learners: int
    before: float
    after: float
    normalized: float
    interval: tuple[float, float]
    absolute_interval: tuple[float, float]
    effect: float

    @property
    def absolute(self) -> float:
        return self.after - self.before

    @property
    def found(self) -> bool:
        """Whether the interval of the absolute gain leaves out 0."""
        low, high = self.absolute_interval
        return low > 0 or high < 0


@dataclass(frozen=True)
class Change:
    """One misconception in both phases: how many held it, left it, took it up; `p` is McNemar's, corrected by Holm."""

    idea: str
    before: Share
    after: Share
    left: int
    taken_up: int
    p: float

    @property
    def found(self) -> bool:
        return self.p < ALPHA

    @property
    def shown(self) -> bool:
        """Whether enough learners changed that nobody can be picked out."""
        return self.left + self.taken_up >= SMALLEST_GROUP


def gain(before: Answers, after: Answers, seed: int = 0) -> Gain:
    """The gain of a class from pairs of answers."""
    rows = np.stack([before.scores, after.scores], axis=1) / before.right.shape[1]
    first, last = rows.mean(axis=0)
    level = 1 - ALPHA
    return Gain(
        len(rows),
        float(first),
        float(last),
        float(normalized_gain(first, last)),
        bootstrap(normalized_gain, rows, level, seed),
        bootstrap(lambda before, after: after - before, rows, level, seed),
        cohens_d(rows[:, 0], rows[:, 1]),
    )


def changes(before: Answers, after: Answers) -> list[Change]:
    """Every misconception of the inventory, in the order of the ids."""
    found = [(idea, before.held(idea), after.held(idea)) for idea in every_idea()]
    corrected = holm([mcnemar(int((a & ~b).sum()), int((b & ~a).sum())) for _, a, b in found])
    return [
        Change(idea, _share(a), _share(b), int((a & ~b).sum()), int((b & ~a).sum()), p)
        for (idea, a, b), p in zip(found, corrected)
    ]


def every_idea(form: str = "A") -> list[str]:
    """The misconceptions behind the answers of a form."""
    return sorted({idea for question in questions(form) for idea in question.ideas})


def _share(held: np.ndarray) -> Share:
    return Share(int(held.sum()), len(held))
