"""The table of questions: how hard each is, how it correlates with the rest, and who chooses its wrong answers."""

from dataclasses import dataclass

import numpy as np

from autogradlab.course.classroom.shares import Share
from autogradlab.course.inventory.analysis.cohort import Answers
from autogradlab.course.inventory.analysis.formulas import corrected_item_total, kr20
from autogradlab.course.inventory.forms import questions
from autogradlab.course.inventory.sitting import UNKNOWN

EASY, HARD, LOWEST_CORRELATION, LEAST_CHOSEN, LOWEST_RELIABILITY = 0.8, 0.3, 0.2, 0.05, 0.7
THIRDS = ("low", "middle", "high")


@dataclass(frozen=True)
class Distractor:
    """One idea behind answers to a question: its share in the low, middle and high third of the learners."""

    idea: str
    thirds: tuple[Share, ...]


@dataclass(frozen=True)
class QuestionRow:
    """One question in one phase: the share of right answers, the corrected correlation, the ideas that were chosen."""

    number: int
    idea: str
    right: Share
    correlation: float
    distractors: tuple[Distractor, ...]

    @property
    def flags(self) -> list[str]:
        """The reasons in the plan to look at this question."""
        found = []
        if not HARD <= self.right.value <= EASY:
            found.append("too easy" if self.right.value > EASY else "too hard")
        if self.correlation < LOWEST_CORRELATION:
            found.append("negative correlation" if self.correlation < 0 else "low correlation")
        for one in self.distractors:
            if one.idea != UNKNOWN and one.thirds[0].value < LEAST_CHOSEN:
                found.append(f"{one.idea} is hardly chosen")
            if one.thirds[-1].value > one.thirds[0].value + 0.1:
                found.append(f"{one.idea} is chosen by the high third")
        return found


def question_rows(answers: Answers, form: str = "A") -> list[QuestionRow]:
    """A row for each question, in order."""
    together = corrected_item_total(answers.right)
    thirds = thirds_of(answers.scores)
    return [
        QuestionRow(
            question.number,
            question.idea,
            Share(int(answers.right[:, place].sum()), len(answers)),
            float(together[place]),
            tuple(_distractor(idea, answers.tags[:, place], thirds) for idea in (*question.ideas, UNKNOWN)),
        )
        for place, question in enumerate(questions(form))
    ]


def thirds_of(scores: np.ndarray) -> list[np.ndarray]:
    """The row indices of the learners in the low, the middle and the high third; equal scores keep their order."""
    return np.array_split(np.argsort(scores, kind="stable"), len(THIRDS))


def reliability(answers: Answers) -> float:
    """KR-20 of the questions of a phase."""
    return kr20(answers.right)


def _distractor(idea: str, tags: np.ndarray, thirds) -> Distractor:
    chosen = np.array([idea in (tag, *tag.split()) for tag in tags])
    return Distractor(idea, tuple(Share(int(chosen[third].sum()), len(third)) for third in thirds))
