"""All trials of a submission in one process, for a start: quick where everything is right, which is the usual case.

A trial can spoil the next one there, but none can make another one's answer right, which has to agree with what only
the judge knows. What is not right is asked once more, each trial in a process of its own.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from autogradlab.confine import Probe, Result

from .rubric import Question

_PROGRAM = """
def _answers(trials):
    for program, inputs in trials:
        names = {**globals(), "inputs": inputs}
        try:
            exec(program, names)
            yield [names["answer"]]
        except Exception:
            yield None

answer = list(_answers(inputs))
"""


def together(questions: Iterable[Question], inputs: dict[str, list[tuple]]) -> list[Probe]:
    """One probe that asks all trials of the questions, one after the other; none if there is no question. `inputs` are
    those of each question's trials, by its cell."""
    trials = [(trial.probe, given) for question in questions
              for trial, given in zip(question.trials, inputs[question.cell], strict=True)]
    return [Probe(_PROGRAM, trials, max(question.seconds for question in questions))] if trials else []


def apart(questions: Iterable[Question], results: Iterable[Result]) -> Iterator[list[Result] | None]:
    """For each question the results of its trials, from those of `together`; None where an answer is missing."""
    result = next(iter(results), Result())
    given = result.value if result.completed and isinstance(result.value, list) else []
    place = 0
    for question in questions:
        answers = given[place:place + len(question.trials)]
        place += len(question.trials)
        whole = len(answers) == len(question.trials) and all(isinstance(each, list) and each for each in answers)
        yield [replace(result, value=each[0]) for each in answers] if whole else None
