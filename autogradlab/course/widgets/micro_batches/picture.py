"""Micro-batch gradients as arrows, head to tail, above one axis: which row ends where the full batch ends?"""

from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import written
from autogradlab.draw.paper import arrow_head, here, line, paper, path, words
from autogradlab.draw.plane import Plane, ticks
from autogradlab.draw.theme import BACKWARD, CORRECT, GRID, IDLE, INK

from .run import SAMPLES, reach
from .words import finding, meets, named, verdict

WIDTH, HEIGHT = 800, 366
LEFT, RIGHT, TOP, BOTTOM, ROWS = 204, 700, 64, 316, (96, 158, 220, 282)


def draw_batches(sizes, reduction, results, target, description):
    """The SVG of one way to cut the batch."""
    plane = Plane(0.0, 1.02 * reach(len(sizes), reduction), 0.0, 1.0, LEFT, TOP, RIGHT, BOTTOM)
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, finding(sizes, reduction, results, target), "b", size=16),
        _axis(plane, target),
        _name(ROWS[0], "full batch", f"{SAMPLES} samples, {reduction} loss"),
        _arrow(plane, ROWS[0], 0, target, INK, 5),
        words(plane.x(target) + 12, ROWS[0] + 6, written(target), "b h", size=17),
        *(_row(plane, y, result, sizes, target) for y, result in zip(ROWS[1:], results)),
    )


def _axis(plane, target):
    marks = "".join(
        line(plane.x(t), TOP, plane.x(t), BOTTOM, GRID if t else IDLE, 1 if t else 1.5)
        + words(plane.x(t), BOTTOM + 19, written(t), "s sec", "middle")
        for t in ticks(0.0, plane.x_high, 5)
        if not 0 < abs(plane.x(t) - plane.x(target)) < 22
    )
    number_ends = plane.x(target) + text_width(written(target), 13) / 2
    return (
        marks
        + line(plane.x(target), TOP + 6, plane.x(target), BOTTOM + 5, INK, 1.25, "2 3")
        + words(plane.x(target), BOTTOM + 19, written(target), "b", "middle", 13)
        + words(max(plane.right + 8, number_ends + 14), BOTTOM + 19, "w.grad", "m b", size=13)
    )


def _name(y, name, more):
    return words(20, y - 1, name, "b") + words(20, y + 17, more, "s sec")


def _row(plane, y, result, sizes, target):
    more = " + ".join(map(str, sizes)) + " samples" if len(sizes) <= 4 else f"{len(sizes)} micro-batches"
    return _name(y, named(result.way, sizes), more) + _chain(plane, y, result.parts) + _end(plane, y, result, target)


def _chain(plane, y, parts):
    """The arrows, each beginning where the one before ended; with their numbers, where there is room for all."""
    starts = [sum(parts[:i]) for i in range(len(parts))]
    ends = [(plane.x(start), plane.x(start + part)) for start, part in zip(starts, parts)]
    texts = [f"+{written(part)}" for part in parts]
    arrows = [_arrow(plane, y, start, start + part, BACKWARD, 5) for start, part in zip(starts, parts)]
    if all(x2 - x1 > 8.5 * len(text) for (x1, x2), text in zip(ends, texts)):
        arrows += [words((x1 + x2) / 2, y - 10, text, "g b h", "middle", 13) for (x1, x2), text in zip(ends, texts)]
    return "".join(arrows)


def _arrow(plane, y, start, end, color, width):
    """A thick stroke with a head, and a small gap between it and the arrow before."""
    x1, x2 = plane.x(start) + 1, plane.x(end)
    head = min(10, max(3, x2 - x1))
    stroke = line(x1, y, x2 - head + 1, y, color, width) if x2 - head > x1 else ""
    return stroke + arrow_head(x2, y, "right", color, head)


def _end(plane, y, result, target):
    """The total at the arrow's end and its verdict, ticked if it meets the full batch.

    The verdict stands below if it would reach the edge of the paper or cross the dotted line of the full batch.
    """
    met, said = meets(result, target), verdict(result, target)
    x, css = plane.x(result.total) + 12, "b h" if met else "g b h"
    after = x + 12 + 10 * len(written(result.total))
    room = text_width(said, 13) + 24 * met
    free = after + room < WIDTH - 12 and not after < plane.x(target) < after + room
    at, level = (after, y + 5) if free else (x - room, y + 25)
    mark = _tick(at, level - 5) if met else ""
    return here(
        words(x, y + 6, written(result.total), css, size=17),
        mark,
        words(at + 22 * met, level, said, "ok h" if met else "sec h", size=13),
    )


def _tick(x, y):
    return path([(x, y + 1), (x + 5, y + 6), (x + 14, y - 5)], CORRECT, 2.5)
