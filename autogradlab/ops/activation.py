"""Activations, entry by entry: the nonlinear functions between the layers of a network. Floats only, except hardtanh.

Those that are also methods of tensors are elsewhere: relu in `limits`, tanh and sigmoid in `transcendental`.
"""

import math

import numpy as np

from autogradlab.autograd.operation import Elementwise
from autogradlab.autograd.tensor import Tensor

from . import either, exact
from .arguments import type_name
from .bases import Flat, FloatsOnly
from .register import functions
from .transcendental import ErfBackward0, SigmoidBackward0, SigmoidBackwardBackward0, TanhBackward0

# ---- straight lines with a kink ---------------------------------------------------------------------------------


class LeakyReluBackward0(FloatsOnly):
    """z = self where self > 0, else slope · self,   ∂z/∂self = 1 or the slope (the slope at the kink)"""

    forward = lambda self, *, negative_slope: either.where(self > 0, self, self * negative_slope)

    def d_self(grad, self, negative_slope):
        return either.apply(LeakyReluBackwardBackward0, grad, self, negative_slope=negative_slope)


class LeakyReluBackward1(LeakyReluBackward0):
    """The same, in place; a result below 0 must have come from below 0"""

    def d_self(grad, self, negative_slope):
        if not negative_slope >= 0:
            raise RuntimeError(_NEGATIVE_SLOPE.format("leakyReLu") + _TO_BE_ASKED_FOR)
        return LeakyReluBackward0.d_self(grad, self, negative_slope)


_NEGATIVE_SLOPE = (
    "In-place {} backward calculation is triggered with a negative slope which is not supported. This is caused by "
    "calling in-place forward function with a negative slope, please call out-of-place version instead."
)
_TO_BE_ASKED_FOR = (
    " File an issue at https://github.com/pytorch/pytorch if you do require supporting in-place leakRelu backward "
    "calculation with negative slope"
)


class LeakyReluBackwardBackward0(Flat):
    """z = grad where self > 0, else slope · grad"""

    d_grad = LeakyReluBackward0.d_self
    forward = lambda grad, self, *, negative_slope: either.where(self > 0, grad, grad * negative_slope)


class PreluKernelBackward0(FloatsOnly):
    """z = self where self > 0, else weight · self,   ∂z/∂self = 1 or the weight,   ∂z/∂weight = 0 or self"""

    kernel = "prelu_cpu"
    forward = lambda self, weight: either.where(self > 0, self, self * weight)
    d_self = lambda grad, self, weight: either.apply(PreluKernelBackwardBackward0, grad, self, weight)
    d_weight = lambda grad, self: either.apply(_Below, grad, self)


class PreluKernelBackwardBackward0(Flat, Elementwise):
    """z = grad where self > 0, else weight · grad; in its own derivative the kink counts as self > 0, as in PyTorch"""

    forward = lambda grad_output, self, weight: either.where(self > 0, grad_output, grad_output * weight)
    d_grad_output = lambda grad, self, weight: either.where(self >= 0, grad, grad * weight)
    d_weight = lambda grad, self, grad_output: either.where(self >= 0, 0, grad * grad_output)


class _Below(Elementwise):
    """z = grad · self where self is negative, else 0: the gradient of prelu's weight"""

    forward = lambda grad_output, self: either.where(self > 0, 0, grad_output * self)
    d_grad_output = lambda grad, self: either.where(self >= 0, 0, grad * self)
    d_self = lambda grad, self, grad_output: either.where(self >= 0, 0, grad * grad_output)


class HardtanhBackward0(Elementwise):
    """z = self, but not below min_val and not above max_val,   ∂z/∂self = 1 inside, 0 outside and at the bounds"""

    def d_self(grad, self, min_val, max_val):
        return either.apply(HardtanhBackwardBackward0, grad, self, min_val=min_val, max_val=max_val)

    def forward(self, *, min_val, max_val):
        if self.dtype.kind == "b":
            raise RuntimeError("Bool inputs not supported for hardtanh")
        if self.dtype.kind == "u" and min_val < 0:
            raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
        return np.clip(self, self.dtype.type(min_val), self.dtype.type(max_val))


class HardtanhBackwardBackward0(Flat):
    """z = grad inside the bounds, 0 outside and at them"""

    d_grad = HardtanhBackward0.d_self
    forward = lambda grad, self, *, min_val, max_val: either.where((self <= min_val) | (self >= max_val), 0, grad)


