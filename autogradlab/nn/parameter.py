"""A parameter: a tensor that a module registers as its own when it is assigned to one of its attributes."""

from __future__ import annotations

from typing import Self

import numpy as np

from autogradlab.autograd.dtypes import dtype
from autogradlab.autograd.sentences import FLOATS_ONLY
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.autograd.wrong_type import check_switch
from autogradlab.ops.arguments import number_type, sizes
from autogradlab.ops.device import check_device, device


class Parameter(Tensor):
    """A leaf that shares the memory of `data` and requires grad unless told otherwise, even inside `no_grad`.

    data            a tensor, whose memory is shared; without it the parameter is empty
    Raises          RuntimeError if whole numbers are to require grad
    """

    _printed_as = "tensor"

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Self:
        self = cls._from_arguments(object.__new__(cls))
        if data is not None:
            shared = data.detach()
            self.data, self._counter = shared, shared._counter
        check_switch("_make_subclass", "require_grad", 3, requires_grad)
        if requires_grad and not self.dtype.is_floating_point:
            raise RuntimeError(FLOATS_ONLY)
        self.requires_grad = requires_grad
        return self

    def __deepcopy__(self, memo):
        """A parameter with the same numbers in memory of its own; the gradient is not copied."""
        return type(self)(new_tensor(self._data.copy("K")), self._requires_grad)

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()


def parameter(
    shape: int | tuple[int, ...], dtype: dtype | None = None, device: device | str | None = None
) -> Parameter:
    """A parameter of zeros, to be filled by the layer's `reset_parameters`."""
    check_device(device)
    return Parameter(new_tensor(np.zeros(sizes("empty", (shape,)), number_type("empty", dtype))))
