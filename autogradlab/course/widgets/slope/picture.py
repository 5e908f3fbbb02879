"""The slope mover's picture. Curve and axes are drawn once; a move only redraws what it changes.

The tangent's triangle hangs below or above the point on one side, the secant's opens on the other, so that both stay
legible at h = 1; at small h the secant's triangle shrinks into the point, which is the lesson.
"""

from dataclasses import replace
from itertools import pairwise
from math import isfinite

import numpy as np

from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import written
from autogradlab.draw.paper import arrow_head, box, circle, here, line, paper, path, words
from autogradlab.draw.plane import ABOUT, Plane, limits_of, ticks
from autogradlab.draw.theme import BACKWARD, BACKWARD_TINT, GRID, IDLE, INK, PAPER, SECONDARY

from ..parts.labels import Labels
from .reading import value_of
from .words import finding, rows

WIDTH, HEIGHT, PANEL = 800, 428, 600
POINTS = 181
SMALL = 36  # px: a side of a triangle that is shorter carries no label of its own


class SlopePicture:
    """Draws readings of one function within fixed limits."""

    def __init__(self, f, name, limits):
        self.xs = np.linspace(*limits, POINTS)
        self.ys = np.array([value_of(f, x) for x in self.xs.tolist()])
        self.plane = Plane(*limits, *limits_of(self.ys.tolist()))
        self.still = (
            self.plane.axes("w", "loss")
            + self.plane.curve(self.xs.tolist(), self.ys.tolist())
            + words(WIDTH - 20, 31, f"loss = {name}", "m f b", "end", 15)
        )
        self._taken = self._room_of_the_curve()

    def at(self, reading, description):
        """The SVG of one reading."""
        plane, r = self.plane, reading
        body = (
            self._with_point(r)
            if plane.shows(r.w, r.loss)
            else [self.still, _off_the_picture(plane, self._labels(), r.w, r.loss, "point")]
        )
        return paper(
            WIDTH,
            HEIGHT,
            description,
            words(20, 31, finding(r), "b", size=16),
            *body,
            _here(plane, r.w),
            _step(plane, r),
            panel(rows(r)),
        )

    def _with_point(self, r):
        """Everything in the plane, from back to front; labels are placed when all strokes are known."""
        plane, labels = self.plane, self._labels()
        labels.keep_free([plane.at(r.w, r.loss)], 11)
        labels.keep_free([plane.at(r.new_w, r.new_loss)] if _ring_shown(plane, r) else [], 8)
        strokes = [
            *pairwise(_triangle_corners(plane, r)),
            *pairwise(_secant_corners(plane, r)),
            *([_tangent_ends(plane, r)] if isfinite(r.grad) else []),
        ]
        labels.keep_free([point for stroke in strokes for point in _between(*stroke)])
        landing, triangle, secant = (f(plane, labels, r) for f in (_landing, _triangle_words, _secant_words))
        if isfinite(r.secant):  # only now: the words beside the two triangles may cover this thin line
            labels.keep_free(_between(*(plane.at(*end) for end in _secant_ends(r))))
        return [
            _drops(plane, r),
            self.still,
            _secant(plane, r),
            _tangent(plane, r),
            triangle,
            secant,
            _tangent_name(plane, labels, r),
            landing,
            here(plane.point(r.w, r.loss)),
        ]

    def _labels(self):
        """New Labels for the plane and the margin to the right of it, with the curve kept free."""
        plane = self.plane
        return Labels((plane.left + 2, plane.top - 8, PANEL - 10, plane.bottom), self._taken)

    def _room_of_the_curve(self):
        """The boxes that the curve takes; the same wherever the point is."""
        plane, labels = self.plane, Labels(())
        points = list(zip(self.xs.tolist(), self.ys.tolist()))
        for a, b in zip(points, points[1:]):
            if plane.shows(*a) and plane.shows(*b):
                labels.keep_free(_between(plane.at(*a), plane.at(*b)))
        return labels.taken

    def slope_parts(self, r):
        """(under the curve, over it): what depends on w and h."""
        if not self.plane.shows(r.w, r.loss):
            return "", _off_the_picture(self.plane, self._labels(), r.w, r.loss, "point")
        drops, _, *over = self._with_point(replace(r, lr=0.0))
        return drops, "".join([*over, _here(self.plane, r.w)])

    def step_part(self, r):
        """What depends on w and the learning rate: where the step lands, and the step itself."""
        if not self.plane.shows(r.w, r.loss):
            return _step(self.plane, r)
        drop = self.plane.drop(r.new_w, r.new_loss) if _ring_shown(self.plane, r) else ""
        return drop + _landing(self.plane, self._labels(), r) + _step(self.plane, r)

    def without_point(self, problem):
        """The SVG when there is no slope to show: the curve, as far as there is one."""
        return paper(
            WIDTH,
            HEIGHT,
            problem,
            words(20, 31, "No slope to show here", "b", size=16),
            self.still,
            words(PANEL, 76, "The line below the sliders", "sec"),
            words(PANEL, 96, "says why.", "sec"),
        )


