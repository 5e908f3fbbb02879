"""Numbers moved and scaled to a common size: batch norm, layer norm, and rows of length 1."""

from __future__ import annotations

import math
from collections.abc import Sequence

from autogradlab.autograd.dtypes import float32
from autogradlab.autograd.modes import mode, no_grad
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.size import Size
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import wrong_type
from autogradlab.ops import functions
from autogradlab.ops.arguments import refuse
from autogradlab.ops.layers import NativeBatchNormBackward0, NativeLayerNormBackward0, moments
from autogradlab.ops.reduce import axis

from .arguments import as_number, check_tensors


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Each channel moved and scaled to mean 0 and variance 1 over the batch, then · weight + bias.

    In training the batch's own statistics are used, and the running ones move towards them by the share `momentum`.
    Otherwise the running ones are used.

    Shape:   input (N, C) or (N, C, L), the others (C,) -> as input.
    """
    if eps < 0.0 or training and eps == 0:
        wanted = "positive during training" if training else "non-negative"
        raise ValueError(f"batch_norm eps must be {wanted}, but got {eps}")
    parts = {"running_mean": running_mean, "running_var": running_var, "weight": weight, "bias": bias}
    check_tensors(
        "batch_norm", input=input, weight=weight, bias=bias, running_mean=running_mean, running_var=running_var
    )
    x, momentum, eps = input._data, as_number(momentum), as_number(eps)
    refuse("biu", "batch_norm", x)
    if training and x.shape[0] * math.prod(x.shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {Size(x.shape)}")
    count = x.shape[1] if x.ndim > 1 else 0
    for name, part in parts.items():
        if part is not None and part.numel() != count:
            raise RuntimeError(f"{name} should contain {count} elements not {part.numel()}")
        if part is None and not training and name.startswith("running"):
            raise RuntimeError(f"{name} must be defined in evaluation mode")
    axis(1, x.ndim)
    _check_one_type(input, weight, bias, running_mean, running_var)
    dims, channels = (0, *range(2, x.ndim)), (-1, *(1,) * (x.ndim - 2))
    if training:
        statistics = quiet.run(moments, x, dims)
        if running_mean is not None and x.size:
            quiet.run(_move_statistics, running_mean, running_var, statistics, x.size // x.shape[1], momentum)
    else:
        statistics = [running._data.reshape(channels).copy() for running in (running_mean, running_var)]  # type: ignore[union-attr]
    if training and not mode.plain:
        statistics = None  # `checkpoint` may hand the node another input later
    return NativeBatchNormBackward0.apply(
        input, weight, bias, dims=dims, shape=channels, eps=eps, statistics=statistics, own=training
    )


def _move_statistics(running_mean, running_var, statistics, count, momentum):
    """Update the running statistics, not their versions. The running variance is unbiased: it divides by count − 1."""
    mean, variance = (part.reshape(-1) for part in statistics)
    unbiased = variance * variance.dtype.type(count / (count - 1) if count > 1 else math.nan)
    for running, now in ((running_mean, mean), (running_var, unbiased)):
        running._shared_array()[...] = running._data * (1 - momentum) + now * momentum


def _check_one_type(input, *parts):
    """Refuse parts whose number type differs from the input's; their types decide the message, as in PyTorch."""
    own, types = input.dtype, [part.dtype for part in parts if part is not None]
    others = [kind for kind in types if kind is not own]
    if others and types[0] is own:
        raise RuntimeError(f"expected scalar type {own.type_name} but found {others[0].type_name}")
    if others and set(types) != {float32}:
        raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if others:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")


def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """Each sample moved and scaled to mean 0 and variance 1 over its last dimensions, then · weight + bias.

    Shape:   input (*, normalized_shape), weight and bias normalized_shape -> as input.
    """
    if not isinstance(normalized_shape, (tuple, list)):
        raise wrong_type("layer_norm", "normalized_shape", 2, "tuple of ints", normalized_shape)
    check_tensors("layer_norm", input=input, normalized_shape=None, weight=weight, bias=bias)
    _check_one_type(input, weight, bias)
    shape = tuple(normalized_shape)
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
            "normalized_shape = []"
        )
    for name, part in (("weight", weight), ("bias", bias)):
        if part is not None and part.shape != shape:
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
                f"{list(part.shape)} and normalized_shape = {list(shape)}"
            )
    if input.shape[-len(shape) :] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape "
            f"[*, {', '.join(map(str, shape))}], but got input of size{list(input.shape)}"
        )
    refuse("biu", "LayerNormKernelImpl", input._data)
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    statistics = quiet.run(moments, input._data, dims) if mode.plain else None
    return NativeLayerNormBackward0.apply(
        input, weight, bias, dims=dims, shape=shape, eps=as_number(eps), statistics=statistics, own=True
    )


def normalize(input: Tensor, p: float = 2.0, dim: int | tuple[int, ...] = 1, eps: float = 1e-12) -> Tensor:
    """input / its p-norm over `dim`; a norm below `eps` counts as `eps`."""
    return input / input.norm(p, dim, keepdim=True).clamp_min(as_number(eps)).expand_as(input)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """The cosine of the angle between x1 and x2 over `dim`; a norm below `eps` counts as `eps` but keeps its slope."""
    check_tensors("cosine_similarity", x1=x1, x2=x2)
    common = functions["result_type"](x1, x2)
    if not common.is_floating_point:
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {common.type_name}")
    x1, x2 = (x.to(common) for x in functions["broadcast_tensors"](x1, x2))
    lengths = [x.norm(2, dim, keepdim=True).clone() for x in (x1, x2)]
    with no_grad():
        for length in lengths:
            length.clamp_min_(as_number(eps))
    return ((x1 / lengths[0]) * (x2 / lengths[1])).sum(dim)
