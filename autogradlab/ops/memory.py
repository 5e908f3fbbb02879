"""Where the numbers lie: questions about the memory of a tensor."""
import numpy as np

from .reduce import axis
from .register import named


@named("is_contiguous", function=False)
def is_contiguous(self):
    """Whether the numbers lie in memory in the order of their positions, without gaps."""
    return self._shared_array().flags.c_contiguous


@named("stride", function=False)
def stride(self, dim=None):
    """How many entries of memory lie between neighbours, along each dimension or along `dim`."""
    array = self._shared_array()
    steps = tuple([step // array.itemsize for step in array.strides])
    return steps if dim is None else steps[axis(dim, self.ndim)]


@named("data_ptr", function=False)
def data_ptr(self):
    """The address of the first number: two tensors that give the same one share memory."""
    return self._shared_array().__array_interface__["data"][0]


@named("storage_offset", function=False)
def storage_offset(self):
    """How many entries lie before the first one in the memory that this tensor shares."""
    array = self._shared_array()
    owner = array.base if isinstance(array.base, np.ndarray) else array
    return (data_ptr(self) - owner.__array_interface__["data"][0]) // array.itemsize
