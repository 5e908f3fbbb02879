"""Maximum, minimum, clamping to bounds, relu, sign and rounding, entry by entry.

Of 0 and −0, x86 processors return NumPy's second argument and PyTorch's first: comparisons here begin with the other.
"""

import numpy as np

from autogradlab.autograd.dtypes import common_type
from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.tensor import tensor_types

from . import either
from .arguments import not_for, refuse
from .bases import Flat, NoBools, RoundedOnce
from .left_out import option_left_out
from .literals import kind_beside, number_like
from .refusals import NoWay
from .register import named


def _fitting(kernel, input, *bounds):
    """The bounds, numbers or None, as the result's number type holds them. Raises for one that does not fit into it."""
    kind = input._data.dtype
    for bound in bounds:
        if bound is not None:
            kind = kind_beside(kind, bound)
    if kind.kind == "b":
        raise not_for(f"{kernel}_scalar_cpu", input._data)
    return [None if bound is None else number_like(bound, kind) for bound in bounds]


@named("clamp", "clip")
class ClampBackward1(Elementwise):
    """z = self, but not below min or above max (None: no bound),   ∂z/∂self = 1 inside and at the bounds, else 0"""

    def forward(self, *, min, max):
        # minimum after maximum, as in PyTorch: if the bounds cross, max wins
        held = self if min is None else np.maximum(min, self)
        return held if max is None else np.minimum(max, held)

    def d_self(grad, self, min, max):
        inside = self == self if min is None else self >= min  # nowhere for nan
        return either.where(inside if max is None else inside & (self <= max), grad, 0)

    def clamp(input, min=None, max=None):
        if min is None and max is None:
            raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
        of_tensors = [type(bound) in tensor_types for bound in (min, max) if bound is not None]
        if all(of_tensors):
            return ClampBackward0.apply(input, min, max)
        if any(of_tensors):
            raise NoWay
        kernel = "clamp" if min is not None and max is not None else "clamp_min" if max is None else "clamp_max"
        min, max = _fitting(kernel, input, min, max)
        return ClampBackward1.apply(input, min=min, max=max)


class ClampBackward0(ClampBackward1):
    """The same with tensors as bounds,   ∂z/∂min and ∂z/∂max = 1 where self lies beyond them, else 0

    Where self equals a bound, self gets the gradient; where the bounds cross, max does.
    """

    @classmethod
    def compute(cls, arrays, settings):
        given = [x for x in arrays if x is not None]
        kind = common_type(*given)
        if kind.kind == "b" and len(given) == 3:
            raise not_for("clamp_cpu", arrays[0])
        return super().compute([x if x is None else x.astype(kind, copy=False) for x in arrays], settings)

    forward = lambda self, min, max: ClampBackward1.forward(self, min=min, max=max)

    def d_min(grad, self, min, max):
        below = self < min
        return either.where(below if max is None else below & (min < max), grad, 0)

    def d_max(grad, self, min, max):
        above = self > max
        return either.where(above if min is None else above | (max < min), grad, 0)


@named("clamp_min")
class ClampMinBackward0(Elementwise):
    """z = self, but not below min,   ∂z/∂self = 1 above and at the bound, 0 below"""

    def clamp_min(input, min):
        if type(min) in tensor_types:
            raise option_left_out("clamp_min by a tensor")
        (min,) = _fitting("clamp_min", input, min)
        return ClampMinBackward0.apply(input, min=min)

    forward = lambda self, *, min: np.maximum(min, self)
    d_self = lambda grad, self, min: either.where(self >= min, grad, 0)


@named("clamp_max")
class ClampMaxBackward0(Elementwise):
    """z = self, but not above max,   ∂z/∂self = 1 below and at the bound, 0 above"""

    def clamp_max(input, max):
        if type(max) in tensor_types:
            raise option_left_out("clamp_max by a tensor")
        (max,) = _fitting("clamp_max", input, max)
        return ClampMaxBackward0.apply(input, max=max)

    forward = lambda self, *, max: np.minimum(max, self)
    d_self = lambda grad, self, max: either.where(self <= max, grad, 0)


@named("maximum")
class MaximumBackward0(Elementwise):
    """z = the larger of self and other; it gets the gradient, and where they are equal each gets half"""

    forward = lambda self, other: np.maximum(other, self)
    d_self = lambda grad, self, other: _won(grad, self < other, self == other)
    d_other = lambda grad, self, other: _won(grad, self > other, self == other)


