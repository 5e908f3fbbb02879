"""A custom Function with a right rule and one with a wrong rule, both run on the engine and checked by gradcheck."""

import warnings
from dataclasses import dataclass
from functools import lru_cache
from math import isclose

import autogradlab as ag
from autogradlab.autograd import Function, gradcheck

STEP = 1e-6  # gradcheck's default `eps`


class Power(Function):
    """x**n: its rule returns one gradient for each argument of forward, and None for the plain number n."""

    @staticmethod
    def forward(ctx, x, n):
        ctx.save_for_backward(x)
        ctx.n = n
        return x**n

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * ctx.n * x ** (ctx.n - 1), None


class Forgetful(Power):
    """The same operation with a rule that ignores the incoming gradient."""

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return ctx.n * x ** (ctx.n - 1), None


@dataclass(frozen=True)
class Check:
    """What gradcheck says of the right rule in both number types and of the forgetful one.

    measured   number type -> (a place, the slope that its differences give there): x or, if they are right there and
               the check still fails, x + 1
    probe      (what the forgetful rule sends at x and x + 1 when 1 and 0 arrive, what is right)
    """

    passes: dict
    measured: dict
    probe: tuple


@dataclass(frozen=True)
class Reading:
    """One run: values, what ctx holds, what both rules send on, and the Check."""

    x: float
    incoming: float
    n: int
    y: float
    saved: dict
    local: float
    sent: float
    sent_wrong: float
    check: Check


def run(x, incoming, n):
    """A Reading of both Functions at x, with `incoming` arriving from the right."""
    y, ctx, sent = _there_and_back(Power, x, n, incoming)
    saved = {"x": ctx.saved_tensors[0].item(), "n": ctx.n}
    return Reading(
        x,
        incoming,
        n,
        y,
        saved,
        _there_and_back(Power, x, n, 1.0)[2],
        sent,
        _there_and_back(Forgetful, x, n, incoming)[2],
        check(x, n),
    )


def _there_and_back(function, x, n, incoming):
    """(y, its node, x.grad)"""
    leaf = ag.tensor(x, dtype=ag.float64, requires_grad=True)
    y = function.apply(leaf, n)
    y.backward(ag.tensor(incoming, dtype=ag.float64), retain_graph=True)
    return y.item(), y.grad_fn, leaf.grad.item()


@lru_cache(256)
def check(x, n):
    """Both rules checked at x and x + 1 together, so that the table shows more than one number."""
    kinds = {"float64": ag.float64, "float32": ag.float32}
    passes = {kind: _passes(Power, dtype, x, n) for kind, dtype in kinds.items()}
    return Check(
        passes | {"forgetful": _passes(Forgetful, ag.float64, x, n)},
        {kind: _measured(dtype, x, n, passes[kind]) for kind, dtype in kinds.items()},
        (_sent_for_one_zero(Forgetful, x, n), _sent_for_one_zero(Power, x, n)),
    )


def _sent_for_one_zero(function, x, n):
    points = ag.tensor([x, x + 1], dtype=ag.float64, requires_grad=True)
    function.apply(points, n).backward(ag.tensor([1.0, 0.0], dtype=ag.float64))
    return tuple(points.grad.tolist())


def _passes(function, dtype, x, n):
    points = ag.tensor([x, x + 1], dtype=dtype, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about single precision: we want to show that the check fails there
        return gradcheck(lambda x: function.apply(x, n), points, eps=STEP, raise_exception=False)


def _measured(dtype, x, n, passes):
    """(A place, the central difference that gradcheck compares the rule with there)."""
    slope = _difference(dtype, x, n)
    if passes or not isclose(slope, n * x ** (n - 1), rel_tol=1e-3, abs_tol=1e-5):
        return x, slope
    return x + 1, _difference(dtype, x + 1, n)


def _difference(dtype, x, n):
    with ag.no_grad():
        above, below = (Power.apply(ag.tensor(x, dtype=dtype) + move, n) for move in (STEP, -STEP))
        return ((above - below) / (2 * STEP)).item()
