"""From columns and heights to places and wires: where wires meet nodes, how far columns stand apart, how wires run.

A wire curves only between columns, from one level stretch to the next, and keeps clear of what is written around nodes:
an operation's name above it, its saved values below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .measure import LANE, PORT, RADIUS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .layers import Layers
    from .records import Graph
    from .sizes import Size


_BETWEEN, _FLAT_RUN, _CURVE_RUN, _CURVES_APART = 8, 24, 30, 8


@dataclass(frozen=True)
class Wire:
    """The course of one edge: corner points from rim to rim; between two of different height it is an S-curve."""

    points: tuple

    @property
    def start(self) -> tuple[float, float]:
        return self.points[0]

    @property
    def end(self) -> tuple[float, float]:
        return self.points[-1]


class Routing:
    """Places and wires for `layers` (columns, steps, routes), `sizes` (id -> Size), `y` (id -> middle)."""

    def __init__(self, graph: Graph, layers: Layers, sizes: Mapping[str, Size], y: Mapping[str, float]) -> None:
        self.layers, self.sizes, self.y = layers, sizes, y
        self.column_of = {name: c for c, column in enumerate(layers.columns) for name in column}
        self.ports = self._ports([edge.position for edge in graph.edges])
        self.steps = [step for i, route in enumerate(layers.routes) for step in self._steps(route, *self.ports[i])]

    # ---- where wires meet nodes -------------------------------------------------------------------------------

    def _ports(self, positions):
        """One (leaving y, arriving y) per edge: at each node, wires are sorted by the height of their next point."""
        leaving, arriving = {}, {}
        for i, (route, position) in enumerate(zip(self.layers.routes, positions)):
            leaving.setdefault(route[0], []).append((self.y[route[1]], position, i))
            arriving.setdefault(route[-1], []).append((self.y[route[-2]], position, i))
        start, end = self._spread(leaving), self._spread(arriving)
        return [
            (self._levelled(start[i], end[i], route, len(leaving[route[0]])), end[i])
            for i, route in enumerate(self.layers.routes)
        ]

    def _spread(self, meeting):
        at = {}
        for name, wires in meeting.items():
            step = min(PORT, (2 * self.sizes[name].body - 2 * LANE) / len(wires))
            for k, (_, _, i) in enumerate(sorted(wires)):
                at[i] = self.y[name] + (k - (len(wires) - 1) / 2) * step
        return at

    def _levelled(self, start, end, route, leaving):
        """A box's only wire may leave a little higher or lower than the middle, if that makes it straight."""
        alone = leaving == 1 and len(route) == 2 and not is_round(route[0])
        return end if alone and abs(end - start) <= PORT / 2 else start

    # ---- the course of each wire ------------------------------------------------------------------------------

    def _steps(self, route, leaves, arrives):
        """(left id, its y, right id, its y) from column to column."""
        heights = [leaves, *(self.y[bend] for bend in route[1:-1]), arrives]
        return list(zip(route, heights, route[1:], heights[1:]))

    def wires(self) -> list[Wire]:
        """One `Wire` per edge."""
        return [self._wire(route, *port) for route, port in zip(self.layers.routes, self.ports)]

    def _wire(self, route, leaves, arrives):
        points = [self._rim_point(route[0], leaves, 1)]
        for step in self._steps(route, leaves, arrives):
            left, y_left, right, y_right = step
            points += [(self.x[left] + self._leaves(step), y_left), (self.x[right] - self._arrives(step), y_right)]
        return Wire((*points, self._rim_point(route[-1], arrives, -1)))

    def _rim_point(self, name, y, side):
        return self.x[name] + side * rim(self.sizes[name], y - self.y[name], is_round(name)), y

    def _leaves(self, step):
        """How far right of its column's middle a step may begin to curve: past all that it would cut through there."""
        left, y_left, _, y_right = step
        flat = abs(y_right - y_left) < PORT
        own = 0 if left not in self.sizes else self.sizes[left].half if flat else self.sizes[left].right
        return max([own, *(self.sizes[name].right + 4 for name in self._passed(step, left))])

    def _arrives(self, step):
        """How far left of its column's middle a step must be level again: before the name, if it comes from above."""
        _, y_left, right, y_right = step
        own = (
            0
            if right not in self.sizes
            else self.sizes[right].left + 2
            if y_right - y_left >= PORT
            else self.sizes[right].half
        )
        return max([own, *(self.sizes[name].left + 4 for name in self._passed(step, right))])

    def _passed(self, step, end):
        """The other nodes in the column of `end` (either end of the step) whose height range the step crosses."""
        _, y_left, _, y_right = step
        low, high = min(y_left, y_right) - 2 * LANE, max(y_left, y_right) + 2 * LANE
        return [
            name
            for name in self.layers.columns[self.column_of[end]]
            if name != end
            and name in self.sizes
            and self.y[name] - self.sizes[name].above < high
            and low < self.y[name] + self.sizes[name].below
        ]

    # ---- columns ----------------------------------------------------------------------------------------------

    @cached_property
    def x(self) -> dict[str, float]:
        """id -> x: columns as close as their words and the curves between them allow."""
        arriving = self._arriving()
        at = [max(self.sizes[name].left for name in self.layers.columns[0])]
        for c in range(1, len(self.layers.columns)):
            least = at[-1] + max(self._curves_into(arriving[c]), default=0)
            at.append(max([least, *self._words_beside(c, at, least)]))
        return {name: at[c] for name, c in self.column_of.items()}

    def _words_beside(self, c, at, least):
        """Yield the least x of column c for each pair of a node in it and an earlier node that it would touch."""
        column = [name for name in self.layers.columns[c] if name in self.sizes]
        reach = self._widest + _BETWEEN + max((self.sizes[name].left for name in column), default=0)
        for before in range(c - 1, -1, -1):
            if at[before] + reach <= least:
                return
            for other in self.layers.columns[before]:
                for name in column if other in self.sizes else ():
                    if self._abreast(name, other):
                        yield at[before] + self.sizes[other].right + _BETWEEN + self.sizes[name].left

    @cached_property
    def _widest(self):
        return max(size.right for size in self.sizes.values())

    def _abreast(self, a, b):
        upper, lower = sorted((a, b), key=self.y.get)
        return self.y[upper] + self.sizes[upper].below + _BETWEEN > self.y[lower] - self.sizes[lower].above

    def _arriving(self):
        """The steps, by the column in which they arrive."""
        arriving = [[] for _ in self.layers.columns]
        for step in self.steps:
            arriving[self.column_of[step[2]]].append(step)
        return arriving

    def _curves_into(self, arriving):
        """Yield how far a column must be from the one before, for each of the steps that arrive there."""
        steep = sum(abs(y_right - y_left) >= 2 * PORT for _, y_left, _, y_right in arriving)
        for step in arriving:
            rise = abs(step[3] - step[1])
            run = _FLAT_RUN if rise < PORT else _CURVE_RUN + 0.15 * min(rise, 160) + _CURVES_APART * (steep - 1)
            yield self._leaves(step) + run + self._arrives(step)


def is_round(name: str) -> bool:
    """Operations are round ('n1', ...), tensors are upright boxes ('t1', ...)."""
    return name.startswith("n")


def rim(size: Size, rise: float, is_round: bool) -> float:
    """The distance of a node's outline from its middle line, at height `rise` above or below the middle."""
    if not is_round:
        return size.half
    over = max(0, abs(rise) - (size.body - RADIUS))
    return size.half - RADIUS + max(0, RADIUS**2 - over**2) ** 0.5
