"""Parts of a tensor: `x[0]`, `x[1:3]`, `x[..., None]`, `x[[0, 2]]`, `x[mask]`.

Dual: taking a part, and putting a part into zeros.
"""
from math import prod
from operator import index as whole_number

import numpy as np

from autogradlab.autograd.operation import Operation
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.views import retrace

from . import either
from .reduce import axis
from .register import named
from .shape import _View, unsqueeze

FULL = slice(None)


# ---- parts that share memory ----------------------------------------------------------------------------------

class _Put(Operation):
    """Zeros of `shape` with `self` put in at `index`,   ∂z/∂self = the part at `index`"""
    __slots__ = ()
    passes_through = True

    def forward(self, *, index, shape):
        whole = np.zeros(shape, self.dtype)
        whole[index] = self
        return whole

    def d_self(grad, index):
        return grad[index]


class SelectBackwardBackward0(_Put):
    """How the gradient of `x[i]` goes back."""
    __slots__ = ()
    forward = _Put.forward


class SliceBackwardBackward0(_Put):
    """How the gradient of `x[i:j]` goes back."""
    __slots__ = ()
    forward = _Put.forward


class SelectBackward0(_View):
    """One position along a dimension; the gradient goes back to that position."""
    __slots__ = ()

    def forward(self, *, index):
        return self[index]

    def d_self(grad, index, self_shape):
        return either.apply(SelectBackwardBackward0, grad, index=index, shape=self_shape)


class SliceBackward0(_View):
    """A range along a dimension; the gradient goes back to that range."""
    __slots__ = ()

    def forward(self, *, index):
        return self[index]

    def d_self(grad, index, self_shape):
        return either.apply(SliceBackwardBackward0, grad, index=index, shape=self_shape)


class AliasBackward0(_View):
    """The whole, as a view."""
    __slots__ = ()

    def forward(self):
        return self.view()

    def d_self(grad):
        return grad


class AsStridedBackward0(_View):
    """A view whose base was written to, taken anew: all its steps at once. The gradient goes back to where it was taken."""
    __slots__ = ()

    def forward(self, *, steps):
        return retrace(self, steps)

    def d_self(grad, steps, self_shape):
        numbered = np.arange(prod(self_shape)).reshape(self_shape)
        index = np.unravel_index(retrace(numbered, steps), self_shape)
        return either.apply(IndexPutImplBackward0, grad, index=index, shape=self_shape)


# ---- parts picked one by one ----------------------------------------------------------------------------------

class IndexPutImplBackward0(_Put):
    """Zeros with `self` added at `index`; an entry picked twice receives twice."""
    __slots__ = ()
    d_self = _Put.d_self

    def forward(self, *, index, shape):
        whole = np.zeros(shape, self.dtype)
        np.add.at(whole, index, self)
        return whole


class IndexBackward0(Operation):
    """Entries picked by lists or a mask, as a copy; each pick sends its gradient back to where it came from."""
    __slots__ = ()

    def forward(self, *, index):
        picked = self[index]
        return picked if picked.flags.c_contiguous else picked.copy()

    def d_self(grad, index, self_shape):
        return either.apply(IndexPutImplBackward0, grad, index=index, shape=self_shape)

    def release_saved(self):
        self.saved, self.freed = (None,) * len(self.saved), True      # PyTorch saves lists and masks as tensors


def basic_part(tensor, key):
    """The view that the numbers, ranges, `None` and `...` in `key` take, and the picks that remain: arrays by dimension.

    One dimension after the other, as PyTorch records it. The tensor itself is given back where `key` takes all of it.
    """
    if type(key) is int:
        return select(tensor, 0, key, _out_of_bounds), ()
    if type(key) is slice:
        return _ranged(tensor, 0, key), ()
    keys = key if type(key) is tuple or _is_a_tuple_in_brackets(key) else (key,)
    picks = [_as_pick(k) for k in keys]
    taken = sum([1 if k is FULL or isinstance(k, (int, slice)) else k.ndim if k.dtype.kind == "b" else 1
                 for k in picks if k is not None and k is not Ellipsis and not isinstance(k, bool)])
    if taken > tensor.ndim:
        raise IndexError(f"too many indices for tensor of dimension {tensor.ndim}")
    return _part_by_part(tensor, picks, tensor.ndim - taken)


def _is_a_tuple_in_brackets(key):
    """Whether a list stands for a tuple, as `x[[[0, 1], [2, 3]]]`: an old habit of NumPy that PyTorch keeps."""
    return type(key) is list and any(k is None or k is Ellipsis or isinstance(k, (list, tuple, range, slice, Tensor))
                                     for k in key)


def _part_by_part(part, picks, skipped):
    """Walk along the dimensions; `...` stands for `skipped` of them."""
    dim, arrays = 0, {}
    for place, k in enumerate(picks):
        if k is Ellipsis:
            dim, skipped = dim + skipped, 0
        elif k is None or isinstance(k, bool):
            part = unsqueeze(part, dim)
            if k is not None:
                arrays[dim] = np.array([k])
            dim += 1
        elif isinstance(k, slice):
            part = part if _takes_all(k, part._data.shape[dim]) else _ranged(part, dim, k)
            dim += 1
        elif isinstance(k, int):
            part = select(part, dim, k, lambda tensor, dim, position, place=place: _out_of_bounds(tensor, dim, position, place))
        elif k.ndim == 0 and k.dtype.kind == "b":
            part, arrays[dim] = unsqueeze(part, dim), k.reshape(1)
            dim += 1
        else:
            arrays[dim] = k
            dim += k.ndim if k.dtype.kind == "b" else 1
    return part, _aligned(arrays, part._data.shape)


