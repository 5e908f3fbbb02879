"""Entries taken by positions, and entries put at positions; each is the other's dual.

`index` is a tensor of whole numbers. Along `dim` it says where; along the other dimensions the places agree.
"""
from math import prod

import numpy as np

from autogradlab.autograd.tensor import Tensor

from . import either
from .arguments import check_tensor
from .bases import OwnForms, Positions
from .reduce import axis
from .register import named
from .select import IndexPutImplBackward0


def _places(index, dim):
    """NumPy's index for `index` along `dim`."""
    last = index.ndim - 1
    return tuple([index if d == dim else np.arange(n).reshape((n,) + (1,) * (last - d))
                  for d, n in enumerate(index.shape)])


def _part(array, index):
    """The corner of `array` that has the shape of `index`."""
    return array if array.shape == index.shape else array[tuple([slice(n) for n in index.shape])]


def _put(array, places, values):
    out = array.copy()
    out[places] = values
    return out


def _added(array, places, values):
    out = array.copy()
    np.add.at(out, places, values)
    return out


# ---- taking ---------------------------------------------------------------------------------------------------

@named("gather")
class GatherBackward0(Positions):
    """z[i, j] = self[index[i, j], j], in the shape of `index`; each entry sends its gradient back"""
    def forward(self, *, dim, index): return self[_places(index, dim)]

    def d_self(grad, dim, index, self_shape):
        return either.into_zeros(ScatterAddBackward0, grad, self_shape, dim=dim, index=index)

    def gather(input, dim, index):
        dim, index = _checked("gather", input, dim, index, "input")
        for d, (n, m) in enumerate(zip(index.shape, input._data.shape)):
            if d != dim and n > m:
                raise RuntimeError(f"Size does not match at dimension {d} expected index {list(index.shape)} to be no "
                                   f"larger than self {list(input._data.shape)} apart from dimension {dim}")
        return GatherBackward0.apply(input, dim=dim, index=index)


@named("index_select")
class IndexSelectBackward0(Positions):
    """The slices at the positions `index`, a vector, along `dim`; each sends its gradient back."""
    def forward(self, *, dim, index): return self.take(index, dim)

    def d_self(grad, dim, index, self_shape):
        return either.into_zeros(IndexAddBackward0, grad, self_shape, dim=dim, index=index, alpha=1)

    def index_select(input, dim, index):
        dim, index = _positions("index_select", input, dim, index)
        return IndexSelectBackward0.apply(input, dim=dim, index=index) if input.ndim else input.clone()


@named("take")
class TakeBackward0(Positions):
    """The entries at the positions `index`, counted along all dimensions as one; each sends its gradient back."""
    def forward(self, *, index): return self.reshape(-1)[index]

    def d_self(grad, index, self_shape):
        places = np.unravel_index(index % max(prod(self_shape), 1), self_shape)
        return either.apply(IndexPutImplBackward0, grad, index=places, shape=self_shape)

    def take(input, index):
        name = "Long" if not isinstance(index, Tensor) else index.dtype.type_name
        index = _whole_numbers("take", index, f"take(): Expected a long tensor for index, but got {name}")
        n = input.numel()
        outside = index[(index < -n) | (index >= n)]
        if outside.size:
            raise IndexError(f"out of range: tried to access index {outside.flat[0]} on a tensor of {n} elements.")
        return TakeBackward0.apply(input, index=index)


# ---- putting --------------------------------------------------------------------------------------------------

class _Scattered(Positions):
    """Entries of `src` go to positions; of a larger one only the corner in the shape of `index` is used."""
    def d_src(grad, dim, index, src_shape):
        grad = either.apply(GatherBackward0, grad, dim=dim, index=index)
        if grad.shape == src_shape:
            return grad
        corner = tuple(np.ogrid[tuple(map(slice, grad.shape))])
        return either.apply(IndexPutImplBackward0, grad, index=corner, shape=src_shape)


