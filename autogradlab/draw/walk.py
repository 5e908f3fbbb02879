"""Walks back along `next_functions` in any engine's graph: each node once, and no recursion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def walk(start: Any) -> Iterator[tuple[Any, int, Any, int]]:
    """(node, position, the node that made this input or None, which of its outputs) for every input of every node.

    Depth first, inputs in order.
    """
    seen, stack = {start}, _inputs(start)
    while stack:
        node, position, before, output = step = stack.pop()
        yield step
        if before is not None and before not in seen:
            seen.add(before)
            stack.extend(_inputs(before))


def _inputs(node):
    """The steps from a node to its inputs, the first one on top of the stack."""
    return [(node, position, *before) for position, before in enumerate(node.next_functions)][::-1]


def reached_from(start: Any) -> list[Any]:
    """The node `start` and all that can be reached from it, including the ends of paths, in the order of the walk."""
    return [*dict.fromkeys([start, *(before for _, _, before, _ in walk(start) if before is not None)])]


def is_end(node: Any) -> bool:
    """Whether a path ends at this node: it accumulates the gradient of a leaf, its `variable`."""
    return hasattr(node, "variable")


def nodes_behind(start: Any) -> list[Any]:
    """The operations reachable from the node `start`, itself first, in the order of the walk; [] if `start` is None."""
    return [] if start is None else [node for node in reached_from(start) if not is_end(node)]


def is_larger_than(start: Any, most: int) -> bool:
    """Whether more than `most` operations can be reached from the node `start`; the walk stops there."""
    seen, stack = {start}, [start]
    while stack and len(seen) <= most:
        for before, _ in stack.pop().next_functions:
            if before is not None and before not in seen and not is_end(before):
                seen.add(before)
                stack.append(before)
    return len(seen) > most
