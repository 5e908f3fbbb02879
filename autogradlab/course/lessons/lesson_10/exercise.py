"""Exercise 10: the bend of a loss in any direction, its largest bend, and all of them for comparison."""

import gc
import math
from functools import partial

import autogradlab as ag
from autogradlab.course import exercise
from autogradlab.course.exercise import passed, require
from autogradlab.course.exercise_values import double, near, plain

#: The bends are found by the learner's own walks.
WITHHELD = ("autogradlab.autograd.functional", "autogradlab.autograd.differences")
#: What two errors of the engine mean here.
HELPS = (
    ("does not require grad", "no path leads back from here to the weights: record the first walk, create_graph=True"),
    ("allow_unused", "materialize_grads=True gives zeros for a tensor that is not used, and both walks need it"),
)
STRAIGHT = "the slope of a straight line has no history: add up (slope * direction), then go back from the sum"
call = partial(exercise.call, without=WITHHELD, helps=HELPS)

TIMES, TOP, DENSE = "bend_along", "top_bend", "all_bends"


def length(vectors):
    """The length of several tensors taken as one arrow.

    >>> length([ag.tensor([3.0]), ag.tensor(4.0)])
    5.0
    """
    return math.sqrt(sum((vector.detach() ** 2).sum().item() for vector in vectors))


def check_along(bend_along):
    """A loss of one tensor, and one whose bend depends on the place."""
    w = double([1.0, 2.0], True)
    got = _vectors(TIMES, call(bend_along, _valley, [w], [double([1.0, 0.0])], name=TIMES), 1)
    require(
        not near(got[0], [8.0, 5.0]),
        "in the direction [1, 0] you give [8, 5], the slope at w",
        "that is the first walk; the second starts from the slope, multiplied by the direction and added up",
    )
    require(
        not near(got[0], [7.0, 3.0]),
        "the direction makes no difference to what you give",
        "multiply the slope by the direction before you add it up",
    )
    require(
        near(got[0], [6.0, 1.0]),
        f"in the direction [1, 0] you give {got[0]}, it should be [6, 1]",
        "loss = 3 * w[0]**2 + w[0] * w[1] + w[1]**2: going along w[0], its two slopes change by 6 and 1",
    )
    got = _vectors(TIMES, call(bend_along, _valley, [w], [double([2.0, -1.0])], name=TIMES), 1)
    require(
        near(got[0], [11.0, 0.0]),
        f"in the direction [2, -1] you give {got[0]}, it should be [11, 0]",
        "the loss of the second walk is (slope * direction).sum()",
    )
    w = double([1.0, -2.0], True)
    got = _vectors(TIMES, call(bend_along, _cubes, [w], [double([1.0, 10.0])], name=TIMES), 1)
    require(
        near(got[0], [6.0, -120.0]),
        f"for w**3 at [1, -2] you give {got[0]}, it should be [6, -120]",
        "the bend of w**3 is 6 * w, so it depends on the place",
    )
    got = _vectors(TIMES, call(bend_along, _steep_cubes, [w], [double([1.0, 10.0])], name=TIMES), 1)
    require(
        near(got[0], [6.0, -120.0], 1e-8),
        f"with a slope of 1000000 added to each, which does not bend, you give {got[0]} and no longer [6, -120]",
        "differences of slopes are lost in rounding: let the second walk give the bends",
    )
    passed("the bends of a valley in two directions, and of w**3 at two places")


def check_along_several(bend_along):
    """Two tensors that act on each other, and one that the loss does not use."""
    a, b, unused = double([1.0, 2.0], True), double(3.0, True), double([5.0], True)
    got = _vectors(
        TIMES,
        call(
            bend_along,
            lambda weights: (weights[0] ** 2).sum() * weights[1],
            [a, b],
            [double([1.0, 0.0]), double(1.0)],
            name=TIMES,
        ),
        2,
    )
    require(
        not near(got, [[6.0, 0.0], 0.0]),
        "each tensor is bent on its own, as if the other one stood still",
        "add up (slope * direction) over all tensors, then go back once, to all of them",
    )
    require(
        near(got, [[8.0, 4.0], 2.0]),
        f"for two tensors you give {got}, it should be [[8, 4], 2]",
        "add up (slope * direction) over all tensors, then go back once, to all of them",
    )
    got = _vectors(
        TIMES,
        call(
            bend_along,
            lambda weights: (weights[0] ** 2).sum(),
            [a, unused],
            [double([1.0, 1.0]), double([1.0])],
            name=TIMES,
        ),
        2,
    )
    require(
        near(got, [[2.0, 2.0], [0.0]]),
        f"with a tensor that is not used you give {got}",
        "nothing bends along it: zeros, in its shape",
    )
    got = _vectors(
        TIMES,
        call(
            bend_along,
            lambda weights: (weights[0] ** 2).sum() + 3 * weights[1].sum(),
            [a, unused],
            [double([1.0, 1.0]), double([1.0])],
            name=TIMES,
            helps=(("does not require grad", STRAIGHT),),
        ),
        2,
    )
    require(
        near(got, [[2.0, 2.0], [0.0]]),
        f"with a tensor that the loss only multiplies by 3 you give {got}",
        "a straight line does not bend: zeros, in its shape",
    )
    passed("two tensors that act on each other, and zeros for one that is not used, or does not bend")


