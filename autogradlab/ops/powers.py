"""Powers, entry by entry, with a number or a tensor as base and as exponent."""

import numpy as np

from autogradlab.autograd.dtypes import promote
from autogradlab.autograd.operation import Elementwise, broadcast_error
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.tensor import Tensor

from . import either, exact
from .arguments import not_for
from .arithmetic import MulBackward1
from .literals import number_as
from .operators import two_inputs
from .refusals import plain
from .register import named, reflected


class _Pow(Elementwise):
    """A power; a power of whole numbers is a whole number."""

    plain_on_float32 = True

    @classmethod
    def compute(cls, arrays, settings):
        if all(array.dtype.kind == "f" for array in arrays):
            return super().compute(arrays, settings)
        given = {**dict(zip(cls.input_names, arrays)), **settings}
        base, exponent = given.get("base", given.get("self")), given["exponent"]
        try:
            return quiet.run(_power, base, exponent)
        except ValueError:
            raise broadcast_error(np.shape(base), np.shape(exponent)) from None


#: The powers that PyTorch computes by other means.
_AT_ONCE = {0.5: np.sqrt, -0.5: lambda x: 1 / np.sqrt(x), 3: lambda x: x * x * x, -2: lambda x: 1 / (x * x)}


class PowBackward0(_Pow):
    """z = self ** exponent, with a number as exponent,   ∂z/∂self = exponent · self ** (exponent − 1)"""

    def forward(self, *, exponent):
        if exponent in _AT_ONCE and self.dtype.char in "fd":
            return _AT_ONCE[exponent](self)
        if exponent * 2 % 1 and type(self) in (np.ndarray, np.float32) and self.dtype.char == "f":
            return (self.astype("d") ** exponent).astype("f")  # PyTorch does not round the exponent to float32
        return exact.power(self, exponent)

    def d_self(grad, self, exponent):
        if not exponent:
            return either.zeros_like(grad)
        at_once = type(exponent) is int and exponent in (2, 3)
        power = self ** (exponent - 1) if at_once else either.apply(PowBackward0, self, exponent=exponent - 1)
        return grad * either.apply(MulBackward1, power, other=exponent)


class PowBackward1(_Pow):
    """z = self ** exponent,   ∂z/∂self = exponent · self ** (exponent − 1),   ∂z/∂exponent = z · log(self)"""

    forward = lambda self, exponent: exact.power(self, exponent)

    def d_self(grad, self, exponent):
        power = either.apply(PowBackward1, self, exponent - 1)
        return either.where(exponent == 0, 0, grad * (exponent * power))

    def d_exponent(grad, self, exponent, result):
        flat = (self == 0) & (exponent >= 0)
        return grad * either.where(flat, 0, result * either.log(either.in_type_of(result, self)))


class PowBackward2(_Pow):
    """z = base ** exponent, with a number as base,   ∂z/∂exponent = z · log(base)"""

    shows_base = None
    shows_self = lambda base: base
    forward = lambda exponent, *, base: exact.power(exponent.dtype.type(base), exponent)

    def d_exponent(grad, exponent, result, base):
        slope = result * either.log(base)
        return grad * (either.where(exponent >= 0, 0, slope) if base == 0 else slope)


def _power(base, exponent):
    """A power where one side is an array of whole numbers; of two whole numbers it is whole, with 0 for a fraction."""
    if type(base) is bool and exponent.dtype == np.bool_:
        raise not_for("pow", exponent)
    if type(exponent) is bool and base.dtype == np.bool_:
        return base | (not exponent)
    if type(exponent) is int and exponent < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    if type(exponent) is int and base.dtype.kind in "iu":
        number_as(exponent, base.dtype)  # raises if it does not fit
    base, exponent = promote(base, exponent)
    kind = np.result_type(base, exponent)
    if kind.kind == "f":
        return base**exponent
    if getattr(base, "dtype", None) == getattr(exponent, "dtype", None) == np.bool_:
        raise not_for("pow", base)
    kind = np.dtype(np.int64) if kind.kind == "b" else kind
    power = np.power(base, np.maximum(exponent, 0), dtype=kind)
    inverse = np.where(np.abs(base) == 1, np.where(np.remainder(exponent, 2) == 1, base, 1), 0)
    return np.where(np.less(exponent, 0), inverse, power).astype(kind)[()]


@two_inputs("pow", operators=("__pow__",), second="exponent")
def pow_(input, exponent):
    """input ** exponent, entry by entry; either may be a number."""
    if not isinstance(exponent, Tensor):
        return PowBackward0.apply(input, exponent=exponent)
    if not isinstance(input, Tensor):
        return PowBackward2.apply(exponent, base=plain(input))
    return PowBackward1.apply(input, exponent)


@named("square")
def square(input):
    """input², entry by entry; PyTorch records it as a power."""
    return PowBackward0.apply(input, exponent=2)


reflected("__rpow__", lambda number, tensor: PowBackward2.apply(tensor, base=number))