def _as_pick(k):
    """One entry of a key: an int, bool, slice, None or `...` as it is; lists and tensors as arrays. Raises IndexError."""
    if k is None or k is Ellipsis or type(k) in (int, bool, slice):
        return k
    if isinstance(k, Tensor):
        k = k._data
    elif isinstance(k, (list, tuple, range)):
        k = np.array(k, None if len(k) else np.int64)
        k = k.astype(np.int64) if k.dtype.kind == "f" else k
    if isinstance(k, (np.ndarray, np.generic)):
        if k.dtype.kind not in "iub":
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        return int(k) if k.ndim == 0 and k.dtype.kind != "b" else np.asarray(k)
    if hasattr(k, "__index__"):
        return whole_number(k)
    if isinstance(k, str):
        raise TypeError("new(): invalid data type 'str'")
    raise IndexError("only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
                     f"(got {type(k).__name__})")


def _takes_all(k, n):
    return k.step in (None, 1) and k.start in (None, 0) and (k.stop is None or k.stop == n)


def _ranged(tensor, dim, k):
    if tensor.ndim == 0:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if k.step is not None and k.step <= 0:
        raise ValueError("slice step cannot be zero" if k.step == 0 else "step must be greater than zero")
    return SliceBackward0.apply(tensor, index=(FULL,) * dim + (k,))


def _out_of_bounds(tensor, dim, position, place=0):
    if tensor.ndim == 0:
        return IndexError("invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
                          "convert a 0-dim tensor to a number")
    return IndexError(f"index {position} is out of bounds for dimension {place} with size {tensor._data.shape[dim]}")


def _aligned(arrays, shape):
    """The picks as NumPy's index: an array or a full range for each dimension. Masks must have the shape they mask."""
    for place, (dim, k) in enumerate(arrays.items()):
        if k.dtype.kind == "b" and k.shape != shape[dim:dim + k.ndim]:
            raise IndexError(f"The shape of the mask {list(k.shape)} at index {_first_difference(k.shape, shape[dim:])} does "
                             f"not match the shape of the indexed tensor {list(shape)} at index "
                             f"{dim + _first_difference(k.shape, shape[dim:])}")
    index, dim = [], 0
    for place, k in arrays.items():
        index += [FULL] * (place - dim) + [k]
        dim = place + (k.ndim if k.dtype.kind == "b" else 1)
    return tuple(index)


def _first_difference(a, b):
    return next((i for i, (n, m) in enumerate(zip(a, b)) if n != m), 0)


def picking_error(error, index):
    """NumPy's error for picks that do not fit, in PyTorch's words."""
    if "broadcast" in str(error):
        shapes = ", ".join(str(list(k.shape)) for k in index if isinstance(k, np.ndarray))
        return IndexError(f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}")
    before, _, axis_and_size = str(error).partition("axis ")
    dim, _, size = axis_and_size.partition(" ")
    place = sum(isinstance(k, np.ndarray) for k in index[:int(dim)])       # PyTorch counts the picked dimensions only
    return IndexError(f"{before}dimension {place} {size}")


def getitem(self, key):
    """`x[1]`, `x[1:3]`, `x[0, :2]`, `x[[0, 2]]`, `x[mask]`. Raises IndexError for what is not there."""
    part, index = basic_part(self, key)
    if index:
        try:
            return IndexBackward0.apply(part, index=index)
        except IndexError as error:
            raise picking_error(error, index) from None
    return AliasBackward0.apply(self) if part is self else part


Tensor.__getitem__ = getitem


# ---- by name --------------------------------------------------------------------------------------------------

def _not_selectable(tensor, dim, position):
    if tensor.ndim == 0:
        return IndexError("select() cannot be applied to a 0-dim tensor.")
    return IndexError(f"select(): index {position} out of range for tensor of size {list(tensor._data.shape)} at dimension "
                      f"{dim}")


@named("select")
def select(input, dim, index, error=_not_selectable):
    """The part at position `index` of dimension `dim`, which goes away."""
    shape = input._data.shape
    if not shape:
        raise error(input, dim, index)
    dim = axis(dim, len(shape))
    if not -shape[dim] <= index < shape[dim]:
        raise error(input, dim, index)
    return SelectBackward0.apply(input, index=(FULL,) * dim + (index, ...))


@named("narrow")
def narrow(input, dim, start, length):
    """The range of `length` positions from `start` along `dim`."""
    dim = axis(dim, input.ndim)
    n = input._data.shape[dim]
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not -n <= start <= n:
        raise IndexError(f"start out of range (expected to be in range of [{-n}, {n}], but got {start})")
    start += n if start < 0 else 0
    if start + length > n:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return SliceBackward0.apply(input, index=(FULL,) * dim + (slice(start, start + length),))


@named("_as_strided", function=False)
def _as_strided(self, steps):
    """A view of this tensor, taken by `steps` at once."""
    return AsStridedBackward0.apply(self, steps=steps)
