"""The flow's picture: a bar for each layer on a scale of powers of ten, and the circle that clipping draws.

Bars start at 1, the size at the last layer: their length is how many powers of ten are lost or gained.
"""

from math import ceil, hypot, inf, log10

from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import raised, written
from autogradlab.draw.paper import arrow_head, box, circle, line, paper, path, words
from autogradlab.draw.theme import BACKWARD, BACKWARD_TINT, GRID, HAIRLINE, IDLE, INK, PAPER

from .words import clip_words, finding, per_layer

WIDTH, HEIGHT = 800, 420
LEFT, RIGHT, TOP, BOTTOM = 84, 560, 76, 344
CIRCLE = (688, 192, 96)  # where the arrow starts, and how long it may be


class Scale:
    """Powers of ten from left to right; it depends on the depth only, so that the other sliders do not move it."""

    def __init__(self, depth):
        self.low, self.high = -ceil(0.75 * depth), ceil(0.45 * depth)

    def x(self, ratio):
        """The x of a ratio, in px; a ratio outside the scale is put at its edge."""
        return LEFT + (min(max(log10(ratio), self.low), self.high) - self.low) / (self.high - self.low) * (RIGHT - LEFT)

    def shows(self, ratio):
        return self.low <= log10(ratio) <= self.high

    def grid(self):
        step = max(1, round((self.high - self.low) / 9))
        return "".join(self._tick(power) for power in range(self.low, self.high + 1) if power % step == 0)

    def _tick(self, power):
        x = self.x(10.0**power)
        return line(x, TOP - 8, x, BOTTOM, GRID if power else INK, 1 if power else 1.5) + words(
            x, BOTTOM + 20, f"10{raised(power)}" if power else "1", "s sec" if power else "s b", "middle"
        )


def draw_flow(r, description):
    """The SVG of one reading."""
    scale = Scale(r.depth)
    row = (BOTTOM - TOP) / r.depth
    layers = "".join(_layer(r, i, scale, TOP + row * (r.depth - 1 - i), row) for i in range(r.depth))
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, finding(r), "b", size=16),
        words(20, 54, f"{r.depth} layers, 32 inputs each", "sec", size=13),
        scale.grid(),
        layers,
        _key(r, scale),
        _clipping(r),
    )


def _layer(r, i, scale, top, row):
    """The bar of one layer with its number, and the ring of the other network."""
    y, ratio, start = top + row / 2, r.ratios[i], scale.x(1)
    height, end = min(18, 0.7 * row), scale.x(ratio)
    bar = box(min(start, end), y - height / 2, max(abs(end - start), 1), height, BACKWARD_TINT, BACKWARD, 1.25, 2)
    name = words(LEFT - 12, y + 5, f"layer {i + 1}", "s" if row < 18 else "", "end", 12 if row < 18 else 13)
    other = r.other[1][i]
    ring, shown = scale.x(other), r.depth <= 12 or i % 2 == 0
    return bar + _ring(scale, other, y) + (name + _number(scale, ratio, (start, end, ring), y) if shown else "")


def _number(scale, ratio, places, y):
    """A bar's number beyond its end, and beyond a ring in the way; within the bar where the paper is too narrow."""
    start, end, ring = places
    text = three_digits(ratio) + ("" if scale.shows(ratio) else " off the picture")
    width, side = text_width(text, 13), -1 if end <= start else 1
    if 0 <= side * (ring - end) < width + 18:
        end = ring
    beyond = end + side * 12
    if LEFT < beyond - (side < 0) * width and beyond + (side > 0) * width < RIGHT + 30:
        return words(beyond, y + 4.5, text, "g b", "end" if side < 0 else "start", 13)
    return words(end - side * 10, y + 4.5, text, "g b", "start" if side < 0 else "end", 13)


def three_digits(value):
    """A number for a bar, with at most three significant digits; the words have four."""
    return written(float(f"{value:.3g}"))


def _ring(scale, ratio, y):
    """A ratio as an open circle, or as an arrow head at the edge if it lies outside the scale."""
    x = scale.x(ratio)
    if scale.shows(ratio):
        return circle(x, y, 4.5, PAPER, INK, 1.75)
    return arrow_head(x, y, "left" if ratio < 1 else "right", INK, 8)


def _key(r, scale):
    """What bars and rings stand for, and what left and right mean."""
    x, y = scale.x(1), BOTTOM + 42
    return (
        words(LEFT, y, "← vanishes", "s sec")
        + words(RIGHT, y, "explodes →", "s sec", "end")
        + words(x, y, "as large as at the last layer", "s sec", "middle")
        + box(LEFT, y + 12, 16, 11, BACKWARD_TINT, BACKWARD, 1.25, 2)
        + words(LEFT + 24, y + 22, f"{r.activation}: {per_layer(r)}", "g b", size=13)
        + circle(LEFT + 320, y + 17.5, 4.5, PAPER, INK, 1.75)
        + words(LEFT + 332, y + 22, r.other[0], "b", size=13)
    )


def _clipping(r):
    """All gradients together as one arrow, and the circle that it must not leave."""
    x, y, room = CIRCLE
    happened, follows = clip_words(r)
    return (
        line(594, 60, 594, HEIGHT - 24, HAIRLINE)
        + words(x, 78, "clip_grad_norm_", "m b", "middle", 13)
        + (_arrow(x, y, room / 2) if r.max_norm == inf else _clipped_arrow(r, x, y, room))
        + circle(x, y, 3, INK, INK, 1)
        + words(x, 302, happened, "g b", "middle", 13)
        + words(x, 322, follows, "s", "middle")
        + words(x, 352, "arrow: all gradients together", "s sec", "middle")
        + words(x, 368, "circle: the longest allowed", "s sec", "middle")
    )


def _clipped_arrow(r, x, y, room):
    """The circle has one size for every norm; an arrow that would leave the paper is cut at its edge."""
    radius = room / 2
    length = min(r.total_norm / r.max_norm * radius, room)
    if r.factor > 0.999:
        return _dashed_circle(x, y, radius) + _arrow(x, y, length)
    cut = words(x + 0.8 * room + 6, y - 0.6 * room - 6, "…", "sec b", "middle") if length == room else ""
    return _dashed_circle(x, y, radius) + _arrow(x, y, length, dim=True) + _arrow(x, y, radius) + cut


def _dashed_circle(x, y, radius):
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="none" stroke="{IDLE}" stroke-width="1.5" '
        'stroke-dasharray="4 3"/>'
    )


def _arrow(x, y, length, dim=False):
    """An arrow to the upper right, dashed like all gradients; pale (`dim`) for what clipping took away."""
    across, up = 0.8, -0.6
    end_x, end_y = x + length * across, y + length * up
    color, width = (IDLE, 1.25) if dim else (BACKWARD, 2.5)
    head = 9 if hypot(end_x - x, end_y - y) > 12 else 5
    back_x, back_y = end_x - head * across, end_y - head * up
    corners = [
        (end_x, end_y),
        (back_x - 0.5 * head * up, back_y + 0.5 * head * across),
        (back_x + 0.5 * head * up, back_y - 0.5 * head * across),
    ]
    return line(x, y, back_x, back_y, color, width, "6 4") + path(corners, fill=color, closed=True)
