"""Other shapes of the same numbers: views that share memory, and copies.

Duals: expand and sum, unsqueeze and squeeze; transposing is its own dual.
"""
import numpy as np

from autogradlab.autograd.operation import Operation, own_forms
from autogradlab.autograd.tensor import Tensor

from .register import named


class _View(Operation):
    """The result shares the input's memory and version."""
    __slots__ = ()
    view = passes_through = True

    @classmethod
    def apply(cls, input, **settings):
        input._shared_array()
        return super().apply(input, **settings)


class ViewBackward0(_View):
    """The same numbers in another shape; the gradient goes back into the old one."""
    __slots__ = ()

    def forward(self, *, shape):
        return self.reshape(shape)

    def d_self(grad, self_shape):
        return grad.reshape(self_shape)


class TransposeBackward0(_View):
    """Two dimensions exchanged; the gradient's are exchanged back."""
    __slots__ = ()

    def forward(self, *, dim0, dim1):
        return np.swapaxes(self, dim0, dim1)

    def d_self(grad, dim0, dim1):
        return swap(grad, dim0, dim1)


class TBackward0(_View):
    """A matrix turned over its diagonal; the gradient is turned back."""
    __slots__ = ()

    def forward(self):
        return self.T

    def d_self(grad):
        return grad.T


class PermuteBackward0(_View):
    """Dimensions in another order; the gradient's go back to the old one."""
    __slots__ = ()

    def forward(self, *, dims):
        return np.transpose(self, dims)

    def d_self(grad, dims):
        back = tuple(sorted(range(len(dims)), key=lambda i: dims[i] % len(dims)))
        return grad.permute(back) if isinstance(grad, Tensor) else np.transpose(grad, back)


class ExpandBackward0(_View):
    """Repeated without a copy; the gradient is the sum over the repetitions (made by `rules.unbroadcast`)."""
    __slots__ = ()

    def forward(self, *, shape):
        return np.broadcast_to(self, shape)

    def d_self(grad):
        return grad

    @classmethod
    def _repairs(cls, data, arrays):
        return own_forms(arrays)


class UnsqueezeBackward0(_View):
    """A dimension of size 1 put in at `dim`; the gradient loses it again."""
    __slots__ = ()

    def forward(self, *, dim):
        return np.expand_dims(self, dim)

    def d_self(grad, self_shape):
        return grad.reshape(self_shape)


class SqueezeBackward1(_View):
    """A dimension of size 1 taken out; the gradient gets it again."""
    __slots__ = ()

    def forward(self, *, dim):
        return np.squeeze(self, dim) if self.shape[dim] == 1 else self

    def d_self(grad, self_shape):
        return grad.reshape(self_shape)


class SqueezeBackward4(SqueezeBackward1):
    """The same, where vector @ matrix takes out the dimension it had put in."""
    __slots__ = ()


class CloneBackward0(Operation):
    """z = self in memory of its own,   ∂z/∂self = 1"""
    __slots__ = ()
    passes_through = True

    def forward(self):
        return self.copy()

    def d_self(grad):
        return grad


class ToCopyBackward0(Operation):
    """z = self in another number type; the gradient goes back in the old one (made by the engine's repair)."""
    __slots__ = ()
    passes_through = True

    def forward(self, *, dtype):
        return self.astype(dtype.numpy)

    def d_self(grad):
        return grad

    @classmethod
    def _repairs(cls, data, arrays):
        return own_forms(arrays)


def swap(x, dim0, dim1):
    """Two dimensions of an array or a Tensor exchanged."""
    return x.transpose(dim0, dim1) if isinstance(x, Tensor) else np.swapaxes(x, dim0, dim1)


def _shape(sizes):
    return tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else tuple(sizes)


@named("reshape")
@named("view")
def view(input, *shape):
    """The same numbers in another shape; one size may be -1. Raises RuntimeError if the count differs."""
    shape = _shape(shape)
    try:
        return ViewBackward0.apply(input, shape=shape)
    except ValueError:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {input.numel()}") from None


@named("transpose")
def transpose(input, dim0, dim1):
    """Dimensions `dim0` and `dim1` exchanged."""
    return TransposeBackward0.apply(input, dim0=dim0, dim1=dim1)


@named("t")
def t(input):
    """A matrix turned over its diagonal; a vector as it is."""
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return TBackward0.apply(input)


@named("permute")
def permute(input, *dims):
    """Dimensions in the given order."""
    return PermuteBackward0.apply(input, dims=_shape(dims))


@named("expand")
def expand(input, *shape):
    """Repeated to a larger shape without a copy; -1 keeps a size. Raises RuntimeError where a size is not 1."""
    wanted = _shape(shape)
    sizes = (1,) * (len(wanted) - input.ndim) + tuple(input.shape)
    wanted = tuple(size if n == -1 else n for n, size in zip(wanted, sizes))
    for i, (n, size) in enumerate(zip(wanted, sizes)):
        if size not in (1, n):
            raise RuntimeError(f"The expanded size of the tensor ({n}) must match the existing size ({size}) at "
                               f"non-singleton dimension {i}.  Target sizes: {list(wanted)}.  "
                               f"Tensor sizes: {list(input.shape)}")
    return ExpandBackward0.apply(input, shape=wanted)


@named("unsqueeze")
def unsqueeze(input, dim):
    """A dimension of size 1 put in at `dim`."""
    return UnsqueezeBackward0.apply(input, dim=dim)


@named("squeeze")
def squeeze(input, dim):
    """The dimension `dim` taken out if its size is 1."""
    return SqueezeBackward1.apply(input, dim=dim)


@named("clone")
def clone(input):
    """A copy that stays in the graph."""
    return CloneBackward0.apply(input)


@named("to", "type", method=True)
def to(input, dtype):
    """The same numbers in another number type; the tensor itself if it has that type already."""
    return input if input.dtype is dtype else ToCopyBackward0.apply(input, dtype=dtype)


def _transposed(self):
    return permute(self, *reversed(range(self.ndim))) if self.ndim != 1 else self


Tensor.T = property(_transposed, doc="Dimensions in reverse order.")
