"""Repeated to a larger shape without a copy. Dual: expand and sum."""
import numpy as np

from autogradlab.autograd.operation import broadcast_error as broadcast_error
from autogradlab.autograd.operation import own_forms

from .arguments import warn_once
from .register import named
from .shape import _View, sizes, view


class ExpandBackward0(_View):
    """Repeated without a copy; the gradient is the sum over the repetitions (made by `rules.unbroadcast`)."""
    __slots__ = ()

    def forward(self, *, shape):
        if not self.flags.c_contiguous or not self.size:
            out = np.broadcast_to(self, shape)
            out.flags.writeable = self.flags.writeable      # where no number stands for many, it may be written to
            return out
        steps = [step if n == m else 0 for n, m, step in zip(self.shape, shape[len(shape) - self.ndim:], self.strides)]
        return np.ndarray(shape, self.dtype, self, 0, (0,) * (len(shape) - self.ndim) + tuple(steps))

    def d_self(grad):
        return grad

    @classmethod
    def _repairs(cls, data, arrays):
        return own_forms(arrays)


@named("expand", function=False)
def expand(input, *shape):
    """Repeated to a larger shape without a copy; -1 keeps a size. Raises RuntimeError where a size is not 1."""
    return ExpandBackward0.apply(input, shape=_expanded_shape(input, sizes(shape)))


def _expanded_shape(input, wanted):
    own, new = input._data.shape, len(wanted) - input.ndim
    if new < 0:
        raise RuntimeError(f"expand(torch.{input.dtype.type_name}Tensor{{{list(own)}}}, size={list(wanted)}): the "
                           f"number of sizes provided ({len(wanted)}) must be greater or equal to the number of "
                           f"dimensions in the tensor ({input.ndim})")
    if -1 in wanted[:new]:
        raise RuntimeError("The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension "
                           f"{wanted.index(-1)}")
    full = tuple([size if n == -1 else n for n, size in zip(wanted, (*wanted[:new], *own))])
    for i, n, size in zip(range(len(full) - 1, new - 1, -1), full[::-1], own[::-1]):
        if size not in (1, n):
            raise RuntimeError(f"The expanded size of the tensor ({n}) must match the existing size ({size}) at "
                               f"non-singleton dimension {i}.  Target sizes: {list(full)}.  Tensor sizes: {list(own)}")
    return full


@named("expand_as", function=False)
def expand_as(input, other):
    """Repeated to the shape of `other` without a copy."""
    return expand(input, other.shape)


@named("broadcast_to")
def broadcast_to(input, size):
    """Repeated to the shape `size` without a copy."""
    return expand(input, size)


@named("broadcast_tensors", method=False)
def broadcast_tensors(*tensors):
    """The tensors, each repeated to the shape that broadcasting gives them all."""
    arrays = [t._data for t in tensors]
    try:
        shape = np.broadcast_shapes(*[array.shape for array in arrays])
    except ValueError:
        raise broadcast_error(*arrays) from None
    return tuple([t if t._data.shape == shape else expand(t, shape) for t in tensors])


@named("meshgrid", method=False)
def meshgrid(*tensors, indexing=None):
    """For vectors of sizes n, m, ...: each repeated to the shape (n, m, ...); with indexing="xy" to (m, n, ...)."""
    tensors = sizes(tensors)
    if indexing is None:
        warn_once("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.")
    if indexing == "xy" and len(tensors) > 1:
        first, second, *others = meshgrid(tensors[1], tensors[0], *tensors[2:], indexing="ij")
        return second, first, *others
    shape = tuple([t.numel() for t in tensors])
    after = len(shape) - 1
    return tuple([expand(view(t, (1,) * i + (-1,) + (1,) * (after - i)), shape) for i, t in enumerate(tensors)])
