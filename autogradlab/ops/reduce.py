"""Sums, means and counts over all dimensions or some of them.

Duals: a sum and a spread. The gradient of a sum goes to every entry that was summed.
"""

from math import prod
from operator import index

import numpy as np

from autogradlab.autograd.dtypes import from_numpy, wanted
from autogradlab.autograd.operation import Elementwise, Operation, own_forms
from autogradlab.autograd.rounding import add_up
from autogradlab.autograd.tensor import Tensor, new_tensor, tensor_types

from .bases import in_order
from .register import named, titled

#: The type in which a sum is computed, by NumPy's letter for the type of the entries, where the two differ.
_ADDED_IN = {**dict.fromkeys("?bBhHi", np.int64), "e": np.float32}
#: Up to how many entries copies of a number are made in place of a view: it is read faster, usually twice in a product.
_FILLED = 256


class _All(tuple):
    """The type of `ALL`, the default for `dim`: all dimensions. It tells the default from a `()` that was passed."""


ALL = _All()


# ---- dimensions -----------------------------------------------------------------------------------------------


def axis(dim, ndim):
    """One dimension, counted from the front. Raises IndexError if there is no such dimension."""
    ndim = ndim or 1
    if not -ndim <= dim < ndim:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {dim})")
    return dim % ndim


def own_axis(dim, ndim):
    """The same, of a tensor that must have dimensions."""
    if not ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return axis(dim, ndim)


class Kept(tuple):
    """Dimensions that are kept at size 1, for a node to remember it."""


def keeps(dim):
    """What nodes show as `_saved_keepdim`."""
    return type(dim) is Kept


def axes(dim, ndim, keepdim=False):
    """`dim` (a number or several; None or () means all) as a tuple. Raises RuntimeError if one repeats."""
    if keepdim:
        return Kept(axes(dim, ndim))
    dims = (dim,) if isinstance(dim, int) else tuple(dim or ())
    dims = tuple([axis(index(d), ndim) for d in dims])
    if len(set(dims)) < len(dims):
        repeated = next(d for i, d in enumerate(dims) if d in dims[:i])
        raise RuntimeError(f"dim {repeated} appears multiple times in the list of dims")
    return dims if dims and ndim else tuple(range(ndim))


def count(shape, dims):
    """How many entries go into each result."""
    n = 1
    for d in dims:
        n *= shape[d]
    return n


def kept(x, shape, dims):
    """A reduced array or Tensor with its reduced dimensions back, at size 1."""
    return x.reshape(tuple([1 if i in dims else n for i, n in enumerate(shape)]))


def spread(grad, shape, dims=None):
    """A reduced gradient repeated over all reduced entries: the dual of a sum. An array may be a view, only to be read.

    NumPy's own `broadcast_to` takes five times as long.
    """
    if dims is not None:
        grad = kept(grad, shape, dims)
    if type(grad) in tensor_types:
        return grad.expand(shape)
    if not shape:
        return grad
    if dims is None:
        if type(grad) is np.float32 and prod(shape) <= _FILLED:
            filled = np.empty(shape, np.float32)
            filled.fill(grad)
            return filled
        try:
            return np.ndarray(shape, grad.dtype, grad, 0, (0,) * len(shape))
        except TypeError:  # a stand-in of `fuse`, which has no memory
            return np.broadcast_to(grad, shape)
    grad = np.ascontiguousarray(grad)
    return np.ndarray(shape, grad.dtype, grad, 0, tuple([0 if n == 1 else s for n, s in zip(grad.shape, grad.strides)]))


def total(x, dims):
    """Σ x over `dims`, kept at size 1, of an array or a Tensor; bools are counted."""
    return x.sum(dims, True) if type(x) in tensor_types else add_up(x, dims, True)


def reduced(ufunc, x, dims, kind=None, keepdim=False):
    """`ufunc.reduce`, whose result lies row after row in memory, as PyTorch's; NumPy keeps the order of the input."""
    out = ufunc.reduce(x, dims, kind, None, keepdim)
    return in_order(out) if out.ndim > 1 else out


def added(x, dims, keepdim, dtype):
    """Σ x of an array over `dims`, added in `dtype`; without one, bools and integers are added in int64."""
    if dtype is not None:
        return reduced(np.add, x, dims, wanted(dtype, "sum").numpy, keepdim)
    wider = _ADDED_IN.get(x.dtype.char)
    if wider is None:
        out = add_up(x, dims, keepdim)
        return in_order(out) if out.ndim > 1 else out
    out = reduced(np.add, x, dims, wider, keepdim)
    return out if wider is not np.float32 else out.astype(x.dtype)


# ---- sums and means -------------------------------------------------------------------------------------------


class Adding(Operation):
    """An operation whose result may have another number type than its input; the gradient is converted back."""

    passes_through = True

    @classmethod
    def _to_repair(cls, data, arrays):
        kind = data.dtype
        if kind is arrays[0].dtype:  # called only if the input is tracked, so of floats
            return None
        if kind.kind != "f":
            raise RuntimeError(f"Autograd not support dtype: {from_numpy(kind).type_name}")
        return own_forms(arrays)


