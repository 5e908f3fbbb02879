"""Choosing by a mask: between two tensors, the entries to overwrite, or the entries to take."""

import numpy as np

from autogradlab.autograd.dtypes import promote
from autogradlab.autograd.operation import Elementwise, common_shape
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either
from .arguments import UNSAID
from .bases import OwnForms, Positions, in_order
from .literals import kind_beside, number_as, number_like
from .refusals import NoWay
from .register import named, titled
from .select import IndexBackward0, watched

_NUMPY = (np.ndarray, np.generic)


class WhereBackward0(Elementwise):
    """z = self where the condition holds, else other; each gets the gradient where it was taken, else 0"""

    d_self = lambda grad, condition: either.where(condition, grad, 0)
    d_other = lambda grad, condition: either.where(condition, 0, grad)

    def forward(condition, self, other):
        if isinstance(self, _NUMPY) and isinstance(other, _NUMPY):
            self, other = promote(self, other)
        return np.where(condition, self, other)[()]


class MaskedFillBackward0(Positions, OwnForms):
    """z = a number where the mask holds, else self,   ∂z/∂self = 0 where it holds, else 1"""

    forward = lambda self, mask, *, value: in_order(np.where(mask, self.dtype.type(value), self))
    d_self = lambda grad, mask: either.apply(MaskedFillBackward0, grad, mask, value=0)


class MaskedFillBackward1(MaskedFillBackward0):
    """z = the one number of `value` where the mask holds, else self; `value` gets the sum of grad there"""

    forward = lambda self, value, mask: in_order(np.where(mask, value.astype(self.dtype), self))
    d_value = lambda grad, mask: either.where(mask, grad, 0).sum()


class MaskedSelectBackward0(IndexBackward0):
    """The entries where the mask holds, in one dimension; each sends its gradient back to where it came from."""


@named("where", method=False)
def where(condition, input=UNSAID, other=UNSAID):
    """`input` where the condition holds, `other` elsewhere; shapes broadcast, numbers are allowed.

    With the condition alone: where it holds, as one tensor of positions for each dimension.
    """
    if input is UNSAID and other is UNSAID:
        return nonzero(condition, as_tuple=True)
    if condition._data.dtype.kind != "b":
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype.type_name}"
        )
    if input is UNSAID or other is UNSAID:
        raise NoWay("where() takes a condition alone, or with both `input` and `other`")
    return WhereBackward0.apply(condition, _beside(input, other), _beside(other, input))


def _beside(number, tensor):
    """A number as the result's type beside `tensor` holds it; anything else as it is. Only float16 may overflow."""
    if isinstance(number, Tensor) or not isinstance(tensor, Tensor):
        return number
    kind = kind_beside(tensor._data.dtype, number)
    return number if kind.char == "e" else number_like(number, kind)


_method = titled(lambda self, condition, other: where(condition, self, other), "where", where.__doc__)
named("where", function=False)(_method)


@named("nonzero")
def nonzero(input, *, as_tuple=False):
    """The positions of the entries that are not 0: one row for each, or a tuple with one tensor for each dimension."""
    data = np.asarray(input._data)
    if as_tuple:
        return tuple([new_tensor(in_order(positions)) for positions in np.nonzero(np.atleast_1d(data))])
    return new_tensor(np.argwhere(data))


@named("masked_fill")
def masked_fill(input, mask, value):
    """`value`, a number or a tensor of one, where the mask holds, and `input` elsewhere."""
    common_shape(mask._data.shape, input._data.shape)
    return written_under(input, mask, value)


def written_under(input, mask, value):
    """`masked_fill` with the checks of its in-place form."""
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError(
            f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )
    if mask._data.dtype.kind != "b":
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {mask.dtype.c_name}")
    common_shape(input._data.shape, mask._data.shape)
    if not isinstance(value, Tensor):
        return MaskedFillBackward0.apply(input, mask, value=number_as(value, input._data.dtype))
    return MaskedFillBackward1.apply(input, value, mask)


@named("masked_select")
def masked_select(input, mask):
    """The entries where the mask holds, in one dimension; the two are stretched to one shape."""
    if mask._data.dtype.kind != "b":
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    shape = common_shape(mask._data.shape, input._data.shape)
    stretched = input if input._data.shape == shape else input.expand(shape)
    return MaskedSelectBackward0.apply(stretched, index=watched((np.broadcast_to(mask._data, shape),), (mask,), input))
