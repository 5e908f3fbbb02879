"""Folding: in a large graph, blocks that are built alike, and the operations of one module, become one box."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .groups import common_module, of_modules, repeated
from .layers import consumers_first
from .records import CONSTANT, LEAF, Box, Fold
from .regions import Flow, region_paths

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .records import Graph


#: Graphs of up to this many operations are shown without folds.
SMALL = 24
_NAMED = 3


def folded(graph: Graph, modules: Mapping[str, str]) -> Graph:
    """The graph with folds, or as it is if it is small. `modules`: path of a module -> the name of its class."""
    if len(graph.operations) <= SMALL:
        return graph
    flow = Flow(graph)
    groups = _groups(graph, flow)
    while groups:
        folds = {f"f{i}": group for i, group in enumerate(groups, 1)}
        made = _Folding(graph, flow, folds, modules).graph()
        if len(consumers_first(made)) == len(made.nodes()):
            return made
        groups.pop()  # the folds would form a cycle: try without the last one
    return graph


def _groups(graph, flow):
    kinds = {
        record.id: record.kind if isinstance(record, Box) else (record.name, record.second)
        for record in graph.nodes().values()
    }
    leaf_names = {box.id: box.name for box in graph.of_kind(LEAF)}
    groups, taken = [], set()
    for path in region_paths(flow):
        for stretch in _free_stretches(path, taken, graph.root):
            for group in repeated(stretch, kinds, leaf_names, flow):
                groups.append(group)
                taken |= group.ids
    for group in of_modules(leaf_names, taken | {graph.root}, flow):
        if len(graph.operations) - sum(name.startswith("n") for name in taken) + len(groups) > SMALL:
            groups.append(group)
            taken |= group.ids
    return groups


def _free_stretches(path, taken, root):
    """The stretches of a path that contain neither the root nor anything that is already folded."""
    stretch = []
    for region in path:
        if region[0] != root and not taken & region[1]:
            stretch.append(region)
        elif stretch:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


class _Folding:
    """The construction of one folded graph. `home` maps an id to the id of the fold that it goes into."""

    def __init__(self, graph, flow, groups, modules):
        self.before, self.flow, self.groups, self.modules = graph, flow, groups, modules
        self.nodes = graph.nodes()
        self.home = {name: fold for fold, group in groups.items() for name in group.ids}
        for box in graph.boxes:
            self._take_in(box)

    def _take_in(self, box):
        """Put a leaf or constant into a fold if only one of its blocks uses it; one that several use stays outside."""
        users = set(self.flow.users.get(box.id, ()))
        homes = {self.home.get(user) for user in users}
        if box.kind in (LEAF, CONSTANT) and len(homes) == 1 and None not in homes:
            (fold,) = homes
            if any(users <= block for block in self.groups[fold].blocks):
                self.home[box.id] = fold

    def graph(self):
        stay = [
            [record for record in records if record.id not in self.home]
            for records in (self.before.boxes, self.before.operations)
        ]
        return replace(
            self.before,
            boxes=tuple(stay[0]),
            operations=tuple(stay[1]),
            edges=tuple(self._edges()),
            folds=tuple(self._fold(fold, group) for fold, group in self.groups.items()),
        )

    def _edges(self):
        """The edges without those inside a fold; edges from one node to another, one of them a fold, are merged."""
        merged = {}
        for number, edge in enumerate(self.before.edges):
            source, target = (self.home.get(name, name) for name in (edge.source, edge.target))
            if source == target:
                continue
            moved = replace(edge, source=source, target=target)
            key = (source, target) if {source, target} & set(self.groups) else number
            merged[key] = _together(merged[key], moved) if key in merged else moved
        return merged.values()

    def _fold(self, fold, group):
        inside = [record for name, record in self.nodes.items() if self.home.get(name) == fold]
        operations = [record for record in inside if not isinstance(record, Box)]
        leaves = [box for box in inside if isinstance(box, Box) and box.kind == LEAF]
        results = [box.name for box in inside if isinstance(box, Box) and box.kind not in (LEAF, CONSTANT)]
        first = [
            self.nodes[name].name
            for name in reversed(self.flow.order)
            if name in group.blocks[0] and not isinstance(self.nodes[name], Box)
        ]
        saved = [entry.value is not None for record in operations for entry in record.saved]
        return Fold(
            fold,
            self._name(group),
            len(group.blocks),
            tuple(first),
            len(operations),
            len(leaves),
            sum(leaf.grad is not None for leaf in leaves),
            tuple(results),
            saved.count(True),
            sum(record.freed for record in operations),
            saved.count(False),
            all(record.second for record in operations),
        )

    # ---- names ------------------------------------------------------------------------------------------------

    def _name(self, group):
        if group.module:
            kind = self.modules.get(group.module)
            return f"{group.module} ({kind})" if kind else group.module
        homes = [common_module(self._leaf_names(block)) for block in group.blocks]
        return f"{self._kind(homes) or self._chain(group)} ×{len(group.blocks)}"

    def _kind(self, homes):
        """The module class that all blocks share, or else their first and last module ('a.0 … a.5'), or else ''."""
        kinds = {self.modules.get(home, "") for home in homes}
        if len(kinds) == 1 and "" not in kinds:
            return kinds.pop()
        if "" in homes or len(set(homes)) < len(homes):
            return ""
        return f"{'modules ' if homes[0].isdigit() else ''}{homes[0]} … {homes[-1]}"

    def _leaf_names(self, block):
        return [
            self.nodes[source].name
            for name in block
            for source in self.flow.consumed[name]
            if isinstance(self.nodes[source], Box) and self.nodes[source].kind == LEAF
        ]

    def _chain(self, group):
        """'Addmm → Relu': the operations on the way through one block."""
        names = [self.nodes[top].name.partition("Backward")[0] for top in group.tops if top.startswith("n")]
        if len(names) <= _NAMED:
            return " → ".join(names)
        return " → ".join([*names[: _NAMED - 1], "…", names[-1]])


def _together(one, other):
    return replace(
        one,
        position=min(one.position, other.position),
        value=None,
        flows=one.flows or other.flows,
        output=one.output if one.output == other.output else None,
        second=one.second and other.second,
        times=one.times + other.times,
    )
