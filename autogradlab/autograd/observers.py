"""Observers: objects that are told of every node that is recorded, and of every node that a walk runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .modes import become, mode

if TYPE_CHECKING:
    from . import Node


class Observer:
    """The base of objects that are told when a node is recorded and when a walk runs it. Use one with `observing`."""

    #: Whether a walk puts it back, or takes it away, as it was when the walk began.
    ends_with_walk = False

    def made(self, node: Node) -> None:
        """A node was recorded."""

    def runs(self, node: Node) -> None:
        """A walk is about to run this node."""

    def ran(self, node: Node, contributions: Iterable[Any]) -> None:
        """The node returned these contributions, one for each of its edges."""

    def failed(self, node: Node, error: Exception) -> None:
        """The node raised this error, which is raised again after this call."""


@contextmanager
def observing(observer: Observer) -> Iterator[None]:
    """`with observing(observer):` tells an `Observer` of every node that this thread records or runs inside."""
    become(observers=(*mode.observers, observer))
    try:
        yield
    finally:
        become(observers=tuple([one for one in mode.observers if one is not observer]))
