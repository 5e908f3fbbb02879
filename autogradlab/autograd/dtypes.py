"""The number types, under PyTorch's names, and how two of them combine.

Numbers are NumPy's underneath; anything with a decimal point is float32 until `set_default_dtype` says otherwise.
"""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from .wrong_type import ShortlyNamed, wrong_type


class dtype(metaclass=ShortlyNamed):
    """A number type such as `float32`; prints as PyTorch prints it."""

    __slots__ = ("name", "numpy", "is_floating_point", "is_signed", "itemsize", "type_name", "c_name")
    is_complex = False

    def __init__(self, name: str, type_name: str, c_name: str) -> None:
        self.name, self.numpy, self.type_name, self.c_name = name, np.dtype(name), type_name, c_name
        self.is_floating_point, self.is_signed = self.numpy.kind == "f", self.numpy.kind in "if"
        self.itemsize = self.numpy.itemsize

    def __repr__(self) -> str:
        return "torch." + self.name

    def __reduce__(self) -> str:
        return self.name


dtype.__name__ = "torch.dtype"  # the name in Python's own error messages

float32 = float = dtype("float32", "Float", "float")
float64 = double = dtype("float64", "Double", "double")
float16 = half = dtype("float16", "Half", "c10::Half")
int64 = long = dtype("int64", "Long", "long int")
int32 = int = dtype("int32", "Int", "int")
int16 = short = dtype("int16", "Short", "short int")
int8 = dtype("int8", "Char", "signed char")
uint8 = dtype("uint8", "Byte", "unsigned char")
bool = dtype("bool", "Bool", "bool")

ALL = (float32, float64, float16, int64, int32, int16, int8, uint8, bool)
_BY_NUMPY = {kind.numpy: kind for kind in ALL}
_BY_PYTHON = {builtins.float: float64, builtins.int: int64, builtins.bool: bool}
CATEGORY = {"b": 0, "u": 1, "i": 1, "f": 2}


class Default:
    """The number type of anything with a decimal point."""

    dtype, numpy = float32, float32.numpy


def set_default_dtype(d: dtype) -> None:
    """From now on numbers with a decimal point become `d`, a floating-point type."""
    if not isinstance(d, dtype):
        raise TypeError("invalid dtype object: only floating-point types are supported as the default type")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    Default.dtype, Default.numpy = d, d.numpy


def get_default_dtype() -> dtype:
    """The number type that numbers with a decimal point become."""
    return Default.dtype


def from_numpy(numpy_dtype: np.dtype) -> dtype:
    """Our dtype for a NumPy one. Raises NotImplementedError if only PyTorch has it, else TypeError or ValueError."""
    try:
        return _BY_NUMPY[numpy_dtype]
    except KeyError:
        raise _refused(numpy_dtype) from None


def _refused(numpy_dtype):
    if numpy_dtype.kind == "c":
        return NotImplementedError(NO_COMPLEX)
    if numpy_dtype.kind == "u":
        return NotImplementedError(f"{numpy_dtype.name} is left out of autogradlab; see docs/differences.md")
    if not numpy_dtype.isnative:
        return ValueError(
            "given numpy array has byte order different from the native byte order. Conversion between byte orders is "
            "currently not supported."
        )
    return TypeError(
        f"can't convert np.ndarray of type numpy.{numpy_dtype.type.__name__}. The only supported types are: float64, "
        "float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool."
    )


NO_COMPLEX = "complex numbers are left out of autogradlab; see docs/differences.md"


def wanted(value: Any, function: str) -> dtype:
    """The dtype that an argument `dtype=` names: one of ours, or Python's float, int or bool. Raises TypeError."""
    if isinstance(value, dtype):
        return value
    try:
        return _BY_PYTHON[value]
    except (KeyError, TypeError):
        raise wrong_type(function, "dtype", None, "torch.dtype", value) from None


def of_number(value: builtins.float | builtins.int | builtins.bool) -> dtype:
    """The dtype of a Python number: the default for a float, int64 or bool otherwise."""
    kind = _BY_PYTHON[type(value)]
    return Default.dtype if kind is float64 else kind


# ---- how two combine ------------------------------------------------------------------------------------------------


def promote_types(type1: dtype, type2: dtype) -> dtype:
    """The smallest type that holds both: the higher category (bool < integer < float), then the wider one."""
    for position, value in enumerate((type1, type2), 1):
        if not isinstance(value, dtype):
            raise wrong_type("promote_types", f"type{position}", position, "torch.dtype", value)
    return _BY_NUMPY[_wider(type1.numpy, type2.numpy)]


def promote(a: Any, b: Any) -> tuple[Any, Any]:
    """Convert two arrays to one type: the higher category wins (bool < integer < float), then the wider type.

    Within a category, though, an array with dimensions outranks a 0-d one. A plain Python number is the weakest
    of its category: a float turns integers into floats, but never float32 into float64.
    """
    if type(b) in _BY_PYTHON:
        return _with_number(a, b)
    if type(a) in _BY_PYTHON:
        b, a = _with_number(b, a)
        return a, b
    if a.dtype == b.dtype:
        return a, b
    common = common_type(a, b)
    return a.astype(common, copy=False), b.astype(common, copy=False)


def _with_number(array, number):
    if type(number) is builtins.float:
        return floating(array), number
    _check_size(number)
    if array.dtype.kind in "iu" and (array.dtype.itemsize < 8 or number >= 2**63):
        number = np.array(number).astype(array.dtype)[()]  # wraps where NumPy would refuse
    return array, number


def _check_size(number):
    """Raise Python's own OverflowError for an int beyond 64 bits."""
    if type(number) is builtins.int and not -(2**63) <= number < 2**64:
        number.to_bytes(8, "big")


def promote_to_floats(a: Any, b: Any) -> tuple[Any, Any]:
    """Like `promote`, for a quotient: whole numbers become floats at once, so that −1 beside uint8 stays −1."""
    if type(b) in _BY_PYTHON:
        _check_size(b)
        return floating(a), b
    if type(a) in _BY_PYTHON:
        return a, floating(b)
    return promote(a, b) if "f" in (a.dtype.kind, b.dtype.kind) else (floating(a), floating(b))


def floating(array: Any) -> Any:
    """`array` itself if its numbers have a decimal point, otherwise as the default dtype."""
    return array if array.dtype.kind == "f" else array.astype(Default.numpy)


def common_type(*arrays: Any) -> np.dtype[Any]:
    """The NumPy type that `promote` brings arrays to; of three or more, those without dimensions are joined first."""
    joined: dict[builtins.bool, np.dtype[Any]] = {}
    for x in arrays:
        group = x.ndim > 0
        joined[group] = _wider(joined.get(group, x.dtype), x.dtype)
    if len(joined) == 1:
        return joined.popitem()[1]
    return joined[False] if CATEGORY[joined[False].kind] > CATEGORY[joined[True].kind] else joined[True]


def _wider(a, b):
    rank_a, rank_b = CATEGORY[a.kind], CATEGORY[b.kind]
    if rank_a != rank_b:
        return a if rank_a > rank_b else b
    return np.promote_types(a, b)
