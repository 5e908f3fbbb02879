"""PyTorch's sentence for an argument of a wrong kind."""

from __future__ import annotations


def wrong_type(function: str, argument: str, where: str, expected: str, value: object) -> TypeError:
    """The TypeError that names the argument, its place (" (position 1)", or "" if given by name), and both kinds."""
    return TypeError(f"{function}(): argument '{argument}'{where} must be {expected}, not {type(value).__name__}")


def check_switch(function: str, argument: str, where: str, value: object) -> None:
    """Refuse anything but True and False."""
    if not isinstance(value, bool):
        raise wrong_type(function, argument, where, "bool", value)
