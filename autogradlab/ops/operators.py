"""How a function of two inputs becomes an operator, a function and a method that refuse what does not fit."""
import numbers

import numpy as np

from autogradlab.autograd.dtypes import promote
from autogradlab.autograd.tensor import Tensor, new_tensor

from .arguments import wrong_type
from .register import named


def two_inputs(*names, operators=(), operation=None):
    """Decorator: publish a function of two tensors, one of which may be a number.

    To an operator anything else is NotImplemented, so that Python says what does not fit; a function or method says
    so itself. An `operation` is what the operators apply instead of the function, where that does no more.
    """
    def publish(apply):
        fitting = _fitting(apply)
        named(operators=operators)(fitting if operation is None else _operator(operation, fitting))
        named(*names, method=False)(_strict(fitting, names[0], 2))
        named(*names, function=False)(_strict(fitting, names[0], 1))
        return fitting
    return publish


def _fitting(apply):
    """`apply` for tensors and numbers, NotImplemented for anything else."""
    def function(input, other, **settings):
        if isinstance(other, Tensor) or type(other) in (int, float):
            return apply(input, other, **settings)
        if isinstance(other, numbers.Number):
            return apply(input, plain(other), **settings)
        return NotImplemented
    function.__name__, function.__doc__ = apply.__name__, apply.__doc__
    return function


def _operator(operation, fitting):
    """The shortest way from `x * y` to the operation."""
    def operator(input, other):
        kind = type(other)
        if kind is Tensor or kind is float or kind is int:
            return operation.apply(input, other)
        return fitting(input, other)
    operator.__name__, operator.__doc__ = fitting.__name__, fitting.__doc__
    return operator


def plain(number):
    """NumPy's numbers as Python's, which do not widen a float32 tensor; anything else as it is."""
    return number.item() if isinstance(number, np.generic) else number


def number_beside(number, tensor):
    """A number as a tensor, of the type that it has in an operation with `tensor`."""
    array, number = promote(tensor._data, number)
    return new_tensor(np.result_type(array, number).type(number))


def _strict(operator, name, position):
    def function(input, other, **settings):
        result = operator(input, other, **settings)
        if result is NotImplemented:
            raise wrong_type(name, "other", position, other, "Tensor")
        return result
    function.__name__, function.__doc__ = name, operator.__doc__
    return function
