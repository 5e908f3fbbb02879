"""A class at one exercise, as tables of numbers: who earned how much where. Texts of submissions are not kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autogradlab.course.classroom.shares import SMALLEST_GROUP

from ..row import FOR_A_HUMAN, GRADED, NOT_ATTEMPTED, TIMED_OUT, Row
from ..versions import LATE, SEVERAL
from .asked import Asked
from .reasons import Sayings


@dataclass(frozen=True, slots=True)
class Standing:
    """What is kept of a row: for its questions, in the exercise's order, their `statuses` and the points earned
    (`each`); `late` and `several` are the notes on lateness and on other versions, if there are any."""

    student: str
    status: str
    reason: str
    level: int
    earned: int
    points: int
    open_points: int
    findings: int
    statuses: tuple[str, ...]
    each: tuple[int, ...]
    late: str = ""
    several: str = ""


class Cohort:
    """Everybody's rows of one exercise, added one at a time; numbers are worked out when they are asked for."""

    def __init__(self, asked: Mapping[str, Asked]):
        self.asked = asked
        self.standings: list[Standing] = []
        self.sayings = Sayings(asked)
        self._trials: list[np.ndarray] = []
        self._places = {
            (each.question, trial): place
            for place, (each, trial) in enumerate((each, trial) for each in asked.values() for trial in each.trials)
        }

    def add(self, row: Row) -> None:
        """Add a row, graded or not."""
        found = {each.question: each for each in row.questions}
        known = [found.get(each) for each in self.asked]
        self.standings.append(
            Standing(
                row.student,
                row.status,
                row.reason,
                row.level,
                row.earned,
                row.points,
                row.open_points,
                len(row.findings),
                tuple(each.status if each else "" for each in known),
                tuple(each.earned if each else 0 for each in known),
                *(next((said for said in row.findings if said.startswith(begin)), "") for begin in (LATE, SEVERAL)),
            )
        )
        if row.status != GRADED:
            return
        trials = np.full(len(self._places), np.nan)
        for question in row.questions:
            for trial in question.trials:
                if (place := self._places.get((question.question, trial.name))) is not None and trial.points:
                    trials[place] = trial.earned / trial.points
        self._trials.append(trials)
        self.sayings.add(row)

    @cached_property
    def graded(self) -> list[Standing]:
        return [each for each in self.standings if each.status == GRADED]

    @property
    def problems(self) -> list[Standing]:
        """Those that were not graded."""
        return [each for each in self.standings if each.status != GRADED]

    @property
    def to_read(self) -> list[Standing]:
        """Those with an answer that a human has to read."""
        return [each for each in self.graded if each.open_points]

    @property
    def several(self) -> list[Standing]:
        """Those who handed in more than one version."""
        return [each for each in self.standings if each.several]

    @property
    def empty(self) -> list[Standing]:
        """Those who were graded and attempted nothing."""
        return [each for each in self.graded if set(each.statuses) == {NOT_ATTEMPTED}]

    @property
    def is_shown(self) -> bool:
        """Whether there are enough to show numbers about the class."""
        return len(self.graded) >= SMALLEST_GROUP

    @property
    def is_final(self) -> bool:
        """Whether all answers that a human reads have their points."""
        return not self.to_read

    def counts(self, question: str) -> bool:
        """Whether a question is in the totals: answers in words count only once all of them were read."""
        return self.is_final or bool(self.asked[question].trials)

    @cached_property
    def totals(self) -> np.ndarray:
        """Everybody's points in the questions that count, of shape (graded,)."""
        counted = [self.counts(name) for name in self.asked]
        return self._earned @ np.array(counted, dtype=float) if self.graded else np.zeros(0)

    @property
    def points(self) -> int:
        """All points of the questions that count."""
        return sum(each.points for name, each in self.asked.items() if self.counts(name))

    def question(self, name: str) -> np.ndarray:
        """Everybody's share of a question's points, of shape (graded,), nan where a human has yet to give them."""
        place = list(self.asked).index(name)
        still_open = [each.statuses[place] in (FOR_A_HUMAN, "") for each in self.graded]
        return np.where(still_open, np.nan, self._earned[:, place] / (self.asked[name].points or 1))

    def trial(self, question: str, name: str) -> np.ndarray:
        """Everybody's share of a trial's points, of shape (graded,), nan where nothing was tried."""
        return np.array(self._trials)[:, self._places[question, name]]

    def count(self, question: str, status: str) -> int:
        """How many have this status at a question."""
        place = list(self.asked).index(question)
        return sum(each.statuses[place] == status for each in self.graded)

    def untouched(self, question: str) -> int:
        return self.count(question, NOT_ATTEMPTED)

    def timed_out(self, question: str) -> int:
        return self.count(question, TIMED_OUT)

    @cached_property
    def _earned(self) -> np.ndarray:
        return np.array([each.each for each in self.graded], dtype=float)
