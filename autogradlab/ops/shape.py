"""Other shapes of the same numbers, in the same memory, and their dimensions in another order.

Duals: unsqueeze and squeeze. Transposing is its own dual.
"""

from math import prod
from operator import index

import numpy as np

from autogradlab.autograd.dtypes import dtype as number_type
from autogradlab.autograd.tensor import Tensor, attribute, tensor_types
from autogradlab.autograd.wrong_type import wrong_type

from . import either
from .arguments import by_name, check_whole, listed, one_tuple, warn_once
from .bases import View
from .reduce import axes, axis, taking_several
from .register import named

NOT_VIEWABLE = (
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across "
    "two contiguous subspaces). Use .reshape(...) instead."
)
PERMUTED = (
    "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
    "ordering of dimensions i.e. input.dim() = {} is not equal to len(dims) = {}"
)
T_OF_A_NUMBER = "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases."
T_DEPRECATED = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw an "
    "error in a future release. Consider `x.mT` to transpose batches of matrices or `x.permute(*torch.arange(x.ndim - "
    "1, -1, -1))` to reverse the dimensions of a tensor."
)


class _Reshaped(View):
    """The same numbers in another shape; the gradient goes back into the old one."""

    d_self = lambda grad, self_shape: grad.reshape(self_shape)


class _Squeezed(View):
    """The same numbers without some dimensions of size 1, which the gradient gets back."""

    d_self = lambda grad, self_shape: _unsqueezed(grad, self_shape, range(len(self_shape)))


def _unsqueezed(grad, shape, dims):
    """The gradient with those of `dims` back that are 1 in `shape`; Tensors one by one, as in PyTorch."""
    if type(grad) not in tensor_types:
        return grad.reshape(shape)
    for dim in sorted(dims):
        if shape and shape[dim] == 1:
            grad = grad.unsqueeze(dim)
    return grad


# ---- any shape ------------------------------------------------------------------------------------------------


class ViewBackward0(_Reshaped):
    """The same numbers in any shape that their layout in memory allows."""

    def forward(self, *, shape):
        out = self.reshape(shape)
        if not self.flags.c_contiguous and not np.may_share_memory(self, out):
            raise RuntimeError(NOT_VIEWABLE)
        return out


class ReshapeAliasBackward0(ViewBackward0):
    """The same, where `reshape` can return a view although the numbers are not contiguous."""


class UnsafeViewBackward0(_Reshaped):
    """The same for a new result that nothing else refers to, so that it need not count as a view."""

    view = False
    forward = lambda self, *, shape: self.reshape(shape)


@named("view", function=False)
def view(input, *given, size=None):
    """The same numbers in another shape; one size may be -1. Raises RuntimeError where the memory forbids it."""
    given = by_name("view", "size", given, size)
    shape = listed(given)
    try:
        if min(shape, default=0) < -1:
            raise ValueError
        return ViewBackward0.apply(input, shape=shape)
    except (RuntimeError, ValueError, TypeError) as error:
        raise _shape_error("view", "size", given, input.numel(), error) from None


@one_tuple("reshape", "shape")
@named("reshape")
def reshape(input, *sizes, shape=None):
    """The same numbers in another shape; a view if the memory allows it, else a copy."""
    sizes = by_name("reshape", "shape", sizes, shape)
    shape = listed(sizes)
    try:
        if min(shape, default=0) < -1:
            raise ValueError
        array = input._shared_array()
        if array.flags.c_contiguous:
            return ViewBackward0.apply(input, shape=shape)
        if np.may_share_memory(array, array.reshape(shape)):
            return ReshapeAliasBackward0.apply(input, shape=shape)
        return UnsafeViewBackward0.apply(input.contiguous(), shape=shape)
    except (RuntimeError, ValueError, TypeError) as error:
        raise _shape_error("reshape", "shape", sizes, input.numel(), error) from None


def _shape_error(function, argument, given, numel, error):
    """What to raise where these sizes ended in `error`."""
    if given and isinstance(given[0], number_type):
        return NotImplementedError("view(dtype) is left out of autogradlab")
    check_whole(function, argument, given)
    if isinstance(error, RuntimeError):
        return error
    shape = list(map(index, listed(given)))
    if min(shape, default=0) < -1:
        return RuntimeError(f"invalid shape dimension {min(shape)} at index {shape.index(min(shape))} of shape {shape}")
    if shape.count(-1) > 1:
        return RuntimeError("only one dimension can be inferred")
    return RuntimeError(f"shape '{shape}' is invalid for input of size {numel}")


@named("view_as", function=False)
def view_as(input, other):
    """The same numbers in the shape of `other`, as by `view`."""
    return view(input, other.shape)


@named("reshape_as", function=False)
def reshape_as(input, other):
    """The same numbers in the shape of `other`, as by `reshape`."""
    return reshape(input, other.shape)


@named("flatten")
def flatten(input, start_dim=0, end_dim=-1):
    """The dimensions from `start_dim` to `end_dim` merged into one."""
    start, end = axis(start_dim, input.ndim), axis(end_dim, input.ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    shape = input._data.shape
    if start == end and shape:
        return input
    return reshape(input, (*shape[:start], prod(shape[start : end + 1]), *shape[end + 1 :]))


@named("ravel")
def ravel(input):
    """All numbers in one dimension."""
    return view(input.contiguous(), -1)


@named("unflatten")
def unflatten(input, dim, sizes):
    """The dimension `dim` split into `sizes`, one of which may be -1."""
    dim, shape = axis(dim, input.ndim), input._data.shape
    if not shape:
        raise RuntimeError("unflatten: the tensor has no dimensions")
    if isinstance(sizes, int):
        raise wrong_type("unflatten", "sizes", 2, "tuple of ints", sizes)
    known = prod([n for n in sizes if n != -1])
    if known != shape[dim] and (-1 not in sizes or known < 1 or shape[dim] % known):
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} "
            f"({shape[dim]}) in the input tensor"
        )
    return view(input, (*shape[:dim], *sizes, *shape[dim + 1 :]))


