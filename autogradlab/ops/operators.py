"""Making a function of two inputs into an operator, a function and a method that refuse unfit arguments."""

import numpy as np

from autogradlab.autograd.dtypes import promote
from autogradlab.autograd.operation import make_ready
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.autograd.wrong_type import wrong_type

from .arguments import number_last
from .refusals import NUMBERS, plain
from .register import function_of, named, titled

#: The functions of two inputs by name, as operators use them: NotImplemented for an input that does not fit.
fitting = {}


def two_inputs(name, *others, operators=(), operation=None, second="other", fits=False):
    """Decorator: publish a function of two tensors, one of which may be a number, or the operation that it applies.

    For any other input an operator returns NotImplemented, so that Python raises the error; a function or method raises
    it itself. `operation`, if given, is applied by the operators directly: it is what the function does without
    settings. `second` is the name of the second input. `fits` says that the function itself returns NotImplemented for
    an input that does not fit.
    """

    def publish(f):
        function, direct = (function_of(f, name), f) if isinstance(f, type) else (f, operation)
        fitted = function if fits else _called(_fitting(function), second)
        named(operators=operators)(fitted if direct is None else _operator(direct, operators, fitted))
        words = set(getattr(f, "__kwdefaults__", None) or ())
        for own in (name, *others):
            fitting[own] = fitted
            named(own, method=False)(_called(_strict(fitted, own, 2, second, words), second))
            named(own, function=False)(_called(_strict(fitted, own, 1, second, words), second))
        return f

    return publish


def _called(function, second):
    """`function`, with its parameter `other` renamed to `second`."""
    names = [second if name == "other" else name for name in function.__code__.co_varnames]
    function.__code__ = function.__code__.replace(co_varnames=tuple(names))
    return function


def _fitting(apply):
    """`apply` for tensors and numbers, NotImplemented for anything else."""

    def function(input, other, **settings):
        if isinstance(other, Tensor) or type(other) in (int, float):
            return apply(input, other, **settings)
        if isinstance(other, NUMBERS):
            return apply(input, plain(other), **settings)
        return NotImplemented

    return titled(function, apply.__name__, apply.__doc__)


def _operator(operation, operators, fits):
    """The operator behind `x * y`; its first call replaces it by one written out for the operation (`written`)."""
    operation.operators, operation.fits = operators, staticmethod(fits)

    def operator(input, other):
        make_ready(operation)
        return getattr(Tensor, operators[0])(input, other)

    return titled(operator, fits.__name__, fits.__doc__)


def _strict(fits, name, position, second, words):
    def function(input, other, *surplus, **settings):
        if not words.issuperset(settings):
            word = next(word for word in settings if word not in words)
            raise TypeError(f"{name}() got an unexpected keyword argument '{word}'")
        if surplus:
            given, turned = number_last(name, (other, *surplus), settings, function=position == 2)
            if turned is not settings:
                return function(input, *given, **turned)
            count = f"{position} positional argument{'s' * (position > 1)}"
            raise TypeError(f"{name}() takes {count} but {position + len(surplus)} were given")
        if type(input) is not Tensor and not isinstance(input, Tensor):
            if not isinstance(input, NUMBERS) or not isinstance(other, Tensor) or name in ("fmod", "matmul"):
                raise wrong_type(name, "input", 1, "Tensor", input)
        result = fits(input, other, **settings)
        if result is NotImplemented:
            raise wrong_type(name, second, position, "Tensor", other)
        return result

    return titled(function, name, fits.__doc__)


def number_beside(number, tensor):
    """A number as a tensor, of the type that it has in an operation with `tensor`."""
    array, number = promote(tensor._data, number)
    return new_tensor(np.result_type(array, number).type(number))
