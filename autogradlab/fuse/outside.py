"""What a function reads from outside: variables of enclosing functions, globals and defaults.

A program keeps the numbers that it was traced with. So numbers from outside are compared before each call, and anything
else that could change without notice is refused.
"""

import dis
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

import numpy as np

from autogradlab.autograd.dtypes import dtype
from autogradlab.autograd.tensor import Tensor

from .stand_in import Untraceable

_FIXED = (FunctionType, BuiltinFunctionType, ModuleType, type, dtype)
_NUMBERS = (int, float, str, type(None), np.generic)
_HERE = __package__.partition(".")[0]


def readers(function):
    """Functions of no parameters, one for each value that `function`, or a function that it names, reads from outside.

    Each returns that value. Raises Untraceable if a value is a tensor or may change without notice.
    """
    if type(function) is not FunctionType:
        raise Untraceable("only a plain Python function is looked into")
    found, waiting, seen = [], [function], set()
    while waiting:
        f = waiting.pop()
        if f not in seen:
            seen.add(f)
            for name, read in _names(f):
                value = read()
                _check(name, value)
                found.append(read)
                if type(value) is FunctionType and value.__module__.partition(".")[0] != _HERE:
                    waiting.append(value)
    return found


def now(readers):
    """The values outside at the moment, in a form that can be compared."""
    return tuple([repr(x) if isinstance(x, (*_NUMBERS, tuple)) else x for x in [read() for read in readers]])


def _names(function):
    """(name, how to read it) of everything that this one function reads from outside."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        yield name, lambda cell=cell: cell.cell_contents
    for name in _globals(function.__code__):
        if name in function.__globals__:
            yield name, lambda name=name: function.__globals__.get(name)
    for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        yield "a default", lambda value=value: value


def _globals(code):
    """The names of the globals that `code`, or a function defined inside it, reads."""
    names = {step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return names.union(*[_globals(inner) for inner in code.co_consts if isinstance(inner, CodeType)])


def _check(name, value):
    if isinstance(value, Tensor):
        raise Untraceable(f"it reads `{name}`, a tensor that is not an argument: hand it in as one")
    if isinstance(value, tuple):
        for entry in value:
            _check(name, entry)
    elif not isinstance(value, (*_FIXED, *_NUMBERS)):
        raise Untraceable(
            f"it reads `{name}` from outside, a {type(value).__name__} that may change without notice: "
            "hand in the numbers it needs as arguments"
        )
