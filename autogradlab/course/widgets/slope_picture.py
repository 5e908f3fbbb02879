"""The slope mover's picture. Curve and axes are drawn once; a move only builds what moves.

The tangent's triangle hangs below or above the point on one side, the secant's opens on the other, so that both stay
legible at h = 1; at small h the secant's triangle shrinks into the point, which is the lesson.
"""
import numpy as np

from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import written
from autogradlab.draw.paper import arrow_head, box, line, paper, path, words
from autogradlab.draw.plane import Plane, limits_of
from autogradlab.draw.theme import BACKWARD, BACKWARD_TINT, GRID, IDLE, INK, PAPER

from .slope_reading import value_of
from .slope_words import finding, rows

WIDTH, HEIGHT, PANEL = 800, 428, 600
POINTS = 181
SMALL = 36          # px: a side of a triangle that is shorter carries no label of its own


class SlopePicture:
    """Draws readings of one function within fixed limits."""

    def __init__(self, f, name, limits):
        self.xs = np.linspace(*limits, POINTS)
        self.ys = np.array([value_of(f, x) for x in self.xs.tolist()])
        self.plane = Plane(*limits, *limits_of(self.ys.tolist()))
        self.still = (self.plane.axes("w", "loss") + self.plane.curve(self.xs.tolist(), self.ys.tolist())
                      + words(WIDTH - 20, 31, f"loss = {name}", "m f b", "end", 15))

    def at(self, reading, description):
        """The SVG of one reading."""
        plane, r = self.plane, reading
        body = [self.still, _off_the_picture(plane, r.w, r.loss, "point")] if not plane.shows(r.w, r.loss) else [
            _drops(plane, r), _secant(plane, r), self.still, self._tangent(r), _landing(plane, r),
            plane.point(r.w, r.loss)]
        return paper(WIDTH, HEIGHT, description.replace("`", ""), words(20, 31, finding(r), "b", size=16), *body,
                     _here(plane, r.w), _step(plane, r), _panel(r))

    def without_point(self, problem):
        """The SVG when the function gives no slope: the curve, as far as there is one."""
        return paper(WIDTH, HEIGHT, problem.replace("`", ""), words(20, 31, "No slope to show here", "b", size=16),
                     self.still, words(PANEL, 76, "The line below the sliders", "sec"),
                     words(PANEL, 96, "says why.", "sec"))

    def _tangent(self, r):
        if not np.isfinite(r.grad):
            return ""
        plane = self.plane
        stroke = plane.segment(r.w - 2, r.loss - 2 * r.grad, r.w + 2, r.loss + 2 * r.grad, BACKWARD, 2.5, "8 5")
        return _triangle(plane, r) + stroke + _triangle_words(plane, r) + self._tangent_name(r)

    def _tangent_name(self, r):
        """The word 'tangent' near an end of the stroke, away from the curve and from the triangle's words."""
        plane = self.plane
        corners = _triangle_corners(plane, r)
        turned = bool(corners) and corners[0][0] > corners[1][0]
        for reach in (1.6, 1.2, -1.6, -1.2, 0.8, -0.8):
            x, y = r.w + reach, r.loss + reach * r.grad
            below = 1 if turned or np.interp(x, self.xs, self.ys) >= y else -1
            steepness = abs(plane.y(y) - plane.y(r.loss)) / abs(plane.x(x) - plane.x(r.w))
            anchor = "middle" if steepness < 0.4 else "start" if (r.grad > 0) == (below > 0) else "end"
            side, down = {"middle": (0, 16), "start": (10, 8), "end": (-10, 8)}[anchor]
            baseline = plane.y(y) + 5 + below * down
            if plane.shows(x, y) and plane.x(x) < PANEL - 64 and plane.top + 8 < baseline < plane.bottom - 4:
                return words(plane.x(x) + side, baseline, "tangent", "g h", anchor)
        return ""


def _secant(plane, r):
    if not np.isfinite(r.secant):
        return ""
    end, over = r.w + r.h, 0.6
    return (plane.segment(r.w - over, r.loss - over * r.secant, end + over, r.loss_at_h + over * r.secant, IDLE, 1.5)
            + plane.segment(r.w, r.loss, end, r.loss, IDLE, 1.25)
            + plane.segment(end, r.loss, end, r.loss_at_h, IDLE, 1.25) + _secant_words(plane, r))


def _secant_words(plane, r):
    (left, level), (right, end) = plane.at(r.w, r.loss), plane.at(r.w + r.h, r.loss_at_h)
    if right - left < 24 or right > plane.right:
        return ""
    under = -8 if end > level else 18
    run = words(left + 10, level + under, f"h = {written(r.h)}", "sec h", size=13)
    if abs(end - level) < 24 or not plane.shows(r.w + r.h, r.loss_at_h):
        return run
    return run + words(right + 7, (level + end) / 2 + 5, written(r.rise), "sec b h", size=15)


