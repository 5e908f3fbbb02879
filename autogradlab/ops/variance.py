"""How far entries are from their mean: the variance and its root."""

import warnings

import numpy as np

from autogradlab.autograd.trace import users_level

from . import either
from .bases import RoundedOnce
from .reduce import axes, count, keeps, reduced, spread, total
from .refusals import NoWay, plain
from .register import named

_FREEDOM = (
    "{}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input "
    "numel divided by output numel)."
)


def _variance(x, dim, correction, keepdim):
    """Σ (x − mean)² / (n − correction), of an array, in float64 as in PyTorch; nan or inf where n − correction ≤ 0."""
    n = count(x.shape, dim)
    deviation = x - np.add.reduce(x, dim, np.float64, keepdims=True) / n
    return reduced(np.add, deviation * deviation, dim, keepdim=keepdim) / max(n - correction, 0)


def _slope(grad, x, shape, dim, correction, whole):
    """grad · 2 (x − mean) / (n − correction); for a `whole` tensor nan or inf if n − correction ≤ 0"""
    n = count(shape, dim)
    left = n - correction
    deviation = x - total(x, dim) / (n or 1)
    if whole and left <= 0:
        slopes = np.where(either.numbers(deviation) == 0, np.nan, np.inf).astype(either.numbers(x).dtype)
        return spread(grad, shape, dim) * either.constant(slopes, grad)
    return spread(grad * (2 / left if left else np.inf), shape, dim) * deviation


@named("var")
class VarBackward0(RoundedOnce):
    """The variance: z = Σ (self − mean)² / (n − correction) over `dim`,   ∂z/∂self = 2 (self − mean) / (n − correction)

    correction   1 unless given; unbiased=False means 0
    whole        whether no `dim` was given, or self is 0-d: PyTorch then computes otherwise if n − correction ≤ 0
    """

    shows_keepdim, shows_self_sym_sizes, shows_whole = keeps, None, None
    shows_dim = lambda dim, whole: None if whole else dim

    def forward(self, *, dim, correction, keepdim, whole):
        return _variance(self, dim, correction, keepdim).astype(self.dtype)

    def d_self(grad, self, self_shape, dim, correction, whole):
        return _slope(grad, self, self_shape, dim, correction, whole)

    def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
        return _apply(VarBackward0, "var", input, dim, unbiased, keepdim, correction)


@named("std")
class StdBackward0(VarBackward0):
    """The standard deviation: z = √var over `dim`,   ∂z/∂self = (self − mean) / (z (n − correction)), 0 where z is 0"""

    def forward(self, *, dim, correction, keepdim, whole):
        return np.sqrt(_variance(self, dim, correction, keepdim)).astype(self.dtype)

    def d_self(grad, self, result, self_shape, dim, correction, whole):
        return _slope(either.where(result == 0, 0, grad / (result * 2)), self, self_shape, dim, correction, whole)

    def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
        return _apply(StdBackward0, "std", input, dim, unbiased, keepdim, correction)


def _apply(operation, name, input, dim, unbiased, keepdim, correction):
    if isinstance(dim, bool):  # x.var(False)
        dim, unbiased = None, dim
    if not input.dtype.is_floating_point:
        raise RuntimeError("std and var only support floating point and complex dtypes")
    if unbiased is not None and correction is not None:
        raise NoWay("unbiased and correction say the same")
    if correction is None:
        correction = 0 if unbiased is False else 1
    correction = plain(correction)
    dims = axes(dim, input.ndim, keepdim)
    if min(input._data.size, count(input.shape, dims)) <= correction:
        warnings.warn(_FREEDOM.format(name), UserWarning, stacklevel=users_level())
    return operation.apply(input, dim=dims, correction=correction, keepdim=keepdim, whole=dim is None or not input.ndim)