def _tangent(plane, r):
    if not isfinite(r.grad):
        return ""
    stroke = plane.segment(r.w - 2, r.loss - 2 * r.grad, r.w + 2, r.loss + 2 * r.grad, BACKWARD, 2.5, "8 5")
    return _triangle(plane, r) + stroke


def _tangent_ends(plane, r):
    return plane.at(r.w - 2, r.loss - 2 * r.grad), plane.at(r.w + 2, r.loss + 2 * r.grad)


def _between(start, end, apart=4):
    """Points on a stroke, in px: at most `apart` apart in x and y, unless that takes more than 500 steps."""
    count = min(500, 1 + int(max(abs(end[0] - start[0]), abs(end[1] - start[1])) / apart))
    return [
        (start[0] + (end[0] - start[0]) * i / count, start[1] + (end[1] - start[1]) * i / count)
        for i in range(count + 1)
    ]


def _tangent_name(plane, labels, r):
    """The word 'tangent' near an end of the stroke."""
    if not isfinite(r.grad):
        return ""
    places = []
    for reach in (1.6, 1.2, -1.6, -1.2, 0.8, -0.8, 2, -2):
        if plane.shows(r.w + reach, r.loss + reach * r.grad):
            x, y = plane.at(r.w + reach, r.loss + reach * r.grad)
            places += [
                (x, y + 21, "tangent", "middle"),
                (x + 10, y + 9, "tangent", "start"),
                (x - 10, y + 9, "tangent", "end"),
                (x, y - 11, "tangent", "middle"),
            ]
    return labels.place(places, "g h")


def _secant(plane, r):
    if not isfinite(r.secant):
        return ""
    end = r.w + r.h
    (left, low), (right, high) = _secant_ends(r)
    return (
        plane.segment(left, low, right, high, SECONDARY, 1.5)
        + plane.segment(r.w, r.loss, end, r.loss, IDLE, 1.25)
        + plane.segment(end, r.loss, end, r.loss_at_h, IDLE, 1.25)
        + (circle(*plane.at(end, r.loss_at_h), 3.5, SECONDARY, PAPER, 1) if plane.shows(end, r.loss_at_h) else "")
    )


def _secant_ends(r, reach=2):
    """The secant's ends, beyond its two points: between them it lies too close to the curve to be seen."""
    end = r.w + r.h
    return (r.w - reach, r.loss - reach * r.secant), (end + reach, r.loss_at_h + reach * r.secant)


def _secant_corners(plane, r):
    """Point, right angle and tip in px; all at the point if the secant's triangle is too narrow or leaves the plane."""
    (left, level), (right, end) = plane.at(r.w, r.loss), plane.at(r.w + r.h, r.loss_at_h)
    if not isfinite(r.secant) or right - left < 24 or right > plane.right:
        return [(left, level)] * 3
    return [(left, level), (right, level), (right, end)]


