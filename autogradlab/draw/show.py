"""The part of a graph that is shown: `show=` of `draw`. It filters records, so that picture, text and DOT agree."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .records import DATA, GRAD

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from .records import Graph


VALUES, GRADIENTS, SAVED, VERSIONS, LINES, ALL = "values", "gradients", "saved", "versions", "lines", "all"
WORDS = (VALUES, GRADIENTS, SAVED, VERSIONS, LINES)
USUAL = frozenset((VALUES, GRADIENTS, SAVED))


def wanted(show: str | Iterable[str] | None) -> frozenset[str]:
    """The learner's `show` (a word, several, or None for the usual ones) as a set. ValueError for an unknown word."""
    given = USUAL if show is None else [show] if isinstance(show, str) else list(show)
    unknown = [word for word in given if word not in (*WORDS, ALL)]
    if unknown:
        raise ValueError(
            f"a drawing cannot show `{unknown[0]}`\n  help: show= one or more of {', '.join(WORDS)}, or all"
        )
    return frozenset(WORDS) if ALL in given else frozenset(given)


def only(graph: Graph, show: Collection[str]) -> Graph:
    """The graph limited to `show`. With SAVED, an overwritten value keeps its versions and the line that did it."""
    if show == frozenset(WORDS):
        return graph
    return replace(
        graph,
        boxes=tuple(_box(box, show) for box in graph.boxes),
        operations=tuple(_operation(operation, show) for operation in graph.operations),
        edges=tuple(_edge(edge, show) for edge in graph.edges),
    )


def _box(box, show):
    hidden = tuple(row for row, word in ((DATA, VALUES), (GRAD, GRADIENTS)) if word not in show)
    return replace(
        box,
        hidden=hidden,
        value=box.value if VALUES in show else None,
        grad=box.grad if GRADIENTS in show else None,
        version=box.version if VERSIONS in show else None,
        written=box.written if LINES in show else "",
    )


def _operation(operation, show):
    saved = operation.saved if SAVED in show else ()
    if VERSIONS not in show:
        saved = tuple(entry if entry.saved_version is not None else replace(entry, version=None) for entry in saved)
    return replace(
        operation, saved=saved, freed=operation.freed and SAVED in show, line=operation.line if LINES in show else ""
    )


def _edge(edge, show):
    return replace(edge, value=edge.value if VALUES in show else None, flows=edge.flows and GRADIENTS in show)
