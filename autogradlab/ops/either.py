"""What derivative rules need beyond operators: functions that take arrays and Tensors alike."""

import numpy as np

from autogradlab.autograd import rounding
from autogradlab.autograd.tensor import new_tensor, tensor_types

from . import exact
from .register import functions


def apply(operation, x, *others, **settings):
    """Apply an operation to arrays or to Tensors; the type of `x` decides."""
    return (operation.apply if type(x) in tensor_types else operation.forward)(x, *others, **settings)


def into_zeros(operation, x, shape, *others, **settings):
    """Apply `operation` to zeros of `shape`, `x` and `others`: an array or a Tensor, as `x` is."""
    zeros = constant(np.zeros(shape, numbers(x).dtype), x)
    return apply(operation, zeros, x, *others, **settings)


def where(condition, x, y):
    """`x` where the condition holds, `y` elsewhere."""
    if type(x) in tensor_types or type(y) in tensor_types:
        return functions["where"](condition if type(condition) in tensor_types else new_tensor(condition), x, y)
    return np.where(condition, x, y).astype(np.result_type(x, y), copy=False)[()]


def zeros_like(x):
    """Zeros in the shape and number type of `x`; unlike x · 0 also where `x` is infinite."""
    return constant(np.zeros_like(numbers(x)), x)


def numbers(x):
    """The numbers of an array or a Tensor, as an array."""
    return x._data if type(x) in tensor_types else x


def in_type_of(like, x):
    """`x` in the number type of `like`."""
    if x.dtype == like.dtype:
        return x
    return x.to(like.dtype) if type(x) in tensor_types else x.astype(like.dtype)


def constant(array, like):
    """`array`, as a Tensor if `like` is one, so that the two can be combined."""
    return new_tensor(array) if type(like) in tensor_types else array


def product(a, b):
    """a · b of matrices or batches. With inner size 1, each entry of a matrix is a single term, and a −0 stays −0.

    A sum starts with 0 and loses that sign; PyTorch still computes one where the result is a single row or column.
    Of small matrices `dot` computes the same product in half of the time of `@`.
    """
    if type(a) in tensor_types or a.ndim != 2:
        return a @ b
    if a.shape[1] != 1 or len(a) == 1 or b.shape[1] == 1:
        return a.dot(b)
    return a * b


def fma(a, b, c):
    """a · b + c; of few numbers rounded once, as in PyTorch's loops over entries."""
    return a * b + c if type(a) in tensor_types else rounding.fma(a, b, c)


def exp(x):
    return x.exp() if type(x) in tensor_types else exact.exp(x)


def log(x):
    """The natural logarithm of an array or a Tensor; of a Python number as a Python number."""
    if type(x) in tensor_types:
        return x.log()
    return exact.log(x) if isinstance(x, (np.ndarray, np.generic)) else float(np.log(x))


def sign(x):
    """−1, 0 or 1; 0 also for nan, as in PyTorch."""
    return x.sign() if type(x) in tensor_types else np.subtract(x > 0, x < 0, dtype=x.dtype)
