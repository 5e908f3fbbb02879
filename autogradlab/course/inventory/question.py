"""A question of the inventory: one idea, one program, answers that are all computed, written once for every form.

`$name` in any text is replaced by the form's value, so both forms ask the same thing with other numbers and names.
Task, answers and reason may also hold `{name}`: the value of that name after the program.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Template

from autogradlab.course.checks import Choice, Option
from autogradlab.course.programs import run

#: For programs that run their own listing, unchanged or with one text in it replaced.
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

    `gives` is an expression in the program's names; its value is the answer. `text` says it in words, with the value
    at `{gives}`. `idea` is the misconception behind it, or several ("M28 M29"); the right answer has none.
    """

    gives: str
    idea: str = ""
    text: str = "`{gives}`"


def right(text: str = "`{gives}`") -> Answer:
    """The right answer: the value that the program leaves in `answer`."""
    return Answer("answer", text=text)


def wrong(idea: str, gives: str, text: str = "`{gives}`") -> Answer:
    """The answer of a learner who holds this idea."""
    return Answer(gives, idea, text)


def claim(name: str, text: str, idea: str = "") -> Answer:
    """A sentence that the program tests under this name."""
    return Answer(repr(name), idea, text)


@dataclass(frozen=True, kw_only=True)
class Question:
    """One idea, asked in every form.

    `listing` is the program that the learner sees; `measure` continues it and sets `answer`. A measure that uses `ran`
    or `listing` gets the listing as text instead, and runs it itself. `forms` maps a form to its `$names`.
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
        """The id of the question in a form: `A-I07`, or `T-07` in the transfer block, which has no prefix."""
        return f"{form}-{self.prefix}{self.number:02}"

    def program(self, form: str) -> str:
        """The program that finds the right answer and sets it as `answer`."""
        listing, measure = (self._in(form, text) for text in (self.listing, self.measure))
        if "ran(" in measure or "listing" in measure:
            return f"listing = {listing!r}\n{PRELUDE}\n{measure}"
        return f"{listing}\n{measure}"

    def item(self, form: str) -> Choice:
        """The question as a choice; every value in it is computed by running the program."""
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
    """A program as the inventory shows it: with `torch` for `ag`, a name that learners know before the course too."""
    return program.replace("ag.", "torch.")


def shown(value) -> str:
    """A value as an answer shows it: `2.4`, `[2, 40, 600]`, a text as it is."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(shown, value))}]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
