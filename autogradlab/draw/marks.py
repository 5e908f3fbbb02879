"""The marks of a graph picture: tensors, folds, operations, wires. Nodes are drawn around (0, 0), where wires meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .contents import chip_text, ink, is_chip, rows, shown_name, tags
from .measure import NAME_RISE, RADIUS, ROW, TAG_GAP, TAG_HEIGHT, TAG_SHIFT
from .paper import box, circle, line, words
from .records import CONSTANT, LEAF, OUTPUT
from .routing import is_round, rim
from .sizes import tag_width
from .theme import (
    BACKWARD,
    BACKWARD_TINT,
    FORWARD,
    FORWARD_TINT,
    HAIRLINE,
    IDLE,
    IDLE_TINT,
    INK,
    PAPER,
    SECOND,
    SECOND_TINT,
    SECONDARY,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .records import Box, Fold, Operation
    from .routing import Wire
    from .sizes import Size


_BORDERS = {LEAF: (INK, 3, ""), CONSTANT: (SECONDARY, 1.5, "4 3"), OUTPUT: (INK, 1.25, "")}
_RESULT_BORDER = SECONDARY, 1.25, ""
_VALUE = 15


# ---- tensors and folds ----------------------------------------------------------------------------------------------


def border(kind: str, x: float, y: float, width: float, height: float, radius: float = 5) -> str:
    """The outline for a kind of tensor: thick for a leaf, dashed for a constant, double for the output, else plain."""
    stroke, thickness, dash = _BORDERS.get(kind, _RESULT_BORDER)
    outer = box(x, y, width, height, PAPER, stroke, thickness, radius, dash)
    air = 3.5 if height > 20 else 3
    return outer + (
        box(x + air, y + air, width - 2 * air, height - 2 * air, PAPER, stroke, thickness, radius - 2)
        if kind == OUTPUT
        else ""
    )


def tensor(record: Box, size: Size) -> str:
    """A box with rows name, data, grad; a chip is a pill with only its name or its value."""
    frame = border(record.kind, -size.half, -size.body, 2 * size.half, 2 * size.body, 7 if record.kind == OUTPUT else 5)
    if is_chip(record):
        look = "m b" if record.name else ink(record.value, "f b") if record.value else "s sec"
        return frame + words(0, 5, chip_text(record), look, "middle")
    return frame + _table(record, size.half - (4 if record.kind == OUTPUT else 0), record.kind == LEAF)


def fold(record: Fold, size: Size) -> str:
    """Several operations as one box, with a second line at its left edge: there is more behind it."""
    mark = second_mark(-size.half + 3, -size.body + 3) if record.second else ""
    frame = fold_border(-size.half, -size.body, 2 * size.half, 2 * size.body, color=SECOND if record.second else INK)
    return frame + _table(record, size.half - 4) + mark


def fold_border(x: float, y: float, width: float, height: float, radius: float = 5, color: str = INK) -> str:
    return box(x, y, width, height, PAPER, color, 1.5, radius) + line(x + 5, y + 1, x + 5, y + height - 1, color, 1.5)


def _table(record, inner, thick=False):
    """The name, and under it the rows."""
    lines = rows(record)
    top = -ROW * (1 + len(lines)) / 2
    parts = [words(0, top + 17, shown_name(record), "m b", "middle", _VALUE)]
    if lines:
        parts.append(line(-inner + 8, top + ROW, inner - 8, top + ROW, HAIRLINE))
    for i, row in enumerate(lines, 1):
        parts.append(_row(row, top + i * ROW, inner, thick, i == len(lines)))
    return "".join(parts)


def _row(row, top, inner, thick, last):
    edge = (1.5 if thick else 0.6) if last else 0
    side = 1.5 if thick else 0.6
    tint = box(-inner + side, top, 2 * (inner - side), ROW - edge, BACKWARD_TINT, radius=3) if row.is_grad else ""
    return (
        tint
        + words(-inner + 9, top + 17, row.label, "s sec")
        + words(inner - 10, top + 17, row.text, row.look, "end", _VALUE if row.large else None)
    )


# ---- operations -----------------------------------------------------------------------------------------------------


def operation(record: Operation, size: Size) -> str:
    """A circle with its sign, PyTorch's name above, and what it keeps for backward hanging below."""
    fill, stroke, look = (
        (IDLE_TINT, IDLE, "sec") if record.freed else (SECOND_TINT, SECOND, "") if record.second else (PAPER, INK, "")
    )
    letters = 20 if len(record.symbol) <= 2 else 16 if size.half == RADIUS else 14
    hung = "".join(
        _tag(tag, -size.half - TAG_SHIFT, size.body + TAG_GAP + i * (TAG_HEIGHT + TAG_GAP))
        for i, tag in enumerate(tags(record))
    )
    return (
        box(-size.half, -size.body, 2 * size.half, 2 * size.body, fill, stroke, 1.5, RADIUS)
        + words(0, -size.body + RADIUS - NAME_RISE, record.name, f"m s {look}".strip(), "middle")
        + words(0, 0.35 * letters, record.symbol, look, "middle", letters)
        + (second_mark(-size.half + 3, -size.body + 3) if record.second else "")
        + hung
    )


