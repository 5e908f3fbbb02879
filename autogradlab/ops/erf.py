"""The error function, which NumPy does not have. Whole numbers become floats first."""

import math

import numpy as np

from . import either
from .bases import Smooth
from .register import named


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

    def forward(self):
        return erf(self)

    def d_self(grad, self):
        return grad * (either.exp(-self * self) * (2 / math.sqrt(math.pi)))
