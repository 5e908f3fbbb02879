"""Asks for a function. It runs in a child process beside the reference, on probes that the learner does not see."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from autogradlab.course.checks import ran_code
from autogradlab.course.checks.questions.item import Item, Signature


@dataclass(frozen=True)
class Probe:
    """A small program that calls the learner's function and sets `answer`; `what` says in words what it tries."""

    what: str
    program: str


@dataclass(frozen=True, kw_only=True)
class Code(Item):
    """`program` is a right solution, `starter` the initial text of the field, `entry` the name that both define.

    The learner's code is judged by the results of its probes: they agree with those of the solution, or with those of a
    signature, whose `answer` is a whole solution with one idea replaced. `given` is a program that runs before each of
    them, for names that the notebook has by then and a card's field lacks. `seconds` is the time for all probes.
    """

    entry: str
    starter: str
    probes: tuple[Probe, ...]
    given: str = ""
    seconds: float = 5.0
    type_name: ClassVar[str] = "code"
    field_shows_text: ClassVar[bool] = True

    def shown_text(self) -> str:
        return self.starter

    def key(self) -> "ran_code.Outcomes":
        return self._outcomes(self.program)

    def read(self, raw, key) -> "ran_code.Outcomes":
        """The results of the learner's function at every probe.

        Errors: Blank, Unreadable, and `ran_code.CouldNotRun` for code that raises, never ends or exits.
        """
        return ran_code.outcomes(raw, self.entry, self._programs(), self.seconds, self.starter, self.given)

    def agrees(self, answer, key) -> bool:
        return answer.agree_with(key)

    def value_of(self, signature: Signature) -> "ran_code.Outcomes":
        return self._outcomes(signature.answer)

    def unknown(self, answer, key) -> str:
        """A sentence on the first probe with another result. Errors: CouldNotRun if that probe raised."""
        place = answer.first_difference(key)
        error = answer.results[place].error
        if error:
            raise self._could_not_run(error, answer.source, self.probes[place].program)
        got, wanted = answer.said(place), key.said(place)
        says = f"**Not yet for {self.probes[place].what}:** it gives {got}, where {wanted} is right."
        return f"{says} Does every way through it end with `return`?" if self._gave_nothing(answer, place) else says

    def _gave_nothing(self, answer, place: int) -> bool:
        """Whether a probe that is no more than a call of the function got `None`."""
        result = answer.results[place]
        is_call = self.probes[place].program.startswith(f"answer = {self.entry}(")
        return is_call and result.answered and result.value is None

    def written(self, answer) -> str:
        return f"`{self.entry}` passes all {len(self.probes)} trials"

    def stored(self, answer) -> str:
        """Which probes came out right; never the code."""
        return "".join("+-"[different] for different in answer.differences(self.key()))

    def raw(self, answer) -> str:
        return answer.source

    def example(self) -> str:
        return self.entry

    def _programs(self) -> tuple[str, ...]:
        return tuple(probe.program for probe in self.probes)

    def _outcomes(self, source: str):
        return _known(source, self.entry, self._programs(), self.seconds, self.given)

    def _could_not_run(self, error, source: str, program: str) -> "ran_code.CouldNotRun":
        """The error with the learner's line that raised or, if none of them did, with what the function returned."""
        gave = "" if error.lines else ran_code.given_back(source, self.entry, program, self.seconds, self.given)
        return ran_code.could_not_go_on(self.entry, gave, error) if gave else ran_code.could_not_run(error)


@cache
def _known(source, entry, programs, seconds, given):
    """The outcomes of a program of ours; cached, because they are the same every time."""
    return ran_code.outcomes(source, entry, programs, seconds, given=given)
