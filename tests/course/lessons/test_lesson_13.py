"""Lesson 13: its questions, what the page claims, and the seven stages of its exercise."""

import linecache
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from sources import code_cells

import autogradlab as ag
from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_13 import exercise, exercise_modes, exercise_training
from autogradlab.course.programs import run

# ---- keys and signatures -------------------------------------------------------------------------------------------


def test_the_last_in_line_is_the_product_and_the_line_at_fault_is_that_of_mul():
    click, bug = registry.find("13-C2"), registry.find("13-B1")
    assert click.lettered()[click.key()].text == "`MulBackward0` that makes `a`"
    assert bug.key()[0] == 10 and "def mul" in bug.shown_text().splitlines()[8]


@pytest.mark.parametrize(
    "order, idea", [("2 3 1 4", "guard after the gate"), ("1 4 2 3", "used up before it is walked")]
)
def test_an_order_is_told_by_what_it_spoils(order, idea):
    assert judge(registry.find("13-C3"), order).tag == idea


@pytest.mark.parametrize(
    "slopes, idea", [("1 / b.data, a.data / (b.data * b.data)", "sign lost"), ("b.data, a.data", "as in a product")]
)
def test_a_quotient_is_told_by_its_idea(slopes, idea):
    item = registry.find("13-C4")
    source = item.program.replace("1 / b.data, -a.data / b.data**2", slopes)
    assert source != item.program and judge(item, source).tag == idea


@pytest.mark.parametrize(
    "slopes", ["1 / b.data, -a.data / b.data**2", "b.data**-1, -a.data * b.data**-2", "1 / b.data, -quotient / b.data"]
)
def test_a_right_quotient_passes_as_the_starter_asks_for_it(slopes):
    """The answer has nothing in front of it: the field of the card holds no definition of `Number`."""
    body = f"quotient = a.data / b.data\n    return Number(quotient, (a, b), ({slopes}))"
    assert judge(registry.find("13-C4"), f"def divide(a, b):\n    {body}").verdict.word == "passed"


# ---- what the page says --------------------------------------------------------------------------------------------


cells = partial(code_cells, "13_capstone")


def page(*ids):
    """What these cells of the lesson print, in this order."""
    return run("\n".join(cells("notebooks")[cell] for cell in ids)).printed.splitlines()


MINIATURE = ("number", "operations")


def test_the_three_failures_are_as_the_page_tells_them():
    assert page(*MINIATURE, "hasty", "diamond") == ["12.0 48.0 72.0"]
    assert page(*MINIATURE, "history", "walk", "diamond-again") == ["[3.0, 2.0, 6.0, 36.0] 24.0 36.0"]
    assert page(*MINIATURE, "history", "walk", "twice") == ["24.0 72.0"]


def test_the_learner_mends_the_product_as_the_bug_says():
    before = (*MINIATURE, "history", "walk")
    assert page(*before, "bug", "bug-run") == ["10.0", "250.0 4.0"]
    assert page(*before, "bug-run") == ["10.0", "40.0 25.0"]


def test_at_the_rates_to_try_the_path_jumps_less_far_each_time_and_then_does_not_come_to_rest():
    names = {}
    exec("from autogradlab.course import Surface\n" + cells("notebooks")["surface"], names)
    mover = names["Surface"](names["smallest_net"], lr=0.24, start=(0.3, -0.6), limits=(-3, 3))
    places = [a for a, _ in mover.path[4:11]]
    jumps = [b - a for a, b in zip(places, places[1:])]
    assert all(one * other < 0 and abs(other) < abs(one) for one, other in zip(jumps, jumps[1:]))
    assert min(map(abs, jumps)) > 0.08 and mover.losses[-1] < 1e-3
    mover.lr = 0.3
    assert mover.steps == 30 and min(mover.losses[-2:]) > 0.1


# ---- the exercise --------------------------------------------------------------------------------------------------

ENGINE = ("graph", "leaves", "arrays", "operations", "modes")


