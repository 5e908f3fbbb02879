"""Other shapes of the same numbers, in the same memory.

Duals: unsqueeze and squeeze.
"""
import numpy as np

from autogradlab.autograd.dtypes import dtype as number_type
from autogradlab.autograd.operation import Operation

from . import either
from .reduce import axes, axis
from .register import named

NOT_VIEWABLE = ("view size is not compatible with input tensor's size and stride (at least one dimension spans across "
                "two contiguous subspaces). Use .reshape(...) instead.")


class _View(Operation):
    """The result shares the input's memory and version."""
    __slots__ = ()
    view = passes_through = True


class ViewBackward0(_View):
    """The same numbers in another shape; the gradient goes back into the old one."""
    __slots__ = ()

    def forward(self, *, shape):
        out = self.reshape(shape)
        if not self.flags.c_contiguous and not np.may_share_memory(self, out):
            raise RuntimeError(NOT_VIEWABLE)
        return out

    def d_self(grad, self_shape):
        return grad.reshape(self_shape)


class ReshapeAliasBackward0(ViewBackward0):
    """The same, where `reshape` finds a view of numbers that do not lie in order."""
    __slots__ = ()
    forward = ViewBackward0.forward


class UnsafeViewBackward0(Operation):
    """The same numbers in another shape, of a result that nobody else holds."""
    __slots__ = ()
    passes_through = True

    def forward(self, *, shape):
        return self.reshape(shape)

    def d_self(grad, self_shape):
        return grad.reshape(self_shape)


class UnsqueezeBackward0(_View):
    """A dimension of size 1 put in at `dim`; the gradient loses it again."""
    __slots__ = ()

    def forward(self, *, dim):
        return self[(slice(None),) * dim + (None, ...)]

    def d_self(grad, dim):
        return either.apply(SqueezeBackward1, grad, dim=dim)


class _Squeeze(_View):
    """Dimensions of size 1 taken out; the gradient gets them again."""
    __slots__ = ()

    def d_self(grad, self_shape):
        return grad.reshape(self_shape)


class SqueezeBackward0(_Squeeze):
    """All dimensions of size 1 taken out."""
    __slots__ = ()

    def forward(self):
        return self.squeeze()


class SqueezeBackward1(_Squeeze):
    """The dimension `dim` taken out if its size is 1."""
    __slots__ = ()

    def forward(self, *, dim):
        return self.squeeze(dim) if self.ndim and self.shape[dim] == 1 else self.view()


class SqueezeBackward2(_Squeeze):
    """Those of the dimensions `dim` taken out whose size is 1."""
    __slots__ = ()

    def forward(self, *, dim):
        return self.squeeze(tuple([d for d in dim if self.shape[d] == 1]))


class SqueezeBackward4(SqueezeBackward1):
    """The same, in place: vector @ matrix takes out the dimension it had put in."""
    __slots__ = ()
    view = False
    forward = SqueezeBackward1.forward


def sizes(given, by_name=None):
    """Sizes or dimensions given one by one, as one tuple or list, or by name."""
    if by_name is not None:
        given = (by_name,)
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], (tuple, list)) else given


@named("view", function=False)
def view(input, *shape):
    """The same numbers in another shape; one size may be -1. Raises RuntimeError where the memory forbids it."""
    shape = sizes(shape)
    try:
        if min(shape, default=0) < -1:
            raise ValueError
        return ViewBackward0.apply(input, shape=shape)
    except (ValueError, TypeError):
        raise _shape_error("view", "size", shape, input.numel()) from None


@named("reshape")
def reshape(input, *sizes_, shape=None):
    """The same numbers in another shape; a view if the memory allows it, else a copy."""
    shape = sizes(sizes_, shape)
    try:
        return _reshaped(input, shape)
    except (ValueError, TypeError):
        raise _shape_error("reshape", "shape", shape, input.numel()) from None


def _reshaped(input, shape):
    if min(shape, default=0) < -1:
        raise ValueError
    array = input._shared_array()
    if array.flags.c_contiguous:
        return ViewBackward0.apply(input, shape=shape)
    if np.may_share_memory(array, array.reshape(shape)):
        return ReshapeAliasBackward0.apply(input, shape=shape)
    return UnsafeViewBackward0.apply(input.contiguous(), shape=shape)


def _shape_error(function, argument, shape, numel):
    for place, n in enumerate(shape):
        if isinstance(n, number_type):
            return NotImplementedError("view(dtype) is left out of autogradlab")
        if not hasattr(n, "__index__"):
            return TypeError(f"{function}(): argument '{argument}' failed to unpack the object at pos {place + 1} with "
                             f'error "type must be tuple of ints,but got {type(n).__name__}"')
        if n < -1:
            return RuntimeError(f"invalid shape dimension {n} at index {place} of shape {list(shape)}")
    if shape.count(-1) > 1:
        return RuntimeError("only one dimension can be inferred")
    if -1 in shape and 0 in shape and numel == 0:
        return RuntimeError(f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified "
                            "dimension size -1 can be any value and is ambiguous")
    return RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")


@named("view_as", "reshape_as", function=False)
def view_as(input, other):
    """The same numbers in the shape of `other`."""
    return reshape(input, other.shape)


@named("flatten")
def flatten(input, start_dim=0, end_dim=-1):
    """The dimensions from `start_dim` to `end_dim` made one."""
    start, end = axis(start_dim, input.ndim), axis(end_dim, input.ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if start == end and input.ndim:
        return input
    shape = input._data.shape
    return reshape(input, (*shape[:start], _product(shape[start:end + 1]), *shape[end + 1:]))


@named("ravel")
def ravel(input):
    """All numbers in one dimension."""
    return view(input.contiguous(), -1)


@named("unflatten")
def unflatten(input, dim, sizes):
    """The dimension `dim` taken apart into `sizes`, one of which may be -1."""
    dim, shape = axis(dim, input.ndim), input._data.shape
    if -1 not in sizes and _product(sizes) != shape[dim]:
        raise RuntimeError(f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} "
                           f"({shape[dim]}) in the input tensor")
    known = max(-_product(sizes), 1)
    filled = [shape[dim] // known if n == -1 else n for n in sizes]
    return view(input, (*shape[:dim], *filled, *shape[dim + 1:]))


def _product(numbers):
    result = 1
    for n in numbers:
        result *= n
    return result


@named("unsqueeze")
def unsqueeze(input, dim):
    """A dimension of size 1 put in at `dim`."""
    return UnsqueezeBackward0.apply(input, dim=axis(dim, input.ndim + 1))


@named("squeeze")
def squeeze(input, dim=None):
    """The dimension `dim`, each of several, or every one, taken out if its size is 1."""
    if dim is None:
        return SqueezeBackward0.apply(input)
    if isinstance(dim, (tuple, list)):
        return SqueezeBackward2.apply(input, dim=axes(dim, input.ndim) if dim else ())
    return SqueezeBackward1.apply(input, dim=axis(dim, input.ndim))
