"""The legend: one entry, a sign and words, for each kind of thing that occurs in the picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .marks import border, fold_border, second_mark
from .measure import text_width
from .paper import box, circle, line
from .records import CONSTANT, LEAF, OUTPUT, RESULT
from .theme import BACKWARD, FORWARD, FORWARD_TINT, IDLE, INK, PAPER, SECOND, SECOND_TINT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .records import Graph


_ROW, _SIGN, _MOST = 26, 40, 4
_GAP = 6  # at least, between the words of an entry, whose width is a high estimate, and the next sign
_WORDS = {
    LEAF: "keeps its .grad",
    CONSTANT: "no gradient",
    RESULT: "passes it on",
    OUTPUT: "begins here",
    "operation": "graph node",
    "fold": "several operations",
    "second graph": "made by a backward pass",
    "saved": "for backward",
    "freed": "no longer kept",
    "overwritten": "changed in place",
    "line": "that made it",
    "value": "goes right",
    "gradient": "comes back",
}


def entries(graph: Graph) -> list[str]:
    """The names of the entries that this picture needs, in reading order."""
    present = {box.kind for box in graph.boxes}
    saved = [saved for operation in graph.operations for saved in operation.saved]
    steps = (*graph.operations, *graph.folds)
    found = {
        "operation": not all(operation.second for operation in graph.operations),
        "value": steps,
        "fold": graph.folds,
        "second graph": any(step.second for step in steps),
        "saved": any(entry.value for entry in saved),
        "overwritten": any(entry.value is None for entry in saved),
        "freed": any(operation.freed for operation in graph.operations),
        "line": any(operation.line for operation in graph.operations),
        "gradient": any(edge.flows for edge in graph.edges),
    }
    present |= {word for word, is_there in found.items() if is_there}
    return [word for word in _WORDS if word in present]


def drawn(listed: Iterable[str], left: float, top: float, width: float, since: str = "") -> tuple[str, float]:
    """(SVG of the entries in as many columns as fit, its height). `since`: what the second graph was made after."""
    told = {word: _WORDS[word] for word in listed}
    if since and "second graph" in told:
        told["second graph"] = f"made after {since}"
    room = max(_SIGN + text_width(f"{word} {meaning}", 12) + _GAP for word, meaning in told.items())
    columns = max(1, min(_MOST, len(told), int((width + _GAP) // room)))
    step = min((width + _GAP) / columns, max(room, 190))
    parts = [
        _entry(word, told[word], left + step * (i % columns), top + _ROW * (i // columns))
        for i, word in enumerate(told)
    ]
    return "".join(parts), _ROW * -(-len(told) // columns)


def _entry(word, meaning, x, y):
    told = f'<tspan class="b">{escape(word)}</tspan> {escape(meaning)}'
    return f'{_sign(word, x, y)}<text x="{x + _SIGN:.1f}" y="{y + 12:.1f}" class="s">{told}</text>'


def _sign(word, x, y):
    if word == "operation":
        return circle(x + 15, y + 8, 9, PAPER, INK, 1.5)
    if word == "second graph":
        return circle(x + 17, y + 9, 9, SECOND_TINT, SECOND, 1.5) + second_mark(x + 8, y + 2)
    if word == "fold":
        return fold_border(x + 1, y, 28, 16, 4)
    if word == "saved":
        return box(x + 1, y, 28, 16, FORWARD_TINT, FORWARD, 1.25, 3) + box(x + 1, y, 4, 16, FORWARD, radius=0)
    if word in ("freed", "overwritten"):
        return box(x + 1, y, 28, 16, PAPER, INK if word == "overwritten" else IDLE, 1.25, 3, "2 3")
    if word == "line":
        return box(x + 1, y, 28, 16, PAPER, IDLE, 1.25, 8)
    if word == "value":
        return line(x, y + 8, x + 22, y + 8, FORWARD, 2.25) + _triangle(x + 30, y + 8, -1, FORWARD)
    if word == "gradient":
        return line(x + 8, y + 8, x + 30, y + 8, BACKWARD, 2.25, "6 4") + _triangle(x, y + 8, 1, BACKWARD)
    return border(word, x + 1, y, 28, 16, 4)


def _triangle(x, y, direction, color):
    back = x + 9 * direction
    return f'<polygon points="{x:.1f},{y:.1f} {back:.1f},{y - 4.3:.1f} {back:.1f},{y + 4.3:.1f}" fill="{color}"/>'