def engine(folder="solutions", **answers):
    """The names after a notebook's answer cells, through the first stage that `answers` replaces, else stage 5."""
    names = {"np": np, "ag": ag, "__name__": "exercise"}
    source, last = cells(folder), next((cell for cell in ENGINE if cell in answers), ENGINE[-1])
    stages = ENGINE[: ENGINE.index(last) + 1]
    for cell in ("holes", *stages, *(cell for cell in answers if cell not in ENGINE)):
        execute(cell, answers.get(cell, source.get(cell, "")), names)
    return names


def execute(cell, text, names):
    """Run a cell as a notebook does: its source can be found later."""
    linecache.cache[f"<{cell}>"] = len(text), None, text.splitlines(keepends=True), f"<{cell}>"
    exec(compile(text, f"<{cell}>", "exec"), names)


def look(check, names):
    """Run one of the exercise's checks with the names that it takes in the notebook."""
    known = {"globals": lambda: names, "SimpleNamespace": SimpleNamespace, "exercise": exercise}
    line = next(source for source in cells("solutions").values() if f"exercise.{check}(" in source)
    exec(line, {**names, **known})


STAGES = {
    "check_graph": "graph",
    "check_leaves": "leaves",
    "check_arrays": "arrays",
    "check_operations": "operations",
    "check_modes": "modes",
    "check_size": "modes",
    "check_training": "training",
    "check_extra": "extra",
    "check_tests": "tests",
}


