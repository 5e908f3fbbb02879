"""All views of one class, computed once."""

from functools import cached_property

from autogradlab.course.classroom.cohort import Cohort
from autogradlab.course.classroom.distractors import distractor_rows
from autogradlab.course.classroom.exports import Exports
from autogradlab.course.classroom.findings import findings
from autogradlab.course.classroom.ideas import idea_rows
from autogradlab.course.classroom.items import item_rows
from autogradlab.course.classroom.scores import Scores
from autogradlab.course.classroom.transitions import transition_rows
from autogradlab.course.classroom.unexplained import unexplained_rows
from autogradlab.course.classroom.voting import for_a_vote


class Views:
    """The views of some exports: `items`, `distractors`, `ideas`, `transitions`, `unexplained`, `votes`, `findings`."""

    def __init__(self, exports: Exports):
        self.exports = exports
        self.cohort = Cohort(exports.attempts)
        scores = Scores(self.cohort)
        self.items = item_rows(self.cohort, scores)
        self.distractors = distractor_rows(self.cohort, scores)
        self.ideas = idea_rows(self.cohort)
        self.transitions = transition_rows(self.cohort)
        self.unexplained = unexplained_rows(self.cohort)
        self.votes = for_a_vote(self.items, self.distractors)

    @cached_property
    def findings(self) -> list[str]:
        return findings(self.items, self.ideas, self.transitions, self.unexplained, self.votes)

    @property
    def answers(self) -> int:
        """The number of answers that the views are computed from."""
        return sum(len(visit.answers) for visits in self.cohort.visits.values() for visit in visits.values())

    @property
    def days(self) -> str:
        """The first and the last day of the attempts, as text; empty if no day is known."""
        days = sorted({each.day for each in self.exports.attempts} - {""})
        return " to ".join(sorted({days[0], days[-1]})) if days else ""
