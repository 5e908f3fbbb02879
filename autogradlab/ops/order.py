"""Entries put in order: sort, the k largest. NaN counts as the largest number, equal entries keep their order."""
import numpy as np

from autogradlab.autograd.operation import Operation
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either
from .reduce import axis, kept, reduction


class Picked(Operation):
    """The entries at `indices` along `dim`; each sends its gradient back to where it stood, the others get 0."""
    __slots__ = ()

    def forward(self, indices, *, dim, keepdim):
        if not self.ndim:
            return self[()]
        if keepdim:
            return np.take_along_axis(self, indices, dim)
        return np.take_along_axis(self, np.expand_dims(indices, dim), dim).squeeze(dim)[()]

    def d_self(grad, indices, self_shape, dim, keepdim):
        if not self_shape:
            return grad
        if not keepdim:
            grad, indices = kept(grad, self_shape, (dim,)), kept(indices, self_shape, (dim,))
        whole = np.zeros(self_shape, either.numbers(grad).dtype)
        if isinstance(grad, Tensor):
            return new_tensor(whole).scatter(dim, indices, grad)
        np.put_along_axis(whole, indices, grad, dim)
        return whole

    @property
    def next_functions(self):
        """That of self; PyTorch does not list the indices, which have no gradient."""
        return super().next_functions[:1]


class SortBackward0(Picked):
    """The entries along `dim` in order; the gradients go back to where they stood."""
    __slots__ = ()
    forward = Picked.forward


class TopkBackward0(Picked):
    """The k largest or smallest along `dim`; the others get no gradient."""
    __slots__ = ()
    forward = Picked.forward


class Named(tuple):
    """Results with names, (values, indices), that print as PyTorch prints them."""
    __slots__ = ()
    fields = "values", "indices"
    values, indices = (property(lambda self, i=i: self[i]) for i in range(2))

    def __repr__(self):
        rows = ",\n".join(f"{name}={value!r}" for name, value in zip(self.fields, self))
        return f"torch.return_types.{type(self).__name__}(\n{rows})"


def picked(operation, name, input, indices, dim, keepdim):
    """(values, indices) along `dim`, under PyTorch's name for this kind of result."""
    indices = new_tensor(indices)
    values = operation.apply(input, indices, dim=dim, keepdim=keepdim)
    return return_types[name]((values, indices))


return_types = {name: type(name, (Named,), {"__slots__": (), "__module__": "torch.return_types"})
                for name in ("max", "min", "median", "sort", "topk")}


def ordered(x, dim, descending=False):
    """The indices that put an array in order along `dim`."""
    if not x.ndim:
        return np.int64(0)
    if not descending:
        return np.argsort(x, dim, kind="stable")
    backwards = (*[slice(None)] * dim, slice(None, None, -1))
    return x.shape[dim] - 1 - np.argsort(x[backwards], dim, kind="stable")[backwards]


@reduction("sort")
def sort(input, dim=-1, descending=False, stable=False):
    """(values, indices): the entries along `dim` from the smallest to the largest, and where each stood."""
    dim = axis(dim, input.ndim)
    return picked(SortBackward0, "sort", input, ordered(input._data, dim, descending), dim, True)


@reduction("argsort")
def argsort(input, dim=-1, descending=False, stable=False):
    """The indices that would sort along `dim`."""
    return new_tensor(ordered(input._data, axis(dim, input.ndim), descending))


@reduction("msort")
def msort(input):
    """The entries in order along the first dimension."""
    return sort(input, 0).values


@reduction("topk")
def topk(input, k, dim=-1, largest=True, sorted=True):
    """(values, indices) of the k largest along `dim`, or of the k smallest."""
    dim = axis(dim, input.ndim)
    if not 0 <= k <= (input.shape[dim] if input.ndim else 1):
        raise RuntimeError("selected index k out of range")
    order = ordered(input._data, dim, largest)
    first = order[(*[slice(None)] * dim, slice(k))] if input.ndim else order
    return picked(TopkBackward0, "topk", input, first, dim, True)
