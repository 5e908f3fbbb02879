"""What the losses and layers of several files do with their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import wrong_type


def check_tensors(function: str, **given: Any) -> None:
    """Raise PyTorch's TypeError for the first argument that is no tensor; only input and target have to be there."""
    for name, value in given.items():
        if not isinstance(value, Tensor) and (value is not None or name in ("input", "target")):
            raise wrong_type(function, name, [*given].index(name) + 1, "Tensor", value)


def constant(function, name, weight, like=None):
    """A weight's numbers, copied in the type of the tensor `like` if given. Raises RuntimeError if it requires grad."""
    if weight is None:
        return None
    if weight.requires_grad:
        raise RuntimeError(
            f"The function '{function}' is not differentiable with respect to argument '{name}'. This "
            "input cannot have requires_grad True."
        )
    return weight._data if like is None else weight._data.astype(like._data.dtype)


def as_number(value: Any) -> Any:
    """The number in a tensor, or NumPy's. Raises TypeError for a tracked tensor, whose gradient would be lost."""
    if isinstance(value, Tensor) and value.requires_grad:
        raise TypeError("argument must be float, not Tensor")
    return value.item() if isinstance(value, (Tensor, np.generic)) else value
