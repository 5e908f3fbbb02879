"""Layers that move and scale numbers to mean 0 and variance 1, then by a learned weight and bias."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import cast

from autogradlab.autograd import dtypes
from autogradlab.autograd.dtypes import dtype
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.creation import empty
from autogradlab.ops.device import device

from . import functional as F
from . import init
from .module import Module
from .parameter import parameter


class _Norm(Module):
    def _make_parameters(self, shape, affine, bias, dtype, device):
        self.register_parameter("weight", parameter(shape, dtype, device) if affine else None)
        self.register_parameter("bias", parameter(shape, dtype) if affine and bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Weight 1, bias 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


class BatchNorm1d(_Norm):
    """Each channel moved and scaled to mean 0 and variance 1, by the batch's statistics or, in eval, the running ones.

    Shape:   (N, C) or (N, C, L) -> the same, C = num_features.
    momentum             the share of the newest batch in the running statistics; None averages all batches evenly
    .running_mean, .running_var, .num_batches_tracked     buffers; None with track_running_stats=False, and then the
                         batch's own statistics are used in eval as well
    Source:  Ioffe and Szegedy (2015), "Batch Normalization".
    """

    _version = 2

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        statistics = {
            "running_mean": empty(num_features, dtype=dtype),
            "running_var": empty(num_features, dtype=dtype),
            "num_batches_tracked": empty((), dtype=dtypes.int64),
        }
        for name, numbers in statistics.items():
            self.register_buffer(name, numbers if track_running_stats else None)
        self._make_parameters(num_features, affine, bias, dtype, device)

    def reset_running_stats(self) -> None:
        """Forget the batches seen so far."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Weight 1, bias 0, no batches seen."""
        self.reset_running_stats()
        super().reset_parameters()

    def _check_input_dim(self, input):
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.ndim}D input)")

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1 / self.num_batches_tracked.item()
        mean, variance = self.running_mean, self.running_var
        own = self.training or (mean is None and variance is None)
        if self.training and not self.track_running_stats:
            mean = variance = None
        return F.batch_norm(input, mean, variance, self.weight, self.bias, own, momentum, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )


class LayerNorm(_Norm):
    """Each sample moved and scaled to mean 0 and variance 1 over its last dimensions, of sizes `normalized_shape`.

    Source:  Ba, Kiros and Hinton (2016), "Layer Normalization".
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        one = isinstance(normalized_shape, Integral)  # also a NumPy number
        shape = tuple(cast(Sequence[int], (normalized_shape,) if one else normalized_shape))
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        self._make_parameters(shape, elementwise_affine, bias, dtype, device)

    def forward(self, input: Tensor) -> Tensor:
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )
