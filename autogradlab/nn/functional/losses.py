"""Losses of numbers and of probabilities: how far an input is from a target."""

from __future__ import annotations

import math
import warnings

from autogradlab.autograd.dtypes import bool as bool_
from autogradlab.autograd.operation import common_shape
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops import functions, losses
from autogradlab.ops.arguments import refuse
from autogradlab.ops.arithmetic import TWO_BOOLS
from autogradlab.ops.creation import ones_like
from autogradlab.ops.masks import where
from autogradlab.ops.writing import check_cast, output_shape_error

from .arguments import as_number, check_tensors, constant


def checked(reduction: str) -> str:
    """The reduction. Raises ValueError for any but none, mean, sum."""
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def reduced(loss: Tensor, reduction: str) -> Tensor:
    """The entries' losses as they are, their mean, or their sum."""
    reduction = checked(reduction)
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


# ---- numbers --------------------------------------------------------------------------------------------------------


def mse_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """(input − target)², the mean squared error."""
    x, y = _pair(input, target)
    return losses.MseLossBackward0.apply(x, y, reduction=checked(reduction))


def l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """|input − target|, the mean absolute error."""
    x, y = _pair(input, target)
    return reduced((x - y).abs(), reduction)


def smooth_l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean", beta: float = 1.0) -> Tensor:
    """d²/(2 beta) where d = |input − target| < beta, else d − beta/2: l1_loss without its kink."""
    x, y = _pair(input, target)
    beta = as_number(beta)
    if not beta >= 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduced((x - y).abs(), reduction)
    return losses.SmoothL1LossBackward0.apply(x, y, reduction=checked(reduction), beta=beta)


def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0) -> Tensor:
    """d²/2 where d = |input − target| < delta, a straight line from there on: outliers count less than in mse_loss.

    Source: Huber (1964), "Robust Estimation of a Location Parameter".
    """
    x, y = _pair(input, target)
    delta = as_number(delta)
    if not delta > 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    return losses.HuberLossBackward0.apply(x, y, reduction=checked(reduction), delta=delta)


def _pair(input, target):
    """Input and target in one shape. Warns if they have to broadcast: (n, 1) and (n,) would make n · n pairs."""
    if target.size() == input.size():
        return input, target
    warnings.warn(
        f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This "
        "will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
        stacklevel=3,
    )
    shape = (input.detach() + target.detach()).shape
    return (x if x.shape == shape else x.expand(shape) for x in (input, target))


# ---- probabilities of two classes -----------------------------------------------------------------------------------


def binary_cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None = None, *, reduction: str = "mean"
) -> Tensor:
    """−(target · log input + (1 − target) · log(1 − input)) of probabilities; logarithms are at least −100."""
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
    weight = None if weight is None else weight.expand(input.shape)
    weight = constant("binary_cross_entropy", "weight", weight, input)
    return losses.BinaryCrossEntropyBackward0.apply(input, target, weight=weight, reduction=checked(reduction))


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """binary_cross_entropy of sigmoid(input), exact for large inputs too; a target 1 counts `pos_weight` times."""
    name = "binary_cross_entropy_with_logits"
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    check_tensors(name, input=input, target=target, weight=weight, pos_weight=pos_weight)
    if not target.dtype.is_floating_point:
        refuse("biu", "log_sigmoid_cpu", input._data)
        if target.dtype is bool_:
            raise RuntimeError(TWO_BOOLS)
        check_cast(target, input._data)
    for first, second in ((pos_weight, input), (input, weight)):
        if first is not None and second is not None:
            shape = common_shape(first._data.shape, second._data.shape)
            if shape != input.shape:
                raise output_shape_error(input.shape, shape)
    weight, pos_weight = constant(name, "weight", weight, target), constant(name, "pos_weight", pos_weight, target)
    return losses.BinaryCrossEntropyWithLogitsBackward0.apply(
        input, target, weight=weight, pos_weight=pos_weight, reduction=checked(reduction)
    )


# ---- made of other operations ---------------------------------------------------------------------------------------


def kl_div(input: Tensor, target: Tensor, *, reduction: str = "mean", log_target: bool = False) -> Tensor:
    """target · (log target − input) of log-probabilities `input`: the Kullback-Leibler divergence.

    reduction   "batchmean" is the sum divided by the number of samples; "mean" divides by the number of entries
    """
    if reduction == "mean":
        warnings.warn(MEAN_IS_NOT_BATCHMEAN, stacklevel=2)
    check_tensors("kl_div", input=input, target=target)
    if not input.is_floating_point() or not target.is_floating_point():
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        loss = target.exp() * (target - input)
    else:
        loss = losses.XlogyBackward0.apply(target, target) - target * input
    if reduction != "batchmean":
        return reduced(loss, reduction)
    return loss.sum() / input.shape[0] if input.ndim else loss.sum()


MEAN_IS_NOT_BATCHMEAN = (
    "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides only by "
    "the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the same as "
    "'batchmean' in the next major release."
)


def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    *,
    eps: float = 1e-8,
    reduction: str = "mean",
) -> Tensor:
    """exp(input) − target · input: for counts, whose expected number is exp(input), or input if not `log_input`.

    `full` adds log(target!) by Stirling's formula, where the target is above 1.
    """
    check_tensors("poisson_nll_loss", input=input, target=target)
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + stirling.masked_fill(target <= 1, 0)
    return reduced(loss, reduction)


def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    var: Tensor | float,
    *,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Tensor:
    """(log var + (input − target)²/var)/2: for targets spread around `input` with the variance `var`, at least `eps`.

    Shape:   `var` as the input, or with 1 in place of one dimension, or without the last; or one float for all.
    `full` adds the constant log(2π)/2.
    """
    spread: Tensor = var * ones_like(input) if isinstance(var, float) else var
    if functions["any"](spread < 0):
        raise ValueError("var has negative entry/entries")
    spread = spread.unsqueeze(-1) if spread.shape == input.shape[:-1] and spread.shape != input.shape else spread
    differing = [own for n, own in zip(input.shape, spread.shape) if own != n]
    if spread.ndim != input.ndim or differing not in ([], [1]):
        raise ValueError("var is of incorrect size")
    spread = spread + (spread.detach().clamp(min=as_number(eps)) - spread.detach())
    loss = 0.5 * (spread.log() + (input - target) ** 2 / spread)
    return reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0, *, reduction: str = "mean") -> Tensor:
    """The distance `input` where the target is 1; how far it falls short of the margin where the target is −1."""
    check_tensors("hinge_embedding_loss", input=input, target=target)
    wanted = input.new_full((), margin)  # a whole number beside whole numbers
    apart, together = where(target != 1, (wanted - input).clamp_min(0), 0), where(target != -1, input, 0)
    return reduced(apart + together, reduction)
