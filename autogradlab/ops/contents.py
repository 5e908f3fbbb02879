"""The numbers of a tensor as Python and NumPy see them: one number, lists, an array, a length, a truth value."""

import numpy as np

from autogradlab.autograd.modes import mode
from autogradlab.autograd.tensor import Tensor

from .register import named


@named("item", function=False)
def item(self):
    """The only entry as a Python number. Raises RuntimeError unless there is exactly one."""
    if self._data.size != 1:
        raise RuntimeError(f"a Tensor with {self._data.size} elements cannot be converted to Scalar")
    return self._data.item()


@named("tolist", function=False)
def tolist(self):
    """The numbers as nested Python lists; for a tensor without dimensions, a plain number."""
    return self._data.tolist()


def numpy(self, *, force=False):
    """The numbers as an array that shares memory with this tensor.

    Raises RuntimeError if it requires grad while operations are recorded, unless `force` is True.
    """
    if self.requires_grad and mode.recording and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    return self._shared_array().view()


def __array__(self, dtype=None, copy=None):
    return np.array(self.numpy(), dtype=dtype, copy=copy)


def __format__(self, spec):
    if self._data.ndim == 0 and type(self) is Tensor:
        return format(self._data.item(), spec)
    return object.__format__(self, spec)


def __len__(self):
    if self._data.ndim == 0:
        raise TypeError("len() of a 0-d tensor")
    return len(self._data)


def __delitem__(self, key):
    raise TypeError("Tensor does not support deleting items")


def __bool__(self):
    if self._data.size != 1:
        how_many = "more than one value" if self._data.size else "no values"
        raise RuntimeError(f"Boolean value of Tensor with {how_many} is ambiguous")
    return bool(self._data.item())


# What tensors can do by themselves, published so that it refuses arguments in PyTorch's words.
named("dim", "ndimension", function=False)(Tensor.dim)
for _name in ("detach", "detach_", "is_inference", "retain_grad"):
    named(_name, function=False)(getattr(Tensor, _name))
for _method in (numpy, __array__, __format__, __len__, __delitem__, __bool__):
    setattr(Tensor, _method.__name__, _method)
