"""Indexing: `x[0]`, `x[1:3]`, `x[..., None]`, `x[[0, 2]]` and `x[mask]`, recorded in the steps that PyTorch records.

`x[key] = value` is a write into the part that the key takes, or into entries picked one by one.
"""

import warnings
from operator import index as whole_number

import numpy as np

from autogradlab.autograd.modes import mode
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.autograd.wrong_type import kind_of

from . import either
from .bases import OwnForms, Positions
from .inplace import copy_, fill_
from .left_out import option_left_out
from .literals import check_strides, entry_as
from .select import FULL, AliasBackward0, IndexBackward0, SliceBackward0, select, unchanged, watched
from .shape import view
from .writing import check_anything, check_apart, check_history, check_single, check_wholly_apart, write


def basic_part(tensor, key):
    """The view that the numbers, ranges, `None` and `...` in `key` take, and the NumPy index for the remaining picks.

    Goes dimension by dimension, as PyTorch records it. The view is the tensor itself where `key` takes all of it.
    """
    if type(key) is int:
        return select(tensor, 0, key, error=_out_of_bounds), ()
    if type(key) is slice:
        return _ranged(tensor, 0, key), ()
    if isinstance(key, np.integer):
        return basic_part(tensor, int(key))
    keys = key if isinstance(key, tuple) or _is_a_tuple_in_brackets(key) else (key,)
    taken = sum(map(_taken, keys))
    if taken > tensor.ndim:
        raise IndexError(f"too many indices for tensor of dimension {tensor.ndim}")
    return _part_by_part(tensor, keys, tensor.ndim - taken)


def _taken(k):
    """How many dimensions a part of a key takes, whether it is a valid one or not; a mask as many as it has."""
    if k is None or k is Ellipsis or isinstance(k, bool):
        return 0
    return k.ndim if isinstance(k, (Tensor, np.ndarray)) and either.numbers(k).dtype.kind == "b" else 1


def _width(k):
    """How many dimensions positions or a range take: one, but a mask as many as it has."""
    return k.ndim if isinstance(k, np.ndarray) and k.dtype.kind == "b" else 1


def _is_a_tuple_in_brackets(key):
    """Whether a list stands for a tuple, as in `x[[[0, 1], [2, 3]]]`: NumPy's old convention, deprecated in PyTorch.

    So does a text, whose letters are refused afterwards.
    """
    if type(key) not in (list, str) or not any(
        k is None or k is Ellipsis or isinstance(k, (list, tuple, range, slice, str, Tensor, np.ndarray)) for k in key
    ):
        return False
    warnings.warn(NOT_A_TUPLE, UserWarning, stacklevel=4)
    return True


def _part_by_part(part, keys, skipped):
    """The results of `basic_part`, dimension by dimension; `...` stands for `skipped` of them."""
    dim, arrays = 0, {}
    for place, key in enumerate(keys):
        k = _as_pick(key)
        if k is Ellipsis:
            dim, skipped = dim + skipped, 0
        elif k is None:
            part = part.unsqueeze(dim)
            dim += 1
        elif isinstance(k, slice):
            part = part if _takes_all(k, part._data.shape[dim]) else _ranged(part, dim, k)
            dim += 1
        elif isinstance(k, int):
            part = select(part, dim, k, error=lambda *where, place=place: _out_of_bounds(*where, place))
        elif k.ndim == 0 and k.dtype.kind == "b":
            part, arrays[dim] = part.unsqueeze(dim), np.flatnonzero(k)
            dim += 1
        else:
            arrays[dim] = k
            dim += _width(k)
    return part, _aligned(arrays, part._data.shape)


def _as_pick(k):
    """One entry of a key: an int, slice, None or `...` as it is; bools, lists and tensors as arrays."""
    if k is None or k is Ellipsis or type(k) in (int, slice):
        return k
    if isinstance(k, bool):
        k = np.array(k)
    elif isinstance(k, Tensor):
        k = np.asarray(k._data)
    elif isinstance(k, (list, tuple, range, np.ndarray)):
        k = _as_positions(k)
    if isinstance(k, np.ndarray):
        if k.dtype.char == "B":
            raise option_left_out("indexing by uint8, instead of a mask of bools")
        if k.dtype.char not in "lqi?" and (k.ndim or k.dtype.kind != "i"):
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        return k if k.ndim or k.dtype.kind == "b" else int(k)
    if hasattr(k, "__index__"):
        return whole_number(k)
    if isinstance(k, str):
        raise TypeError("new(): invalid data type 'str'")
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
        f"(got {kind_of(k)})"
    )


