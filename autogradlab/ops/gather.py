"""Entries taken by positions, and entries put at positions; each is the other's dual.

`index` is a tensor of whole numbers: positions along `dim`; along the other dimensions, positions stay the same.
"""

from math import prod

import numpy as np

from autogradlab.autograd.sentences import WRONG_SHAPE
from autogradlab.autograd.tensor import Tensor

from . import either
from .bases import OwnForms, Positions, Through, in_order
from .left_out import option_left_out
from .literals import number_as, number_like
from .reduce import axis
from .refusals import NoWay
from .register import named
from .select import IndexPutImplBackward0

BEYOND = "index {} is out of bounds for dimension {} with size {}"


def _places(index, dim):
    """NumPy's index for `index` along `dim`."""
    index = _row(index)
    last = index.ndim - 1
    return tuple(
        [index if d == dim else np.arange(n).reshape((n,) + (1,) * (last - d)) for d, n in enumerate(index.shape)]
    )


def _row(x):
    """`x`, or a 0-d array or Tensor as a row of one entry, which has a dimension to index."""
    return x if x.ndim else x.reshape(1)


def _part(array, index):
    """The corner of `array` that has the shape of `index`."""
    return array if array.shape == index.shape else _row(array)[tuple([slice(n) for n in _row(index).shape])]


def _put(array, places, values):
    out = np.array(array, order="C")
    _row(out)[places] = values
    return out


def _added(array, places, values):
    out = np.array(array, order="C")
    np.add.at(_row(out), places, values)
    return out


# ---- taking ---------------------------------------------------------------------------------------------------


@named("gather")
class GatherBackward0(Positions):
    """z[i, j] = self[index[i, j], j], in the shape of `index`; each entry sends its gradient back"""

    _saved_sparse_grad = False

    def forward(self, index, *, dim):
        taken = in_order(_row(self)[_places(index, dim)])
        return taken if index.ndim else taken[0]

    def d_self(grad, index, dim, self_shape):
        return either.into_zeros(ScatterAddBackward0, grad, self_shape, index, dim=dim)

    def gather(input, dim, index, *, sparse_grad=False):
        dim = _checked("gather", input, dim, index, "input")
        for d, (n, m) in enumerate(zip(index.shape, input._data.shape)):
            if d != dim and n > m:
                raise RuntimeError(
                    f"Size does not match at dimension {d} expected index {list(index.shape)} to be no "
                    f"larger than self {list(input._data.shape)} apart from dimension {dim}"
                )
        _check_range(input, dim, index, RuntimeError, BEYOND)
        if sparse_grad:
            raise option_left_out("gather(sparse_grad=True)")
        return GatherBackward0.apply(input, index, dim=dim)


@named("index_select")
class IndexSelectBackward0(Positions):
    """The slices at the positions `index`, a vector, along `dim`; each sends its gradient back."""

    forward = lambda self, index, *, dim: self.take(index, dim) if self.ndim else self.copy()

    def d_self(grad, index, dim, self_shape):
        return either.into_zeros(IndexAddBackward0, grad, self_shape, index, dim=dim, alpha=1)

    def index_select(input, dim, index):
        dim, index = _positions("index_select", input, dim, index)
        if not input.ndim and index.numel() != 1:
            raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {index.numel()} value(s)")
        if dim:
            _check_range(input, dim, index, RuntimeError, "INDICES element is out of DATA bounds, id={0} axis_dim={2}")
        _check_range(input, dim, index)
        return IndexSelectBackward0.apply(input, index, dim=dim)


@named("take")
class TakeBackward0(Positions):
    """The entries at the positions `index` in the flattened tensor; each sends its gradient back."""

    forward = lambda self, index: self.reshape(-1)[index]

    def d_self(grad, index, self_shape):
        size = prod(self_shape)
        flat = either.apply(IndexPutImplBackward0, grad, index=(either.numbers(index) % max(size, 1),), shape=(size,))
        return flat.reshape(self_shape)

    def take(input, index):
        if index.dtype.name != "int64":
            raise RuntimeError(f"take(): Expected a long tensor for index, but got {index.dtype.type_name}")
        n = input.numel()
        outside = index._data[(index._data < -n) | (index._data >= n)]
        if outside.size:
            raise IndexError(f"out of range: tried to access index {outside.flat[0]} on a tensor of {n} elements.")
        return TakeBackward0.apply(input, index)


# ---- putting --------------------------------------------------------------------------------------------------


def _of_source(node, grad, index, dim, shape):
    """The gradient of what `node` has put at positions. Of a larger source only a corner is put, and it has none."""
    grad = either.apply(GatherBackward0, grad, index, dim=dim)
    if prod(grad.shape) != prod(shape):
        raise RuntimeError(WRONG_SHAPE.format(node, 1, list(grad.shape), list(shape)))
    return grad.reshape(shape)


@named("scatter")
class ScatterBackward0(Positions):
    """self with src[i, j], or one number, put at [index[i, j], j],   ∂z/∂self = 0 there, else 1,   ∂z/∂src = 1"""

    forward = lambda self, src, index, *, dim: _put(self, _places(index, dim), _part(src, index))
    d_self = lambda grad, index, dim: either.apply(ScatterBackward1, grad, index, dim=dim, value=0)
    d_src = lambda grad, index, dim, src_shape: _of_source("ScatterBackward0", grad, index, dim, src_shape)

    def scatter(input, dim, index, src=None, *, value=None):
        dim = _checked("scatter", input, dim, index)
        src = value if src is None else src
        if src is None:
            raise NoWay("scatter() takes `src` or `value`")
        if not isinstance(src, Tensor):
            _check_inside(input, dim, index)
            return ScatterBackward1.apply(input, index, dim=dim, value=number_as(src, input._data.dtype))
        _check_source(input, dim, index, src)
        return ScatterBackward0.apply(input, src, index, dim=dim)


