"""What an exercise is graded by: trials of a learner's function, drawn from a seed and compared on the trusted side.

A trial draws plain inputs, runs a small probe beside the learner's code in a confined child process, and hands what the
probe answered to a comparison that the learner's code never meets. Hidden rubrics live in `solutions/rubrics/`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from autogradlab.confine import Probe

PRELUDE = "import numpy as np\nimport autogradlab as ag"
OWN_NAMES = f"from builtins import *\n{PRELUDE}\n"  # a trial's program has Python's `sum`, even if a cell redefined it
#: A trial's program while a question's `withheld` modules are withheld.
WITHOUT = """
from autogradlab.confine.withheld import withheld
with withheld(*{!r}):
    exec({!r})
"""


@dataclass(frozen=True)
class Trial:
    """One test of an answer.

    name       in a few words, for the report: "uneven sizes"
    points     what it is worth
    inputs     from a `numpy.random.Generator` to a tuple of plain data (numbers, texts, nested lists)
    probe      a program that finds these as the list `inputs`, uses the learner's names, and sets `answer`
    reference  from the inputs to what `answer` has to be, computed without the learner's code
    holds      in place of a reference: from the answer and the inputs to True, or to a sentence that says what is amiss
    message    what to say when the trial is lost; `idea` the misconception that usually lies behind that
    reported   whether the answer is what the probe's own process counted or measured, which the learner's code could
               have made up; always so with `holds`. Such a trial earns points only alongside right results
    relative, absolute   tolerances of the comparison with the reference
    """

    name: str
    points: int
    inputs: Callable[[np.random.Generator], tuple]
    probe: str
    message: str
    reference: Callable | None = None
    holds: Callable | None = None
    idea: str = ""
    reported: bool = False
    relative: float = 1e-5
    absolute: float = 1e-7


@dataclass(frozen=True)
class Known:
    """A known answer, as a whole cell: a usual mistake with the name of the trial that must catch it, or, without
    `caught_by`, another right solution, which must pass."""

    name: str
    source: str
    caught_by: str = ""


@dataclass(frozen=True)
class Question:
    """A graded question. `cell` is the grade_id of its answer cell, `entry` the names that the cell must define;
    `needs` are the grade_ids of answer cells that run before it; `seconds` is the limit of each trial; `tells_answers`
    says that its inputs hold answers to other questions, which those must not see; `withheld` names the modules whose
    functions are not there in a trial, as they do what the question asks for."""

    cell: str
    entry: tuple[str, ...]
    trials: tuple[Trial, ...]
    known: tuple[Known, ...] = ()
    needs: tuple[str, ...] = ()
    seconds: float = 5.0
    prelude: str = PRELUDE
    tells_answers: bool = False
    withheld: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        return sum(trial.points for trial in self.trials)

    def probes(self, inputs) -> list[Probe]:
        """The probes of all trials, each with its inputs (see `seeds.drawn`)."""
        return [Probe(self.program(trial), each, self.seconds) for trial, each in zip(self.trials, inputs, strict=True)]

    def program(self, trial: Trial) -> str:
        """The program of a trial, which finds its `inputs` and sets `answer`."""
        inside = WITHOUT.format(self.withheld, trial.probe) if self.withheld else trial.probe
        return OWN_NAMES + inside


@dataclass(frozen=True)
class Rubric:
    """All questions of an exercise; `written` are the grade_ids of answers in words and their points, which a human
    reads."""

    exercise: str
    questions: tuple[Question, ...]
    written: dict = field(default_factory=dict)


#: After so many draws that do not hold, none will.
_TRIES = 1000


def drawn_until(holds: Callable, draw: Callable):
    """The first draw for which `holds` is true: inputs that tell a right answer from a known mistake, or never do, so
    that the mistake gets the same points whatever is drawn. Errors: RuntimeError if no draw is found."""
    for _ in range(_TRIES):
        if holds(drawn := draw()):
            return drawn
    raise RuntimeError(f"none of {_TRIES} draws holds")


def changed(source: str, *changes: tuple[str, str]) -> str:
    """A source with each `old` replaced by its `new`, for known answers. Errors: ValueError if one does not occur."""
    for old, new in changes:
        if old not in source:
            raise ValueError(f"nothing to change: `{old}` is not in the source")
        source = source.replace(old, new)
    return source
