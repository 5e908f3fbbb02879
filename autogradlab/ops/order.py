"""Sorting, and the largest, smallest and middle entry: of all, or along a dimension.

NaN counts as the largest number; equal entries keep their order. Where several are equal, `max()`, `amax` and
`median()` share the gradient among them; `max(dim)` gives it to the first.
"""

import numpy as np

from autogradlab.autograd.operation import Operation
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either
from .arguments import UNSAID, refuse
from .bases import in_order
from .gather import ScatterBackward0
from .reduce import ALL, axes, axis, keeps, kept, reduced, total
from .register import functions, named, titled


class Picked(Operation):
    """The entries at `indices` along `dim`; each sends its gradient back to where it stood, the others get 0."""

    shows_keepdim = None

    def forward(self, indices, *, dim, keepdim):
        if not self.ndim:
            return self[()]
        if keepdim:
            return np.take_along_axis(self, indices, dim)
        return np.take_along_axis(self, np.expand_dims(indices, dim), dim).squeeze(dim)[()]

    def d_self(grad, indices, self_shape, dim, keepdim):
        if not keepdim and self_shape:
            grad, indices = kept(grad, self_shape, (dim,)), kept(indices, self_shape, (dim,))
        return either.into_zeros(ScatterBackward0, grad, self_shape, indices, dim=dim)


class Named(tuple):
    """Results with names, (values, indices), that print as PyTorch prints them."""

    __slots__ = ()
    fields = "values", "indices"
    values, indices = (property(lambda self, i=i: self[i]) for i in range(2))

    def __getattr__(self, name):
        raise AttributeError(f"'torch.return_types.{type(self).__name__}' object has no attribute '{name}'")

    def __reduce__(self):
        return _again, (type(self).__name__, tuple(self))

    def __repr__(self):
        rows = ",\n".join(f"{name}={value!r}" for name, value in zip(self.fields, self))
        return f"torch.return_types.{type(self).__name__}(\n{rows})"


def picked(operation, name, input, indices, dim, keepdim):
    """(values, indices) along `dim`, under PyTorch's name for this kind of result."""
    indices = new_tensor(indices)
    values = operation.apply(input, indices, dim=dim, keepdim=keepdim)
    return return_types[name]((values, indices))


def _again(name, results):
    """Results with names, out of a pickle."""
    return return_types[name](results)


return_types = {
    name: type(name, (Named,), {"__slots__": (), "__module__": "torch.return_types"})
    for name in ("max", "min", "median", "sort", "topk")
}


def ordered(x, dim, descending=False):
    """The indices that put an array in order along `dim`."""
    if not x.ndim:
        return np.int64(0)
    if not descending:
        return np.argsort(x, dim, kind="stable")
    backwards = (*[slice(None)] * dim, slice(None, None, -1))
    return x.shape[dim] - 1 - np.argsort(x[backwards], dim, kind="stable")[backwards]


@named("sort")
class SortBackward0(Picked):
    """(values, indices): the entries sorted along `dim`, and their old positions, to which the gradients go back."""

    def sort(input, dim=-1, descending=False, *, stable=UNSAID):
        dim, node = axis(dim, input.ndim), SortBackward0 if stable is UNSAID else SortBackward1
        return picked(node, "sort", input, ordered(input._data, dim, descending), dim, True)


class SortBackward1(SortBackward0):
    """The same for a call with `stable`; here equal entries keep their order in any case."""


@named("argsort")
def argsort(input, dim=-1, descending=False, *, stable=False):
    """The indices that would sort along `dim`."""
    return new_tensor(ordered(input._data, axis(dim, input.ndim), descending))


@named("topk")
class TopkBackward0(Picked):
    """(values, indices) of the k largest along `dim`, or of the k smallest; the others get no gradient."""

    def topk(input, k, dim=-1, largest=True, sorted=True):
        if input._data.dtype.kind == "b":
            raise RuntimeError("topk does not support bool dtypes on CPU")
        dim = axis(dim, input.ndim)
        if not 0 <= k <= (input.shape[dim] if input.ndim else 1):
            raise RuntimeError("selected index k out of range")
        order = ordered(input._data, dim, largest)
        first = in_order(order[(*[slice(None)] * dim, slice(k))]) if input.ndim else order
        return picked(TopkBackward0, "topk", input, first, dim, True)


# ---- extremes -------------------------------------------------------------------------------------------------


class _OfAll(Operation):
    """An operation that takes one entry out of all: it gets the gradient, shared equally with entries equal to it."""

    def d_self(grad, self, result):
        chosen = self == result if result == result else self != self
        return either.where(chosen, grad / int(chosen.sum()), 0)


class MaxBackward1(_OfAll):
    """z = the largest entry"""

    forward = lambda self: np.maximum.reduce(self, None)


class MinBackward1(_OfAll):
    """z = the smallest entry"""

    forward = lambda self: np.minimum.reduce(self, None)


class MedianBackward0(_OfAll):
    """z = the middle entry, the lower one of two"""

    def forward(self):
        flat = self.reshape(-1)
        return flat[_middle(flat, 0)] if flat.size else np.float64(np.nan).astype(self.dtype)


