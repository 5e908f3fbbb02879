"""Entries taken by positions, and entries put at positions; each is the other's dual.

`index` is a tensor of whole numbers. Along `dim` it says where; along the other dimensions the places agree.
"""
from math import prod

import numpy as np

from autogradlab.autograd.operation import own_forms
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either
from .arguments import check_tensor
from .reduce import axis
from .register import named
from .select import Positions


def _places(index, dim):
    """NumPy's index for `index` along `dim`."""
    last = index.ndim - 1
    return tuple([index if d == dim else np.arange(n).reshape((n,) + (1,) * (last - d))
                  for d, n in enumerate(index.shape)])


def _along(positions, dim):
    """NumPy's index for whole slices at `positions` along `dim`."""
    return (slice(None),) * dim + (positions,)


def _part(array, index):
    """The corner of `array` that has the shape of `index`."""
    return array if array.shape == index.shape else array[tuple([slice(n) for n in index.shape])]


class GatherBackward0(Positions):
    """z[i, j] = self[index[i, j], j]; each entry sends its gradient back, one taken twice receives twice"""
    __slots__ = ()

    def forward(self, *, dim, index):
        return self[_places(index, dim)]

    def d_self(grad, dim, index, self_shape):
        zeros = np.zeros(self_shape, _type(grad))
        return scatter_add(new_tensor(zeros), dim, new_tensor(index), grad) if isinstance(grad, Tensor) else _added(
            zeros, _places(index, dim), grad)


class ScatterAddBackward0(Positions):
    """self with src[i, j] added at [index[i, j], j],   ∂z/∂self = 1,   ∂z/∂src = 1"""
    __slots__ = ()
    passes_through = True

    def forward(self, src, *, dim, index):
        return _added(self.copy(), _places(index, dim), _part(src, index))

    def d_self(grad):
        return grad

    def d_src(grad, dim, index, src_shape):
        return _in_corner(either.apply(GatherBackward0, grad, dim=dim, index=index), src_shape)


class ScatterBackward0(Positions):
    """self with src[i, j] put at [index[i, j], j],   ∂z/∂self = 0 there, else 1,   ∂z/∂src = 1"""
    __slots__ = ()

    def forward(self, src, *, dim, index):
        out = self.copy()
        out[_places(index, dim)] = _part(src, index)
        return out

    def d_self(grad, dim, index):
        return either.apply(ScatterBackward1, grad, dim=dim, index=index, value=0)

    def d_src(grad, dim, index, src_shape):
        return _in_corner(either.apply(GatherBackward0, grad, dim=dim, index=index), src_shape)


class ScatterBackward1(Positions):
    """self with a number put at [index[i, j], j],   ∂z/∂self = 0 there, else 1"""
    __slots__ = ()

    def forward(self, *, dim, index, value):
        out = self.copy()
        out[_places(index, dim)] = value
        return out

    def d_self(grad, dim, index):
        return either.apply(ScatterBackward1, grad, dim=dim, index=index, value=0)


class IndexSelectBackward0(Positions):
    """The slices at the positions `index` along `dim`; each sends its gradient back."""
    __slots__ = ()

    def forward(self, *, dim, index):
        return self.take(index, dim)

    def d_self(grad, dim, index, self_shape):
        zeros = np.zeros(self_shape, _type(grad))
        return index_add(new_tensor(zeros), dim, new_tensor(index), grad) if isinstance(grad, Tensor) else _added(
            zeros, _along(index, dim), grad)


class IndexAddBackward0(Positions):
    """self with α · source added at the positions `index` along `dim`,   ∂z/∂self = 1,   ∂z/∂source = α"""
    __slots__ = ()
    passes_through = True

    def forward(self, source, *, dim, index, alpha):
        return _added(self.copy(), _along(index, dim), source if alpha == 1 else source * alpha)

    def d_self(grad):
        return grad

    def d_source(grad, dim, index, alpha):
        found = either.apply(IndexSelectBackward0, grad, dim=dim, index=index)
        return found if alpha == 1 else found * alpha

    @classmethod
    def _repairs(cls, data, arrays):
        return own_forms(arrays)


class TakeBackward0(Positions):
    """The entries at the positions `index`, counted along all dimensions as one; each sends its gradient back."""
    __slots__ = ()

    def forward(self, *, index):
        return self.reshape(-1)[index]

    def d_self(grad, index, self_shape):
        places = np.unravel_index(index % max(prod(self_shape), 1), self_shape)
        if isinstance(grad, Tensor):
            return new_tensor(np.zeros(self_shape, _type(grad))).index_put(places, grad, accumulate=True)
        return _added(np.zeros(self_shape, _type(grad)), places, grad)


