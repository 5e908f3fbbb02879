"""What a node or a tensor tells besides its values: when and where it was made, versions, hooks.

Each is read from an attribute of PyTorch's, or one that another engine may have; where it is missing, nothing is said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


_FRAME = re.compile(r'File "(.+)", line (\d+)')
_OWN_FILES = re.compile(r"[/\\](torch|autogradlab)[/\\]")
_VERSIONS = re.compile(r"is at version (\d+); expected version (\d+)")
_WRITER = re.compile(r"line (\d+) of (.+?), `")


def number_of(node: Any) -> int | None:
    """A number that grows with each node that is made, or None."""
    return node._sequence_nr() if hasattr(node, "_sequence_nr") else None


def made_by_backward(node: Any) -> bool:
    """Whether the node's metadata says that a backward pass made it, as it does only in anomaly mode."""
    return "parent_" in _notes(node)


def line_of(node: Any) -> str:
    """'lesson.py:12', the line of the program that made a node, or '' if it was not recorded."""
    notes = _notes(node)
    return _short(notes["line"]) if "line" in notes else _last_line(notes.get("traceback_", ()))


def _notes(node):
    return getattr(node, "metadata", None) or {}


def _short(line):
    """(path, 12, ...) or 'path:12' without folders; for a notebook cell, whose file name means nothing, 'line 12'."""
    path = f"{line[0]}:{line[1]}" if isinstance(line, (tuple, list)) else str(line)
    name = re.split(r"[/\\]", path)[-1]
    return re.sub(r"^(<.*>|\d+\.py|ipython-input.*):", "line ", name)


def _last_line(traceback):
    """The last line outside the engines, in the traceback that is recorded in anomaly mode."""
    frames = [match for match in map(_FRAME.search, traceback) if match and not _OWN_FILES.search(match[1])]
    return _short(frames[-1].groups()) if frames else ""


def results_of(node: Any) -> int:
    """How many results the operation has. PyTorch calls them the inputs of its backward."""
    return getattr(node, "_outputs", None) or len(getattr(node, "_input_metadata", ())) or 1


def version_of(tensor: Any) -> int | None:
    """How often a tensor has been written to in place, or None where that is not counted."""
    try:
        return getattr(tensor, "_version", None)
    except RuntimeError:  # an inference tensor
        return None


def versions_in(error: BaseException) -> tuple[int | None, int | None]:
    """(version now, version when saved), read from the error about an overwritten value; None where it has none."""
    found = _VERSIONS.search(str(error))
    return (int(found[1]), int(found[2])) if found else (None, None)


def written_at(tensor: Any) -> str:
    """'lesson.py:12', the line that last wrote into the tensor's memory, or '' if it was not recorded."""
    try:
        memory = getattr(tensor, "_counter", None) or tensor.untyped_storage()
    except (AttributeError, NotImplementedError, RuntimeError):  # a sparse tensor of PyTorch has no such memory
        return ""
    line = getattr(memory, "written_at", None)
    return _short(line) if line else ""


def overwritten_at(node: Any, attribute: str, error: BaseException) -> str:
    """The same for a value that a node has saved, where reading `attribute` of the node raised `error`."""
    raw = getattr(node, f"_raw_{attribute.removeprefix('_')}", ())  # PyTorch's access without the version check
    told = [_WRITER.search(note) for note in getattr(error, "__notes__", ())]
    lines = [
        *(written_at(saved.data) for saved in (raw if isinstance(raw, (tuple, list)) else [raw])),
        *(_short((found[2], found[1])) for found in told if found),
    ]
    return next(filter(None, lines), "")


def hooks_on(tensor_or_node: Any) -> int:
    """How many functions are registered here to see a gradient, as far as that can be read."""
    kept = [
        getattr(tensor_or_node, name, None)
        for name in ("_backward_hooks", "_post_accumulate_grad_hooks", "_hooks", "hooks")
    ]
    return sum(map(_count, filter(None, kept)))


def _count(hooks):
    """The number of hooks in a dictionary or a group (`before`, `after`); a dictionary may contain such groups."""
    inside = sum(_count(entry) if hasattr(entry, "before") else 1 for entry in getattr(hooks, "values", tuple)())
    return inside + len(getattr(hooks, "before", ())) + len(getattr(hooks, "after", ()))
