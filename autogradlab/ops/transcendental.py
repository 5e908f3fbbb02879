"""Exponentials, logarithms, roots, trigonometry, tanh, sigmoid, entry by entry. Whole numbers become floats first."""

import math

import numpy as np

from autogradlab.autograd.operation import Operation

from . import either
from .bases import Smooth
from .register import named


@named("exp")
class ExpBackward0(Smooth):
    """e to the power of each entry: z = exp(self),   ∂z/∂self = z"""

    forward = np.exp

    def d_self(grad, result):
        return grad * result


@named("log")
class LogBackward0(Smooth):
    """The natural logarithm, -inf at 0, nan below: z = log(self),   ∂z/∂self = 1/self"""

    forward = np.log

    def d_self(grad, self):
        return grad / self


@named("log1p")
class Log1PBackward0(Smooth):
    """z = log(1 + self), accurate for small self,   ∂z/∂self = 1/(1 + self)"""

    forward = np.log1p

    def d_self(grad, self):
        return grad / (self + 1)


@named("expm1")
class Expm1Backward0(Smooth):
    """z = exp(self) − 1, accurate for small self,   ∂z/∂self = z + 1"""

    forward = np.expm1

    def d_self(grad, result):
        return grad * (result + 1)


@named("log2")
class Log2Backward0(Smooth):
    """The logarithm to the base 2: z = log₂(self),   ∂z/∂self = 1/(self · log 2)"""

    forward = np.log2

    def d_self(grad, self):
        return grad / (self * math.log(2))


@named("log10")
class Log10Backward0(Smooth):
    """The logarithm to the base 10: z = log₁₀(self),   ∂z/∂self = 1/(self · log 10)"""

    forward = np.log10

    def d_self(grad, self):
        return grad / (self * math.log(10))


@named("sqrt")
class SqrtBackward0(Smooth):
    """The square root, nan below 0: z = √self,   ∂z/∂self = 1/(2z), which is inf at 0"""

    forward = np.sqrt

    def d_self(grad, result):
        return grad / (2 * result)


@named("rsqrt")
class RsqrtBackward0(Smooth):
    """One over the square root: z = 1/√self,   ∂z/∂self = −z³/2"""

    def forward(self):
        return 1 / np.sqrt(self)

    def d_self(grad, result):
        return grad * -0.5 * result**3


@named("sin")
class SinBackward0(Smooth):
    """The sine of an angle in radians: z = sin(self),   ∂z/∂self = cos(self)"""

    forward = np.sin

    def d_self(grad, self):
        return grad * either.cos(self)


@named("cos")
class CosBackward0(Smooth):
    """The cosine of an angle in radians: z = cos(self),   ∂z/∂self = −sin(self)"""

    forward = np.cos

    def d_self(grad, self):
        return grad * -either.sin(self)


@named("tan")
class TanBackward0(Smooth):
    """The tangent of an angle in radians: z = tan(self),   ∂z/∂self = 1 + z²"""

    forward = np.tan

    def d_self(grad, result):
        return grad * (result * result + 1)


@named("atan", "arctan")
class AtanBackward0(Smooth):
    """The angle whose tangent is self: z = atan(self),   ∂z/∂self = 1/(1 + self²)"""

    forward = np.arctan

    def d_self(grad, self):
        return grad / (self * self + 1)


@named("sinh")
class SinhBackward0(Smooth):
    """The hyperbolic sine: z = sinh(self),   ∂z/∂self = cosh(self)"""

    forward = np.sinh

    def d_self(grad, self):
        return grad * either.apply(CoshBackward0, self)


@named("cosh")
class CoshBackward0(Smooth):
    """The hyperbolic cosine: z = cosh(self),   ∂z/∂self = sinh(self)"""

    forward = np.cosh

    def d_self(grad, self):
        return grad * either.apply(SinhBackward0, self)


@named("tanh")
class TanhBackward0(Smooth):
    """The hyperbolic tangent: z = tanh(self),   ∂z/∂self = 1 − z²"""

    forward = np.tanh

    def d_self(grad, result):
        if type(grad) is not np.ndarray or not grad.ndim:
            return either.apply(TanhBackwardBackward0, grad, result)
        slope = result * result
        np.subtract(1, slope, out=slope)
        slope *= grad
        return slope


@named("sigmoid")
class SigmoidBackward0(Smooth):
    """z = 1/(1 + exp(−self)),   ∂z/∂self = z (1 − z)"""

    def forward(self):
        return 1 / (1 + np.exp(-self))

    def d_self(grad, result):
        return either.apply(SigmoidBackwardBackward0, grad, result)


# ---- slopes, which PyTorch records as one node when backward is itself recorded -------------------------------


class TanhBackwardBackward0(Operation):
    """z = grad_output · (1 − output²),   ∂z/∂grad_output = 1 − output²,   ∂z/∂output = −2 grad_output · output"""

    def forward(grad_output, output):
        return grad_output * (1 - output * output)

    def d_grad_output(grad, output):
        return either.apply(TanhBackwardBackward0, grad, output)

    def d_output(grad, grad_output, output):
        return grad * grad_output * output * -2


class SigmoidBackwardBackward0(Operation):
    """z = grad_output · output (1 − output),   ∂z/∂output = grad_output · (1 − 2 output)"""

    def forward(grad_output, output):
        return grad_output * ((1 - output) * output)

    def d_grad_output(grad, output):
        return either.apply(SigmoidBackwardBackward0, grad, output)

    def d_output(grad, grad_output, output):
        return grad * grad_output * (1 - 2 * output)
