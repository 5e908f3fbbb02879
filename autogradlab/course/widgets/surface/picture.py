"""The surface's picture: lines of equal loss, drawn once, the path over them, and the loss step by step beside it."""

from math import isfinite, log10

import numpy as np

from autogradlab.draw.numbers import written
from autogradlab.draw.paper import arrow_head, box, circle, here, line, paper, path, words
from autogradlab.draw.plane import Plane
from autogradlab.draw.theme import FORWARD, FORWARD_TINT, GRID, HAIRLINE, IDLE, INK, PAPER

from .run import STEPS, heights
from .words import finding, turns_words

WIDTH, HEIGHT = 800, 420
PANEL = 568
POINTS, LEVELS = 61, 9
SIDE = (606, 104, 166, 140)  # the small curve: left, top, width, height
LOWEST, HIGHEST = -8, 4  # powers of ten on its scale; in thirty steps a path that settles gets that low
_BEGINS = 1  # contourpy's code for the first point of an outline


class SurfacePicture:
    """Draws paths over one function within fixed limits."""

    def __init__(self, f, name, limits):
        low, high = limits
        self.plane = Plane(low, high, 0.6 * low, 0.6 * high, left=52, top=72, right=520, bottom=376)
        xs, ys = np.linspace(low, high, POINTS), np.linspace(0.6 * low, 0.6 * high, POINTS)
        self.grid = heights(f, xs, ys)
        self.still = (
            _contours(self.plane, xs, ys, self.grid)
            + self.plane.axes("a", "b")
            + words(self.plane.right, 60, f"loss = {name}", "m f b", "end", 13)
        )

    def at(self, r, description):
        """The SVG of one path."""
        return paper(
            WIDTH,
            HEIGHT,
            description,
            words(20, 32, finding(r), "b", size=16),
            self.still,
            _way(self.plane, r),
            _curve(r),
            _numbers(r),
        )

    def without_path(self, problem):
        """The SVG when there is nothing to descend on."""
        return paper(
            WIDTH,
            HEIGHT,
            problem,
            words(20, 32, "No path to show here", "b", size=16),
            self.still,
            words(PANEL, 96, "The line below the sliders", "sec"),
            words(PANEL, 116, "says why.", "sec"),
        )


def _contours(plane, xs, ys, grid):
    """Lines of equal loss, whose levels lie closer together near the bottom; below the lowest, the floor is tinted."""
    finite = grid[np.isfinite(grid)]
    if finite.size == 0 or finite.min() == finite.max():
        return ""
    from contourpy import contour_generator  # comes with matplotlib; needed here only

    low, high = float(finite.min()), float(finite.max())
    levels = [low + (high - low) * (k / LEVELS) ** 2.2 for k in range(1, LEVELS + 1)]
    generator = contour_generator(xs, ys, np.ma.masked_invalid(grid), fill_type="OuterCode")
    ground = box(plane.left, plane.top, plane.right - plane.left, plane.bottom - plane.top, PAPER, HAIRLINE, radius=0)
    floors = zip(*generator.filled(-np.inf, levels[0]))
    return (
        ground
        + "".join(_floor(plane, *floor) for floor in floors)
        + "".join(
            path([plane.at(*end) for end in points.tolist()], FORWARD, 0.75 if k else 1.5)
            for k, level in enumerate(levels)
            for points in generator.lines(level)
        )
    )


def _floor(plane, points, codes):
    """One region below the lowest line, tinted up to the picture's edge. A ring has an inner outline, too."""
    rings = np.split(points, np.flatnonzero(codes == _BEGINS)[1:])
    drawn = "".join(
        "M" + "L".join("{:.1f},{:.1f}".format(*plane.at(*end)) for end in ring.tolist()) + "Z" for ring in rings
    )
    return f'<path d="{drawn}" fill="{FORWARD_TINT}" fill-rule="evenodd"/>'


def _way(plane, r):
    """The path in ink, because steps flow neither forward nor backward; a dot for each step."""
    shown = [point for point in r.path if all(map(isfinite, point))]
    strokes = plane.curve(*zip(*shown), INK, 1.75)
    dots = "".join(circle(*plane.at(*point), 2.6, INK, PAPER, 0.75) for point in shown[1:-1] if plane.shows(*point))
    return strokes + dots + _start(plane, *shown[:2]) + _end(plane, shown)


def _start(plane, start, then=None):
    """The first point, named on the side that the path does not take."""
    if not plane.shows(*start):
        return ""
    x, y = plane.at(*start)
    leftwards, upwards = (then[0] < start[0], then[1] > start[1]) if then else (False, False)
    side, anchor = (12, "start") if leftwards else (-12, "end")
    return plane.ring(*start) + words(x + side, y + (18 if upwards else -8), "start", "b h", anchor, 13)


def _end(plane, shown):
    """The last point, or an arrow at the edge where the path has left the picture."""
    if len(shown) < 2:
        return ""
    if plane.shows(*shown[-1]):
        return here(plane.point(*shown[-1], INK))
    x, y = plane.at(*plane.nearest(*shown[-1]))
    a, b = shown[-1]
    way = (
        ("up" if b > plane.y_high else "down")
        if plane.x_low <= a <= plane.x_high
        else ("right" if a > plane.x_high else "left")
    )
    side, anchor = (-16, "end") if x > (plane.left + plane.right) / 2 else (16, "start")
    return arrow_head(x, y, way, INK, 12) + words(
        x + side, y + (18 if way == "up" else -8), "leaves the picture", "b h", anchor, 13
    )


def _curve(r):
    """The loss step by step, on a scale of powers of ten."""
    left, top, width, height = SIDE
    losses = [max(loss, 10**LOWEST) for loss in r.losses if isfinite(loss)]
    plane = Plane(0, STEPS, LOWEST, HIGHEST, left, top, left + width, top + height)
    grid = "".join(
        line(left, plane.y(power), left + width, plane.y(power), GRID)
        + words(left - 6, plane.y(power) + 4, said, "s sec", "end")
        for power, said in ((2, "100"), (0, "1"), (-2, "0.01"), (-4, "10⁻⁴"), (-6, "10⁻⁶"), (LOWEST, "≤ 10⁻⁸"))
    )
    points = [(i, min(log10(loss), HIGHEST)) for i, loss in enumerate(losses)]
    stroke = plane.curve(*zip(*points)) if len(points) > 1 else ""
    return (
        words(left - 38, top - 24, "loss after each step", "b", size=13)
        + grid
        + line(left, top + height, left + width, top + height, IDLE)
        + stroke
        + plane.point(*points[-1])
        + words(left, top + height + 18, "0", "s sec", "middle")
        + words(left + width, top + height + 18, str(STEPS), "s sec", "middle")
    )


def _numbers(r):
    a, b = r.path[-1]
    rows = (
        ("a, b", f"{written(a)}, {written(b)}", "b"),
        ("loss", written(r.losses[-1]), "f b"),
        ("turns back", turns_words(r), ""),
        ("length of path", written(r.length), ""),
    )
    return "".join(
        words(PANEL, 300 + 28 * i, name, "sec", size=13)
        + words(WIDTH - 20, 300 + 28 * i, value, css, "end")
        + line(PANEL, 308 + 28 * i, WIDTH - 20, 308 + 28 * i, GRID)
        for i, (name, value, css) in enumerate(rows)
    )
