"""How much room each node of a picture needs, in px, with all that is written around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .contents import chip_text, is_chip, rows, shown_name, tags
from .measure import BOX_WIDTH, NAME_RISE, NAME_WIDTH, PORT, RADIUS, ROW, TAG_GAP, TAG_HEIGHT, TAG_SHIFT, text_width
from .records import OUTPUT, Box, Fold

if TYPE_CHECKING:
    from .records import Operation


@dataclass(frozen=True)
class Size:
    """Room around a node's middle, where its wires meet.

    left, right, above, below   everything that belongs to it, its words too
    half                        half of the width of the shape itself
    body                        half of the height of the shape itself
    """

    left: float
    right: float
    above: float
    below: float
    half: float
    body: float


def size_of(record: Box | Operation | Fold, wires_in: int = 1, wires_out: int = 1, carried: str = "") -> Size:
    """The `Size` of a record with these numbers of wires; `carried` is the widest text on a wire that leaves it."""
    wires = max(wires_in, wires_out)
    if isinstance(record, (Box, Fold)):
        return _box_size(record, wires, carried)
    return _operation_size(record, wires, wires_out, carried)


def _box_size(box, wires, carried):
    if is_chip(box):
        half, body = max(20, text_width(chip_text(box), 14, mono=bool(box.name)) / 2 + 10), 14
    else:
        lines = rows(box)
        least = BOX_WIDTH if lines else NAME_WIDTH
        half = max(least, text_width(shown_name(box), 15, mono=True) + 20, *map(_row_width, lines)) / 2
        body = max((1 + len(lines)) * ROW, wires * PORT / 2 + 12) / 2
    air = 4 if isinstance(box, Fold) or box.kind == OUTPUT else 0
    right = half + air + (text_width(carried, 15) + 12 if carried else 0)
    return Size(half + air, right, body + air, body + air, half + air, body + air)


def _row_width(row):
    """The width of a row. One for a gradient has room for None too: a stepper also draws the box before it arrives."""
    label = max(56, text_width(row.label, 12) + 28) if row.label else 24
    none = text_width("None", 12, mono=True) if row.is_grad else 0
    return label + max(none, text_width(row.text, 15 if row.large else 12))


def _operation_size(operation, wires, wires_out, carried):
    half, body = pill(operation, wires)
    words = max(half, text_width(operation.name, 12, mono=True) / 2)
    rights = [words, *(tag_width(tag.text) - half - TAG_SHIFT for tag in tags(operation))]
    if carried:
        rights.append(carried_at(words, half, wires_out) + text_width(carried, 15))
    below = body + (TAG_GAP + TAG_HEIGHT) * len(tags(operation))
    return Size(words, max(rights), body + NAME_RISE - RADIUS + 12, below, half, body)


def carried_at(words: float, half: float, wires_out: int) -> float:
    """How far right of the middle the value on a wire is written: beside the name where several wires leave."""
    return half + 7 if wires_out == 1 else words + 4


def pill(operation: Operation, wires: int) -> tuple[float, float]:
    """Half width and half height of an operation: a circle, stretched if its sign or its wires need it."""
    sign = operation.symbol
    width = 0 if len(sign) <= 2 or sign[0] in "(|" and len(sign) <= 4 else text_width(sign, 14) + 16
    return max(RADIUS, width / 2), max(RADIUS, wires * PORT / 2)


def tag_width(text: str) -> float:
    return text_width(text, 12, mono=True) + 16
