"""One SVG picture from records and positions: its look does not depend on the program that found the positions.

Every node and wire is a group with an id and with the records' ids in `data-` attributes, so that a step
through backward can change how it looks without a new layout.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from . import legend, marks
from .contents import on_wire
from .measure import LANE, MARGIN, text_width
from .paper import box, line, words
from .records import Box, Fold
from .routing import is_round
from .sizes import carried_at
from .theme import HAIRLINE, PAPER, PICTURE_CSS

if TYPE_CHECKING:
    from .layout import Layout
    from .records import Graph


NARROWEST, _TITLE_SIZE = 440, 16


def picture(graph: Graph, layout: Layout, title: str, description: str) -> str:
    """The whole picture as an SVG string; the same bytes for the same records and positions."""
    width = round(max(NARROWEST, layout.width + 2 * MARGIN))
    head = wrapped(title, width - 2 * MARGIN)
    left, top = (width - layout.width) / 2, MARGIN + 20 * len(head) + 16
    bottom = top + layout.height + 20
    key, key_height = legend.drawn(legend.entries(graph), MARGIN, bottom + 16, width - 2 * MARGIN, graph.since)
    height = round(bottom + 16 + key_height + MARGIN - 4)
    body = "".join(
        [
            *(words(MARGIN, MARGIN + 14 + 20 * i, part, "b", size=_TITLE_SIZE) for i, part in enumerate(head)),
            f'<g transform="translate({left:.1f},{top:.1f})">{_graph(graph, layout)}</g>',
            line(MARGIN, bottom, width - MARGIN, bottom, HAIRLINE),
            key,
        ]
    )
    return framed(width, height, body, title, description)


def framed(width: float, height: float, body: str, title: str, description: str) -> str:
    """A body on paper, with title and description; `id="@..."` in it becomes an id that no other picture has."""
    key = "agl-" + hashlib.sha256(body.encode()).hexdigest()[:10]
    body = body.replace('id="@', f'id="{key}-')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="agl" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" style="max-width:none" role="img" aria-labelledby="{key}-title {key}-desc">'
        f'<title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-desc">{escape(description)}</desc><style>{PICTURE_CSS}</style>'
        f"{box(0.5, 0.5, width - 1, height - 1, PAPER, HAIRLINE, 1, 8)}{body}</svg>"
    )


def wrapped(sentence: str, width: float, size: float = _TITLE_SIZE) -> list[str]:
    """The sentence, broken into lines of at most `width` px."""
    lines = [""]
    for word in sentence.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _graph(graph, layout):
    told = any(edge.flows for edge in graph.edges)
    wires = [_wire(i, edge, layout, told) for i, edge in enumerate(graph.edges)]
    nodes = [_node(record, layout) for record in graph.nodes().values()]
    return "".join([*wires, *nodes, *_carried(graph, layout, told)])


def _node(record, layout):
    (x, y), size = layout.places[record.id], layout.sizes[record.id]
    kind = record.kind if isinstance(record, Box) else "fold" if isinstance(record, Fold) else "operation"
    draw = {"fold": marks.fold, "operation": marks.operation}.get(kind, marks.tensor)
    return (
        f'<g id="@{record.id}" class="agl-node agl-{kind}" data-node="{record.id}" '
        f'transform="translate({x:.1f},{y:.1f})">{draw(record, size)}</g>'
    )


def _wire(i, edge, layout, told):
    """A solid line forward, thin if any gradient is shown; where one came back, a thick dashed line beside it."""
    ends = [(layout.places[name], layout.sizes[name], name) for name in (edge.source, edge.target)]
    forward = marks.forward(layout.wires[i], ends, -LANE if edge.flows else 0, told, edge.second)
    backward = marks.backward(layout.wires[i], ends, LANE) if edge.flows else ""
    return (
        f'<g id="@e{i + 1}" class="agl-edge" data-from="{edge.source}" data-to="{edge.target}">{forward}{backward}</g>'
    )


def _carried(graph, layout, told):
    """Yield the texts on wires, each once per source node, above the topmost wire that carries it."""
    leaving = {}
    for edge, wire in zip(graph.edges, layout.wires):
        texts = leaving.setdefault(edge.source, {})
        y, _ = texts.get(on_wire(edge), (wire.start[1], edge))
        texts[on_wire(edge)] = min(y, wire.start[1]), edge
    wires = Counter(edge.source for edge in graph.edges)
    for name, texts in leaving.items():
        (x, _), size = layout.places[name], layout.sizes[name]
        left = x + (carried_at(size.left, size.half, wires[name]) if is_round(name) else size.half + 6)
        for text, (y, edge) in texts.items():
            if text:
                size = 15 if edge.value and len(texts) == 1 else 12
                yield words(left, y - 4 - size / 5 - LANE * told, text, _look(edge), size=size)


def _look(edge):
    if edge.value is None:
        return "sec h"
    return "b h" if edge.value.odd else "g2 b h" if edge.second else "f b h"
