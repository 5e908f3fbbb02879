"""Whether a question is harder for one group than for another at the same score."""

from dataclasses import dataclass

import numpy as np

from autogradlab.course.inventory.analysis.cohort import Answers
from autogradlab.course.inventory.analysis.formulas import delta, holm, mantel_haenszel
from autogradlab.course.inventory.forms import questions

FEWEST_IN_A_GROUP = 50
LARGE = 1.5


@dataclass(frozen=True)
class Difference:
    """One question and two groups: ETS's delta (negative: harder for the first group), and p, corrected by Holm."""

    number: int
    idea: str
    delta: float
    p: float

    @property
    def found(self) -> bool:
        return self.p < 0.05 and abs(self.delta) >= LARGE


def differences(answers: Answers, group: np.ndarray) -> list[Difference]:
    """One row per question, for the learners in `group` (n, bool) against all others.

    Learners are compared within at most five classes of similar scores on the other questions.
    """
    rows = []
    for place, question in enumerate(questions("A")):
        rest = answers.scores - answers.right[:, place]
        odds, p = mantel_haenszel(answers.right[:, place], group, _classes(rest))
        rows.append((question, delta(odds), p))
    corrected = holm([p for *_, p in rows])
    return [Difference(question.number, question.idea, size, p) for (question, size, _), p in zip(rows, corrected)]


def can_compare(group: np.ndarray) -> bool:
    """Whether both groups are large enough."""
    return min(int(group.sum()), int((~group).sum())) >= FEWEST_IN_A_GROUP


def _classes(scores: np.ndarray) -> np.ndarray:
    edges = np.unique(np.quantile(scores, [0.2, 0.4, 0.6, 0.8]))
    return np.searchsorted(edges, scores)
