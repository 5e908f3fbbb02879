"""Lesson 10: its questions, what it claims, and its exercise."""

import gc
import warnings
from functools import partial

import pytest
from sources import code_cells

import autogradlab as ag
from autogradlab.course import Flow, SecondGraph
from autogradlab.course.checks import Recall, registry, validate
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_10 import exercise
from autogradlab.course.lessons.lesson_10.items import ITEMS
from autogradlab.course.programs import run

OWN = [item for item in ITEMS if not isinstance(item, Recall)]


# ---- keys and signatures -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 6])
def test_no_slope_through_sigmoids_reaches_their_product_at_the_steepest(n):
    x = ag.linspace(-10, 10, 2001, dtype=ag.float64).requires_grad_()
    h = x
    for _ in range(n):
        h = h.sigmoid()
    h.sum().backward()
    assert x.grad.max().item() < 0.25**n


def test_the_line_at_fault_makes_steep():
    item = registry.find("10-B1")
    line, letter = item.key()
    assert "steep, =" in item.shown_text().splitlines()[line - 1] and "create_graph" in item.lettered()[letter].text


@pytest.mark.parametrize(
    "fix, idea",
    [
        ("loss_of(w).backward(retain_graph", "M51"),
        ("loss_of(w).backward(create_graph", "create too late"),
        ("requires_grad_()", "M56"),
        ("A weight of 10", "shout louder"),
    ],
)
def test_a_wrong_repair_is_told_by_its_idea(fix, idea):
    item = registry.find("10-B1")
    letter, chosen = next((letter, each) for letter, each in item.lettered().items() if fix in each.text)
    assert judge(item, f"{chosen.line} {letter}").tag == idea


@pytest.mark.parametrize("order", ["2 3 4 5 1", "1 2 3 4 5", "2 1 3 4 5"])
def test_clearing_may_come_first_or_last(order):
    assert judge(registry.find("10-C4"), order).verdict.word == "passed"


def bend(*lines):
    return "\n".join(["def bend(f, x):", "    y = f(x)", *(f"    {line}" for line in lines)])


CREATE = "slope, = ag.autograd.grad(y, x, create_graph=True)"


@pytest.mark.parametrize(
    "lines, idea",
    [
        ((CREATE, "y.backward()", "slope.backward()", "return x.grad"), "M52"),
        ((CREATE, "slope.backward()", "return x.grad"), "in .grad"),
        ((CREATE, "return slope"), "slope alone"),
        ((CREATE.replace("create", "retain"), "return ag.autograd.grad(slope, x)[0]"), "M51"),
        ((CREATE.replace(", create_graph=True", ""), "return ag.autograd.grad(slope, x)[0]"), ""),
    ],
)
def test_a_function_is_told_by_its_idea(lines, idea):
    assert judge(registry.find("10-C9"), bend(*lines)).tag == idea


def test_the_numbers_of_a_trial_are_told_with_what_they_are():
    one_too_many = bend(CREATE, "return ag.autograd.grad(slope, x)[0] + 1")
    says = judge(registry.find("10-C9"), one_too_many).says
    assert says.startswith("**Not yet for `x**4` at 2 (the bend, then `x.grad`):** it gives `[49, None]`")


@pytest.mark.parametrize(
    "lines",
    [
        (CREATE, "bend, = ag.autograd.grad(slope, x)", "return bend"),
        ("slope = ag.autograd.grad(y, [x], create_graph=True)[0]", "return ag.autograd.grad(slope.sum(), [x])[0]"),
    ],
)
def test_another_right_function_passes(lines):
    assert judge(registry.find("10-C9"), bend(*lines)).verdict.word == "passed"


@pytest.mark.parametrize("item", [item for item in OWN if item.ranges], ids=lambda item: item.id)
def test_variants_have_no_fault(item):
    assert [validate.faults(item.variant(seed)) for seed in range(1, 9)] == [[]] * 8


# ---- what the lesson says ------------------------------------------------------------------------------------------


cells = partial(code_cells, "10_gradients")


