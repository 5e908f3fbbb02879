"""Exercise 03: which leaves a loss leads to, why a weight gets no gradient, and where the path is cut."""

from functools import partial

import autogradlab as ag
from autogradlab.course import exercise
from autogradlab.course.exercise import NotYet, passed, require

#: The graph is walked by the learner's own functions, not by a drawing or a tool of another lesson.
WITHHELD = ("autogradlab.autograd.trace_torch", "autogradlab.course", "autogradlab.draw", "autogradlab.memory")
#: Nor by the engine, where all leaves are asked for; later questions may let it look for one.
WALKERS = (*WITHHELD, "autogradlab.autograd.engine")
call = partial(exercise.call, without=WITHHELD)

ADVICE = {
    "frozen": "ask for its gradient: param.requires_grad_()",
    "computed": "first compute, then ask: param = (...).requires_grad_()",
    "no history": "find the step that dropped it: item(), detach(), a comparison",
    "switched on": "take the switch out, then look for the cut before it",
    "not reached": "use it in the loss, or find the cut between the two",
    "reached": "nothing is missing",
}


FOUND_BY = 'the end of a path has the attribute `variable`: ask hasattr(node, "variable")'


def weight(value=3.0):
    """A leaf that asks for a gradient."""
    return ag.tensor(value, requires_grad=True)


# ---- a: leaves ------------------------------------------------------------------------------------------------------


def check_leaves(leaves_behind):
    """Two leaves and one constant; a loss without history has none, a leaf has itself."""
    x, w, b = ag.tensor(2.0), weight(), weight(1.0)
    got = _leaves(leaves_behind, (w * x + b) ** 2)
    require(got, "you find no leaf behind (w * x + b)**2", FOUND_BY)
    require(
        _has(got, w) and _has(got, b),
        f"of the leaves w and b you give {_has(got, w) + _has(got, b)}",
        "follow every pair of next_functions, not only the first one",
    )
    require(len(got) == 2, f"you give {len(got)} tensors, and there are 2 leaves", "is one of them in it twice?")
    require(
        _leaves(leaves_behind, ag.tensor(5.0)) == [],
        "for ag.tensor(5.) you give something, but nobody asks there",
        "a loss without grad_fn that asks for no gradient has no leaves: an empty list",
    )
    own = _leaves(leaves_behind, w)
    require(
        len(own) == 1 and own[0] is w,
        "for a loss that is itself a leaf and asks for a gradient, you do not give that leaf",
        "a loss without grad_fn that requires grad is its own and only leaf: [loss]",
    )
    passed("w and b are found, and a loss that stands alone is handled, too")


def check_shared(leaves_behind):
    """Each leaf once, however many paths lead to it; leaves with equal numbers are different leaves."""
    w, b = weight(), weight()
    got = _leaves(leaves_behind, w * w + w * b)
    require(got, "you find no leaf behind w * w + w * b", FOUND_BY)
    require(len(got) >= 2, "two leaves with the same number count as one", "compare tensors with `is`, not with `==`")
    h = weight()
    for _ in range(10):
        h = h + h
    many = _leaves(leaves_behind, h)
    require(
        len(got) == 2 and len(many) == 1,
        f"you give a leaf {max(len(many), len(got) - 1)} times",
        "remember the nodes that you have visited, and go through each of them once",
    )
    passed("each leaf once, however many paths lead to it")


# ---- b: causes ------------------------------------------------------------------------------------------------------


def frozen():
    """A parameter whose gradient nobody asks for."""
    w = ag.tensor(3.0)
    return (w * weight(2.0)) ** 2, w


def computed():
    """A parameter that was scaled after its gradient was asked for."""
    w = weight(300.0) * 0.01
    return (w * 2.0) ** 2, w


def frozen_and_cut():
    """A parameter whose gradient nobody asks for, with a loss that went through a Python number."""
    return ag.tensor(36.0), ag.tensor(3.0)


def computed_and_cut():
    """A parameter that was scaled after its gradient was asked for, with a loss that went through a Python number."""
    return ag.tensor(36.0), weight(300.0) * 0.01


def no_history():
    """A loss that went through a Python number."""
    w = weight()
    return ag.tensor(((w * 2.0) ** 2).item()), w


def switched_on():
    """A loss that went through a Python number, with the error silenced by requires_grad_()."""
    loss, w = no_history()
    return loss.requires_grad_(), w


def not_reached():
    """A loss of another weight, which happens to have the same value."""
    w, v = weight(), weight()
    return (w.detach() * v) ** 2, w


def reached():
    """Nothing is amiss, though one of two paths is cut."""
    w = weight()
    return w * w.detach(), w


def itself():
    """A loss that is the parameter itself."""
    w = weight()
    return w, w


def left_from_before():
    """A parameter that is not reached, and has a gradient from an older walk."""
    loss, param = not_reached()
    param.grad = ag.tensor(7.0)
    return loss, param


