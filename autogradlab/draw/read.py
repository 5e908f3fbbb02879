"""From a tensor to records: one walk along `grad_fn` and `next_functions`, in any engine's graph.

Only what the graph itself says is shown. Where it keeps no value there is no number: nothing is computed or guessed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from . import notes
from .flow import with_flow
from .names import Names, result_key
from .numbers import snapshot
from .records import CONSTANT, LEAF, OUTPUT, RESULT, Box, Edge, Graph, Operation, Saved
from .saved import open_locker
from .second import second_graph
from .show import only, wanted
from .symbols import symbol_of
from .walk import is_end, nodes_behind, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


def read(
    root: Any, names: Mapping[str, Any] | Names, show: str | Iterable[str] | None = None, after: Any = None
) -> Graph:
    """The `Graph` that ends in the tensor `root`; `names` is a dictionary name -> tensor, or `Names`.

    show, after   as in `draw`; `after` is used only if the nodes do not say themselves what a backward pass made
    """
    graph = _Reader(root, names if isinstance(names, Names) else Names(names), after).graph()
    return only(graph, wanted(show))


class _Reader:
    """The reading of one graph. `_boxes` maps the key of a leaf, a result or a constant to its box."""

    def __init__(self, root, names, after):
        self.root, self.names = root, names
        self.steps = list(walk(root.grad_fn)) if root.grad_fn is not None else []
        self.nodes = nodes_behind(root.grad_fn)
        self.ids = {node: f"n{i}" for i, node in enumerate(self.nodes, 1)}
        self.lockers = {node: open_locker(node) for node in self.nodes}
        leaves = {step[2].variable for step in self.steps if step[2] is not None and is_end(step[2])}
        self.second, self.since = second_graph(self.nodes, names, leaves, after)
        self._boxes, self._edges, self._unnamed_leaves, self._snapshots = {}, [], 0, {}
        self._results = self._known_results()

    def graph(self):
        root_box = self._root_box()
        for step in self.steps:
            self._edges.append(self._input_edge(*step))
        paths = Counter(edge.source for edge in self._edges)
        boxes = tuple(replace(box, paths=paths[box.id]) for box in self._boxes.values())
        operations = tuple(map(self._operation, self.nodes))
        return Graph(root_box.id, boxes, operations, with_flow(boxes, operations, self._edges), (), self.since)

    def _known_results(self):
        """(node, output number) -> tensor: the named results, and those that some node has saved."""
        known = {
            result_key(value): value
            for locker in self.lockers.values()
            for value in locker.values.values()
            if getattr(value, "grad_fn", None) is not None
        }
        return {**known, **{key: tensor for key, (_, tensor) in self.names.results.items()}}

    def _snapshot(self, value):
        """A `Snapshot`, each tensor read once; None for None."""
        if value is None:
            return None
        if id(value) not in self._snapshots:
            self._snapshots[id(value)] = snapshot(value), value  # with the value: its id is unique only while it lives
        return self._snapshots[id(value)][0]

    # ---- boxes ------------------------------------------------------------------------------------------------

    def _box(self, key, kind, name, tensor, grad=None, freed=False):
        about = (
            {}
            if tensor is None
            else {
                "version": notes.version_of(tensor),
                "hooks": notes.hooks_on(tensor),
                "written": notes.written_at(tensor),
            }
        )
        box = Box(
            f"t{len(self._boxes) + 1}", kind, name, self._snapshot(tensor), self._snapshot(grad), freed=freed, **about
        )
        self._boxes[key] = box
        return box

    def _root_box(self):
        root = self.root
        if root.grad_fn is not None:
            self._results[result_key(root)] = root
            return self._result_box(result_key(root), OUTPUT, self.names.of(root) or self.names.free("output"))
        if root.requires_grad:
            return self._leaf_box(root, root)
        return self._box(root, CONSTANT, self.names.of(root), root)

    def _result_box(self, key, kind, name):
        tensor = self._results[key]
        box = self._box(key, kind, name, tensor, tensor.grad if getattr(tensor, "retains_grad", False) else None)
        self._edges.append(self._edge(key, box.id))
        return box

    def _leaf_box(self, key, leaf):
        return self._box(key, LEAF, self.names.of(leaf) or self._next_leaf_name(), leaf, leaf.grad)

    def _next_leaf_name(self):
        self._unnamed_leaves += 1
        return self.names.free(f"leaf {self._unnamed_leaves}")

    def _constant_box(self, node, position):
        locker = self.lockers[node]
        value = locker.input(node, position)
        name = self.names.of(value)
        key = id(value) if name else (node, position, CONSTANT)
        return self._boxes.get(key) or self._box(key, CONSTANT, name, value, freed=locker.has_freed(node, position))

    # ---- edges and operations ---------------------------------------------------------------------------------

    def _input_edge(self, node, position, before, output):
        target = self.ids[node]
        if before is None:
            return Edge(self._constant_box(node, position).id, target, position)
        if is_end(before):
            return Edge((self._boxes.get(before) or self._leaf_box(before, before.variable)).id, target, position)
        key = before, output
        if key in self._boxes:
            return Edge(self._boxes[key].id, target, position)
        name, _ = self.names.results.get(key, ("", None))
        if name:
            return Edge(self._result_box(key, RESULT, name).id, target, position)
        return self._edge(key, target, position, self._snapshot(self._results.get(key)))

    def _edge(self, key, target, position=0, value=None):
        """The edge that carries result number `key[1]` of the operation `key[0]`."""
        node, output = key
        return Edge(
            self.ids[node],
            target,
            position,
            value,
            output=output if notes.results_of(node) > 1 else None,
            second=node in self.second,
        )

    def _operation(self, node):
        locker = self.lockers[node]
        saved = [
            Saved(word, self.names.of(value), self._snapshot(value), notes.version_of(value))
            for word, value in locker.values.items()
        ]
        spoiled = [Saved(word, "", None, *versions) for word, versions in locker.overwritten.items()]
        name = type(node).__name__
        return Operation(
            self.ids[node],
            name,
            symbol_of(name, locker.settings.get("exponent")),
            (*saved, *spoiled),
            bool(locker.freed),
            notes.results_of(node),
            notes.hooks_on(node),
            notes.line_of(node),
            node in self.second,
        )
