"""Every hidden rubric is fair: the solution earns all, each known mistake is caught, other right ways pass."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from autogradlab import confine
from autogradlab.grading import assignment, judge
from autogradlab.grading.comparing import judged
from autogradlab.grading.row import NOT_ATTEMPTED
from autogradlab.grading.seeds import drawn

ROOT = Path(__file__).parents[2]
SEEDS, OTHER_SEEDS = 2, 1  # tests/bench/seeds.py takes a thousand

STEMS = assignment.stems(ROOT)
load = cache(lambda stem: assignment.load(ROOT, stem))


ANYTHING = """
class Anything(float):
    __init__ = lambda self, *_, **__: None
    __new__ = lambda cls, *_, **__: float.__new__(cls, 1)
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = lambda self, *_: True
    __ne__ = lambda self, other: False
    __hash__ = lambda self: 0
    __len__ = lambda self: 1
    __iter__ = lambda self: iter([self])
    __call__ = __getitem__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __pow__ = lambda self, *_, **__: self
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self
answer_to_all = Anything()
"""
IDLE = {
    "None": "def answer_to_all(*_, **__):\n    return None",
    "the first": "def answer_to_all(*given, **__):\n    return given[0] if given else None",
    "anything": ANYTHING,
}


@pytest.fixture(params=STEMS, scope="module")
def stem(request):
    """Each exercise: its tests come one after the other, so that they share the interpreter that waits for it."""
    return request.param


def lost(stem, question, source, seeds):
    """For each seed the names of the trials that an answer cell loses, after the solved cells that it needs."""
    cell = "\n".join([*(load(stem).cells[need].solved for need in question.needs), source])
    inputs = [drawn(question, lambda place: [seed, place]) for seed in range(seeds)]
    probes = [probe for each in inputs for probe in question.probes(each)]
    results = iter(
        confine.run_cells(
            [cell], probes, prelude=load(stem).prelude, total=10.0 + sum(probe.seconds for probe in probes)
        ).results
    )
    answered = [[next(results) for _ in question.trials] for _ in inputs]
    return [
        {trial.name for trial in judged(question.trials, each, answers, [cell]) if not trial.earned}
        for each, answers in zip(inputs, answered)
    ]


def known(stem):
    """(question, known answer) for all of an exercise."""
    return [(question, each) for question in load(stem).questions for each in question.known]


def test_every_solution_has_a_rubric():
    assert STEMS == sorted(path.stem for path in (ROOT / "solutions").glob("*.ipynb"))


def test_a_hundred_points_for_the_cells_of_the_notebook(stem):
    asked = load(stem)
    in_words = [own for own in asked.cells.values() if own.answer and own.kind == "markdown"]
    assert sum(question.points for question in asked.questions) + sum(asked.written.values()) == 100
    assert sum(own.points for own in asked.cells.values()) == 100
    assert asked.written == {own.grade_id: own.points for own in in_words}


def test_the_solution_notebook_gets_all_points_and_the_exercise_none(stem):
    solved, untouched = ((ROOT / folder / f"{stem}.ipynb").read_bytes() for folder in ("solutions", "exercises"))
    row = judge.judge(load(stem), "ann", solved, secret=b"s", level=1)
    assert row.earned == row.points == 100 - sum(load(stem).written.values()) and row.findings == ()
    row = judge.judge(load(stem), "ann", untouched, secret=b"s", level=1)
    assert row.earned == 0 and {each.status for each in row.questions} == {NOT_ATTEMPTED}


def test_inputs_reach_the_probe_as_they_were_drawn(stem):
    inputs = [each for question in load(stem).questions for each in drawn(question, lambda place: [0, place])]
    probes = [confine.Probe("answer = repr(inputs)", each) for each in inputs]
    arrived = [result.value for result in confine.run_cells([], probes, prelude=load(stem).prelude).results]
    assert arrived == [repr(as_lists(each))[: len(text)] for each, text in zip(inputs, arrived, strict=True)]


def as_lists(value):
    if isinstance(value, dict):
        return {key: as_lists(entry) for key, entry in value.items()}
    return [as_lists(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def test_a_trial_shows_no_answer_to_another_question(stem):
    """All trials are first asked in one process, where any answer can read what another one is given."""
    answers = [solution(own.solved) for own in load(stem).cells.values() if own.answer and own.kind == "code"]
    for question in load(stem).questions:
        shown = [trial.probe for trial in question.trials] + texts(drawn(question, lambda place: [0, place]))
        told = [answer for answer in answers if any(answer in text for text in shown)]
        assert question.tells_answers or not told, question.cell


def solution(source):
    """What stands between the marks of an answer, its longest part."""
    return max(re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", source, re.S), key=len)


def texts(value):
    if isinstance(value, (list, tuple, dict)):
        return [text for entry in (value.values() if isinstance(value, dict) else value) for text in texts(entry)]
    return [value] if isinstance(value, str) else []


def test_the_solution_earns_every_point(stem):
    losses = {
        question.cell: lost(stem, question, load(stem).cells[question.cell].solved, SEEDS)
        for question in load(stem).questions
    }
    assert losses == {cell: [set()] * SEEDS for cell in losses}


def test_another_right_way_earns_every_point(stem):
    losses = {
        (question.cell, each.name): lost(stem, question, each.source, OTHER_SEEDS)
        for question, each in known(stem)
        if not each.caught_by
    }
    assert losses == {way: [set()] * OTHER_SEEDS for way in losses}


def test_a_known_mistake_is_caught_by_the_trial_made_for_it(stem):
    for question, each in known(stem):
        if each.caught_by:
            catching = tuple(trial for trial in question.trials if trial.name == each.caught_by)
            assert lost(stem, replace(question, trials=catching), each.source, 1) == [{each.caught_by}], each.name


@pytest.mark.parametrize("idle", IDLE.values(), ids=IDLE)
def test_an_answer_that_does_nothing_earns_next_to_nothing(stem, idle):
    for question in load(stem).questions:
        source = "\n".join([idle, *(f"{entry} = answer_to_all" for entry in question.entry)])
        kept = {trial.name for trial in question.trials} - lost(stem, question, source, 1)[0]
        earned = sum(trial.points for trial in question.trials if trial.name in kept)
        assert earned <= question.points / 4, question.cell


def test_a_step_to_one_side_costs_the_same_whatever_is_drawn():
    """What it gets wrong is one thing; trials of other things neither punish nor overlook it by luck."""
    for question, each in known("01_slope"):
        if each.name == "to one side":
            first, *others = lost("01_slope", question, each.source, 8)
            assert each.caught_by in first and all(other == first for other in others)
