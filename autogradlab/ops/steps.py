"""Interpolation between tensors, and a product or a quotient added."""

import numpy as np

from autogradlab.autograd.dtypes import common_type
from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.rounding import fma
from autogradlab.autograd.tensor import Tensor

from .arguments import not_for, refuse
from .bases import RoundedOnce, Through
from .literals import number_like
from .refusals import plain
from .register import named

# ---- interpolation --------------------------------------------------------------------------------------------


class LerpBackward0(RoundedOnce, Elementwise):
    """z = self + weight · (end − self), with a number as weight,   ∂z/∂self = 1 − weight,   ∂z/∂end = weight"""

    def forward(self, end, *, weight):
        """Counted from the nearer of the two, so that both are reached exactly."""
        weight = np.asarray(weight, self.dtype)
        near = abs(weight) < 0.5
        return fma(end - self, np.where(near, weight, weight - 1), np.where(near, self, end))[()]

    d_self = lambda grad, weight: grad * (1 - weight)
    d_end = lambda grad, weight: grad * weight


class LerpBackward1(LerpBackward0):
    """z = self + weight · (end − self),   ∂z/∂self = 1 − weight,   ∂z/∂end = weight,   ∂z/∂weight = end − self"""

    forward = lambda self, end, weight: LerpBackward0.forward(self, end, weight=weight)
    d_weight = lambda grad, self, end: grad * (end - self)


@named("lerp")
def lerp(input, end, weight):
    """input + weight · (end − input), entry by entry; the weight is a number or a tensor."""
    of_tensor = isinstance(weight, Tensor)
    for name, other in (("end", end), ("weight", weight)):
        if isinstance(other, Tensor) and other.dtype is not input.dtype and (name == "end" or other.ndim):
            own, wrong = input.dtype.c_name, other.dtype.c_name
            raise RuntimeError(f"expected dtype {own} for `{name}` but got dtype {wrong}")
    refuse("biu", "lerp_kernel_tensor" if of_tensor else "lerp_kernel_scalar", input._data)
    return LerpBackward1.apply(input, end, weight) if of_tensor else LerpBackward0.apply(input, end, weight=weight)


# ---- a product or a quotient added ----------------------------------------------------------------------------


class AddcmulBackward0(Through, RoundedOnce, Elementwise):
    """z = self + value · tensor1 · tensor2,   ∂z/∂self = 1,   ∂z/∂tensor1 = value · tensor2, likewise ∂z/∂tensor2"""

    forward = lambda self, tensor1, tensor2, *, value: fma(value * tensor1, tensor2, self)
    d_tensor1 = lambda grad, tensor2, value: grad * (tensor2 * value)
    d_tensor2 = lambda grad, tensor1, value: grad * (tensor1 * value)

    @classmethod
    def compute(cls, arrays, settings):
        kind = common_type(*arrays)
        if kind.kind == "b":
            raise not_for("addcmul_cpu_out", arrays[0])
        value = number_like(plain(settings["value"]), kind)
        return super().compute([x.astype(kind, copy=False) for x in arrays], {"value": value})


class AddcdivBackward0(AddcmulBackward0):
    """z = self + value · tensor1/tensor2,   ∂z/∂tensor1 = value/tensor2,   ∂z/∂tensor2 = −value · tensor1/tensor2²"""

    forward = lambda self, tensor1, tensor2, *, value: self + value * tensor1 / tensor2
    d_tensor1 = lambda grad, tensor2, value: grad * (value / tensor2)
    d_tensor2 = lambda grad, tensor1, tensor2, value: -grad * (value * tensor1 / (tensor2 * tensor2))


@named("addcmul")
def addcmul(input, tensor1, tensor2, *, value=1):
    """input + value · tensor1 · tensor2, entry by entry; shapes broadcast."""
    return AddcmulBackward0.apply(input, tensor1, tensor2, value=value)


@named("addcdiv")
def addcdiv(input, tensor1, tensor2, *, value=1):
    """input + value · tensor1/tensor2, entry by entry; shapes broadcast. Raises RuntimeError for integer quotients."""
    if not tensor1.dtype.is_floating_point and not tensor2.dtype.is_floating_point:
        raise RuntimeError("Integer division with addcdiv is no longer supported; make the tensors floats")
    return AddcdivBackward0.apply(input, tensor1, tensor2, value=value)
