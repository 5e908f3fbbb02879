"""Reading the data for `tensor(...)` and `Tensor(...)`: numbers, nested lists of them, arrays, and tensors in lists.

The number type is the smallest that holds everything found; the shape is that of the first entries, and the others
have to agree. Data that does not fit is refused in PyTorch's words.
"""

from collections.abc import Sequence
from functools import reduce
from operator import index

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.size import Size
from autogradlab.autograd.tensor import Tensor, fill, new_tensor
from autogradlab.autograd.wrong_type import kind_of

from .arguments import sizes
from .device import check_device
from .refusals import is_integer, no_way
from .select import AliasBackward0

PLAIN = {float, int, bool}
_WHOLE = float, int, np.integer  # floats are truncated, also np.float64, a subclass; NumPy's others are refused
#: The types that an entry may have, by NumPy's letter for the kind of number that it becomes.
_ENTRIES = {"f": (float, int, np.number, np.bool_), "b": (*_WHOLE, np.bool_), "i": _WHOLE, "u": _WHOLE}


def array_of(data, kind=None):
    """`data` as a new array of the NumPy type `kind`, or of the type that its numbers suggest."""
    if isinstance(data, np.generic) and kind is not None:
        _check_fits(data, (), kind, 0)
    if isinstance(data, Tensor):
        data = data._data
    if isinstance(data, (np.ndarray, np.generic)):
        dtypes.from_numpy(data.dtype)
        check_strides(data)
        return quiet.run(np.array, data, kind)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{kind_of(data)}'")
    shape = _shape(data)
    kind = _inferred(data).numpy if kind is None else kind
    if 0 in shape:
        return np.empty(shape, kind)
    data = _without_tensors(data, len(shape), kind)
    _check_fits(data, shape, kind, 0)
    return _whole(data, kind, kind.name) if kind.kind in "iu" else quiet.run(np.array, data, kind)


def check_strides(array):
    """Refuse an array that is read backwards, such as `array[::-1]`."""
    if min(array.strides, default=0) < 0:
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative strides "
            "are not currently supported. (You can probably work around this by making a copy of your "
            "array  with array.copy().) "
        )


def in_its_memory(array):
    """A view of an array, for a tensor that shares its memory. Raises for types and strides that no tensor has."""
    dtypes.from_numpy(array.dtype)
    check_strides(array)
    return array.view()


def _shape(data):
    """The shape, read from the first entry at each depth."""
    shape = []
    while isinstance(data, (Sequence, np.ndarray)):  # an array without dimensions has no len() here, as in PyTorch
        shape.append(len(data))
        if not shape[-1]:
            break
        data = data[0]
        if isinstance(data, str):
            raise ValueError("too many dimensions 'str'")
        if isinstance(data, bytes):
            raise TypeError(f"new(): invalid data type '{kind_of(data)}'")
    return tuple(shape)


def _inferred(data):
    """The number type that holds all numbers in `data`; a row of plain numbers is read at once."""
    if type(data) in PLAIN:
        return dtypes.of_number(data)
    if isinstance(data, (Tensor, np.ndarray, np.generic)):
        return dtypes.from_numpy(data._data.dtype if isinstance(data, Tensor) else data.dtype)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{kind_of(data)}'")
    if isinstance(data, complex):
        raise NotImplementedError(dtypes.NO_COMPLEX)
    if not isinstance(data, Sequence):
        raise RuntimeError(f"Could not infer dtype of {kind_of(data)}")
    kinds = set(map(type, data))
    entries = data if kinds - PLAIN else [kind() for kind in kinds]
    return reduce(dtypes.promote_types, set(map(_inferred, entries))) if kinds else dtypes.Default.dtype


def _without_tensors(data, depth, kind):
    """`data` with its tensors replaced: by a number where a number belongs, by a list where a row belongs."""
    if isinstance(data, Tensor):
        return data.tolist() if depth else float(data) if kind.kind == "f" else index(data)
    if isinstance(data, np.ndarray) and not depth:
        if data.ndim:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return data.item()
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)) and set(map(type, data)) - PLAIN:
        return [_without_tensors(entry, depth - 1, kind) for entry in data]
    return data


def _check_fits(data, shape, kind, dim):
    """Refuse rows of another length, and rows where numbers belong or the other way round."""
    if dim == len(shape):
        if not isinstance(data, _ENTRIES[kind.kind]):
            raise TypeError(
                f"must be real number, not {kind_of(data)}"
                if kind.kind == "f"
                else f"'{kind_of(data)}' object cannot be interpreted as an integer"
            )
        return
    if not isinstance(data, (Sequence, np.ndarray)):
        raise TypeError("not a sequence")
    if len(data) != shape[dim]:
        raise ValueError(f"expected sequence of length {shape[dim]} at dim {dim} (got {len(data)})")
    if dim + 1 < len(shape) or set(map(type, data)) - PLAIN:
        for entry in data:
            _check_fits(entry, shape, kind, dim + 1)


TOO_LONG = "Overflow when unpacking long long"


