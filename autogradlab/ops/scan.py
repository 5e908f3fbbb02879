"""Running sums and running products along a dimension, and the product of all.

The gradient of a running sum is a running sum from the other end. The derivative of a product is the product of the
other entries: result / self if no entry is 0, else multiplied out.
"""

import numpy as np

from autogradlab.autograd.dtypes import wanted
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either
from .arguments import not_for
from .bases import in_order
from .copies import FlipBackward0
from .joining import cat, stack
from .reduce import ALL, Adding, axis, reduced, spread
from .register import named


@named("cumsum")
class CumsumBackward0(Adding):
    """Along `dim` zᵢ = Σ self up to i; the gradient is summed from the other end"""

    forward = lambda self, *, dim, dtype: _running(np.add, self, dim, dtype)

    def d_self(grad, dim):
        if not grad.ndim:
            return grad
        turned = either.apply(FlipBackward0, grad, dims=(dim,))
        summed = either.apply(CumsumBackward0, turned, dim=dim, dtype=None)
        return either.apply(FlipBackward0, summed, dims=(dim,))

    def cumsum(input, dim, *, dtype=None):
        return CumsumBackward0.apply(input, dim=axis(dim, input.ndim), dtype=dtype)


@named("cumprod")
class CumprodBackward0(Adding):
    """Along `dim` zᵢ = Π self up to i,   ∂zⱼ/∂selfᵢ = zⱼ / selfᵢ for j ≥ i"""

    def cumprod(input, dim, *, dtype=None):
        return CumprodBackward0.apply(input, dim=axis(dim, input.ndim), dtype=dtype)

    forward = lambda self, *, dim, dtype: _running(np.multiply, self, dim, dtype)

    def d_self(grad, self, result, dim):
        if not self.ndim or self.shape[dim] < 2:
            return grad
        if not _has_zeros(self):
            return CumsumBackward0.d_self(grad * result, dim) / self
        if not isinstance(self, Tensor):
            return _slope_beside_zeros(grad, self, result, dim)
        row, grad = self.swapaxes(dim, -1), grad.swapaxes(dim, -1)
        slopes = []
        for k in range(row.shape[-1]):
            before, after = row[..., :k].prod(-1, True), row[..., k + 1 :].cumprod(-1)
            slopes.append((grad[..., k:] * cat((before, before * after), -1)).sum(-1))
        return stack(slopes, -1).swapaxes(dim, -1)


@named("prod")
class ProdBackward0(Adding):
    """The product of all entries, or along one `dim`, whole numbers in int64,   ∂z/∂self = the product of the others"""

    shows_self_sym_sizes = None
    forward = lambda self, *, dtype: np.multiply.reduce(self, None, _wide(self, dtype))

    def d_self(grad, self, result, self_shape):
        if not self_shape:
            return grad
        if not _has_zeros(self):
            return grad * (result / self)
        if not isinstance(self, Tensor) and np.count_nonzero(self == 0) > 1:
            return np.zeros_like(self)
        return grad * _product_of_others(self.reshape(-1), 0).reshape(self_shape)

    def prod(input, dim=ALL, keepdim=False, *, dtype=None):
        if dim is ALL:
            return ProdBackward0.apply(input, dtype=dtype)
        return ProdBackward1.apply(input, dim=axis(dim, input.ndim), keepdim=keepdim, dtype=dtype)


class ProdBackward1(Adding):
    """z = Π self along `dim`,   ∂z/∂self = the product of the others"""

    shows_self_sym_sizes = None

    def forward(self, *, dim, keepdim, dtype):
        return reduced(np.multiply, self, dim if self.ndim else None, _wide(self, dtype), keepdim)

    def d_self(grad, self, result, self_shape, dim):
        if not self_shape:
            return grad
        if not _has_zeros(self):
            return spread(grad, self_shape, (dim,)) * (spread(result, self_shape, (dim,)) / self)
        return spread(grad, self_shape, (dim,)) * _product_of_others(self, dim)


def _running(ufunc, x, dim, dtype):
    """Running sums or products; of float32 they are kept in float64 and rounded one by one, as in PyTorch."""
    kind = np.dtype(_wide(x, dtype) or x.dtype)
    x = x.astype(kind, copy=not x.ndim)
    if not x.ndim:
        return x
    if kind.kind == "b" and x.size:
        raise not_for("cumsum_out_cpu" if ufunc is np.add else "cumprod_out_cpu", x.astype(bool))
    return in_order(ufunc.accumulate(x, dim, _KEPT_IN.get(kind.char, kind)).astype(kind, copy=False))


_KEPT_IN = {"e": np.float32, "f": np.float64}


def _slope_beside_zeros(grad, x, result, dim):
    """The gradient of a running product of arrays with zeros; what lies behind one counts as 0, even nan."""
    zeros = np.cumsum(x == 0, dim)
    before, first = zeros == 0, (x == 0) & (zeros == 1)
    sums = np.flip(np.cumsum(np.flip(np.where(before, result * grad, 0), dim), dim), dim)
    until = np.multiply.reduce(np.where(before, x, 1), dim, keepdims=True)
    after = np.multiply.accumulate(np.where(before | first, 1, np.where(zeros == 1, x, 1)), dim)
    at_first = until * np.add.reduce(after * np.where(zeros == 1, grad, 0), dim, keepdims=True)
    return np.where(before, sums / np.where(before, x, 1), np.where(first, at_first, 0)).astype(x.dtype)


def _has_zeros(x):
    return not either.numbers(x).all()


def _product_of_others(x, dim):
    """For each entry the product of all others along `dim`, without a division."""
    row = x.swapaxes(dim, -1)
    if isinstance(x, Tensor):
        one = new_tensor(np.ones((*row.shape[:-1], 1), x.dtype.numpy))
        before = cat((one, row[..., :-1]), -1).cumprod(-1)
        after = cat((one, row.flip(-1)[..., :-1]), -1).cumprod(-1).flip(-1)
        return (before * after).swapaxes(dim, -1)
    before, after = np.ones_like(row), np.ones_like(row)
    np.multiply.accumulate(row[..., :-1], -1, out=before[..., 1:])
    np.multiply.accumulate(row[..., :0:-1], -1, out=after[..., -2::-1])
    return (before * after).swapaxes(dim, -1)


def _wide(x, dtype):
    """The number type to compute in: `dtype` if given, int64 for bools and integers, else None: their own."""
    return wanted(dtype, "prod").numpy if dtype is not None else np.int64 if x.dtype.kind in "bui" else None
