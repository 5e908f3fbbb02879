"""All trials of a submission in one process, at first: quick where everything is right, which is the usual case.

A trial can spoil the next one there, but cannot make its answer right, which has to agree with what only the judge
knows. Questions that are not right are asked once more, with each trial in a process of its own.

The order is drawn like the inputs, so that a function which counts its calls does not know which trial it is in.
"""

from collections.abc import Callable, Iterable, Sequence
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


Order = Callable[[int], Iterable[int]]  # from a number of trials to a permutation of their places


def together(questions: Iterable[Question], inputs: dict[str, list[tuple]], order: Order = range) -> list[Probe]:
    """One probe that asks all trials of the questions, one after the other, and then one for each question that tells
    answers to the others. `inputs` are those of each question's trials, by its cell."""
    return [
        Probe(_PROGRAM, _shuffled(_asked(group, inputs), order), max(question.seconds for question in group))
        for group in _groups(questions)
    ]


def apart(questions: Iterable[Question], results: Iterable[Result], order: Order = range) -> dict[str, list[Result]]:
    """The results of each question's trials by its cell, from those of `together`; without incomplete questions."""
    found = {}
    for group, result in zip(_groups(questions), results):
        given = result.value if result.completed and isinstance(result.value, list) else []
        if len(given) != sum(len(question.trials) for question in group):
            continue
        given = _in_place(given, order)
        for question in group:
            answers, given = given[: len(question.trials)], given[len(question.trials) :]
            if all(isinstance(each, list) and each for each in answers):
                found[question.cell] = [replace(result, value=each[0]) for each in answers]
    return found


def alone(questions: Iterable[Question], inputs: dict[str, list[tuple]], order: Order = range) -> list[Probe]:
    """A probe for each trial of the questions; those of questions that tell answers to the others come last."""
    probes = []
    for group in _groups(questions):
        probes += _shuffled([probe for each in group for probe in each.probes(inputs[each.cell])], order)
    return probes


def each_apart(
    questions: Iterable[Question], results: Sequence[Result], order: Order = range
) -> dict[str, list[Result]]:
    """The results of each question's trials by its cell, from those of `alone`."""
    found, results = {}, list(results)
    for group in _groups(questions):
        count = sum(len(question.trials) for question in group)
        given, results = iter(_in_place(results[:count], order)), results[count:]
        found |= {question.cell: [next(given) for _ in question.trials] for question in group}
    return found


def _shuffled(entries: list, order: Order) -> list:
    return [entries[place] for place in order(len(entries))]


def _in_place(entries: list, order: Order) -> list:
    """The entries as they were before they were shuffled."""
    found = dict(zip(order(len(entries)), entries))
    return [found[place] for place in range(len(entries))]


def _asked(questions: Iterable[Question], inputs: dict[str, list[tuple]]) -> list[tuple]:
    """(program, inputs) of every trial."""
    return [
        (question.program(trial), given)
        for question in questions
        for trial, given in zip(question.trials, inputs[question.cell], strict=True)
    ]


def _groups(questions: Iterable[Question]) -> list[list[Question]]:
    """The questions, in groups that may be asked in one process."""
    questions = list(questions)
    plain = [each for each in questions if not each.tells_answers]
    return [group for group in (plain, *([each] for each in questions if each.tells_answers)) if group]
