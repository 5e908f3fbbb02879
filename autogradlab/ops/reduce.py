"""Sums and means over all dimensions or some of them."""
import numpy as np

from autogradlab.autograd.operation import Operation

from . import either
from .register import named


def axes(dim, ndim):
    """`dim` (None, a number or several, negative from the end) as a tuple of dimensions. Raises IndexError."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    for d in dims:
        if not -max(ndim, 1) <= d < max(ndim, 1):
            low, high = -max(ndim, 1), max(ndim, 1) - 1
            raise IndexError(f"Dimension out of range (expected to be in range of [{low}, {high}], but got {d})")
    return tuple(sorted(d % max(ndim, 1) for d in dims)) if ndim else ()


def spread(grad, shape, dim):
    """A reduced gradient at every place it was reduced from; the dual of a sum."""
    kept = tuple(1 if i in axes(dim, len(shape)) else n for i, n in enumerate(shape))
    return either.expand(grad.reshape(kept), shape)


class SumBackward0(Operation):
    """z = Σ self,   ∂z/∂self = 1 everywhere"""
    __slots__ = ()
    passes_through = True

    def forward(self):
        return np.sum(self, dtype=np.int64 if self.dtype.kind in "bui" else None)

    def d_self(grad, self_shape):
        return either.expand(grad, self_shape)


class SumBackward1(Operation):
    """z = Σ self over `dim`,   ∂z/∂self = 1 everywhere"""
    __slots__ = ()
    passes_through = True

    def forward(self, *, dim, keepdim):
        return np.sum(self, axis=axes(dim, self.ndim), keepdims=keepdim,
                      dtype=np.int64 if self.dtype.kind in "bui" else None)

    def d_self(grad, self_shape, dim):
        return spread(grad, self_shape, dim)


class MeanBackward0(Operation):
    """z = Σ self / n,   ∂z/∂self = 1/n everywhere"""
    __slots__ = ()
    passes_through = True

    def forward(self):
        return np.mean(self)

    def d_self(grad, self_shape):
        return either.expand(grad / max(self_shape.numel(), 1), self_shape)


class MeanBackward1(Operation):
    """z = Σ self / n over `dim`,   ∂z/∂self = 1/n everywhere"""
    __slots__ = ()
    passes_through = True

    def forward(self, *, dim, keepdim):
        return np.mean(self, axis=axes(dim, self.ndim), keepdims=keepdim)

    def d_self(grad, self_shape, dim):
        n = 1
        for d in axes(dim, len(self_shape)):
            n *= self_shape[d]
        return spread(grad / n, self_shape, dim)


@named("sum")
def sum_(input, dim=None, keepdim=False):
    """The sum of all entries, or over `dim` (a number or several)."""
    return SumBackward0.apply(input) if dim is None else SumBackward1.apply(input, dim=dim, keepdim=keepdim)


@named("mean")
def mean(input, dim=None, keepdim=False):
    """The mean of all entries, or over `dim` (a number or several). Floats only."""
    if not input.dtype.is_floating_point:
        raise RuntimeError("mean(): could not infer output dtype. Input dtype must be either a floating point or "
                           f"complex dtype. Got: {input.dtype.type_name}")
    return MeanBackward0.apply(input) if dim is None else MeanBackward1.apply(input, dim=dim, keepdim=keepdim)
