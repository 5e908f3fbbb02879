"""Sums, products and quotients, entry by entry.

Shapes stretch to a common one (broadcasting); the engine sums a stretched input's gradient back to its own shape.
"""

import numpy as np

from autogradlab.autograd.dtypes import promote, promote_to_floats
from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.rounding import fma
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import wrong_type

from . import either
from .arguments import UNSAID
from .bases import NoBools, Through
from .creation import number
from .division import DivBackward2
from .literals import number_like
from .operators import fitting, two_inputs
from .refusals import NUMBERS, plain
from .register import named, reflected

TWO_BOOLS = (
    "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
    "operator instead."
)
A_BOOL = (
    "{}, the `-` operator, {} a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
    "`logical_not()` operator instead."
)


class AddBackward0(Through, Elementwise):
    """z = self + other,   ∂z/∂self = 1,   ∂z/∂other = 1"""

    hands_on = True
    _saved_alpha = 1
    forward = lambda self, other: self + other
    d_other = lambda grad: grad


class ScaledAdd(Through, Elementwise):
    """z = self + alpha · other,   ∂z/∂self = 1,   ∂z/∂other = alpha"""

    def forward(self, other, *, alpha):
        if type(alpha) is bool:
            return self + (alpha & other)
        of_floats = hasattr(other, "dtype") and other.dtype.kind == "f"
        return fma(other, alpha, self) if of_floats else self + alpha * other

    d_self = lambda grad, alpha: grad  # which is kept only to be shown, beside a number
    d_other = lambda grad, alpha: grad * alpha


class ScaledSub(ScaledAdd):
    """z = self − alpha · other: a ScaledAdd whose caller passes −alpha"""

    shows_alpha = lambda alpha: -alpha


ScaledAdd.__name__, ScaledSub.__name__ = "AddBackward0", "SubBackward0"  # PyTorch's names, with or without alpha


def _without_bools(a, b):
    bools = [isinstance(x, bool) or getattr(x, "dtype", None) == np.bool_ for x in (a, b)]
    if any(bools):
        raise RuntimeError(TWO_BOOLS if all(bools) else A_BOOL.format("Subtraction", "with"))
    return promote(a, b)


class SubBackward0(Through, Elementwise):
    """z = self − other,   ∂z/∂self = 1,   ∂z/∂other = −1"""

    promote = staticmethod(_without_bools)
    _saved_alpha = 1
    d_other = lambda grad: -grad

    def forward(self, other):
        try:
            return self - other
        except TypeError:
            raise RuntimeError(TWO_BOOLS) from None


class RsubBackward1(Elementwise):
    """z = other − self, with a number `other`,   ∂z/∂self = −1"""

    plain_on_float32 = True
    _saved_alpha = 1
    forward = lambda self, *, other: other - self
    d_self = lambda grad: -grad

    @classmethod
    def compute(cls, arrays, settings):
        other, self = _without_bools(settings["other"], *arrays)
        return super().compute((self,), {"other": other})


@two_inputs("mul", "multiply", operators=("__mul__", "__rmul__"))
class MulBackward0(Elementwise):
    """z = self · other, entry by entry; shapes broadcast,   ∂z/∂self = other,   ∂z/∂other = self"""

    forward = lambda self, other: self * other
    d_self = lambda grad, other: grad * other
    d_other = lambda grad, self: grad * self


class MulBackward1(Elementwise):
    """z = self · other, with a number `other`, as PyTorch multiplies inside its rules and losses,   ∂z/∂self = other"""

    forward = lambda self, *, other: self * other
    d_self = lambda grad, other: either.apply(MulBackward1, grad, other=other)


@two_inputs("true_divide")
class DivBackward0(Elementwise):
    """z = self / other, entry by entry; shapes broadcast,   ∂z/∂self = 1/other,   ∂z/∂other = −self/other²"""

    promote = staticmethod(promote_to_floats)
    forward = lambda self, other: self / other
    d_self = lambda grad, other: grad / other
    d_other = lambda grad, self, other: -grad * ((self / other) / other)


