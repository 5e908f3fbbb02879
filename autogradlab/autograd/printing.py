"""How a tensor prints: PyTorch's layout, to the letter.

All entries have one width and format: `1.` if all are whole numbers, otherwise 4 decimals, or scientific notation if
they are huge, tiny or far apart in size. A tensor of many entries is shortened to its edges. `set_printoptions`
changes these settings.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np

from . import dtypes

if TYPE_CHECKING:
    from . import Tensor


PROFILES = {"default": (4, 1000, 3, 80), "short": (2, 1000, 2, 80), "full": (4, math.inf, 3, 80)}


class Options:
    """The settings in force."""

    precision, threshold, edgeitems, linewidth = PROFILES["default"]
    sci_mode: bool | None = None


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: Literal["default", "short", "full"] | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Change how tensors print.

    precision   decimals
    threshold   the most entries that a tensor may have without being shortened
    edgeitems   entries shown at each edge of a shortened dimension
    linewidth   characters per line
    profile     "default", "short" or "full": the four above at once
    sci_mode    scientific notation: True for always, False for never, None to let the numbers decide
    """
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    for name, profiled in zip(given, PROFILES.get(profile, ())):
        setattr(Options, name, profiled)
    for name, value in given.items():
        if value is not None:
            setattr(Options, name, value)
    Options.sci_mode = sci_mode


def tensor_text(tensor: Tensor) -> str:
    """`tensor([1., 2.], requires_grad=True)`: its numbers, then its other facts, wrapped at the line's end."""
    prefix = tensor._printed_as + "("
    indent = len(prefix)
    text = prefix + (_numbers(np.asarray(tensor._data), indent) if tensor._data.size else "[]")
    last_line = len(text) - text.rfind("\n") + 1
    for suffix in _suffixes(tensor):
        if last_line + len(suffix) + 2 > Options.linewidth:
            text += ",\n" + " " * indent + suffix
            last_line = indent + len(suffix)
        else:
            text += ", " + suffix
            last_line += len(suffix) + 2
    return text + ")"


def _suffixes(tensor):
    data = tensor._data
    if data.ndim > 1 if data.size == 0 else not Options.edgeitems:
        yield f"size={tuple(data.shape)}"
    if data.dtype != dtypes.Default.numpy and (data.size == 0 or data.dtype.name not in ("int64", "bool")):
        yield f"dtype={tensor.dtype}"
    if tensor._view_of is not None and tensor._view_of[3] is not None and tensor._is_stale():
        yield "grad_fn=<Invalid>"
    elif tensor.grad_fn is not None:
        yield f"grad_fn=<{type(tensor._grad_fn).__name__}>"
    elif tensor.requires_grad:
        yield "requires_grad=True"


def _numbers(array, indent):
    shortened = array.size > Options.threshold
    shown = _edges_only(array) if shortened else array
    return _nested(array, indent, shortened, *_number_format(shown.reshape(-1)))


def _edges_only(array):
    """The entries that a shortened print shows; the number format looks only at these."""
    edge = Options.edgeitems
    for axis, length in enumerate(array.shape):
        if length > 2 * edge:
            array = np.take(array, [*range(edge), *range(length - edge, length)], axis=axis)
    return array


def _nested(array, indent, shortened, write, width):
    if array.ndim == 0:
        return write(array.item())
    if shortened and not Options.edgeitems:
        return "[...]"
    if array.ndim == 1:
        return _row(array, indent, shortened, write, width)
    rows = [
        _nested(row, indent + 1, shortened, write, width) if row is not ... else "..."
        for row in _first_and_last(array, shortened)
    ]
    return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(rows) + "]"


def _row(array, indent, shortened, write, width):
    entries = [" ..." if entry is ... else write(entry.item()) for entry in _first_and_last(array, shortened)]
    per_line = max(1, (Options.linewidth - indent) // (width + 2))
    lines = [", ".join(entries[i : i + per_line]) for i in range(0, len(entries), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _first_and_last(array, shortened):
    edge = Options.edgeitems
    if shortened and len(array) > 2 * edge:
        return [*array[:edge], ..., *array[len(array) - edge :]]
    return list(array)


def _number_format(values):
    """(a function that formats one number in the width that fits all of `values`, that width)."""
    if values.dtype.kind != "f":
        width = max((len(str(value)) for value in values.tolist()), default=0)
        return (lambda value: str(value).rjust(width)), width
    sizes = values[np.isfinite(values) & (values != 0)].astype(np.float64).tolist()  # these set the width
    write = _writer(_in_powers_of_ten(sizes), _are_whole(sizes))
    width = max((len(write(value)) for value in sizes), default=1)
    return (lambda value: write(value).rjust(width)), width


def _in_powers_of_ten(values):
    if not values or Options.sci_mode is not None:
        return bool(values) and Options.sci_mode
    sizes = [abs(value) for value in values]
    return max(sizes) / min(sizes) > 1000 or max(sizes) > 1e8 or (not _are_whole(values) and min(sizes) < 1e-4)


def _are_whole(values):
    return all(value == math.ceil(value) for value in values)


def _writer(powers_of_ten, whole):
    precision = Options.precision
    if powers_of_ten:
        return lambda value: f"{value:.{precision}e}"
    if whole:
        return lambda value: f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"
    return lambda value: f"{value:.{precision}f}"
