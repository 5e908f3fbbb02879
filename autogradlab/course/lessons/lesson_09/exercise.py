"""Exercise 09: a loss that is gentle with outliers, a sum that does not overflow, and slopes that are measured."""

import itertools
import math
from contextlib import ExitStack

import autogradlab as ag
from autogradlab.autograd.engine import walk
from autogradlab.confine.withheld import without
from autogradlab.course.exercise import NotYet, call, passed, require
from autogradlab.course.exercise_values import double, near, plain

HUBER, LOGSUMEXP, MEASURED = "Huber", "LogSumExp", "measured_slopes"
SEVERAL = "there are several entries, and `if` wants one answer: take `clamp`, or `ag.where`"
#: The package has both of these operations, and their rules.
RULES = ("autogradlab.nn.functional.losses", "autogradlab.ops.losses", "autogradlab.ops.softmax")
#: Slopes are measured by the learner's own differences: neither walked, nor those of the gradient check or of a plot.
WITHHELD = (
    "autogradlab.autograd.differences",
    "autogradlab.autograd.engine",
    "autogradlab.course.lessons.lesson_13",
    "autogradlab.course.plots",
)


def places(x):
    """The index of each entry of a tensor, as it is written in brackets.

    >>> places(ag.tensor([[1.0, 2.0]]))
    [(0, 0), (0, 1)]
    """
    return list(itertools.product(*map(range, x.shape)))


def applied(function, *given):
    """A Function's result; its forward finds no walk, which would be one of another rule than its own."""
    with without(walk):
        return ag.autograd.Function.apply.__func__(function, *given)  # even if the class has an `apply` of its own


def walked(loss):
    """backward(); what runs on the way, such as a Function's backward, finds no other walk to leave its work to."""
    with ExitStack() as to_the_end:
        loss.register_hook(lambda grad: to_the_end.enter_context(without(walk)))
        loss.backward()
    return True


def check_huber_values(Huber):
    """The forward half, near the wish and far from it."""
    _is_function(HUBER, Huber)
    got = plain(HUBER, _applied(Huber, double([3.0, 5.0, -6.0, 2.0]), double([2.0, 5.0, 0.0, 0.0]), 2.0))
    require(
        not near(got, [0.5, 0.0, 18.0, 2.0]),
        "the third error, 6, costs 18: it is squared like the small ones",
        "beyond delta the loss goes on as a straight line",
    )
    require(isinstance(got, list), f"for four errors you give {got}", "the loss of each entry: no sum and no mean")
    require(
        near(got, [0.5, 0.0, 10.0, 2.0]),
        f"for errors of 1, 0, -6 and 2 with delta 2 you give {got}",
        "that should be [0.5, 0.0, 10.0, 2.0]: half the square up to delta, then delta * (|error| - delta / 2)",
    )
    passed("errors of 1, 0, -6 and 2 cost 0.5, 0, 10 and 2")


def check_huber_rule(Huber):
    """The backward half, with incoming gradients that are not 1."""
    _is_function(HUBER, Huber)
    guess, wish = double([3.0, 5.0, -6.0], True), double([2.0, 4.5, 0.0], True)
    loss = _applied(Huber, guess, wish, 2.0)
    _sent_back((loss * double([5.0, 4.0, 3.0])).sum())
    require(guess.grad is not None, "no gradient lands in the guess", "backward returns (for guess, for wish, None)")
    got = guess.grad.tolist()
    require(
        not near(got, [1.0, 0.5, -2.0]),
        f"you send {got}, whatever arrives",
        "the rule multiplies its slope by grad_output",
    )
    require(
        not near(got, [5.0, 2.0, -18.0]),
        "the outlier pulls with its whole error",
        "beyond delta the slope stays at delta, or at -delta",
    )
    require(
        not near(got, [-5.0, -2.0, 6.0]),
        f"for the guess you send {got}: the size is right, the sign is not",
        "a larger guess makes the error larger, and the error is guess - wish",
    )
    require(
        near(got, [5.0, 2.0, -6.0]),
        f"for the guess you send {got}, it should be [5.0, 2.0, -6.0]",
        "grad_output times the error, and the error is cut off at delta on both sides",
    )
    require(
        wish.grad is not None,
        "nothing lands in the wish",
        "a larger wish makes the error smaller: its gradient has the opposite sign to that of the guess",
    )
    require(
        near(wish.grad.tolist(), [-5.0, -2.0, 6.0]),
        f"for the wish you send {wish.grad.tolist()}",
        "a larger wish makes the error smaller, so its sign is the opposite one",
    )
    passed("5, 2, -6 for the guess, the same with the opposite sign for the wish, None for delta")


