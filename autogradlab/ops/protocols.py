"""What Python and NumPy may do with a tensor: use it as a number or an index, look into it, compute with it."""
import numbers

import numpy as np

from autogradlab.autograd.tensor import Tensor

from .creation import from_numpy
from .literals import warn_of_lost_history


def _one_number(self):
    if self._data.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return self._data.item()


def _float(self):
    warn_of_lost_history(self)
    return float(_one_number(self))


def _index(self):
    """A single whole number as a place in a sequence."""
    if self._data.size != 1 or self._data.dtype.kind == "f":
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self._data.item())


def _contains(self, element):
    """Whether one of the entries equals `element`."""
    if not isinstance(element, (Tensor, numbers.Number)):
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
    return bool((self == element)._data.any())


def _array_wrap(self, array, context=None, return_scalar=False):
    """What a NumPy function computed from this tensor, as a tensor."""
    return from_numpy(np.asarray(array, np.uint8 if array.dtype == np.bool_ else None))


Tensor.__float__ = _float
Tensor.__int__ = lambda self: int(_one_number(self))
Tensor.__complex__ = lambda self: complex(_float(self))
Tensor.__index__ = _index
Tensor.__contains__ = _contains
Tensor.__reversed__ = lambda self: self.flip(0) if self.ndim else self
Tensor.__array_wrap__ = _array_wrap
