"""Bytes over a step: after each operation, at each node of the walk back, at each change of a gradient or parameter."""

from __future__ import annotations

import gc
import weakref
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autogradlab.autograd.observers import Observer, observing
from autogradlab.autograd.rules import rules

from .holdings import OWNERS, Alive, arrays_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

    from autogradlab.autograd.graph import Node


#: The rules whose every use is an event, and what kind of event it is.
_KINDS = {"accumulate": "gradient", "move": "step", "clear": "clear"}


class Event(NamedTuple):
    """One event of a timeline.

    label   the name of the node or parameter, or that given to `mark`
    bytes   how many bytes are alive just after it
    kind    start, forward, backward, gradient, step, clear, mark or end
    """

    label: str
    bytes: int
    kind: str


class timeline(Observer):
    """`with timeline(model, optimizer) as t:` notes how many bytes of numbers are alive at each event inside.

    t.events        the `Event`s in order. That of a node in backward is noted when the node has computed its
                    contributions, and has not yet freed what it saved
    t.owners        {owner: bytes} for each event, owners as in `live`
    t.nodes         how many nodes are alive at each event
    t.peak          the most bytes that any event has noted
    t.mark(label)   notes an event of your own
    kinds           the kinds of events to note, all by default; looking at all live objects takes time
    """

    events: list[Event]
    owners: list[dict[str, int]]
    nodes: list[int]
    _before: list[Any]
    _passing: list[Any]

    def __init__(self, model: Any = None, optimizer: Any = None, kinds: Collection[str] | None = None) -> None:
        self._model, self._optimizer, self._kinds = model, optimizer, kinds
        self.events, self.owners, self.nodes = [], [], []
        self._before, self._passing = [], []  # weak references: to older tensors and nodes, and to gradients under way
        self._names = {id(x): name for name, x in (model.named_parameters() if model is not None else ())}

    @property
    def peak(self) -> int:
        return max(event.bytes for event in self.events)

    def mark(self, label: str) -> None:
        """Note an event of your own."""
        self._note(label, "mark")

    def __enter__(self) -> timeline:
        gc.collect()
        before = Alive(gc.get_objects())
        self._before = [weakref.ref(x) for x in (*before.tensors, *before.nodes)]
        del before
        with ExitStack() as undo:
            undo.callback(gc.unfreeze)
            gc.freeze()  # new objects are then found without looking at all old ones
            if gc.isenabled():
                undo.callback(gc.enable)
                gc.disable()  # garbage would be freed at an unpredictable moment
            undo.enter_context(observing(self))
            undo.enter_context(rules.replaced(**{name: self._noted(name) for name in _KINDS}))
            self._undo = undo.pop_all()
        self._note("start", "start")
        return self

    def __exit__(self, *exception: object) -> None:
        self._note("end", "end")
        self._undo.close()
        self._before = self._passing = []

    # ---- events -----------------------------------------------------------------------------------------------------

    def made(self, node: Node) -> None:
        self._note(node.name(), "forward")

    def ran(self, node: Node, contributions: Iterable[Any]) -> None:
        self._passing += [weakref.ref(x) for x in arrays_in(list(contributions)) if isinstance(x, np.ndarray)]
        self._note(node.name(), "backward")

    def _noted(self, name):
        """A rule that applies the one in force, then notes an event."""
        rule = getattr(rules, name)

        def noting(tensor, *others):
            rule(tensor, *others)
            self._note(self._names.get(id(tensor)) or f"leaf {list(tensor.shape)}", _KINDS[name])

        return noting

    def _note(self, label, kind):
        if self._kinds is not None and kind not in self._kinds:
            return
        old, passing = ([x for x in [ref() for ref in refs] if x is not None] for refs in (self._before, self._passing))
        alive = Alive(gc.get_objects(), old)  # in two lists: [*gc.get_objects(), *old] would hold itself: a leak
        rows = alive.holdings(self._model, self._optimizer, passing)
        self.owners.append({owner: rows[owner].bytes for owner in OWNERS})
        self.nodes.append(len(alive.nodes))
        self.events.append(Event(label, sum(self.owners[-1].values()), kind))

    # ---- printing ---------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [f"{'kind':10}{'':28}{'bytes':>14}{'nodes':>7}"]
        lines += [
            f"{event.kind:10}{event.label:28}{event.bytes:14,}{nodes:7}  {self._bar(event.bytes)}".rstrip()
            for event, nodes in zip(self.events, self.nodes)
        ]
        return "\n".join(lines)

    __repr__ = __str__

    def _bar(self, bytes_alive):
        return "▇" * round(30 * bytes_alive / (self.peak or 1))
