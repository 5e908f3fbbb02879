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


class FloorBackward0(Elementwise):
    """z = the next whole number below,   ∂z/∂self = 0: a staircase is flat almost everywhere"""
    __slots__ = ()
    forward = lambda self: np.floor(self)

    def d_self(grad):
        return either.zeros_like(grad)


class CeilBackward0(Elementwise):
    """z = the next whole number above,   ∂z/∂self = 0"""
    __slots__ = ()
    forward = lambda self: np.ceil(self)

    def d_self(grad):
        return either.zeros_like(grad)


class RoundBackward0(Elementwise):
    """z = the nearest whole number, halves to the even one,   ∂z/∂self = 0"""
    __slots__ = ()
    forward = lambda self: np.round(self)

    def d_self(grad):
        return either.zeros_like(grad)


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


@named("round")
def round_(input):
    """The nearest whole number to each entry, halves to the even one, in the same number type."""
    return RoundBackward0.apply(input)
