"""The marks of a graph picture: tensors, operations, wires. Nodes are drawn around (0, 0), where their wires meet."""
from .measure import (
    NAME_RISE,
    RADIUS,
    ROW,
    TAG_GAP,
    TAG_HEIGHT,
    TAG_SHIFT,
    chip_text,
    is_chip,
    shortened,
    shown,
    tag_texts,
    tag_width,
)
from .paper import box, line, words
from .records import CONSTANT, LEAF, OUTPUT
from .routing import is_round, rim
from .theme import BACKWARD, BACKWARD_TINT, FORWARD, FORWARD_TINT, HAIRLINE, IDLE, IDLE_TINT, INK, PAPER, SECONDARY

_BORDERS = {LEAF: (INK, 3, ""), CONSTANT: (SECONDARY, 1.5, "4 3"), OUTPUT: (INK, 1.25, "")}
_RESULT_BORDER = SECONDARY, 1.25, ""
_VALUE = 15


# ---- tensors --------------------------------------------------------------------------------------------------------

def border(kind, x, y, width, height, radius=5):
    """The outline that says what a tensor is: thick, dashed, plain, or double."""
    stroke, thickness, dash = _BORDERS.get(kind, _RESULT_BORDER)
    outer = box(x, y, width, height, PAPER, stroke, thickness, radius, dash)
    air = 3.5 if height > 20 else 3
    return outer + (box(x + air, y + air, width - 2 * air, height - 2 * air, PAPER, stroke, thickness, radius - 2)
                    if kind == OUTPUT else "")


def tensor(record, size):
    """A box with rows name, data, grad; a constant without a name is a pill with its number."""
    frame = border(record.kind, -size.half, -size.body, 2 * size.half, 2 * size.body, 7 if record.kind == OUTPUT else 5)
    if is_chip(record):
        return frame + words(0, 5, chip_text(record), _ink(record.value, "f b") if record.value else "s sec", "middle")
    inner = size.half - (4 if record.kind == OUTPUT else 0)
    top = -ROW * (1 if record.kind == CONSTANT else 1.5)
    parts = [frame, words(0, top + 17, shortened(record.name), "m b", "middle", _VALUE),
             line(-inner + 8, top + ROW, inner - 8, top + ROW, HAIRLINE),
             _row("data", record.value, top + ROW, inner, "f b", absent=("not kept", "s dim"))]
    if record.kind != CONSTANT:
        parts.append(_grad_row(record, top + 2 * ROW, inner))
    return "".join(parts)


def _row(label, value, top, inner, css, absent):
    """A row's label and its value; `absent` is the word, with its classes, for a value that is not there."""
    text, classes, size = (shown(value), _ink(value, css), _VALUE) if value else (*absent, None)
    return words(-inner + 9, top + 17, label, "s sec") + words(inner - 10, top + 17, text, classes, "end", size)


def _grad_row(record, top, inner):
    edge = 1.5 if record.kind == LEAF else 0.6
    tint = box(-inner + edge, top, 2 * (inner - edge), ROW - edge, BACKWARD_TINT, radius=3) if record.grad else ""
    return tint + _row("grad", record.grad, top, inner, "g b", absent=("None", "m s dim"))


def _ink(value, css):
    """The classes of a value; what is not a finite number is ink: neither direction claims it."""
    return "b" if value is not None and value.odd else css


# ---- operations -----------------------------------------------------------------------------------------------------

def operation(record, size):
    """A circle with its sign, PyTorch's name above, and what it keeps for backward hanging below."""
    fill, stroke, css = (IDLE_TINT, IDLE, "sec") if record.freed else (PAPER, INK, "")
    letters = 20 if len(record.symbol) <= 2 else 16 if size.half == RADIUS else 14
    sign = words(0, 0.35 * letters, record.symbol, css, "middle", letters)
    name = words(0, -size.body + RADIUS - NAME_RISE, record.name, f"m s {css}".strip(), "middle")
    lost = [True] if record.freed else [saved.value is None for saved in record.saved]
    tags = [_tag(text, lost[i], -size.half - TAG_SHIFT, size.body + TAG_GAP + i * (TAG_HEIGHT + TAG_GAP))
            for i, text in enumerate(tag_texts(record))]
    return (box(-size.half, -size.body, 2 * size.half, 2 * size.body, fill, stroke, 1.5, RADIUS)
            + name + sign + "".join(tags))


def _tag(text, lost, left, top):
    """A saved value; dotted and empty when it has been freed or overwritten."""
    width = tag_width(text)
    if lost:
        return (box(left, top, width, TAG_HEIGHT, PAPER, IDLE, 1.25, 3, "2 3")
                + words(left + width / 2, top + 15, text, "s sec", "middle"))
    return (box(left, top, width, TAG_HEIGHT, FORWARD_TINT, FORWARD, 1.25, 3)
            + box(left, top, 5, TAG_HEIGHT, FORWARD, radius=0)
            + words(left + width / 2 + 2.5, top + 15.5, text, "m s f", "middle"))


# ---- wires ----------------------------------------------------------------------------------------------------------

def forward(wire, ends, lane, thin):
    """The solid line from the source's rim to the target's, and its head."""
    width, head = (1.25, 7) if thin else (2.25, 9)
    points = _lane(wire, ends, lane)
    return _stroke(points, FORWARD, width, lane, shortened_end=head - 1) + _head(points[-1], -1, FORWARD, head)


def backward(wire, ends, lane):
    """The dashed line back; its head is its own triangle, so that it is never dashed."""
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
    """An S between two level ends; on steep ones the two lanes also part sideways."""
    rise = end[1] - start[1]
    middle = (start[0] + end[0]) / 2 - lane * max(-1, min(1, rise / 40))
    return f"C{middle:.1f},{start[1]:.1f} {middle:.1f},{end[1]:.1f} {end[0]:.1f},{end[1]:.1f}"


def _head(tip, direction, color, size):
    x, y = tip
    back, half = x + direction * size, size * 0.47
    return f'<polygon points="{x:.1f},{y:.1f} {back:.1f},{y - half:.1f} {back:.1f},{y + half:.1f}" fill="{color}"/>'
