"""Losses of numbers: how far an input is from a target."""
import math
import warnings

from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops import losses
from autogradlab.ops.creation import full_like
from autogradlab.ops.masks import where

from .reduction import reduced, reduction_of


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """(input − target)², the mean squared error."""
    reduction, (input, target) = reduction_of(size_average, reduce, reduction), _pair(input, target)
    if weight is not None:
        return _weighted_mean((input - target) ** 2, weight, reduction)
    return losses.MseLossBackward0.apply(input, target, reduction=reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """|input − target|, the mean absolute error."""
    reduction, (input, target) = reduction_of(size_average, reduce, reduction), _pair(input, target)
    loss = (input - target).abs()
    return reduced(loss, reduction) if weight is None else _weighted_mean(loss, weight, reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """d²/(2 beta) where d = |input − target| < beta, else d − beta/2: l1_loss without its kink."""
    reduction, (input, target) = reduction_of(size_average, reduce, reduction), _pair(input, target)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduced((input - target).abs(), reduction)
    return losses.SmoothL1LossBackward0.apply(input, target, reduction=reduction, beta=beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """d²/2 where d = |input − target| < delta, a straight line from there on: outliers count less than in mse_loss.

    Source: Huber (1964), "Robust Estimation of a Location Parameter".
    """
    reduction, (input, target) = reduction_of(None, None, reduction), _pair(input, target)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    if weight is None:
        return losses.HuberLossBackward0.apply(input, target, reduction=reduction, delta=delta)
    _check_weight(input, weight)
    return reduced(losses.HuberLossBackward0.apply(input, target, reduction="none", delta=delta) * weight, reduction)


def _pair(input, target):
    """Input and target in one shape. Shapes that only broadcast are suspicious: (n, 1) and (n,) give n · n pairs."""
    if target.size() == input.size():
        return input, target
    warnings.warn(f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This "
                  "will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
                  UserWarning, stacklevel=3)
    shape = (input.detach() + target.detach()).shape
    return (x if x.shape == shape else x.expand(shape) for x in (input, target))


def _weighted_mean(loss, weight, reduction):
    """Each entry times its weight; the mean is over the weights."""
    _check_weight(loss, weight)
    loss = loss * weight
    return loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.sum() / weight.sum()


def _check_weight(input, weight):
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None,
                     reduction="mean"):
    """exp(input) − target · input: for counts, whose expected number is exp(input), or input if not `log_input`.

    `full` adds Stirling's formula for log target!, which does not depend on the input.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + where(target <= 1, 0.0, stirling)
    return reduced(loss, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """(log var + (input − target)²/var)/2: for targets spread around `input` with the variance `var`, at least `eps`.

    `full` adds the constant log(2π)/2.
    """
    reduction = reduction_of(None, None, reduction)
    if not isinstance(var, Tensor):
        var = full_like(input.detach(), var)
    if var.shape != input.shape:
        if var.shape == input.shape[:-1]:
            var = var.unsqueeze(-1)
        elif var.shape != (*input.shape[:-1], 1):
            raise ValueError("var is of incorrect size")
    if (var._data < 0).any():
        raise ValueError("var has negative entry/entries")
    var = var.clone()
    with no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    return reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """target · (log target − input) of log-probabilities `input`: the Kullback-Leibler divergence.

    reduction   "batchmean" is the sum divided by the number of samples; "mean" divides by that of all entries
    """
    if reduction == "mean":
        warnings.warn(MEAN_IS_NOT_BATCHMEAN, UserWarning, stacklevel=2)
    batch = reduction == "batchmean"
    reduction = reduction_of(size_average, reduce, "sum" if batch else reduction)
    if log_target:
        loss = target.exp() * (target - input)
    else:
        loss = target * where(target > 0, target, 1.0).log() - target * input
    loss = reduced(loss, reduction)
    return loss / input.shape[0] if batch and input.ndim else loss


MEAN_IS_NOT_BATCHMEAN = (
    "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides only by "
    "the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the same as "
    "'batchmean' in the next major release.")


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """A distance `input` where the target is 1; how far it falls short of the margin where the target is −1."""
    reduction = reduction_of(size_average, reduce, reduction)
    apart = where(target != 1, (margin - input).clamp_min(0), 0.0)
    together = where(target != -1, input, 0.0)
    return reduced(apart + together, reduction)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """How far input1 − input2, with the sign of the target (±1), falls short of the margin."""
    reduction = reduction_of(size_average, reduce, reduction)
    return reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)