@named("minimum")
class MinimumBackward0(MaximumBackward0):
    """z = the smaller of self and other; it gets the gradient, and where they are equal each gets half"""

    forward = lambda self, other: np.minimum(other, self)
    d_self, d_other = MaximumBackward0.d_other, MaximumBackward0.d_self  # what loses there wins here


def _won(grad, lost, equal):
    """The gradient, half of it where both are equal, 0 where the other won; with nan, both get all of it."""
    part = either.where(equal, grad / 2, grad)
    return part.masked_fill(lost, 0) if type(part) in tensor_types else either.where(lost, 0, part)


@named("relu")
class ReluBackward0(Elementwise):
    """Each entry, or 0 where it is negative: z = max(self, 0),   ∂z/∂self = 1 where z > 0, else 0, also at the kink"""

    def d_self(grad, result):
        slope = ThresholdBackwardBackward0
        return slope.apply(grad, result) if type(grad) in tensor_types else slope.forward(grad, result)

    def forward(self):
        if self.dtype.kind == "b":
            raise RuntimeError("Boolean inputs not supported for relu")
        return np.maximum(0, self)


class ThresholdBackwardBackward0(Flat):
    """z = grad where self, a result of relu, is not 0, else 0,   ∂z/∂grad = the same again,   ∂z/∂self = 0"""

    d_grad = lambda grad, self: either.apply(ThresholdBackwardBackward0, grad, self)

    def forward(grad, self):
        """The bits of the gradient times 1 or 0, so nan and inf times 0 are 0; in a fraction of np.where's time."""
        if isinstance(grad, np.generic):
            return grad.dtype.type(0) if self <= 0 else grad
        if type(grad) is not np.ndarray:  # a stand-in of `fuse`
            return np.where(self <= 0, grad.dtype.type(0), grad)
        bits = _BITS[grad.itemsize]
        return np.multiply(grad.view(bits), self.astype(bool), dtype=bits).view(grad.dtype)


_BITS = {2: np.int16, 4: np.int32, 8: np.int64}


@named("sign")
class SignBackward0(Flat, Elementwise):
    """z = −1, 0 or 1 for each entry, bools unchanged,   ∂z/∂self = 0"""

    forward = lambda self: self.copy() if self.dtype.kind == "b" else either.sign(self)


@named("sgn")
class SgnBackward0(SignBackward0):
    """As `sign`: z = −1, 0 or 1 for each entry, bools unchanged,   ∂z/∂self = 0"""


class _Whole(Flat, NoBools):
    """A rounding operation."""

    kernel = "{}_vml_cpu"


@named("floor")
class FloorBackward0(_Whole):
    """The largest whole number not above each entry, in the same number type,   ∂z/∂self = 0"""

    forward = np.floor


@named("ceil")
class CeilBackward0(_Whole):
    """The smallest whole number not below each entry, in the same number type,   ∂z/∂self = 0"""

    forward = np.ceil


@named("trunc", "fix")
class TruncBackward0(_Whole):
    """Each entry with its fraction cut off, in the same number type,   ∂z/∂self = 0"""

    forward = np.trunc


@named("round")
class RoundBackward0(_Whole):
    """The nearest whole number to each entry, or rounded to `decimals`; halves go to the even one,   ∂z/∂self = 0"""

    forward = lambda self: np.round(self)

    def round(input, *, decimals=None):
        if decimals is None:
            return RoundBackward0.apply(input)
        refuse("biu", "round_cpu" if decimals else "round_vml_cpu", input._data)
        return RoundBackward1.apply(input, decimals=decimals)


class RoundBackward1(Flat, RoundedOnce, Elementwise):
    """The same, rounded to `decimals` places,   ∂z/∂self = 0"""

    forward = lambda self, *, decimals: np.round(self, decimals)


@named("nan_to_num")
class NanToNumBackward0(Elementwise):
    """z = self with nan, inf and −inf replaced (default: 0 and the finite extremes),   ∂z/∂self = 0 there, else 1"""

    forward = lambda self, *, nan, posinf, neginf: np.nan_to_num(self, nan=nan, posinf=posinf, neginf=neginf)
    d_self = lambda grad, self: grad * either.constant(np.isfinite(either.numbers(self)), grad)

    def nan_to_num(input, nan=None, posinf=None, neginf=None):
        return NanToNumBackward0.apply(input, nan=0.0 if nan is None else nan, posinf=posinf, neginf=neginf)
