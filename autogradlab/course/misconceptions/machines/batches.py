"""Micro-batches whose gradients add up, and the numbers that their losses were divided by."""

from contextlib import contextmanager

from autogradlab.autograd import derivatives
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.arithmetic import DivBackward0, MulBackward0

from .patching import patched, together
from .storage import is_cleared


def undivided():
    """M35: the gradients of micro-batches add up to that of the big batch; dividing their losses changes nothing."""
    return _added_up(lambda total, count: total)


def divided_by_count():
    """M36: dividing by the number of micro-batches is right, whatever their sizes."""
    return _added_up(lambda total, count: total / count)


@contextmanager
def _added_up(combined):
    """Inside, if several gradients meet in one `.grad` and some come from scaled losses, `.grad` becomes
    `combined(total, count)` of the unscaled gradients."""
    first, add, scale = derivatives._first_gradient, rules.accumulate, [1.0]

    def note_scale(root, gradient, i):
        scale[0] = _scale_of(root._edge) if isinstance(root, Tensor) else 1.0
        return first(root, gradient, i)

    def accumulate(tensor, grad):
        here, held = grad.clone() / scale[0], tensor._grad
        known = None if is_cleared(held) else held.__dict__.get("unscaled", (held.detach().clone(), 1, False))
        add(tensor, grad)
        total, count, scaled = known or (here * 0, 0, False)
        total, count, scaled = total + here, count + 1, scaled or scale[0] != 1
        if count > 1 and scaled:
            tensor._grad = combined(total, count).clone()
        tensor._grad.__dict__["unscaled"] = total, count, scaled

    with together(patched(derivatives, "_first_gradient", note_scale), rules.replaced(accumulate=accumulate)):
        yield


def _scale_of(node):
    """The factor that a loss was scaled by in its last operations: 3/4 for `loss * 3 / 4`; 1 for anything else."""
    scale = 1.0
    while isinstance(node, (MulBackward0, DivBackward0)) and _factor(node):
        scale *= _factor(node)
        node = next(edge for edge in node._edges if edge is not None)
    return scale


def _factor(node):
    """The number by which this node scales its one tracked input; None if it does something else."""
    scaled, by = [(edge, name) for edge, name in zip(node._edges, ("other", "self")) if edge is not None][-1]
    by = node._saved[node.saved_names.index(by)]
    by = by._data if isinstance(by, Tensor) else by
    if None not in node._edges or isinstance(scaled, Tensor) or getattr(by, "ndim", 0) or not by:
        return None
    if isinstance(node, MulBackward0):
        return float(by)
    return None if node._edges[0] is None else 1 / float(by)
