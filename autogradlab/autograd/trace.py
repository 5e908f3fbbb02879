"""`with trace():` each node knows the line that made it, and each write in place the line that did it.

A node's line is `node.metadata["line"]`: (file name, line number, text). The line of the last write into a tensor's
memory is named by the error that a backward raises because of it. Outside the block nothing is noted, at no cost.
If PyTorch has been imported, the same is noted for its tensors (`trace_torch`).
"""

from __future__ import annotations

import linecache
import os
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from .modes import Observer, observing
from .versions import VersionCounter

if TYPE_CHECKING:
    from types import FrameType

    from .graph import Node


_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep
_NAME = __package__.partition(".")[0]
_VALUE = VersionCounter.value  # where a counter keeps its number


class trace(Observer):
    """Notes the source line of every operation and of every write in place inside the `with` block."""

    _active: list[trace] = []

    def __enter__(self) -> trace:
        self._inside = ExitStack()
        self._inside.enter_context(observing(self))
        if "torch" in sys.modules:
            from .trace_torch import TorchTrace

            self._inside.enter_context(TorchTrace(users_line))
        trace._active.append(self)
        VersionCounter.value = property(_VALUE.__get__, _count)
        return self

    def __exit__(self, *exception: object) -> None:
        self._inside.close()
        trace._active.remove(self)
        if not trace._active:
            VersionCounter.value = _VALUE

    def made(self, node: Node) -> None:
        line = users_line()
        if line is not None:
            node.metadata["line"] = line


def _count(counter, value):
    """Count a write, and note who wrote; a new counter starts at 0."""
    _VALUE.__set__(counter, value)
    if value:
        counter.written_at = users_line()


def users_line(also: str | tuple[str, ...] = ()) -> tuple[str, int, str] | None:
    """(file name, line number, text) of the line outside this package that is running; None if there is none.

    also   the path of another package whose lines are passed over
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and (is_ours(frame.f_code.co_filename) or frame.f_code.co_filename.startswith(also)):
        frame = frame.f_back
    if frame is None:
        return None
    file, number = frame.f_code.co_filename, frame.f_lineno
    return file, number, linecache.getline(file, number, frame.f_globals).strip()


def users_level() -> int:
    """The `stacklevel` by which the caller's warning is told at the line outside this package that is running."""
    frame: FrameType | None = sys._getframe(1)
    level = 1
    while frame is not None and is_ours(frame.f_code.co_filename):
        frame, level = frame.f_back, level + 1
    return level


def is_ours(file: str) -> bool:
    """Whether a file of source, or what an operation wrote for itself, belongs to this package."""
    return file.startswith(_PACKAGE) or (file.startswith("<") and f"written by {_NAME}" in file)
