"""Where everything in a stepper's picture stands: the drawing's own layout, made once, with room for gradients."""

from collections import Counter
from dataclasses import dataclass, replace

from autogradlab.draw.heights import own_heights
from autogradlab.draw.layers import layers_of
from autogradlab.draw.layout import Layout, placed, sizes_of
from autogradlab.draw.measure import LANE, NAME_RISE, PORT, RADIUS, text_width
from autogradlab.draw.numbers import Snapshot
from autogradlab.draw.records import Box

from .marks import NUMBER, SUM, SUM_ROOM, badge_place
from .story import on_wire, value_on_wire
from .wires import Spots

MARGIN = 20
_BESIDE_NAME = 10  # px: a number closer to a name reads as a part of it
_NUMBER_ROOM = 16  # px: the height of a number below a wire
_SHORTEST = 26  # px: every wire is longer than this
_BEFORE_CURVE = 18  # px: beside a value, between the badge of its operation and a steep curve
_AIR = 5  # px: between a number and the outline beside it


@dataclass(frozen=True)
class Plan:
    """layout    places, sizes and wires of the graph
    values     edge number -> (x, y, anchor) of the value above its wire, once for each source
    gradients  edge number -> (x, y, anchor) of the gradient below its wire
    """

    layout: Layout
    values: dict
    gradients: dict


def plan(story, widest=lambda text: text):
    """The Plan for all steps of a Story. `widest` turns a number's text into the longest that it may grow to."""
    layout, edges = _lay_out(story, widest), story.graph.edges
    room = -MARGIN, -MARGIN, layout.width + MARGIN, layout.height + MARGIN
    spots = Spots(room, _occupied(story, layout), layout.wires)
    values, gradients, told = {}, {}, set()
    for i, wire in sorted(enumerate(layout.wires), key=lambda numbered: (numbered[1].start[1], numbered[1].end[1])):
        if edges[i].value is not None and edges[i].source not in told:
            told.add(edges[i].source)
            values[i] = spots.above(wire, _longest(edges[i].value, widest, value_on_wire))
        if i in story.sent:
            value = story.sent[i][1]
            gradients[i] = spots.below(wire, _longest(value, widest, on_wire), on_wire(value))
    return Plan(layout, values, gradients)


def _lay_out(story, widest):
    roomy = _roomy(story, widest)
    layers, sizes = layers_of(roomy), sizes_of(roomy)
    leaving = Counter(edge.source for edge in story.graph.edges)
    beside = Counter((edge.source, edge.target) for edge in story.graph.edges)
    for wire, (_, value) in story.sent.items():
        edge, width = story.graph.edges[wire], text_width(_longest(value, widest, on_wire), NUMBER)
        _widen(sizes, edge.source, width + 2 * _AIR - _SHORTEST)
        if leaving[edge.source] > 1:
            _widen_left(sizes, edge.target, width)
        if beside[edge.source, edge.target] > 1:
            _open(sizes, edge.target, beside[edge.source, edge.target], width)
    for id, texts in story.sums.items():
        _add_sum(sizes, id, sum_width(texts))
    for id in _passed_over(story, layers):
        sizes[id] = replace(sizes[id], above=sizes[id].above + _NUMBER_ROOM)
    heights = own_heights(layers, sizes)
    first = placed("own", roomy, layers, sizes, heights)
    for edge, wire in zip(roomy.edges, first.wires):
        if edge.value is not None and abs(wire.points[2][1] - wire.points[1][1]) >= PORT:
            _widen(sizes, edge.source, text_width(value_on_wire(edge.value), NUMBER) + _BEFORE_CURVE)
    return placed("own", roomy, layers, sizes, heights)


def _widen(sizes, id, needed):
    """Make room for a number to the right of a node, between its outline and the next column."""
    size = sizes[id]
    sizes[id] = replace(size, right=max(size.right, size.half + needed))


def _widen_left(sizes, id, needed):
    """Make room for a number at a wire's end: wires that leave one box lie too close together at their start."""
    size = sizes[id]
    sizes[id] = replace(size, left=max(size.left, size.half + needed))


def _open(sizes, id, wires, width):
    """Make room for a number between two wires that run side by side from one box to this node."""
    size = sizes[id]
    body = max(size.body, wires * PORT / 2 + LANE)
    taller = body - size.body
    sizes[id] = replace(
        size,
        body=body,
        above=size.above + taller,
        below=size.below + taller,
        left=max(size.left, size.half + width + 2 * _AIR),
    )


def _passed_over(story, layers):
    """The operations with a wire right above them that carries a gradient: its number stands between the two."""
    bends = {bend for wire in story.sent for bend in layers.routes[wire][1:-1]}
    operations = {id for id, record in story.graph.nodes().items() if not isinstance(record, Box)}
    return {
        lower
        for column in layers.columns
        for upper, lower in zip(column, column[1:])
        if upper in bends and lower in operations
    }


def sum_width(texts):
    """The width of the widest text of the sum below a node where paths meet."""
    return max(text_width(text, SUM) for text in texts.values())


def _add_sum(sizes, id, width):
    """Make room for the sum below a node where paths meet."""
    size = sizes[id]
    sizes[id] = replace(
        size, below=size.below + SUM_ROOM, left=max(size.left, width / 2), right=max(size.right, width / 2)
    )


def _roomy(story, widest):
    """The records with every number as long as it may become."""
    grads = {id: value for id, (_, value) in story.kept.items()}

    def longest(value, said=lambda value: value.text):
        return value if value is None or value.shape else Snapshot(entries=widest(said(value)))

    boxes = tuple(
        replace(box, value=longest(box.value), grad=longest(grads.get(box.again or box.id, box.grad)))
        for box in story.graph.boxes
    )
    edges = tuple(replace(edge, value=longest(edge.value, value_on_wire)) for edge in story.graph.edges)
    return replace(story.graph, boxes=boxes, edges=edges)


def _longest(value, widest, written):
    return written(value) if value.shape else widest(written(value))


def _occupied(story, layout):
    """The boxes that the nodes take, and those of what is written around them."""
    for record in story.graph.nodes().values():
        (x, y), size = layout.places[record.id], layout.sizes[record.id]
        yield x - size.half - 2, y - size.body - 2, x + size.half + 2, y + size.body
        if record.id in story.sums:
            half = sum_width(story.sums[record.id]) / 2 + 8 + _AIR
            yield x - half, y + size.body + 6, x + half, y + size.body + SUM_ROOM + 6
        if not isinstance(record, Box):
            half = text_width(record.name, 12, mono=True) / 2 + _BESIDE_NAME
            yield x - half, y - size.body - NAME_RISE + RADIUS - 12, x + half, y - size.body - 5
            right, top = badge_place(size)
            yield x + right - 9, y + top - 9, x + right + 9, y + top + 9