def _triangle(plane, r):
    """One to the side and `grad` up or down: the tangent's Δw and Δloss."""
    corners = _triangle_corners(plane, r)
    return path(corners, fill=BACKWARD_TINT, closed=True) + path(corners, BACKWARD, 1.5) if corners else ""


def _triangle_corners(plane, r):
    """Tip, right angle and point in px: left of the point, or right of it, or nowhere if both leave the plane."""
    for side, level in ((-1, r.loss - r.grad), (1, r.loss + r.grad)):
        if plane.shows(r.w + side, level):
            return [plane.at(r.w + side, level), plane.at(r.w, level), plane.at(r.w, r.loss)]
    return []


def _triangle_words(plane, r):
    if not (corners := _triangle_corners(plane, r)):
        return ""
    (tip, level), (x, _), (_, height) = corners
    run, rise, value = "Δw = 1", "Δloss", f"= {written(r.grad)}"
    if tip > x:
        middle = (level + height) / 2
        return words((tip + x) / 2, level + (18 if level > height else -8), run, "g h", "middle") + words(
            x - 8, middle + 5, f"{rise} {value}", "g h", "end")
    if abs(level - height) < SMALL:
        return words(x - 6, max(level, height) + 18, f"{run}, {rise} {value}", "g h", "end")
    middle = (level + height) / 2
    beside = words(x + 8, middle + 5, f"{rise} {value}", "g h") if x < PANEL - 110 else (
        words(x + 8, middle - 4, rise, "g h") + words(x + 8, middle + 13, value, "g h"))
    return words((tip + x) / 2, level + (18 if level > height else -8), run, "g h", "middle") + beside


def _drops(plane, r):
    """Dotted lines from the point, and from the ring if there is one, down to the axis."""
    return plane.drop(r.w, r.loss, IDLE) + (plane.drop(r.new_w, r.new_loss) if _ring_shown(plane, r) else "")


def _ring_shown(plane, r):
    return r.lr > 0 and plane.shows(r.new_w, r.new_loss)


def _landing(plane, r):
    """The ring where one step lands, or an arrow at the edge when that is outside the picture."""
    if _ring_shown(plane, r):
        return plane.ring(r.new_w, r.new_loss, 9 if _touching(plane, r) else 6)
    if r.lr == 0 or not np.isfinite(r.new_loss):
        return ""
    return _off_the_picture(plane, r.new_w, r.new_loss, "step")


def _touching(plane, r):
    return np.hypot(plane.x(r.new_w) - plane.x(r.w), plane.y(r.new_loss) - plane.y(r.loss)) < 10


def _off_the_picture(plane, w, loss, what):
    """An arrow at the edge, and in words what lies beyond it."""
    x, y = plane.at(*plane.nearest(w, loss))
    direction = _way_out(plane, w, loss)
    if direction in ("left", "right"):
        y = min(max(y, plane.top + 12), plane.bottom - 12)
    side, anchor = (18, "start") if x < (plane.left + plane.right) / 2 else (-18, "end")
    down = {"up": 12, "down": -4}.get(direction, 5)
    text = f"{what} off the picture: w = {written(w)}, loss = {written(loss)}"
    return arrow_head(x, y, direction, INK, 12) + words(x + side, y + down, text, "b h", anchor, 13)


def _way_out(plane, w, loss):
    if plane.x_low <= w <= plane.x_high:
        return "up" if loss > plane.y_high else "down"
    return "left" if w < plane.x_low else "right"


def _here(plane, w):
    """The present w, in bold among the axis' numbers."""
    x, text = plane.x(w), written(w)
    width = text_width(text) + 8
    return (box(x - width / 2, plane.bottom + 6, width, 17, PAPER) + line(x, plane.bottom, x, plane.bottom + 5, INK)
            + words(x, plane.bottom + 19, text, "b", "middle"))


def _step(plane, r):
    """The optimizer's step as an arrow under the axis. It flows neither forward nor backward, so it is ink."""
    if not np.isfinite(r.new_w):
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


def _panel(r):
    """The numbers beside the curve, each with what it is."""
    return "".join(_row(76 + 52 * i, *row) for i, row in enumerate(rows(r)))


def _row(y, name, value, meaning):
    voice = "m" if name in ("w", "loss", "w.grad") else ""
    hue = {"w": "f", "loss": "f", "w.grad": "g", "secant": "sec", "new loss": "f"}.get(name, "")
    return (words(PANEL, y, name, voice, size=14) + words(WIDTH - 20, y, value, f"{hue} b", "end", 17)
            + words(PANEL, y + 18, meaning, "s sec") + line(PANEL, y + 29, WIDTH - 20, y + 29, GRID))
