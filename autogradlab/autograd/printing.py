"""How a tensor prints: PyTorch's layout, to the letter.

Precision 4, lines of 80, more than 1000 entries shortened to 3 at each edge. One width serves the whole
tensor: whole numbers print as `1.`, others with 4 decimals, and in powers of ten when they are far apart.
"""
import math

import numpy as np

PRECISION, THRESHOLD, EDGE, LINE_WIDTH = 4, 1000, 3, 80


def tensor_text(array, suffixes, prefix="tensor("):
    """`tensor([1., 2.], requires_grad=True)`: the numbers of `array`, then `suffixes`, wrapped at 80 columns."""
    indent = len(prefix)
    body = "[]" if array.size == 0 else _numbers(np.asarray(array), indent)
    return _with_suffixes(prefix + body, suffixes, indent)


def _with_suffixes(text, suffixes, indent):
    last_line = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if last_line + len(suffix) + 2 > LINE_WIDTH:
            text += ",\n" + " " * indent + suffix
            last_line = indent + len(suffix)
        else:
            text += ", " + suffix
            last_line += len(suffix) + 2
    return text + ")"


def _numbers(array, indent):
    shortened = array.size > THRESHOLD
    shown = _edges_only(array) if shortened else array
    return _nested(array, indent, shortened, *_number_format(shown.reshape(-1)))


def _edges_only(array):
    """The entries that a shortened print shows; the number format looks only at these."""
    for axis, length in enumerate(array.shape):
        if length > 2 * EDGE:
            array = np.take(array, [*range(EDGE), *range(length - EDGE, length)], axis=axis)
    return array


def _nested(array, indent, shortened, write, width):
    if array.ndim == 0:
        return write(array.item())
    if array.ndim == 1:
        return _row(array, indent, shortened, write, width)
    rows = [_nested(row, indent + 1, shortened, write, width) if row is not ... else "..."
            for row in _first_and_last(array, shortened)]
    return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(rows) + "]"


def _row(array, indent, shortened, write, width):
    entries = [" ..." if entry is ... else write(entry.item()) for entry in _first_and_last(array, shortened)]
    per_line = max(1, (LINE_WIDTH - indent) // (width + 2))
    lines = [", ".join(entries[i:i + per_line]) for i in range(0, len(entries), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _first_and_last(array, shortened):
    if shortened and len(array) > 2 * EDGE:
        return [*array[:EDGE], ..., *array[-EDGE:]]
    return list(array)


def _number_format(values):
    """A function that writes one number in the width that suits all of `values`, and that width: 1 if all are 0."""
    write = _float_format(values) if values.dtype.kind == "f" else str
    width = max((len(write(v)) for v in _width_givers(values)), default=1)
    return (lambda value: write(value).rjust(width)), width


def _width_givers(values):
    """The values whose length sets the width: among floats the finite ones that are not 0, as in PyTorch."""
    if values.dtype.kind != "f":
        return values.tolist()
    return values[np.isfinite(values) & (values != 0)].astype(np.float64).tolist()


def _float_format(values):
    sizes = [abs(v) for v in _width_givers(values)]
    whole = all(v == math.ceil(v) for v in sizes)
    if sizes and (max(sizes) / min(sizes) > 1000 or max(sizes) > 1e8 or (not whole and min(sizes) < 1e-4)):
        return lambda value: f"{value:.{PRECISION}e}"
    if whole:
        return lambda value: f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"
    return lambda value: f"{value:.{PRECISION}f}"
