"""The linear layer."""

from __future__ import annotations

import math

from autogradlab.autograd.dtypes import dtype
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.device import device

from . import functional as F
from . import init
from .module import Module
from .parameter import parameter


class Linear(Module):
    """y = x · weightᵀ + bias.

    Shape:   (*, in_features) -> (*, out_features).
    .weight  (out_features, in_features), initialized uniformly in ±1/√in_features
    .bias    (out_features,), the same; None with bias=False
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = parameter((out_features, in_features), dtype, device)
        self.register_parameter("bias", parameter((out_features,), dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the numbers anew, in PyTorch's order: the weight, then the bias."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"