def check_huber_care(Huber):
    """Two calls before one backward, a write after forward, and gradcheck."""
    _is_function(HUBER, Huber)
    one, other = double([10.0], True), double([10.0], True)
    wish = double([0.0])
    both = _applied(Huber, one, wish, 1.0) + _applied(Huber, other, wish, 3.0)
    _sent_back(both.sum())
    require(one.grad is not None, "no gradient lands in the guess", "backward returns (for guess, for wish, None)")
    got = [one.grad.item(), other.grad.item()]
    require(
        not (near(got, [1.0, 1.0]) or near(got, [3.0, 3.0])),
        f"two calls with delta 1 and 3, then backward: you send {got[0]:g} and {got[1]:g}",
        "each call has a ctx of its own: keep delta there, not in the class or in a variable outside",
    )
    require(
        near(got, [1.0, 3.0]),
        f"two calls with delta 1 and 3, then backward: you send {got[0]:g} and {got[1]:g}",
        "the slope of an error of 10 is delta: cut it off"
        if near(got, [10.0, 10.0])
        else "it should be 1 and 3, as delta is the slope of an error of 10: run the cell above once more",
    )
    require(
        not _write_harms(Huber),
        "somebody writes into the guess after forward: you send a gradient that is off, and nothing is said",
        "tensors go through ctx.save_for_backward, which notices",
    )
    points = double([[0.3, -4.0], [1.1, 2.5]], True), double([0.0, 0.7], True)
    require(
        call(lambda: _passes_gradcheck(lambda a, b: Huber.apply(a, b, 2.0), points), name="gradcheck"),
        "gradcheck says no",
        "compare what it measured with what your rule says",
    )
    passed("two calls stay apart, a write is noticed, and gradcheck passes")


def check_logsumexp(LogSumExp):
    """Value and rule, with an incoming gradient of 6."""
    _is_function(LOGSUMEXP, LogSumExp)
    x = double([0.0, math.log(2.0), 0.0], True)
    y = call(applied, LogSumExp, x, name=LOGSUMEXP, without=RULES)
    require(
        not _shape(plain(LOGSUMEXP, y)),
        f"for a vector you give {plain(LOGSUMEXP, y)}",
        "the sum is a single number, without a dimension: x.max() and x.sum() are, too",
    )
    require(
        near(plain(LOGSUMEXP, y), math.log(4.0)),
        f"for exp = 1, 2 and 1 you give {plain(LOGSUMEXP, y)}",
        "it should be the log of 4, 1.3863",
    )
    call(walked, 6.0 * y, name=f"{LOGSUMEXP}.backward", without=RULES)
    got = x.grad if x.grad is None else x.grad.tolist()
    require(got is not None, "no gradient lands in x", "backward returns grad_output times the shares")
    require(
        not near(got, [0.25, 0.5, 0.25]),
        "you send the shares 1/4, 2/4, 1/4, whatever arrives",
        "the rule multiplies them by grad_output",
    )
    require(
        not near(got, [6.0, 12.0, 6.0]),
        "you send grad_output times exp(x)",
        "the log divides by the whole sum: each entry gets its share of it",
    )
    require(
        near(got, [1.5, 3.0, 1.5]),
        f"you send {got}, it should be [1.5, 3.0, 1.5]",
        "each entry's share of the sum is 1/4, 2/4, 1/4, and 6 arrives",
    )
    passed("the log of 4, and 6 is shared out as 1.5, 3 and 1.5")