def check_param(why_no_grad):
    """Causes that the parameter itself shows."""
    _expect(why_no_grad, frozen, "ask the parameter first: does it require grad?")
    _expect(why_no_grad, computed, "ask the parameter for is_leaf before you look at the loss")
    alone = "ask the parameter before the loss: give the first word of the table that fits"
    _expect(why_no_grad, frozen_and_cut, alone, "frozen")
    _expect(why_no_grad, computed_and_cut, alone, "computed")
    _expect(why_no_grad, reached, "one whole path is enough; look for param among the leaves behind the loss")
    passed("the parameter itself is asked first")


def check_loss(why_no_grad):
    """Causes that show only in the loss or on the path to the parameter."""
    _expect(why_no_grad, no_history, "what do requires_grad and grad_fn of the loss say?")
    _expect(why_no_grad, switched_on, "a loss that requires grad and has no grad_fn is a leaf of its own")
    _expect(why_no_grad, not_reached, "look for param itself among the leaves: `is`, and not `in` or `==`")
    _expect(why_no_grad, itself, "backward() from a leaf that asks leaves a gradient in it", "reached")
    old = "an old .grad says nothing about this loss: look for param among the leaves behind it"
    _expect(why_no_grad, left_from_before, old, "not reached")
    param, other = weight(), weight()
    call(why_no_grad, param * other, param, name="why_no_grad")
    for what, leaf in (("param.grad", param), ("the .grad of another leaf", other)):
        require(
            leaf.grad is None,
            f"after the call {what} is {leaf.grad}, and before it was None",
            "only look: call no backward(), the leaves behind the loss say enough",
        )
    passed("no history, a switch, and a path that leads past: all told apart")


def show_report(why_no_grad):
    """Print the learner's cause and the advice for six programs, or say once that the answer is not written yet."""
    try:
        for program in (frozen, computed, no_history, switched_on, not_reached, reached):
            cause = call(why_no_grad, *program(), name="why_no_grad")
            print(f"{program.__doc__}\n    {cause}: {ADVICE.get(cause, 'this is not one of the six words')}")
    except NotYet as not_yet:
        print(not_yet)


def _expect(why_no_grad, program, help, wanted=""):
    got = call(why_no_grad, *program(), name="why_no_grad")
    wanted = wanted or program.__name__.replace("_", " ")
    require(
        isinstance(got, str) and got in ADVICE,
        f"why_no_grad gave {got!r}",
        "give one of the six words of the table, as a text",
    )
    case = program.__doc__[0].lower() + program.__doc__[1:].rstrip(".")
    require(got == wanted, f"for “{case}” you say {got!r}, and it is {wanted!r}", help)


# ---- c: the place ---------------------------------------------------------------------------------------------------


def check_first_cut(first_cut):
    """The first step that the parameter does not reach, with one cut, with two, and with none."""
    w = weight()
    require(
        _cut(first_cut, w, steps_of(w, [])) == "no cut",
        "the path is whole, but you name a step",
        'when every step is reached, give the text "no cut"',
    )
    one = _cut(first_cut, w, steps_of(w, [2]))
    require(
        one == "step 2",
        f"the path is cut where step 2 is made, and you say {one!r}",
        "go through the steps in their order, and ask for each whether param is behind it",
    )
    two = _cut(first_cut, w, steps_of(w, [1, 3]))
    require(
        two == "step 1",
        f"the path is cut at step 1 and again at step 3, and you say {two!r}",
        "give the first one: stop as soon as you have found it",
    )
    passed("the first cut is found, with one, two or no cuts")


def steps_of(w, cuts, count=5):
    """{name: tensor} of a computation in `count` steps; those in `cuts` are cut off from `w`."""
    steps, h = {}, w
    for number in range(count):
        h = (h * 2.0).detach() + weight(0.0) if number in cuts else h * 2.0
        steps[f"step {number}"] = h
    return steps


def _cut(first_cut, param, steps):
    got = call(first_cut, steps, param, name="first_cut")
    require(isinstance(got, str), f"first_cut gave {got!r}", 'give the name of a step, or the text "no cut"')
    return got


# ---- the learner's results ------------------------------------------------------------------------------------------


def _leaves(leaves_behind, loss):
    """The learner's list, whose entries must be tensors."""
    got = exercise.call(leaves_behind, loss, name="leaves_behind", without=WALKERS)
    require(isinstance(got, (list, tuple, set, frozenset)), f"leaves_behind gave {got!r}", "give a list of tensors")
    others = [entry for entry in got if not isinstance(entry, ag.Tensor)]
    require(
        not others,
        f"in your list there is {type(others[0]).__name__ if others else ''}, which is not a tensor",
        "AccumulateGrad is the node at the end; the leaf is its node.variable. None stands for no node at all",
    )
    return list(got)


def _has(tensors, wanted):
    return any(tensor is wanted for tensor in tensors)
