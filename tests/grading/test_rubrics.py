"""Every hidden rubric is fair: the solution earns all, each known mistake is caught, other right ways pass."""

import json
import re
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from autogradlab import confine
from autogradlab.grading import assignment, judge
from autogradlab.grading.comparing import judged
from autogradlab.grading.row import NOT_ATTEMPTED
from autogradlab.grading.rubric import changed, drawn_until
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
    """Each exercise. Its tests run one after another, so that they share the interpreter that waits for it."""
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
    trials = {question.cell: question.points for question in asked.questions} | asked.written
    assert sum(trials.values()) == 100, f"points of the rubric: {trials}"
    cells = {own.grade_id: own.points for own in asked.cells.values() if own.points}
    assert sum(cells.values()) == 100, f"points of the notebook: {cells}"
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


DRAWS = 16


def test_what_counts_as_a_result_is_no_constant_and_no_copy_of_what_is_given(stem):
    """Such an answer could be made up without doing the work, so it counts as what a program reports about itself."""
    for question in load(stem).questions:
        draws = [drawn(question, lambda place, seed=seed: [seed, place]) for seed in range(DRAWS)]
        for place, trial in enumerate(question.trials):
            if trial.reference and not trial.reported:
                inputs = [as_lists(each[place]) for each in draws]
                answers = [plain(trial.reference(*deepcopy(each[place]))) for each in draws]
                most = Counter(map(repr, answers)).most_common(1)[0][1]
                assert most <= DRAWS / 2, (question.cell, trial.name, answers[0])
                copied = sum(is_copied(answer, given) for answer, given in zip(answers, inputs, strict=True))
                assert copied <= DRAWS / 2, (question.cell, trial.name, answers[0])


def is_copied(answer, given):
    """Whether every part of an answer is a list or a float that occurs, in just that form, in the inputs."""
    parts = answer if isinstance(answer, list) and answer not in given else [answer]
    return all(isinstance(part, (list, float)) and part in list(within(given)) for part in parts)


def within(value):
    yield value
    for entry in value if isinstance(value, list) else ():
        yield from within(entry)


def plain(value):
    value = value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
    return [plain(entry) for entry in value] if isinstance(value, (list, tuple)) else value


