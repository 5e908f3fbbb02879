"""Activations, entry by entry: what bends the straight lines between the layers of a network. Floats only.

The oldest ones, relu, tanh and sigmoid, stand in `transcendental`.
"""
import math

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.tensor import Tensor

from . import either
from .erf import ErfBackward0
from .register import functions
from .transcendental import SigmoidBackward0, TanhBackward0


class _Activation(Elementwise):
    """`kernel` is the name under which PyTorch refuses whole numbers."""
    __slots__ = ()
    plain_on_float32 = True
    kernel = None

    @classmethod
    def compute(cls, arrays, settings):
        x = arrays[0]
        if x.dtype.kind != "f":
            raise NotImplementedError(f'"{cls.kernel}" not implemented for \'{dtypes.from_numpy(x.dtype).type_name}\'')
        return super().compute(arrays, settings)


def of(operation, x, **settings):
    """An operation's value, for an array or a Tensor."""
    return operation.apply(x, **settings) if isinstance(x, Tensor) else operation.forward(x, **settings)


# ---- straight lines with a kink ---------------------------------------------------------------------------------

class LeakyReluBackward0(_Activation):
    """z = self where self > 0, else slope · self,   ∂z/∂self = 1 or the slope, which it is at the kink, too"""
    __slots__ = ()
    kernel = "leaky_relu_cpu"

    def forward(self, *, negative_slope):
        return either.where(self > 0, self, self * negative_slope)

    def d_self(grad, self, negative_slope):
        return either.where(self > 0, grad, grad * negative_slope)


class PreluKernelBackward0(_Activation):
    """z = self where self > 0, else weight · self,   ∂z/∂self = 1 or the weight,   ∂z/∂weight = 0 or self"""
    __slots__ = ()
    kernel = "prelu_cpu"

    def forward(self, weight):
        return either.where(self > 0, self, self * weight)

    def d_self(grad, self, weight):
        return either.where(self > 0, grad, grad * weight)

    def d_weight(grad, self):
        return either.where(self > 0, 0, grad * self)


class ThresholdBackward0(_Activation):
    """z = self where self > threshold, else value,   ∂z/∂self = 1 or 0"""
    __slots__ = ()
    kernel = "threshold_cpu"

    def forward(self, *, threshold, value):
        return either.where(self <= threshold, value, self)

    def d_self(grad, self, threshold):
        return either.where(self <= threshold, 0, grad)


class HardtanhBackward0(Elementwise):
    """z = self, but not below min_val and not above max_val,   ∂z/∂self = 1 inside, 0 outside and at the bounds"""
    __slots__ = ()

    def forward(self, *, min_val, max_val):
        return np.clip(self, self.dtype.type(min_val), self.dtype.type(max_val))

    def d_self(grad, self, min_val, max_val):
        return either.where((self <= min_val) | (self >= max_val), 0, grad)


class HardsigmoidBackward0(_Activation):
    """z = (self + 3)/6, but not below 0 and not above 1,   ∂z/∂self = 1/6 inside, 0 outside"""
    __slots__ = ()
    kernel = "hardsigmoid_cpu"
    forward = lambda self: np.clip(self + 3, 0, 6) / 6

    def d_self(grad, self):
        return either.where((self > -3) & (self < 3), grad / 6, 0)


class HardswishBackward0(_Activation):
    """z = self · hardsigmoid(self),   ∂z/∂self = 0 up to −3, self/3 + 1/2 up to 3, then 1"""
    __slots__ = ()
    kernel = "hardswish_cpu"
    forward = lambda self: self * np.clip(self + 3, 0, 6) / 6

    def d_self(grad, self):
        rising = either.where(self < 3, grad * (self / 3 + 0.5), grad)
        return either.where(self <= -3, 0, rising)


class SoftshrinkBackward0(_Activation):
    """z = self, moved towards 0 by lambd; 0 if it is nearer than that,   ∂z/∂self = 1 or 0"""
    __slots__ = ()
    kernel = "softshrink_check"

    def forward(self, *, lambd):
        return either.where(abs(self) > lambd, self - np.copysign(self.dtype.type(lambd), self), self * 0)

    def d_self(grad, self, lambd):
        return either.where((self >= -lambd) & (self <= lambd), 0, grad)


class HardshrinkBackward0(_Activation):
    """z = self, but 0 if that is nearer than lambd,   ∂z/∂self = 1 or 0"""
    __slots__ = ()
    kernel = "hardshrink_cpu"
    d_self = SoftshrinkBackward0.d_self

    def forward(self, *, lambd):
        return either.where((self >= -lambd) & (self <= lambd), 0, self)


# ---- curves -----------------------------------------------------------------------------------------------------

