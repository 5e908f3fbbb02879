"""One learner at one form, before the course, after it, or later. It takes answers and gives no feedback on them."""

import re
import time

from autogradlab.course.checks import log
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.judging import CONFIDENCES
from autogradlab.course.checks.reading import Blank
from autogradlab.course.inventory.forms import items

PHASES = ("before", "after", "later")
UNKNOWN, UNKNOWN_LETTER, UNKNOWN_TEXT = "do not know", "?", "I do not know"
PASSED, NOT_YET, CLOSED = "passed", "not yet", "revealed"


class Sitting:
    """The answers of one learner to one form in one phase, resumed from the log where an earlier kernel left off.

    `given` maps ids to letters ("?" for "I do not know"), `sure` maps them to the learner's confidence; `closed` says
    that the sitting is over. A record has the answer's letter in the form as written, not as this learner saw it.
    """

    def __init__(self, form: str, phase: str):
        self.form, self.phase = form, phase
        self.items = {item.id: item.for_learner(log.learner()) for item in items(form)}
        self.given: dict[str, str] = {}
        self.sure: dict[str, str] = {}
        self.closed = False
        self._tries = dict.fromkeys(self.items, 0)
        self._since = time.monotonic()
        for record in log.attempts():
            self._take_up(record)

    @property
    def open(self) -> list[str]:
        """The ids that have no answer yet."""
        return [item_id for item_id in self.items if item_id not in self.given]

    @property
    def first_open(self) -> str:
        """Where to go on: the first question without an answer, or the first of all."""
        return (self.open or list(self.items))[0]

    def begin(self) -> None:
        """Start the time of a question that comes into view."""
        self._since = time.monotonic()

    def read(self, item_id: str, raw) -> str:
        """An answer as a letter. Errors: Blank, Unreadable."""
        if isinstance(raw, str) and re.fullmatch(r"\?|(i )?(do not|don't) know", raw.strip().casefold()):
            return UNKNOWN_LETTER
        item = self.items[item_id]
        return item.read(raw, item.key())

    def answer(self, item_id: str, raw, confidence: str = "") -> str:
        """Take an answer; the last one counts. Returns a note if it could not be saved.

        Errors: Blank; Unreadable for what is not an answer, and once the sitting is over.
        """
        if self.closed:
            raise Unreadable("This inventory is finished.", "Its answers stay as they are.")
        if confidence and confidence not in CONFIDENCES:
            raise Unreadable("That is not a confidence we know.", f"Say one of {', '.join(CONFIDENCES)}.")
        letter = self.read(item_id, raw)
        confidence = "" if letter == UNKNOWN_LETTER else confidence
        if (letter, confidence) == (self.given.get(item_id), self.sure.get(item_id, "")):
            return ""
        self.given[item_id], self.sure[item_id] = letter, confidence
        self._tries[item_id] += 1
        return self._record(item_id, letter, confidence)

    def close(self) -> str:
        """End the sitting. Returns a note if that could not be saved. Errors: Blank while questions are open."""
        if self.open:
            numbers = ", ".join(str(list(self.items).index(item_id) + 1) for item_id in self.open)
            raise Blank(f"Still open: {numbers}.")
        if self.closed:
            return ""
        self.closed = True
        return log.record(item=f"{self.form}-end", verdict=CLOSED, phase=self.phase)

    def is_right(self, item_id: str) -> bool:
        """Whether the answer to a question is the right one."""
        return self.given.get(item_id) == self.items[item_id].key()

    def _record(self, item_id: str, letter: str, confidence: str) -> str:
        option = self.items[item_id].lettered().get(letter)
        right = self.is_right(item_id)
        return log.record(
            item=item_id,
            attempt=self._tries[item_id],
            answer=self._as_written(item_id, letter),
            verdict=PASSED if right else NOT_YET,
            tag="" if right else option.idea if option else UNKNOWN,
            confidence=confidence,
            seconds=log.coarse(time.monotonic() - self._since),
            phase=self.phase,
        )

    def _take_up(self, record: dict) -> None:
        if record.get("phase") != self.phase:
            return
        item_id = record["item"]
        if item_id == f"{self.form}-end":
            self.closed = True
        elif item_id in self.items:
            self.given[item_id] = self._as_seen(item_id, record["answer"])
            self.sure[item_id] = record["confidence"]
            self._tries[item_id] += 1

    def _as_written(self, item_id: str, letter: str) -> str:
        return _moved(letter, self.items[item_id], _original(self.form, item_id))

    def _as_seen(self, item_id: str, letter: str) -> str:
        return _moved(letter, _original(self.form, item_id), self.items[item_id])


def _original(form: str, item_id: str):
    return next(item for item in items(form) if item.id == item_id)


def _moved(letter: str, start, end) -> str:
    """The letter in item `end` of the option that has this letter in item `start`; "?" stays."""
    option = start.lettered().get(letter)
    return next((new for new, other in end.lettered().items() if other == option), UNKNOWN_LETTER)