class HardsigmoidBackward0(FloatsOnly):
    """z = (self + 3)/6, but not below 0 and not above 1,   ∂z/∂self = 1/6 inside, 0 outside"""

    forward = lambda self: np.clip(self + 3, 0, 6) / 6
    d_self = lambda grad, self: either.where((self > -3) & (self < 3), grad * _SIXTH, 0)


_SIXTH = float(np.float32(1) / np.float32(6))  # PyTorch uses 1/6 rounded to float32, even in float64


class HardswishBackward0(FloatsOnly):
    """z = self · hardsigmoid(self),   ∂z/∂self = 0 up to −3, self/3 + 1/2 up to 3, then 1"""

    forward = lambda self: self * np.clip(self + 3, 0, 6) / 6
    d_self = lambda grad, self: either.where(self <= -3, 0, either.where(self < 3, grad * (self / 3 + 0.5), grad))


class SoftshrinkBackward0(FloatsOnly):
    """z = self moved towards 0 by lambd, or 0 where |self| ≤ lambd,   ∂z/∂self = 1 or 0"""

    kernel = "softshrink_check"
    plain_on_float32 = False

    @classmethod
    def compute(cls, arrays, settings):
        out, lambd = super().compute(arrays, settings), settings["lambd"]
        largest = float(np.finfo(out.dtype).max)
        if not 0 <= lambd <= largest:
            kind = f"[0, {largest:g}] for input dtype {type_name(out)}"
            raise RuntimeError(f"lambda must be in range {kind}, but found {lambd:g}")
        return out

    d_self = lambda grad, self, lambd: either.apply(SoftshrinkBackwardBackward0, grad, self, lambd=lambd)

    def forward(self, *, lambd):
        return either.where(abs(self) > lambd, self - np.copysign(self.dtype.type(lambd), self), self * 0)


class SoftshrinkBackwardBackward0(Flat):
    """z = grad, 0 where |self| ≤ lambd"""

    d_grad = SoftshrinkBackward0.d_self
    forward = lambda grad, self, *, lambd: either.where((self >= -lambd) & (self <= lambd), 0, grad)


# ---- curves -----------------------------------------------------------------------------------------------------


class EluBackward0(FloatsOnly):
    """z = scale · self where self > 0, else scale · α (exp(input_scale · self) − 1),

    ∂z/∂self = scale, or scale · α · input_scale · exp(input_scale · self)
    """

    def forward(self, *, alpha, scale, input_scale):
        below = exact.expm1(np.minimum(self, 0) * input_scale) * (alpha * scale)
        return either.where(self < 0, below, self * scale)

    def d_self(grad, self, alpha, scale, input_scale):
        low = either.where(self < 0, self, 0)  # exp of large entries, which is not used, would be inf
        slope = either.exp(low * input_scale) * (alpha * scale * input_scale)
        return either.where(self <= 0, grad * slope, grad * scale)


class EluBackward1(EluBackward0):
    """The same, in place; a result below 0 must have come from below 0"""

    def d_self(grad, self, alpha, scale, input_scale):
        if not alpha >= 0:
            raise RuntimeError(_NEGATIVE_SLOPE.format("elu"))
        return EluBackward0.d_self(grad, self, alpha, scale, input_scale)


class CeluBackward0(FloatsOnly):
    """z = self where self > 0, else α (exp(self/α) − 1),   ∂z/∂self = 1 or exp(self/α)"""

    kernel = "elu_cpu"

    def forward(self, *, alpha):
        if alpha == 0:
            raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
        return EluBackward0.forward(self, alpha=alpha, scale=1.0, input_scale=1 / alpha)

    d_self = lambda grad, self, alpha: EluBackward0.d_self(grad, self, alpha, 1.0, 1 / alpha)


class CeluBackward1(CeluBackward0):
    """The same, in place"""

    d_self = lambda grad, self, alpha: EluBackward1.d_self(grad, self, alpha, 1.0, 1 / alpha)


class SoftplusBackward0(FloatsOnly):
    """relu with its corner rounded: z = log(1 + exp(β · self))/β, or self itself where β · self > threshold

    ∂z/∂self = sigmoid(β · self) or 1
    """

    def forward(self, *, beta, threshold):
        return either.where(self * beta > threshold, self, exact.log1p(exact.exp(self * beta)) / beta)

    def d_self(grad, self, beta, threshold):
        return either.apply(SoftplusBackwardBackward0, grad, self, beta=beta, threshold=threshold)


