"""Scores turned into shares: softmax, its logarithm, and the logarithm of the sum in its denominator.

Subtracting the largest score first changes nothing but keeps exp() from overflowing.
"""

import numpy as np

from autogradlab.autograd.dtypes import Default, wanted
from autogradlab.autograd.operation import Operation
from autogradlab.autograd.rounding import FEW, add_up, fma
from autogradlab.autograd.tensor import tensor_types

from . import either, exact
from .arguments import not_for
from .bases import RoundedOnce, in_order
from .reduce import axes, axis, keeps, kept, spread
from .register import named


def _largest(x, dim):
    return np.maximum.reduce(x, dim, keepdims=True, initial=-np.inf)


def _total(x, dim):
    """Σ x over one dimension, kept at size 1, of an array or a Tensor. Few are added here otherwise than in `sum`."""
    if type(x) in tensor_types:
        return x.sum(dim, True)
    return add_up(x, dim, True) if x.ndim and x.shape[dim] > FEW else np.add.reduce(x, dim, keepdims=True)


@named("softmax")
class SoftmaxBackward0(RoundedOnce):
    """Shares that sum to 1 over `dim`: z = exp(self) / Σ exp(self),   ∂/∂self = z · (grad − Σ grad · z)"""

    d_self = lambda grad, result, dim: either.apply(SoftmaxBackwardDataBackward0, grad, result, dim=dim)

    def softmax(input, dim, dtype=None):
        return _apply(SoftmaxBackward0, "softmax", input, dim, dtype)

    def forward(self, *, dim):
        out = exact.exp(np.subtract(self, _largest(self, dim), order="C"))
        if dim >= self.ndim - 1:  # PyTorch divides along the other dimensions, which rounds otherwise
            out *= 1 / _total(out, dim)
        else:
            out /= _total(out, dim)
        return out


@named("log_softmax")
class LogSoftmaxBackward0(Operation):
    """The logarithm of softmax over `dim`: z = self − log Σ exp(self),   ∂/∂self = grad − exp(z) · Σ grad"""

    def log_softmax(input, dim, dtype=None):
        return _apply(LogSoftmaxBackward0, "log_softmax", input, dim, dtype)

    def forward(self, *, dim):
        wide = self.astype(np.float32) if self.dtype.char == "e" else self
        out = np.subtract(wide, _largest(wide, dim), order="C")
        held_in = self.dtype if dim >= self.ndim - 1 else out.dtype  # along the last dimension PyTorch rounds the sum
        out -= exact.log(_total(exact.exp(out), dim).astype(held_in, copy=False))
        return out if wide is self else out.astype(self.dtype)

    d_self = lambda grad, result, dim: either.apply(LogSoftmaxBackwardDataBackward0, grad, result, dim=dim)


class SoftmaxBackwardDataBackward0(Operation):
    """The slope of softmax: z = output · (grad_output − Σ grad_output · output)"""

    forward = lambda grad_output, output, *, dim: output * (grad_output - _total(grad_output * output, dim))
    d_grad_output = lambda grad, output, dim: either.apply(SoftmaxBackwardDataBackward0, grad, output, dim=dim)

    def d_output(grad, grad_output, output, dim):
        return grad_output * grad - _total(output * grad_output, dim) * grad - grad_output * _total(output * grad, dim)


class LogSoftmaxBackwardDataBackward0(Operation):
    """The slope of log_softmax: z = grad_output − exp(output) · Σ grad_output"""

    d_grad_output = lambda grad, output, dim: grad - _total(grad * either.exp(output), dim)
    d_output = lambda grad, grad_output, output, dim: -_total(grad_output, dim) * either.exp(output) * grad
    forward = lambda grad_output, output, *, dim: fma(exact.exp(output), -_total(grad_output, dim), grad_output)


@named("logsumexp")
class LogsumexpBackward0(Operation):
    """A soft maximum over `dim` (a number or several): z = log Σ exp(self),   ∂/∂self = exp(self − z)"""

    shows_keepdim, shows_self_sym_sizes = keeps, None

    def forward(self, *, dim, keepdim):
        largest = _largest(self, dim)
        shift = np.where(np.isfinite(largest), largest, 0).astype(self.dtype)
        out = exact.log(add_up(exact.exp(self - shift), dim, True)) + shift
        return in_order(out if keepdim else np.squeeze(out, dim))[()]

    def d_self(grad, self, result, self_shape, dim):
        return spread(grad, self_shape, dim) * either.exp(self - kept(result, self_shape, dim))

    def logsumexp(input, dim, keepdim=False):
        input = input if input.dtype.is_floating_point else input.to(Default.dtype)
        return LogsumexpBackward0.apply(input, dim=axes(dim, input.ndim, keepdim), keepdim=keepdim)


def _apply(operation, name, input, dim, dtype):
    dim = axis(dim, input.ndim)
    if dtype is not None:
        input = input.to(wanted(dtype, name))
    if not input.dtype.is_floating_point:
        last = "_lastdim" if dim >= input.ndim - 1 else ""
        raise not_for(f"{name}{last}_kernel_impl", input._data)
    return operation.apply(input, dim=dim)
