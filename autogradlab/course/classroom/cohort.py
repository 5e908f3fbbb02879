"""The attempts of a class, sorted: who met which item, and what happened there."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from autogradlab.course.checks.hints import REVEAL
from autogradlab.course.checks.mastery import lesson_of
from autogradlab.course.classroom import known
from autogradlab.course.classroom.records import Attempt
from autogradlab.course.classroom.shares import FEWEST_TO_RANK, SMALLEST_GROUP

HINTED = "right, after a hint"
RIGHT = "right"


@dataclass
class Visit:
    """One learner at one item. `places` holds the position of each line among all lines of this learner."""

    lines: list[Attempt] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    @cached_property
    def answers(self) -> list[Attempt]:
        return [line for line in self.lines if line.is_answer]

    @property
    def wrong(self) -> list[Attempt]:
        return [answer for answer in self.answers if not answer.passed]

    @property
    def right_at_first(self) -> bool:
        """Whether the first answer passed, with no hint opened before it."""
        return self.first == RIGHT

    @cached_property
    def first(self) -> str:
        """What the first answer was: right, right after a hint, a tag, or unexplained."""
        answer = self.answers[0]
        if answer.passed:
            return HINTED if answer.hint else RIGHT
        return kind(answer)

    @property
    def passed(self) -> bool:
        return any(answer.passed for answer in self.answers)

    @property
    def revealed(self) -> bool:
        """Whether the solution was opened."""
        return self.highest_hint == REVEAL or any(not line.is_answer for line in self.lines)

    @property
    def highest_hint(self) -> int:
        return max(line.hint for line in self.lines)


def kind(answer: Attempt) -> str:
    """The idea or near miss behind an answer that did not pass."""
    return known.kind(answer.item, answer.tag)


class Cohort:
    """All visits of a class by item and learner; items that fewer than five learners answered are left out."""

    def __init__(self, attempts: Iterable[Attempt]):
        everything: dict[str, dict[str, Visit]] = {}
        counts: dict[str, int] = {}
        for line in attempts:
            visit = everything.setdefault(line.item, {}).setdefault(line.learner, Visit())
            visit.lines.append(line)
            visit.places.append(counts.setdefault(line.learner, 0))
            counts[line.learner] += 1
        self.learners = sorted(counts)
        #: {item: {learner: visit}}, including learners who only opened the solution.
        self.met = {
            item: everything[item]
            for item in sorted(everything)
            if len(_answered(everything[item])) >= (SMALLEST_GROUP)
        }
        #: The same, only of learners who answered.
        self.visits = {item: _answered(visits) for item, visits in self.met.items()}
        self.hidden_items = sorted(everything.keys() - self.met.keys())

    @property
    def ranks(self) -> bool:
        """Whether there are enough learners to compare items."""
        return len(self.learners) >= FEWEST_TO_RANK

    @property
    def lessons(self) -> list[str]:
        return sorted(set(map(lesson_of, self.visits)))


def _answered(visits: dict[str, Visit]) -> dict[str, Visit]:
    return {learner: visit for learner, visit in visits.items() if visit.answers}
