"""How much room each part of a picture needs, in px. One home for the sizes that layout and drawing share."""
from dataclasses import dataclass

from .records import CONSTANT, OUTPUT, Box

ROW, BOX_WIDTH, RADIUS = 24, 92, 20
PORT, LANE = 20, 5                     # between two wires at one node; from a wire's middle to each of its directions
TAG_HEIGHT, TAG_GAP, TAG_SHIFT = 22, 8, 6
NAME_RISE = 30                         # from the middle of an operation's first port up to the baseline of its name
_LONGEST_LABEL, _LONGEST_VALUE = 16, 24


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


def text_width(text, size=14, mono=False):
    """About how wide a text is, on the safe side for the wider fallback fonts."""
    return len(text) * size * (0.61 if mono else 0.59)


def shortened(text, longest=28):
    """The text cut to so many characters: what is cut is still in the text version."""
    return text if len(text) <= longest else text[:longest - 1] + "…"


def is_chip(box):
    """Whether this is a constant without a name: a small pill instead of a box with rows."""
    return box.kind == CONSTANT and not box.name


def chip_text(box):
    return shown(box.value) if box.value else "constant"


def shown(snapshot):
    """A value as a picture shows it; what is not a finite number is marked."""
    text = snapshot.text if len(snapshot.text) <= _LONGEST_VALUE else snapshot.range
    return text + (" !" if snapshot.odd else "")


def size_of(record, wires_in=1, wires_out=1, carried=""):
    """The `Size` of a Box or an Operation with so many wires; `carried` is the value written on what leaves it."""
    wires = max(wires_in, wires_out)
    return _box_size(record, wires) if isinstance(record, Box) else _operation_size(record, wires, wires_out, carried)


def _box_size(box, wires):
    if is_chip(box):
        half, body = max(20, text_width(chip_text(box), 14) / 2 + 10), 14
    else:
        half = max(BOX_WIDTH, _widest_row(box)) / 2
        body = max(rows(box) * ROW, wires * PORT / 2 + 12) / 2
    air = 4 if box.kind == OUTPUT else 0
    return Size(half + air, half + air, body + air, body + air, half + air, body + air)


def _widest_row(box):
    values = [shown(value) for value in (box.value, box.grad) if value]
    return max(text_width(shortened(box.name), 15, mono=True) + 20, *(text_width(v, 15) + 56 for v in values or [""]))


def rows(box):
    """Name, data, grad; a constant has no grad row: there is nowhere to put one."""
    return 2 if box.kind == CONSTANT else 3


def _operation_size(operation, wires, wires_out, carried):
    half, body = pill(operation, wires)
    words = max(half, text_width(operation.name, 12, mono=True) / 2)
    rights = [words, *(tag_width(text) - half - TAG_SHIFT for text in tag_texts(operation))]
    if carried:
        rights.append(carried_at(words, half, wires_out) + text_width(carried, 15))
    below = body + (TAG_GAP + TAG_HEIGHT) * len(tag_texts(operation))
    return Size(words, max(rights), body + NAME_RISE - RADIUS + 12, below, half, body)


def carried_at(words, half, wires_out):
    """How far right of the middle the value on a wire is written: beside the name where several wires leave."""
    return half + 7 if wires_out == 1 else words + 4


def pill(operation, wires):
    """Half width and half height of an operation: a circle, stretched if its sign or its wires need it."""
    sign = operation.symbol
    width = 0 if len(sign) <= 2 or sign[0] in "(|" and len(sign) <= 4 else text_width(sign, 14) + 16
    return max(RADIUS, width / 2), max(RADIUS, wires * PORT / 2)


def tag_texts(operation):
    """What hangs under an operation: its saved values, or the word 'freed'."""
    return ["freed"] if operation.freed else [_tag_text(saved) for saved in operation.saved]


def _tag_text(saved):
    if saved.value is None:
        return saved.text
    return f"{shortened(saved.label or saved.attribute, _LONGEST_LABEL)} = {shown(saved.value)}"


def tag_width(text):
    return text_width(text, 12, mono=True) + 16
