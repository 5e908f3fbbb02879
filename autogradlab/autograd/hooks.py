"""Hooks: looking at a gradient on its way, or changing it.

A hook on a tensor sees the whole gradient of that tensor, before a leaf adds it to `.grad`; what it returns takes
the gradient's place. They run in the order of their registration; what `retain_grad()` keeps comes after all of them.
Then come the hooks of the node that the tensor hangs on: those before it runs, and those after it has run.
"""

from __future__ import annotations

import itertools
import weakref
from typing import TYPE_CHECKING

from .modes import set_grad_enabled
from .rules import rules
from .wrong_type import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self


_keys = itertools.count()
Tensor = as_tensor = None  # the class, and what makes one of an array: set by `tensor.py`


class RemovableHandle:
    """What registering a hook gives; `remove()` takes the hook away again. Works in a `with` block too."""

    def __init__(self, hooks: dict[int, Callable[..., Any]]) -> None:
        self.id, self._hooks = next(_keys), hooks

    def remove(self) -> None:
        """Take the hook away; a second time does nothing."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()


def add(hooks: dict[int, Callable[..., Any]], hook: Callable[..., Any]) -> RemovableHandle:
    """Register `hook` last in `hooks`, a dictionary; gives the handle that removes it."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


class Hooks:
    """The hooks of one tensor: those that see its gradient, those that run after accumulation, and who retains it."""

    __slots__ = ("before", "after", "retained_by")

    def __init__(self):
        self.before, self.after, self.retained_by = {}, {}, None

    def retain(self, tensor):
        """Have `tensor` keep its gradient. The hooks hang on the tensor's node, so they hold the tensor weakly."""
        self.retained_by = weakref.ref(tensor)

    def changed(self, grad, recorded):
        """A gradient (array, Tensor or None) after every hook has seen it. Hooks are recorded if backward is."""
        with set_grad_enabled(recorded):
            grad = shown(grad)
            for hook in list(self.before.values()):
                given = hook(grad)
                grad = grad if given is None else checked(given, grad, hook)
            tensor = self.retained_by and self.retained_by()
            if tensor is not None and grad is not None:
                rules.accumulate(tensor, grad.clone())
        return hidden(grad, recorded)


class NodeHooks(dict):
    """The hooks of a node: {number of a result: the `Hooks` of that result}, and those of the node as a whole."""

    __slots__ = ("before", "after")

    def __init__(self):
        self.before, self.after = {}, {}

    def changed_before(self, grads, recorded):
        """The gradients of the node's results after every hook(grads) has seen them."""
        with set_grad_enabled(recorded):
            grads = tuple(map(shown, grads))
            for hook in list(self.before.values()):
                grads = all_checked(hook(grads), grads, hook)
        return [hidden(grad, recorded) for grad in grads]

    def changed_after(self, contributions, grads, recorded):
        """What the node contributes after every hook(contributions, grads) has seen it."""
        with set_grad_enabled(recorded):
            grads, contributions = tuple(map(shown, grads)), tuple(map(shown, contributions))
            for hook in list(self.after.values()):
                contributions = all_checked(hook(contributions, grads), contributions, hook)
        return [hidden(grad, recorded) for grad in contributions]


# ---- what hooks see and give ----------------------------------------------------------------------------------


def shown(grad):
    """A gradient as hooks see it: a Tensor, or None."""
    return grad if grad is None or isinstance(grad, Tensor) else as_tensor(grad)


def hidden(grad, recorded):
    """A gradient as the walk carries it: an array unless the walk is recorded."""
    return grad if grad is None or recorded else grad._data


def all_checked(given, grads, hook):
    """What a node's hook gave in place of `grads`, a tuple. Raises TypeError or RuntimeError if it does not fit."""
    if given is None:
        return grads
    if not isinstance(given, tuple):
        raise TypeError(f"expected tuple, but hook returned '{kind_of(given)}'")
    if len(given) != len(grads):
        raise RuntimeError(
            f"hook '{_name(hook)}' has returned an incorrect number of values (got {len(given)}, but "
            f"expected {len(grads)})"
        )
    return tuple(None if new is None else checked(new, old, hook) for new, old in zip(given, grads))


def checked(given, grad, hook):
    """What a hook gave in place of `grad`. Raises TypeError or RuntimeError if it is not a gradient like it."""
    if grad is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not isinstance(given, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{kind_of(given)}'")
    if given.dtype is not grad.dtype:
        raise RuntimeError(
            f"hook '{_name(hook)}' has changed the type of value (was "
            f"torch.{grad.dtype.type_name}Tensor got torch.{given.dtype.type_name}Tensor)"
        )
    if given.shape != grad.shape:
        raise RuntimeError(f"hook '{_name(hook)}' has changed the size of value")
    return given


def _name(hook):
    return getattr(hook, "__name__", "<unknown>")