def _secant_words(plane, labels, r):
    (left, level), (right, _), (_, end) = _secant_corners(plane, r)
    if right == left:
        return ""
    rise = ""
    if abs(end - level) >= 24 and plane.shows(r.w + r.h, r.loss_at_h):
        rise = labels.place(
            [(right + 7, level + part * (end - level) + 5, written(r.rise), "start") for part in (0.5, 0.25, 0.75, 1)],
            "sec b h",
            15,
        )
    under, over = (18, -8) if end <= level else (-8, 18)
    places = [
        (x, level + down, f"h = {written(r.h)}", anchor)
        for down in (under, over)
        for x, anchor in ((left + 10, "start"), ((left + right) / 2, "middle"), (right + 2, "end"))
    ]
    return labels.place(places, "sec h", 13) + rise


def _triangle(plane, r):
    """The tangent's triangle: 1 to the side (Δw), and `grad` up or down (Δloss)."""
    corners = _triangle_corners(plane, r)
    return path(corners, fill=BACKWARD_TINT, closed=True) + path(corners, BACKWARD, 1.5) if corners else ""


def _triangle_corners(plane, r):
    """Tip, right angle and point in px: left of the point, or right of it, or nowhere if both leave the plane."""
    for side, level in ((-1, r.loss - r.grad), (1, r.loss + r.grad)):
        if plane.shows(r.w + side, level):
            return [plane.at(r.w + side, level), plane.at(r.w, level), plane.at(r.w, r.loss)]
    return []


def _triangle_words(plane, labels, r):
    """Δw and Δloss at their sides, or both in one line where the triangle is low."""
    if not (corners := _triangle_corners(plane, r)):
        return ""
    (tip, level), (x, _), (_, height) = corners
    run, rise, value = "Δw = 1", "Δloss", f"= {written(r.grad)}"
    outside = 17 if level > height else -8
    if abs(level - height) < SMALL:
        return _low_triangle_words(labels, (tip, x), (level, height), f"{run}, {rise} {value}")
    middle = (tip + x) / 2
    run_places = [
        (at, level + outside, run, anchor)
        for at, anchor in (
            (middle, "middle"),
            (middle - 20, "start"),
            (middle + 20, "end"),
            (middle, "start"),
            (middle, "end"),
        )
    ]
    side, anchor = (8, "start") if tip < x else (-8, "end")
    rise_places = []
    for part in (0.5, 0.3, 0.7, 0.15, 0.85):
        y = level + part * (height - level)
        rise_places += [(x + side, y + 5, f"{rise} {value}", anchor), (x + side, y - 4, f"{rise}\n{value}", anchor)]
    rise_places += _inner_places(tip, x, level, height, (rise, value))
    return labels.place(rise_places, "g h") + labels.place(run_places, "g h")


def _inner_places(tip, x, level, height, said):
    """For Δloss where the outer side leaves the plane: within the triangle, else beyond its slope."""
    inward, anchor = (1, "start") if x < tip else (-1, "end")
    for part in (0.1, 0.2, 0.3):
        yield x + 5 * inward, level + part * (height - level) - (8 if level > height else -8), "\n".join(said), anchor
    for away in (10, 20, 32, 48, 64):
        for part in (0.5, 0.35, 0.65, 0.2, 0.8):
            slope = tip + part * (x - tip)
            yield slope + away * inward, level + part * (height - level) + 5, " ".join(said), anchor


def _low_triangle_words(labels, sides, levels, text):
    low, high = max(levels) + 17, min(levels) - 9
    xs = ((max(sides) - 6, "end"), (sum(sides) / 2, "middle"), (min(sides) - 20, "end"), (max(sides) + 20, "start"))
    under_and_over = [(x, y, text, anchor) for y in (low, high, low + 8, high - 8) for x, anchor in xs]
    beside = [(max(sides) + 10, max(levels) + 4, text, "start"), (min(sides) - 10, max(levels) + 4, text, "end")]
    return labels.place(under_and_over + beside, "g h")


def _drops(plane, r):
    """Dotted lines from the point, and from the ring if there is one, down to the axis."""
    return plane.drop(r.w, r.loss, IDLE) + (plane.drop(r.new_w, r.new_loss) if _ring_shown(plane, r) else "")


def _ring_shown(plane, r):
    return r.lr > 0 and plane.shows(r.new_w, r.new_loss)


