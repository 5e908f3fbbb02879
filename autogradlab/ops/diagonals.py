"""Diagonals and triangles: taking a diagonal, putting numbers on one, and zeros above or below one."""

import numpy as np

from autogradlab.autograd.operation import Operation

from . import either
from .bases import View, in_order
from .reduce import axis
from .register import named


@named("diagonal")
class DiagonalBackward0(View):
    """The entries whose positions in `dim1` and `dim2` differ by `offset`; their gradients go back there."""

    def forward(self, *, offset, dim1, dim2):
        found = np.diagonal(self, offset, dim1, dim2)
        found.flags.writeable = self.flags.writeable
        return found

    def d_self(grad, offset, dim1, dim2, self_shape):
        return either.apply(DiagonalBackwardBackward0, grad, offset=offset, dim1=dim1, dim2=dim2, shape=self_shape)

    def diagonal(input, offset=0, dim1=0, dim2=1):
        first, second = _two_axes(dim1, dim2, input.ndim)
        return DiagonalBackward0.apply(input, offset=offset, dim1=first, dim2=second)


class DiagonalBackward0_copy(DiagonalBackward0):  # noqa: N801
    """The same as a copy: PyTorch's `diag` records this node and copies."""

    view = passes_through = False
    forward = lambda self, *, offset, dim1, dim2: np.diagonal(self, offset, dim1, dim2).copy()


class DiagonalBackwardBackward0(Operation):
    """Zeros of `shape` with `self` on a diagonal,   ∂z/∂self = that diagonal"""

    passes_through = True

    def forward(self, *, offset, dim1, dim2, shape):
        whole = np.zeros(shape, self.dtype)
        DiagonalBackward0.forward(whole, offset=offset, dim1=dim1, dim2=dim2)[...] = self
        return whole

    d_self = lambda grad, offset, dim1, dim2: either.apply(DiagonalBackward0, grad, offset=offset, dim1=dim1, dim2=dim2)


@named("diag_embed")
class DiagEmbedBackward0(DiagonalBackwardBackward0):
    """The last dimension put on the diagonal `offset` of matrices, 0 elsewhere,   ∂z/∂self = that diagonal"""

    def diag_embed(input, offset=0, dim1=-2, dim2=-1):
        first, second = _two_axes(dim1, dim2, input.ndim + 1)
        *shape, n = input._data.shape
        for d in sorted((first, second)):
            shape.insert(d, n + abs(offset))
        return DiagEmbedBackward0.apply(input, offset=offset, dim1=first, dim2=second, shape=tuple(shape))


@named("tril")
class TrilBackward0(Operation):
    """A matrix, or each in a batch, with zeros above its `diagonal` (0 is the main one); the same for the gradient."""

    forward = lambda self, *, diagonal: in_order(np.tril(self, diagonal))
    d_self = lambda grad, diagonal: either.apply(TrilBackward0, grad, diagonal=diagonal)

    def tril(input, diagonal=0):
        return TrilBackward0.apply(_matrix("tril", input), diagonal=diagonal)


@named("triu")
class TriuBackward0(Operation):
    """A matrix, or each in a batch, with zeros below its `diagonal` (0 is the main one); the same for the gradient."""

    forward = lambda self, *, diagonal: in_order(np.triu(self, diagonal))
    d_self = lambda grad, diagonal: either.apply(TriuBackward0, grad, diagonal=diagonal)

    def triu(input, diagonal=0):
        return TriuBackward0.apply(_matrix("triu", input), diagonal=diagonal)


@named("diag")
def diag(input, diagonal=0):
    """A matrix's diagonal, or the matrix with a vector on its diagonal."""
    if input.ndim == 1:
        return input.diag_embed(diagonal)
    if input.ndim == 2:
        return DiagonalBackward0_copy.apply(input, offset=diagonal, dim1=0, dim2=1)
    raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")


def _matrix(function, input):
    if input.ndim < 2:
        raise RuntimeError(f"{function}: input tensor must have at least 2 dimensions")
    return input


def _two_axes(dim1, dim2, ndim):
    """Both dimensions counted from 0. Raises RuntimeError if they are the same."""
    first, second = axis(dim1, ndim), axis(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return first, second
