"""Where everything is placed. Columns and wires are always ours; heights come from the first rung that works.

Small graphs take our own heights: they look the same everywhere, byte for byte, and start no program. In larger ones
`dot` untangles more than we do, so it is tried first; in very large ones it would take too long.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .contents import on_wire
from .heights import own_heights
from .layers import layers_of
from .measure import LANE, text_width
from .programs import LayoutFailed, program_heights
from .routing import Routing
from .sizes import size_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .layers import Layers
    from .records import Graph
    from .sizes import Size


RUNGS = ("dot", "graphviz-pure", "own", "text")
SMALL, LARGE = 24, 200


@dataclass(frozen=True)
class Layout:
    """The rung that was used, places (id -> (x, y)), sizes (id -> Size), one wire per edge, and the extent in px."""

    rung: str
    places: dict
    sizes: dict
    wires: list
    width: float
    height: float


def usual_rungs(graph: Graph) -> tuple[str, ...]:
    """The rungs in the order in which they are tried for this graph."""
    return RUNGS if SMALL < len(graph.operations) <= LARGE else ("own",)


def lay_out(graph: Graph, rungs: Sequence[str] | None = None) -> Layout | None:
    """The `Layout` from the first of the `rungs` that works, or None: then there are only words."""
    layers, sizes = layers_of(graph), sizes_of(graph)
    for rung in rungs or usual_rungs(graph):
        if rung == "text":
            return None
        try:
            heights = own_heights(layers, sizes) if rung == "own" else program_heights(rung, layers, sizes)
        except LayoutFailed:
            continue
        return placed(rung, graph, layers, sizes, heights)
    return None


def sizes_of(graph: Graph) -> dict[str, Size]:
    """id -> the `Size` of every node, with room for its wires and for what is written on them."""
    leaving = Counter(edge.source for edge in graph.edges)
    arriving = Counter(edge.target for edge in graph.edges)
    carried = {}
    for edge in graph.edges:
        carried[edge.source] = max(carried.get(edge.source, ""), on_wire(edge), key=text_width)
    return {
        name: size_of(record, arriving[name], leaving[name], carried.get(name, ""))
        for name, record in graph.nodes().items()
    }


def placed(rung: str, graph: Graph, layers: Layers, sizes: dict[str, Size], heights: Mapping[str, float]) -> Layout:
    """The `Layout` with every node and bend at its height, the highest one touching the top."""
    above = {name: sizes[name].above if name in sizes else 2 * LANE for name in heights}
    below = {name: sizes[name].below if name in sizes else 2 * LANE for name in heights}
    top = min(heights[name] - above[name] for name in heights)
    y = {name: height - top for name, height in heights.items()}
    routing = Routing(graph, layers, sizes, y)
    return Layout(
        rung,
        {name: (routing.x[name], y[name]) for name in sizes},
        sizes,
        routing.wires(),
        max(routing.x[name] + size.right for name, size in sizes.items()),
        max(y[name] + below[name] for name in y),
    )