def _as_positions(k):
    """A list or an array as an array of positions or a mask; floats are cut to whole numbers."""
    if isinstance(k, np.ndarray):
        check_strides(k)
    else:
        k = np.array(k, None if len(k) else np.int64)
        if k.dtype.kind == "U":
            raise TypeError("new(): invalid data type 'str'")
    whole = k.dtype.kind in "fi" or k.dtype.kind == "u" and k.itemsize > 1
    return k.astype(np.int64, copy=False) if whole else k


NOT_A_TUPLE = (
    "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch 2.9; use "
    "x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, x[torch.tensor(seq)], "
    "which will result either in an error or a different result"
)


def _takes_all(k, n):
    return k.step in (None, 1) and k.start in (None, 0) and (k.stop is None or k.stop >= n)


def _ranged(tensor, dim, k):
    if k.step is not None and k.step <= 0:
        raise ValueError("slice step cannot be zero" if k.step == 0 else "step must be greater than zero")
    if tensor.ndim == 0:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    return SliceBackward0.apply(tensor, index=(FULL,) * dim + (k,))


def _out_of_bounds(tensor, dim, position, place=0):
    if tensor.ndim == 0 and position:
        return IndexError(f"index {position} is out of bounds for dimension 0 with size 0")
    if tensor.ndim == 0:
        return IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
            "to convert a 0-dim tensor to a number"
        )
    return IndexError(f"index {position} is out of bounds for dimension {place} with size {tensor._data.shape[dim]}")


def _aligned(arrays, shape):
    """The picks as a NumPy index, with full ranges between them. Raises IndexError for a mask of the wrong shape."""
    index, end = [], 0
    for dim, k in arrays.items():
        if k.dtype.kind == "b" and k.shape != shape[dim : dim + k.ndim]:
            place = next((i for i, (n, m) in enumerate(zip(k.shape, shape[dim:])) if n != m), 0)
            raise IndexError(
                f"The shape of the mask {list(k.shape)} at index {place} does not match the shape of the indexed "
                f"tensor {list(shape)} at index {dim + place}"
            )
        index += [FULL] * (dim - end) + [k]
        end = dim + _width(k)
    return tuple(index)


def _picking_error(error, index):
    """NumPy's error for picks that do not fit, in PyTorch's words."""
    if "broadcast" in str(error):
        picks = [k for k in index if isinstance(k, np.ndarray)]
        arrays = [each for k in picks for each in (k.nonzero() if k.dtype.kind == "b" else (k,))]
        shapes = ", ".join(str(list(each.shape)) for each in arrays)
        return IndexError(f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}")
    before, _, axis_and_size = str(error).partition("axis ")
    dim, _, size = axis_and_size.partition(" ")
    if size == "with size 0":
        return IndexError("index is out of bounds for dimension with size 0")
    place = sum(isinstance(k, np.ndarray) for k in index[: int(dim)])  # PyTorch counts the picked dimensions only
    return IndexError(f"{before}dimension {place} {size}")


def getitem(self, key):
    """`x[1]`, `x[1:3]`, `x[0, :2]`, `x[[0, 2]]`, `x[mask]`. Raises IndexError for a position that does not exist."""
    part, index = basic_part(self, key)
    if index:
        index = watched(index, key if isinstance(key, tuple) else (key,), part)
        try:
            return IndexBackward0.apply(part, index=index)
        except IndexError as error:
            raise _picking_error(error, index) from None
    return AliasBackward0.apply(self) if part is self else part


# ---- writing --------------------------------------------------------------------------------------------------


