"""A coordinate plane with fixed limits: numbers in, SVG text out.

The limits never follow the moving parts, so an animation can draw axes and curve once and keep their text.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import TYPE_CHECKING

from .measure import text_width
from .numbers import written
from .paper import circle, line, path, words
from .theme import FORWARD, GRID, IDLE, INK, PAPER

if TYPE_CHECKING:
    from collections.abc import Iterable


ABOUT = 10  # how many numbers stand below an x axis


@dataclass(frozen=True)
class Plane:
    """Limits in the units of the data, edges in px from the paper's upper left corner."""

    x_low: float
    x_high: float
    y_low: float
    y_high: float
    left: float = 48
    top: float = 66
    right: float = 544
    bottom: float = 366

    def x(self, value: float) -> float:
        """Where this value of x is, in px."""
        return self.left + (value - self.x_low) / (self.x_high - self.x_low) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Where this value of y is, in px."""
        return self.bottom - (value - self.y_low) / (self.y_high - self.y_low) * (self.bottom - self.top)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x(x), self.y(y)

    def shows(self, x: float, y: float) -> bool:
        """Whether the point lies within the limits."""
        return self.x_low <= x <= self.x_high and self.y_low <= y <= self.y_high

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """The shown point that is nearest to x, y."""
        return min(max(x, self.x_low), self.x_high), min(max(y, self.y_low), self.y_high)

    # ---- fixed parts --------------------------------------------------------------------------------------------

    def axes(self, x_name: str, y_name: str) -> str:
        """Grid, ticks with numbers, and the names of both axes.

        Numbers that are too wide for the room at the left count in a power of ten, which follows the name.
        """
        heights = ticks(self.y_low, self.y_high, 5)
        unit = 1.0
        if max((text_width(written(height), 12) for height in heights), default=0) > self.left - 4:
            unit = 10.0 ** floor(log10(max(map(abs, heights))))
            y_name += f" ÷ {written(unit).removeprefix('1 × ')}"
        return "".join(
            [
                *(self._row(height, unit) for height in heights),
                *map(self._column, ticks(self.x_low, self.x_high, ABOUT)),
                line(self.left, self.bottom, self.right, self.bottom, IDLE),
                words(self.right + 14, self.bottom + 18, x_name, "m b"),
                words(self.left - 28, self.top - 12, y_name, "m b"),
            ]
        )

    def _row(self, value, unit):
        y = self.y(value)
        return line(self.left, y, self.right, y, GRID if value else IDLE) + words(
            self.left - 8, y + 4, written(value / unit), "s sec", "end"
        )

    def _column(self, value):
        x = self.x(value)
        return line(x, self.bottom, x, self.bottom + 5, IDLE) + words(
            x, self.bottom + 18, written(value), "s sec", "middle"
        )

    def curve(
        self, xs: Iterable[float], ys: Iterable[float], color: str = FORWARD, width: float = 2.75, dash: str = ""
    ) -> str:
        """A line through the points, cut at the limits and interrupted where y is not a finite number."""
        points = list(zip(xs, ys))
        return "".join(
            path([self.at(*a), *(self.at(*b) for b in rest)], color, width, dash=dash)
            for a, *rest in _runs(map(self._clipped, points, points[1:]))
        )

    # ---- moving parts -------------------------------------------------------------------------------------------

    def segment(self, x1: float, y1: float, x2: float, y2: float, color: str, width: float, dash: str = "") -> str:
        """The part of a straight stroke that lies within the limits, if any."""
        part = self._clipped((x1, y1), (x2, y2))
        return line(*self.at(*part[0]), *self.at(*part[1]), color, width, dash) if part else ""

    def point(self, x: float, y: float, color: str = FORWARD) -> str:
        return circle(*self.at(x, y), 6.5, color, PAPER, 2)

    def ring(self, x: float, y: float, radius: float = 6, color: str = INK) -> str:
        """A second point, open, so that it differs from the first without color."""
        return circle(*self.at(x, y), radius, PAPER, color, 2)

    def drop(self, x: float, y: float, color: str = INK) -> str:
        """A dotted line from the point down to the axis."""
        return line(*self.at(x, y), self.x(x), self.bottom, color, 1, "2 3")

    def _clipped(self, start, end):
        """The ends of the shown part of a stroke, or None. (Liang and Barsky, 1984)"""
        (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
        if not all(map(isfinite, (x, y, dx, dy))):
            return None
        first, last = 0.0, 1.0
        for rise, room in ((-dx, x - self.x_low), (dx, self.x_high - x), (-dy, y - self.y_low), (dy, self.y_high - y)):
            if rise == 0 and room < 0:
                return None
            if rise < 0:
                first = max(first, room / rise)
            elif rise > 0:
                last = min(last, room / rise)
        return ((x + first * dx, y + first * dy), (x + last * dx, y + last * dy)) if first <= last else None


def _runs(pieces):
    """Yield lists of points: pieces (start, end), joined where one starts at the other's end; None leaves a gap."""
    run = []
    for piece in pieces:
        if run and (piece is None or piece[0] != run[-1]):
            yield run
            run = []
        if piece is not None:
            run.append(piece[1]) if run else run.extend(piece)
    if run:
        yield run


def ticks(low: float, high: float, about: float) -> list[float]:
    """Round numbers from low to high, roughly `about` of them: 1, 2 or 5 times a power of ten apart."""
    step = nice_step((high - low) / about)
    return [round(k * step, 12) for k in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def nice_step(wish: float) -> float:
    """1, 2 or 5 times a power of ten: the smallest that is at least `wish`."""
    power = 10.0 ** floor(log10(wish))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= wish * (1 - 1e-9))


def limits_of(values: Iterable[float]) -> tuple[float, float]:
    """(low, high) that show the finite ones of `values` with some air.

    Where a few of them are far out (1/w near 0), the bulk is shown and the rest leaves the picture.
    """
    values = sorted(filter(isfinite, values))
    if not values:
        return -1.0, 1.0
    low, high = values[0], values[-1]
    bulk_low, bulk_high = values[len(values) // 20], values[-1 - len(values) // 20]
    if high - low > 4 * (bulk_high - bulk_low) > 0:
        low, high = bulk_low, bulk_high
    air = 0.12 * (high - low) or 0.5 * abs(high) or 1.0
    return low - air, high + air / 2