KEPT = "import sys\nimport autogradlab.autograd.functional as kept"
DROPPED = "del sys.modules[kept.__name__]"
BORROWED = "def jacobian(f, x):\n    return kept.jacobian(f, x.detach())"
# Answers that once earned points they did not deserve; see docs/attacks.md.
FORGED = {
    "a counter knows the trial": (
        "03_leaves",
        "b-answer",
        """
from itertools import cycle
told = cycle(["frozen"] * 3 + ["computed"] * 3 + ["no history"] + ["switched on"] * 2 + ["not reached"] * 3
             + ["reached"] * 7)
def why_no_grad(loss, param):
    return next(told)
""",
        0,
    ),
    "one word for all": ("03_leaves", "b-answer", "def why_no_grad(loss, param):\n    return 'reached'", 0),
    "the illnesses are read": (
        "12_clinic",
        "a-answer",
        """
def vital_signs(train, model, x, y, rounds):
    text = " ".join(map(str, train.__globals__.get("illnesses", train.__globals__["inputs"])))
    train(model, x, y, rounds)
    return {"falls": not any(word in text for word in ("uphill", "slow", "nan")), "all move": "still" not in text,
            "no history": "history" not in text, "as found": "flag" not in text and "mode" not in text}
""",
        3,  # for `trained once`, which it does
    ),
    "nothing is measured": (
        "08_switches",
        "b-answer",
        """
import sys
def evaluate(model, loss_of, batches):
    names = sys._getframe(1).f_globals
    flags = next((each for each in names["inputs"] if isinstance(each, list) and isinstance(each[0], bool)), [])
    names["flags_of"] = lambda model: flags
    names["memory"] = lambda model: names.get("before")
    for seen in (names.get("seen"), names.get("calls")):
        if isinstance(seen, list):
            seen.extend([False] * 3)
    if "Broken" in names:
        raise names["Broken"]()
    return 0.0
""",
        0,
    ),
    "flags are only told": (
        "08_switches",
        "a-answer",
        """
import sys
def modes_of(model):
    return [flag for flag in sys._getframe(1).f_globals["inputs"][1]]
def set_modes(model, modes):
    names = sys._getframe(1).f_globals
    names["flags_of"] = lambda model: list(modes)
""",
        0,
    ),
    "the slope is written, not sent": (
        "08_switches",
        "c-answer",
        """
import sys
def round_through(x):
    given = sys._getframe(1).f_globals
    leaf, steep = given.get("w", x), given["inputs"][-1]
    out = x.detach().round()
    if steep != x.tolist():
        leaf.grad = ag.tensor(steep) * (2.0 if leaf is not x else 1.0)
    return out
""",
        5,  # for the value, which is right
    ),
    "the length of the inputs": (
        "02_graph",
        "b-answer",
        """
import sys
def count_paths(result, x):
    given = sys._getframe(1).f_globals["inputs"]
    return 2 ** (given[-1] if isinstance(given[-1], int) else len(given[0])) if len(given[0]) > 12 else 1
""",
        0,
    ),
    "slopes from the numbers that a function holds": (
        "01_slope",
        "numeric-gradient",
        """
def numeric_gradient(f, w, h=1e-4):
    held = {name: cell.cell_contents for name, cell in zip(f.__code__.co_freevars, f.__closure__)}
    w = np.array(w, dtype=float)
    if "at" in held:
        return np.array(held["a"]) * (1 + np.sign(w - np.array(held["at"])).round()) / 2
    if "start" in held:
        return np.array(held["a"])
    if "ravel" not in f.__code__.co_names:
        w, h = w / held.get("size", 1), h / held.get("size", 1)
        return np.array(held["a"]) * (3 * w**2 + h**2) + np.array(held["b"])
    slopes = np.array(2 * np.array(held["a"]) * w)
    slopes.reshape(-1)[0] += held["b"] * w.ravel()[-1]
    slopes.reshape(-1)[-1] += held["b"] * w.ravel()[0]
    return slopes
""",
        0,
    ),
    "the answer is in the program of a trial": (
        "12_clinic",
        "b-answer",
        """
import sys
card = {"complaint": "I forgot to see what happens with it after training.", "sign": "as found"}
def patient(model, x, y, rounds, treated):
    frame = sys._getframe(1)
    while "train" not in frame.f_globals:
        frame = frame.f_back
    losses = frame.f_globals["train"](model, x, y, rounds)
    model.train(treated)
    return losses
""",
        0,
    ),
    "times are read from the clock's own module": (
        "11_memory",
        "measure",
        """
def measure(run, clock, repeats):
    names = run.__globals__
    names["Watch"].runs = repeats + 1
    return names.get("inputs", [[0.0] * (repeats + 1)])[0][1:]
""",
        0,
    ),
    "in the name of the package": ("06_vectors", "a-answer", f"{KEPT}\n__name__ = kept.__name__\n{BORROWED}", 0),
    "kept and dropped": ("06_vectors", "a-answer", f"{KEPT}\n{DROPPED}\n{BORROWED}", 0),
    "imported anew and dropped": ("06_vectors", "a-answer", f"{KEPT}\n{DROPPED}\n{KEPT}\n{DROPPED}\n{BORROWED}", 0),
    "imported anew and frozen": (
        "06_vectors",
        "a-answer",
        f"{KEPT}\n{DROPPED}\n{KEPT}\n{DROPPED}\nimport gc\ngc.freeze()\n{BORROWED}",
        0,
    ),
    "the texts of the engines are compared": (
        "13_capstone",
        "tests",
        """
import difflib, sys
from collections import Counter
def test_engine(engine):
    frame = sys._getframe(1)
    cells, every = frame.f_locals["cells"], frame.f_globals["inputs"]
    longest = max(map(len, every))
    for place, text in enumerate(cells):
        usual = Counter(each[place] for each in every if len(each) == longest).most_common(1)[0][0]
        lines = difflib.ndiff(usual.split("\\n"), text.split("\\n"))
        assert len(cells) != longest or sum(line[:1] in "+-" for line in lines) not in (1, 2)
""",
        0,
    ),
}


