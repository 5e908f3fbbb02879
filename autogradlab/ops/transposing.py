"""Dimensions in another order, in the same memory. Transposing is its own dual."""
import numpy as np

from autogradlab.autograd.tensor import Tensor

from . import either
from .arguments import warn_once
from .reduce import axes, axis
from .register import named
from .shape import _View, sizes


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
        return either.apply(TBackward0, grad)


class PermuteBackward0(_View):
    """Dimensions in another order; the gradient's go back to the old one."""
    __slots__ = ()

    def forward(self, *, dims):
        return self.transpose(dims)

    def d_self(grad, dims):
        back = tuple(sorted(range(len(dims)), key=dims.__getitem__))
        return either.apply(PermuteBackward0, grad, dims=back)


def swap(x, dim0, dim1):
    """Two dimensions of an array or a Tensor exchanged."""
    return x.transpose(dim0, dim1) if isinstance(x, Tensor) else np.swapaxes(x, dim0, dim1)


@named("transpose", "swapaxes", "swapdims")
def transpose(input, dim0, dim1):
    """Dimensions `dim0` and `dim1` exchanged."""
    return TransposeBackward0.apply(input, dim0=axis(dim0, input.ndim), dim1=axis(dim1, input.ndim))


@named("t")
def t(input):
    """A matrix turned over its diagonal; a vector as it is."""
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return TBackward0.apply(input)


@named("permute")
def permute(input, *order, dims=None):
    """Dimensions in the given order."""
    dims = sizes(order, dims)
    if len(dims) != input.ndim:
        raise RuntimeError("permute(sparse_coo): number of dimensions in the tensor input does not match the length "
                           f"of the desired ordering of dimensions i.e. input.dim() = {input.ndim} is not equal to "
                           f"len(dims) = {len(dims)}")
    dims = tuple([axis(d, input.ndim) for d in dims])
    if len(set(dims)) < len(dims):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return PermuteBackward0.apply(input, dims=dims)


@named("movedim", "moveaxis")
def movedim(input, source, destination):
    """The dimensions `source` moved to the places `destination`; the others keep their order."""
    from_, to = axes(source, input.ndim), axes(destination, input.ndim)
    if len(from_) != len(to):
        raise RuntimeError(f"movedim: Invalid source or destination dims: source ({list(from_)} dims) should contain "
                           f"the same number of dims as destination ({list(to)} dims)")
    order = [d for d in range(input.ndim) if d not in from_]
    for place, d in sorted(zip(to, from_)):
        order.insert(place, d)
    return PermuteBackward0.apply(input, dims=tuple(order))


def _reversed(self):
    if self.ndim != 2:
        warn_once(T_DEPRECATED if self.ndim else T_OF_A_NUMBER)
    return PermuteBackward0.apply(self, dims=tuple(range(self.ndim))[::-1])


def _matrices_turned(self):
    if self.ndim < 2:
        raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices. Got "
                           f"{self.ndim}-D tensor.")
    return transpose(self, -2, -1)


T_OF_A_NUMBER = "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases."
T_DEPRECATED = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw an "
    "error in a future release. Consider `x.mT` to transpose batches of matrices or `x.permute(*torch.arange(x.ndim - "
    "1, -1, -1))` to reverse the dimensions of a tensor.")
Tensor.T = property(_reversed, doc="Dimensions in reverse order.")
Tensor.mT = property(_matrices_turned, doc="The last two dimensions exchanged.")
