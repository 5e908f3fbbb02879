"""The same numbers again: expanded to a larger shape without a copy, or copied, repeated, flipped, rolled.

Duals: expand and sum.
"""

from operator import index

import numpy as np

from autogradlab.autograd.operation import Operation, common_shape
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either
from .arguments import by_name, check_each, check_whole, listed, not_for, one_tuple, sizes, warn_once, whole_numbers
from .bases import OwnForms, Through, View, in_order
from .memory_format import contiguous_format, order_in
from .reduce import axes, axis, own_axis
from .register import named
from .shape import ravel, view

# ---- without a copy -------------------------------------------------------------------------------------------


@named("expand", function=False)
class ExpandBackward0(Through, View, OwnForms):  # the gradient is summed by `rules.unbroadcast`
    """Repeated to a larger shape without a copy (-1 keeps a size); the gradient is the sum over the repetitions."""

    _saved_self_sym_sizes = property(lambda self: self._repairs[0][0])

    def expand(input, *shape, size=None):
        shape = by_name("expand", "size", shape, size)
        try:
            return ExpandBackward0.apply(input, shape=expanded_shape(input, list(map(index, listed(shape)))))
        except Exception:
            check_whole("expand", "size", shape)
            raise

    def forward(self, *, shape):
        if not self.flags.c_contiguous or not self.size:
            out = np.broadcast_to(self, shape)
            out.flags.writeable = self.flags.writeable  # NumPy made it read-only; `writing` guards shared entries
            return out
        steps = [step if n == m else 0 for n, m, step in zip(self.shape, shape[len(shape) - self.ndim :], self.strides)]
        return np.ndarray(shape, self.dtype, self, 0, (0,) * (len(shape) - self.ndim) + tuple(steps))


def expanded_shape(input, wanted):
    own, new = input._data.shape, len(wanted) - input.ndim
    if new < 0:
        kind = "CPUBoolType" if input._data.dtype.kind == "b" else input.type()
        raise RuntimeError(
            f"expand({kind}{{{list(own)}}}, size={list(wanted)}): the number of sizes provided "
            f"({len(wanted)}) must be greater or equal to the number of dimensions in the tensor ({input.ndim})"
        )
    full = tuple([size if n == -1 else n for n, size in zip(wanted, (*wanted[:new], *own))])
    for i, n, size in zip(range(len(full) - 1, new - 1, -1), full[::-1], own[::-1]):
        if size not in (1, n):
            raise RuntimeError(
                f"The expanded size of the tensor ({n}) must match the existing size ({size}) at non-singleton "
                f"dimension {i}.  Target sizes: {list(wanted)}.  Tensor sizes: {list(own)}"
            )
    if -1 in wanted[:new]:
        place = max(i for i in range(new) if wanted[i] == -1)
        raise RuntimeError(
            f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {place}"
        )
    return full


@named("expand_as", function=False)
def expand_as(input, other):
    """Repeated to the shape of `other` without a copy."""
    return input.expand(other.shape)


@one_tuple("broadcast_to", "size")
@named("broadcast_to")
def broadcast_to(input, *shape, size=None):
    """Repeated to the shape `size` without a copy."""
    return input.expand(whole_numbers("broadcast_to", "size", shape, size))


@named("broadcast_tensors", method=False)
def broadcast_tensors(*tensors):
    """The tensors, each expanded to their common broadcast shape."""
    check_each(tensors)
    shape = common_shape(*[t._data.shape for t in tensors])
    return tuple([t if t._data.shape == shape else t.expand(shape) for t in tensors])


