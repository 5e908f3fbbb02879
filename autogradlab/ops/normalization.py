"""Normalization: numbers moved and scaled to mean 0 and variance 1, then by a learned weight and bias.

Batch norm takes the statistics of each channel over the batch, layer norm those of each sample over its features.
"""
import numpy as np

from autogradlab.autograd.operation import Operation
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor

from . import either
from .reduce import count, total


def moments(x, dims):
    """Mean and variance of an array or a Tensor over `dims`, which stay at size 1."""
    n = count(x.shape, dims)
    mean = total(x, dims) / n
    centered = x - mean
    return mean, total(centered * centered, dims) / n


class NativeLayerNormBackward0(Operation):
    """z = x̂ · weight + bias,   x̂ = s · (input − mean),   s = 1/√(variance + eps)

    ∂/∂input = s · (g − mean of g − x̂ · mean of g · x̂) with g = grad · weight,
    ∂/∂weight = Σ grad · x̂,   ∂/∂bias = Σ grad

    dims        the dimensions that mean and variance are taken over
    shape       in this shape weight and bias stand at their features
    statistics  (mean, variance), two arrays
    own         whether they are the input's own, so that they move with it; otherwise they are constants
    """
    __slots__ = ()

    def forward(input, weight, bias, *, dims, shape, eps, statistics, own):
        mean, variance = statistics
        out = input - mean
        out *= 1 / np.sqrt(variance + eps)
        if weight is not None:
            out *= weight.reshape(shape)
        if bias is not None:
            out += bias.reshape(shape)
        return out

    def d_input(grad, input, weight, dims, shape, eps, statistics, own):
        unit, scale = _unit(input, dims, eps, statistics, own)
        if weight is not None:
            grad = grad * weight.reshape(shape)
        if own:
            n = count(input.shape, dims)
            grad = grad - total(grad, dims) / n - unit * (total(grad * unit, dims) / n)
        return grad * scale

    def d_weight(grad, input, weight_shape, dims, shape, eps, statistics, own):
        unit, _ = _unit(input, dims, eps, statistics, own)
        return rules.unbroadcast(grad * unit, shape).reshape(weight_shape)

    def d_bias(grad, bias_shape, shape):
        return rules.unbroadcast(grad, shape).reshape(bias_shape)


class NativeBatchNormBackward0(NativeLayerNormBackward0):
    """The same, with the statistics of each channel, or with those kept from training."""
    __slots__ = ()
    forward = NativeLayerNormBackward0.forward


def _unit(input, dims, eps, statistics, own):
    """x̂ and s, for an array or a Tensor."""
    if not isinstance(input, Tensor):
        mean, variance = statistics
        scale = 1 / np.sqrt(variance + eps)
    else:
        mean, variance = moments(input, dims) if own else (either.constant(part, input) for part in statistics)
        scale = 1 / (variance + eps).sqrt()
    return (input - mean) * scale, scale
