"""Records as DOT source, for further work in Graphviz: complete, and readable when `dot` renders it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import graphviz

from .contents import chip_text, is_chip, on_wire, rows, tags
from .records import CONSTANT, LEAF, OUTPUT, Box, Fold
from .theme import (
    BACKWARD,
    BACKWARD_TEXT,
    DIM,
    FORWARD,
    FORWARD_TEXT,
    IDLE,
    IDLE_TINT,
    INK,
    PAPER,
    SECOND,
    SECOND_TEXT,
    SECOND_TINT,
    SECONDARY,
)

if TYPE_CHECKING:
    from .records import Graph


_FONT = "Helvetica"
_BORDERS = {
    LEAF: {"penwidth": "3", "color": INK},
    CONSTANT: {"style": "rounded,dashed", "penwidth": "1.5"},
    OUTPUT: {"peripheries": "2", "color": INK},
    "fold": {"peripheries": "2", "style": "", "color": INK},
}
_INKS = {"f": FORWARD_TEXT, "g": BACKWARD_TEXT, "dim": DIM, "sec": SECONDARY}


def dot_source(graph: Graph, title: str) -> str:
    """The graph in the DOT language; the same text for the same records."""
    dot = graphviz.Digraph(
        "backward_graph",
        graph_attr={
            "rankdir": "LR",
            "bgcolor": PAPER,
            "label": graphviz.escape(title),
            "labelloc": "t",
            "fontname": _FONT,
            "pad": "0.3",
        },
        node_attr={"fontname": _FONT, "fontcolor": INK, "color": SECONDARY},
        edge_attr={"fontname": _FONT},
    )
    for record in graph.nodes().values():
        _add_box(dot, record) if isinstance(record, (Box, Fold)) else _add_operation(dot, record)
    for edge in graph.edges:
        text = graphviz.escape(f" {on_wire(edge)} ") if on_wire(edge) else None
        dot.edge(
            edge.source,
            edge.target,
            label=text,
            color=SECOND if edge.second else FORWARD,
            fontcolor=SECOND_TEXT if edge.second else FORWARD_TEXT,
        )
        if edge.flows:
            dot.edge(edge.target, edge.source, color=BACKWARD, style="dashed", constraint="false")
    return dot.source


def _add_box(dot, box):
    kind = box.kind if isinstance(box, Box) else "fold"
    border = {"shape": "box", "style": "rounded", "margin": "0.05", **_BORDERS.get(kind, {})}
    if is_chip(box):
        dot.node(box.id, f"<{_colored(chip_text(box), FORWARD_TEXT if box.value and not box.name else INK)}>", **border)
        return
    table = [f'<TR><TD COLSPAN="2"><B>{escape(box.name)}</B></TD></TR>', *map(_row, rows(box))]
    dot.node(box.id, f'<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="3">{"".join(table)}</TABLE>>', **border)


def _row(row):
    color = next((_INKS[look] for look in row.look.split() if look in _INKS), INK)
    return (
        f'<TR><TD ALIGN="LEFT">{_colored(row.label, SECONDARY)}</TD>'
        f'<TD ALIGN="RIGHT">{_colored(row.text, color)}</TD></TR>'
    )


def _add_operation(dot, operation):
    state = (
        {"style": "filled", "fillcolor": IDLE_TINT, "color": IDLE}
        if operation.freed
        else {"style": "filled", "fillcolor": SECOND_TINT, "color": SECOND}
        if operation.second
        else {"color": INK}
    )
    lines = [
        f"{escape(operation.symbol)}<BR/>{escape(operation.name)}",
        *(_colored(tag.text, SECONDARY if tag.lost or tag.note else FORWARD_TEXT) for tag in tags(operation)),
    ]
    dot.node(operation.id, f"<{'<BR/>'.join(lines)}>", shape="ellipse", margin="0", **state)


def _colored(text, color):
    return f'<FONT COLOR="{color}">{escape(text)}</FONT>'