@pytest.mark.parametrize(
    "check, old, new, says",
    [
        ("check_graph", "a * b, (self", "a + b, (self", "`x \\* y` is 8"),
        ("check_graph", "(grad * b, grad * a)", "(grad * a, grad * b)", "sends on"),
        ("check_graph", "(grad * b, grad * a)", "grad * b", "not one part for each input"),
        ("check_graph", "record(a * b, (self, other), lambda grad: (grad * b, grad * a))", "a * b", "not a Tensor"),
        ("check_graph", "record(a * b, (self, other), lambda grad: (grad * b, grad * a))", "Tensor(a * b)", "no rule"),
        ("check_graph", "self.inputs, self.rule =", "self.inputs, self.back =", "remembers no rule"),
        ("check_graph", "elif tensor not in order:", "else:", "visited 1,024 times"),
        ("check_graph", "if each.requires_grad:", "if True:", "only x asks for a gradient"),
        ("check_graph", "stack.append((tensor, True))", "order[tensor] = True", "before one of its inputs"),
        ("check_graph", "    __array_ufunc__", "    __eq__ = object.__eq__\n    __array_ufunc__", "write `@dataclass"),
        ("check_graph", "arrived.pop(tensor)", "arrived[tensor]", "gives entries for 4 tensors"),
        ("check_graph", "arrived[each] + part if each in arrived else part", "part", "x is used twice"),
        ("check_graph", "reversed(history(root))", "reversed(history(root)[:-1])", "raised|gives entries"),
        (
            "check_graph",
            "other = beside(self, other)\n        a, b = self.data, other.data",
            "a, b = self.data, other.data",
            "`x \\* 2` stops, because 2 is a plain number\n  help: begin with `other = beside\\(self, other\\)`",
        ),
        (
            "check_graph",
            "other = beside(self, other)\n        a, b = self.data, other.data",
            'a, b = self.data, getattr(other, "data", other)',
            "an input of `x \\* 2` is a plain number",
        ),
        ("check_leaves", "grad if leaf.grad is None else leaf.grad + grad", "grad", "replaces what is there"),
        (
            "check_leaves",
            "leaf.grad = grad if leaf.grad is None else leaf.grad + grad",
            "if leaf.grad is None:\n            leaf.grad = grad\n        else:\n            leaf.grad += grad",
            "wrote into the array of the first",
        ),
        ("check_leaves", "leaf.grad = grad if leaf.grad is None else leaf.grad + grad", "pass", "nothing lands"),
        ("check_arrays", "grad = grad.sum(axis=tuple(range(grad.ndim - data.ndim)))", "pass", ""),
        ("check_arrays", "grad.sum(axis=stretched", "grad.mean(axis=stretched", "each entry was used"),
        ("check_arrays", "np.asarray(grad, dtype=data.dtype)", "np.asarray(grad)", "gets a float64 gradient"),
        ("check_arrays", "grad * n * x", "grad * x", "measured is 216\n  help: `grad` is in; compare the slope"),
        ("check_arrays", "grad * n * x ** (n - 1)", "grad * np.log(x)", "`grad` is in; compare the slope"),
        ("check_arrays", "x ** (n - 1)", "x**n / x", "at \\[0\\] your rule gives nan, measured is 0"),
        ("check_arrays", "grad * n * x", "n * x", "times what arrives, `grad`; here that is not 1 everywhere"),
        ("check_arrays", "grad * n * x", "(grad + n) * x", "yours does not send twice as much"),
        ("check_arrays", "a**-1 * b", "a**-1 / b", "5 / x - x\\*\\*3` is"),
        ("check_arrays", "(grad * n * x ** (n - 1),)", "grad * n * x ** (n - 1)", "not one part for each input"),
        (
            "check_operations",
            "(a.data.size if dim is None else a.data.shape[dim])",
            "a.data.size",
            "x.mean.* should be",
        ),
        ("check_operations", "(grad * result,)", "(result,)", "x.exp"),
        ("check_operations", "(grad * above,)", "(grad,)", "x.relu"),
        ("check_operations", "a.data > 0", "a.data >= 0", "at 0, the corner of `relu`"),
        ("check_operations", "(grad / x,)", "(grad * x,)", "log"),
        ("check_operations", "np.add.at(full, key, grad)", "full[key] += grad", "takes a row twice"),
        (
            "check_operations",
            "grad @ y.T, x.T @ grad",
            "y.T @ grad, x.T @ grad",
            "a `grad` of shape \\(2, 2\\) arrived: write the shapes side by side; look at line 5 of the cell: return",
        ),
        ("check_operations", "np.expand_dims(grad, dim)", "grad", "a `grad` of shape \\(2,\\) arrived"),
        ("check_operations", "grad / x", "grad / y", "NameError: name 'y' is not defined\n  help: look at line 29"),
        ("check_modes", "no_grad.depth += 1", "no_grad.depth = 1", "switches recording on again"),
        ("check_modes", "no_grad.depth -= 1", "pass", "after the block nothing"),
        ("check_modes", "no_grad.depth -= 1", "no_grad.depth -= error[0] is None", "after an error"),
        ("check_modes", "no_grad.depth -= 1", "no_grad.depth -= 1\n        return True", "is swallowed"),
        ("check_modes", "if not self.requires_grad:", "if False:", "does not ask for a gradient"),
        ("check_modes", "if gradient.shape != self.data.shape:", "if False:", "another shape"),
        ("check_modes", "if not retain_graph:", "if False:", "a graph that was walked"),
        ("check_modes", "if not retain_graph:", "if True:", "second time"),
        ("check_modes", "only for scalar outputs", "too many", "the text is"),
        ("check_modes", "result.rule and used_up", "used_up", "a new loss on a leaf"),
        *(
            ("check_modes", "result.rule = result.rule and used_up", f"result.rule = result.rule and {kept}", "held by")
            for kept in (
                "(lambda grad, old=result.rule: used_up(grad))",
                "(lambda old: lambda grad: old and used_up(grad))(result.rule)",
                "(setattr(no_grad, 'old', result.rule), used_up)[1]",
                "(setattr(used_up, 'old', result.rule), used_up)[1]",
                "(globals().setdefault('old', []).append(result.rule), used_up)[1]",
                "(lambda grad, old=result.data: used_up(grad))",
            )
        ),
        ("check_modes", "self.data.size != 1", "self.data.ndim", "of shape \\(1,\\)"),
        ("check_modes", "self.data.size != 1", "self.data.shape != ()", "whatever the shape: ask `self.data.size`"),
        ("check_modes", "self.data.size != 1", "self.data.size > 1", "no entry at all"),
        ("check_modes", "if not self", "raise NotImplementedError()\n    if not self", "○ not attempted: `backward`"),
        ("check_training", "each.data -= ", "each.data += ", "goes against the gradient"),
        (
            "check_training",
            "each.data -= self.lr * each.grad",
            "each = each.data - self.lr * each.grad",
            "where it was",
        ),
        (
            "check_training",
            "each.data -= self.lr * each.grad",
            "each.data = each.data - self.lr * each.grad",
            "another array",
        ),
        (
            "check_training",
            "if each.grad is not None:",
            "if each.grad is None:\n                each.data += 1\n            else:",
            "without a gradient moved",
        ),
        ("check_training", "progress(range(", "progress(range(0 * ", "come out right"),
        ("check_training", "np.exp(-margin(points).data[:, 0])", "(-margin(points)).exp()", "gives a Tensor"),
        ("check_training", "1 / (1 + np.exp(-margin(points).data[:, 0]))", "margin(points).data[:, 0] > 0", "of bool"),
        ("check_training", "1 / (1 + np.exp(-margin(points).data[:, 0]))", "[0.5] * len(points)", "gives a list"),
        ("check_training", "margin(points).data[:, 0]", "margin(points).data", "shape \\(400, 1\\)"),
        ("check_extra", 'CHOICE = "render"', 'CHOICE = "mine"', "choose one of"),
        ("check_extra", 'CHOICE = "render"', 'CHOICE = "second"', "there is no `slope`"),
        ("check_extra", "Tensor.grad_fn = ", "grad_fn = ", "a tensor has no `grad_fn` yet"),
        ("check_extra", "tensor.node = AccumulateGrad", "tensor.node_ = AccumulateGrad", ""),
        ("check_extra", '"__mul__": "Mul"', '"__mul__": "Times"', "in PyTorch they are"),
        (
            "check_tests",
            "((x * y + x) * x).backward()\n",
            "((x * y + x) * x).backward()\n    assert False\n",
            "stop at a sound engine: assert False",
        ),
    ],
)
def test_a_mistake_is_told(check, old, new, says):
    cell = STAGES[check]
    source = cells("solutions")[cell]
    assert old in source
    with pytest.raises(NotYet, match=says or "✗ not yet"):
        look(check, engine(**{cell: source.replace(old, new)}))


