"""`with trace():` notes the source line of each node that is made and of each write in place.

A node's line is `node.metadata["line"]`: (file name, line number, text). If a backward fails because of a write, its
error names the line of the last write into that memory. Outside the block nothing is noted, at no cost.
If PyTorch has been imported, the same is noted for its tensors (`trace_torch`).
"""

from __future__ import annotations

import linecache
import os
import sys
from contextlib import ExitStack

from .graph import Node
from .observers import Observer, observing
from .versions import VersionCounter

_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep
_NAME = __package__.partition(".")[0]
_VALUE = VersionCounter.value  # where a counter keeps its number


class trace(Observer):
    """An observer that notes the source line of every operation and write in place inside the `with` block."""

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
    """Set a counter and note the line that wrote; the 0 that a new counter starts with is no write."""
    _VALUE.__set__(counter, value)
    if value:
        counter.written_at = users_line()


def users_line(also: str | tuple[str, ...] = ()) -> tuple[str, int, str] | None:
    """(file name, line number, text) of the innermost running line outside this package; None if there is none.

    also   the path, or paths, of other packages whose lines are skipped
    """
    frame = sys._getframe(1)
    while frame is not None and (is_ours(frame.f_code.co_filename) or frame.f_code.co_filename.startswith(also)):
        frame = frame.f_back
    if frame is None:
        return None
    file, number = frame.f_code.co_filename, frame.f_lineno
    return file, number, linecache.getline(file, number, frame.f_globals).strip()


def users_level() -> int:
    """The `stacklevel` that attributes the caller's warning to the innermost running line outside this package."""
    frame, level = sys._getframe(1), 1
    while frame is not None and is_ours(frame.f_code.co_filename):
        frame, level = frame.f_back, level + 1
    return level


def is_ours(file: str) -> bool:
    """Whether a file name is that of a source file of this package, or of code that the package generated."""
    return file.startswith(_PACKAGE) or (file.startswith("<") and f"written by {_NAME}" in file)