def test_the_learner_mends_the_ramp_as_the_bug_says():
    page = cells("notebooks")
    mended = page["bug"].replace("retain_graph", "create_graph")
    assert [run(f"{bug}\n{page['bug-run']}").printed for bug in (page["bug"], mended)] == ["1.000\n", "0.750\n"]


def test_layers_that_double_make_a_thousand_of_one():
    doubled = cells("notebooks")["deep"].replace("h = h.sigmoid()", "h = 2 * h")
    assert run(doubled).printed.endswith("5.1e+02\nx: tensor(1024.)\n")


def test_the_slope_of_the_bend_is_six():
    page = cells("notebooks")["bend"].replace("ag.draw(slope, after=height)", "")
    third = page.replace("retain_graph", "create_graph") + "\nprint(ag.autograd.grad(bend, x)[0])"
    assert run(third).printed.endswith("tensor(6.)\n")


def test_sigmoids_bring_nothing_to_the_first_of_twenty_layers_and_the_others_do():
    ratios = {name: Flow(name, 20).ratios[0] for name in ("sigmoid", "tanh", "relu")}
    assert ratios["sigmoid"] < 1e-9 < 1e-3 < min(ratios["tanh"], ratios["relu"])


@pytest.mark.parametrize("depth", [8, 20])
def test_there_is_a_scale_at_which_relu_keeps_the_size_and_three_clicks_further_it_explodes(depth):
    flow = Flow("relu", depth)
    kept = min((1.1, 1.2, 1.3, 1.4), key=lambda scale: abs(1 - Flow("relu", depth, scale).ratios[0]))
    assert 0.3 < Flow("relu", depth, kept).ratios[0] < 3
    flow.scale = kept + 0.3
    before, long = flow.ratios, flow.total_norm
    flow.max_norm = 1.0
    assert long > 1 and flow.clipped_norm == pytest.approx(1, rel=1e-4) and flow.ratios == before


def test_at_two_slope_and_bend_are_equal_by_chance():
    second = SecondGraph(x=2.0)
    assert (second.first, second.second, second.twice) == (12, 12, 24)


