"""Small copies of a leaf or constant beside far operations that use it: clearer than a wire across the picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .layers import depths
from .records import CONSTANT, LEAF

if TYPE_CHECKING:
    from typing import Any

    from .records import Graph


#: The most columns that a wire from a leaf or a constant crosses.
FAR = 5


def with_far_leaves_repeated(graph: Graph) -> Graph:
    """The graph with each far use of a leaf or named constant fed by a copy of its box, which is marked by `again`."""
    if not graph.operations and not graph.folds:
        return graph
    depth, nodes = depths(graph), graph.nodes()
    boxes, edges = list(graph.boxes), []
    for edge in graph.edges:
        box: Any = nodes[edge.source]
        if getattr(box, "kind", "") in (LEAF, CONSTANT) and depth[edge.source] - depth[edge.target] > FAR:
            again = replace(box, id=f"{box.id}.{edge.target}.{edge.position}", again=box.id)
            boxes.append(again)
            edge = replace(edge, source=again.id)
        edges.append(edge)
    return replace(graph, boxes=tuple(boxes), edges=tuple(edges))
