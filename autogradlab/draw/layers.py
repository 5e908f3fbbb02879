"""Columns of a graph: the column of each node, and the bends of a wire in the columns that it crosses.

A node stands as far right as its consumers allow, so leaves are beside the operation that uses them.
Bends cut a wire across several columns into steps, so that every step joins two neighboring columns.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .records import Graph


@dataclass(frozen=True)
class Layers:
    """The columns of a graph, and the course of its wires through them.

    columns  lists of node and bend ids, left to right, each from top to bottom
    steps    (left id, right id, whether this step should be drawn straight)
    routes   one tuple of ids per edge, in the graph's order: source, bends, target
    """

    columns: list
    steps: list
    routes: list


def layers_of(graph: Graph) -> Layers:
    depth = depths(graph)
    last = max(depth.values())
    column = {name: last - d for name, d in depth.items()}
    routes = [_route(i, edge, column) for i, edge in enumerate(graph.edges)]
    for route in routes:
        for k, bend in enumerate(route[1:-1], 1):
            column[bend] = column[route[0]] + k
    main = _main_inputs(graph)
    steps = [
        (a, b, main[edge.target] == i or b != route[-1])
        for i, (edge, route) in enumerate(zip(graph.edges, routes))
        for a, b in zip(route, route[1:])
    ]
    return Layers(_ordered(graph.root, column, steps), steps, routes)


def depths(graph: Graph) -> dict[str, int]:
    """id -> the length of the longest path to the root, in edges."""
    inputs = _wires_into(graph)
    depth = {graph.root: 0}
    for name in consumers_first(graph):
        for _, edge in inputs.get(name, ()):
            depth[edge.source] = max(depth.get(edge.source, 0), depth[name] + 1)
    return depth


def _wires_into(graph):
    """id -> [(number of the edge, edge)] for the edges that end there."""
    wires = {}
    for i, edge in enumerate(graph.edges):
        wires.setdefault(edge.target, []).append((i, edge))
    return wires


def consumers_first(graph: Graph) -> list[str]:
    """All ids in topological order, consumers first; some are missing if the wires form a cycle."""
    inputs = _wires_into(graph)
    waiting = Counter(edge.source for edge in graph.edges)
    order = [graph.root]
    for name in order:
        for _, edge in inputs.get(name, ()):
            waiting[edge.source] -= 1
            if not waiting[edge.source]:
                order.append(edge.source)
    return order


def _main_inputs(graph):
    """id -> the number of the main edge into this node: the one with the most operations on a path behind it."""
    height, main, inputs, nodes = {}, {}, _wires_into(graph), graph.nodes()
    for name in reversed(consumers_first(graph)):
        wires = inputs.get(name, ())
        own = getattr(nodes[name], "operations", 1)
        height[name] = own + max((height[edge.source] for _, edge in wires), default=0)
        if wires:
            main[name] = max(wires, key=lambda wire: (height[wire[1].source], -wire[1].position))[0]
    return main


def _route(number, edge, column):
    between = range(column[edge.source] + 1, column[edge.target])
    return (edge.source, *(f"e{number}.{c}" for c in between), edge.target)


def _ordered(root, column, steps):
    """The columns, top to bottom: in depth-first order from the root, then rearranged for fewer crossings."""
    before = neighbors(steps, 1)
    columns = [[] for _ in range(max(column.values()) + 1)]
    seen, stack = set(), [root]
    while stack:
        name = stack.pop()
        if name not in seen:
            seen.add(name)
            columns[column[name]].append(name)
            stack.extend(reversed(before.get(name, ())))
    return _uncrossed(columns, steps)


def neighbors(steps: Iterable[tuple[Any, ...]], side: int) -> dict[str, list[str]]:
    """id -> ids one column to the left (side 1) or to the right (side 0), in the order of the steps."""
    found: dict[str, list[str]] = {}
    for step in steps:
        found.setdefault(step[side], []).append(step[1 - side])
    return found


def _uncrossed(columns, steps, sweeps=6):
    """The order with the fewest crossings that sorting by neighbors' mean place finds, or the given one."""
    best, fewest = columns, crossings(columns, steps)
    for sweep in range(sweeps):
        if not fewest:
            break
        columns = _swept(columns, neighbors(steps, sweep % 2), leftward=sweep % 2 == 0)
        now = crossings(columns, steps)
        if now < fewest:
            best, fewest = columns, now
    return best


def _swept(columns, beside, leftward):
    columns = list(columns)
    place = {name: i for column in columns for i, name in enumerate(column)}

    def mean_place(name):
        near = [place[other] for other in beside.get(name, ())]
        return sum(near) / len(near) if near else place[name]

    for c in reversed(range(len(columns))) if leftward else range(len(columns)):
        columns[c] = sorted(columns[c], key=mean_place)
        place.update((name, i) for i, name in enumerate(columns[c]))
    return columns


def crossings(columns: Sequence[Sequence[str]], steps: Iterable[tuple[Any, ...]]) -> int:
    """How many pairs of steps cross."""
    at = {name: (c, i) for c, column in enumerate(columns) for i, name in enumerate(column)}
    between: list[list[tuple[int, int]]] = [[] for _ in columns]
    for left, right, *_ in steps:
        between[at[left][0]].append((at[left][1], at[right][1]))
    return sum(
        (a < c and b > d) or (a > c and b < d) for gap in between for k, (a, b) in enumerate(gap) for c, d in gap[:k]
    )
