"""A question of the inventory: one idea, one program, answers that are all run, written once for every form.

`$name` in any text stands for what the form puts there, so both forms ask the same thing of other numbers and names.
Task, answers and reason may also hold `{name}`: what the program left in that name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Template

from autogradlab.course.checks import Choice, Option
from autogradlab.course.programs import run

#: For programs that run their own listing, as it stands or with one line changed.
PRELUDE = '''
import warnings

def ran(old="", new=""):
    """The names that the listing leaves when `old` in it is replaced; `error` is the error that ended it, or None."""
    assert old in listing, old
    names = {"ag": ag, "error": None}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(listing.replace(old, new) if old else listing, names)
    except Exception as error:
        names["error"] = error
    return names

def the_one(claims):
    """The name of the only claim that holds."""
    name, = (name for name, holds in claims.items() if holds)
    return name
'''


@dataclass(frozen=True)
class Answer:
    """One answer to choose.

    `gives` is an expression among the names of the program; its value is the answer. `text` says it in words, with
    the value at `{gives}`. `idea` is the misconception behind it, or several ("M28 M29"); the right one has none.
    """

    gives: str
    idea: str = ""
    text: str = "`{gives}`"


def right(text: str = "`{gives}`") -> Answer:
    """The right answer: whatever the program finds."""
    return Answer("answer", text=text)


def wrong(idea: str, gives: str, text: str = "`{gives}`") -> Answer:
    """What somebody answers who holds this idea."""
    return Answer(gives, idea, text)


def claim(name: str, text: str, idea: str = "") -> Answer:
    """A sentence that the program tries out under this name."""
    return Answer(repr(name), idea, text)


@dataclass(frozen=True, kw_only=True)
class Question:
    """One idea, asked in every form.

    `listing` is the program that the learner sees; `measure` goes on where it ends and sets `answer`. A measure that
    names `ran` or `listing` is given the listing as text instead, and runs it itself. `forms` maps a form to its
    `$names`.
    """

    number: int
    idea: str
    lesson: str
    task: str
    listing: str
    measure: str
    answers: tuple[Answer, ...]
    reason: str
    forms: Mapping[str, Mapping[str, object]]
    prefix: str = "I"

    @property
    def ideas(self) -> tuple[str, ...]:
        """The misconceptions behind its answers, each once."""
        return tuple(dict.fromkeys(idea for answer in self.answers for idea in answer.idea.split()))

    def id_in(self, form: str) -> str:
        """`A-I07`, and `T-07` where the form is a block of its own."""
        return f"{form}-{self.prefix}{self.number:02}"

    def program(self, form: str) -> str:
        """What is run to find the right answer: it sets `answer`."""
        listing, measure = (self._in(form, text) for text in (self.listing, self.measure))
        if "ran(" in measure or "listing" in measure:
            return f"listing = {listing!r}\n{PRELUDE}\n{measure}"
        return f"{listing}\n{measure}"

    def item(self, form: str) -> Choice:
        """The question as a choice, with every value in it found by running the program."""
        program = self.program(form)
        names = run(program).names
        return Choice(
            id=self.id_in(form),
            task=self._in(form, self.task).format_map(names),
            listing=in_pytorch(self._in(form, self.listing)).strip("\n"),
            program=program,
            options=tuple(self._option(form, answer, names) for answer in self.answers),
            reason=self._in(form, self.reason).format_map(names),
            hints=("", "", ""),
            reveal="",
        )

    def _option(self, form: str, answer: Answer, names: dict) -> Option:
        value = eval(self._in(form, answer.gives), dict(names))
        text = in_pytorch(self._in(form, answer.text)).format_map({**names, "gives": shown(value)})
        return Option(str(value), text, answer.idea)

    def _in(self, form: str, text: str) -> str:
        return Template(text).substitute(self.forms[form])


def in_pytorch(program: str) -> str:
    """A program as learners see it here: with PyTorch's name, which those who have not begun the course know too."""
    return program.replace("ag.", "torch.")


def shown(value) -> str:
    """A value as an answer shows it: `2.4`, `[2, 40, 600]`, a text as it is."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(shown, value))}]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
