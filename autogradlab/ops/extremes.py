"""The largest and the smallest, and the middle: of all entries, or along a dimension.

Where several are equal: `max()`, `amax` and `median()` share the gradient among them, `max(dim)` gives it to the first.
"""
import numpy as np

from autogradlab.autograd.operation import Operation
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either, limits
from .order import Picked, ordered, picked
from .reduce import axes, axis, kept, reduction, total


class _OfAll(Operation):
    """One entry out of all; it gets the gradient, in equal parts if several are equal to it."""
    __slots__ = ()

    def d_self(grad, self, result):
        chosen = self == result if result == result else self != self
        return either.where(chosen, grad / int(chosen.sum()), 0)


class MaxBackward1(_OfAll):
    """z = the largest entry"""
    __slots__ = ()
    forward = lambda self: np.maximum.reduce(self, None)


class MinBackward1(_OfAll):
    """z = the smallest entry"""
    __slots__ = ()
    forward = lambda self: np.minimum.reduce(self, None)


class MedianBackward0(_OfAll):
    """z = the middle entry, the lower one of two"""
    __slots__ = ()

    def forward(self):
        flat = self.reshape(-1)
        return flat[_middle(flat, 0)] if flat.size else self.dtype.type(np.nan)


class _Along(Operation):
    """An extreme entry along `dim`; it gets the gradient, in equal parts if several are equal to it."""
    __slots__ = ()

    def d_self(grad, self, result, self_shape, dim):
        chosen = self == kept(result, self_shape, dim)
        return share(kept(grad, self_shape, dim), chosen, dim)


class AmaxBackward0(_Along):
    """z = the largest along `dim`"""
    __slots__ = ()
    forward = lambda self, *, dim, keepdim: np.maximum.reduce(self, dim, keepdims=keepdim)


class AminBackward0(_Along):
    """z = the smallest along `dim`"""
    __slots__ = ()
    forward = lambda self, *, dim, keepdim: np.minimum.reduce(self, dim, keepdims=keepdim)


class MaxBackward0(Picked):
    """z = the largest along `dim`; the first of equals gets the gradient."""
    __slots__ = ()
    forward = Picked.forward


class MinBackward0(Picked):
    """z = the smallest along `dim`; the first of equals gets the gradient."""
    __slots__ = ()
    forward = Picked.forward


class MedianBackward1(Picked):
    """z = the middle one along `dim`, the lower one of two; it alone gets the gradient."""
    __slots__ = ()
    forward = Picked.forward


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
    """Refuse to look for an extreme among no entries; `dim` None means all."""
    if dim is None and not input._data.size:
        raise RuntimeError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
                           "reduction dim with the 'dim' argument.")
    for d in axes(dim, input.ndim) if dim is not None and input.ndim else ():
        if not input.shape[d]:
            raise IndexError(f"{name}(): Expected reduction dim {d} to have non-zero size.")


def _extreme(name, of_all, along, index, of_two):
    """`max` or `min` in its three forms."""
    def extreme(input, dim=None, keepdim=False, *, other=None):
        other = dim if isinstance(dim, Tensor) else other
        if other is not None:
            return of_two(input, other)
        _check_not_empty(name, input, dim)
        if dim is None:
            return of_all.apply(input)
        dim = axis(dim, input.ndim)
        found = index(input._data, dim, keepdims=keepdim) if input.ndim else np.int64(0)
        return picked(along, name, input, found, dim, keepdim)
    extreme.__name__ = extreme.__qualname__ = name
    extreme.__doc__ = f"The {name}imum of all entries; (values, indices) along `dim`; of two tensors entry by entry."
    return reduction(name)(extreme)


max_ = _extreme("max", MaxBackward1, MaxBackward0, np.argmax, limits.maximum)
min_ = _extreme("min", MinBackward1, MinBackward0, np.argmin, limits.minimum)


@reduction("amax")
def amax(input, dim=(), keepdim=False):
    """The largest entry over `dim` (a number or several; none means all)."""
    _check_not_empty("amax", input, dim if dim != () else None)
    return AmaxBackward0.apply(input, dim=axes(dim, input.ndim), keepdim=keepdim)


@reduction("amin")
def amin(input, dim=(), keepdim=False):
    """The smallest entry over `dim` (a number or several; none means all)."""
    _check_not_empty("amin", input, dim if dim != () else None)
    return AminBackward0.apply(input, dim=axes(dim, input.ndim), keepdim=keepdim)


@reduction("median")
def median(input, dim=None, keepdim=False):
    """The middle entry of all, or (values, indices) along `dim`; of an even number the lower of the two."""
    if dim is None:
        return MedianBackward0.apply(input)
    _check_not_empty("median", input, dim)
    dim = axis(dim, input.ndim)
    found = _middle(input._data, dim)
    return picked(MedianBackward1, "median", input, np.expand_dims(found, dim) if keepdim and input.ndim else found,
                  dim, keepdim)


@reduction("argmax")
def argmax(input, dim=None, keepdim=False):
    """The index of the first largest entry: in the flattened tensor, or along `dim`."""
    return _index(np.argmax, "argmax", input, dim, keepdim)


@reduction("argmin")
def argmin(input, dim=None, keepdim=False):
    """The index of the first smallest entry: in the flattened tensor, or along `dim`."""
    return _index(np.argmin, "argmin", input, dim, keepdim)


def _index(find, name, input, dim, keepdim):
    if input._data.dtype.char == "?":
        raise RuntimeError(f"{name}(): does not support bool input")
    if dim is None and not input._data.size:
        raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")
    _check_not_empty(name, input, dim)
    dim = None if dim is None or not input.ndim else axis(dim, input.ndim)
    return new_tensor(find(input._data, dim, keepdims=keepdim))
