"""How an operation gets its names: as a function, as a method of Tensor, and as an operator."""

from inspect import CO_VARARGS, CO_VARKEYWORDS

import numpy as np

from autogradlab.autograd.operation import parameters_of
from autogradlab.autograd.sentences import noted
from autogradlab.autograd.tensor import Tensor

from .gates import gated
from .refusals import NUMBERS, misfit, plain

#: Every public function by name; `autogradlab/__init__.py` takes its functions from here.
functions = {}


def named(*names, method=True, function=True, operators=()):
    """Decorator: publish under `names` as a function and a method, unless one is switched off, and as `operators`.

    For an operation, publish what `function_of` returns.
    """

    def publish(f):
        bare = isinstance(f, type) and names[0] not in vars(f) and _takes_one(f)
        public = function_of(f, names[0]) if isinstance(f, type) else f
        for name in names:
            if bare and name != names[0]:
                public = function_of(f, name)  # it refuses under its own name
            if function:
                functions[name] = public if bare else gated(public, name)
            if method and takes_no_more(public):
                setattr(Tensor, name, _alone(name, public))
            elif method:
                setattr(Tensor, name, gated(public, name, method=True))
        for name in operators:
            setattr(Tensor, name, public)
        return f

    return publish


def function_of(operation, name):
    """The function defined as `name` in an operation's class; without one, a function that applies the operation."""
    if name in vars(operation):
        function = vars(operation)[name]
        delattr(operation, name)  # it is not a method of nodes
    elif _takes_one(operation):

        def function(input):
            try:
                return operation.apply(input)
            except Exception:
                if isinstance(input, Tensor):
                    raise
                raise _no_tensor(name, input) from None
    else:

        def function(input, other):
            return operation.apply(input, other)

    return titled(function, name, operation.__doc__)


def _no_tensor(name, value):
    """The TypeError for the one argument of a function, which is no tensor; with advice if one can be made of it."""
    error = misfit(name, "input", 1, "Tensor", value)
    if isinstance(value, (*NUMBERS, np.ndarray, list, tuple)):
        noted(error, f"help: make a tensor of it first, as in {name}(tensor(...))")
    return error


def takes_no_more(function):
    """Whether a function takes one tensor and nothing else."""
    code = function.__code__
    return (code.co_argcount, code.co_kwonlyargcount, code.co_flags & (CO_VARARGS | CO_VARKEYWORDS)) == (1, 0, 0)


def _alone(name, function):
    """`function` of one tensor as a method, which refuses all arguments in PyTorch's words."""

    def method(self, *given, **words):
        if given or words:
            what = "keyword arguments" if words else f"arguments ({len(given)} given)"
            raise TypeError(f"TensorBase.{name}() takes no {what}")
        return function(self)

    method.__wrapped__ = function  # for its signature
    return titled(method, name, function.__doc__)


def _takes_one(operation):
    return len(parameters_of(operation.forward)[0]) == 1


def titled(function, name, doc):
    """Give a generated function its public name and docstring, and return it."""
    function.__name__ = function.__qualname__ = name
    function.__code__ = function.__code__.replace(co_name=name, co_qualname=name)  # for Python's error messages
    function.__doc__ = doc
    return function


def reflected(operator, combine):
    """Make `combine(number, tensor)` a reflected operator such as `__rsub__`, which takes nothing but numbers."""

    def apply(self, other):
        return combine(plain(other), self) if isinstance(other, NUMBERS) else NotImplemented

    setattr(Tensor, operator, apply)
