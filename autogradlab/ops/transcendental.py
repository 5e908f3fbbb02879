"""Exponentials, logarithms, roots, trigonometry and the like, entry by entry. Whole numbers become floats first."""

import math

import numpy as np

from autogradlab.autograd.operation import Operation

from . import either, exact
from .bases import Smooth
from .register import named


@named("exp")
class ExpBackward0(Smooth):
    """e to the power of each entry: z = exp(self),   ∂z/∂self = z"""

    forward = exact.exp

    def d_self(grad, result):
        return grad * result


@named("log")
class LogBackward0(Smooth):
    """The natural logarithm, -inf at 0, nan below: z = log(self),   ∂z/∂self = 1/self"""

    forward = exact.log

    def d_self(grad, self):
        return grad / self


@named("log1p")
class Log1PBackward0(Smooth):
    """z = log(1 + self), accurate for small self,   ∂z/∂self = 1/(1 + self)"""

    forward = exact.log1p

    def d_self(grad, self):
        return grad / (self + 1)


@named("expm1")
class Expm1Backward0(Smooth):
    """z = exp(self) − 1, accurate for small self,   ∂z/∂self = z + 1"""

    forward = exact.expm1

    def d_self(grad, result):
        return grad * (result + 1)


@named("log2")
class Log2Backward0(Smooth):
    """The logarithm to the base 2: z = log₂(self),   ∂z/∂self = 1/(self · log 2)"""

    forward = exact.log2

    def d_self(grad, self):
        return grad / (self * math.log(2))


@named("log10")
class Log10Backward0(Smooth):
    """The logarithm to the base 10: z = log₁₀(self),   ∂z/∂self = 1/(self · log 10)"""

    forward = exact.log10

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

    forward = exact.sin

    def d_self(grad, self):
        return grad * either.apply(CosBackward0, self)


@named("cos")
class CosBackward0(Smooth):
    """The cosine of an angle in radians: z = cos(self),   ∂z/∂self = −sin(self)"""

    forward = exact.cos

    def d_self(grad, self):
        return grad * -either.apply(SinBackward0, self)


@named("tan")
class TanBackward0(Smooth):
    """The tangent of an angle in radians: z = tan(self),   ∂z/∂self = 1 + z²"""

    forward = exact.tan

    def d_self(grad, result):
        return grad * (result * result + 1)


@named("atan", "arctan")
class AtanBackward0(Smooth):
    """The angle whose tangent is self: z = atan(self),   ∂z/∂self = 1/(1 + self²)"""

    forward = exact.arctan

    def d_self(grad, self):
        return grad / (self * self + 1)


@named("sinh")
class SinhBackward0(Smooth):
    """The hyperbolic sine: z = sinh(self),   ∂z/∂self = cosh(self)"""

    forward = exact.sinh

    def d_self(grad, self):
        return grad * either.apply(CoshBackward0, self)


@named("cosh")
class CoshBackward0(Smooth):
    """The hyperbolic cosine: z = cosh(self),   ∂z/∂self = sinh(self)"""

    forward = exact.cosh

    def d_self(grad, self):
        return grad * either.apply(SinhBackward0, self)


@named("tanh")
class TanhBackward0(Smooth):
    """The hyperbolic tangent: z = tanh(self),   ∂z/∂self = 1 − z²"""

    forward = exact.tanh

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
        return 1 / (1 + exact.exp(-self))

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


# ---- the error function, which NumPy does not have -------------------------------------------------------------


def _numbers(text):
    return [*map(float, text.split())]


#: Beyond this the result is ±1 to the last place of a float64.
_ERF_IS_1 = 6.0
#: −log(1 − erf x)/x as polynomials in t = 3 − 24/(x + 6), which goes from −1 at x = 0 to 1 at x = 6, lowest power
#: first. Found by Chebyshev interpolation in 60 digits, with as many points as make a difference in each type.
_ERF_DOUBLE = _numbers("""
    2.682470632308319 2.3142535649147766 0.9701938726808453 0.28073565255801536 0.09799593298652148
    0.034786545249289626 0.010214983257532239 0.0037486838035851303 0.0012837793835388566 0.0003626713460484405
    0.0001460459577111069 4.699057474702541e-05 1.2513572709033396e-05 5.917968868557962e-06
    1.644879179373163e-06 4.294978566482886e-07 2.6580072115521935e-07 4.3049615353380536e-08
    6.060691940782095e-09 1.525805575111499e-08 4.42860193680739e-09
""")
_ERF_SINGLE = _numbers("""
    2.68247056 2.31425428 0.970194042 0.280721605 0.0979920104 0.0348640792 0.0102365967 0.00357662328
    0.00123605365 0.000523864641 0.000190300867
""")


def erf(x):
    """erf of an array of floats, in its number type; the relative error is at most 1e-15, for float32 5e-7."""
    size = np.minimum(abs(x), _ERF_IS_1)
    t = 3 - 24 / (size + 6)
    first, *others, last = _ERF_DOUBLE if x.dtype.itemsize == 8 else _ERF_SINGLE
    value = t * last
    for coefficient in reversed(others):
        value += coefficient
        value *= t
    value += first
    return np.copysign(-np.expm1(-size * value), x)


@named("erf")
class ErfBackward0(Smooth):
    """The area under the bell curve: z = erf(self) = 2/√π ∫₀ exp(−t²) dt up to self,   ∂z/∂self = 2/√π exp(−self²)"""

    forward = exact.exact(erf)

    def d_self(grad, self):
        return grad * (either.exp(-self * self) * (2 / math.sqrt(math.pi)))
