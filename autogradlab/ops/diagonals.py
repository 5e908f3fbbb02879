"""The diagonal of a matrix, and the matrix of a diagonal: each is the other's dual."""
import numpy as np

from autogradlab.autograd.operation import Operation

from . import either
from .reduce import axis
from .register import named
from .shape import _View, ravel


class DiagonalBackward0(_View):
    """The entries on a diagonal of the dimensions dim1 and dim2; their gradients go back onto it."""
    __slots__ = ()

    def forward(self, *, offset, dim1, dim2):
        found = np.diagonal(self, offset, dim1, dim2)
        if self.flags.writeable:
            found.flags.writeable = True
        return found

    def d_self(grad, offset, dim1, dim2, self_shape):
        return either.apply(DiagonalBackwardBackward0, grad, offset=offset, dim1=dim1, dim2=dim2, shape=self_shape)


class DiagonalBackward0_copy(DiagonalBackward0):                                                    # noqa: N801
    """The same as a copy, where PyTorch's `diag` takes one."""
    __slots__ = ()
    view = passes_through = False

    def forward(self, *, offset, dim1, dim2):
        return np.diagonal(self, offset, dim1, dim2).copy()


class DiagonalBackwardBackward0(Operation):
    """Zeros of `shape` with `self` on a diagonal,   ∂z/∂self = that diagonal"""
    __slots__ = ()
    passes_through = True

    def forward(self, *, offset, dim1, dim2, shape):
        whole = np.zeros(shape, self.dtype)
        DiagonalBackward0.forward(whole, offset=offset, dim1=dim1, dim2=dim2)[...] = self
        return whole

    def d_self(grad, offset, dim1, dim2):
        return either.apply(DiagonalBackward0, grad, offset=offset, dim1=dim1, dim2=dim2)


class DiagEmbedBackward0(DiagonalBackwardBackward0):
    """The last dimension put on the diagonal of a matrix, 0 elsewhere,   ∂z/∂self = that diagonal"""
    __slots__ = ()
    forward = DiagonalBackwardBackward0.forward


@named("diagonal")
def diagonal(input, offset=0, dim1=0, dim2=1):
    """The entries whose positions in `dim1` and `dim2` differ by `offset`, as the last dimension of a view."""
    first, second = axis(dim1, input.ndim), axis(dim2, input.ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return DiagonalBackward0.apply(input, offset=offset, dim1=first, dim2=second)


@named("diag")
def diag(input, diagonal=0):
    """A matrix's diagonal, or the matrix with a vector on its diagonal."""
    if input.ndim == 1:
        return diag_embed(input, diagonal)
    if input.ndim == 2:
        return DiagonalBackward0_copy.apply(input, offset=diagonal, dim1=0, dim2=1)
    raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")


@named("diag_embed")
def diag_embed(input, offset=0):
    """For each vector along the last dimension: the matrix with it on the diagonal number `offset`."""
    n = input._data.shape[-1] + abs(offset)
    return DiagEmbedBackward0.apply(input, offset=offset, dim1=input.ndim - 1, dim2=input.ndim,
                                    shape=(*input._data.shape[:-1], n, n))


@named("diagflat")
def diagflat(input, offset=0):
    """The matrix with all numbers of `input` on its diagonal number `offset`."""
    return diag_embed(input if input.ndim == 1 else ravel(input), offset)
