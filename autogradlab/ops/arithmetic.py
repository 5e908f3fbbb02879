"""Sums, products and quotients, entry by entry.

Shapes stretch to a common one (broadcasting); the engine sums a stretched input's gradient back to its own shape.
"""
import numpy as np

from autogradlab.autograd.dtypes import promote, promote_to_floats
from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.tensor import Tensor

from . import either
from .division import DivBackward2
from .operators import two_inputs
from .register import named, reflected


class AddBackward0(Elementwise):
    """z = self + other,   ∂z/∂self = 1,   ∂z/∂other = 1"""
    __slots__ = ()
    passes_through = hands_on = True

    def forward(self, other):
        return self + other

    def d_self(grad):
        return grad

    def d_other(grad):
        return grad


class ScaledAdd(Elementwise):
    """z = self + alpha · other,   ∂z/∂self = 1,   ∂z/∂other = alpha"""
    __slots__ = ()

    def forward(self, other, *, alpha):
        return self + alpha * other

    def d_self(grad):
        return grad

    def d_other(grad, alpha):
        return grad * alpha


class ScaledSub(ScaledAdd):
    """z = self − alpha · other, whose caller has turned alpha around"""
    __slots__ = ()


ScaledAdd.__name__, ScaledSub.__name__ = "AddBackward0", "SubBackward0"         # as in PyTorch, with and without alpha


class SubBackward0(Elementwise):
    """z = self − other,   ∂z/∂self = 1,   ∂z/∂other = −1"""
    __slots__ = ()
    passes_through = True

    def forward(self, other):
        try:
            return self - other
        except TypeError:
            raise RuntimeError(TWO_BOOLS) from None

    @staticmethod
    def promote(a, b):
        bools = [isinstance(x, bool) or getattr(x, "dtype", None) == np.bool_ for x in (a, b)]
        if any(bools):
            raise RuntimeError(TWO_BOOLS if all(bools) else A_BOOL)
        return promote(a, b)

    def d_self(grad):
        return grad

    def d_other(grad):
        return -grad


class RsubBackward1(Elementwise):
    """z = other − self, with a number `other`,   ∂z/∂self = −1"""
    __slots__ = ()

    plain_on_float32 = True

    @classmethod
    def compute(cls, arrays, settings):
        other, self = SubBackward0.promote(settings["other"], *arrays)
        return super().compute((self,), {"other": other})

    def forward(self, *, other):
        return other - self

    def d_self(grad):
        return -grad


class MulBackward0(Elementwise):
    """z = self · other,   ∂z/∂self = other,   ∂z/∂other = self"""
    __slots__ = ()

    def forward(self, other):
        return self * other

    def d_self(grad, other):
        return grad * other

    def d_other(grad, self):
        return grad * self


class DivBackward0(Elementwise):
    """z = self / other,   ∂z/∂self = 1/other,   ∂z/∂other = −self/other²"""
    __slots__ = ()
    promote = staticmethod(promote_to_floats)

    def forward(self, other):
        return self / other

    def d_self(grad, other):
        return grad / other

    def d_other(grad, self, other):
        return -grad * ((self / other) / other)


class NegBackward0(Elementwise):
    """z = −self,   ∂z/∂self = −1"""
    __slots__ = ()

    def forward(self):
        try:
            return -self
        except TypeError:
            raise RuntimeError(NEGATED_BOOL) from None

    def d_self(grad):
        return -grad


class ReciprocalBackward0(Elementwise):
    """z = 1/self,   ∂z/∂self = −z²"""
    __slots__ = ()

    def forward(self):
        return 1 / self

    def d_self(grad, result):
        return -grad * (result * result)


class AbsBackward0(Elementwise):
    """z = |self|,   ∂z/∂self = sign(self), 0 at the kink"""
    __slots__ = ()

    def forward(self):
        return abs(self)

    def d_self(grad, self):
        return grad * either.sign(self)


TWO_BOOLS = ("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
             "operator instead.")
_INVERT = "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead."
A_BOOL = "Subtraction, the `-` operator, with a bool tensor is not supported. " + _INVERT
NEGATED_BOOL = "Negation, the `-` operator, on a bool tensor is not supported. " + _INVERT


@two_inputs("add", operators=("__add__", "__radd__"), operation=AddBackward0)
def add(input, other, *, alpha=1):
    """input + alpha · other, entry by entry; shapes broadcast."""
    return AddBackward0.apply(input, other) if alpha == 1 else _scaled(ScaledAdd, input, other, alpha)


@two_inputs("sub", "subtract", operators=("__sub__",), operation=SubBackward0)
def sub(input, other, *, alpha=1):
    """input − alpha · other, entry by entry; shapes broadcast."""
    return SubBackward0.apply(input, other) if alpha == 1 else _scaled(ScaledSub, input, other, -alpha)


def _scaled(operation, input, other, alpha):
    if type(alpha) is float and input._data.dtype.kind != "f" and not (
            isinstance(other, Tensor) and other._data.dtype.kind == "f"):
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    return operation.apply(input, other, alpha=alpha)


@two_inputs("rsub", operators=("__rsub__",))
def rsub(input, other):
    """other − input, entry by entry; shapes broadcast."""
    if isinstance(other, Tensor):
        return SubBackward0.apply(other, input)
    if other is True or other is False:
        SubBackward0.promote(other, input._data)                        # raises
    return RsubBackward1.apply(input, other=other)


@two_inputs("mul", "multiply", operators=("__mul__", "__rmul__"), operation=MulBackward0)
def mul(input, other):
    """input · other, entry by entry; shapes broadcast."""
    return MulBackward0.apply(input, other)


@two_inputs("div", "divide", operators=("__truediv__",), operation=DivBackward0)
def div(input, other, *, rounding_mode=None):
    """input / other, entry by entry; shapes broadcast. Division by zero gives inf or nan.

    rounding_mode   None (integers give floats), "floor" (down) or "trunc" (towards 0)
    """
    if rounding_mode is None:
        return DivBackward0.apply(input, other)
    return DivBackward2.apply(input, other, rounding_mode=rounding_mode)


@two_inputs("true_divide")
def true_divide(input, other):
    """input / other, entry by entry; as `div` without rounding."""
    return DivBackward0.apply(input, other)


@named("reciprocal")
def reciprocal(input):
    """1 / input, entry by entry."""
    return ReciprocalBackward0.apply(input)


@named("neg", "negative", operators=("__neg__",))
def neg(input):
    """−input, entry by entry."""
    return NegBackward0.apply(input)


@named("abs", "absolute", operators=("__abs__",))
def abs_(input):
    """|input|, entry by entry."""
    return AbsBackward0.apply(input)


reflected("__rtruediv__", lambda number, tensor: mul(reciprocal(tensor), number))
