"""Puts numbers into texts: `$w` becomes the number called w, `${2*w}` the value of the formula."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace

_PLACE = re.compile(r"\$(?:\{([^}]*)\}|([A-Za-z_]\w*))")


def filled_in(value, numbers: Mapping[str, object]):
    """The value with every place filled: in a text, or in every part of a tuple, a dictionary or a dataclass."""
    if isinstance(value, str):
        return _PLACE.sub(lambda place: _shown(eval(place[1] or place[2], {}, dict(numbers))), value)
    if isinstance(value, tuple):
        return tuple(filled_in(part, numbers) for part in value)
    if isinstance(value, dict):
        return {key: filled_in(part, numbers) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: filled_in(getattr(value, each.name), numbers) for each in fields(value)})
    return value


def _shown(value) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)
