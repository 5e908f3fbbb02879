"""A patient's program, run for real: losses, gradients, flags, versions, nodes and shapes round by round."""

import re
from dataclasses import dataclass
from functools import cache

import autogradlab as ag
from autogradlab import nn
from autogradlab.draw.numbers import written
from autogradlab.draw.walk import nodes_behind

STEPS = 20


@dataclass(frozen=True)
class Vitals:
    """What running a program gave.

    losses      one number for each round that was completed
    nodes       how many nodes are held after each round
    tensors     name -> Sign, as it stands at the end
    error       '' or 'RuntimeError in round 2: ...'
    """

    losses: tuple
    nodes: tuple
    tensors: dict
    error: str


@dataclass(frozen=True)
class Sign:
    """One tensor at the end of a run; for a plain number, `shape` says so, `grad` is '–' and no flag is set."""

    grad: str
    requires_grad: bool
    is_leaf: bool
    version: int
    shape: str


@cache
def examined(program, watch):
    """The Vitals of a program. The learner's generator stays untouched."""
    setup, body = parts(program)
    names, losses, nodes, error = _names(), [], [], ""
    with ag.random.fork_rng():
        ag.manual_seed(0)
        exec(compile(setup, "<patient>", "exec"), names)  # the course's own text, see `cases`
        once = compile(body, "<patient>", "exec")
        for step in range(STEPS):
            names["step"] = step
            try:
                exec(once, names)
            except RuntimeError as problem:
                error = f"RuntimeError in round {step + 1}: {_key_phrase(problem)}"
                break
            losses.append(names["loss"].item())
            nodes.append(_nodes_held(names))
    return Vitals(tuple(losses), tuple(nodes), {name: _sign(eval(name, names)) for name in watch}, error)


def parts(program):
    """(the lines run once, the indented lines of the loop without their indent)"""
    setup, _, body = program.partition("for step in range(20):\n")
    return setup, "\n".join(line[4:] for line in body.splitlines())


def _names():
    return {
        "tensor": ag.tensor,
        "randn": ag.randn,
        "where": ag.where,
        "no_grad": ag.no_grad,
        "nn": nn,
        "SGD": ag.optim.SGD,
        "cross_entropy": nn.functional.cross_entropy,
    }


def _key_phrase(problem):
    """The beginning of the message, without details: the phrase to search for."""
    return re.split(r"\. |: \[| \(or ", str(problem))[0]


def _nodes_held(names):
    """Nodes reachable from any tensor that the program still has a name for."""
    results = [value for value in names.values() if isinstance(value, ag.Tensor)]
    return len({node for result in results for node in nodes_behind(result.grad_fn)})


def _sign(value):
    if not isinstance(value, ag.Tensor):
        return Sign("–", False, False, 0, "a plain number")
    return Sign(
        _grad_word(value),
        value.requires_grad,
        value.is_leaf,
        value._version,
        f"({', '.join(map(str, value.shape))}{',' * (value.ndim == 1)})",
    )


def _grad_word(tensor):
    """`.grad` in a word: None, nan, a number, or the length of a gradient of several numbers."""
    grad = tensor.grad if tensor.is_leaf else None
    if grad is None:
        return "None"
    return written(grad.item()) if grad.numel() == 1 else f"length {written(grad.norm().item())}"
