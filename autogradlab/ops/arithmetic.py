"""Sums, products and powers, entry by entry.

Shapes stretch to a common one (broadcasting); the engine sums a stretched input's gradient back to its own shape.
"""
import numbers

from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.tensor import Tensor

from . import either
from .register import named, reflected


def _operator(apply):
    """An operator's function: anything but tensors and numbers is left to Python, which says what does not fit."""
    def function(input, other):
        if isinstance(other, Tensor) or type(other) in (int, float):
            return apply(input, other)
        if isinstance(other, numbers.Number):
            return apply(input, _plain(other))
        return NotImplemented
    return function


def _plain(number):
    """NumPy's numbers as Python's, which do not widen a float32 tensor."""
    return number.item() if hasattr(number, "dtype") and not isinstance(number, Tensor) else number


class AddBackward0(Elementwise):
    """z = self + other,   ∂z/∂self = 1,   ∂z/∂other = 1"""
    __slots__ = ()
    passes_through = True

    def forward(self, other):
        return self + other

    def d_self(grad):
        return grad

    def d_other(grad):
        return grad


class SubBackward0(Elementwise):
    """z = self − other,   ∂z/∂self = 1,   ∂z/∂other = −1"""
    __slots__ = ()
    passes_through = True

    def forward(self, other):
        return self - other

    def d_self(grad):
        return grad

    def d_other(grad):
        return -grad


class RsubBackward1(Elementwise):
    """z = other − self, with a number `other`,   ∂z/∂self = −1"""
    __slots__ = ()

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
        return -self

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


class PowBackward0(Elementwise):
    """z = self ** exponent, with a number as exponent,   ∂z/∂self = exponent · self ** (exponent − 1)"""
    __slots__ = ()

    def forward(self, *, exponent):
        return self ** exponent

    def d_self(grad, self, exponent):
        if exponent == 0:
            return either.zeros_like(grad)
        return grad * (exponent * self ** (exponent - 1))


class PowBackward1(Elementwise):
    """z = self ** exponent,   ∂z/∂self = exponent · self ** (exponent − 1),   ∂z/∂exponent = z · log(self)"""
    __slots__ = ()

    def forward(self, exponent):
        return self ** exponent

    def d_self(grad, self, exponent):
        return either.where(exponent == 0, 0, grad * (exponent * self ** (exponent - 1)))

    def d_exponent(grad, self, exponent, result):
        flat = (self == 0) & (exponent >= 0)
        return grad * either.where(flat, 0, result * either.log(self))


class PowBackward2(Elementwise):
    """z = base ** exponent, with a number as base,   ∂z/∂exponent = z · log(base)"""
    __slots__ = ()

    def forward(exponent, *, base):
        return base ** exponent

    def d_exponent(grad, exponent, result, base):
        slope = result * either.log(base)
        return grad * (either.where(exponent >= 0, 0, slope) if base == 0 else slope)


@named("add", operators=("__add__", "__radd__"))
@_operator
def add(input, other):
    """input + other, entry by entry; shapes broadcast."""
    return AddBackward0.apply(input, other)


@named("sub", "subtract", operators=("__sub__",))
@_operator
def sub(input, other):
    """input − other, entry by entry; shapes broadcast."""
    return SubBackward0.apply(input, other)


@named("rsub", operators=("__rsub__",))
@_operator
def rsub(input, other):
    """other − input, entry by entry; shapes broadcast."""
    return SubBackward0.apply(other, input) if isinstance(other, Tensor) else RsubBackward1.apply(input, other=other)


@named("mul", "multiply", operators=("__mul__", "__rmul__"))
@_operator
def mul(input, other):
    """input · other, entry by entry; shapes broadcast."""
    return MulBackward0.apply(input, other)


@named("div", "divide", "true_divide", operators=("__truediv__",))
@_operator
def div(input, other):
    """input / other, entry by entry; shapes broadcast. Integers give floats, division by zero gives inf or nan."""
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


@named("pow", operators=("__pow__",))
@_operator
def pow_(input, exponent):
    """input ** exponent, entry by entry; either may be a number."""
    if not isinstance(exponent, Tensor):
        return PowBackward0.apply(input, exponent=exponent)
    if not isinstance(input, Tensor):
        return PowBackward2.apply(exponent, base=input)
    return PowBackward1.apply(input, exponent)


@named("square")
def square(input):
    """input², entry by entry; PyTorch records it as a power."""
    return PowBackward0.apply(input, exponent=2)


reflected("__rtruediv__", lambda number, tensor: mul(reciprocal(tensor), number))
reflected("__rpow__", lambda number, tensor: PowBackward2.apply(tensor, base=number))
