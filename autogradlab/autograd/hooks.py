"""Hooks: functions that look at a gradient during the walk, or change it.

A hook on a tensor sees the whole gradient of that tensor, before it is added to a leaf's `.grad`; a tensor that the
hook returns replaces the gradient. Hooks run in the order of registration; `retain_grad()` keeps what they leave.
Then come the hooks of the tensor's node: some before the node runs, some after it.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from typing import Any, Self

from .modes import set_grad_enabled
from .rules import rules
from .sentences import shown_type
from .wrong_type import kind_of

_keys = itertools.count()
Tensor = as_tensor = None  # the class, and the function that makes one of an array; `tensor.py` sets both


class RemovableHandle:
    """The handle that registering a hook returns; `remove()`, or the end of a `with` block, removes the hook."""

    def __init__(self, hooks: dict[int, Callable[..., Any]]) -> None:
        self.id, self._hooks = next(_keys), hooks

    def remove(self) -> None:
        """Remove the hook; a second call does nothing."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()


def add(hooks: dict[int, Callable[..., Any]], hook: Callable[..., Any]) -> RemovableHandle:
    """Register `hook` last in `hooks`, a dictionary; return the handle that removes it."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def arguments_after(given, args, kwargs, caller):
    """The (args, kwargs) that a hook before a call returned, or those that it saw if it returned None."""
    if given is None:
        return args, kwargs
    if isinstance(given, tuple) and len(given) == 2:
        return given
    raise RuntimeError(f"{caller} must return None or a tuple of (new_args, new_kwargs), but got {given}.")


class Hooks:
    """The hooks of one tensor: on its gradient, and after accumulation; and the tensor if it retains its gradient."""

    __slots__ = ("before", "after", "retained_by")

    def __init__(self):
        self.before, self.after, self.retained_by = {}, {}, None

    def retain(self, tensor):
        """Have `tensor` keep its gradient. The reference is weak: the tensor holds the node that holds these hooks."""
        self.retained_by = weakref.ref(tensor)

    def changed(self, grad, recorded):
        """A gradient (array, Tensor or None) as the hooks leave it. What they compute is recorded if backward is."""
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
        return _changed_together(self.before, grads, recorded)

    def changed_after(self, contributions, grads, recorded):
        """The node's contributions after every hook(contributions, grads) has seen them."""
        return _changed_together(self.after, contributions, recorded, tuple(map(shown, grads)))

    def accumulate(self, leaf, arrivals):
        """Run a leaf's hooks around adding to its `.grad`; what hooks have seen of the finished one stays."""
        if self.before:
            arrivals.put(leaf, self.changed_before([arrivals.get(leaf)], arrivals.recorded)[0])
        if not (self.after or (0 in self and self[0].after)):
            return arrivals.hand_over(leaf)
        grad = shown(arrivals.get(leaf))
        arrivals.put(leaf, None)
        with set_grad_enabled(arrivals.recorded):
            add_to_leaf(leaf, grad)
        self.changed_after((), [grad], arrivals.recorded)


def add_to_leaf(leaf, grad):
    """Add a gradient (None adds nothing) to the `.grad` of a leaf, and run the hooks on the finished one.

    As in PyTorch they run for a leaf that has been frozen since, too, to which nothing is added.
    """
    if grad is not None and leaf.requires_grad:
        rules.accumulate(leaf, grad)
    after = list(leaf._hooks[0].after.values()) if leaf._hooks and 0 in leaf._hooks else ()
    given = [checked(said, leaf, hook) for hook in after if (said := hook(leaf)) is not None]
    if any(tensor is not leaf for tensor in given):
        raise RuntimeError("Tensor post accumulate grad hooks should return None.")


def _changed_together(hooks, grads, recorded, *further):
    """Several gradients as the hooks of a node leave them; each hook also gets what is in `further`."""
    with set_grad_enabled(recorded):
        grads = tuple(map(shown, grads))
        for hook in list(hooks.values()):
            grads = all_checked(hook(grads, *further), grads, hook)
    return [hidden(grad, recorded) for grad in grads]


# ---- what hooks receive and return ----------------------------------------------------------------------------


def shown(grad):
    """A gradient as hooks see it: a Tensor, or None."""
    return grad if grad is None or isinstance(grad, Tensor) else as_tensor(grad)


def hidden(grad, recorded):
    """A gradient as the walk carries it: an array unless the walk is recorded."""
    return grad if grad is None or recorded else grad._data


def all_checked(given, grads, hook):
    """The tuple that a node's hook returned, `grads` for None. Raises TypeError or RuntimeError if it does not fit."""
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
    """The tensor that a hook returned for `grad`. Raises TypeError or RuntimeError if it is not a gradient like it."""
    if grad is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not isinstance(given, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{kind_of(given)}'")
    if given.dtype is not grad.dtype:
        types = f"was {shown_type(grad)} got {shown_type(given)}"
        raise RuntimeError(f"hook '{_name(hook)}' has changed the type of value ({types})")
    if given.shape != grad.shape:
        raise RuntimeError(f"hook '{_name(hook)}' has changed the size of value")
    return given


def _name(hook):
    return getattr(hook, "__name__", "<unknown>")