@named("scatter")
class ScatterBackward0(_Scattered):
    """self with src[i, j], or one number, put at [index[i, j], j],   ∂z/∂self = 0 there, else 1,   ∂z/∂src = 1"""
    def forward(self, src, *, dim, index): return _put(self, _places(index, dim), _part(src, index))
    def d_self(grad, dim, index): return either.apply(ScatterBackward1, grad, dim=dim, index=index, value=0)

    def scatter(input, dim, index, src=None, *, value=None):
        dim, index = _checked("scatter", input, dim, index)
        src = value if src is None else src
        if not isinstance(src, Tensor):
            return ScatterBackward1.apply(input, dim=dim, index=index, value=src)
        _check_source(input, dim, index, src, "scatter")
        return ScatterBackward0.apply(input, src, dim=dim, index=index)


class ScatterBackward1(Positions):
    """self with a number put at [index[i, j], j],   ∂z/∂self = 0 there, else 1"""
    def forward(self, *, dim, index, value): return _put(self, _places(index, dim), value)
    def d_self(grad, dim, index): return either.apply(ScatterBackward1, grad, dim=dim, index=index, value=0)


@named("scatter_add")
class ScatterAddBackward0(_Scattered):
    """self with src[i, j] added at [index[i, j], j],   ∂z/∂self = 1,   ∂z/∂src = 1"""
    passes_through = True
    def forward(self, src, *, dim, index): return _added(self, _places(index, dim), _part(src, index))
    def d_self(grad): return grad

    def scatter_add(input, dim, index, src):
        dim, index = _checked("scatter_add", input, dim, index)
        _check_source(input, dim, index, src, "scatter_add")
        return ScatterAddBackward0.apply(input, src, dim=dim, index=index)


@named("index_add")
class IndexAddBackward0(Positions, OwnForms):
    """self with α · source added at the positions `index` along `dim`,   ∂z/∂self = 1,   ∂z/∂source = α"""
    passes_through = True
    def d_self(grad): return grad

    def forward(self, source, *, dim, index, alpha):
        return _added(self, (slice(None),) * dim + (index,), source if alpha == 1 else source * alpha)

    def d_source(grad, dim, index, alpha):
        found = either.apply(IndexSelectBackward0, grad, dim=dim, index=index)
        return found if alpha == 1 else found * alpha

    def index_add(input, dim, index, source, *, alpha=1):
        dim, index = _positions("index_add", input, dim, index)
        if source.ndim and source._data.shape[dim] != index.size:
            raise RuntimeError(f"index_add_(): Number of indices ({index.size}) should be equal to source.size(dim): "
                               f"({source._data.shape[dim]}), for dim: {dim}")
        return IndexAddBackward0.apply(input, source, dim=dim, index=index, alpha=alpha)


# ---- what fits ------------------------------------------------------------------------------------------------

def _whole_numbers(function, index, sentence):
    check_tensor(function, index, "index", 2)
    if index._data.dtype.kind not in "iu":
        raise RuntimeError(sentence)
    return index._data


def _checked(function, input, dim, index, whose="self"):
    """`dim` and the array of `index`, which must fit `input` in every dimension but `dim`."""
    dim = axis(dim, input.ndim)
    index = _whole_numbers(function, index, f"{function}(): Expected dtype int32/int64 for index")
    if index.ndim != input.ndim:
        raise RuntimeError(f"Index tensor must have the same number of dimensions as {whose} tensor")
    shape = input._data.shape
    n = shape[dim] if shape else 1
    if index.size and (index.min() < 0 or index.max() >= n):
        first = index[(index < 0) | (index >= n)].flat[0]
        raise RuntimeError(f"index {first} is out of bounds for dimension {dim} with size {n}")
    return dim, index


def _positions(function, input, dim, index):
    dim = axis(dim, input.ndim)
    index = _whole_numbers(function, index, f"{function}(): Expected dtype int32 or int64 for index")
    if index.ndim > 1:
        raise IndexError(f"{function}(): Index is supposed to be a vector")
    n = input._data.shape[dim] if input.ndim else 1
    index = index.reshape(-1)
    if index.size and (index.min() < 0 or index.max() >= n):
        raise IndexError("index out of range in self")
    return dim, index


def _check_source(input, dim, index, src, function):
    if src.dtype is not input.dtype:
        raise RuntimeError(f"{function}(): Expected self.dtype to be equal to src.dtype")
    if any(n > m for n, m in zip(index.shape, src._data.shape)):
        raise RuntimeError(f"Expected index {list(index.shape)} to be no larger than self {list(input._data.shape)} "
                           f"apart from dimension {dim} and to be no larger size than src {list(src._data.shape)}")
