"""The leaves mover as a picture: the graph with its cuts above, the program with each tensor's four facts below."""

from functools import lru_cache

from autogradlab.draw import legend, marks
from autogradlab.draw.layout import lay_out
from autogradlab.draw.measure import LANE, text_width
from autogradlab.draw.numbers import written
from autogradlab.draw.paper import box, line, paper, words
from autogradlab.draw.records import Box
from autogradlab.draw.theme import GRID, HAIRLINE, HIGHLIGHT, HIGHLIGHT_TINT, IDLE, INK, PAPER

from .graph import graph_of
from .run import Choices, program
from .words import HEADS, cells, finding

WIDTH, TOP, ROW = 800, 62, 29
COLUMNS = (480, 596, 724, 780)
PLAIN = {code for code, _ in program(Choices())}


def draw_leaves(run, description):
    """The SVG of one run."""
    graph, dropped, cuts = graph_of(run)
    layout, drawn = _graph(graph, dropped, cuts)
    width = max(WIDTH, round(layout.width) + 40)
    left = (width - layout.width) / 2
    bottom = TOP + layout.height + 16
    key, key_height = legend.drawn(legend.entries(graph), 20, bottom + 14, WIDTH - 40)
    first = bottom + 14 + key_height + 52
    height = round(first + ROW * len(run.lines) - 6)
    svg = paper(
        width,
        height,
        description,
        words(20, 32, finding(run), "b", size=16),
        f'<g transform="translate({left:.1f},{TOP})">{drawn}{_passing(graph, layout, run)}</g>',
        line(20, bottom, width - 20, bottom, HAIRLINE),
        key,
        _head(first - 28),
        *(_row(first + ROW * place, place, run) for place in range(len(run.lines))),
    )
    # a wide picture scrolls instead of shrinking its letters
    return svg if width == WIDTH else svg.replace("<svg ", f'<svg data-wide="" style="min-width:{width}px" ', 1)


# ---- the graph ------------------------------------------------------------------------------------------------------


@lru_cache(64)
def _graph(graph, dropped, cuts):
    """(the layout, the SVG). Cached: the arguments are plain frozen data, and equal ones are drawn only once."""
    layout = lay_out(graph, ("own",))
    wires = [_wire(edge, layout, place) for place, edge in enumerate(graph.edges)]
    nodes = [_node(record, layout, dropped) for record in (*graph.boxes, *graph.operations)]
    return layout, "".join([*wires, *nodes, *(_cut(layout.wires[place]) for place in cuts)])


def _wire(edge, layout, place):
    ends = [(layout.places[name], layout.sizes[name], name) for name in (edge.source, edge.target)]
    forward = marks.forward(layout.wires[place], ends, -LANE if edge.flows else 0, thin=True)
    return forward + (marks.backward(layout.wires[place], ends, LANE) if edge.flows else "")


def _node(record, layout, dropped):
    (x, y), size = layout.places[record.id], layout.sizes[record.id]
    drawn = (
        marks.tensor(record, size)
        if isinstance(record, Box)
        else (_dropped(record, size) if record.id in dropped else marks.operation(record, size))
    )
    return f'<g transform="translate({x:.1f},{y:.1f})">{drawn}</g>'


def _dropped(record, size):
    """An operation that backward cannot reach: it was computed, but the loss's graph has no node of it."""
    return (
        box(-size.half, -size.body, 2 * size.half, 2 * size.body, PAPER, IDLE, 1.25, 20, "2 3")
        + words(0, 5, record.symbol, "sec", "middle", 16)
        + words(0, -size.body - 11, record.name, "s sec", "middle")
    )


def _cut(wire):
    """Two strokes across a wire, and the word 'cut'."""
    (x1, y1), (x2, y2) = (
        wire.points[-2:] if abs(wire.points[-1][0] - wire.points[-2][0]) > 12 else (wire.points[0], wire.points[-1])
    )
    x, y = (x1 + x2) / 2 - 3, (y1 + y2) / 2
    return (
        box(x - 4, y - 9, 8, 18, PAPER, radius=0)
        + line(x - 8, y + 9, x, y - 9, INK, 2)
        + line(x, y + 9, x + 8, y - 9, INK, 2)
        + words(x, y - 16, "cut", "b h", "middle", 13)
    )


def _passing(graph, layout, run):
    """The gradient that arrived at h and was passed on, beside the wire on which it came."""
    facts = run.facts.get("h")
    if run.stop or facts is None or facts.arrived is None:
        return ""
    h = next(shown.id for shown in graph.boxes if shown.name == "h")
    wire = next(wire for edge, wire in zip(graph.edges, layout.wires) if edge.source == h)
    x, y = wire.start
    return words(x + 8, y + LANE + 19, written(facts.arrived), "g b h", size=15)


# ---- the program ----------------------------------------------------------------------------------------------------


def _head(y):
    return (
        words(20, y, "line", "b", size=13)
        + line(20, y + 9, 780, y + 9, INK)
        + "".join(words(x, y, head, "m b", "end", 13) for x, head in zip(COLUMNS, HEADS))
    )


def _row(y, place, run):
    code, shown = run.lines[place][0], cells(place, run)
    reached = not run.stop or place <= run.stop.line
    return (
        _chosen(y, code)
        + words(28, y, code, "m" if reached else "m sec", size=13)
        + (_cells(y, shown) if len(shown) == len(HEADS) else _said(y, shown))
        + line(20, y + 10, 780, y + 10, GRID)
    )


def _chosen(y, code):
    """A frame around a line that differs from the plain program."""
    if code in PLAIN:
        return ""
    return box(22, y - 17, text_width(code, 13, mono=True) + 12, 24, HIGHLIGHT_TINT, HIGHLIGHT, 1.5, 5)


def _cells(y, shown):
    classes = ("m", "m", "m", "m" if shown[-1] == "None" else "g b")
    return "".join(
        words(x, y, cell, css + (" sec" if cell in ("None", "False") else ""), "end", 15 if css == "g b" else 13)
        for x, cell, css in zip(COLUMNS, shown, classes)
    )


def _said(y, shown):
    return "".join(words(780, y, said, "b" if said == "stops here" else "sec", "end", 13) for said in shown)
