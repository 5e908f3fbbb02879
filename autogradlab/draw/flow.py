"""Which wires a gradient has come back along, as far as the state of the graph shows it.

A leaf's `.grad` alone proves nothing: it may be from an earlier graph. A freed node was walked, and so was all
that is behind it. A node after it that saves nothing leaves no trace. It counts as walked where no named tensor is in
between: a walk can begin, or turn off, only at a tensor that somebody holds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .records import RESULT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from .records import Box, Edge, Operation


def with_flow(boxes: Iterable[Box], operations: Iterable[Operation], edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """The edges, each with `flows`: whether it was walked, on the way back to a box that holds a gradient."""
    onward: dict[str, list[str]] = {}
    back: dict[str, list[str]] = {}
    for edge in edges:
        onward.setdefault(edge.source, []).append(edge.target)
        back.setdefault(edge.target, []).append(edge.source)
    keeping = {operation.id for operation in operations if operation.saved}
    named = {box.id for box in boxes if box.kind == RESULT}
    freed = [operation.id for operation in operations if operation.freed]
    walked = reached(reached(freed, onward, without=keeping, up_to=named), back)
    leading = reached([box.id for box in boxes if box.grad is not None], onward)
    return tuple(replace(edge, flows=edge.source in leading and edge.target in walked) for edge in edges)


def reached(
    starts: Iterable[str], ways: Mapping[str, Iterable[str]], without: Collection[str] = (), up_to: Collection[str] = ()
) -> set[str]:
    """The ids that can be reached from `starts`, these included, on paths that avoid `without` and end at `up_to`."""
    found: set[str] = set()
    stack = list(starts)
    while stack:
        here = stack.pop()
        if here not in found and here not in without:
            found.add(here)
            stack.extend(() if here in up_to else ways.get(here, ()))
    return found
