"""The memory curve's picture: bytes alive as a stack by owner, the nodes under it, the peak explained beside it."""

from itertools import pairwise

from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import grouped, written
from autogradlab.draw.paper import box, circle, here, line, paper, path, words
from autogradlab.draw.plane import Plane, ticks
from autogradlab.draw.theme import (
    BACKWARD,
    BACKWARD_TINT,
    FORWARD,
    FORWARD_TINT,
    GRID,
    HAIRLINE,
    IDLE,
    IDLE_TINT,
    INK,
    PAPER,
    SECONDARY,
)

from .run import OWNERS, ROUNDS
from .words import finding, peak_rows

WIDTH, HEIGHT, PANEL = 800, 440, 590
FILLS = dict(
    zip(
        OWNERS, ((HAIRLINE, SECONDARY), (GRID, IDLE), (BACKWARD_TINT, BACKWARD), (FORWARD_TINT, FORWARD), (PAPER, IDLE))
    )
)
DASHES = {"gradients": "6 4", "other tensors": "2 3"}  # the outlines that are not solid
NODES = (352, 396)  # top and bottom of the strip with the nodes


def draw_curve(curve, plain, most, description):
    """The SVG of one loop. `most` is the number of bytes at the top of the axis."""
    plane = Plane(0, len(curve.moments), 0, most / 1000, left=58, top=72, right=556, bottom=312)
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, finding(curve, plain), "b", size=16),
        _axes(plane),
        _stack(plane, curve),
        _rounds(plane, curve),
        _plain(plane, curve, plain),
        _peak(plane, curve, plain),
        _nodes(plane, curve),
        _panel(curve),
    )


def _axes(plane):
    rows = "".join(_level(plane, v) for v in ticks(0, plane.y_high, 5))
    return (
        rows
        + words(20, plane.top - 10, "kB alive", "s sec")
        + line(plane.left, plane.bottom, plane.right, plane.bottom, IDLE)
    )


def _level(plane, value):
    y = plane.y(value)
    return line(plane.left, y, plane.right, y, GRID) + words(plane.left - 8, y + 4, written(value), "s sec", "end")


def _stack(plane, curve):
    """One step-shaped band for each owner, the first one at the bottom."""
    floors, bands = [0.0] * len(curve.moments), ""
    lower = _staircase(plane, floors)
    for owner in OWNERS:
        tops = [floor + moment.bytes[owner] / 1000 for floor, moment in zip(floors, curve.moments)]
        if tops != floors:
            upper = _staircase(plane, tops)
            bands += _band(upper, lower, owner) + _band_name(plane, floors, tops, owner, curve.round_length)
            floors, lower = tops, upper
    return bands


def _band(upper, lower, owner):
    fill, stroke = FILLS[owner]
    edge = path(upper, stroke, 1.5, dash=DASHES.get(owner, ""))
    return path([*upper, *reversed(lower)], fill=fill, closed=True) + edge


def _staircase(plane, heights):
    """The corners of a stroke that is level over each moment."""
    turns = [0, *(i for i in range(1, len(heights)) if heights[i] != heights[i - 1]), len(heights)]
    return [plane.at(x, heights[start]) for start, end in pairwise(turns) for x in (start, end)]


def _band_name(plane, floors, tops, owner, a_round):
    """The owner's name inside its band, at the first place within a round that has room for it."""
    steps = max(1, round(text_width(owner, 12) / (plane.x(1) - plane.x(0))) + 1)
    for i in range(len(tops) - steps + 1):
        if i // a_round != (i + steps - 1) // a_round:
            continue
        low, high = max(floors[i : i + steps]), min(tops[i : i + steps])
        if plane.y(low) - plane.y(high) > 18:
            x, y = (plane.x(i) + plane.x(i + steps)) / 2, (plane.y(low) + plane.y(high)) / 2
            hue = {"gradients": "g", "saved values": "f"}.get(owner, "sec")
            return words(x, y + 4, owner, f"{hue} s b", "middle")
    return ""


def _plain(plane, curve, plain):
    """A dotted line where plain training has its peak, for comparison."""
    if curve.case == "train":
        return ""
    y = plane.y(plain / 1000)
    name = words(plane.left + 6, y - 6, "peak of plain training", "s b h")
    return line(plane.left, y, plane.right, y, INK, 1.5, "2 4") + name