def second_mark(x: float, y: float) -> str:
    """The mark of an operation that a backward pass has made: its result is a derivative."""
    return circle(x, y, 8, SECOND, PAPER, 1) + words(x, y + 4, "∂", "i on b", "middle", 12)


def _tag(tag, left, top):
    """A saved value, dotted and empty when it has been freed or overwritten; or a note, without color."""
    width = tag_width(tag.text)
    if tag.lost or tag.note:
        outline = (3, "2 3") if tag.lost else (11, "")
        return box(left, top, width, TAG_HEIGHT, PAPER, INK if tag.loud else IDLE, 1.25, *outline) + words(
            left + width / 2, top + 15, tag.text, "s b" if tag.loud else "s sec", "middle"
        )
    return (
        box(left, top, width, TAG_HEIGHT, FORWARD_TINT, FORWARD, 1.25, 3)
        + box(left, top, 5, TAG_HEIGHT, FORWARD, radius=0)
        + words(left + width / 2 + 2.5, top + 15.5, tag.text, "m s f", "middle")
    )


# ---- wires ----------------------------------------------------------------------------------------------------------


def forward(wire: Wire, ends: Sequence[tuple[Any, Size, str]], lane: float, thin: bool, second: bool = False) -> str:
    """The solid line from the source's rim to the target's, and its head; `second`: a backward pass made the value."""
    width, head = (1.25, 7) if thin else (2.25, 9)
    points, color = _lane(wire, ends, lane), SECOND if second else FORWARD
    return _stroke(points, color, width, lane, shortened_end=head - 1) + _head(points[-1], -1, color, head)


def backward(wire: Wire, ends: Sequence[tuple[Any, Size, str]], lane: float) -> str:
    """The dashed line back; its head is a separate triangle, so that it is not dashed."""
    points = _lane(wire, ends, lane)
    return _stroke(points, BACKWARD, 2.25, lane, shortened_start=8, dash="6 4") + _head(points[0], 1, BACKWARD, 9)


def _lane(wire, ends, lane):
    """The wire's corner points, moved to one of its two lanes, from rim to rim."""
    source, target = ends
    (_, start), *inner, (_, end) = [(x, y + lane) for x, y in wire.points]
    return [(_rim_x(source, start, 1), start), *inner, (_rim_x(target, end, -1), end)]


def _rim_x(node, height, side):
    (x, y), size, name = node
    return x + side * (rim(size, height - y, is_round(name)) + 1)


def _stroke(points, color, width, lane, shortened_start=0, shortened_end=0, dash=""):
    (x0, y0), *inner, (x1, y1) = points
    path = [f"M{x0 + shortened_start:.1f},{y0:.1f}"]
    here = x0, y0
    for x, y in (*inner, (x1 - shortened_end, y1)):
        path.append(f"L{x:.1f},{y:.1f}" if abs(y - here[1]) < 0.1 else _curve(here, (x, y), lane))
        here = x, y
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{" ".join(path)}" fill="none" stroke="{color}" stroke-width="{width:g}"{dashed}/>'


def _curve(start, end, lane):
    """An S-curve with level ends; where it is steep, the two lanes are moved apart sideways too."""
    rise = end[1] - start[1]
    middle = (start[0] + end[0]) / 2 - lane * max(-1, min(1, rise / 40))
    return f"C{middle:.1f},{start[1]:.1f} {middle:.1f},{end[1]:.1f} {end[0]:.1f},{end[1]:.1f}"


def _head(tip, direction, color, size):
    x, y = tip
    back, half = x + direction * size, size * 0.47
    return f'<polygon points="{x:.1f},{y:.1f} {back:.1f},{y - half:.1f} {back:.1f},{y + half:.1f}" fill="{color}"/>'
