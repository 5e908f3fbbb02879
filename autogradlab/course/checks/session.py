"""One learner at one item: the answers given, what was said last, which hint comes next, which numbers are asked.

Cards and plain calls only show a session, and all cards of an item share one.
"""

import time
from dataclasses import replace

from autogradlab.course.checks import faces, log, registry
from autogradlab.course.checks.feedback import NOT_YET, PASSED, REVEALED, Feedback, Hint, Saying
from autogradlab.course.checks.hints import REVEAL, Ladder
from autogradlab.course.checks.judging import GUESS, judge, resumed
from autogradlab.course.checks.mastery import MASTERED, standing
from autogradlab.course.checks.wording import word_count

TWIN = 1000  # seeds from here on ask the item's twin
OPTIONS_TRIED = 2
SHORTEST_BECAUSE = 3  # words


class Session:
    """Answers, hints and variants at one item; attempts are recorded, unreadable and blank answers are not.

    `item` is what is asked now, `seed` says with which numbers; `said` is the sentence in view, feedback or hint.
    `given` is the last answer that a card gave to what is asked now, as its field has it, for the other cards.
    """

    def __init__(self, source, item_id: str = "", first_seed: int = 0):
        self.source, self.id = source, item_id or source.id
        self._records = log.attempts(self.id)
        self._came_back = bool(self._records)
        self._watchers = []
        self._note_said, self._unsaved, self._code = False, False, ""
        self.passed = any(record.get("verdict") == PASSED.word for record in self._records)
        self._ask(self._records[-1].get("seed", first_seed) if self._records else first_seed)
        if self._clicks_through():
            self._ask(TWIN)
        self.said = self.feedback = self._resumed()

    @property
    def standing(self) -> str:
        """How the learner stands at the item: "mastered", "revealed", "begun" or "open"."""
        return standing(self._records, self.source.tries)

    @property
    def attempts(self) -> int:
        """How often this learner answered the item, all its variants together."""
        return sum(record.get("verdict") != REVEALED for record in self._records)

    @property
    def locked(self) -> bool:
        """Whether a prediction stands: it was made before its program ran, and cannot be made afterwards."""
        return self.item.predict and bool(self._tried())

    @property
    def offers_another(self) -> bool:
        """Whether the same question is worth asking now: with other numbers or, if there are none, on another day."""
        revealed = self.ladder.level == REVEAL
        ended = self.passed or self.locked or revealed
        new = self.source.varies or revealed or self._came_back
        return ended and new and (self.standing != MASTERED or self._guessed())

    @property
    def wants_because(self) -> bool:
        """Whether a sentence of the learner's own has to come before the next numbers."""
        return self.ladder.level == REVEAL

    def answer(self, raw, confidence: str = "") -> Feedback:
        """Judge an answer, record it if it counts, and return the feedback. An item that was passed stays passed.

        The last answer once more, as after a double click, gets the same feedback and is not a new attempt.
        """
        told = replace(judge(self.item, raw, confidence, self._decided()), passed_before=self.passed)
        repeats = self._repeats(told)
        if self.locked and not repeats:
            return self._say(self._prediction_stands())
        if told.counts:
            note = self._kept_after_all() if repeats else self._count(told, confidence)
            told = self._completed(replace(told, note=note))
        self.feedback = told
        if told.counts and not repeats and self._clicks_through():
            self._swap()
        return self._say(self.feedback)

    def hint(self) -> Hint:
        """The next hint, or when it opens. The last one, the reveal, is recorded."""
        before = self.ladder.level
        hint = self.ladder.next()
        if before < self.ladder.level == REVEAL:
            self._record(answer="", verdict=REVEALED, tag="", confidence="")
        return self._say(hint)

    def again(self, because: str = "") -> Saying:
        """Ask the same with other numbers. After a reveal the learner's own sentence "because ..." comes first."""
        if self.wants_because and word_count(str(because)) < SHORTEST_BECAUSE:
            return self._say(
                Saying(
                    "**First, one sentence of your own.** Why is the answer what it is? Your sentence is not saved.",
                    f'Finish the sentence: `check.again("{self.id}", because="...")`.',
                )
            )
        self._came_back = False
        self._ask(self._next_seed())
        self.feedback = Feedback("", item_id=self.item.id, kind=self.item.kind, passed_before=self.passed)
        new = "in another form" if self.source.varies else "once more"
        return self._say(Saying(f"**The same question {new}.** The method is the same."))

    def watch(self, changed) -> None:
        """Have `changed()` called whenever there is something new to show."""
        self._watchers.append(changed)

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

    def _ask(self, seed: int) -> None:
        """Switch to the item with the numbers of a seed, and to the hint that was already reached there."""
        self.seed = seed
        self.item = replace(self._asked(seed), id=self.id).for_learner(log.learner())
        level = max((record.get("hint", 0) for record in self._at_seed()), default=0)
        self.ladder = Ladder(self.item, level=level, tried=bool(self._tried()))
        self._shown, self.given = time.monotonic(), ""

    def _next_seed(self) -> int:
        """Other numbers where there are any to draw, else the twin."""
        return TWIN if self.source.twin and not self.source.ranges and self.seed < TWIN else self.seed + 1

    def _asked(self, seed: int):
        if seed >= TWIN and self.source.twin:
            return registry.find(self.source.twin).variant(seed - TWIN)
        return self.source.variant(seed)

    def _say(self, saying):
        self.said = saying
        for changed in self._watchers:
            changed()
        return saying

    def _resumed(self) -> Feedback:
        if self.locked:
            return self._prediction_stands()
        return resumed(self.item) if self.passed else Feedback("", item_id=self.item.id, kind=self.item.kind)

    def _prediction_stands(self) -> Feedback:
        made = self._tried()[0]
        return Feedback(
            "**Your prediction stands: it was made before the run.**",
            self._once_more(),
            PASSED if made.get("verdict") == PASSED.word else NOT_YET,
            item_id=self.item.id,
            kind=self.item.kind,
            passed_before=self.passed,
            **self._compared(made.get("answer", "")),
        )

    def _once_more(self) -> str:
        """The next step: the same question in another form or, where there is none, a sentence on why it is so."""
        if self.source.varies:
            return f'`check.again("{self.id}")` asks the same thing in another form.'
        return "Say in your own words why it is so before you go on."

    def _compared(self, stored: str) -> dict[str, str]:
        """A prediction and what the run gives, to be shown side by side."""
        return {"predicted": self.item.read_back(stored), "outcome": self.item.set_out(self.item.key())}

    def _repeats(self, told: Feedback) -> bool:
        """Whether this is the last answer unchanged, with no hint opened since. A record keeps only the outcome of
        code, so the text has to be the same as well, if this kernel knows it."""
        if not (told.counts and self._tried() and self.ladder.has_tried):
            return False
        last = self._tried()[-1]
        as_told = (told.stored[: log.LONGEST_ANSWER], told.verdict.word)
        return as_told == (last.get("answer"), last.get("verdict")) and self._code in ("", told.code.strip())

    def _decided(self) -> dict:
        """The last answer to the question that tells two ideas apart, if there is such a question and an answer."""
        answers = log.attempts(self.item.follow_up) if self.item.follow_up else []
        return next((record for record in reversed(answers) if record.get("verdict") != REVEALED), {})

    def _count(self, told: Feedback, confidence: str) -> str:
        """Record an answer as an attempt. Returns a note if it could not be saved, the first time that happens."""
        self.passed = self.passed or told.verdict is PASSED
        self._code = told.code.strip()
        self.ladder.tried()
        note = self._record(
            answer=told.stored[: log.LONGEST_ANSWER], verdict=told.verdict.word, tag=told.tag, confidence=confidence
        )
        self._unsaved = bool(note)
        was_said, self._note_said = self._note_said, self._note_said or self._unsaved
        return "" if was_said else note

    def _kept_after_all(self) -> str:
        """Try again to save the last attempt if that failed. Returns the last note if it fails again."""
        self._unsaved = self._unsaved and bool(log.record(**self._records[-1]))
        return self.feedback.note if self._unsaved else ""

    def _completed(self, told: Feedback) -> Feedback:
        """The feedback with what only the session knows: that it was a guess, and what was predicted."""
        guessed = told.verdict is PASSED and self._guessed()
        return replace(
            told,
            action=f"You were guessing. {self._once_more()}" if guessed else told.action,
            **(self._compared(told.stored) if self.item.predict else {}),
        )

    def _record(self, **fields) -> str:
        """Add a record here and to the log. Returns a note if the log could not save it."""
        record = dict(
            item=self.item.id,
            seed=self.seed,
            attempt=self.attempts + (fields["verdict"] != REVEALED),
            hint=self.ladder.level,
            seconds=log.coarse(time.monotonic() - self._shown),
            **fields,
        )
        self._records = [*self._records, record]
        return log.record(**record)

    def _clicks_through(self) -> bool:
        """Whether the options of a choice are being tried one by one, so that its twin has to be asked instead."""
        wrong = [record for record in self._tried() if record.get("verdict") == NOT_YET.word]
        return (
            bool(self.source.twin)
            and self.seed < TWIN
            and self.source.tries == 1
            and not self.item.predict
            and not self.passed
            and len({record.get("answer") for record in wrong}) >= OPTIONS_TRIED
        )

    def _swap(self) -> None:
        """Ask the twin. The feedback on an option is dropped together with the options."""
        self._ask(TWIN)
        self.feedback = replace(
            self.feedback,
            says="**That is not it either.**",
            action="Here is the same idea as a new question.",
            tag="",
            cases=(),
            kind=self.item.kind,
        )

    def _at_seed(self) -> list[dict]:
        return [record for record in self._records if record.get("seed", 0) == self.seed]

    def _tried(self) -> list[dict]:
        return [record for record in self._at_seed() if record.get("verdict") != REVEALED]

    def _guessed(self) -> bool:
        tried = self._tried()
        return bool(tried) and tried[-1].get("verdict") == PASSED.word and tried[-1].get("confidence") == GUESS
