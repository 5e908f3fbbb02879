"""`Variable`, the name of a tensor with a gradient in early PyTorch, which old programs still use."""

from __future__ import annotations

import warnings
from typing import Any

from .sentences import FLOATS_ONLY
from .tensor import Tensor
from .wrong_type import kind_of


class _AnyTensor(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor)


class Variable(metaclass=_AnyTensor):
    """`Variable(data, requires_grad=True)` is a leaf that shares the memory of `data`; every tensor is a Variable."""

    def __new__(cls, data: Tensor, requires_grad: bool = False, volatile: bool = False) -> Any:
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {kind_of(data)}")
        if volatile:
            text = "volatile was removed and now has no effect. Use `with torch.no_grad():` instead."
            warnings.warn(text, stacklevel=2)
            if requires_grad:
                raise ValueError("Variable can't be volatile and require_grad at the same time!")
        if requires_grad and not data.dtype.is_floating_point:
            raise RuntimeError(FLOATS_ONLY)
        return data.detach().requires_grad_(requires_grad)