def test_the_hook_of_a_tensor_sees_what_its_node_gets():
    seen = []

    class Watched(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return 3 * x

        @staticmethod
        def backward(ctx, grad_output):
            seen.append(grad_output.item())
            return 3 * grad_output

    y = Watched.apply(ag.tensor(1.0, requires_grad=True))
    y.register_hook(lambda grad: seen.append(grad.item()))
    (y**2).backward()
    assert seen == [6, 6]


# ---- the exercise --------------------------------------------------------------------------------------------------

CHECKS = {
    "check_along": "bend-along",
    "check_along_several": "bend-along",
    "check_along_care": "bend-along",
    "check_plain": "bend-along",
    "check_top": "top-bend",
    "check_all": "all-bends",
}
NAMES = {"bend-along": "bend_along", "top-bend": "top_bend", "all-bends": "all_bends"}


def written(source, cell):
    names = {"ag": ag, "length": exercise.length}
    exec(cells("solutions")["bend-along"], names)
    exec(source, names)
    return names[NAMES[cell]]


ALONG = (
    cells("solutions")["bend-along"]
    .partition("create_graph=True, materialize_grads=True)\n")[2]
    .partition("    ###")[0]
)
FROM_THE_START = "    return ag.autograd.grad(slopes, weights, grad_outputs=directions, materialize_grads=True)\n"
LATE = "direction = [part / (size if turn > rounds - 3 else 1) for part in bend]"


@pytest.mark.parametrize(
    "check, old, new, says",
    [
        ("check_along", "create_graph", "retain_graph", "help: no path leads back .* create_graph=True; look at line"),
        ("check_along", "slope * direction", "slope", "makes no difference"),
        ("check_along", "    along =", "    return slopes\n    along =", "the slope at w"),
        (
            "check_along",
            "return ag.autograd.grad(along, weights, materialize_grads=True)",
            "return along.detach()",
            "one tensor for each of the weights",
        ),
        ("check_along", "slope * direction", "2 * slope * direction", "it should be"),
        (
            "check_plain",
            "return ag.autograd.grad(along, ",
            "return ag.autograd.grad(1 * along, create_graph=True, inputs=",
            "still has a history",
        ),
        ("check_along_several", ALONG, FROM_THE_START, "a straight line has no history"),
        ("check_along_several", "materialize_grads=True", "retain_graph=True", "and both walks need it; look"),
        (
            "check_along_several",
            "return ag.autograd.grad(along, weights, materialize_grads=True)",
            "return [ag.autograd.grad((s * d).sum(), w, retain_graph=True, materialize_grads=True)[0] "
            "for s, d, w in zip(slopes, directions, weights)]",
            "each tensor is bent on its own",
        ),
        (
            "check_along_care",
            "return ag.autograd.grad(along, weights, materialize_grads=True)",
            "return ag.autograd.grad(along, weights, create_graph=True)",
            "still has a history",
        ),
        (
            "check_along_care",
            "return ag.autograd.grad(along, weights, materialize_grads=True)",
            "along.backward()\n    return [w.grad for w in weights]",
            "w.grad was \\[5, 5\\] before the call",
        ),
        ("check_along_care", "    along =", "    kept.append(slopes)\n    along =", "stay in memory"),
        ("check_top", "part / size", "part", "run away|it should be 10|after 30 rounds"),
        (
            "check_top",
            "return sum((one * other).sum().item() for one, other in zip(direction, bend))",
            "return length(bend)",
            "the sign is lost",
        ),
        ("check_top", "direction = start\n", "direction = start\n    start[0] *= 2\n", "it is \\[2.0, 2.0\\] after it"),
        ("check_top", "direction = [part / size for part in bend]", LATE, "for 1e22 \\* .* it should be 2e22"),
        ("check_top", "part / size", "part / length([part])", "for two tensors"),
        (
            "check_top",
            "size = length(bend)",
            "size = sum(length([part]) for part in bend)",
            "for two tensors you give 3",
        ),
        ("check_top", "zip(direction, bend)", "[(direction[0], bend[0])]", "and the sum is over all"),
        ("check_top", "direction = [part / size for part in bend]", "pass", "it should be 10"),
        ("check_all", "[direction])[0]", "[direction * 0 + 1])[0]", "for the valley you give"),
        ("check_all", "return ag.stack(rows)", "return rows", "give a tensor"),
    ],
)
def test_a_mistake_is_told(check, old, new, says):
    cell = CHECKS[check]
    source = cells("solutions")[cell]
    assert old in source
    with pytest.raises(NotYet, match=says):
        getattr(exercise, check)(written("kept = []\n" + source.replace(old, new), cell))


def test_differences_of_slopes_are_told():
    def bend_along(loss_of, weights, directions):
        def slopes(h):
            moved = [(w.detach() + h * d).requires_grad_() for w, d in zip(weights, directions)]
            return ag.autograd.grad(loss_of(moved), moved, materialize_grads=True)

        return [(one - other) / 2e-5 for one, other in zip(slopes(1e-5), slopes(-1e-5))]

    with pytest.raises(NotYet, match="lost in rounding|it should be"):
        exercise.check_along(bend_along)


def test_a_gradient_with_a_history_in_grad_is_a_ring():
    """What the same-in-PyTorch part says: the weight lives on until `.grad` is cleared."""

    def nodes():
        gc.collect()
        return sum(isinstance(thing, ag.autograd.Node) for thing in gc.get_objects())

    before = nodes()
    gc.disable()
    try:
        with warnings.catch_warnings(action="ignore"):
            x = ag.tensor(1.0, requires_grad=True)
            (x**3).backward(create_graph=True)
        del x
        assert sum(isinstance(thing, ag.autograd.Node) for thing in gc.get_objects()) > before
    finally:
        gc.enable()
    assert nodes() <= before


def test_slopes_left_in_grad_make_the_bends_twice_as_large():
    """What the written answer says about a second walk that starts from `.grad`."""
    w, found = ag.tensor(2.0, requires_grad=True), []
    for _ in range(3):
        with warnings.catch_warnings(action="ignore"):
            (w**3).backward(create_graph=True)
        found.append(ag.autograd.grad(w.grad, w, retain_graph=True)[0].item())
    w.grad = None
    assert found == [12, 24, 36]
