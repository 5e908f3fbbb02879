"""The record of one misconception, and short forms for the addresses of its sources."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from autogradlab.course.misconceptions import card
from autogradlab.course.programs import Case

#: What the grades of evidence mean.
GRADES = {
    "A": "learners ask about it or report it",
    "B": "maintainers or manuals call it a confusion, or it caused a bug that shipped",
    "C": "hypothesis: our own inference, no report from a learner found yet",
}

Machine = Callable[[], AbstractContextManager]


@dataclass(frozen=True, kw_only=True)
class Misconception:
    """A wrong idea about autograd.

    statement   as a learner would say it;  why  what makes it tempting;  truth  what happens instead
    lesson      the first lesson that treats it, "01" to "12"
    contrast    two small programs whose results, side by side, show the difference; also a ten-second demo
    question    what an instructor may ask before showing it
    sources     where it was seen: addresses, or words
    grade       how good the evidence is, see GRADES
    machine     a function that returns a context in which the engine follows this idea; None if there is none
    variants    further such functions, where learners draw more than one conclusion from the idea
    """

    id: str
    statement: str
    why: str
    truth: str
    lesson: str
    contrast: tuple[Case, Case]
    question: str
    sources: tuple[str, ...]
    grade: str
    machine: Machine | None = None
    variants: tuple[Machine, ...] = ()

    @property
    def is_hypothesis(self) -> bool:
        """Whether no learner is known yet to hold this idea."""
        return self.grade == "C"

    @property
    def evidence(self) -> str:
        """The grade and what it means: "A, learners ask about it or report it"."""
        return f"{self.grade}, {GRADES[self.grade]}"

    def __repr__(self) -> str:
        return card.card_text(self)

    def _repr_mimebundle_(self, **_):
        return {"text/plain": repr(self), "text/html": card.card_html(self)}


def stack_overflow(number: int) -> str:
    """The address of a question on Stack Overflow."""
    return f"https://stackoverflow.com/questions/{number}"


def forum(number: int) -> str:
    """The address of a thread in PyTorch's forum."""
    return f"https://discuss.pytorch.org/t/{number}"


def github(repository: str, number: int) -> str:
    """The address of an issue or pull request on GitHub."""
    return f"https://github.com/{repository}/issues/{number}"
