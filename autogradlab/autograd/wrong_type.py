"""PyTorch's errors for an argument of the wrong type or in the wrong place."""

from __future__ import annotations

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
