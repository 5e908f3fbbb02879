"""How numbers lie in memory: PyTorch's names for the order of a copy, and strides as PyTorch counts them."""

import numpy as np

from autogradlab.autograd.layout import is_expanded
from autogradlab.autograd.wrong_type import wrong_type

from .left_out import option_left_out


class memory_format:  # noqa: N801
    """An order of the numbers in memory, such as `preserve_format`; the three below are all."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return f"torch.{self._name}"


preserve_format, contiguous_format, channels_last = map(
    memory_format, ("preserve_format", "contiguous_format", "channels_last")
)


def check_order(function, wanted):
    """Refuse anything but a `memory_format`."""
    if not isinstance(wanted, memory_format):
        raise wrong_type(function, "memory_format", None, "torch.memory_format", wanted)


def order_in(function, wanted, input):
    """NumPy's letter for a memory format or None: "K" keeps the input's order, "C" is contiguous.

    A copy of an expanded tensor is contiguous anyway.
    """
    if wanted is not None:
        check_order(function, wanted)
    if wanted is channels_last:
        raise option_left_out(f"{function}(memory_format=torch.channels_last)")
    array = input._data
    expanded = type(array) is np.ndarray and is_expanded(array)  # `compile` passes stand-ins, which have no strides
    return "C" if expanded or wanted is contiguous_format else "K"


def steps_of(array):
    """The strides of an array in entries rather than bytes, as PyTorch counts them."""
    steps, beyond = [], 1
    for n, step in zip(reversed(array.shape), reversed(array.strides)):
        if not array.size or n == 1 and step == 0:  # empty, or a new dimension: NumPy's stride means nothing
            step = beyond
        else:
            step //= array.itemsize
        steps.insert(0, step)
        beyond = max(n, 1) * step
    return tuple(steps)
