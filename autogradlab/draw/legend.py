"""The legend, in words: one entry for each kind of thing that is really in the picture."""
from html import escape

from .marks import border
from .measure import text_width
from .paper import box, circle, line
from .records import CONSTANT, LEAF, OUTPUT, RESULT
from .theme import BACKWARD, FORWARD, FORWARD_TINT, IDLE, INK, PAPER

_ROW, _SIGN, _MOST = 26, 40, 4
_WORDS = {LEAF: "keeps its .grad", CONSTANT: "no gradient", RESULT: "passes it on", OUTPUT: "begins here",
          "operation": "graph node", "saved": "for backward", "freed": "no longer kept",
          "value": "goes right", "gradient": "comes back"}


def entries(graph):
    """The words that this picture needs, in reading order."""
    present = {box.kind for box in graph.boxes}
    if graph.operations:
        present |= {"operation", "value"}
    if any(saved.value for operation in graph.operations for saved in operation.saved):
        present.add("saved")
    if any(operation.freed for operation in graph.operations):
        present.add("freed")
    if any(edge.flows for edge in graph.edges):
        present.add("gradient")
    return [word for word in _WORDS if word in present]


def drawn(listed, left, top, width):
    """(SVG of the entries in as many columns as fit, its height)."""
    room = max(_SIGN + text_width(f"{word} {_WORDS[word]}", 11.5) for word in listed)
    columns = max(1, min(_MOST, len(listed), int(width // room)))
    step = min(width / columns, max(room, 190))
    parts = [_entry(word, left + step * (i % columns), top + _ROW * (i // columns)) for i, word in enumerate(listed)]
    return "".join(parts), _ROW * -(-len(listed) // columns)


def _entry(word, x, y):
    told = f'<tspan class="b">{escape(word)}</tspan> {escape(_WORDS[word])}'
    return f'{_sign(word, x, y)}<text x="{x + _SIGN:.1f}" y="{y + 12:.1f}" class="s">{told}</text>'


def _sign(word, x, y):
    if word == "operation":
        return circle(x + 15, y + 8, 9, PAPER, INK, 1.5)
    if word == "saved":
        return box(x + 1, y, 28, 16, FORWARD_TINT, FORWARD, 1.25, 3) + box(x + 1, y, 4, 16, FORWARD, radius=0)
    if word == "freed":
        return box(x + 1, y, 28, 16, PAPER, IDLE, 1.25, 3, "2 3")
    if word == "value":
        return line(x, y + 8, x + 22, y + 8, FORWARD, 2.25) + _triangle(x + 30, y + 8, -1, FORWARD)
    if word == "gradient":
        return line(x + 8, y + 8, x + 30, y + 8, BACKWARD, 2.25, "6 4") + _triangle(x, y + 8, 1, BACKWARD)
    return border(word, x + 1, y, 28, 16, 4)


def _triangle(x, y, direction, color):
    back = x + 9 * direction
    return f'<polygon points="{x:.1f},{y:.1f} {back:.1f},{y - 4.3:.1f} {back:.1f},{y + 4.3:.1f}" fill="{color}"/>'