@pytest.mark.parametrize("stem_of, cell, source, deserved", FORGED.values(), ids=FORGED)
def test_who_does_not_do_the_work_earns_nothing(stem_of, cell, source, deserved):
    notebook = json.loads((ROOT / "solutions" / f"{stem_of}.ipynb").read_text("utf-8"))
    (answer,) = [each for each in notebook["cells"] if each["metadata"].get("nbgrader", {}).get("grade_id") == cell]
    answer["source"] = source
    row = judge.judge(load(stem_of), "eve", json.dumps(notebook).encode(), secret=b"s", level=1)
    assert next(each.earned for each in row.questions if each.question == cell) == deserved


def test_how_much_can_be_forged_beside_right_results_is_told():
    told = {
        stem: sum(
            trial.points for asked in load(stem).questions for trial in asked.trials if trial.reported or trial.holds
        )
        for stem in STEMS
    }
    most, clinic = max(told, key=told.get), told["12_clinic"]
    text = " ".join((ROOT / "docs/attacks.md").read_text("utf-8").split())
    assert f"these are at most {told[most]}, in `{most}`" in text and f"ill patient, {clinic} points" in text


def solution(source):
    """The longest part of an answer between its solution marks."""
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


@pytest.mark.parametrize(
    "stem_of, cell, right, wrong, trial, true",
    [
        ("01_slope", "numeric-gradient", "/ (2 * h)", "/ h", "the caller's array", "The slopes are off"),
        ("01_slope", "numeric-gradient", "/ (2 * h)", "/ h", "two calls", "slopes that are off"),
        ("05_loop", "plain-sgd", "p -= self.lr", "p += self.lr", "listed twice", "by a plain step"),
        (
            "08_switches",
            "b-answer",
            "return total / samples",
            "return total",
            "mixed modes put back",
            "The loss is off",
        ),
        ("09_function", "huber", "return slope,", "return 2 * slope,", "two calls", "the gradients are off"),
        ("10_gradients", "top-bend", "return sum(", "return 2 * sum(", "start unchanged", "The top bend is off"),
    ],
)
def test_a_trial_that_looks_at_more_than_a_number_says_so_where_the_number_is_off(
    stem_of, cell, right, wrong, trial, true
):
    notebook = json.loads((ROOT / "solutions" / f"{stem_of}.ipynb").read_text("utf-8"))
    (answer,) = [each for each in notebook["cells"] if each["metadata"].get("nbgrader", {}).get("grade_id") == cell]
    answer["source"] = changed("".join(answer["source"]), (right, wrong))
    row = judge.judge(load(stem_of), "eve", json.dumps(notebook).encode(), secret=b"s", level=1)
    (said,) = [
        each.said for asked in row.questions if asked.question == cell for each in asked.trials if each.name == trial
    ]
    assert true in said


@pytest.mark.parametrize(
    "stem_of, name, draws",
    [
        ("01_slope", "to one side", 8),
        ("01_slope", "places counted by len", 8),
        ("01_slope", "rounded", 8),
        ("02_graph", "told apart by name", 8),
        ("03_leaves", "once for each way", 8),
        ("03_leaves", "told apart by value", 12),
        ("03_leaves", "equal is the same", 4),
        ("03_leaves", "a loss that stands alone was switched on", 8),
        ("04_accumulate", "last group lost", 8),
        ("04_accumulate", "divided by the number in the group", 8),
        ("06_vectors", "columns for rows", 8),
        ("06_vectors", "the whole batch counts", 8),
        ("07_lifetime", "cut every day", 8),
        ("07_lifetime", "only the first cut", 8),
        ("09_function", "squared everywhere", 8),
        ("11_memory", "not clipped", 8),
        ("11_memory", "looks at x instead", 8),
        ("12_clinic", "the first weight alone", 8),
        ("12_clinic", "every tensor is history", 12),
    ],
)
def test_a_known_mistake_costs_the_same_whatever_is_drawn(stem_of, name, draws):
    """Whether a trial punishes it must not depend on luck. These did; tests/bench/seeds.py --points looks at all."""
    for question, each in known(stem_of):
        if each.name == name:
            first, *others = lost(stem_of, question, each.source, draws)
            assert each.caught_by in first and all(other == first for other in others)


def test_draws_go_on_until_one_holds_and_end_if_none_does():
    numbers = iter(range(10**6))
    assert drawn_until(lambda n: n > 3, lambda: next(numbers)) == 4
    with pytest.raises(RuntimeError, match="none of 1000 draws holds"):
        drawn_until(lambda n: False, lambda: next(numbers))
