"""The length of a vector, in several measures: (Σ |x|ᵖ)^(1/p), the largest |x| for p = inf."""
import numpy as np

from autogradlab.autograd.operation import Operation

from . import either
from .extremes import share
from .reduce import axes, kept
from .register import named


class LinalgVectorNormBackward0(Operation):
    """z = (Σ |self|^ord)^(1/ord) over `dim`,   ∂z/∂self = sign(self) · (|self| / z)^(ord − 1), 0 where z is 0"""
    __slots__ = ()

    def forward(self, *, ord, dim, keepdim):
        size = abs(self)
        if ord in _SIMPLE:
            return _SIMPLE[ord](size, dim, keepdims=keepdim)
        if ord == 0:
            return np.add.reduce(size != 0, dim, self.dtype, keepdims=keepdim)
        return np.add.reduce(size ** ord, dim, keepdims=keepdim) ** (1 / ord)

    def d_self(grad, self, result, self_shape, ord, dim):
        grad, length = kept(grad, self_shape, dim), kept(result, self_shape, dim)
        if ord == 0:
            return either.zeros_like(self) * grad
        if ord == 1:
            return grad * either.sign(self)
        if ord == 2:
            return self * either.where(length == 0, 0, grad / length)
        if ord in _SIMPLE:
            return either.sign(self) * share(grad, abs(self) == length, dim)
        slope = either.where(self == 0, 0, abs(self) ** (ord - 1)) * either.where(length == 0, 0, length ** (1 - ord))
        return grad * either.sign(self) * slope


def _root_of_squares(size, dim, keepdims):
    return np.sqrt(np.add.reduce(size * size, dim, keepdims=keepdims))


_SIMPLE = {1: np.add.reduce, 2: _root_of_squares, np.inf: np.maximum.reduce, -np.inf: np.minimum.reduce}


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    """The length of all entries as one vector, or over `dim`; with ord = 0, how many are not 0."""
    x = x if dtype is None else x.to(dtype)
    if not x.dtype.is_floating_point:
        raise RuntimeError("linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
                           f"{x.dtype.type_name}")
    return LinalgVectorNormBackward0.apply(x, ord=ord, dim=axes(dim, x.ndim), keepdim=keepdim)


@named("norm")
def norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    """The length of all entries as one vector, or over `dim`."""
    if p == "nuc":
        raise _left_out("the nuclear norm")
    return vector_norm(input, 2 if p in ("fro", None) else p, dim, keepdim, dtype=dtype)


def linalg_norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """`torch.linalg.norm`: the length of a vector, or of all entries of a matrix."""
    of_matrix = (dim is None and A.ndim == 2) or (dim is not None and not isinstance(dim, int) and len(dim) == 2)
    if ord is not None and of_matrix and ord != "fro":
        raise _left_out(f"the matrix norm of order {ord!r}")
    return vector_norm(A, 2 if ord in ("fro", None) else ord, dim, keepdim, dtype=dtype)


def _left_out(what):
    return NotImplementedError(f"{what} is left out of autogradlab\n  help: vector_norm(x, ord, dim) measures vectors")
