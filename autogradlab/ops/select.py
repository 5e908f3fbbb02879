"""Parts of a tensor, by dimension and position.

Dual: taking a part, and putting a part into zeros.
"""

from math import prod

import numpy as np

from autogradlab.autograd.layout import order_in_memory
from autogradlab.autograd.modes import mode
from autogradlab.autograd.operation import Operation
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor, new_tensor, versions_of
from autogradlab.autograd.views import laid_out, retrace

from . import either
from .bases import Positions, Through, View, in_order
from .reduce import axis
from .register import named

FULL = slice(None)


# ---- parts that share memory ----------------------------------------------------------------------------------


class _Put(Operation):
    """Zeros of `shape` with `self` put in at `index`,   ∂z/∂self = the part at `index`"""

    passes_through = True
    d_self = lambda grad, index: grad[index]

    def forward(self, *, index, shape):
        whole = np.zeros(shape, self.dtype)
        whole[index] = self
        return whole


class SelectBackwardBackward0(_Put):
    """How the gradient of `x[i]` goes back."""


class SliceBackwardBackward0(_Put):
    """How the gradient of `x[i:j]` goes back."""


class SelectBackward0(View):
    """One position along a dimension; the gradient goes back to that position."""

    forward = lambda self, *, index: self[index]
    d_self = lambda grad, index, self_shape: either.apply(SelectBackwardBackward0, grad, index=index, shape=self_shape)
    shows_dim = lambda index: len(index) - 2
    shows_index = lambda index: _unsigned(index[-2])


def _unsigned(place):
    """A place as PyTorch's nodes show it: one that is counted from the end without its sign."""
    return place % 2**64


class SliceBackward0(View):
    """A range along a dimension; the gradient goes back to that range."""

    forward, shows_index = SelectBackward0.forward, None
    shows_dim = lambda index: len(index) - 1
    shows_start = lambda index: _unsigned(index[-1].start or 0)
    shows_end = lambda index: 2**63 - 1 if index[-1].stop is None else _unsigned(index[-1].stop)
    shows_step = lambda index: index[-1].step or 1
    d_self = lambda grad, index, self_shape: either.apply(SliceBackwardBackward0, grad, index=index, shape=self_shape)


class AliasBackward0(Through, View):
    """The whole, as a view."""

    forward = lambda self: self.view()


class AsStridedBackward0(View):
    """A view taken anew after a write to its base, all its steps at once; the gradient goes back through them."""

    forward = lambda self, *, steps, order: retrace(self, steps)

    def d_self(grad, steps, order, self_shape):
        n = prod(self_shape)
        places = retrace(laid_out(np.arange(n).reshape(self_shape), order), steps)
        return either.apply(IndexPutImplBackward0, grad, index=(places,), shape=(n,)).reshape(self_shape)


# ---- parts picked one by one ----------------------------------------------------------------------------------


class Watched(tuple):
    """A NumPy index for picks that were given as tensors; `kept` holds those tensors, each with its version."""


def watched(index, key, *read):
    """`index`, made `Watched` with the tensors in `key` if an operation that reads `read` is going to be recorded."""
    tensors = [k for k in key if isinstance(k, Tensor) and (k.ndim or k._data.dtype.kind == "b")]
    if tensors and mode.recording and any(isinstance(x, Tensor) and x.requires_grad for x in read):
        index = Watched(index)
        index.kept = list(zip(tensors, versions_of(tensors) or (0,) * len(tensors)))
    return index


def unchanged(index):
    """The index as a plain tuple. Raises RuntimeError if one of its tensors was written to since."""
    if type(index) is tuple:
        return index
    for tensor, version in index.kept:
        rules.check_version(tensor, version, None)
    return tuple(index)


class IndexPutImplBackward0(_Put):
    """Zeros with `self` added at `index`; an entry picked twice gets the sum."""

    def forward(self, *, index, shape):
        whole = np.zeros(shape, self.dtype)
        if len(index) == 1 and index[0].dtype.kind == "b":  # a mask picks no entry twice
            whole[index] = self
        else:
            np.add.at(whole, index, self)
        return whole


class IndexBackward0(Positions):
    """Entries picked by lists or a mask, as a copy; each pick sends its gradient back to where it came from."""

    shows_index = None

    def shows_indices(index):
        return tuple([new_tensor(k) if isinstance(k, np.ndarray) else None for k in unchanged(index)])

    forward = lambda self, *, index: in_order(self[index])

    def d_self(grad, index, self_shape):
        return either.apply(IndexPutImplBackward0, grad, index=unchanged(index), shape=self_shape)


# ---- functions and methods ------------------------------------------------------------------------------------


def _not_selectable(tensor, dim, position):
    if tensor.ndim == 0:
        return IndexError("select() cannot be applied to a 0-dim tensor.")
    return IndexError(
        f"select(): index {position} out of range for tensor of size {list(tensor._data.shape)} at dimension {dim}"
    )


@named("select")
def select(input, dim, index, *, error=_not_selectable):
    """The part at position `index` along `dim`, without that dimension."""
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
    if input.ndim == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    dim = axis(dim, input.ndim)
    n = input._data.shape[dim]
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not -n <= start <= n:
        raise IndexError(f"start out of range (expected to be in range of [{-n}, {n}], but got {start})")
    start += n if start < 0 else 0
    if length > n - start:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return SliceBackward0.apply(input, index=(FULL,) * dim + (slice(start, start + length),))


@named("_as_strided", function=False)
def _as_strided(self, steps):
    """A view of this tensor, with all of `steps` taken at once."""
    return AsStridedBackward0.apply(self, steps=steps, order=order_in_memory(self._shared_array()))
