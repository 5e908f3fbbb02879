"""The kinds of arguments, and PyTorch's error messages for arguments that do not fit."""

from operator import index

import numpy as np

from autogradlab.autograd.dtypes import NO_COMPLEX, dtype
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import kind_of, named, wrong_type

from .memory_format import memory_format

MISSING, UNFIT = object(), object()
#: The types that count as numbers, as in PyTorch: not those of `fractions` and `decimal`.
NUMBERS = (int, float, complex, np.number, np.bool_)
#: NumPy's names for two parameters, which PyTorch understands, too.
NUMPY_WORDS = {"axis": "dim", "keepdims": "keepdim"}


# ---- checks -----------------------------------------------------------------------------------------------------


def fit(kind, value):
    """`value`, converted for a parameter of this kind; UNFIT if it does not fit."""
    fitting = UNFIT if kind else value
    for one in kind.split(" or ") if kind else ():
        fitting = _FITS[one](value) if fitting is UNFIT else fitting
    return fitting


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
    return (
        plain(value) if isinstance(value, NUMBERS) and not isinstance(value, (complex, np.complexfloating)) else UNFIT
    )


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
    "torch.Generator": lambda value: value if value is None or hasattr(value, "initial_seed") else UNFIT,
    "str": lambda value: value,  # looked at where it is used
    "torch.dtype": lambda value: value if isinstance(value, dtype) or id(value) in _PYTHONS else UNFIT,
}


# ---- errors -----------------------------------------------------------------------------------------------------


class NoWay(TypeError):
    """Arguments that do not go together; the function's gate or `maker` replaces this error by that of `no_way`."""


def no_way(name, placed, words):
    """The TypeError for arguments that do not go together, with their kinds. PyTorch's goes on with all signatures."""
    got = [*map(kind_of, placed), *[f"{word}={kind_of(value)}" for word, value in words.items()]]
    return TypeError(f"{name}() received an invalid combination of arguments - got ({', '.join(got)})")


def unbound(name, placed, words, way, most=None):
    """The TypeError for arguments that do not fit: `way` has (kind, name, optional) for each parameter.

    most    how many of the parameters may be given by position, if not all
    """
    least, most = sum(not optional for _, _, optional in way), len(way) if most is None else most
    if len(placed) > most:
        takes = most if least == most else f"from {least} to {most}"
        came = f"{len(placed)} {'was' if len(placed) == 1 and least == most else 'were'}"
        return TypeError(f"{name}() takes {takes} positional argument{'s' * (takes != 1)} but {came} given")
    words = {NUMPY_WORDS.get(word, word): value for word, value in words.items()}
    for i, (kind, place, optional) in enumerate(way):
        if i < len(placed) or place in words:
            value, position = (placed[i], i + 1) if i < len(placed) else (words[place], None)
            if fit(kind, value) is UNFIT or (place == "size" and kind and not isinstance(value, (tuple, list))):
                return misfit(name, place, position, kind, value)
        elif not optional:
            missing = [f'"{p}"' for _, p, default in way[i:] if not default and p not in words]
            return TypeError(
                f"{name}() missing {len(missing)} required positional argument{'s' * (len(missing) < 2)}: "
                + ", ".join(missing)
            )
    places = [place for _, place, _ in way]
    for word in words:
        if word not in places:
            return TypeError(f"{name}() got an unexpected keyword argument '{word}'")
        if word in places[: len(placed)]:
            return TypeError(f"{name}() got multiple values for argument '{word}'")
    return no_way(name, placed, words)


def misfit(function, argument, position, kind, value):
    """The TypeError for one argument of a wrong kind."""
    if not kind.startswith("tuple of ints") or not isinstance(value, (tuple, list)):
        return wrong_type(function, argument, position, kind, value)
    i = list(map(whole, value)).index(UNFIT)
    if i:  # PyTorch finds it once the first of several fits
        return unpacking_error(function, argument, i + 1, value[i])
    begins = named(function, argument, position)
    return TypeError(f"{begins} must be {kind}, but found element of type {kind_of(value[i])} at pos {i}")


def unpacking_error(function, argument, place, value):
    return TypeError(
        f"{function}(): argument '{argument}' failed to unpack the object at pos {place} with error "
        f'"type must be tuple of ints,but got {kind_of(value)}"'
    )
