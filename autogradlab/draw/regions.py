"""Where a graph can be cut: paths of regions, each joined to the next by a single value.

An operation d dominates another one if every path from the root to it goes through d. Along a path of dominators the
graph falls into regions, each with one output (its first operation) and one input (the next region's output).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .layers import consumers_first
from .records import CONSTANT, LEAF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .records import Graph

    Region = tuple[str, frozenset[str]]


_COLLECTS = 3


class Flow:
    """The operations and named results of a graph, without leaves and constants.

    order     ids, consumers before what they consume, the root first
    consumed  id -> all that it consumes, in order;  inputs  the same without leaves and constants
    users     id -> ids that consume it
    trunk     id -> the users that count for regions: one that collects many results, as a stack does, counts only for
              the result with the longest path behind it
    """

    consumed: dict[str, list[str]]
    users: dict[str, list[str]]

    def __init__(self, graph: Graph) -> None:
        self.consumed, self.users = {name: [] for name in graph.nodes()}, {}
        ends = {box.id for box in graph.boxes if box.kind in (LEAF, CONSTANT)}
        for edge in sorted(graph.edges, key=lambda edge: edge.position):
            self.consumed[edge.target].append(edge.source)
            self.users.setdefault(edge.source, []).append(edge.target)
        self.inputs = {
            name: [source for source in sources if source not in ends] for name, sources in self.consumed.items()
        }
        self.order = [name for name in consumers_first(graph) if name not in ends]
        self.trunk = self._trunk()

    def _trunk(self):
        height = {}
        for name in reversed(self.order):
            height[name] = 1 + max((height[source] for source in self.inputs[name]), default=0)
        held = {
            name: max(sources, key=height.get)
            for name, sources in self.inputs.items()
            if len(set(sources)) >= _COLLECTS
        }
        return {
            name: [user for user in users if held.get(user, name) == name] or users
            for name, users in self.users.items()
        }


def region_paths(flow: Flow) -> list[list[Region]]:
    """Paths of regions, longest path first. A region is (its first operation, the set of its ids); root side first."""
    tree = _Tree(flow)
    starts = [name for name in flow.order if tree.parent[name] is None or tree.onward[tree.parent[name]] != name]
    paths = [list(tree.path(start)) for start in starts]
    return [
        [(here, tree.own(here, onward)) for here, onward in zip(path, [*path[1:], None])]
        for path in sorted(paths, key=len, reverse=True)
    ]


def whole(path: Sequence[Region], step: int) -> list[Region]:
    """The path up to region number `step`, which then takes in all regions after it."""
    rest = frozenset().union(*(own for _, own in path[step:]))
    return [*path[:step], (path[step][0], rest)]


class _Tree:
    """The tree of dominators: id -> parent, children, and `onward`: the child that the path goes on to."""

    def __init__(self, flow):
        self.flow, self.children, weight = flow, {}, dict.fromkeys(flow.order, 1)
        self.parent, depth = self._parents()
        for name in reversed(flow.order[1:]):
            self.children.setdefault(self.parent[name], []).append(name)
            weight[self.parent[name]] += weight[name]
        # the others lead to the deepest child as well, as both paths of a residual block lead to its input
        self.onward = {
            name: max(children, key=lambda child: (depth[child], weight[child], child))
            for name, children in self.children.items()
        }

    def _parents(self):
        """(id -> the nearest operation that dominates it, id -> the length of its longest path from the root)."""
        parent, level, depth = {self.flow.order[0]: None}, {self.flow.order[0]: 0}, {self.flow.order[0]: 0}
        for name in self.flow.order[1:]:
            above, *others = list(dict.fromkeys(self.flow.trunk[name]))
            for other in others:
                above = _meeting(above, other, parent, level)
            parent[name], level[name] = above, level[above] + 1
            depth[name] = 1 + max(depth[user] for user in self.flow.users[name])
        return parent, depth

    def path(self, start):
        while start is not None:
            yield start
            start = self.onward.get(start)

    def own(self, top, onward):
        """The ids that `top` dominates and `onward` does not, without those that are used elsewhere as well."""
        inside, stack = {top}, [child for child in self.children.get(top, ()) if child != onward]
        while stack:
            name = stack.pop()
            inside.add(name)
            stack.extend(self.children.get(name, ()))
        return frozenset(self._used_only_in(inside, top))

    def _used_only_in(self, inside, top):
        own, stack = {top}, [top]
        while stack:
            for source in self.flow.inputs[stack.pop()]:
                if source in inside and source not in own and all(user in own for user in self.flow.users[source]):
                    own.add(source)
                    stack.append(source)
        return own


def _meeting(a, b, parent, level):
    """The nearest operation that dominates both."""
    while a != b:
        if level[a] < level[b]:
            a, b = b, a
        a = parent[a]
    return a