ROUND = """        optimizer.zero_grad()
        (1 + (-side * margin(x)).exp()).log().mean().backward()
        optimizer.step()
"""
CLEARED, BACKWARD, STEP = ROUND.splitlines(keepends=True)
SIDE = "Tensor(2 * np.reshape(y, (-1, 1)) - 1)"
FIRST, SECOND = "rng.normal(size=(2, hidden))", "rng.normal(size=(hidden, 1)) / 5"


@pytest.mark.parametrize(
    "changes, says",
    [
        ({ROUND: BACKWARD + STEP}, "the gradients of the round before are still there"),
        ({ROUND: BACKWARD + CLEARED + STEP}, "no weight moves"),
        ({ROUND: CLEARED + BACKWARD}, "no weight moves"),
        ({FIRST: "np.zeros((2, hidden))", SECOND: "np.zeros((hidden, 1))"}, "do the first weights differ, from 0 and"),
        ({FIRST: "np.ones((2, hidden))", SECOND: "np.ones((hidden, 1))"}, "do the first weights differ, from 0 and"),
        ({SIDE: "Tensor(2 * y - 1)"}, "array of shape \\(n, n\\): have `side` and `margin` the same shape"),
        ({SIDE: "Tensor(np.reshape(y, (-1, 1)))"}, "each point has 0 or 1: is `side` -1 or 1"),
        ({"1 + np.exp(-margin": "1 + np.exp(margin"}, "the same sign in the loss and in `predict`"),
        ({".relu()": ""}, "a single straight line .* is `relu` between the layers"),
        ({"range(250)": "range(5)"}, "print the loss in a few rounds"),
        ({"progress(range(250))": "range(0)"}, "print the loss in a few rounds"),
    ],
)
def test_a_training_that_does_not_learn_is_told_by_its_first_rounds(changes, says):
    source = cells("solutions")["training"]
    for old, new in changes.items():
        assert old in source
        source = source.replace(old, new)
    with pytest.raises(NotYet, match=f"come out right\n  help: .*{says}"):
        look("check_training", engine(training=source))