# ---- dimensions of size 1 -------------------------------------------------------------------------------------


@named("unsqueeze")
class UnsqueezeBackward0(View):
    """A dimension of size 1 put in at `dim`; the gradient loses it again."""

    forward = lambda self, *, dim: self[(slice(None),) * dim + (None, ...)]
    d_self = lambda grad, dim: either.apply(SqueezeBackward1, grad, dim=dim)

    def unsqueeze(input, dim):
        return UnsqueezeBackward0.apply(input, dim=axis(dim, input.ndim + 1))


@named("squeeze")
class SqueezeBackward0(_Squeezed):
    """All dimensions of size 1 removed, or only those in `dim` (a number or several)."""

    forward = lambda self: self.squeeze()

    def squeeze(input, dim=None):
        if dim is None:
            return SqueezeBackward0.apply(input)
        if isinstance(dim, (tuple, list)):
            return SqueezeBackward2.apply(input, dim=axes(dim, input.ndim) if dim else ())
        return SqueezeBackward1.apply(input, dim=axis(dim, input.ndim))


Tensor.squeeze = taking_several(Tensor.squeeze)


class SqueezeBackward1(_Squeezed):
    """The dimension `dim` removed if its size is 1."""

    forward = lambda self, *, dim: self.squeeze(dim) if self.ndim and self.shape[dim] == 1 else self.view()
    d_self = lambda grad, self_shape, dim: _unsqueezed(grad, self_shape, (dim,))


class SqueezeBackward2(_Squeezed):
    """Those dimensions in `dim` removed that have size 1."""

    forward = lambda self, *, dim: self.squeeze(tuple([d for d in dim if self.shape[d] == 1]))
    d_self = lambda grad, self_shape, dim: _unsqueezed(grad, self_shape, dim)


class SqueezeBackward4(SqueezeBackward1):
    """One dimension removed in place: vector @ matrix removes the one that it had added."""

    view = False


# ---- another order --------------------------------------------------------------------------------------------


@named("transpose", "swapdims")
class TransposeBackward0(View):
    """Dimensions `dim0` and `dim1` exchanged; the gradient's are exchanged back."""

    forward = lambda self, *, dim0, dim1: self.swapaxes(dim0, dim1) if self.ndim else self.view()
    d_self = lambda grad, dim0, dim1: either.apply(TransposeBackward0, grad, dim0=dim0, dim1=dim1)

    def transpose(input, dim0, dim1):
        return TransposeBackward0.apply(input, dim0=axis(dim0, input.ndim), dim1=axis(dim1, input.ndim))


@named("swapaxes")
def swapaxes(input, axis0, axis1):
    """Dimensions `axis0` and `axis1` exchanged: `transpose` in NumPy's words."""
    return input.transpose(axis0, axis1)


def check_matrix(function, tensor):
    """Raise RuntimeError for more than two dimensions."""
    if tensor.ndim > 2:
        raise RuntimeError(f"{function}() expects a tensor with <= 2 dimensions, but self is {tensor.ndim}D")


@named("t")
class TBackward0(View):
    """A matrix transposed, a vector as it is; the gradient is transposed back."""

    forward = lambda self: self.T
    d_self = lambda grad: either.apply(TBackward0, grad)

    def t(input):
        check_matrix("t", input)
        return TBackward0.apply(input)


@one_tuple("permute", "dims")
@named("permute")
class PermuteBackward0(View):
    """Dimensions in the given order; the gradient's go back to the old one."""

    forward = lambda self, *, dims: self.transpose(dims)

    def d_self(grad, dims):
        back = tuple(sorted(range(len(dims)), key=dims.__getitem__))
        return either.apply(PermuteBackward0, grad, dims=back)

    def permute(input, *order, dims=None):
        given = by_name("permute", "dims", order, dims)
        dims = listed(given)
        try:
            if len(dims) != input.ndim:
                raise RuntimeError(PERMUTED.format(input.ndim, len(dims)))
            dims = tuple([axis(d, input.ndim) for d in dims])
            if len(set(dims)) < len(dims):
                raise RuntimeError("permute(): duplicate dims are not allowed.")
            return PermuteBackward0.apply(input, dims=dims)
        except Exception:
            check_whole("permute", "dims", given)
            raise


def _reversed(self):
    if self.ndim != 2:
        warn_once(T_DEPRECATED if self.ndim else T_OF_A_NUMBER)
    return PermuteBackward0.apply(self, dims=tuple(range(self.ndim))[::-1])


def _matrices_turned(self):
    if not self.ndim:
        warn_once(T_OF_A_NUMBER.replace(".T", ".mT"))
        return self
    if self.ndim < 2:
        raise RuntimeError(f"tensor.mT is only supported on matrices or batches of matrices. Got {self.ndim}-D tensor.")
    return self.transpose(-2, -1)


attribute("T", _reversed, "Dimensions in reverse order.")
attribute("mT", _matrices_turned, "The last two dimensions exchanged.")
