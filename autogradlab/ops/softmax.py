"""Scores turned into shares: softmax, its logarithm, and the logarithm of the sum they share.

Subtracting the largest score first changes nothing but keeps exp() from overflowing.
"""
import numpy as np

from autogradlab.autograd.dtypes import float32
from autogradlab.autograd.operation import Operation
from autogradlab.autograd.tensor import Tensor

from . import either
from .reduce import axes, axis, kept, reduction, spread, total


def _largest(x, dim):
    return np.maximum.reduce(x, dim, keepdims=True, initial=-np.inf)


class SoftmaxBackward0(Operation):
    """z = exp(self) / Σ exp(self) over `dim`,   ∂/∂self = z · (grad − Σ grad · z)"""
    __slots__ = ()

    def forward(self, *, dim):
        out = self - _largest(self, dim)
        out = np.exp(out, out) if out.ndim else np.exp(out)
        out /= np.add.reduce(out, dim, keepdims=True)
        return out

    def d_self(grad, result, dim):
        return result * (grad - total(grad * result, dim))


class LogSoftmaxBackward0(Operation):
    """z = self − log Σ exp(self) over `dim`,   ∂/∂self = grad − exp(z) · Σ grad"""
    __slots__ = ()

    def forward(self, *, dim):
        out = self - _largest(self, dim)
        out -= np.log(np.add.reduce(np.exp(out), dim, keepdims=True))
        return out

    def d_self(grad, result, dim):
        if isinstance(grad, Tensor):
            return grad - result.exp() * total(grad, dim)
        part = np.exp(result)
        part *= -total(grad, dim)
        part += grad
        return part


class LogsumexpBackward0(Operation):
    """z = log Σ exp(self) over `dim`,   ∂/∂self = exp(self − z)"""
    __slots__ = ()

    def forward(self, *, dim, keepdim):
        largest = _largest(self, dim)
        shift = np.where(np.isfinite(largest), largest, 0).astype(self.dtype)
        out = np.log(np.add.reduce(np.exp(self - shift), dim, keepdims=True)) + shift
        return out if keepdim else np.squeeze(out, dim)[()]

    def d_self(grad, self, result, self_shape, dim):
        return spread(grad, self_shape, dim) * either.exp(self - kept(result, self_shape, dim))


def _apply(operation, name, input, dim, dtype):
    dim = axis(dim, input.ndim)
    if dtype is not None:
        input = input.to(dtype)
    elif not input.dtype.is_floating_point:
        last = "_lastdim" if dim >= input.ndim - 1 else ""
        raise NotImplementedError(f'"{name}{last}_kernel_impl" not implemented for \'{input.dtype.type_name}\'')
    return operation.apply(input, dim=dim)


@reduction("softmax")
def softmax(input, dim, dtype=None):
    """exp(input) in shares that sum to 1 over `dim`; computed in `dtype` if it is given."""
    return _apply(SoftmaxBackward0, "softmax", input, dim, dtype)


@reduction("log_softmax")
def log_softmax(input, dim, dtype=None):
    """The logarithm of softmax over `dim`, exact where the share itself would round to 0."""
    return _apply(LogSoftmaxBackward0, "log_softmax", input, dim, dtype)


@reduction("logsumexp")
def logsumexp(input, dim, keepdim=False):
    """log Σ exp(input) over `dim` (a number or several), without overflow: a soft maximum."""
    input = input if input.dtype.is_floating_point else input.to(float32)
    return LogsumexpBackward0.apply(input, dim=axes(dim, input.ndim), keepdim=keepdim)