class SoftplusBackwardBackward0(Elementwise):
    """z = grad · sigmoid(β · self), or grad where β · self > threshold,   ∂z/∂self = grad · β s (1 − s) or 0"""

    d_grad_output = SoftplusBackward0.d_self

    def forward(grad_output, self, *, beta, threshold):
        z = exact.exp(self * beta)
        return either.where(self * beta > threshold, grad_output, grad_output * z / (z + 1))

    def d_self(grad, grad_output, self, beta, threshold):
        slope = either.apply(SigmoidBackwardBackward0, grad * grad_output, either.apply(SigmoidBackward0, self * beta))
        return either.where(self * beta >= threshold, 0, slope * beta)  # as in PyTorch, also on the threshold itself


class LogSigmoidBackward0(FloatsOnly):
    """z = log(sigmoid(self)), exact where the sigmoid itself would round to 0,   ∂z/∂self = sigmoid(−self)"""

    forward = lambda self: np.minimum(self, 0) - exact.log1p(exact.exp(-abs(self)))
    d_self = lambda grad, self: either.apply(LogSigmoidBackwardBackward0, grad, self)


class LogSigmoidBackwardBackward0(Elementwise):
    """z = grad · sigmoid(−self), exact on both sides,   ∂z/∂self = grad · s (s − 1) with s = sigmoid(self)"""

    def forward(grad_output, self):
        small = exact.exp(-abs(self))
        share = small / (1 + small)
        return grad_output * either.where(self < 0, 1 - share, share)

    d_grad_output = lambda grad, self: either.apply(LogSigmoidBackwardBackward0, grad, self)

    def d_self(grad, grad_output, self):
        s = either.apply(SigmoidBackward0, self)
        return grad * grad_output * (s - 1) * s


class SiluBackward0(FloatsOnly):
    """z = self · s with s = sigmoid(self),   ∂z/∂self = s (1 + self (1 − s))"""

    forward = lambda self: self / (1 + exact.exp(-self))

    def d_self(grad, self):
        s = either.apply(SigmoidBackward0, self)
        return grad * s * either.fma(self, 1 - s, 1)


class MishBackward0(FloatsOnly):
    """z = self · t with t = tanh(softplus(self)),   ∂z/∂self = t + self · sigmoid(self) (1 − t²)"""

    forward = lambda self: self * exact.tanh(SoftplusBackward0.forward(self, beta=1, threshold=20))

    def d_self(grad, self):
        t = either.apply(TanhBackward0, either.apply(SoftplusBackward0, self, beta=1, threshold=20))
        return grad * (t + self * either.apply(SigmoidBackward0, self) * (1 - t * t))


class GeluBackward0(FloatsOnly):
    """z = self · Φ(self), Φ(x) the area under the bell curve up to x; approximate="tanh" approximates Φ by a tanh

    ∂z/∂self = Φ + self · Φ′
    """

    kernel = "GeluKernelImpl"

    def forward(self, *, approximate):
        if approximate not in ("none", "tanh"):
            raise RuntimeError("approximate argument must be either none or tanh.")
        if approximate == "tanh":
            return self * (1 + _gelu_tanh(self)) / 2
        return self * (1 + _gelu_erf(self)) / 2

    def d_self(grad, self, approximate):
        if approximate == "tanh":
            t = _gelu_tanh(self)
            slope = (1 - t * t) * (self * self * (3 * _CUBE) + 1) * (_SQRT_2_OVER_PI / 2)
            return grad * ((1 + t) / 2 + self * slope)
        bell = either.exp(self * self / -2) * (_SQRT_2_OVER_PI / 2)
        return grad * ((1 + _gelu_erf(self)) / 2 + self * bell)


_SQRT_2_OVER_PI, _CUBE = math.sqrt(2 / math.pi), 0.044715
_gelu_erf = lambda x: either.apply(ErfBackward0, x * math.sqrt(0.5))
_gelu_tanh = lambda x: either.apply(TanhBackward0, (x + x * x * x * _CUBE) * _SQRT_2_OVER_PI)


class GluBackward0(FloatsOnly):
    """z = a · s with s = sigmoid(b), a and b the halves of self,   ∂z/∂a = s,   ∂z/∂b = a · s (1 − s)"""

    def forward(self, *, dim):
        a, b = _halves(self, dim)
        return a / (1 + exact.exp(-b))

    def d_self(grad, self, dim):
        a, b = _halves(self, dim)
        s = either.apply(SigmoidBackward0, b)
        parts = grad * s, grad * a * (s * (1 - s))
        return functions["cat"](parts, dim) if isinstance(grad, Tensor) else np.concatenate(parts, dim)


def _halves(x, dim):
    half, before = x.shape[dim] // 2, (slice(None),) * dim
    return x[(*before, slice(half))], x[(*before, slice(half, None))]
