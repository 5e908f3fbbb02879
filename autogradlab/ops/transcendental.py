"""Exponentials, logarithms, roots, trigonometry and the like, entry by entry. Whole numbers become floats first."""

import math

import numpy as np

from autogradlab.autograd.operation import Operation
from autogradlab.autograd.rounding import MANY, fused
from autogradlab.autograd.tensor import tensor_types

from . import either, exact
from .bases import Smooth
from .register import named

#: log 10 as PyTorch writes it, one unit in the last place below the nearest float64.
_LOG_10 = 2.3025850929940456


def smooth(function, *names):
    """Decorator over a node's rule for the gradient: publish, as `names`, the operation that has it and this value."""

    def publish(rule):
        parts = {"forward": function, "d_self": rule, "__doc__": rule.__doc__, "__module__": __name__}
        return named(*names)(type(rule.__name__, (Smooth,), parts))

    return publish


@smooth(exact.exp, "exp")
def ExpBackward0(grad, result):
    """e to the power of each entry: z = exp(self),   ∂z/∂self = z"""
    return grad * result


@smooth(exact.log, "log")
def LogBackward0(grad, self):
    """The natural logarithm, -inf at 0, nan below: z = log(self),   ∂z/∂self = 1/self"""
    return grad / self


@smooth(exact.log1p, "log1p")
def Log1PBackward0(grad, self):
    """z = log(1 + self), accurate for small self,   ∂z/∂self = 1/(1 + self)"""
    return grad / (self + 1)


@smooth(exact.expm1, "expm1")
def Expm1Backward0(grad, result):
    """z = exp(self) − 1, accurate for small self,   ∂z/∂self = z + 1"""
    return grad * (result + 1)


@smooth(exact.log2, "log2")
def Log2Backward0(grad, self):
    """The logarithm to the base 2: z = log₂(self),   ∂z/∂self = 1/(self · log 2)"""
    return grad / (self * math.log(2))


@smooth(exact.log10, "log10")
def Log10Backward0(grad, self):
    """The logarithm to the base 10: z = log₁₀(self),   ∂z/∂self = 1/(self · log 10)"""
    return grad / (self * _LOG_10)


@smooth(np.sqrt, "sqrt")
def SqrtBackward0(grad, result):
    """The square root, nan below 0: z = √self,   ∂z/∂self = 1/(2z), which is inf at 0"""
    return grad / (2 * result)


@smooth(lambda self: 1 / np.sqrt(self), "rsqrt")
def RsqrtBackward0(grad, result):
    """One over the square root: z = 1/√self,   ∂z/∂self = −z³/2"""
    cube = result**3 if type(grad) in tensor_types else result * result * result
    return grad * -0.5 * cube


@smooth(exact.sin, "sin")
def SinBackward0(grad, self):
    """The sine of an angle in radians: z = sin(self),   ∂z/∂self = cos(self)"""
    return grad * either.apply(CosBackward0, self)


@smooth(exact.cos, "cos")
def CosBackward0(grad, self):
    """The cosine of an angle in radians: z = cos(self),   ∂z/∂self = −sin(self)"""
    return grad * -either.apply(SinBackward0, self)


@smooth(exact.tan, "tan")
def TanBackward0(grad, result):
    """The tangent of an angle in radians: z = tan(self),   ∂z/∂self = 1 + z²"""
    return grad * (result * result + 1)


@smooth(exact.arctan, "atan", "arctan")
def AtanBackward0(grad, self):
    """The angle whose tangent is self: z = atan(self),   ∂z/∂self = 1/(1 + self²)"""
    return grad / (self * self + 1)


@smooth(exact.sinh, "sinh")
def SinhBackward0(grad, self):
    """The hyperbolic sine: z = sinh(self),   ∂z/∂self = cosh(self)"""
    return grad * either.apply(CoshBackward0, self)


@smooth(exact.cosh, "cosh")
def CoshBackward0(grad, self):
    """The hyperbolic cosine: z = cosh(self),   ∂z/∂self = sinh(self)"""
    return grad * either.apply(SinhBackward0, self)


@smooth(exact.tanh, "tanh")
def TanhBackward0(grad, result):
    """The hyperbolic tangent: z = tanh(self),   ∂z/∂self = 1 − z²"""
    return either.apply(TanhBackwardBackward0, grad, result)


@smooth(lambda self: 1 / (1 + exact.exp(-self)), "sigmoid")
def SigmoidBackward0(grad, result):
    """z = 1/(1 + exp(−self)),   ∂z/∂self = z (1 − z)"""
    return either.apply(SigmoidBackwardBackward0, grad, result)


# ---- slopes, which PyTorch records as one node when backward is itself recorded -------------------------------


def _slope_of_tanh(y):
    """1 − y², rounded once as in PyTorch, which shows where the curve is nearly flat; of large arrays rounded twice."""
    if y.size <= MANY and y.dtype.char != "e":
        return fused(-y, y, 1)
    slope = y * y
    return np.subtract(1, slope, out=slope if slope.ndim else None)


class TanhBackwardBackward0(Operation):
    """z = grad_output · (1 − output²),   ∂z/∂grad_output = 1 − output²,   ∂z/∂output = −2 grad_output · output"""

    def forward(grad_output, output):
        slope = _slope_of_tanh(output)
        return np.multiply(grad_output, slope, out=slope if slope.ndim else None)

    d_grad_output = lambda grad, output: either.apply(TanhBackwardBackward0, grad, output)
    d_output = lambda grad, grad_output, output: grad * grad_output * output * -2


class SigmoidBackwardBackward0(Operation):
    """z = grad_output · output (1 − output),   ∂z/∂output = grad_output · (1 − 2 output)"""

    forward = lambda grad_output, output: grad_output * (1 - output) * output  # rounded in PyTorch's order
    d_grad_output = lambda grad, output: either.apply(SigmoidBackwardBackward0, grad, output)
    d_output = lambda grad, grad_output, output: grad * grad_output * (1 - 2 * output)


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


@smooth(exact.exact(erf), "erf")
def ErfBackward0(grad, self):
    """The area under the bell curve: z = erf(self) = 2/√π ∫₀ exp(−t²) dt up to self,   ∂z/∂self = 2/√π exp(−self²)"""
    return grad * (either.exp(-self * self) * (2 / math.sqrt(math.pi)))
