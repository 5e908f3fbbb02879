"""Exponentials, waves and activations, entry by entry. Integers become floats first."""
import numpy as np

from autogradlab.autograd.dtypes import floating
from autogradlab.autograd.operation import Elementwise, Operation
from autogradlab.autograd.rules import noted
from autogradlab.autograd.tensor import Tensor

from . import either
from .register import named


class _Smooth(Elementwise):
    """An entry-by-entry function of one input, on floats."""
    __slots__ = ()
    plain_on_float32 = True

    @classmethod
    def compute(cls, arrays, settings):
        (x,) = arrays
        if not isinstance(x, (np.ndarray, np.generic)):
            name = cls.__name__.partition("Backward")[0].lower()
            raise noted(TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type(x).__name__}"),
                        f"help: make a tensor of it first, as in {name}(tensor(...))")
        if x.dtype.kind != "f":
            arrays = [floating(x)]
        return super().compute(arrays, settings)


class ExpBackward0(_Smooth):
    """z = exp(self),   ∂z/∂self = z"""
    __slots__ = ()
    forward = lambda self: np.exp(self)

    def d_self(grad, result):
        return grad * result


class LogBackward0(_Smooth):
    """z = log(self),   ∂z/∂self = 1/self"""
    __slots__ = ()
    forward = lambda self: np.log(self)

    def d_self(grad, self):
        return grad / self


class Log1PBackward0(_Smooth):
    """z = log(1 + self), exact for small self,   ∂z/∂self = 1/(1 + self)"""
    __slots__ = ()
    forward = lambda self: np.log1p(self)

    def d_self(grad, self):
        return grad / (self + 1)


class SqrtBackward0(_Smooth):
    """z = √self,   ∂z/∂self = 1/(2z)"""
    __slots__ = ()
    forward = lambda self: np.sqrt(self)

    def d_self(grad, result):
        return grad / (2 * result)


class SinBackward0(_Smooth):
    """z = sin(self),   ∂z/∂self = cos(self)"""
    __slots__ = ()
    forward = lambda self: np.sin(self)

    def d_self(grad, self):
        return grad * either.cos(self)


class CosBackward0(_Smooth):
    """z = cos(self),   ∂z/∂self = −sin(self)"""
    __slots__ = ()
    forward = lambda self: np.cos(self)

    def d_self(grad, self):
        return grad * -either.sin(self)


class TanhBackward0(_Smooth):
    """z = tanh(self),   ∂z/∂self = 1 − z²"""
    __slots__ = ()
    forward = lambda self: np.tanh(self)

    def d_self(grad, result):
        if type(grad) is not np.ndarray:
            return grad * (1 - result * result)
        slope = result * result
        np.subtract(1, slope, out=slope)
        slope *= grad
        return slope


class SigmoidBackward0(_Smooth):
    """z = 1/(1 + exp(−self)),   ∂z/∂self = z (1 − z)"""
    __slots__ = ()
    forward = lambda self: 1 / (1 + np.exp(-self))

    def d_self(grad, result):
        return grad * ((1 - result) * result)


class ReluBackward0(Elementwise):
    """z = max(self, 0),   ∂z/∂self = 1 where z > 0, else 0, also at the kink"""
    __slots__ = ()
    forward = lambda self: np.maximum(self, 0)

    def d_self(grad, result):
        return ThresholdBackwardBackward0.apply(grad, result) if isinstance(grad, Tensor) else _open(grad, result)


class ThresholdBackwardBackward0(Operation):
    """z = grad where result > 0, else 0: the slope of relu,   ∂z/∂grad = the same again,   ∂z/∂result = 0"""
    __slots__ = ()
    forward = lambda grad, result: _open(grad, result)

    def d_grad(grad, result):
        return ThresholdBackwardBackward0.apply(grad, result) if isinstance(grad, Tensor) else _open(grad, result)

    def d_result(grad):
        return either.zeros_like(grad)


def _open(grad, result):
    """`grad`, and 0 where result ≤ 0, also in the place of nan and inf: a third of the time of np.where."""
    if isinstance(grad, np.generic):
        return grad.dtype.type(0) if result <= 0 else grad
    if grad.size < _FEW or type(grad) is not np.ndarray:            # the latter a stand-in of `fuse`
        return np.where(result <= 0, grad.dtype.type(0), grad)
    bits = _BITS[grad.itemsize]
    mask = (result <= 0).astype(bits)
    mask -= 1                                           # all bits where the gradient passes, none where it does not
    mask &= grad.view(bits)
    return mask.view(grad.dtype)


_FEW = 4096                                             # below, one call of np.where is quicker than five quick ones
_BITS = {2: np.int16, 4: np.int32, 8: np.int64}


class SignBackward0(Elementwise):
    """z = −1, 0 or 1,   ∂z/∂self = 0"""
    __slots__ = ()
    forward = lambda self: either.sign(self)

    def d_self(grad):
        return either.zeros_like(grad)


@named("exp")
def exp(input):
    """e to the power of each entry."""
    return ExpBackward0.apply(input)


@named("log")
def log(input):
    """The natural logarithm of each entry: -inf at 0, nan below."""
    return LogBackward0.apply(input)


@named("log1p")
def log1p(input):
    """The natural logarithm of 1 + each entry."""
    return Log1PBackward0.apply(input)


@named("sqrt")
def sqrt(input):
    """The square root of each entry: nan below 0; its slope at 0 is inf."""
    return SqrtBackward0.apply(input)


@named("sin")
def sin(input):
    """The sine of each entry, in radians."""
    return SinBackward0.apply(input)


@named("cos")
def cos(input):
    """The cosine of each entry, in radians."""
    return CosBackward0.apply(input)


@named("tanh")
def tanh(input):
    """The hyperbolic tangent of each entry."""
    return TanhBackward0.apply(input)


@named("sigmoid")
def sigmoid(input):
    """1 / (1 + exp(−x)) of each entry."""
    return SigmoidBackward0.apply(input)


@named("relu")
def relu(input):
    """Each entry, or 0 where it is negative."""
    return ReluBackward0.apply(input)


@named("sign", "sgn")
def sign(input):
    """−1, 0 or 1 for each entry."""
    return SignBackward0.apply(input)