@named("positive", operators=("__pos__",))
def positive(input):
    """`input` as it is. Raises RuntimeError for bools."""
    if input._data.dtype.char == "?":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


@named("neg", "negative", operators=("__neg__",))
class NegBackward0(Elementwise):
    """z = −self, entry by entry,   ∂z/∂self = −1"""

    d_self = lambda grad: -grad

    def forward(self):
        try:
            return -self
        except TypeError:
            raise RuntimeError(A_BOOL.format("Negation", "on")) from None


@named("reciprocal")
class ReciprocalBackward0(Elementwise):
    """z = 1/self, entry by entry,   ∂z/∂self = −z²"""

    forward = lambda self: 1 / self
    d_self = lambda grad, result: -grad * (result * result)


@named("abs", "absolute", operators=("__abs__",))
class AbsBackward0(NoBools):
    """z = |self|, entry by entry,   ∂z/∂self = sign(self), 0 at the kink"""

    forward = lambda self: abs(self)
    d_self = lambda grad, self: grad * either.sign(self)


@two_inputs("add", operators=("__add__", "__radd__"), operation=AddBackward0)
def add(input, other, *, alpha=1):
    """input + alpha · other, entry by entry; shapes broadcast."""
    if type(alpha) is int and alpha == 1:
        return AddBackward0.apply(input, other)
    return ScaledAdd.apply(input, other, alpha=_factor("add", alpha, promote, input, other))


@two_inputs("sub", "subtract", operators=("__sub__",), operation=SubBackward0)
def sub(input, other, *, alpha=1):
    """input − alpha · other, entry by entry; shapes broadcast."""
    if type(alpha) is int and alpha == 1:
        return SubBackward0.apply(input, other)
    return ScaledSub.apply(input, other, alpha=_factor("sub", alpha, _without_bools, input, other))


def _factor(function, alpha, promote, *inputs):
    """`alpha` as a Python number that fits the result's number type (bool, integer, float); negated for "sub"."""
    alpha = number(function, alpha, "alpha", None)
    kind = np.result_type(*promote(*[x._data if isinstance(x, Tensor) else x for x in inputs]))
    if isinstance(alpha, bool) and kind.kind != "b":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if isinstance(alpha, float) and kind.kind != "f":
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    return bool(alpha) if kind.kind == "b" else number_like(-alpha if function == "sub" else alpha, kind)


def _subtracted_from(number, tensor):
    """The operator of `1 - tensor`."""
    if isinstance(number, bool):
        _without_bools(number, tensor._data)  # raises
    return RsubBackward1.apply(tensor, other=number)


class UnroundedDiv(DivBackward0):
    """DivBackward0 for a call with an explicit `rounding_mode=None`"""


UnroundedDiv.__name__ = "DivBackward2"  # PyTorch records it as a quotient with a rounding mode


@two_inputs("div", "divide", operators=("__truediv__",), operation=DivBackward0)
def div(input, other, *, rounding_mode=UNSAID):
    """input / other, entry by entry; shapes broadcast. Division by 0 gives inf or nan, or raises for rounded integers.

    rounding_mode   None (integers give floats), "floor" (down) or "trunc" (towards 0)
    """
    if rounding_mode not in (UNSAID, None) and not isinstance(rounding_mode, str):
        raise wrong_type("div", "rounding_mode", None, "str", rounding_mode)
    if rounding_mode in (UNSAID, None):
        return (DivBackward0 if rounding_mode is UNSAID else UnroundedDiv).apply(input, other)
    return DivBackward2.apply(input, other, rounding_mode=rounding_mode)


def _divided_by(tensor, other):
    """The operator of `1 / tensor` and `array / tensor`."""
    if isinstance(other, NUMBERS):
        return fitting["mul"](ReciprocalBackward0.apply(tensor), plain(other))
    if not isinstance(other, np.ndarray):
        return NotImplemented
    try:
        return ReciprocalBackward0.apply(tensor) * other
    except TypeError:
        return NotImplemented


reflected("__rsub__", _subtracted_from)
Tensor.__rtruediv__ = _divided_by
