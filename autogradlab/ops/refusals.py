"""The kinds of arguments, and PyTorch's error messages for arguments that do not fit."""

import sys
from numbers import Number, Real
from operator import index

import numpy as np

from autogradlab.autograd.dtypes import NO_COMPLEX, dtype
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import kind_of, named, wrong_type

from .memory_format import memory_format

MISSING, UNFIT = object(), object()
#: The types that count as numbers; NumPy's bools are not registered as `Number`.
NUMBERS = (Number, np.bool_)
#: NumPy's names for two parameters, which PyTorch understands, too.
NUMPY_WORDS = {"axis": "dim", "keepdims": "keepdim"}
#: For `gates`: functions whose settings are refused together with their other arguments. There are none.
WAYS = frozenset()


# ---- checks -----------------------------------------------------------------------------------------------------


def fit(kind, value):
    """`value`, converted for a parameter of this kind; UNFIT if it does not fit."""
    if not kind:
        return value
    for one in kind.split(" or "):
        fitting = _FITS[one](value)
        if fitting is not UNFIT:
            return fitting
    return UNFIT


def plain(number):
    """A NumPy number as a Python number, which does not widen float32; anything else as it is.

    Integers become int, all others float (also bools, as in PyTorch). Raises NotImplementedError for complex numbers.
    """
    if isinstance(number, (complex, np.complexfloating)):
        raise NotImplementedError(NO_COMPLEX)
    if isinstance(number, np.generic):
        return int(number) if isinstance(number, np.integer) else float(number)
    return number


def whole(value):
    """`value` as an int if it is a whole number: a Python int, one of NumPy's, or a tensor of one; else UNFIT."""
    if isinstance(value, Tensor):
        return UNFIT if value.ndim or value._data.dtype.kind not in "iu" else value.item()
    return index(value) if is_integer(value) else UNFIT


def is_integer(value):
    """Whether `value` counts as a whole number: a Python int, one of NumPy's, or any tensor; no bool."""
    return hasattr(value, "__index__") and not isinstance(value, (bool, np.bool_, np.ndarray))


def _several(value):
    if not isinstance(value, (tuple, list)):
        return whole(value)
    numbers = tuple([int(n) if i and isinstance(n, bool) else whole(n) for i, n in enumerate(value)])
    return UNFIT if UNFIT in numbers else numbers


def _number(value):
    return plain(value) if isinstance(value, (Real, np.bool_)) else UNFIT


def _float(value):
    return value if isinstance(value, Tensor) and not value.ndim else _number(value)


def _is(*types):
    return lambda value: value if isinstance(value, types) else UNFIT


_PYTHONS = set(map(id, (float, int, bool)))
_FITS = {
    "int": whole,
    "tuple of ints": _several,
    "bool": _is(bool, np.bool_),
    "Tensor": _is(Tensor),
    "tuple of Tensors": _is(tuple, list),
    "float": _float,
    "Number": _number,
    "torch.memory_format": _is(memory_format),
    "torch.dtype": lambda value: value if isinstance(value, dtype) or id(value) in _PYTHONS else UNFIT,
}


# ---- errors -----------------------------------------------------------------------------------------------------


class NoWay(TypeError):
    """Arguments that fit one by one, but not together."""


def refusal(name, method, kinds, defaults, values, surplus, settings):
    """The TypeError for a call of `name` with these values, one of which does not fit, is missing, or is surplus."""
    if isinstance(error := sys.exc_info()[1], NoWay):
        return TypeError(str(error))
    rows = [(kind, place, value, defaults[place]) for kind, (place, value) in zip(kinds, values.items())][method:]
    if surplus:
        return _too_many(name, [default for _, _, _, default in rows], len(rows) + len(surplus))
    missing = [f'"{place}"' for _, place, value, _ in rows if value is MISSING]
    by_place = True
    for position, (kind, place, value, default) in enumerate(rows, 1):
        if value is MISSING:
            break
        by_place = by_place and value is not default  # what comes after an argument that was left out, came by name
        if value is not default and fit(kind, value) is UNFIT:
            return misfit(name, place, position if by_place else None, kind, value)
    missing = missing or ['"dim"']  # which `keepdim` needs
    plural = "s" * (len(missing) < 2)  # as PyTorch has it
    return TypeError(f"{name}() missing {len(missing)} required positional argument{plural}: {', '.join(missing)}")


def _too_many(name, defaults, given):
    least, most = defaults.count(MISSING), len(defaults)
    takes = most if least == most else f"from {least} to {most}"
    return TypeError(
        f"{name}() takes {takes} positional argument{'s' * (takes != 1)} but {given} {'was' if given == 1 else 'were'} "
        "given"
    )


def misfit(function, argument, position, kind, value):
    """The TypeError for one argument of a wrong kind."""
    if "tuple of ints" not in kind or not isinstance(value, (tuple, list)):
        return wrong_type(function, argument, position, kind, value)
    i = list(map(whole, value)).index(UNFIT)
    if i:
        return TypeError(
            f"{function}(): argument '{argument}' failed to unpack the object at pos {i + 1} with error "
            f'"type must be tuple of ints,but got {kind_of(value[i])}"'
        )
    begins = named(function, argument, position)
    return TypeError(f"{begins} must be {kind}, but found element of type {kind_of(value[0])} at pos 0")
