"""What a rule needs beyond operators, for arrays and for Tensors alike."""
import numpy as np

from autogradlab.autograd.tensor import Tensor, new_tensor

from .register import functions


def apply(operation, x, *others, **settings):
    """An operation on arrays or on Tensors; `x` says which."""
    return (operation.apply if isinstance(x, Tensor) else operation.forward)(x, *others, **settings)


def into_zeros(operation, x, shape, *others, **settings):
    """Zeros of `shape` and what `operation` makes of them, `x` and others: an array or a Tensor, as `x` is."""
    zeros = constant(np.zeros(shape, numbers(x).dtype), x)
    return apply(operation, zeros, x, *others, **settings)


def where(condition, x, y):
    """`x` where the condition holds, `y` elsewhere."""
    if isinstance(x, Tensor) or isinstance(y, Tensor):
        return functions["where"](condition, x, y)
    return np.where(condition, x, y).astype(np.result_type(x, y), copy=False)[()]


def zeros_like(x):
    """Zeros in the shape and number type of `x`; unlike x · 0 also where `x` is infinite."""
    return constant(np.zeros_like(numbers(x)), x)


def numbers(x):
    """The array of an array or a Tensor."""
    return x._data if isinstance(x, Tensor) else x


def constant(array, like):
    """An array as what `like` is, so that the two can be combined."""
    return new_tensor(array) if isinstance(like, Tensor) else array


def exp(x):
    return x.exp() if isinstance(x, Tensor) else np.exp(x)


def log(x):
    """The natural logarithm of an array or a Tensor; of a Python number as a Python number."""
    if isinstance(x, Tensor):
        return x.log()
    return np.log(x) if isinstance(x, (np.ndarray, np.generic)) else float(np.log(x))


def cos(x):
    return x.cos() if isinstance(x, Tensor) else np.cos(x)


def sin(x):
    return x.sin() if isinstance(x, Tensor) else np.sin(x)


def sign(x):
    """−1, 0 or 1; 0 also for nan, as in PyTorch."""
    return x.sign() if isinstance(x, Tensor) else np.subtract(x > 0, x < 0, dtype=x.dtype)
