"""Records as DOT source, for who wants to go on in Graphviz: complete and pleasant when `dot` renders it on its own."""
from html import escape

import graphviz

from .measure import chip_text, is_chip, shown, tag_texts
from .records import CONSTANT, LEAF, OUTPUT, Box
from .theme import BACKWARD, BACKWARD_TEXT, DIM, FORWARD, FORWARD_TEXT, IDLE, IDLE_TINT, INK, PAPER, SECONDARY

_FONT = "Helvetica"
_BORDERS = {LEAF: {"penwidth": "3", "color": INK}, CONSTANT: {"style": "rounded,dashed", "penwidth": "1.5"},
            OUTPUT: {"peripheries": "2", "color": INK}}


def dot_source(graph, title):
    """The graph in the DOT language; the same text for the same records."""
    dot = graphviz.Digraph("backward_graph", graph_attr={
        "rankdir": "LR", "bgcolor": PAPER, "label": graphviz.escape(title), "labelloc": "t",
        "fontname": _FONT, "pad": "0.3"},
        node_attr={"fontname": _FONT, "fontcolor": INK, "color": SECONDARY}, edge_attr={"fontname": _FONT})
    for record in (*graph.boxes, *graph.operations):
        _add_tensor(dot, record) if isinstance(record, Box) else _add_operation(dot, record)
    for edge in graph.edges:
        dot.edge(edge.source, edge.target, color=FORWARD, fontcolor=FORWARD_TEXT,
                 **({"label": graphviz.escape(f" {shown(edge.value)} ")} if edge.value else {}))
        if edge.flows:
            dot.edge(edge.target, edge.source, color=BACKWARD, style="dashed", constraint="false")
    return dot.source


def _add_tensor(dot, box):
    border = {"shape": "box", "style": "rounded", "margin": "0.05", **_BORDERS.get(box.kind, {})}
    if is_chip(box):
        dot.node(box.id, f"<{_colored(chip_text(box), FORWARD_TEXT if box.value else SECONDARY)}>", **border)
        return
    rows = [f'<TR><TD COLSPAN="2"><B>{escape(box.name)}</B></TD></TR>',
            _row("data", box.value, FORWARD_TEXT, "not kept")]
    if box.kind != CONSTANT:
        rows.append(_row("grad", box.grad, BACKWARD_TEXT, "None"))
    dot.node(box.id, f'<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="3">{"".join(rows)}</TABLE>>', **border)


def _row(word, value, color, absent):
    told = _colored(shown(value), color) if value else _colored(absent, DIM)
    return f'<TR><TD ALIGN="LEFT">{_colored(word, SECONDARY)}</TD><TD ALIGN="RIGHT">{told}</TD></TR>'


def _add_operation(dot, operation):
    state = {"style": "filled", "fillcolor": IDLE_TINT, "color": IDLE} if operation.freed else {"color": INK}
    lines = [f"{escape(operation.symbol)}<BR/>{escape(operation.name)}",
             *(_colored(text, SECONDARY if operation.freed else FORWARD_TEXT) for text in tag_texts(operation))]
    dot.node(operation.id, f"<{'<BR/>'.join(lines)}>", shape="ellipse", margin="0", **state)


def _colored(text, color):
    return f'<FONT COLOR="{color}">{escape(text)}</FONT>'