def _whole(data, kind, name):
    """`data` as integers of the type `kind`, unless too large; negative ones wrap around in an unsigned type."""
    array = np.array(data)
    mixed = np.array(data, object).flat if array.dtype.kind in "fu" else ()  # NumPy makes a float of 2**63 beside 1
    if array.dtype.kind == "O" or any(isinstance(n, (int, np.integer)) and n >= 2**63 for n in mixed):
        raise ValueError(TOO_LONG)
    limits = np.iinfo(kind)
    lowest = -limits.max if limits.min == 0 else limits.min
    if array.dtype != kind and not ((array >= lowest) & (array <= limits.max)).all():
        raise RuntimeError(TOO_LARGE.format(name))
    return array.astype(kind, copy=False)


#: The largest number of the floats that are narrower than Python's, and C++'s names of some types.
_LARGEST = {"e": 65504.0, "f": float(np.finfo(np.float32).max)}
_IN_C = {"int32": "int", "float32": "float", "float16": "c10::Half"}
TOO_LARGE = "value cannot be converted to type {} without overflow"


def number_as(value, kind):
    """A number as a NumPy number of type `kind`: −1 is 255 in uint8. Raises as PyTorch's C++ does for an overflow."""
    name, beyond = _IN_C.get(kind.name, kind.name + "_t"), isinstance(value, int) and not -(2**63) <= value < 2**63
    if beyond:
        value.to_bytes(8, "big")  # raises beyond 64 bits
    if kind.kind in "iu" and not beyond and not (kind.kind == "u" and isinstance(value, float) and value < 0):
        return _whole(value, kind, name)[()]
    if kind.kind in "iu" or _LARGEST.get(kind.char, np.inf) < abs(value) < np.inf:
        raise RuntimeError(TOO_LARGE.format(name))
    return quiet.run(kind.type, value)


def entry_as(value, kind):
    """Like `number_as`, for a number written into an entry: at most 63 bits, and infinite if float16 overflows."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError(TOO_LONG)
    return quiet.run(kind.type, value) if kind.char == "e" else number_as(value, kind)


def number_like(value, kind):
    """`value` as a Python number that an array of type `kind` can hold: −1 is 255 in uint8. Raises like `number_as`."""
    if kind.kind == "f" and -65504 <= value <= 65504:  # it fits into every float type
        return value
    number = number_as(value, kind)
    return value if kind.kind == "f" else number.item()


def kind_beside(kind, number):
    """The NumPy type of the result of an operation on an array of type `kind` and a number."""
    return kind if kind.kind == "f" else np.result_type(*dtypes.promote(np.empty(1, kind), number))


# ---- the old constructors: `Tensor([1, 2])`, `Tensor(2, 3)`, `LongTensor([1])` -----------------------------------


def _array(args, kind, **words):
    """An array of zeros of a size given as ints, or of the numbers in a sequence; of an array of this type, a view."""
    check_device(words.pop("device", None))
    if words:
        raise no_way("new", args, words)
    if len(args) == 1 and not is_integer(args[0]):
        (data,) = args
        if not isinstance(data, (Sequence, np.ndarray)):
            raise TypeError(f"new(): data must be a sequence (got {kind_of(data)})")
        if isinstance(data, np.ndarray) and data.dtype == kind:
            return in_its_memory(data)
        if not isinstance(data, Size):
            return array_of(data, kind)
    return np.zeros(sizes("new", args or (0,)), kind)


def _from_arguments(bare, *args, **words):
    """`Tensor(...)`: numbers as the default dtype, zeros of a size given as ints, or a recorded view of a tensor."""
    if len(args) != 1 or not isinstance(args[0], Tensor):
        return fill(bare, _array(args, dtypes.Default.numpy, **words))
    if words:
        raise no_way("new", args, words)
    view = AliasBackward0.apply(args[0])
    for part in Tensor.__slots__:
        if not part.startswith("__"):
            setattr(bare, part, getattr(view, part))  # `bare` may be of a class of the learner's
    return bare


Tensor._from_arguments = staticmethod(_from_arguments)


class _Typed(type):
    """The type of `LongTensor` and the like, whose instances are the tensors of one number type."""

    def __call__(cls, *args, **words):
        """Numbers or a size in this number type; a tensor that has this type, as a recorded view of it."""
        if words or len(args) != 1 or not isinstance(args[0], Tensor):
            return new_tensor(_array(args, cls.dtype.numpy, **words))
        if args[0].dtype is not cls.dtype:
            raise TypeError(f"expected a tensor of {cls.dtype.name} (got {args[0].dtype.name})")
        return AliasBackward0.apply(args[0])

    def __instancecheck__(cls, value):
        return isinstance(value, Tensor) and value.dtype is cls.dtype


typed = {}
for _dtype in dtypes.ALL:
    _name, _doc = _dtype.type_name + "Tensor", f"Numbers or a size as a tensor of {_dtype.name}."
    typed[_name] = _Typed(_name, (), {"__module__": "torch", "__doc__": _doc, "dtype": _dtype})
