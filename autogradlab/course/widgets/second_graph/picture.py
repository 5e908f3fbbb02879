"""The second graph's picture: the three curves, and beside them both graphs with their results."""

from functools import cache

from autogradlab.draw.numbers import written
from autogradlab.draw.paper import box, circle, here, line, paper, path, words
from autogradlab.draw.plane import Plane
from autogradlab.draw.symbols import symbol_of
from autogradlab.draw.theme import BACKWARD, FORWARD, GRID, IDLE, INK, PAPER, SECOND, SECOND_TINT

from .run import KEEPS, curves
from .words import finding, rows

WIDTH, HEIGHT, PANEL = 800, 428, 508
PLANE = Plane(-2.2, 2.2, -12.5, 13.5, left=56, top=72, right=440, bottom=376)
XS = [-2.2 + 4.4 * i / 88 for i in range(89)]


def draw_second(r, description):
    """The SVG of one reading."""
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, finding(r), "b", size=16),
        _curves(),
        _points(r),
        words(PANEL, 74, f"grad(y, x, {KEEPS[r.keep]})" if r.keep != "nothing" else "grad(y, x)", "m b", size=13),
        _graph(r),
        _rows(r),
    )


@cache
def _curves():
    """Axes and curves, which never change."""
    value, first, second = curves(XS)
    return (
        PLANE.axes("x", "y")
        + PLANE.curve(XS, value)
        + _dashed(first, "8 5", BACKWARD)
        + _dashed(second, "2 4", INK)
        + words(*PLANE.at(1.78, 3.9), "x³", "f b", size=15)
        + words(*PLANE.at(-1.72, 11.3), "slope of x³", "g b h")
        + words(*PLANE.at(-1.42, -10.4), "bend: slope of the slope", "b", "start")
    )


def _dashed(ys, dash, color):
    points = [PLANE.at(x, y) for x, y in zip(XS, ys) if PLANE.shows(x, y)]
    return path(points, color, 2.5, dash=dash)


def _points(r):
    """A point on each of the first two curves, a ring on the third unless it was refused; a dotted line joins them."""
    heights = [(r.value, FORWARD), (r.first, BACKWARD)] + ([] if r.second is None else [(r.second, INK)])
    low, high = min(y for y, _ in heights), max(y for y, _ in heights)
    stroke = line(*PLANE.at(r.x, low), *PLANE.at(r.x, high), IDLE, 1.25, "2 3")
    ring = "" if r.second is None else PLANE.ring(r.x, r.second, 10)  # around the point where both are equal
    return here(stroke, ring, *(PLANE.point(r.x, y, color) for y, color in heights if color != INK))


def _graph(r):
    """Forward's graph on top; under it the graph of the gradient, or the empty place where it would be."""
    top = _chain(PANEL, 128, r.first_nodes, f"x³ = {written(r.value)}", "f b", FORWARD, PAPER)
    if r.second_nodes:
        return top + _chain(PANEL, 198, r.second_nodes, f"slope = {written(r.first)}", "g b", SECOND, SECOND_TINT)
    return (
        top
        + box(PANEL, 176, 272, 44, PAPER, IDLE, 1.25, 5, "2 3")
        + words(PANEL + 136, 203, f"slope = {written(r.first)}, no graph", "sec", "middle", 13)
    )


def _chain(x, y, nodes, result, css, color, fill):
    """The leaf, the nodes in the order of forward, and their result."""
    places = [x + 58 + 42 * i for i in range(len(nodes))]
    ends = [*places, places[-1] + 28]
    wires = "".join(line(start, y, end, y, color, 2) for start, end in zip((x + 30, *places), ends))
    signs = zip(places, reversed(nodes))
    return (
        wires
        + box(x, y - 14, 30, 28, PAPER, INK, 3, 5)
        + words(x + 15, y + 5, "x", "m b", "middle")
        + "".join(
            circle(at, y, 17, fill, color, 1.5)
            + words(at, y + 5, symbol_of(name), "", "middle", 13)
            + words(at, y + 32, name.removesuffix("Backward0").removesuffix("Backward1"), "m s sec", "middle")
            for at, name in signs
        )
        + words(ends[-1] + 4, y + 5, result, css + " h")
    )


def _rows(r):
    parts = []
    for i, (name, value, meaning) in enumerate(rows(r)):
        y = 262 + 42 * i
        css = ("f b", "g b", "b", "g b")[i] if value not in ("refused", "–") else "sec b"
        parts += [
            words(PANEL, y, name, "b", size=14),
            words(WIDTH - 20, y, value, css, "end", 16),
            words(PANEL, y + 17, meaning, "s sec"),
            line(PANEL, y + 25, WIDTH - 20, y + 25, GRID),
        ]
    return "".join(parts)
