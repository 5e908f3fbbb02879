"""Layers that compute nothing, and dropout, which computes nothing in eval."""

from __future__ import annotations

from typing import Any

from autogradlab.autograd.tensor import Tensor

from . import functional as F
from .function_layer import layer
from .module import Module


class Identity(Module):
    """The input itself; the arguments of the constructor are ignored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Any) -> Any:
        return input


def _flatten(input, start_dim=1, end_dim=-1):
    """The dimensions from `start_dim` to `end_dim` joined into one; the first, of the samples, stays by default."""
    return input.flatten(start_dim, end_dim)


Flatten = layer("Flatten", _flatten)


class Dropout(Module):
    """In training, each entry set to 0 with probability p and the others divided by 1 − p; in eval, the input itself.

    Source: Srivastava et al. (2014), "Dropout: A Simple Way to Prevent Neural Networks from Overfitting".
    """

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"
