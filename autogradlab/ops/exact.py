"""exp, log and their like on arrays. The results of few float32 are rounded from float64, as exact as PyTorch's.

NumPy's own results of float32 are off by up to four units in the last place, and differ from PyTorch's in a third of
all cases; rounded from float64 they differ in a hundredth. Large arrays are left to NumPy, which is three times faster.
"""

import numpy as np

from autogradlab.autograd.rounding import FEW


def exact(function):
    """`function` of one array or NumPy number, computed in float64 for few float32."""

    def forward(self):
        if type(self) is np.float32:
            return np.float32(function(np.float64(self)))
        if isinstance(self, np.ndarray) and self.size <= FEW and self.dtype.char == "f":
            return function(self.astype("d")).astype("f")
        return function(self)

    return forward


exp, expm1, log, log1p, log2, log10 = map(exact, (np.exp, np.expm1, np.log, np.log1p, np.log2, np.log10))
sin, cos, tan, arctan = map(exact, (np.sin, np.cos, np.tan, np.arctan))
sinh, cosh, tanh = map(exact, (np.sinh, np.cosh, np.tanh))


def power(base, exponent):
    """base ** exponent, of arrays or NumPy numbers of one float type; one of the two may be a Python number."""
    if any(x.dtype.char != "f" or x.size > FEW for x in (base, exponent) if hasattr(x, "dtype")):
        return base**exponent
    return (_wide(base) ** _wide(exponent)).astype("f")


def _wide(x):
    return x.astype("d") if hasattr(x, "dtype") else x
