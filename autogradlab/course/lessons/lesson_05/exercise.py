"""Exercise 05: an optimizer of your own, first plain, then with momentum and weight decay."""

import math
from functools import partial

import autogradlab as ag
from autogradlab.course import exercise
from autogradlab.course.exercise import passed, recording, require

#: The steps are the learner's own; to begin with `ag.optim.Optimizer` is allowed, but not to end with it.
WITHHELD = ("autogradlab.optim.sgd", "autogradlab.optim.adam", "autogradlab.optim.optimizer.Optimizer.step")
call = partial(exercise.call, without=WITHHELD)

PLAIN, MOMENTUM = "PlainSGD", "MomentumSGD"
COMPARES = (
    "`in`, `==` and a bare `if p.grad:` look at the entries; `is`, as in `is not None`, and "
    "list(dict.fromkeys(params)) look at the tensor itself"
)
UNTOUCHED = "work with a new tensor, as in self.lr * p.grad, and write into nothing but the weight"
STAYS = "a new tensor with the name p is not the weight: write into it with -=, under ag.no_grad()"


@recording
def check_moves(PlainSGD):
    """One step and one clearing, for one weight and for a model."""
    w = _weight(3.0)
    optimizer = _made(PlainSGD, [w], 0.1)
    _did(optimizer, "step", w, 6.0)
    require(not _is(w, 3.6), "from w = 3 with gradient 6 you step to 3.6, uphill", "a step subtracts")
    require(not _is(w, -3), "from w = 3 with gradient 6 you step to -3", "how far it goes is lr times the gradient")
    require(w.grad is not None, "after step() the gradient is gone", "step() reads .grad; clearing is for zero_grad()")
    require(not _is(w, 3), "from w = 3 with gradient 6 the weight stays at 3", STAYS)
    require(_is(w, 2.4), f"from w = 3 with gradient 6 you step to {w.item():.6g}", "3 - 0.1 * 6 is 2.4")
    require(_close(w.grad.item(), 6), f"after the step .grad is {w.grad.item():.6g}, and it was 6", UNTOUCHED)
    _did(optimizer, "zero_grad")
    require(w.grad is None, f"after zero_grad() .grad is {w.grad!r}", "cleared means None, as before any backward()")
    require(w.requires_grad, "after step(), w no longer asks for gradients", "leave the flag as it is: ag.no_grad()")
    model = ag.nn.Linear(2, 1)
    optimizer, before = _made(PlainSGD, model.parameters(), 0.1), model.weight.tolist()
    for _ in range(2):
        _did(optimizer, "zero_grad")
        model(ag.ones(3, 2)).sum().backward()
        _did(optimizer, "step")
    require(
        model.weight.tolist() != before,
        "the weights of a model stay where they are",
        "model.parameters() can be walked through only once: keep list(params)",
    )
    passed("w goes from 3 to 2.4, the gradient is cleared to None, and a model moves as well")


@recording
def check_same_weights(PlainSGD):
    """The weights stay the same tensors; one without a gradient is skipped, one that is listed twice steps once."""
    alone = _weight(3.0)
    _did(_made(PlainSGD, [alone], 0.1), "step", alone, 6.0)
    require(not _is(alone, 3), "from w = 3 with gradient 6 the weight stays at 3", STAYS)
    w, unused = _weight(3.0), _weight(8.0)
    optimizer = _made(PlainSGD, [unused, w], 0.1)
    _did(optimizer, "step", w, 6.0)
    require(_is(unused, 8), "a weight without a gradient moves", "None says: leave this one out")
    require(
        w.is_leaf and w.requires_grad,
        "after the step, w is no longer a leaf that asks for gradients",
        "write into the weight under ag.no_grad(), so that the step is not recorded",
    )
    require(not _is(w, 3.6), "from w = 3 with gradient 6 you step to 3.6, uphill", "a step subtracts")
    require(
        not _is(w, 3),
        "behind a weight without a gradient, w stays at 3, and it should go to 2.4",
        "where a weight has no gradient, go on with the next one: continue, not return",
    )
    require(_is(w, 2.4), f"w should go to 2.4, and it is at {w.item():.6g}", "see the check above")
    _moves_once(PlainSGD)
    passed("the weights stay leaves, None is skipped, and a weight that is listed twice steps once")


@recording
def check_momentum(MomentumSGD):
    """The speed: first the gradient, then 0.9 times the old speed plus the new gradient."""
    w = _weight(3.0)
    optimizer = _made(MomentumSGD, [w], 0.1, 0.9)
    places = []
    for _ in range(2):
        _did(optimizer, "zero_grad")
        _did(optimizer, "step", w, 2 * w.item())
        places.append(w.item())
    require(
        not _close(places[0], 3 - 0.06),
        "the first step is a tenth of what it should be",
        "the first speed is the gradient itself",
    )
    require(_close(places[0], 2.4), f"the first step leads to {places[0]:.6g}", "it is a plain one: 3 - 0.1 * 6")
    require(
        not _close(places[1], 1.92),
        "the second step leads to 1.92, as without momentum",
        "keep a speed for each weight between the calls of step()",
    )
    require(
        _close(places[1], 1.38),
        f"the second step leads to {places[1]:.6g}",
        "the second speed is 0.9 * 6 + 4.8 = 10.2, and w goes to 2.4 - 0.1 * 10.2",
    )
    _did(optimizer, "step", w, 0.0)
    require(
        _close(w.item(), 1.38 - 0.1 * 9.18),
        "with a gradient of 0, the weight does not keep moving",
        "0 is a gradient like any other: ask `is None`, not whether it is 0",
    )
    _keeps_place_and_speed(optimizer, w)
    one, other = _weight(3.0), _weight(1.0)
    optimizer = _made(MomentumSGD, [one, other], 0.1, 0.9)
    _did(optimizer, "step", one, 6.0)
    _did(optimizer, "step", other, 2.0)
    require(
        _close(other.item(), 0.8),
        "the speed of one weight carries another one along",
        "each weight has a speed of its own: a dictionary with the weights as keys",
    )
    plain = _weight(3.0)
    optimizer = _made(MomentumSGD, [plain], 0.1)
    for _ in range(2):
        _did(optimizer, "step", plain, 6.0)
    require(
        _close(plain.item(), 1.8),
        f"without momentum= two steps with gradient 6 lead to {plain.item():.6g}",
        "momentum is 0 unless it is given: the weight goes to 2.4 and to 1.8, as with PlainSGD",
    )
    _did(optimizer, "zero_grad")
    require(
        plain.grad is None,
        f"after zero_grad() .grad is {plain.grad!r}",
        "cleared means None, as in PlainSGD; `class MomentumSGD(PlainSGD):` brings its zero_grad() along",
    )
    _moves_once(MomentumSGD)
    passed("w goes 3, 2.4, 1.38, each weight has its own speed, and 0 is a gradient")


