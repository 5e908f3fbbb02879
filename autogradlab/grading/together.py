"""All trials of a submission in one process, for a start: quick where everything is right, which is the usual case.

A trial can spoil the next one there, but none can make another one's answer right, which has to agree with what only
the judge knows. What is not right is asked once more, each trial in a process of its own.
"""

from collections.abc import Iterable
from dataclasses import replace

from autogradlab.confine import Probe, Result

from .rubric import OWN_NAMES, Question

_PROGRAM = (
    OWN_NAMES
    + """
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
)


def together(questions: Iterable[Question], inputs: dict[str, list[tuple]]) -> list[Probe]:
    """One probe that asks all trials of the questions, one after the other, and then one for each question that tells
    answers to the others. `inputs` are those of each question's trials, by its cell."""
    return [
        Probe(
            _PROGRAM,
            [
                (OWN_NAMES + trial.probe, given)
                for question in group
                for trial, given in zip(question.trials, inputs[question.cell], strict=True)
            ],
            max(question.seconds for question in group),
        )
        for group in _groups(questions)
    ]


def apart(questions: Iterable[Question], results: Iterable[Result]) -> dict[str, list[Result]]:
    """The results of each question's trials by its cell, from those of `together`; none where one is missing."""
    found = {}
    for group, result in zip(_groups(questions), results):
        given = result.value if result.completed and isinstance(result.value, list) else []
        for question in group:
            answers, given = given[: len(question.trials)], given[len(question.trials) :]
            if len(answers) == len(question.trials) and all(isinstance(each, list) and each for each in answers):
                found[question.cell] = [replace(result, value=each[0]) for each in answers]
    return found


def _groups(questions: Iterable[Question]) -> list[list[Question]]:
    """What may be asked in one process."""
    questions = list(questions)
    plain = [each for each in questions if not each.tells_answers]
    return [group for group in (plain, *([each] for each in questions if each.tells_answers)) if group]
