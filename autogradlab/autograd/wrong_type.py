"""PyTorch's errors for an argument of the wrong type or in the wrong place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_MADE_IN_PYTHON = 1 << 9  # the flag in `__flags__` that distinguishes Python classes from types written in C


def kind_of(value: object) -> str:
    """The name of a value's type in PyTorch's messages: `list`, `MyClass`, but `numpy.ndarray`."""
    kind = type(value)
    bare = kind.__module__ == "builtins" or kind.__flags__ & _MADE_IN_PYTHON
    return full_name(kind) if bare else f"{kind.__module__}.{kind.__name__}"


_name_in_errors = type.__dict__["__name__"]


def full_name(kind: type) -> str:
    """The name of a type in Python's own error messages: `torch.Size`, where its `__name__` is `Size`."""
    return _name_in_errors.__get__(kind)


class ShortlyNamed(type):
    """The metaclass of Size, dtype and device, whose `__name__` lacks the "torch." that Python's own errors show."""

    __name__ = property(
        lambda cls: full_name(cls).removeprefix("torch."), lambda cls, name: _name_in_errors.__set__(cls, name)
    )


def wrong_type(function: str, argument: str, position: int | None, expected: str, value: object) -> TypeError:
    """The TypeError that names the argument, its position (None if given by name), and both types."""
    return TypeError(f"{named(function, argument, position)} must be {expected}, not {kind_of(value)}")


def named(function: str, argument: str, position: int | None) -> str:
    """The start of a message about an argument."""
    return f"{function}(): argument '{argument}'" + f" (position {position})" * (position is not None)


def check_switch(function: str, argument: str, position: int | None, value: object) -> None:
    """Raise TypeError for anything but True and False."""
    if not isinstance(value, bool):
        raise wrong_type(function, argument, position, "bool", value)


def by_place(forward: Callable[..., Any], with_ctx: bool, inputs: tuple, kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """The arguments for a Function's `forward`, all as positional ones; the defaults of one without ctx filled in.

    As in PyTorch, those given by name must follow the others without a gap.
    """
    if not with_ctx and (kwargs or forward.__defaults__ or len(inputs) != forward.__code__.co_argcount):
        from inspect import signature  # only here: importing it takes 8 ms

        bound = signature(forward).bind(*inputs, **kwargs)
        bound.apply_defaults()
        inputs, kwargs = bound.args, bound.kwargs
    if not kwargs:
        return inputs
    names = forward.__code__.co_varnames[with_ctx : forward.__code__.co_argcount]
    for name in kwargs:
        if name not in names:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        if name in names[: len(inputs)]:
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    named = names[len(inputs) : 1 + max(map(names.index, kwargs))]
    for place, name in enumerate(named, len(inputs)):
        if name not in kwargs:
            raise TypeError(f"forward() missing required argument: '{name}' (position {place})")
    return (*inputs, *[kwargs[name] for name in named])