def _moves_once(Optimizer):
    """Check that a weight which is listed twice makes one step."""
    shared = _weight(3.0)
    _did(_made(Optimizer, [shared, shared], 0.1), "step", shared, 6.0)
    require(
        _is(shared, 2.4),
        f"a weight that is listed twice goes to {shared.item():.6g}, and one step leads to 2.4",
        "list(dict.fromkeys(params)) keeps each tensor once",
    )


def _keeps_place_and_speed(optimizer, w):
    """Check a step without a gradient, from the place 0.462 with the speed 9.18, and the step after it."""
    place, w.grad = w.item(), None
    _did(optimizer, "step")
    require(
        _close(w.item(), place),
        f"a weight whose gradient is None goes from {place:.6g} to {w.item():.6g}",
        "None: leave place *and* speed as they are",
    )
    _did(optimizer, "step", w, 1.0)
    require(
        _close(w.item(), place - 0.1 * (0.9 * 9.18 + 1)),
        "the speed was 9.18; after a step without a gradient and one with gradient 1 it is "
        f"{(place - w.item()) / 0.1:.4g}",
        "None: leave place *and* speed as they are",
    )


@recording
def check_decay(MomentumSGD):
    """The pull towards 0, and a gradient that stays as it was."""
    w = _weight(3.0)
    optimizer = _made(MomentumSGD, [w], 0.1, 0.0, 0.5)
    _did(optimizer, "step", w, 6.0)
    require(
        not _is(w, 2.55),
        "with weight_decay = 0.5 the weight goes to 2.55, towards larger values",
        "the pull is towards 0: weight_decay * w is added to the gradient, and the step subtracts both",
    )
    require(
        _is(w, 2.25),
        f"with weight_decay = 0.5 the weight goes from 3 to {w.item():.6g}",
        "the gradient 6 and the pull 0.5 * 3 make 7.5, and 3 - 0.1 * 7.5 is 2.25",
    )
    require(_close(w.grad.item(), 6), f"after the step .grad is {w.grad.item():.6g}, and it was 6", UNTOUCHED)
    v = _weight(3.0)
    optimizer = _made(MomentumSGD, [v], 0.1, 0.9, 0.5)
    _did(optimizer, "step", v, 6.0)
    require(
        _is(v, 2.25),
        f"with momentum and decay the first step leads to {v.item():.6g}",
        "the first speed is the gradient with its pull",
    )
    _did(optimizer, "step", v, 6.0)
    require(
        _close(v.grad.item(), 6),
        f"after the second step .grad is {v.grad.item():.6g}, and it was 6",
        "is the speed the same tensor as the gradient? `speed = p.grad` makes it so",
    )
    require(
        _close(v.item(), 2.25 - 0.1 * (0.9 * 7.5 + 6 + 0.5 * 2.25)),
        f"with momentum and decay the second step leads to {v.item():.6g}",
        "the pull belongs to the gradient: add it first, and make the speed from both",
    )
    require(
        not _is_recorded(vars(optimizer)),
        "the steps are recorded: behind a speed there is a graph, which grows with each step",
        "compute the speed under ag.no_grad() as well",
    )
    passed("the weight is pulled towards 0, with momentum too, and .grad is as it was")


# ---- calling a learner's optimizer ----------------------------------------------------------------------------------


def _weight(value):
    return ag.tensor(value, requires_grad=True)


def _made(Optimizer, params, *settings):
    """The learner's optimizer, made with its settings in the order lr, momentum, weight_decay."""
    name = getattr(Optimizer, "__name__", "your class")
    return call(Optimizer, params, *settings, name=name, helps=(("ambiguous", COMPARES),))


def _did(optimizer, method, weight=None, slope=0.0):
    """Call step() or zero_grad(), after giving `weight` the gradient `slope`."""
    if weight is not None:
        weight.grad = ag.tensor(slope)
    name = f"{type(optimizer).__name__}.{method}"
    call(lambda: (getattr(optimizer, method)(), True), name=name, helps=(("ambiguous", COMPARES),))


def _is_recorded(kept):
    """Whether a graph is behind a tensor that is kept here, in lists and dictionaries, too."""
    inside = kept.values() if isinstance(kept, dict) else kept if isinstance(kept, (list, tuple)) else ()
    return getattr(kept, "grad_fn", None) is not None or any(map(_is_recorded, inside))


def _is(weight, value):
    return _close(weight.item(), value)


def _close(one, other):
    return math.isclose(one, other, rel_tol=1e-5, abs_tol=1e-6)