def _type(grad):
    return grad._data.dtype if isinstance(grad, Tensor) else grad.dtype


def _added(array, places, values):
    np.add.at(array, places, values)
    return array


def _in_corner(grad, shape):
    """A gradient in the corner of zeros of `shape`, for a source of which only that corner was used."""
    if grad.shape == shape:
        return grad
    if isinstance(grad, Tensor):
        return new_tensor(np.zeros(shape, _type(grad))).index_put(tuple(np.ogrid[tuple(map(slice, grad.shape))]), grad)
    zeros = np.zeros(shape, grad.dtype)
    _part(zeros, grad)[...] = grad
    return zeros


# ---- taking ---------------------------------------------------------------------------------------------------

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


@named("gather")
def gather(input, dim, index):
    """The entries of `input` at the positions that `index` gives along `dim`; the result has the shape of `index`."""
    dim, index = _checked("gather", input, dim, index, "input")
    for d, (n, m) in enumerate(zip(index.shape, input._data.shape)):
        if d != dim and n > m:
            raise RuntimeError(f"Size does not match at dimension {d} expected index {list(index.shape)} to be no "
                               f"larger than self {list(input._data.shape)} apart from dimension {dim}")
    return GatherBackward0.apply(input, dim=dim, index=index)


@named("index_select")
def index_select(input, dim, index):
    """The slices of `input` at the positions `index`, a vector, along `dim`."""
    dim, index = _positions("index_select", input, dim, index)
    if input.ndim == 0:
        return input.clone()
    return IndexSelectBackward0.apply(input, dim=dim, index=index)


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


@named("take")
def take(input, index):
    """The entries at the positions `index`, counted along all dimensions as one."""
    name = "Long" if not isinstance(index, Tensor) else index.dtype.type_name
    index = _whole_numbers("take", index, f"take(): Expected a long tensor for index, but got {name}")
    n = input.numel()
    outside = index[(index < -n) | (index >= n)]
    if outside.size:
        raise IndexError(f"out of range: tried to access index {outside.flat[0]} on a tensor of {n} elements.")
    return TakeBackward0.apply(input, index=index)


@named("take_along_dim")
def take_along_dim(input, indices, dim=None):
    """As `gather`, with `indices` and `input` stretched to each other in the other dimensions."""
    if dim is None:
        return gather(input.reshape(-1), 0, indices.reshape(-1))
    if input.ndim != indices.ndim:
        raise RuntimeError("torch.take_along_dim(): input and indices should have the same number of dimensions, but "
                           f"got {input.ndim} dimensions for input, and {indices.ndim} dimensions for indices")
    dim = axis(dim, input.ndim)
    wide = [max(n, m) if d != dim else -1 for d, (n, m) in enumerate(zip(input._data.shape, indices._data.shape))]
    return gather(input.expand(wide), dim, indices.expand(wide))


# ---- putting --------------------------------------------------------------------------------------------------

def _check_source(input, dim, index, src, function):
    if src.dtype is not input.dtype:
        raise RuntimeError(f"{function}(): Expected self.dtype to be equal to src.dtype")
    if any(n > m for n, m in zip(index.shape, src._data.shape)):
        raise RuntimeError(f"Expected index {list(index.shape)} to be no larger than self {list(input._data.shape)} "
                           f"apart from dimension {dim} and to be no larger size than src {list(src._data.shape)}")


@named("scatter")
def scatter(input, dim, index, src=None, *, value=None):
    """`input` with the entries of `src`, or one number, put at the positions that `index` gives along `dim`."""
    dim, index = _checked("scatter", input, dim, index)
    src = value if src is None else src
    if not isinstance(src, Tensor):
        return ScatterBackward1.apply(input, dim=dim, index=index, value=src)
    _check_source(input, dim, index, src, "scatter")
    return ScatterBackward0.apply(input, src, dim=dim, index=index)


@named("scatter_add")
def scatter_add(input, dim, index, src):
    """`input` with the entries of `src` added at the positions that `index` gives along `dim`."""
    dim, index = _checked("scatter_add", input, dim, index)
    _check_source(input, dim, index, src, "scatter_add")
    return ScatterAddBackward0.apply(input, src, dim=dim, index=index)


@named("index_add")
def index_add(input, dim, index, source, *, alpha=1):
    """`input` with `source`, times `alpha`, added to the slices at the positions `index` along `dim`."""
    dim, index = _positions("index_add", input, dim, index)
    if source.ndim and source._data.shape[dim] != index.size:
        raise RuntimeError(f"index_add_(): Number of indices ({index.size}) should be equal to source.size(dim): "
                           f"({source._data.shape[dim]}), for dim: {dim}")
    return IndexAddBackward0.apply(input, source, dim=dim, index=index, alpha=alpha)
