"""The same numbers once more, in memory of their own: as they are, repeated, or in another order."""
import numpy as np

from autogradlab.autograd.operation import Operation
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either
from .expanding import expand
from .reduce import axes, axis
from .register import named
from .shape import ravel, sizes, unsqueeze, view


class CloneBackward0(Operation):
    """z = self in memory of its own,   ∂z/∂self = 1"""
    __slots__ = ()
    passes_through = True

    def forward(self, *, order):
        return self.copy(order if self.flags.forc else "C") if self.ndim else self.copy()

    def d_self(grad):
        return grad


class RepeatBackward0(Operation):
    """self written `repeats` times along each dimension; the gradient is the sum over the repetitions."""
    __slots__ = ()
    passes_through = True

    def forward(self, *, repeats):
        return np.tile(self, repeats)

    def d_self(grad, repeats, self_shape):
        if not repeats:
            return grad
        new = len(repeats) - len(self_shape)
        apart = [n for pair in zip(repeats[new:], self_shape) for n in pair]
        return grad.reshape((*repeats[:new], *apart)).sum((*range(new), *range(new, new + len(apart), 2)))


class FlipBackward0(Operation):
    """The order turned round along `dims`; the gradient's is turned back."""
    __slots__ = ()

    def forward(self, *, dims):
        return np.flip(self, dims).copy()

    def d_self(grad, dims):
        return either.apply(FlipBackward0, grad, dims=dims)


class RollBackward0(Operation):
    """Moved on by `shifts` along `dims`, what falls off coming in at the front; the gradient moves back."""
    __slots__ = ()

    def forward(self, *, shifts, dims):
        return np.roll(self, shifts, dims)

    def d_self(grad, shifts, dims):
        return either.apply(RollBackward0, grad, shifts=tuple([-n for n in shifts]), dims=dims)


@named("clone")
def clone(input, memory_format=None):
    """A copy that stays in the graph."""
    return CloneBackward0.apply(input, order="K")


@named("contiguous", function=False)
def contiguous(input):
    """The tensor itself if its numbers lie in memory in the order of their positions, else a copy in which they do."""
    if input._data.flags.c_contiguous:
        return input
    return CloneBackward0.apply(input, order="C")


@named("repeat", function=False)
def repeat(input, *repeats):
    """Written `repeats` times along each dimension; further sizes in front make new dimensions."""
    repeats = sizes(repeats)
    if len(repeats) < input.ndim:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    return RepeatBackward0.apply(input, repeats=repeats)


@named("tile")
def tile(input, *times, dims=None):
    """As `repeat`, with ones put in front where the numbers are too few."""
    dims = sizes(times, dims)
    return RepeatBackward0.apply(input, repeats=(1,) * (input.ndim - len(dims)) + tuple(dims))


@named("repeat_interleave")
def repeat_interleave(input, repeats, dim=None):
    """Each entry `repeats` times in a row, along `dim` or along all dimensions made one; a vector says it for each."""
    if dim is None:
        input, dim = input if input.ndim == 1 else ravel(input), 0
    dim = axis(dim, input.ndim)
    shape = input._data.shape
    if isinstance(repeats, Tensor) and repeats.ndim and repeats.numel() > 1:
        if repeats.numel() != shape[dim]:
            raise RuntimeError("repeats must have the same size as input along dim, but got repeats.size(0) = "
                               f"{repeats.numel()} and input.size({dim}) = {shape[dim]}")
        return input.index_select(dim, new_tensor(np.repeat(np.arange(shape[dim]), repeats._data)))
    n = int(repeats)
    if n < 0:
        raise RuntimeError("Repeats must be non-negative")
    spread = expand(unsqueeze(input, dim + 1), (*shape[:dim + 1], n, *shape[dim + 1:]))
    return view(CloneBackward0.apply(spread, order="C"), (*shape[:dim], shape[dim] * n, *shape[dim + 1:]))


@named("flip")
def flip(input, *turned, dims=None):
    """The order turned round along the given dimensions."""
    dims = sizes(turned, dims)
    return FlipBackward0.apply(input, dims=axes(dims, input.ndim) if dims else ())


@named("fliplr")
def fliplr(input):
    """The columns in reverse order."""
    return flip(input, 1)


@named("flipud")
def flipud(input):
    """The rows in reverse order."""
    return flip(input, 0)


@named("roll")
def roll(input, shifts, dims=None):
    """Moved on by `shifts` along `dims`, or along all dimensions as one; what falls off comes in at the front."""
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    if dims is None:
        return RollBackward0.apply(input, shifts=shifts, dims=None)
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(dims) != len(shifts):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    return RollBackward0.apply(input, shifts=shifts, dims=tuple([axis(d, input.ndim) for d in dims]))
