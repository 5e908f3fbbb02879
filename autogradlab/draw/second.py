"""Which operations a backward pass with create_graph has made: the second graph, whose values are gradients.

An engine may note it on the nodes themselves. Where it does not, sequence numbers tell which nodes were made after a
certain result: the caller's `after`, or a named one if a `.grad` with a graph shows that there was such a pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .notes import made_by_backward, number_of
from .walk import nodes_behind

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .names import Names


def second_graph(nodes: Iterable[Any], names: Names, leaves: Iterable[Any], after: Any = None) -> tuple[set[Any], str]:
    """(the nodes made by a backward pass, the name of the result after which they were made or '')."""
    noted = {node for node in nodes if made_by_backward(node)}
    if noted:
        return noted, ""
    if after is not None:
        made = _made_after(nodes, number_of(after.grad_fn))
        return made, (names.of(after) or "the given result") if made else ""
    return _behind_gradients(nodes, names, leaves)


def _behind_gradients(nodes, names, leaves):
    """The same from the graphs of the leaves' `.grad`: their nodes newer than the latest named result before them."""
    made, since, gradients = set(), "", {leaf.grad.grad_fn for leaf in leaves if _has_graph(leaf.grad)}
    for gradient in sorted(gradients & set(nodes), key=number_of):
        older = [
            (number_of(node), name)
            for (node, _), (name, _) in names.results.items()
            if node not in gradients and (number_of(node) or 0) < number_of(gradient)
        ]
        if older:
            number, since = max(older)
            made |= _made_after(nodes_behind(gradient), number)
    return made, since


def _has_graph(gradient):
    """Whether a gradient has a graph of its own; another engine's may be an array, without a `grad_fn`."""
    made_by = getattr(gradient, "grad_fn", None)
    return made_by is not None and number_of(made_by) is not None


def _made_after(nodes, number):
    return {node for node in nodes if number is not None and (number_of(node) or 0) > number}
