"""Saved tensors in another form: `saved_tensors_hooks` packs each one when it is saved and unpacks it on use.

A packed tensor keeps its place in the graph: unpacked, it has its old history, whatever the unpacked numbers are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .graph import Node, node_of
from .modes import become, mode, no_grad
from .observers import Observer
from .tensor import Tensor, edge_of, new_tensor, with_history
from .wrong_type import kind_of


class Packed:
    """A node's replacement for a saved tensor: what it was packed into, and how to unpack it."""

    __slots__ = ("value", "unpack", "edge", "shape", "dtype")

    def __init__(self, tensor: Tensor, edge: Any, hooks: saved_tensors_hooks) -> None:
        version = tensor._version
        with no_grad():
            self.value = hooks.pack_hook(tensor)
        if tensor._version != version:
            raise RuntimeError(CHANGED_IN_PLACE)
        self.unpack, self.edge, self.shape, self.dtype = hooks.unpack_hook, edge, tensor.shape, tensor.dtype

    def tensor(self, node: Node) -> Tensor:
        """Return the tensor, unpacked, for its node. Raises TypeError or RuntimeError for a wrong type or shape."""
        given = self.unpack(self.value)
        if not isinstance(given, Tensor):
            raise TypeError(
                f"Output of saved tensor unpack_hook expected to be a Tensor but got result of type {kind_of(given)}"
            )
        if given.shape != self.shape:
            raise RuntimeError(
                f"Output of saved tensor unpack_hook has shape {list(given.shape)}, but the tensor was "
                f"saved with shape {list(self.shape)}"
            )
        given = given.to(self.dtype)
        if self.edge is None and not given._requires_grad:
            return given
        data = given._shared_array()
        tensor = new_tensor(data) if self.edge is None else with_history(data, self._history(node))
        tensor._counter = given._share_counter()  # a write to one is one to the other
        return tensor

    def _history(self, node):
        if isinstance(self.edge, Tensor):
            return _Onward(self.edge)
        return node._port(self.edge) if isinstance(self.edge, int) else self.edge


class _Onward(Node):
    """The node behind an unpacked leaf: it passes the gradient on to the leaf that was packed."""

    _hidden = True

    def __init__(self, leaf):
        self._start(edges=(leaf,))

    def _contributions(self, grad, recorded, edges):
        return [grad]


class saved_tensors_hooks(Observer):
    """Inside, each tensor that a node saves is replaced by `pack_hook(tensor)`; `unpack_hook` must return the tensor.

    If they are nested, only the innermost pair is used. Tensors that no node saves are not packed.
    """

    ends_with_walk = True
    refusal: str | None = None

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None:
        self.pack_hook, self.unpack_hook, self._before = pack_hook, unpack_hook, []
        self._written: list[Node] | None = None

    def __enter__(self) -> None:
        if saved_tensors_hooks.refusal is not None:
            raise RuntimeError(saved_tensors_hooks.refusal)
        if not (callable(self.pack_hook) and callable(self.unpack_hook)):
            raise TypeError("saved_tensors_hooks: pack_hook and unpack_hook must be callable")
        self._before.append(mode.observers)
        become(observers=(*_others(), self))

    def __exit__(self, *exception: object) -> None:
        become(observers=self._before.pop() if self._before else tuple(_others()))  # a hook may have left it before

    def made(self, node: Node) -> None:
        """Pack all tensors that the node has saved; during a write in place, its result has to wait."""
        if self._written is not None:
            self._written.append(node)
        self._pack(node, results=self._written is None)

    @contextmanager
    def results_after_the_write(self) -> Iterator[None]:
        """Around a write in place: results are packed at the end, when they lie where they have been written to."""
        self._written = []
        try:
            yield
            nodes, self._written = self._written, None
            for node in nodes:
                self._pack(node, results=True)
        finally:
            self._written = None

    def _pack(self, node, results):
        saved = list(node._saved)
        for k in range(node._tensors_saved):
            if isinstance(saved[k], Packed) or k == getattr(node, "result_place", None) and not results:
                continue
            tensor = node._as_saved(k)
            if isinstance(tensor, Tensor):
                edge = edge_of(tensor) if tensor._requires_grad else None
                if node_of(edge) is node:
                    edge = tensor.output_nr  # of a result its number, as the node would hold itself
                saved[k] = Packed(tensor, edge, self)
        node._saved = tuple(saved)
        node._own_hooks()  # a node with hooks is run by `engine.run`, which can handle `Packed`


def _others():
    return [observer for observer in mode.observers if not isinstance(observer, saved_tensors_hooks)]


class save_on_cpu(saved_tensors_hooks):
    """PyTorch's hooks that move saved tensors to the CPU and back; here all tensors are there already.

    pin_memory, device_type   accepted and without effect
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: tensor.detach(), lambda packed: packed)


@contextmanager
def disable_saved_tensors_hooks(error_message: str) -> Iterator[None]:
    """Inside, entering `saved_tensors_hooks` raises a RuntimeError with this message."""
    if len(_others()) < len(mode.observers):
        raise RuntimeError(error_message)
    before, saved_tensors_hooks.refusal = saved_tensors_hooks.refusal, error_message
    try:
        yield
    finally:
        saved_tensors_hooks.refusal = before


CHANGED_IN_PLACE = (
    "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be "
    "modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if you need to "
    "perform in-place operations on the input to a pack hook."
)
