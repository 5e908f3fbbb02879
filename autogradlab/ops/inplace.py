"""Writing into a tensor: `x.add_(y)`, `x += y`, `x.zero_()`.

Most elementwise operations and some others have such a form, made from their function by `in_place`.
"""

import numpy as np

from autogradlab.autograd.modes import mode
from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import arithmetic, division, gather, limits, masks, powers, steps, transcendental  # noqa: F401
from .arguments import check_tensor
from .bases import Flat, OwnForms
from .literals import number_as
from .operators import fitting
from .refusals import NUMBERS, plain
from .register import functions, named, titled
from .writing import (
    check_anything,
    check_apart,
    check_shape,
    check_single,
    check_wholly_apart,
    in_place,
    put_numbers,
    write,
)

# ---- whole values ---------------------------------------------------------------------------------------------


class FillBackward2(Flat):
    """z = a number everywhere,   ∂z/∂self = 0"""

    forward = lambda self, *, value: np.full_like(self, value)


class FillBackward3(Flat, OwnForms):
    """z = the one number of `value` everywhere,   ∂z/∂self = 0,   ∂z/∂value = 1, summed"""

    def forward(self, value):
        if value.ndim:
            raise RuntimeError(
                f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions."
            )
        return np.full_like(self, value)

    d_value = lambda grad: grad.sum()


class ZeroBackward0(Flat):
    """z = 0 everywhere,   ∂z/∂self = 0"""

    forward = lambda self: np.zeros_like(self)


class CopyBackwards(Flat, Elementwise):
    """z = src, in the shape and number type of self,   ∂z/∂self = 0,   ∂z/∂src = 1"""

    passes_through = True
    promote = staticmethod(lambda *arrays: arrays)

    def name(self):
        return "torch::autograd::CopyBackwards"

    d_src = lambda grad: grad

    def forward(self, src):
        if src.shape != self.shape:
            src = np.broadcast_to(src, np.broadcast_shapes(src.shape, self.shape))
        return src.astype(self.dtype, copy=False)


@named("fill_", function=False)
def fill_(self, value):
    """Every entry becomes `value`, a number or a 0-d tensor; the overwritten values get the gradient 0."""
    if isinstance(value, Tensor):
        return write(self, FillBackward3.apply, value, check=check_shape, check_read=check_anything)
    number = number_as(value, self._data.dtype)
    if mode.recording and self.requires_grad:
        return write(self, FillBackward2.apply, value=value, check=check_anything)
    put_numbers(self, number)
    return self


@named("zero_", function=False)
def zero_(self):
    """Every entry becomes 0; the overwritten values get the gradient 0."""
    if mode.recording and self.requires_grad:
        return write(self, ZeroBackward0.apply, check=check_anything)
    put_numbers(self, 0)
    return self


@named("copy_", function=False)
def copy_(self, other, non_blocking=False):
    """The entries become those of `other`, which may be broadcast; the overwritten values get the gradient 0."""
    if isinstance(other, NUMBERS):
        other = new_tensor(np.asarray(plain(other))[()])
    check_tensor("copy_", other, "other")
    untracked = not (mode.recording and (other.requires_grad or self.requires_grad))
    apart = other._counter is None or other._counter is not self._counter
    if untracked and apart and other._data.shape == self._data.shape:
        check_single(self._data)
        put_numbers(self, other._data)
        return self
    return write(self, CopyBackwards.apply, other, check=check_shape)


# ---- in-place forms -------------------------------------------------------------------------------------------

for _name, _operator, _fast in (
    ("add", "__iadd__", np.add),
    ("sub", "__isub__", np.subtract),
    ("mul", "__imul__", np.multiply),
    ("div", "__itruediv__", np.divide),
    ("pow", "__ipow__", None),
    ("floor_divide", "__ifloordiv__", None),
    ("remainder", "__imod__", None),
):
    in_place(_name + "_", fitting[_name], _operator, fast=_fast)

for _name in """
        subtract multiply divide true_divide fmod neg negative abs absolute reciprocal square exp expm1 log log10 log1p
        log2 sqrt rsqrt sin cos tan atan arctan sinh cosh tanh sigmoid relu sign sgn floor ceil round trunc fix
        clamp clip clamp_min clamp_max nan_to_num
        logical_not logical_and logical_or logical_xor bitwise_not
        tril triu lerp addcmul addcdiv
        """.split():
    in_place(_name + "_", fitting.get(_name) or functions[_name])

for _name in ("scatter", "scatter_add", "index_add"):
    in_place(_name + "_", functions[_name], check_read=check_wholly_apart)


def _check_mask(written, read):
    """Refuse a mask that shares memory with the target; the value may be an entry of it, as it is read before."""
    if read.ndim:
        check_apart(written, read)


in_place(
    "masked_fill_", titled(masks.written_under, "masked_fill", masks.written_under.__doc__), check_read=_check_mask
)
