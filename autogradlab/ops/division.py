"""Rounded division and its remainders: `//`, `%`, `fmod`, and `div` with a rounding mode.

A rounded quotient is a staircase, flat almost everywhere. A remainder is self minus a multiple of other.
"""

import numpy as np

from autogradlab.autograd.dtypes import promote
from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.tensor import Tensor

from . import either
from .arguments import not_for
from .bases import FlatInBoth, Through, Underived
from .operators import number_beside, two_inputs
from .register import reflected


def _checked(compute, kernel):
    """`compute` after bringing both arrays to one type; raises for whole numbers divided by 0 and for bools."""

    def divide(self, other):
        a, b = promote(self, other)
        kind = np.result_type(a, b).kind
        if kind == "b":
            raise not_for(kernel, np.asarray(a))
        result = compute(a, b)
        if kind != "f" and result.size and not np.all(b):
            raise RuntimeError("ZeroDivisionError")
        return result

    return divide


def _modulo(a, b):
    """The remainder with the sign of `b`; a remainder of 0 keeps that of `a`, unlike NumPy's."""
    if np.result_type(a, b).kind != "f":
        return np.remainder(a, b)
    rest = np.fmod(a, b)
    return np.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest)[()]


def _trunc_divide(a, b):
    return np.trunc(a / b) if np.result_type(a, b).kind == "f" else (a - np.fmod(a, b)) // b


_remainder, _fmod = _checked(_modulo, "remainder_cpu"), _checked(np.fmod, "fmod_cpu")
_floor = _checked(np.floor_divide, "div_floor_cpu")
_ROUNDED = {"floor": _floor, "trunc": _checked(_trunc_divide, "div_trunc_cpu")}


class RemainderBackward0(Through, Elementwise):
    """z = self − other · ⌊self/other⌋ with a number `other`,   ∂z/∂self = 1"""

    forward = lambda self, *, other: _remainder(self, other)


class RemainderBackward1(RemainderBackward0):
    """z = self − other · ⌊self/other⌋,   ∂z/∂self = 1,   ∂z/∂other = −⌊self/other⌋"""

    forward = _remainder
    d_other = lambda grad, self, other: -grad * either.apply(DivBackward2, self, other, rounding_mode="floor")


class FmodBackward0(RemainderBackward0):
    """z = self − other · trunc(self/other) with a number `other`,   ∂z/∂self = 1"""

    forward = lambda self, *, other: _fmod(self, other)


class FmodBackward1(FmodBackward0):
    """z = self − other · trunc(self/other),   ∂z/∂self = 1,   ∂z/∂other = −trunc(self/other)"""

    forward = _fmod
    d_other = lambda grad, self, other: -grad * either.apply(DivBackward2, self, other, rounding_mode="trunc")


class DivBackward2(FlatInBoth, Elementwise):
    """z = self/other, rounded down ("floor") or towards 0 ("trunc"),   ∂z/∂self = ∂z/∂other = 0"""

    def forward(self, other, *, rounding_mode):
        if rounding_mode not in _ROUNDED:
            raise RuntimeError(
                f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
            )
        return _ROUNDED[rounding_mode](self, other)


@two_inputs("floor_divide", operators=("__floordiv__",))
class FloorDivide(Underived, Elementwise):
    """z = ⌊self/other⌋; PyTorch records it without a derivative, though that of `div(rounding_mode="floor")` is 0."""

    forward = _floor

    def d_self(grad):
        raise RuntimeError("derivative for aten::floor_divide is not implemented")

    d_other = d_self


class RemainderOfNumber(Underived, Elementwise):
    """z = a number modulo other; PyTorch has no derivative for it."""

    forward = _remainder

    def d_other(grad):
        raise RuntimeError("derivative for aten::remainder is not implemented")


@two_inputs("remainder", operators=("__mod__",))
def remainder(input, other):
    """The remainder of floor division, with the sign of `other`, entry by entry; shapes broadcast."""
    if not isinstance(input, Tensor):
        return RemainderOfNumber.apply(input, other)
    if not isinstance(other, Tensor):
        return RemainderBackward0.apply(input, other=other)
    return RemainderBackward1.apply(input, other)


@two_inputs("fmod")
def fmod(input, other):
    """The remainder of division rounded towards 0, with the sign of `input`, entry by entry; shapes broadcast."""
    return FmodBackward1.apply(input, other) if isinstance(other, Tensor) else FmodBackward0.apply(input, other=other)


reflected("__rfloordiv__", lambda number, tensor: FloorDivide.apply(number_beside(number, tensor), tensor))
reflected("__rmod__", remainder)
