"""x³ and its first two derivatives, computed by the engine, and the gradient's graph if it has one."""

from dataclasses import dataclass
from functools import cache

import autogradlab as ag
from autogradlab.autograd import grad
from autogradlab.draw.walk import nodes_behind

#: What the first walk is told to keep -> the argument that says so, as it is shown.
KEEPS = {"create_graph": "create_graph=True", "retain_graph": "retain_graph=True", "nothing": "none"}


@dataclass(frozen=True)
class Reading:
    """Value and derivatives at x; nodes behind value and gradient, last one first; why the second derivative failed."""

    x: float
    keep: str
    value: float
    first: float
    second: float | None
    twice: float | None
    first_nodes: tuple
    second_nodes: tuple
    message: str = ""


def f(x):
    return x**3


@cache
def run(x, keep):
    """A Reading at x."""
    leaf = ag.tensor(x, dtype=ag.float64, requires_grad=True)
    y = f(leaf)
    first_nodes, options = _nodes(y), {} if keep == "nothing" else {keep: True}
    (slope,) = grad(y, leaf, **options)
    second, twice, message = _again(y, slope, leaf)
    return Reading(x, keep, y.item(), slope.item(), second, twice, first_nodes, _nodes(slope), message)


def _again(y, slope, leaf):
    """(second derivative, .grad after two backward passes, '') or (None, None, why not)."""
    try:
        (second,) = grad(slope, leaf, retain_graph=True)
        y.backward(retain_graph=True)
        slope.backward()
    except RuntimeError as refusal:
        return None, None, str(refusal)
    return second.item(), leaf.grad.item(), ""


def _nodes(tensor):
    """Names of the nodes behind a tensor, last one first, without the leaf's own."""
    return tuple(node.name() for node in nodes_behind(tensor.grad_fn))


def curves(xs):
    """(values, first, second derivatives) at all of `xs`, by two backward passes."""
    leaf = ag.tensor(xs, dtype=ag.float64, requires_grad=True)
    y = f(leaf)
    (first,) = grad(y.sum(), leaf, create_graph=True)
    (second,) = grad(first.sum(), leaf)
    return y.tolist(), first.tolist(), second.tolist()
