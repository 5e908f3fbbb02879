"""One learner at one item: the answers given, what was said last, which hint comes next. Cards only show it."""

import time
from dataclasses import replace

from autogradlab.course.checks import faces, log
from autogradlab.course.checks.feedback import PASSED, Feedback, Hint
from autogradlab.course.checks.hints import Ladder
from autogradlab.course.checks.judging import judge, resumed


class Session:
    """Answers and hints at one item; attempts are recorded, unreadable and blank answers are not."""

    def __init__(self, item):
        self.item = item.for_learner(log.learner())
        self.ladder = Ladder(self.item)
        past = log.attempts(item.id)
        self.attempts = len(past)
        self.passed = any(record.get("verdict") == "passed" for record in past)
        self.feedback = resumed(self.item) if self.passed else Feedback("", item_id=item.id, kind=item.kind)
        self._shown = time.monotonic()
        self._note_said = False

    def answer(self, raw, confidence: str = "") -> Feedback:
        """Judges an answer, records it if it counts, and returns what to say. What was passed once stays passed."""
        self.feedback = replace(judge(self.item, raw, confidence), passed_before=self.passed)
        if self.feedback.counts:
            self._count(confidence)
        return self.feedback

    def hint(self) -> Hint:
        """The next hint, or when it opens."""
        return self.ladder.next()

    def __repr__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The card for a page without widgets."""
        return faces.card_text(self.item, self.feedback)

    @property
    def task_text(self) -> str:
        """The task alone, for a notebook that is saved: no verdict and no answer."""
        return faces.card_text(self.item)

    def _count(self, confidence: str) -> None:
        self.attempts += 1
        self.passed = self.passed or self.feedback.verdict is PASSED
        self.ladder.tried()
        note = log.record(
            item=self.item.id,
            attempt=self.attempts,
            answer=self.feedback.stored[: log.LONGEST_ANSWER],
            verdict=self.feedback.verdict.word,
            tag=self.feedback.tag,
            confidence=confidence,
            hint=self.ladder.level,
            seconds=log.coarse(time.monotonic() - self._shown),
        )
        self.feedback = replace(self.feedback, note="" if self._note_said else note)
        self._note_said = self._note_said or bool(note)
