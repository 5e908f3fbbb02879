"""Grad mode: whether operations are recorded. Each thread has a mode of its own.

`no_grad`, `enable_grad`, `set_grad_enabled` and `inference_mode` work as context managers and as decorators, as in
PyTorch.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from .decorating import decorated
from .wrong_type import check_switch

F = TypeVar("F", bound=Callable[..., Any])


class _Mode(threading.local):
    """The mode of one thread; a new thread starts with the values below.

    enabled    grad mode, as `is_grad_enabled()` says
    inference  whether results are inference tensors
    observers  the objects that are told of each node, with the methods of `observers.Observer`
    anomaly    the observer of anomaly mode, or None; `check_nan` says whether it raises at the first nan
    walk       the innermost walk in which learners' code may be running, or None
    recording  follows from the others: False, True, or this mode itself, whose `made(node)` tells the observers
    plain      whether `recording` depends on `enabled` alone
    """

    def __init__(self):
        self.enabled, self.inference, self.observers = True, False, ()
        self.anomaly, self.check_nan, self.walk = None, True, None
        self.recording, self.plain = True, True

    def made(self, node):
        for observer in self.observers:
            observer.made(node)


mode = _Mode()

#: One entry for each thread whose `recording` is not just True, and for each in inference mode. Reading a thread's own
#: mode takes four times as long as seeing that a list is empty, and these are nearly always empty.
unusual: list[None] = []
inferring: list[None] = []


def become(**changes: Any) -> None:
    """Change this thread's mode."""
    recorded, inferred = mode.recording is True, mode.inference
    mode.__dict__.update(changes)
    mode.plain = not (mode.inference or mode.observers)
    mode.recording = mode.enabled and not mode.inference and (mode if mode.observers else True)
    _count(unusual, not recorded, mode.recording is not True)
    _count(inferring, inferred, mode.inference)


def enable(enabled):
    """Switch this thread's grad mode and return the earlier one: `become(enabled=enabled)`, but mostly faster."""
    here = mode.__dict__
    before = here["enabled"]
    if enabled is not before:
        if not here["plain"]:
            become(enabled=enabled)
        else:
            here["enabled"] = here["recording"] = enabled
            if enabled:
                unusual.pop()
            else:
                unusual.append(None)
    return before


def _count(threads, before, now):
    if now and not before:
        threads.append(None)
    elif before and not now:
        threads.pop()


def announce(node):
    """Tell the observers, if there are any, that a node was recorded."""
    if mode.recording is not True:
        mode.recording.made(node)


def is_grad_enabled() -> bool:
    """Whether grad mode is on."""
    return mode.enabled


def is_inference_mode_enabled() -> bool:
    """Whether inference mode is on."""
    return mode.inference


# ---- switches -------------------------------------------------------------------------------------------------


class _Switch:
    """A switch of grad mode: to `mode` on entering, back to the earlier one on leaving, also after an exception."""

    mode: bool

    def __enter__(self) -> None:
        self.prev = enable(self.mode)

    def __exit__(self, *exception: object) -> None:
        enable(self.prev)

    def __call__(self, function: F) -> F:
        return decorated(function, self)

    def clone(self) -> _Switch:
        """A switch like this one, for one more block."""
        return type(self)(self.mode)  # type: ignore[call-arg]


class _NoParamDecoratorContextManager(_Switch):
    """A switch without arguments, which as a decorator works with and without parentheses."""

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        switch = object.__new__(cls)
        return switch if function is None else switch(function)

    def clone(self) -> _Switch:
        """A switch like this one, for one more block."""
        return type(self)()


class no_grad(_NoParamDecoratorContextManager):
    """Inside, new results have no history: `requires_grad` is False and nothing is saved."""

    mode = False


class enable_grad(_NoParamDecoratorContextManager):
    """Inside, operations are recorded again, also within `no_grad`."""

    mode = True


class set_grad_enabled(_Switch):
    """Switch at once to `mode`, a bool; as a context manager, switch back on leaving."""

    def __init__(self, mode: bool) -> None:
        check_switch("set_grad_enabled", "enabled", 1, mode)
        self.mode = mode
        super().__enter__()

    def __enter__(self) -> None:
        enable(self.mode)

    def __call__(self, function: F) -> F:
        self.__exit__()
        return super().__call__(function)

    def __repr__(self) -> str:
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"


class inference_mode(_Switch):
    """Like `no_grad`, but results are inference tensors, which can never be saved for backward.

    mode   whether to switch this on (default) or off inside
    """

    def __new__(cls, mode: bool | Callable[..., Any] = True) -> Any:
        return object.__new__(cls) if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode: bool | Callable[..., Any] = True) -> None:
        self.mode = mode  # type: ignore[assignment]

    def __enter__(self) -> None:
        self.prev = mode.inference, mode.enabled
        become(inference=self.mode, enabled=not self.mode)

    def __exit__(self, *exception: object) -> None:
        inference, enabled = self.prev
        become(inference=inference, enabled=enabled)
