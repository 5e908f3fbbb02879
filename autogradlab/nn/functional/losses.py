"""Losses of numbers and of probabilities: how far an input is from a target."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from autogradlab.autograd.operation import broadcast_error
from autogradlab.ops import losses
from autogradlab.ops.masks import where

if TYPE_CHECKING:
    from autogradlab.autograd.tensor import Tensor


def check_reduction(reduction: str) -> None:
    """Raises ValueError for any but none, mean, sum."""
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")


def reduced(loss: Tensor, reduction: str) -> Tensor:
    """The entries' losses as they are, their mean, or their sum."""
    check_reduction(reduction)
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


# ---- numbers --------------------------------------------------------------------------------------------------------


def mse_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """(input − target)², the mean squared error."""
    input, target = _pair(input, target, reduction)
    return losses.MseLossBackward0.apply(input, target, reduction=reduction)


def l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """|input − target|, the mean absolute error."""
    input, target = _pair(input, target, reduction)
    return reduced((input - target).abs(), reduction)


def smooth_l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean", beta: float = 1.0) -> Tensor:
    """d²/(2 beta) where d = |input − target| < beta, else d − beta/2: l1_loss without its kink."""
    input, target = _pair(input, target, reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduced((input - target).abs(), reduction)
    return losses.SmoothL1LossBackward0.apply(input, target, reduction=reduction, beta=beta)


def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0) -> Tensor:
    """d²/2 where d = |input − target| < delta, a straight line from there on: outliers count less than in mse_loss.

    Source: Huber (1964), "Robust Estimation of a Location Parameter".
    """
    input, target = _pair(input, target, reduction)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    return losses.HuberLossBackward0.apply(input, target, reduction=reduction, delta=delta)


def _pair(input, target, reduction):
    """Input and target in one shape, the reduction checked.

    Shapes that only broadcast are suspicious: (n, 1) and (n,) give n · n pairs.
    """
    check_reduction(reduction)
    if target.size() == input.size():
        return input, target
    warnings.warn(
        f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This "
        "will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
        UserWarning,
        stacklevel=3,
    )
    shape = (input.detach() + target.detach()).shape
    return (x if x.shape == shape else x.expand(shape) for x in (input, target))


# ---- probabilities of two classes -----------------------------------------------------------------------------------


def binary_cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None = None, *, reduction: str = "mean"
) -> Tensor:
    """−(target · log input + (1 − target) · log(1 − input)) of probabilities; no logarithm counts below −100."""
    check_reduction(reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) "
            "is deprecated. Please ensure they have the same size."
        )
    if target.dtype is not input.dtype:
        raise RuntimeError(f"Found dtype {target.dtype.type_name} but expected {input.dtype.type_name}")
    for name, part in (("input", input), ("target", target)):
        if not ((part._data >= 0) & (part._data <= 1)).all():
            raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    weight = constant("binary_cross_entropy", "weight", weight, input)
    return losses.BinaryCrossEntropyBackward0.apply(input, target, weight=weight, reduction=reduction)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """binary_cross_entropy of sigmoid(input), exact for large ones; target 1 counts `pos_weight` times."""
    check_reduction(reduction)
    name = "binary_cross_entropy_with_logits"
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    if not target.dtype.is_floating_point:
        raise RuntimeError(
            f"result type {input.dtype.type_name} can't be cast to the desired output type {target.dtype.type_name}"
        )
    for first, second in ((pos_weight, input), (input, weight)):
        if first is not None and second is not None:
            _check_stretches(first._data, second._data, list(input.shape))
    return losses.BinaryCrossEntropyWithLogitsBackward0.apply(
        input,
        target,
        weight=constant(name, "weight", weight),
        pos_weight=constant(name, "pos_weight", pos_weight),
        reduction=reduction,
    )


def _check_stretches(first, second, wanted):
    """Refuse two arrays that do not stretch to a common shape, or to one that is not `wanted`."""
    error = broadcast_error(first, second)
    if error is not None:
        raise error
    found = list(np.broadcast_shapes(first.shape, second.shape))
    if found != wanted:
        raise RuntimeError(f"output with shape {wanted} doesn't match the broadcast shape {found}")


def constant(function, name, weight, input=None):
    """A weight's array. Raises RuntimeError if it does not stretch to the input, or shall have a gradient."""
    if weight is None:
        return None
    if weight.requires_grad:
        raise RuntimeError(
            f"The function '{function}' is not differentiable with respect to argument '{name}'. This "
            "input cannot have requires_grad True."
        )
    if input is not None and weight.shape != input.shape:
        weight.expand(input.shape)
    return weight._data


# ---- made of other operations ---------------------------------------------------------------------------------------


def kl_div(input: Tensor, target: Tensor, *, reduction: str = "mean", log_target: bool = False) -> Tensor:
    """target · (log target − input) of log-probabilities `input`: the Kullback-Leibler divergence.

    reduction   "batchmean" is the sum divided by the number of samples; "mean" divides by that of all entries
    """
    if not input.is_floating_point() or not target.is_floating_point():
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if reduction == "mean":
        warnings.warn(MEAN_IS_NOT_BATCHMEAN, UserWarning, stacklevel=2)
    batch = reduction == "batchmean"
    if log_target:
        loss = target.exp() * (target - input)
    else:
        loss = losses.XlogyBackward0.apply(target, target) - target * input
    loss = reduced(loss, "sum" if batch else reduction)
    return loss / input.shape[0] if batch and input.ndim else loss


MEAN_IS_NOT_BATCHMEAN = (
    "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides only by "
    "the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the same as "
    "'batchmean' in the next major release."
)


def poisson_nll_loss(
    input: Tensor, target: Tensor, log_input: bool = True, *, eps: float = 1e-8, reduction: str = "mean"
) -> Tensor:
    """exp(input) − target · input: for counts, whose expected number is exp(input), or input if not `log_input`."""
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    return reduced(loss, reduction)


def gaussian_nll_loss(
    input: Tensor, target: Tensor, var: Tensor, *, eps: float = 1e-6, reduction: str = "mean"
) -> Tensor:
    """(log var + (input − target)²/var)/2: for targets spread around `input` with the variance `var`, at least `eps`.

    Shape:   `var` as the input, or 1 or nothing in place of its last dimension.
    """
    if (var._data < 0).any():
        raise ValueError("var has negative entry/entries")
    var = var.unsqueeze(-1) if var.shape == input.shape[:-1] and var.shape != input.shape else var
    if var.shape not in (input.shape, (*input.shape[:-1], 1)):
        raise ValueError("var is of incorrect size")
    var = var + (var.detach().clamp(min=eps) - var.detach())
    return reduced(0.5 * (var.log() + (input - target) ** 2 / var), reduction)


def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0, *, reduction: str = "mean") -> Tensor:
    """A distance `input` where the target is 1; how far it falls short of the margin where the target is −1."""
    apart, together = where(target != 1, (margin - input).clamp_min(0), 0.0), where(target != -1, input, 0.0)
    return reduced(apart + together, reduction)