def _peak(plane, curve, plain):
    i = curve.moments.index(curve.peak)
    x, y = plane.x(i + 0.5), plane.y(curve.peak.total / 1000)
    anchor = "start" if i < len(curve.moments) * 0.6 else "end"
    text = f"peak {grouped(curve.peak.total)} bytes"
    label_x, label_y = x + (9 if anchor == "start" else -9), _peak_label(y, plane.y(plain / 1000))
    return here(circle(x, y, 5, INK, PAPER, 1.5), words(label_x, label_y, text, "b h s", anchor))


def _peak_label(peak, plain):
    """The y of the peak's words: above the dotted line if that would otherwise run through them or touch them."""
    return plain - 6 if peak - 20 < plain < peak - 1 else peak - 7


def _rounds(plane, curve):
    """What happens when, under the axis: solid for forward, dashed for backward, ink for the optimizer."""
    parts, length = [], curve.round_length
    for i in range(ROUNDS):
        start, end = plane.x(i * length), plane.x((i + 1) * length)
        parts.append(words((start + end) / 2, plane.bottom + 30, f"round {i + 1}", "s sec", "middle"))
        parts += [
            _phase(plane, moment.kind, number) for number, moment in enumerate(curve.moments) if number // length == i
        ]
        parts.append(line(end, plane.top, end, NODES[1], HAIRLINE, 1) if i < ROUNDS - 1 else "")
    return "".join(parts)


def _phase(plane, kind, number):
    color, dash = {"forward": (FORWARD, ""), "backward": (BACKWARD, "4 2")}.get(kind, (INK, ""))
    return line(plane.x(number) + 0.5, plane.bottom + 10, plane.x(number + 1) - 0.5, plane.bottom + 10, color, 3, dash)


def _nodes(plane, curve):
    """How many nodes are alive, as bars of their own."""
    top, bottom = NODES
    most = max(*(moment.nodes for moment in curve.moments), 1)
    bars = "".join(
        box(
            plane.x(i) + 0.5,
            bottom - (bottom - top) * m.nodes / most,
            plane.x(i + 1) - plane.x(i) - 1,
            (bottom - top) * m.nodes / most,
            IDLE_TINT,
            IDLE,
            0.75,
            0,
        )
        for i, m in enumerate(curve.moments)
        if m.nodes
    )
    return (
        bars
        + line(plane.left, bottom, plane.right, bottom, IDLE)
        + words(plane.left - 8, top + 8, str(most), "s sec", "end")
        + words(plane.left - 8, bottom + 2, "0", "s sec", "end")
        + words(plane.left, bottom + 20, "nodes alive", "s sec")
    )


def _panel(curve):
    """What the peak is made of, from the top of the stack to its bottom."""
    peak = curve.peak
    rows = "".join(_owner(122 + 30 * i, *row) for i, row in enumerate(reversed(peak_rows(curve))))
    total = 122 + 30 * len(OWNERS)
    keys = (("forward", FORWARD, ""), ("backward", BACKWARD, "4 2"), ("step, zero_grad", INK, ""))
    return (
        words(PANEL, 78, "At the peak, in bytes", "b", size=15)
        + words(PANEL, 96, f"{peak.kind}, {peak.label}", "s sec")
        + rows
        + words(PANEL, total + 2, "together", "b", size=13)
        + words(WIDTH - 20, total + 2, grouped(peak.total), "b", "end", 14)
        + "".join(_key(total + 40 + 20 * i, *key) for i, key in enumerate(keys))
    )


def _key(y, name, color, dash):
    return line(PANEL, y, PANEL + 22, y, color, 3, dash) + words(PANEL + 30, y + 4, name, "s")


def _owner(y, owner, held):
    fill, stroke = FILLS[owner]
    return (
        box(PANEL, y - 11, 14, 14, fill, stroke, 1.25, 2, DASHES.get(owner, ""))
        + words(PANEL + 22, y, owner, size=13)
        + words(WIDTH - 20, y, held, "b", "end", 13)
        + line(PANEL, y + 9, WIDTH - 20, y + 9, GRID)
    )