@named("meshgrid", method=False)
def meshgrid(*tensors, indexing=None):
    """Vectors of sizes n, m, ..., each expanded to the shape (n, m, ...); with indexing="xy" to (m, n, ...)."""
    tensors = listed(tensors)
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    if indexing is None:
        warn_once("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.")
    if indexing == "xy" and len(tensors) > 1:
        first, second, *others = meshgrid(tensors[1], tensors[0], *tensors[2:], indexing="ij")
        return second, first, *others
    check_each(tensors)
    if any(t.dtype is not tensors[0].dtype for t in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    for t in tensors:
        if t.ndim > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {t}")
    shape = tuple([t.numel() for t in tensors])
    after = len(shape) - 1
    return tuple([view(t, (1,) * i + (-1,) + (1,) * (after - i)).expand(shape) for i, t in enumerate(tensors)])


# ---- copies ---------------------------------------------------------------------------------------------------


@named("clone")
class CloneBackward0(Through):
    """A copy that stays in the graph,   ∂z/∂self = 1"""

    forward = lambda self, *, order: self.copy(order) if self.ndim else self.copy()

    def clone(input, *, memory_format=None):
        return CloneBackward0.apply(input, order=order_in("clone", memory_format, input))


@named("contiguous", function=False)
def contiguous(input, *, memory_format=contiguous_format):
    """The tensor itself if its numbers lie in memory in the order of their positions, else a copy in which they do."""
    order = order_in("contiguous", memory_format, input)
    if input._data.flags.c_contiguous:
        return input
    if order == "K":
        raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
    return CloneBackward0.apply(input, order=order)


@named("repeat", function=False)
class RepeatBackward0(Operation):
    """Repeated `repeats` times along each dimension, new ones in front; the gradient is summed over the repetitions."""

    passes_through = True
    forward = lambda self, *, repeats: in_order(np.tile(self, repeats))

    def d_self(grad, repeats, self_shape):
        if not repeats:
            return grad
        new = len(repeats) - len(self_shape)
        apart = [n for pair in zip(repeats[new:], self_shape) for n in pair]
        return grad.reshape((*repeats[:new], *apart)).sum((*range(new), *range(new, new + len(apart), 2)))

    def repeat(input, *times, repeats=None):
        repeats = whole_numbers("repeat", "repeats", times, repeats)
        new = len(repeats) - input.ndim
        if new < 0:
            raise RuntimeError(
                "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor"
            )
        sizes("repeat", ([n * m for n, m in zip(repeats, (1,) * new + input._data.shape)],))  # raises for one below 0
        return RepeatBackward0.apply(input, repeats=repeats)


@one_tuple("tile", "dims")
@named("tile")
def tile(input, *times, dims=None):
    """Like `repeat`, but `dims` may be too short: ones are put in front of it."""
    dims = whole_numbers("tile", "dims", times, dims)
    return input.repeat((1,) * (input.ndim - len(dims)) + dims)


@named("repeat_interleave")
def repeat_interleave(input, repeats, dim=None):
    """Each entry `repeats` times in a row, along `dim` or in the flattened tensor; a vector has a count for each."""
    if dim is None:
        input, dim = input if input.ndim == 1 else ravel(input), 0
    dim = axis(dim, input.ndim)
    shape = input._data.shape
    if isinstance(repeats, Tensor):
        if repeats.dtype.name not in ("int32", "int64"):
            raise not_for("repeat_interleave_cpu", repeats._data)
        if repeats.ndim > 1 or repeats.numel() not in (1, shape[dim]):
            raise RuntimeError(
                "repeats must have the same size as input along dim, but got repeats.size(0) = "
                f"{repeats.numel()} and input.size({dim}) = {shape[dim]}"
            )
        if (repeats._data < 0).any():
            raise RuntimeError("repeats can not be negative")
        return input.index_select(dim, new_tensor(np.repeat(np.arange(shape[dim]), repeats._data)))
    n = int(repeats)
    if n < 0:
        raise RuntimeError("Repeats must be non-negative")
    spread = input.unsqueeze(dim + 1).expand((*shape[: dim + 1], n, *shape[dim + 1 :]))
    return view(CloneBackward0.apply(spread, order="C"), (*shape[:dim], shape[dim] * n, *shape[dim + 1 :]))


@one_tuple("flip", "dims")
@named("flip")
class FlipBackward0(Operation):
    """The order of the entries reversed along `dims`; the gradient's is reversed back."""

    forward = lambda self, *, dims: np.flip(self, dims).copy()
    d_self = lambda grad, dims: either.apply(FlipBackward0, grad, dims=dims)

    def flip(input, *turned, dims=None):
        dims = whole_numbers("flip", "dims", turned, dims)
        return FlipBackward0.apply(input, dims=axes(dims, input.ndim) if dims else ())


@named("roll")
class RollBackward0(Operation):
    """Entries moved by `shifts` along `dims`, or in the flattened tensor, wrapping around; the gradient moves back."""

    forward = lambda self, *, shifts, dims: in_order(np.roll(self, shifts, dims))
    d_self = lambda grad, shifts, dims: either.apply(RollBackward0, grad, shifts=tuple([-n for n in shifts]), dims=dims)

    def roll(input, shifts, dims=None):
        shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
        if not shifts:
            raise RuntimeError("`shifts` required")
        if dims is None and len(shifts) == 1:
            return RollBackward0.apply(input, shifts=shifts, dims=None)
        dims = (dims,) if isinstance(dims, int) else tuple(dims or ())
        if len(dims) != len(shifts):
            raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
        return RollBackward0.apply(input, shifts=shifts, dims=tuple([own_axis(d, input.ndim) for d in dims]))