@named("sum")
class SumBackward0(Adding):
    """The sum of all entries, or over `dim` (a number or several), whole numbers in int64,   ∂z/∂self = 1 everywhere"""

    def forward(self, *, dtype):
        return add_up(self) if dtype is None and self.dtype.char in "fd" else added(self, None, False, dtype)

    d_self = lambda grad, self_shape: spread(grad, self_shape)

    def sum(input, dim=ALL, keepdim=False, *, dtype=None):
        if not keepdim and dim is ALL:
            return SumBackward0.apply(input, dtype=dtype)
        return SumBackward1.apply(input, dim=axes(dim, input.ndim, keepdim), keepdim=keepdim, dtype=dtype)


class SumBackward1(Adding):
    """z = Σ self over `dim`,   ∂z/∂self = 1 everywhere"""

    shows_keepdim = keeps
    forward = lambda self, *, dim, keepdim, dtype: added(self, dim, keepdim, dtype)
    d_self = lambda grad, self_shape, dim: spread(grad, self_shape, dim)


class DivBackward1(Elementwise):
    """z = self / other, with a number `other`, as PyTorch divides in its means and losses,   ∂z/∂self = 1/other"""

    forward = lambda self, *, other: self / other
    d_self = lambda grad, other: grad / other


def _share(grad, n, shape, dims=None):
    """grad/n at each of the n places that a mean was taken over; Tensors are divided last, as in PyTorch."""
    if type(grad) in tensor_types:
        return DivBackward1.apply(spread(grad, shape, dims), other=n or 1)
    return spread(grad / (n or 1), shape, dims)


@named("mean")
class MeanBackward0(Adding):
    """The mean of all entries, or over `dim` (a number or several); of floats, or in `dtype`,   ∂z/∂self = 1/n"""

    shows_self_sym_numel = lambda self_shape: prod(self_shape)
    forward = lambda self, *, dtype: _mean(self, None, self.size, False, dtype)
    d_self = lambda grad, self_shape: _share(grad, prod(self_shape), self_shape)

    def mean(input, dim=ALL, keepdim=False, *, dtype=None):
        kind = input.dtype if dtype is None else wanted(dtype, "mean")
        if not kind.is_floating_point:
            which = "Input" if dtype is None else "Optional"
            raise RuntimeError(
                f"mean(): could not infer output dtype. {which} dtype must be either a floating point "
                f"or complex dtype. Got: {kind.type_name}"
            )
        if not keepdim and dim is ALL:
            return MeanBackward0.apply(input, dtype=dtype)
        return MeanBackward1.apply(input, dim=axes(dim, input.ndim, keepdim), keepdim=keepdim, dtype=dtype)


def _mean(x, dims, n, keepdim, dtype):
    """Σ x / n over `dims`, for float16 in float32: the sum may be too large for it."""
    kind = x.dtype if dtype is None else wanted(dtype, "mean").numpy
    if kind.char != "e":
        return added(x, dims, keepdim, dtype) / n
    return (added(x.astype(np.float32), dims, keepdim, None) / n).astype(kind)


class MeanBackward1(Adding):
    """z = Σ self / n over `dim`,   ∂z/∂self = 1/n everywhere"""

    shows_keepdim, shows_self_sym_numel = keeps, MeanBackward0.shows_self_sym_numel
    forward = lambda self, *, dim, keepdim, dtype: _mean(self, dim, count(self.shape, dim), keepdim, dtype)
    d_self = lambda grad, self_shape, dim: _share(grad, count(self_shape, dim), self_shape, dim)


# ---- without gradients ----------------------------------------------------------------------------------------


def _truth(name, combine, doc):
    def function(input, dim=None, keepdim=False):
        dims = () if dim in ((), []) else axes(dim, input.ndim)  # over (), each entry by itself; a sum would take all
        found = reduced(combine, input._data, dims, keepdim=keepdim)
        return new_tensor(found.astype(np.uint8) if input._data.dtype.char == "B" else found)

    named(name)(titled(function, name, doc))


_truth("any", np.logical_or, "Whether an entry is not 0: of all, or over `dim`. A bool tensor.")
_truth("all", np.logical_and, "Whether no entry is 0: of all, or over `dim`. A bool tensor.")


@named("count_nonzero")
def count_nonzero(input, dim=None):
    """How many entries are not 0: of all, or over `dim`."""
    return new_tensor(reduced(np.add, input._data != 0, axes(dim, input.ndim), np.int64))


def taking_several(method):
    """The method, which also takes dimensions one by one."""

    def function(self, *dims, **settings):
        return method(self, *([dims] if len(dims) > 1 else dims), **settings)

    return titled(function, method.__name__, method.__doc__)


Tensor.count_nonzero = taking_several(Tensor.count_nonzero)
