"""Every hidden rubric is fair: the solution earns all, each known mistake is caught, other right ways pass."""
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from autogradlab import confine
from autogradlab.grading import assignment
from autogradlab.grading.rubric import findings_of_all
from autogradlab.grading.seeds import drawn

ROOT = Path(__file__).parents[2]
SEEDS, OTHER_SEEDS = 5, 2  # tests/bench/seeds.py takes a thousand

STEMS = assignment.stems(ROOT)
load = cache(lambda stem: assignment.load(ROOT, stem))
QUESTIONS = [(stem, question) for stem in STEMS for question in load(stem).questions]
KNOWN = [(stem, question, known) for stem, question in QUESTIONS for known in question.known]
MISTAKES = [each for each in KNOWN if each[-1].caught_by]
RIGHT_WAYS = [each for each in KNOWN if not each[-1].caught_by]


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


def name(value):
    return value if isinstance(value, str) else getattr(value, "cell", None) or getattr(value, "name", "")


def lost(stem, question, source, seeds):
    """For each seed the names of the trials that an answer cell loses, after the solved cells that it needs."""
    before = [load(stem).cells[cell].solved for cell in question.needs]
    prepared = replace(question, prelude=load(stem).prelude)
    return [{trial.name for trial in trials if not trial.earned}
            for trials in findings_of_all(prepared, "\n".join([*before, source]), range(seeds))]


def test_every_solution_has_a_rubric():
    assert STEMS == sorted(path.stem for path in (ROOT / "solutions").glob("*.ipynb"))


@pytest.mark.parametrize("stem", STEMS)
def test_a_hundred_points_for_the_cells_of_the_notebook(stem):
    asked = load(stem)
    in_words = [own for own in asked.cells.values() if own.answer and own.kind == "markdown"]
    assert sum(question.points for question in asked.questions) + sum(asked.written.values()) == 100
    assert sum(own.points for own in asked.cells.values()) == 100
    assert asked.written == {own.grade_id: own.points for own in in_words}


@pytest.mark.parametrize("stem, question", QUESTIONS, ids=name)
def test_inputs_reach_the_probe_as_they_were_drawn(stem, question):
    inputs = drawn(question, lambda place: [0, place])
    probes = [confine.Probe("answer = repr(inputs)", each) for each in inputs]
    arrived = [result.value for result in confine.run_cells([], probes, prelude=question.prelude).results]
    assert arrived == [repr(as_lists(each))[:len(text)] for each, text in zip(inputs, arrived, strict=True)]


def as_lists(value):
    if isinstance(value, dict):
        return {key: as_lists(entry) for key, entry in value.items()}
    return [as_lists(entry) for entry in value] if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("stem, question", QUESTIONS, ids=name)
def test_the_solution_earns_every_point(stem, question):
    source = load(stem).cells[question.cell].solved
    assert lost(stem, question, source, SEEDS) == [set()] * SEEDS


@pytest.mark.parametrize("stem, question, known", RIGHT_WAYS, ids=name)
def test_another_right_way_earns_every_point(stem, question, known):
    assert lost(stem, question, known.source, OTHER_SEEDS) == [set()] * OTHER_SEEDS


@pytest.mark.parametrize("stem, question, known", MISTAKES, ids=name)
def test_a_known_mistake_is_caught_by_the_trial_made_for_it(stem, question, known):
    catching = replace(question, trials=tuple(trial for trial in question.trials if trial.name == known.caught_by))
    assert lost(stem, catching, known.source, 1) == [{known.caught_by}]


@pytest.mark.parametrize("idle", IDLE.values(), ids=IDLE)
@pytest.mark.parametrize("stem, question", QUESTIONS, ids=name)
def test_an_answer_that_does_nothing_earns_next_to_nothing(stem, question, idle):
    source = "\n".join([idle, *(f"{entry} = answer_to_all" for entry in question.entry)])
    kept = {trial.name for trial in question.trials} - lost(stem, question, source, 1)[0]
    assert sum(trial.points for trial in question.trials if trial.name in kept) <= question.points / 4