class EluBackward0(_Activation):
    """z = scale · self where self > 0, else scale · α (exp(input_scale · self) − 1),

    ∂z/∂self = scale, or scale · α · input_scale · exp(input_scale · self)
    """
    __slots__ = ()
    kernel = "elu_cpu"

    def forward(self, *, alpha, scale, input_scale):
        below = np.expm1(np.minimum(self, 0) * input_scale) * (alpha * scale)
        return either.where(self <= 0, below, self * scale)

    def d_self(grad, self, alpha, scale, input_scale):
        low = either.where(self < 0, self, 0)                  # exp of the large ones, not wanted, would be inf
        slope = either.exp(low * input_scale) * (alpha * scale * input_scale)
        return either.where(self <= 0, grad * slope, grad * scale)


class CeluBackward0(_Activation):
    """z = self where self > 0, else α (exp(self/α) − 1),   ∂z/∂self = 1 or exp(self/α)"""
    __slots__ = ()
    kernel = "elu_cpu"

    def forward(self, *, alpha):
        return EluBackward0.forward(self, alpha=alpha, scale=1., input_scale=1 / alpha)

    def d_self(grad, self, alpha):
        return EluBackward0.d_self(grad, self, alpha, 1., 1 / alpha)


class SoftplusBackward0(_Activation):
    """z = log(1 + exp(β · self))/β, and self itself where β · self > threshold,   ∂z/∂self = sigmoid(β · self) or 1"""
    __slots__ = ()
    kernel = "softplus_cpu"

    def forward(self, *, beta, threshold):
        return either.where(self * beta > threshold, self, np.log1p(np.exp(self * beta)) / beta)

    def d_self(grad, self, beta, threshold):
        return either.where(self * beta > threshold, grad, grad * of(SigmoidBackward0, self * beta))


class LogSigmoidBackward0(_Activation):
    """z = log(sigmoid(self)),   ∂z/∂self = sigmoid(−self)"""
    __slots__ = ()
    kernel = "log_sigmoid_cpu"
    forward = lambda self: np.minimum(self, 0) - np.log1p(np.exp(-abs(self)))

    def d_self(grad, self):
        return grad * of(SigmoidBackward0, -self)


class SiluBackward0(_Activation):
    """z = self · s with s = sigmoid(self),   ∂z/∂self = s (1 + self (1 − s))"""
    __slots__ = ()
    kernel = "silu_cpu"
    forward = lambda self: self / (1 + np.exp(-self))

    def d_self(grad, self):
        s = of(SigmoidBackward0, self)
        return grad * (s * (self * (1 - s) + 1))


class MishBackward0(_Activation):
    """z = self · t with t = tanh(softplus(self)),   ∂z/∂self = t + self · sigmoid(self) (1 − t²)"""
    __slots__ = ()
    kernel = "mish_cpu"
    forward = lambda self: self * np.tanh(SoftplusBackward0.forward(self, beta=1, threshold=20))

    def d_self(grad, self):
        t = of(TanhBackward0, of(SoftplusBackward0, self, beta=1, threshold=20))
        return grad * (t + self * of(SigmoidBackward0, self) * (1 - t * t))


class GeluBackward0(_Activation):
    """z = self · Φ(self), Φ the bell curve's area up to there; approximate="tanh" takes a tanh for it

    ∂z/∂self = Φ + self · Φ′
    """
    __slots__ = ()
    kernel = "GeluKernelImpl"

    def forward(self, *, approximate):
        return self * (1 + (_gelu_tanh if approximate == "tanh" else _gelu_erf)(self)) / 2

    def d_self(grad, self, approximate):
        if approximate == "tanh":
            t = _gelu_tanh(self)
            slope = (1 - t * t) * (self * self * (3 * _CUBE) + 1) * (_SQRT_2_OVER_PI / 2)
            return grad * ((1 + t) / 2 + self * slope)
        bell = either.exp(self * self / -2) * (_SQRT_2_OVER_PI / 2)
        return grad * ((1 + _gelu_erf(self)) / 2 + self * bell)


_SQRT_2_OVER_PI, _CUBE = math.sqrt(2 / math.pi), 0.044715


def _gelu_erf(x):
    return of(ErfBackward0, x * math.sqrt(0.5))


def _gelu_tanh(x):
    return of(TanhBackward0, (x + x * x * x * _CUBE) * _SQRT_2_OVER_PI)


class GluBackward0(_Activation):
    """z = a · s with s = sigmoid(b), a and b the halves of self,   ∂z/∂a = s,   ∂z/∂b = a · s (1 − s)"""
    __slots__ = ()
    kernel = "glu_cpu"

    def forward(self, *, dim):
        a, b = _halves(self, dim)
        return a / (1 + np.exp(-b))

    def d_self(grad, self, dim):
        a, b = _halves(self, dim)
        s = of(SigmoidBackward0, b)
        parts = grad * s, grad * a * (s * (1 - s))
        return functions["cat"](parts, dim) if isinstance(grad, Tensor) else np.concatenate(parts, dim)


def _halves(x, dim):
    half, before = x.shape[dim] // 2, (slice(None),) * dim
    return x[(*before, slice(half))], x[(*before, slice(half, None))]
