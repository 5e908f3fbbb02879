"""Parts of a tensor: indexing, and choosing between two tensors.

Dual: taking a part, and putting a part into zeros.
"""
import numpy as np

from autogradlab.autograd.dtypes import promote
from autogradlab.autograd.operation import Elementwise, Operation
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either
from .arithmetic import _plain
from .register import named
from .shape import _View

_NUMPY = (np.ndarray, np.generic)


def _put(grad, index, shape):
    """Zeros of `shape` with `grad` added at `index`; an entry taken twice receives twice."""
    if isinstance(grad, Tensor):
        return PutBackward.apply(grad, index=index, shape=shape)
    return PutBackward.forward(grad, index=index, shape=shape)


class _Part(_View):
    """A part that shares memory with the whole."""
    __slots__ = ()

    def forward(self, *, index):
        return self[index]

    def d_self(grad, index, self_shape):
        return _put(grad, index, self_shape)


class SelectBackward0(_Part):
    """One position along a dimension; the gradient goes back to that position."""
    __slots__ = ()
    forward = _Part.forward


class SliceBackward0(_Part):
    """A range along a dimension; the gradient goes back to that range."""
    __slots__ = ()
    forward = _Part.forward


class IndexBackward0(Operation):
    """Entries picked by lists or a mask, as a copy; each pick sends its gradient back to where it came from."""
    __slots__ = ()
    forward = _Part.forward
    d_self = _Part.d_self

    def release_saved(self):
        self.saved, self.freed = (None,) * len(self.saved), True      # PyTorch saves lists and masks as tensors


class PutBackward(Operation):
    """Zeros with `self` added at `index`,   ∂z/∂self = the part at `index`"""
    __slots__ = ()
    passes_through = True

    def forward(self, *, index, shape):
        whole = np.zeros(shape, self.dtype)
        np.add.at(whole, index, self)
        return whole

    def d_self(grad, index):
        return grad[index]


class WhereBackward0(Elementwise):
    """z = self where the condition holds, else other; each gets the gradient where it was taken, else 0"""
    __slots__ = ()

    def forward(condition, self, other):
        if isinstance(self, _NUMPY) and isinstance(other, _NUMPY):
            self, other = promote(self, other)
        return np.where(condition, self, other)[()]

    def d_self(grad, condition):
        return either.where(condition, grad, 0)

    @property
    def next_functions(self):
        """Those of self and other; PyTorch does not list the condition, which has no gradient."""
        return super().next_functions[1:]

    def d_other(grad, condition):
        return either.where(condition, 0, grad)


@named("where", method=False)
def where(condition, input, other):
    """`input` where the condition holds, `other` elsewhere; shapes broadcast, numbers are allowed."""
    condition = condition if isinstance(condition, Tensor) else new_tensor(condition)
    return WhereBackward0.apply(condition, _plain(input), _plain(other))


def getitem(self, key):
    """`x[1]`, `x[1:3]`, `x[0, :2]`, `x[[0, 2]]`, `x[mask]`: one dimension after the other, as PyTorch records it."""
    keys = key if isinstance(key, tuple) else (key,)
    if any(isinstance(k, (list, Tensor, np.ndarray)) for k in keys):
        return IndexBackward0.apply(self, index=tuple(_as_array(k) for k in keys))
    if any(k is None or k is Ellipsis for k in keys):
        return SliceBackward0.apply(self, index=(*keys, ...) if Ellipsis not in keys else keys)
    part, dim = self, 0
    for k in keys:
        if dim >= part.ndim:
            raise IndexError(_too_many(self, keys))
        if isinstance(k, slice):
            if k.step is not None and k.step <= 0:
                raise ValueError("step must be greater than zero")
            part = SliceBackward0.apply(part, index=(*[slice(None)] * dim, k, ...)) if k != slice(None) else part
            dim += 1
        else:
            part = SelectBackward0.apply(part, index=(*[slice(None)] * dim, _position(k, part.shape[dim], dim), ...))
    return part if part is not self else SliceBackward0.apply(self, index=...)


def _too_many(tensor, keys):
    if tensor.ndim == 0:
        return ("invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
                "convert a 0-dim tensor to a number")
    return f"too many indices for tensor of dimension {tensor.ndim}"


def _position(k, size, dim):
    if not -size <= k < size:
        raise IndexError(f"index {k} is out of bounds for dimension {dim} with size {size}")
    return int(k)


def _as_array(k):
    return k._data if isinstance(k, Tensor) else np.asarray(k) if isinstance(k, list) else k


def iterate(self):
    if self.ndim == 0:
        raise TypeError("iteration over a 0-d tensor")
    return (self[i] for i in range(len(self)))


Tensor.__getitem__, Tensor.__iter__ = getitem, iterate