class IndexPutBackward0(Positions, OwnForms):
    """self with `values` at the picked entries,   ∂z/∂self = 0 there, else 1,   ∂z/∂values = 1"""

    passes_through = True
    d_values = lambda grad, index: grad[unchanged(index)]

    def forward(self, values, *, index):
        out = self.copy()
        out[index] = values
        return out

    def d_self(grad, index):
        picked = np.zeros(grad.shape, bool)
        picked[unchanged(index)] = True
        return either.where(picked, 0, grad)


def setitem(self, key, value):
    """Write `value`, a number or a tensor that broadcasts, into `x[key]`."""
    if not isinstance(value, (Tensor, int, float, np.integer)):
        raise TypeError(f"can't assign a {kind_of(value)} to a {self.type()}")
    if key is False:
        return  # x[False] has no entries
    if isinstance(key, slice) and self.ndim:
        key = (key,)  # then x[:] is x itself, not a slice of it
    key = None if key is True else key  # x[True] is all of x, as x[None] is
    part, index = basic_part(self, key)
    if index:
        index = watched(index, key if isinstance(key, tuple) else (key,), part, value)
        if isinstance(value, Tensor) and value._data.shape[:1] == (1,):
            value = _without_leading_ones(value)
        _put_(part, index, value)
    elif isinstance(value, Tensor) and value.ndim:
        copy_(part, _stretched(value, part._data.shape))
    else:
        (fill_ if part.ndim else copy_)(part, _single(value, part))


def _single(value, like):
    """A number as a tensor in the number type of `like`; a tensor as it is."""
    return value if isinstance(value, Tensor) else new_tensor(entry_as(value, like._data.dtype))


def _stretched(value, shape):
    """`value` broadcast to the shape it is written into; leading dimensions of size 1 may be dropped."""
    if value._data.shape == shape:
        return value
    value = _without_leading_ones(value)
    return value if value._data.shape == shape else value.expand(shape)


def _without_leading_ones(value):
    shape = value._data.shape
    return view(value, shape[next((i for i, n in enumerate(shape) if n != 1), len(shape)) :])


def _fills(index, values):
    """Whether PyTorch writes by `masked_fill`: one number into the entries of one mask, which is the only pick."""
    kinds = [np.asarray(k).dtype.kind for k in index if not isinstance(k, slice)]
    return kinds == ["b"] and (not isinstance(values, Tensor) or values.numel() == 1)


def _put(input, index, values):
    if not isinstance(values, Tensor):
        values = _single(values, input)
    elif _fills(index, values):
        values = values.to(input.dtype)  # as in `masked_fill`
    if len(index) > input.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input.ndim} (got {len(index)})")
    if values._data.dtype != input._data.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{input.dtype.type_name} for the destination and {values.dtype.type_name} for the source."
        )
    try:
        return IndexPutBackward0.apply(input, values, index=index)
    except (IndexError, ValueError, TypeError) as error:
        raise _putting_error(error, input._data, index, values) from None


def _putting_error(error, array, index, values):
    """NumPy's error for picks that do not fit, or for values that do not fit into them, in PyTorch's words."""
    if not isinstance(error, IndexError):
        try:  # also if the picks lie outside
            picked = array[tuple([k * 0 if isinstance(k, np.ndarray) and k.dtype.kind != "b" else k for k in index])]
            return RuntimeError(
                f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to "
                f"indexing result of shape {list(picked.shape)}"
            )
        except IndexError as of_an_empty_dimension:
            error = of_an_empty_dimension
    return _picking_error(error, index)


def _put_(self, index, values):
    check_single(self._data)
    fills = _fills(index, values)
    if fills and isinstance(values, Tensor) and not values.requires_grad:
        values = values.item()  # so that it may be an entry of `self`
    if mode.recording and (self.requires_grad or (isinstance(values, Tensor) and values.requires_grad)):
        check_history(self)
    if not fills:
        for read in (either.numbers(values), *index):
            if isinstance(read, np.ndarray):
                check_wholly_apart(self._data, read)
    check_read = check_anything if fills else check_apart  # the one number that fills is read before
    return write(self, _put, index, values, check=check_anything, check_read=check_read)


Tensor.__getitem__, Tensor.__setitem__ = getitem, setitem
