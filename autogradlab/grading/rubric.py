"""What an exercise is graded by: trials of a learner's function, drawn from a seed and compared on the trusted side.

A trial draws plain inputs, runs a small probe beside the learner's code in a confined child process, and hands what the
probe answered to a comparison that the learner's code never meets. Hidden rubrics live in `solutions/rubrics/`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from autogradlab.confine import Result, run

PRELUDE = "import numpy as np\nimport autogradlab as ag"


@dataclass(frozen=True)
class Trial:
    """One thing that is looked at.

    name       in a few words, for the report: "uneven sizes"
    points     what it is worth
    inputs     from a `numpy.random.Generator` to a tuple of plain data (numbers, texts, nested lists)
    probe      a program that finds these as the tuple `inputs`, uses the learner's names, and sets `answer`
    reference  from the inputs to what `answer` has to be, computed without the learner's code
    holds      in place of a reference: from the answer and the inputs to True, or to a sentence that says what is amiss
    message    what to say when it is not so; `idea` the misconception that usually lies behind it
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
    relative: float = 1e-5
    absolute: float = 1e-7


@dataclass(frozen=True)
class Known:
    """A whole answer cell that is known: a usual mistake with the name of the trial that must catch it, or, with no
    `caught_by`, another right way that must pass."""

    name: str
    source: str
    caught_by: str = ""


@dataclass(frozen=True)
class Question:
    """A graded question. `cell` is the grade_id of its answer cell, `entry` the names that the cell must define;
    `needs` are the grade_ids of answer cells that run before it."""

    cell: str
    entry: tuple[str, ...]
    trials: tuple[Trial, ...]
    known: tuple[Known, ...] = ()
    needs: tuple[str, ...] = ()
    seconds: float = 10.0
    prelude: str = PRELUDE

    @property
    def points(self) -> int:
        return sum(trial.points for trial in self.trials)


@dataclass(frozen=True)
class Finding:
    """What came of a trial: its points or 0, and the reason if it is 0."""

    trial: Trial
    earned: int
    reason: str = ""


@dataclass(frozen=True)
class Rubric:
    """All questions of an exercise; `written` are the grade_ids of answers in words and their points, which a human
    reads."""

    exercise: str
    questions: tuple[Question, ...]
    written: dict = field(default_factory=dict)


def findings(question: Question, source: str, seed: int = 0) -> list[Finding]:
    """Every trial of a question, on inputs that belong to the seed, for the text of an answer cell."""
    drawn = [trial.inputs(np.random.default_rng([seed, place])) for place, trial in enumerate(question.trials)]
    probes = [f"inputs = {inputs!r}\n{trial.probe}" for inputs, trial in zip(drawn, question.trials)]
    outcome = run(source, probes, seconds=question.seconds, prelude=question.prelude)
    if not outcome.program.completed:
        return [Finding(trial, 0, _stopped(outcome.program)) for trial in question.trials]
    return [_finding(*each) for each in zip(question.trials, drawn, outcome.results)]


def _finding(trial: Trial, inputs: tuple, result: Result) -> Finding:
    if not result.completed:
        return Finding(trial, 0, _stopped(result))
    answer = plain(result.value)
    if trial.holds:
        verdict = trial.holds(answer, inputs)
        said = verdict if isinstance(verdict, str) else ""
        return Finding(trial, trial.points) if verdict is True else Finding(trial, 0, said or trial.message)
    agrees = _agree(answer, trial.reference(*inputs), trial.relative, trial.absolute)
    return Finding(trial, trial.points) if agrees else Finding(trial, 0, trial.message)


def plain(value):
    """An answer as numbers and nested lists: what came as an array is its list."""
    if isinstance(value, dict) and value.get("values") is not None:
        return value["values"]
    return [plain(entry) for entry in value] if isinstance(value, list) else value


def _agree(answer, expected, relative: float, absolute: float) -> bool:
    expected = expected.tolist() if hasattr(expected, "tolist") else expected
    if isinstance(expected, (list, tuple)):
        return isinstance(answer, list) and len(answer) == len(expected) and all(
            _agree(one, other, relative, absolute) for one, other in zip(answer, expected)
        )
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        number = isinstance(answer, (int, float)) and not isinstance(answer, bool)
        return number and bool(np.isclose(answer, expected, rtol=relative, atol=absolute, equal_nan=True))
    return answer == expected


def _stopped(result: Result) -> str:
    """Why a program did not run to its end, in one sentence."""
    if result.timed_out:
        return f"It was stopped after {result.timed_out.seconds:g} seconds."
    if result.error:
        at = f" at `{result.error.lines[-1].text.strip()}`" if result.error.lines else ""
        return f"It raised {result.error.name}{at}: {result.error.sentence[:200]}"
    return result.ended
