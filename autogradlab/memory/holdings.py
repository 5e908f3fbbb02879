"""Who holds how many bytes and nodes. Nothing is counted until `live` is called; it then looks at all live objects."""

from __future__ import annotations

import gc
import sys
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autogradlab.autograd.applying import SavedResult
from autogradlab.autograd.engine import Arrivals
from autogradlab.autograd.function import FunctionCtx
from autogradlab.autograd.graph import Node, node_of
from autogradlab.autograd.saved_hooks import Packed
from autogradlab.autograd.tensor import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any


PARAMETERS, GRADIENTS, OPTIMIZER, SAVED, OTHER = OWNERS = (
    "parameters",
    "gradients",
    "optimizer state",
    "saved values",
    "other tensors",
)
HISTORY = "held history"
_INSIDE = (tuple, list, dict, Packed, SavedResult)


class Holding(NamedTuple):
    """bytes; how many blocks of memory they are in (`tensors`); how many `nodes` hold them."""

    bytes: int = 0
    tensors: int = 0
    nodes: int = 0


class Live(dict):
    """{owner: Holding}; `print` it. `.bytes` is the total of all numbers, `.nodes` counts all live nodes."""

    def __init__(self, rows: Mapping[str, Holding], nodes: int) -> None:
        super().__init__(rows)
        self.bytes, self.nodes = sum(self[owner].bytes for owner in OWNERS), nodes

    def __str__(self) -> str:
        lines = [f"{'':17}{'bytes':>14}{'tensors':>9}{'nodes':>8}"]
        lines += [f"{owner:17}{row.bytes:14,}{row.tensors or '':>9}{row.nodes or '':>8}" for owner, row in self.items()]
        return "\n".join([*lines, f"{'all numbers':17}{self.bytes:14,}{'':9}{self.nodes or '':>8}"])

    __repr__ = __str__


def live(model: Any = None, optimizer: Any = None, tensors: Iterable[Tensor] | None = None) -> Live:
    """Who holds memory at this moment, each block of memory counted once, for the first of these owners that holds it.

    parameters        of the model, buffers included; without a model those of the optimizer; without either, all leaves
                      that require grad
    gradients         every `.grad`, and the gradients under way in a backward that is running
    optimizer state   what the optimizer keeps in its `state`
    saved values      what nodes keep for a backward; `nodes` counts those that keep something
    held history      the nodes behind `tensors`, those that you keep; by default behind all live tensors. The bytes
                      are those of the nodes themselves and not part of `all numbers`
    other tensors     everything else
    """
    gc.collect()
    everything = Alive(gc.get_objects())
    rows = everything.holdings(model, optimizer)
    history = nodes_behind(everything.tensors if tensors is None else tensors)
    rows[HISTORY] = Holding(sum(map(_own_bytes, history)), 0, len(history))
    return Live({owner: rows[owner] for owner in (*OWNERS[:-1], HISTORY, OTHER)}, len(everything.nodes))


class Alive:
    """The tensors and nodes among some objects, and the running walks, which hold gradients."""

    tensors: list[Any]
    nodes: list[Any]
    arriving: list[Any]

    def __init__(self, objects: Iterable[object], others: Iterable[object] = ()) -> None:
        kinds: dict[type, Any] = {}
        self.tensors, self.nodes, self.arriving = [], [], []
        for x in chain(objects, others):
            kind = type(x)
            if kind not in kinds:
                kinds[kind] = self._list_of(kind)
            if kinds[kind] is not None:
                kinds[kind].append(x)
        self.nodes = [node for node in self.nodes if getattr(node, "_edges", ())]  # AccumulateGrad has none

    def _list_of(self, kind):
        if issubclass(kind, Tensor):
            return self.tensors
        if issubclass(kind, Node):
            return self.nodes
        return self.arriving if kind is Arrivals else None

    def holdings(self, model: Any = None, optimizer: Any = None, passing: Iterable[Any] = ()) -> dict[str, Holding]:
        """{owner: Holding}. `passing` are further gradients under way."""
        seen: set[Any]
        seen, gradients = set(), [x._grad for x in self.tensors if getattr(x, "_grad", None) is not None]
        keepers = {id(node): _kept_by(node) for node in self.nodes}
        rows = {
            PARAMETERS: _counted(self._parameters(model, optimizer), seen),
            GRADIENTS: _counted([gradients, [dict(x.sums) for x in self.arriving], list(passing)], seen),
            OPTIMIZER: _counted(_state(optimizer), seen),
            SAVED: _counted(list(keepers.values()), seen),
        }
        keeping = sum(any(True for _ in arrays_in(kept)) for kept in keepers.values())
        rows[SAVED] = rows[SAVED]._replace(nodes=keeping)
        rows[OTHER] = _counted([x for x in self.tensors if hasattr(x, "_data")], seen)
        return rows

    def _parameters(self, model, optimizer):
        if model is not None:
            return [*model.parameters(), *model.buffers()]
        if optimizer is not None:
            return [param for group in optimizer.param_groups for param in group["params"]]
        return [x for x in self.tensors if hasattr(x, "_data") and x._requires_grad and x._edge is None]


def nodes_behind(tensors: Iterable[Tensor]) -> set[Node]:
    """All nodes that are reached from these tensors."""
    found, waiting = set(), [x._edge for x in tensors if getattr(x, "_edge", None) is not None]
    while waiting:
        node = node_of(waiting.pop())
        if isinstance(node, Node) and node._edges and node not in found:
            found.add(node)
            waiting += [edge for edge in node._edges if edge is not None]
    return found


def arrays_in(things: Any) -> Iterator[np.ndarray | np.generic]:
    """The arrays and NumPy numbers in tensors, containers and packed values."""
    waiting = [things]
    while waiting:
        x = waiting.pop()
        if isinstance(x, Tensor):
            yield x._data
        elif isinstance(x, (np.ndarray, np.generic)):
            yield x
        elif isinstance(x, _INSIDE):
            waiting += gc.get_referents(x)


def _kept_by(node):
    """What a node keeps for its backward; a learner's `ctx` may keep more than `_saved`."""
    return [node._saved, dict(vars(node)) if isinstance(node, FunctionCtx) else ()]


def _state(optimizer):
    return [] if optimizer is None else list(optimizer.state.values())


def _counted(things, seen):
    """The Holding of the arrays whose memory is not in `seen` yet; adds that memory to `seen`."""
    total = tensors = 0
    for array in arrays_in(things):
        block, size = _memory(array)
        if block not in seen:
            seen.add(block)
            total, tensors = total + size, tensors + 1
    return Holding(total, tensors)


def _memory(array):
    """(key, bytes) of the block of memory that an array's numbers are in; views share it with their base."""
    while isinstance(getattr(array, "base", None), (np.ndarray, np.generic)):
        array = array.base
    if array.flags.owndata:
        return id(array), array.nbytes
    first, end = np.lib.array_utils.byte_bounds(array)  # memory that NumPy does not own: the part that the array spans
    return first, end - first


def _own_bytes(node):
    """The bytes of a node and of its tuples of edges and saved values, if it has any."""
    own = [part for part in gc.get_referents(node) if isinstance(part, tuple)]
    return sum(map(sys.getsizeof, [node, *own]))
