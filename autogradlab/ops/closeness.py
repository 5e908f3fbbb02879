"""Whether numbers are the same, nearly the same, or numbers at all. Results without history."""
import numpy as np

from autogradlab.autograd.tensor import new_tensor

from .register import named


@named("isinf")
def isinf(input):
    """Where an entry is inf or -inf."""
    return new_tensor(np.isinf(input._data))


@named("isfinite")
def isfinite(input):
    """Where an entry is neither infinite nor nan."""
    return new_tensor(np.isfinite(input._data))


@named("isclose")
def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Where |input − other| ≤ atol + rtol · |other|."""
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{input.dtype.type_name} did not match {other.dtype.type_name}")
    return new_tensor(np.isclose(input._data, other._data, rtol, atol, equal_nan))


@named("allclose")
def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all entries are close, as a Python bool."""
    return bool(isclose(input, other, rtol, atol, equal_nan)._data.all())
