"""How numbers are written in pictures and in their text: short, with no more digits than a reader needs."""

from __future__ import annotations

from cmath import isfinite, isnan
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SHOWN_IN_FULL = 4


def written(value: Any) -> str:
    """A number with four significant digits at most and a real minus; 'nan' and 'inf' are words.

    >>> written(-0.25), written(5.54e-5), written(float("inf"))
    ('−0.25', '5.54 × 10⁻⁵', 'inf')
    """
    if isinstance(value, (bool, complex, str)):
        return str(value).replace("-", "−")
    if isinstance(value, int) and abs(value) < 100_000:
        return str(value).replace("-", "−")
    text = f"{value:.3e}" if 0 < abs(value) < 1e-3 else f"{value + 0.0:.4g}"  # + 0.0: never "−0"
    digits, e, power = text.partition("e")
    if e:
        digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
        text = f"{digits} × 10{raised(int(power))}"
    return text.replace("-", "−")


def grouped(value: float) -> str:
    """A number in full, with commas between its thousands, as Python prints it with `:,`: '49,152'."""
    return f"{value:,.15g}"


def vector(values: Iterable[Any]) -> str:
    """'[1, −2.5]'"""
    return f"[{', '.join(map(written, values))}]"


def bracketed(text: str) -> str:
    """A written number that follows another one, in brackets if it has a minus or a × itself: '(−2)', '(5 × 10⁻⁵)'."""
    return f"({text})" if text.startswith("−") or "×" in text else text


def raised(value: int) -> str:
    """A whole number as an exponent: 2 -> '²'."""
    return str(value).translate(_RAISED)


@dataclass(frozen=True)
class Snapshot:
    """The content of a tensor or a number when it was read: plain data, so that it can be compared and kept.

    entries   all numbers (nested tuples) if there are few, else None
    low, high the smallest and largest finite number of an array, else None
    odd       'nan' or 'inf' if there are such numbers too, else ''
    """

    shape: tuple = ()
    entries: object = None
    low: object = None
    high: object = None
    odd: str = ""

    @cached_property
    def text(self) -> str:
        """'3', '[1, 2.5]', or shape and range: '(64, 32)  −1.2 … 3.4'."""
        return self.range if self.entries is None else _nested(self.entries)

    @property
    def range(self) -> str:
        """Shape and range, however few the numbers are."""
        known = f"  {self.spread}" if self.spread else ""
        return f"{self.form}{known}{f' with {self.odd}' if self.odd else ''}"

    @property
    def form(self) -> str:
        """The shape: '(64, 32)', '(0,) empty'."""
        shape = f"({', '.join(map(str, self.shape))}{',' if len(self.shape) == 1 else ''})"
        return f"{shape} empty" if 0 in self.shape else shape

    @property
    def spread(self) -> str:
        """'−1.2 … 3.4', 'all 0.5', or '' where no number is finite."""
        if self.low is None:
            return ""
        return f"all {written(self.low)}" if self.low == self.high else f"{written(self.low)} … {written(self.high)}"


def snapshot(value: Any) -> Snapshot:
    """A `Snapshot` of a tensor (ours, PyTorch's, NumPy's) or of a plain number."""
    if getattr(value, "ndim", None) == 0 and (one := _of_one_number(value)):
        return one
    array = _array(value)
    if array is None or array.dtype == object:
        return Snapshot(tuple(getattr(value, "shape", ())))
    entries = _frozen(array.tolist()) if 0 < array.size <= _SHOWN_IN_FULL else None
    return Snapshot(array.shape, entries, *_limits(array), _odd(array))


def _of_one_number(value):
    """`snapshot` for a tensor without dimensions, in a quarter of the time; None if its number cannot be read."""
    try:
        number = value.item()
        odd = "" if isfinite(number) else "nan" if isnan(number) else "inf"
    except (RuntimeError, NotImplementedError, TypeError):
        return None
    return Snapshot(entries=number, odd=odd)


def _array(value):
    """The numbers as a NumPy array, or None if they cannot be read (a number type that NumPy does not know)."""
    try:
        for step in ("detach", "cpu", "numpy"):
            value = getattr(value, step)() if hasattr(value, step) else value
        return np.asarray(value)
    except (TypeError, RuntimeError, NotImplementedError):
        return None


def _limits(array: np.ndarray) -> tuple[Any, Any]:
    finite: Any = array[np.isfinite(array)] if array.ndim and array.dtype.kind in "fiub" else ()
    return (finite.min().item(), finite.max().item()) if len(finite) else (None, None)


def _odd(array):
    finite = np.isfinite(array) if array.dtype.kind in "fc" else np.True_
    if finite.all() if finite.ndim else finite:
        return ""
    return "nan" if np.isnan(array).any() else "inf"


def _frozen(entries):
    return tuple(map(_frozen, entries)) if isinstance(entries, list) else entries


def _nested(entries):
    return f"[{', '.join(map(_nested, entries))}]" if isinstance(entries, tuple) else written(entries)
