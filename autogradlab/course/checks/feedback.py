"""What a learner is told: four verdicts, hints and plain sentences, each with a text and an HTML face."""

from dataclasses import dataclass, field

from autogradlab.course.checks import faces
from autogradlab.course.checks.wording import quoted


@dataclass(frozen=True)
class Verdict:
    """A word and a glyph that always come together; `style` names the shape the glyph is drawn in."""

    word: str
    glyph: str
    style: str


PASSED = Verdict("passed", "✓", "ok")
NOT_YET = Verdict("not yet", "✗", "not")
NOT_ATTEMPTED = Verdict("not attempted", "○", "open")
NOT_READ = Verdict("could not be read", "!", "read")
NOT_RUN = Verdict("could not run", "!", "read")
REVEALED = "revealed"  # the verdict of the record that is made when the last hint is opened
CLOSE = ("near:sign", "near:factor 2", "near:factor n", "near:factor k", "near:rounding")


@dataclass(frozen=True)
class Saying:
    """Marked text (see wording.py) that begins with a bold sentence, and one action to take next."""

    says: str
    action: str = ""
    style = "plain"

    @property
    def words(self) -> str:
        return f"{self.says} {self.action}".strip()

    def __repr__(self) -> str:
        return faces.saying_text(self)

    def _repr_mimebundle_(self, **_):
        return {"text/plain": repr(self), "text/html": faces.page(faces.announced(faces.saying_html(self)))}


@dataclass(frozen=True, repr=False)
class Hint(Saying):
    """One rung of the hint ladder; level 0 is the sentence that says when the next one opens."""

    level: int = 0
    style = "hint"


@dataclass(frozen=True)
class ShownCase:
    """One side of a contrast after running it; `result` is "?" where it would give the answer away."""

    title: str
    program: str
    result: str


@dataclass(frozen=True, repr=False)
class Feedback(Saying):
    """The reply to one answer.

    `tag` names the idea behind a wrong answer: a misconception such as "M40", or "near:sign".
    `note` is about the record of attempts, never about the answer; `stored` is the answer as the record keeps it,
    `code` its source text if it is code, which no record keeps.
    `predicted` is a prediction as its learner reads it; `outcome`, the result of the run, is told once a
    prediction is made.
    `passed_before`: an earlier answer passed, so the head says "passed" whatever this one was.
    """

    verdict: Verdict = NOT_ATTEMPTED
    tag: str = ""
    cases: tuple[ShownCase, ...] = ()
    note: str = ""
    item_id: str = ""
    kind: str = ""
    stored: str = ""
    code: str = field(default="", compare=False)
    predicted: str = ""
    outcome: str = ""
    passed_before: bool = field(default=False, compare=False)

    @property
    def style(self) -> str:
        return self.verdict.style

    @property
    def word(self) -> str:
        """The verdict's word, with a little more where the answer was nearly there."""
        return f"{self.verdict.word}, but close" if self.tag in CLOSE else self.verdict.word

    @property
    def headline(self) -> tuple[Verdict, str]:
        """What the head shows: how the learner stands at this item, as a verdict and in words."""
        if self.passed_before and self.verdict is not PASSED:
            return PASSED, "passed before" if self.counts else PASSED.word
        return self.verdict, self.word

    @property
    def counts(self) -> bool:
        """Whether this was an attempt: only an answer that could be read is one."""
        return self.verdict in (PASSED, NOT_YET)

    def __repr__(self) -> str:
        return faces.feedback_text(self)

    def _repr_mimebundle_(self, **_):
        return {"text/plain": repr(self), "text/html": faces.page(faces.feedback_html(self))}


def fault(item_id: str, error: Exception) -> Feedback:
    """The feedback of a check that broke: it takes the blame, names the fault for a report, and does not count."""
    place = error.__traceback__
    while place.tb_next:
        place = place.tb_next
    number = f"{item_id or 'check'}/{type(error).__name__}/{place.tb_lineno}"
    return Feedback(
        "**This check broke, your answer did not.** That is our fault, and nothing was counted.",
        f"Go on with the next one; the fault is called `{quoted(number)}`.",
        NOT_RUN,
        item_id=item_id,
    )