class ScatterBackward1(Positions):
    """self with a number put at [index[i, j], j],   ∂z/∂self = 0 there, else 1"""

    d_self = ScatterBackward0.d_self
    forward = lambda self, index, *, dim, value: _put(self, _places(index, dim), value)


@named("scatter_add")
class ScatterAddBackward0(Through, Positions):
    """self with src[i, j] added at [index[i, j], j],   ∂z/∂self = 1,   ∂z/∂src = 1"""

    forward = lambda self, src, index, *, dim: _added(self, _places(index, dim), _part(src, index))
    d_src = lambda grad, index, dim, src_shape: _of_source("ScatterAddBackward0", grad, index, dim, src_shape)

    def scatter_add(input, dim, index, src):
        dim = _checked("scatter_add", input, dim, index)
        _check_source(input, dim, index, src)
        return ScatterAddBackward0.apply(input, src, index, dim=dim)


@named("index_add")
class IndexAddBackward0(Through, Positions, OwnForms):
    """self with α · source added at the positions `index` along `dim`,   ∂z/∂self = 1,   ∂z/∂source = α"""

    def forward(self, source, index, *, dim, alpha):
        return _added(self, (slice(None),) * dim + (index,), source if alpha == 1 else source * alpha)

    def d_source(grad, index, dim, alpha):
        found = either.apply(IndexSelectBackward0, grad, index, dim=dim)
        return found if alpha == 1 else found * alpha

    def index_add(input, dim, index, source, *, alpha=1):
        dim, index = _positions("index_add_", input, dim, index)
        if source.dtype is not input.dtype:
            raise RuntimeError(
                f"index_add_(): self ({input.dtype.type_name}) and source ({source.dtype.type_name}) must "
                "have the same scalar type"
            )
        own, other = list(input._data.shape), list(source._data.shape)
        if [*own[:dim], *own[dim + 1 :]] != [*other[:dim], *other[dim + 1 :]] or len(own) != len(other):
            raise RuntimeError(
                "source tensor shape must match self tensor shape, excluding the specified dimension. Got "
                f"self.shape = {own} source.shape = {other}"
            )
        if (other or [1])[dim] != index.numel():
            raise RuntimeError(
                f"index_add_(): Number of indices ({index.numel()}) should be equal to "
                f"source.size(dim): ({(other or [1])[dim]}), for dim: {dim}"
            )
        if input.ndim > 1:
            _check_range(input, dim, index, RuntimeError, BEYOND)
        _check_range(input, dim, index)
        return IndexAddBackward0.apply(input, source, index, dim=dim, alpha=number_like(alpha, input._data.dtype))


# ---- checks ---------------------------------------------------------------------------------------------------


def _check_whole(index, wrong):
    if index.dtype.name not in ("int32", "int64"):
        raise RuntimeError(wrong)


def _checked(function, input, dim, index, whose="self"):
    """`dim`, counted from the front, once `index` has the number type and the number of dimensions that fit."""
    dim = axis(dim, input.ndim)
    _check_whole(index, f"{function.removesuffix('_add')}(): Expected dtype int32/int64 for index")
    if max(index.ndim, 1) != max(input.ndim, 1):
        raise RuntimeError(f"Index tensor must have the same number of dimensions as {whose} tensor")
    return dim


def _positions(function, input, dim, index):
    dim = axis(dim, input.ndim)
    _check_whole(index, f"{function}(): Expected dtype int32 or int64 for index")
    if index.ndim > 1:
        told = f", but got dim: {index.ndim} with type: {index.dtype.type_name} and size: {list(index.shape)}"
        raise IndexError(f"{function}(): Index is supposed to be a vector{told if function == 'index_add_' else ''}")
    return dim, _row(index)


def _check_range(input, dim, index, error=IndexError, sentence="index out of range in self"):
    """Raise `error` for the first position that `input` does not have along `dim`."""
    n, places = input._data.shape[dim] if input.ndim else 1, index._data
    if places.size and (places.min() < 0 or places.max() >= n):
        raise error(sentence.format(places[(places < 0) | (places >= n)][0], dim, n))


def _check_source(input, dim, index, src):
    if src.dtype is not input.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    shape = src._data.shape or (1,)
    if len(shape) > max(index.ndim, 1) or (not src.ndim and index.ndim > 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as src tensor")
    if len(shape) < index.ndim:
        axis(len(shape), src.ndim)  # raises
    more = f" and to be no larger size than src {list(src._data.shape)}"
    _check_inside(input, dim, index, more, beyond=any(n > m for n, m in zip(index.shape, shape)))


def _check_inside(input, dim, index, more="", beyond=False):
    """Raise RuntimeError if `index` is larger than `input` (except along `dim`), points beyond it, or if `beyond`."""
    if beyond or any(n > m for d, (n, m) in enumerate(zip(index.shape, input._data.shape)) if d != dim):
        raise RuntimeError(
            f"Expected index {list(index.shape)} to be no larger than self {list(input._data.shape)} "
            f"apart from dimension {dim}{more}"
        )
    _check_range(input, dim, index, RuntimeError, BEYOND)
