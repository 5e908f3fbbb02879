"""Going back along `grad_fn` and `next_functions`, whoever made them: each node once, and no recursion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def walk(start: Any) -> Iterator[tuple[Any, int, Any, int]]:
    """(node, position, the node before it there or None, that one's output) for every input of every node.

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
    """The node `start` and all that can be reached from it, the ends of paths too, in the order of the walk."""
    return [*dict.fromkeys([start, *(before for _, _, before, _ in walk(start) if before is not None)])]


def is_end(node: Any) -> bool:
    """Whether this is where a path ends: it adds to a leaf, its `variable`."""
    return hasattr(node, "variable")


def nodes_behind(start: Any) -> list[Any]:
    """The operations that can be reached from the node `start`, itself first, in the order of the walk; none for None,
    the node of what no operation made."""
    return [] if start is None else [node for node in reached_from(start) if not is_end(node)]


def is_larger_than(start: Any, most: int) -> bool:
    """Whether more than `most` operations can be reached from the node `start`; no further is walked."""
    seen, stack = {start}, [start]
    while stack and len(seen) <= most:
        for before, _ in stack.pop().next_functions:
            if before is not None and before not in seen and not is_end(before):
                seen.add(before)
                stack.append(before)
    return len(seen) > most
