"""The contents of `.grad`, and what clearing does to them."""

from contextlib import contextmanager

from autogradlab.autograd.engine import Arrivals
from autogradlab.autograd.hooks import shown
from autogradlab.autograd.modes import mode
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor, new_tensor

from .patching import patched, together


def is_cleared(grad):
    """Whether a `.grad` is None or all zeros."""
    return grad is None or not grad._data.any()


def overwritten():
    """M03: each backward replaces `.grad`."""
    add = rules.accumulate

    def accumulate(tensor, grad):
        tensor._grad = None
        add(tensor, grad)

    return rules.replaced(accumulate=accumulate)


def averaged():
    """M04: `.grad` is the mean of all gradients since it was cleared."""

    def accumulate(tensor, grad):
        held = tensor._grad
        count = 1 if is_cleared(held) else held.__dict__.get("averages", 1) + 1
        tensor._grad = grad.clone() if count == 1 else held + (grad - held) / count
        tensor._grad.__dict__["averages"] = count

    return rules.replaced(accumulate=accumulate)


def clearing_resets_weights():
    """M05: `zero_grad()` sets the weights to zero as well."""
    clear = rules.clear

    def clear_both(tensor, set_to_none):
        clear(tensor, set_to_none)
        tensor._shared_array()[...] = 0

    return rules.replaced(clear=clear_both)


def zeros_for_none():
    """M06: after `zero_grad()`, `.grad` is a tensor of zeros."""

    def clear(tensor, set_to_none):
        tensor._grad = new_tensor(tensor._data * 0)

    return rules.replaced(clear=clear)


def doubled():
    """M08: a `.grad` that was not cleared makes the next gradient twice as large, however much it holds."""
    add = rules.accumulate

    def accumulate(tensor, grad):
        again, tensor._grad = not is_cleared(tensor._grad), None
        add(tensor, grad * 2 if again else grad)

    return rules.replaced(accumulate=accumulate)


class _Kept:
    """A stand-in for a computed tensor: the object to whose `_grad` the engine adds."""

    _grad, _edge = None, "its node"


@contextmanager
def kept_everywhere():
    """M16: computed tensors keep their gradient in `.grad`, as leaves do. Each node stores it for its results."""
    check, shown_grad = rules.check_freed, vars(Tensor)["grad"]

    def watch(nodes):
        check(nodes)
        for node in nodes:
            node._own_hooks().before.setdefault("keeps everything", lambda grads, node=node: _keep(node, grads))

    def grad(tensor):
        kept = None if tensor.grad_fn is None else tensor.grad_fn.metadata.get("kept", {}).get(tensor.output_nr)
        return shown_grad.__get__(tensor) if kept is None or tensor._grad is not None else kept._grad

    with together(
        rules.replaced(check_freed=watch), patched(Tensor, "grad", property(grad, shown_grad.fset, shown_grad.fdel))
    ):
        yield


def _keep(node, grads):
    """Add the gradients that arrive at a node to those it keeps; not for `autograd.grad`, which stores none."""
    if isinstance(mode.walk, Arrivals) and mode.walk.accumulates:
        kept = node.metadata.setdefault("kept", {})
        for number, grad in enumerate(grads):
            if grad is not None:
                rules.accumulate(kept.setdefault(number, _Kept()), shown(grad).clone())