def check_along_care(bend_along):
    """Nothing is written into `.grad`, no history is handed out, and nothing is left in memory."""
    w = double([1.0, 2.0], True)
    (5 * w).sum().backward()
    given = call(bend_along, _cubes, [w], [double([1.0, 0.0])], name=TIMES)
    _vectors(TIMES, given, 1)
    require(
        w.grad is not None and near(w.grad.tolist(), [5.0, 5.0]),
        f"w.grad was [5, 5] before the call, and it is {w.grad if w.grad is None else w.grad.tolist()} after it",
        "ag.autograd.grad hands you the gradient; backward() adds it to .grad",
    )
    _plain(given)
    require(
        _growth(lambda: bend_along(_cubes, [w], [double([1.0, 0.0])])) <= 0,
        "after each call some nodes stay in memory",
        "keep nothing outside the function",
    )
    passed(".grad is as it was, the result is a plain tensor, and nothing is left in memory")


def check_plain(bend_along):
    """The result is a plain tensor. Checked before a hundred rounds: a history would become twice as long in each."""
    given = call(bend_along, _cubes, [double([1.0, 2.0], True)], [double([1.0, 0.0])], name=TIMES)
    _vectors(TIMES, given, 1)
    _plain(given)


def check_top(top_bend):
    """The largest bend, of one tensor and of two together; a negative bend."""
    w, start = double([0.3, -0.2], True), [double([1.0, 1.0])]
    got = _number(
        TOP, call(top_bend, lambda weights: (weights[0] ** 2 * double([5.0, 1.0])).sum(), [w], start, 30, name=TOP)
    )
    require(
        not math.isinf(got) and not math.isnan(got),
        f"after 30 rounds you have {got}",
        "divide by the length in every round, or the numbers grow without end",
    )
    require(
        near(got, 10.0, 1e-6),
        f"for 5 * w[0]**2 + w[1]**2 you give {got}, it should be 10",
        "in each round: bend along the direction, and divide by its length",
    )
    require(
        near(start[0].tolist(), [1.0, 1.0]),
        f"the start was [1, 1] before the call, and it is {start[0].tolist()} after it",
        "make a new list with new tensors in each round",
    )
    sharp = call(top_bend, lambda weights: 1e22 * (weights[0] ** 2).sum(), [w], start, 30, name=TOP)
    require(
        near(_number(TOP, sharp), 2e22, 1e-6),
        f"for 1e22 * (w**2).sum() you give {sharp}, it should be 2e22",
        "divide by the length in every round, or the numbers grow without end",
    )
    a, b = double([1.0], True), double([2.0], True)
    got = _number(
        TOP,
        call(
            top_bend,
            lambda weights: 1.5 * (weights[0].sum() + weights[1].sum()) ** 2,
            [a, b],
            [double([1.0]), double([1.0])],
            30,
            name=TOP,
        ),
    )
    require(
        near(got, 6.0, 1e-6),
        f"for two tensors you give {got}, it should be 6",
        "all tensors together are one direction: length(...) measures them as one arrow, and the sum is over all",
    )
    got = _number(
        TOP,
        call(
            top_bend,
            lambda weights: (weights[0] ** 2 * double([-4.0, 1.0])).sum(),
            [w],
            [double([1.0, 1.0])],
            30,
            name=TOP,
        ),
    )
    require(
        not near(got, 8.0, 1e-6),
        "for -4 * w[0]**2 + w[1]**2 you give 8: the sign is lost",
        "a length is never negative; at the end, multiply direction and bend, entry by entry, and add up",
    )
    require(
        near(got, -8.0, 1e-6),
        f"for -4 * w[0]**2 + w[1]**2 you give {got}, it should be -8",
        "at the end, multiply direction and bend, entry by entry, and add up",
    )
    passed("10, 6 for two tensors together, and -8 where the loss goes down on both sides")


def check_all(all_bends):
    """Every second derivative, as a matrix."""
    w = double([1.0, 2.0], True)
    got = plain(DENSE, call(all_bends, _valley, w, name=DENSE))
    require(
        near(got, [[6.0, 1.0], [1.0, 2.0]]),
        f"for the valley you give {got}, it should be [[6, 1], [1, 2]]",
        "one row for each direction: [1, 0] gives the first, [0, 1] the second",
    )
    w = double([1.0, -1.0, 2.0], True)
    got = plain(DENSE, call(all_bends, lambda weights: weights[0].prod(), w, name=DENSE))
    require(
        near(got, [[0.0, 2.0, -1.0], [2.0, 0.0, 1.0], [-1.0, 1.0, 0.0]]),
        f"for the product of three weights you give {got}",
        "one row for each entry of w, in their order",
    )
    passed("four bends of the valley, nine of a product of three")


def _valley(weights):
    w = weights[0]
    return 3 * w[0] ** 2 + w[0] * w[1] + w[1] ** 2


def _cubes(weights):
    return (weights[0] ** 3).sum()


def _steep_cubes(weights):
    return _cubes(weights) + 1e6 * weights[0].sum()


def _plain(given):
    require(
        not any(getattr(part, "requires_grad", False) for part in given),
        "what you give still has a history",
        "only the first walk needs create_graph=True",
    )


def _growth(call_once):
    """How many more nodes are alive after ten further calls than after the first."""
    counts = []
    for calls in (1, 10):
        for _ in range(calls):
            call_once()
        gc.collect()
        counts.append(sum(isinstance(thing, ag.autograd.Node) for thing in gc.get_objects()))
    return counts[1] - counts[0]


def _vectors(name, given, how_many):
    """The learner's result, as plain numbers, one entry for each tensor."""
    is_row = isinstance(given, (list, tuple)) and len(given) == how_many
    is_row = is_row and all(hasattr(part, "tolist") for part in given)
    require(is_row, f"`{name}` gave {given!r}", "give a list with one tensor for each of the weights")
    return [part.tolist() for part in given]


def _number(name, given):
    given = given.item() if hasattr(given, "item") and getattr(given, "ndim", 0) == 0 else given
    require(isinstance(given, (int, float)), f"`{name}` gave {given!r}", "give one number")
    return float(given)
