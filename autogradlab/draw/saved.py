"""What a node of the backward graph keeps, read from its `_saved_...` attributes, which PyTorch's nodes have too."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from .names import is_tensor
from .notes import overwritten_at, versions_in

if TYPE_CHECKING:
    from typing import Any


# Which input a saved value is, where PyTorch's word for it says so.
POSITIONS = {"self": 0, "other": 1, "vec": 1, "mat2": 1, "input": 0, "weight": 1}
_POSITIONS_OF = {"AddmmBackward0": {"mat1": 1, "mat2": 2}, "MseLossBackward0": {"self": 0, "target": 1}}


@dataclass
class Locker:
    """The values that a node has saved, by PyTorch's word for each.

    values       word -> tensor or number
    settings     word -> a value that is never freed, such as an exponent
    overwritten  word -> (version now, version when it was saved, line that wrote or '')
    freed        the words of values that were freed
    """

    values: dict = field(default_factory=dict)
    settings: dict = field(default_factory=dict)
    overwritten: dict = field(default_factory=dict)
    freed: list = field(default_factory=list)

    def input(self, node: Any, position: int) -> Any:
        """The saved value that is the node's input at `position`, or None."""
        return next((value for word, value in self.values.items() if _position(node, word) == position), None)

    def has_freed(self, node: Any, position: int) -> bool:
        """Whether the node's input at `position` was saved and has been freed."""
        return any(_position(node, word) == position for word in self.freed)

    def _put(self, word, value):
        if isinstance(value, (tuple, list)) and any(map(is_tensor, value)):
            for i, entry in enumerate(value):
                self._put(f"{word}[{i}]", entry)
        elif is_tensor(value) or (word in POSITIONS and value is not None):
            self.values[word] = value
        elif value is not None:
            self.settings[word] = value


def open_locker(node: Any) -> Locker:
    """Everything that `node` says it keeps."""
    locker = Locker()
    kind: Any = type(node)
    for attribute, word in attributes_of(kind):
        try:
            value = getattr(node, attribute)
        except RuntimeError as error:  # PyTorch's two messages: freed, or changed by an in-place write
            if "freed" in str(error):
                locker.freed.append(word)
            else:
                locker.overwritten[word] = *versions_in(error), overwritten_at(node, attribute, error)
        else:
            if not callable(value) or is_tensor(value):
                locker._put(word, value)
    return locker


def _position(node, word):
    """The position of the input that the node saves under this word, or None if the word does not say."""
    return _POSITIONS_OF.get(type(node).__name__, POSITIONS).get(word)


@cache
def attributes_of(kind: type) -> list[tuple[str, str]]:
    """(attribute, PyTorch's word) for all that nodes of this class may keep, `self` first."""
    listed = [name for name in dir(kind) if name.startswith("_saved_") or name == "saved_tensors"]
    names = sorted(listed, key=lambda name: (name != "_saved_self", name))
    return [(name, re.sub("^_?saved_", "", name)) for name in names]
