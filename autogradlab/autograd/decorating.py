"""A grad mode as a decorator of functions, of generators and, with PyTorch's warning, of classes."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

CO_GENERATOR = 0x20  # the flag that CPython sets on a function with a `yield`

DECORATED_CLASS = (
    "Decorating classes is deprecated and will be disabled in future versions. You should only decorate functions or "
    "methods. To preserve the current behavior of class decoration, you can directly decorate the `__init__` method "
    "and nothing else."
)


def decorated(function: F, switch: Any) -> F:
    """`function` inside `switch`, a context manager with `clone()`; a generator is in it only while one step runs."""
    if isinstance(function, type):
        warnings.warn(DECORATED_CLASS, FutureWarning, stacklevel=3)
        return _whole(switch, function, updated=())
    return _stepwise(switch, function) if _is_generator(function) else _whole(switch, function)


def _is_generator(function):
    """As `inspect.isgeneratorfunction`, without the 8 ms that importing `inspect` costs."""
    code = getattr(function, "__code__", None)
    return code is not None and bool(code.co_flags & CO_GENERATOR)


def _whole(switch, function, **wrapping):
    @functools.wraps(function, **wrapping)
    def within(*args, **kwargs):
        with switch.clone():
            return function(*args, **kwargs)

    return within


def _stepwise(switch, function):
    @functools.wraps(function)
    def within(*args, **kwargs):
        steps = function(*args, **kwargs)
        resume, message = steps.send, None
        while True:
            try:
                with switch.clone():
                    value = resume(message)
            except StopIteration as end:
                return end.value
            try:
                resume, message = steps.send, (yield value)
            except BaseException as thrown:  # also the GeneratorExit of close()
                resume, message = steps.throw, thrown

    return within