class AmaxBackward0(Operation):
    """z = the largest along `dim`; it gets the gradient, shared equally with entries equal to it"""

    shows_keepdim, shows_self_sym_sizes = keeps, None
    forward = lambda self, *, dim, keepdim: reduced(np.maximum, self, dim, keepdim=keepdim)

    def d_self(grad, self, result, self_shape, dim):
        return share(kept(grad, self_shape, dim), self == kept(result, self_shape, dim), dim)


class AminBackward0(AmaxBackward0):
    """z = the smallest along `dim`; it gets the gradient, shared equally with entries equal to it"""

    forward = lambda self, *, dim, keepdim: reduced(np.minimum, self, dim, keepdim=keepdim)


class _PickedOne(Picked):
    """The same for one entry along `dim`, which may keep its dimension."""

    shows_keepdim = lambda keepdim: keepdim


class MaxBackward0(_PickedOne):
    """z = the largest along `dim`; the first of equals gets the gradient."""


class MinBackward0(_PickedOne):
    """z = the smallest along `dim`; the first of equals gets the gradient."""


class MedianBackward1(_PickedOne):
    """z = the middle one along `dim`, the lower one of two; it alone gets the gradient."""


def share(grad, chosen, dim):
    """`grad` in equal parts at the chosen entries along `dim`, 0 elsewhere."""
    n = total(chosen, dim)
    part = grad / n if isinstance(grad, Tensor) else np.divide(grad, n, dtype=grad.dtype)
    return part * chosen


def _middle(x, dim):
    """The index of the middle entry along `dim`, or of the first nan."""
    if not x.ndim:
        return np.int64(0)
    middle = np.take(ordered(x, dim), (x.shape[dim] - 1) // 2, dim)
    unknown = x != x
    return np.where(np.logical_or.reduce(unknown, dim), np.argmax(unknown, dim), middle)


def _check_not_empty(name, input, dim):
    """Refuse to look for an extreme among no entries; `dim` None or () means all."""
    if dim is None or dim == ():
        if not input._data.size:
            raise RuntimeError(
                f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
                "reduction dim with the 'dim' argument."
            )
        return
    dims = axes(dim, input.ndim) if input.ndim else ()
    said = (dim,) if isinstance(dim, int) else dim
    for d, given in zip(dims, said if name in ("amax", "amin") else dims):  # messages of these two show it as given
        if not input.shape[d]:
            raise IndexError(f"{name}(): Expected reduction dim {given} to have non-zero size.")


def _extreme(name, word, of_all, along, over, index):
    """Publish `max`, `amax` and `argmax`, or the same for the smallest."""

    def extreme(input, dim=ALL, keepdim=False, *, other=None):
        other = dim if isinstance(dim, Tensor) else other
        if other is not None:
            return functions[f"{name}imum"](input, other)
        _check_not_empty(name, input, dim)
        if dim is ALL:
            return of_all.apply(input)
        dim = axis(dim, input.ndim)
        found = index(input._data, dim, keepdims=keepdim) if input.ndim else np.int64(0)
        return picked(along, name, input, found, dim, keepdim)

    def of_several(input, dim=None, keepdim=False):
        _check_not_empty(f"a{name}", input, dim)
        return over.apply(input, dim=axes(dim, input.ndim, keepdim), keepdim=keepdim)

    def place(input, dim=None, keepdim=False):
        if input._data.dtype.char == "?":
            raise RuntimeError(f"arg{name}(): does not support bool input")
        if dim is None and not input._data.size:
            raise IndexError(f"arg{name}(): Expected reduction dim to be specified for input.numel() == 0.")
        _check_not_empty(f"arg{name}", input, dim)
        dim = None if dim is None else axis(dim, input.ndim)
        return new_tensor(index(input._data, dim if input.ndim else None, keepdims=keepdim))

    for function, own, doc in (
        (extreme, name, f"The {word} of all entries; (values, indices) along `dim`; of two tensors entry by entry."),
        (of_several, f"a{name}", f"The {word} entry over `dim` (a number or several; none means all)."),
        (place, f"arg{name}", f"The index of the first {word} entry: in the flattened tensor, or along `dim`."),
    ):
        named(own)(titled(function, own, doc))


_extreme("max", "largest", MaxBackward1, MaxBackward0, AmaxBackward0, np.argmax)
_extreme("min", "smallest", MinBackward1, MinBackward0, AminBackward0, np.argmin)


@named("median")
def median(input, dim=ALL, keepdim=False):
    """The middle entry of all, or (values, indices) along `dim`; of an even number the lower of the two."""
    refuse("b", "median_cpu" if dim is ALL else "median_out", input._data)
    if dim is ALL:
        return MedianBackward0.apply(input)
    _check_not_empty("median", input, dim)
    dim = axis(dim, input.ndim)
    found = _middle(input._data, dim)
    found = np.expand_dims(found, dim) if keepdim and input.ndim else found
    return picked(MedianBackward1, "median", input, found, dim, keepdim)