def _landing(plane, labels, r):
    """The ring where one step lands, or an arrow at the edge when that is outside the picture."""
    if _ring_shown(plane, r):
        return plane.ring(r.new_w, r.new_loss, 9 if _touching(plane, r) else 6)
    if r.lr == 0 or not isfinite(r.new_loss):
        return ""
    return _off_the_picture(plane, labels, r.new_w, r.new_loss, "step")


def _touching(plane, r):
    return np.hypot(plane.x(r.new_w) - plane.x(r.w), plane.y(r.new_loss) - plane.y(r.loss)) < 10


def _off_the_picture(plane, labels, w, loss, what):
    """An arrow at the edge, and in words what lies beyond it."""
    x, y = plane.at(*plane.nearest(w, loss))
    direction = _way_out(plane, w, loss)
    if direction in ("left", "right"):
        y = min(max(y, plane.top + 12), plane.bottom - 12)
    side, anchor = (18, "start") if x < (plane.left + plane.right) / 2 else (-18, "end")
    down = {"up": 12, "down": -4}.get(direction, 5)
    text = f"{what} off the picture: w = {written(w)}, loss = {written(loss)}"
    return arrow_head(x, y, direction, INK, 12) + labels.put(x + side, y + down, text, "b h", anchor, 13)


def _way_out(plane, w, loss):
    if plane.x_low <= w <= plane.x_high:
        return "up" if loss > plane.y_high else "down"
    return "left" if w < plane.x_low else "right"


def _here(plane, w):
    """The current w, in bold among the axis' numbers; at the right end moved left, clear of the axis' name."""
    x, text = plane.x(w), written(w)
    width = text_width(text) + 8
    middle = min(x, plane.right + 12 - width / 2)
    left, right = _with_neighbors(plane, middle - width / 2, middle + width / 2)
    return (
        box(left, plane.bottom + 6, right - left, 17, PAPER)
        + line(x, plane.bottom, x, plane.bottom + 5, INK)
        + words(middle, plane.bottom + 19, text, "b", "middle")
    )


def _with_neighbors(plane, left, right):
    """This stretch of the axis, extended over each of the axis' numbers that would touch what stands on it."""
    for tick in ticks(plane.x_low, plane.x_high, ABOUT):
        x, half = plane.x(tick), 0.7 * text_width(written(tick), 12)  # a minus is wide
        if left < x + half and x - half < right:
            left, right = min(left, x - half), max(right, x + half)
    return left, min(right, plane.right + 12)  # clear of the axis' name


def _step(plane, r):
    """The optimizer's step as an arrow under the axis. Drawn in ink: it flows neither forward nor backward."""
    if not isfinite(r.new_w):
        return ""
    y, start = plane.bottom + 40, plane.x(r.w)
    end = plane.x(plane.nearest(r.new_w, r.loss)[0])
    text = f"step {'+' if r.step > 0 else ''}{written(r.step)}" if r.lr else "no step"
    marks = line(start, y - 6, start, y + 6, INK, 2)
    if abs(end - start) >= 10:
        direction = "left" if end < start else "right"
        marks += line(start, y, end + (6 if direction == "left" else -6), y, INK, 2.5) + arrow_head(end, y, direction)
    return marks + _beside(plane, min(start, end), max(start, end), y + 5, text)


def _beside(plane, left, right, y, text):
    """Words left of a mark, or right of it where the left side is too narrow."""
    if left - text_width(text, 13) - 10 >= 8:
        return words(left - 10, y, text, "b", "end", 13)
    return words(right + 10, y, text, "b", size=13)


def panel(listed):
    """The numbers beside the curve, each with what it is."""
    return "".join(_row(76 + 52 * i, *row) for i, row in enumerate(listed))


def _row(y, name, value, meaning):
    voice = "m" if name in ("w", "loss", "w.grad") else ""
    hue = {"w": "f", "loss": "f", "w.grad": "g", "secant": "sec", "new loss": "f"}.get(name, "")
    return (
        words(PANEL, y, name, voice, size=14)
        + words(WIDTH - 20, y, value, f"{hue} b", "end", 17)
        + words(PANEL, y + 18, meaning, "s sec")
        + line(PANEL, y + 29, WIDTH - 20, y + 29, GRID)
    )
