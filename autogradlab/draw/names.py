"""What the learner calls a tensor: names come from the learner's own variables, never from addresses."""

from __future__ import annotations

import re
import sys
from inspect import CO_OPTIMIZED
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType
    from typing import Any


_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")


def is_tensor(value: object) -> bool:
    """Whether this is a tensor of some autograd engine: ours, PyTorch's, or any with the same attributes."""
    kind = type(value)
    return hasattr(kind, "grad_fn") and hasattr(kind, "requires_grad")


def is_module(value: object) -> bool:
    """Whether this is a module: an object that names its parameters and the modules in it."""
    kind = type(value)
    return hasattr(kind, "named_parameters") and hasattr(kind, "named_modules")


def callers_variables(package: str = __package__) -> dict[str, Any]:
    """Name -> tensor or module for the variables, local and global, that are visible where the package is called."""
    frame = sys._getframe(1)
    while frame.f_back and f"{frame.f_globals.get('__name__')}.".startswith(f"{package}."):
        frame = frame.f_back
    return {
        name: value
        for name, value in variables(frame).items()
        if name.isidentifier() and not name.startswith("_") and (is_tensor(value) or is_module(value))
    }


def variables(frame: FrameType) -> dict[str, Any]:
    """Name -> value for what a frame sees: its own variables first, then its module's."""
    own = frame.f_locals
    seen = {**own, **{name: value for name, value in frame.f_globals.items() if name not in own}}
    if frame.f_code.co_flags & CO_OPTIMIZED and isinstance(own, dict):
        own.clear()  # before Python 3.13 a frame caches this copy, which would keep values alive after their `del`
    return seen


def checked(names: Any) -> dict[str, Any]:
    """The learner's `names` (a dictionary, or one module) as a dictionary; a TypeError says what it should be."""
    if is_module(names):
        return {"": names}
    for name, value in _pairs(names):
        if not isinstance(name, str):
            raise TypeError(
                f"a name must be a string, and {name!r} is a {type(name).__name__}\n  help: names={{'w': w, 'b': b}}"
            )
        if not (is_tensor(value) or is_module(value)):
            raise TypeError(
                f"`{name}` is not a tensor: it is a {type(value).__name__}\n"
                "  help: names={'w': w, 'b': b}, each with its tensor"
            )
    return dict(names)


def _pairs(names):
    if not hasattr(names, "items"):
        raise TypeError(
            f"names must be a dictionary or a module, and this is a {type(names).__name__}\n"
            "  help: names={'w': w, 'b': b}, or leave it out: your own variables are used"
        )
    return names.items()


class Names:
    """The names of tensors: leaves and constants are known by identity, results by the node that made them.

    results   (node, output number) -> (name, tensor) of every named result
    modules   path of a module -> the name of its class, for the modules among the names
    """

    _tensors: dict[int, tuple[str, Any]]
    results: dict[tuple[Any, int], tuple[str, Any]]
    modules: dict[str, str]

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._tensors, self.results, self.modules = {}, {}, {}
        for name, value in names.items():
            if is_tensor(value):
                self._add(name, value)
        for name, value in names.items():
            if is_module(value):
                self._add_module(name, value)

    def _add(self, name, tensor):
        name = _UNPRINTABLE.sub("�", name)
        self._tensors.setdefault(id(tensor), (name, tensor))  # with the tensor: its id is unique only while it lives
        if tensor.grad_fn is not None:
            self.results.setdefault(result_key(tensor), (name, tensor))

    def _add_module(self, prefix, module):
        dot = "." if prefix else ""
        for members in (module.named_parameters(), getattr(module, "named_buffers", tuple)()):
            for name, tensor in members:
                self._add(prefix + dot + name, tensor)
        for path, inner in module.named_modules():
            self.modules[prefix + (dot if path else "") + path] = type(inner).__name__

    def of(self, tensor: Any) -> str:
        """The tensor's name, or ''."""
        if getattr(tensor, "grad_fn", None) is not None:
            return self.results.get(result_key(tensor), ("",))[0]
        return self._tensors.get(id(tensor), ("",))[0]

    def free(self, name: str) -> str:
        """`name`, with a number after it if the learner has given that name to something else."""
        taken = {taken for taken, _ in (*self._tensors.values(), *self.results.values())}
        return next(free for free in (name, *(f"{name} ({n})" for n in range(2, len(taken) + 3))) if free not in taken)


def result_key(tensor: Any) -> tuple[Any, int]:
    """The key of a result: the node that made it, and which of its outputs it is."""
    return tensor.grad_fn, getattr(tensor, "output_nr", 0)