def check_logsumexp_large(LogSumExp):
    """Entries where exp overflows, alike and far apart."""
    _is_function(LOGSUMEXP, LogSumExp)
    for entries, shares in (([1000.0] * 2, [0.5] * 2), ([-1000.0] * 2, [0.5] * 2), ([2000.0, 0.0], [1.0, 0.0])):
        x, said, rest = double(entries, True), " and ".join(f"{each:g}" for each in entries), -math.log(shares[0])
        y = call(applied, LogSumExp, x, name=LOGSUMEXP, without=RULES)
        value = plain(LOGSUMEXP, y)
        require(
            isinstance(value, float) and math.isfinite(value),
            f"for entries of {said} you give {value}",
            "take the largest entry out first: log(sum(exp(x - m))) + m",
        )
        require(
            near(value, entries[0] + rest),
            f"for entries of {said} you give {value}",
            "what was taken out has to come back: + m"
            if near(value, rest)
            else f"it should be {entries[0]:g} and the log of {math.exp(rest):g}: {entries[0] + rest:.4f}",
        )
        call(walked, y, name=f"{LOGSUMEXP}.backward", without=RULES)
        got = x.grad if x.grad is None else x.grad.tolist()
        require(
            got is not None and near(got, shares),
            f"for entries of {said} you send {got}",
            f"their shares of the sum are {shares}; exp(x - result) is a share that cannot overflow",
        )
    passed("entries of 1000, of -1000, and of 2000 and 0: right values and right shares")


def check_measured(measured_slopes):
    """Differences on both sides, for each entry."""
    x = double([[3.0, -1.0], [0.5, 2.0]], True)
    got = plain(MEASURED, call(measured_slopes, lambda x: (x**3).sum(), x, name=MEASURED, without=WITHHELD))
    wanted = [[27.0, 3.0], [0.75, 12.0]]
    require(_shape(got) == [2, 2], f"for a matrix of 2 by 2 you give {got}", "one slope for each entry, in x's shape")
    require(
        not near(got, [[2 * each for each in row] for row in wanted], 1e-4),
        "your slopes are twice too large",
        "from x - h to x + h the distance is 2 * h",
    )
    require(
        not near(got, [[-each for each in row] for row in wanted], 1e-4),
        f"for x**3 you give {got}: the size is right, the sign is not",
        "the value at x + h comes first, and the one at x - h is taken away",
    )
    require(
        not near(got, [[0.0, 0.0], [0.0, 0.0]], 1e-6),
        f"for x**3 you give {got}, which is nearly 0",
        "`/ 2 * h` divides by 2 and multiplies by h: put brackets around `2 * h`",
    )
    require(
        near(got, wanted, 1e-6),
        f"for x**3 you give {got}, the slopes are {wanted}",
        "move one entry at a time, by h = 1e-6, to both sides",
    )
    require(
        near(x.tolist(), [[3.0, -1.0], [0.5, 2.0]], 0) and x._version == 0,
        "the call wrote into x",
        "x + step makes a new tensor and leaves x alone",
    )
    require(x.grad is None, "something was written into x.grad", "only forward is needed here: no backward()")
    got = plain(MEASURED, call(measured_slopes, lambda x: 5 * x**2, double(3.0, True), name=MEASURED, without=WITHHELD))
    require(
        near(got, 30.0, 1e-5),
        f"for the single number 3 and 5 * x**2 you give {got}",
        "places(x) also has the one place of a single number, ()",
    )
    passed("the slopes of x**3 at four places, and 30 for a single number")


def _passes_gradcheck(function, points):
    return ag.autograd.gradcheck(function, points, raise_exception=False)


def _applied(Huber, *given):
    """The loss; if delta was given to save_for_backward, the error has a sentence of its own."""
    try:
        return call(applied, Huber, *given, name=HUBER, without=RULES, helps=(("ambiguous", SEVERAL),))
    except NotYet as not_yet:
        said = str(not_yet)
        require(
            not ("save_for_backward" in said and "float" in said),
            "delta went into save_for_backward, which takes tensors only",
            "plain numbers go on ctx: `ctx.delta = delta`",
        )
        raise


def _sent_back(loss):
    """Walk back from the loss through the learner's rule."""
    call(walked, loss, name=f"{HUBER}.backward", without=RULES, helps=(("ambiguous", SEVERAL),))


def _write_harms(Huber):
    """Whether a write between forward and backward silently makes the gradient wrong."""
    w = double([1.0], True)
    guess = w * 1
    loss = Huber.apply(guess, double([0.0]), 100.0).sum()
    guess += 10
    try:
        loss.backward()
    except RuntimeError:
        return False
    return not near(w.grad.item(), 1.0)


def _is_function(name, given):
    is_class = isinstance(given, type) and issubclass(given, ag.autograd.Function)
    require(is_class, f"`{name}` is {given!r}", f"write it as class {name}(ag.autograd.Function):")


def _shape(given):
    return [len(given), *_shape(given[0])] if isinstance(given, list) and given else []
