"""The ladder of hints: point, principle, partial, reveal.

The next rung opens after a new attempt, or after a while. How many rungs are left is not shown, because that
makes people hurry to the last one.
"""

import time

from autogradlab.course.checks.feedback import Hint
from autogradlab.course.checks.judging import filled

FIRST_WAIT, NEXT_WAIT = 45.0, 20.0
REVEAL = 4
_TITLES = ("where to look", "the idea", "the same with other numbers", "the whole solution")


class Ladder:
    """The hint that a learner has reached at an item, and whether an attempt came after it. `clock` returns seconds."""

    def __init__(self, item, clock=time.monotonic, level: int = 0, tried: bool = False):
        self.item, self.level, self.has_tried = item, level, tried
        self._clock, self._since = clock, clock()

    def tried(self) -> None:
        """Note a new attempt: the next hint opens at once."""
        self.has_tried = True

    @property
    def wait(self) -> float:
        """Seconds until the next hint opens by itself; 0 when it is open."""
        if self.has_tried or self.level >= REVEAL:
            return 0.0
        return max(0.0, self._since + (NEXT_WAIT if self.level else FIRST_WAIT) - self._clock())

    def next(self) -> Hint:
        """The next hint, or the sentence that says when it opens. At the top, the reveal once more."""
        if self.wait:
            seconds = int(NEXT_WAIT if self.level else FIRST_WAIT)
            return Hint("**The next hint opens after a try.**", f"Give an answer, or wait {seconds} seconds.")
        self.level = min(self.level + 1, REVEAL)
        self._since, self.has_tried = self._clock(), False
        return hint(self.item, self.level)


def hint(item, level: int) -> Hint:
    """The hint of a level from 1 to 4."""
    text = filled(item, item.reveal) if level == REVEAL else item.hints[level - 1]
    return Hint(f"**Hint: {_TITLES[level - 1]}.** {text}", level=level)
