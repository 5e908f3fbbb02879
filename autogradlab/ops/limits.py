"""The larger, the smaller, and numbers held between bounds or rounded to whole ones, entry by entry."""
import numpy as np

from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.tensor import Tensor

from . import either
from .register import named


class ClampBackward1(Elementwise):
    """z = self, but not below min and not above max,   ∂z/∂self = 1 inside and at the bounds, 0 outside"""
    __slots__ = ()

    def forward(self, *, min, max):
        # minimum after maximum, as in PyTorch: if the bounds cross, max wins
        held = self if min is None else np.maximum(self, min)
        return (held if max is None else np.minimum(held, max)) + 0

    def d_self(grad, self, min, max):
        inside = self == self if min is None else self >= min
        return either.where(inside if max is None else inside & (self <= max), grad, 0)


class ClampMinBackward0(Elementwise):
    """z = self, but not below min,   ∂z/∂self = 1 there and at the bound, 0 below"""
    __slots__ = ()
    forward = lambda self, *, min: np.maximum(self, min)

    def d_self(grad, self, min):
        return either.where(self >= min, grad, 0)


class ClampMaxBackward0(Elementwise):
    """z = self, but not above max,   ∂z/∂self = 1 there and at the bound, 0 above"""
    __slots__ = ()
    forward = lambda self, *, max: np.minimum(self, max)

    def d_self(grad, self, max):
        return either.where(self <= max, grad, 0)


class MaximumBackward0(Elementwise):
    """z = the larger of self and other; it gets the gradient, and where they are equal each gets half"""
    __slots__ = ()
    forward = lambda self, other: np.maximum(self, other)

    def d_self(grad, self, other):
        return either.where(self == other, grad / 2, either.where(self > other, grad, 0))

    def d_other(grad, self, other):
        return either.where(self == other, grad / 2, either.where(self < other, grad, 0))


class MinimumBackward0(Elementwise):
    """z = the smaller of self and other; it gets the gradient, and where they are equal each gets half"""
    __slots__ = ()
    forward = lambda self, other: np.minimum(self, other)

    def d_self(grad, self, other):
        return either.where(self == other, grad / 2, either.where(self < other, grad, 0))

    def d_other(grad, self, other):
        return either.where(self == other, grad / 2, either.where(self > other, grad, 0))


class _Staircase(Elementwise):
    """Steps are flat almost everywhere: the derivative is 0."""
    __slots__ = ()

    def d_self(grad):
        return either.zeros_like(grad)


class FloorBackward0(_Staircase):
    """z = the next whole number below,   ∂z/∂self = 0"""
    __slots__ = ()
    forward = lambda self: np.floor(self)


class CeilBackward0(_Staircase):
    """z = the next whole number above,   ∂z/∂self = 0"""
    __slots__ = ()
    forward = lambda self: np.ceil(self)


class TruncBackward0(_Staircase):
    """z = the next whole number towards 0,   ∂z/∂self = 0"""
    __slots__ = ()
    forward = lambda self: np.trunc(self)


class RoundBackward0(_Staircase):
    """z = the nearest whole number, halves to the even one,   ∂z/∂self = 0"""
    __slots__ = ()
    forward = lambda self: np.round(self)


class RoundBackward1(_Staircase):
    """z = the nearest number with so many decimals, halves to the even one,   ∂z/∂self = 0"""
    __slots__ = ()
    forward = lambda self, *, decimals: np.round(self, decimals)


class NanToNumBackward0(Elementwise):
    """z = self with numbers in place of nan, inf and −inf, where the derivative is 0; elsewhere ∂z/∂self = 1"""
    __slots__ = ()
    forward = lambda self, *, nan, posinf, neginf: np.nan_to_num(self, nan=nan, posinf=posinf, neginf=neginf)

    def d_self(grad, self):
        return either.where(either.constant(np.isfinite(either.numbers(self)), grad), grad, 0)


@named("clamp", "clip")
def clamp(input, min=None, max=None):
    """Each entry, but not below `min` and not above `max` (numbers; one may be left out)."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        raise NotImplementedError("clamp with tensors as bounds is left out of autogradlab\n"
                                  "  help: use maximum() and minimum()")
    return ClampBackward1.apply(input, min=min, max=max)


@named("maximum")
def maximum(input, other):
    """The larger of two tensors, entry by entry; shapes broadcast, nan stays nan."""
    return MaximumBackward0.apply(input, other)


@named("minimum")
def minimum(input, other):
    """The smaller of two tensors, entry by entry; shapes broadcast, nan stays nan."""
    return MinimumBackward0.apply(input, other)


@named("floor")
def floor(input):
    """The next whole number below each entry, in the same number type."""
    return FloorBackward0.apply(input)


@named("ceil")
def ceil(input):
    """The next whole number above each entry, in the same number type."""
    return CeilBackward0.apply(input)


@named("trunc", "fix")
def trunc(input):
    """The next whole number towards 0 from each entry, in the same number type."""
    return TruncBackward0.apply(input)


@named("round")
def round_(input, *, decimals=0):
    """The nearest whole number to each entry, or with so many decimals; halves to the even one, in the same type."""
    return RoundBackward1.apply(input, decimals=decimals) if decimals else RoundBackward0.apply(input)


@named("nan_to_num")
def nan_to_num(input, nan=0., posinf=None, neginf=None):
    """Each entry, but `nan` for nan and `posinf`, `neginf` for the infinities (the largest numbers unless given)."""
    return NanToNumBackward0.apply(input, nan=nan, posinf=posinf, neginf=neginf)


@named("clamp_min")
def clamp_min(input, min):
    """Each entry, but not below `min`."""
    return ClampMinBackward0.apply(input, min=min)


@named("clamp_max")
def clamp_max(input, max):
    """Each entry, but not above `max`."""
    return ClampMaxBackward0.apply(input, max=max)