@pytest.mark.parametrize(
    "changes", [{ROUND: BACKWARD + STEP + CLEARED}, {SECOND: "np.zeros((hidden, 1))"}, {f"{SIDE}\n": f"{SIDE}.data\n"}]
)
def test_a_training_in_another_way_passes(changes):
    source = cells("solutions")["training"]
    for old, new in changes.items():
        assert old in source
        source = source.replace(old, new)
    look("check_training", engine(training=source))


def test_tests_that_let_everything_through_are_told():
    with pytest.raises(NotYet, match="your tests pass"):
        look("check_tests", engine(tests="def test_engine(engine):\n    assert engine.tensor(1.0).data == 1\n"))


def test_a_test_that_only_fits_ones_own_engine_is_told():
    with pytest.raises(NotYet, match="with a sound engine"):
        look("check_tests", engine(tests="def test_engine(engine):\n    assert engine.tensor(1.0).rule is None\n"))


HOOKS = """
CHOICE = "hooks"
def register_hook(tensor, function):
    tensor.__dict__.setdefault("hooks", []).append(function)
def walk(root, gradient):
    arrived, leaves = {root: gradient}, {}
    for tensor in reversed(history(root)):
        if tensor in arrived:
            grad = arrived.pop(tensor)
            for hook in getattr(tensor, "hooks", ()):
                given = hook(grad)
                grad = grad if given is None else given
            if tensor.rule is None:
                leaves[tensor] = grad
            else:
                for each, part in zip(tensor.inputs, tensor.rule(grad)):
                    if each.requires_grad:
                        arrived[each] = arrived.get(each, 0) + fit(part, each.data)
    return leaves
Tensor.register_hook = register_hook
"""


def test_another_room_passes_and_its_mistakes_are_told(capsys):
    look("check_extra", engine(extra=HOOKS))
    assert "hooks see the whole gradient" in capsys.readouterr().out
    with pytest.raises(NotYet, match="what a hook returns|10 times as much"):
        look("check_extra", engine(extra=HOOKS.replace("grad = grad if given is None else given", "pass")))
    with pytest.raises(NotYet, match="in the order in which they were registered"):
        look("check_extra", engine(extra=HOOKS.replace('"hooks", ())', '"hooks", [])[::-1]')))
    with pytest.raises(NotYet, match="a tensor has no `register_hook` yet"):
        look("check_extra", engine(extra=HOOKS.replace("Tensor.register_hook = ", "")))


def test_a_used_rule_may_be_replaced_by_a_method_of_the_result():
    own = "(setattr(Tensor, 'used_up', lambda self, grad: used_up(grad)), result.used_up)[1]"
    modes = cells("solutions")["modes"]
    assert modes.count(replaced := "result.rule and used_up") == 1
    look("check_modes", engine(modes=modes.replace(replaced, f"result.rule and {own}")))


def test_lines_are_counted_without_comments_and_docstrings():
    source = 'def f(x):\n    """Says\n    something."""\n\n    # a word\n    return (x +\n            1)  # why\n'
    assert exercise_modes.code_lines(source) == 3


def test_later_stages_in_the_same_cell_are_not_counted():
    counted = [
        exercise_modes.engine_lines(engine(graph="\n".join(cells("solutions")[cell] for cell in stages)))
        for stages in (ENGINE, (*ENGINE, "training", "extra", "tests"))
    ]
    assert counted == [110, 110]


def test_an_engine_that_is_too_long_is_told():
    with pytest.raises(NotYet, match="lines of code, at most 150"):
        look("check_size", engine(modes=cells("solutions")["modes"] + "a = 1\n" * 100))
    with pytest.raises(NotYet, match="cannot be found"):
        exercise.check_size({"Tensor": None, "no_grad": None})


def test_the_bar_gives_every_step_and_says_how_far_it_is(capsys):
    assert list(exercise.bar(range(30))) == list(range(30))
    assert repr(exercise_training.Bar(3, 30)) == "3 of 30 steps"


def test_the_boundary_is_drawn_small_enough_to_be_stored():
    x = np.array([[-1.0, 0.0], [1.5, 0.0]])
    plot = exercise.boundary(lambda points: (points[:, 0] > 0).astype(float), x, np.array([0, 1]))
    assert "100%" in plot.description and len(plot.png()) < 60_000
