"""More of `torch.autograd.graph`: gradient edges, hooks on several tensors, and counting writes by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal

from .graph import AccumulateGrad, GradientEdge, Nowhere, node_of
from .hooks import RemovableHandle
from .modes import mode
from .tensor import Tensor
from .versions import INFERENCE


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Where this tensor's gradient arrives: `grad(loss, edge)` is `grad(loss, x)` without holding a computed x."""
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    edge = GradientEdge(_node(tensor), tensor.output_nr)
    edge.form = tensor.shape, tensor.dtype
    return edge


def _node(tensor):
    node = tensor.grad_fn
    if node is None and (not tensor.requires_grad or type(tensor._edge) is Nowhere):
        raise AssertionError("Expected gradient function to be set")
    return node or AccumulateGrad.of(tensor)


def increment_version(tensor: Tensor | Iterable[Tensor]) -> None:
    """Count a write to a tensor, or to each of several, that the engine could not see."""
    tensors = (tensor,) if isinstance(tensor, Tensor) else tensor
    try:
        counters = [x._share_counter() for x in tensors]
    except TypeError:
        raise RuntimeError("increment_version expect a Iterable[Tensor] as input") from None
    except AttributeError:
        raise RuntimeError("increment_version expects each element of the iterable to be a tensor") from None
    for counter in counters:
        if counter is not INFERENCE:
            counter.value += 1


def register_multi_grad_hook(
    tensors: Sequence[Tensor],
    fn: Callable[[list[Tensor | None]], Any] | Callable[[Tensor], Any],
    *,
    mode: Literal["all", "any"] = "all",
) -> RemovableHandle:
    """Call `fn` once in each backward that reaches some of `tensors`.

    mode   "all": after the last that it reaches, with a list of all gradients, None for those that it does not reach;
           "any": at the first, with its gradient
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of {('all', 'any')} but got {mode}")
    watched = [tensor for tensor in tensors if mode == "all" or tensor.requires_grad]
    group = _Group([_node(tensor) for tensor in watched] if mode == "all" else (), fn)
    arrived = group.wait_for_all if mode == "all" else group.tell_of_first
    return _MultiHandle([tensor.register_hook(partial(arrived, i)) for i, tensor in enumerate(watched)])


class _MultiHandle(RemovableHandle):
    def __init__(self, handles: Iterable[RemovableHandle]) -> None:
        self.handles = tuple(handles)

    def remove(self) -> None:
        """Remove all the hooks."""
        for handle in self.handles:
            handle.remove()


class _Group:
    """Several tensors that are watched together; the count starts anew in each walk."""

    def __init__(self, nodes, fn):
        self.nodes, self.fn, self.walk = nodes, fn, None

    def is_new(self):
        """Whether a gradient arrives for the first time in this walk."""
        before, self.walk = self.walk, mode.walk
        return mode.walk is not before

    def _is_reached(self, leaf, coming):
        """Whether this walk has brought a gradient to a leaf, or one of the nodes that are `coming` will."""
        return leaf in self.walk.sums or any(edge is leaf for node in coming for edge in node._edges)

    def _root(self):
        """The node at which the walk started: PyTorch does not count it if it is the only one."""
        root = node_of(self.walk.roots[0][0])
        return AccumulateGrad.of(root) if isinstance(root, Tensor) else root

    def wait_for_all(self, i, grad):
        if self.is_new():
            coming = {self.nodes[i], *self.walk.order}  # the node that runs now, and those still to run
            alone = self._root() if len(self.walk.roots) == 1 else None
            coming.discard(alone)
            asked = () if self.walk.accumulates else self.walk.targets
            leaves = [node._port(0) for node in self.nodes if isinstance(node, AccumulateGrad) and node is not alone]
            if any(leaf in asked and self._is_reached(leaf, coming) for leaf in leaves):
                raise RuntimeError(
                    "A leaf node was passed to _will_engine_execute_node but we are currently running autograd.grad(). "
                    "This is currently not supported."
                )
            self.grads, self.missing = [None] * len(self.nodes), sum(map(coming.__contains__, self.nodes))
        self.grads[i], self.missing = grad, self.missing - 1
        if self.missing == 0:
            grads, self.grads, self.walk = self.grads, None, None
            self.fn(grads)

    def tell_of_first(self, i, grad):
        if self.is_new():
            self.fn(grad)
