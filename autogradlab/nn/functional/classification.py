"""Losses of many classes: how surprising the right class is, given the scores or the log-probabilities of all."""

from __future__ import annotations

from math import prod
from operator import index

import numpy as np

from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.ops import functions
from autogradlab.ops.arguments import refuse, type_name
from autogradlab.ops.arithmetic import MulBackward1
from autogradlab.ops.losses import NllLoss2DBackward0, NllLossBackward0
from autogradlab.ops.reduce import DivBackward1
from autogradlab.ops.select import watched

from .arguments import as_number, check_tensors, constant
from .losses import checked, reduced

log_softmax = functions["log_softmax"]


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """−log softmax(input)[right class]; or −Σ target · log softmax(input), if the target holds class probabilities.

    Shape:   input (N, C), (C,) or (N, C, ...) of any size, called logits; target (N,), () or (N, ...), whole numbers in
             [0, C), or floats in the shape of the input; weight (C,).
    Units:   nats. The mean divides by the total weight of the right classes, for class probabilities by the number of
             samples. A target equal to `ignore_index` does not count. `label_smoothing` is the part of each target
             that is shared evenly among all classes.
    """
    checked(reduction)
    check_tensors("cross_entropy_loss", input=input, target=target, weight=weight)
    ignore_index, label_smoothing = index(ignore_index), as_number(label_smoothing)
    if label_smoothing > 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    label_smoothing = max(0, label_smoothing)  # 0 for nan, too
    if input._data.shape == target._data.shape:
        return _cross_entropy_of_shares(input, target, weight, ignore_index, reduction, label_smoothing)
    logs = log_softmax(input, _class_dim(input))
    loss = _nll_loss(logs, target, weight, ignore_index, reduction)
    if not label_smoothing:
        return loss
    even = _surprise_of_all(logs, target, weight, ignore_index, reduction)
    return MulBackward1.apply(loss, other=1 - label_smoothing) + MulBackward1.apply(
        even, other=label_smoothing / input.shape[_class_dim(input)]
    )


def _class_dim(input):
    return 0 if input.ndim == 1 else 1


def _cross_entropy_of_shares(input, target, weight, ignore_index, reduction, label_smoothing):
    if not target.dtype.is_floating_point:
        raise RuntimeError(
            f"Expected floating point type for target with class probabilities, got {target.dtype.type_name}"
        )
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    dim = _class_dim(input)
    classes = input.size(dim)
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / (classes or 1)
    surprise = log_softmax(input, dim) * target
    if weight is not None:
        _check_count(weight, classes, "cross_entropy: ")
        surprise = surprise * _by_class(weight, input)
    if reduction == "none":
        return -surprise.sum(dim)
    loss = -surprise.sum()
    return loss if reduction == "sum" else DivBackward1.apply(loss, other=input.numel() / (classes or 1))


def _surprise_of_all(logs, target, weight, ignore_index, reduction):
    """−Σ log-probability over the classes, for each sample that counts, reduced."""
    dim, ignored = _class_dim(logs), target == ignore_index
    surprise = -(logs if weight is None else logs * _by_class(weight, logs)).sum(dim)
    surprise = surprise.masked_fill(ignored.reshape(surprise.shape), 0)
    if reduction != "mean":
        return reduced(surprise, reduction)
    counted = target._data[~ignored._data]
    total = counted.size if weight is None else weight._data[counted].sum()
    return surprise.sum() / new_tensor(logs._data.dtype.type(total))


def _by_class(weight, input):
    """A weight for each class, in a shape that broadcasts to the input's."""
    return weight.reshape((-1, *(1,) * (input.ndim - 2)))


def nll_loss(
    input: Tensor, target: Tensor, weight: Tensor | None = None, *, ignore_index: int = -100, reduction: str = "mean"
) -> Tensor:
    """−input[right class]: the negative log-likelihood, where the input holds the classes' log-probabilities.

    Shape:   input (N, C), (C,) or (N, C, ...), target (N,), () or (N, ...), whole numbers in [0, C); weight (C,).
    Units:   nats. The mean divides by the total weight of the right classes; a target `ignore_index` does not count.
    """
    check_tensors("nll_loss_nd", input=input, target=target, weight=weight)
    return _nll_loss(input, target, weight, index(ignore_index), checked(reduction))


def _nll_loss(input, target, weight, ignore_index, reduction):
    x, weights = input._data, constant("nll_loss_forward", "weight", weight)
    _check_classes(x, target._data, weights)
    refuse("biu", "nll_loss_out_frame", x)
    if x.ndim == 3 or x.ndim > 4:  # PyTorch has an operation for images, and views other shapes as such
        size = prod(x.shape[2:])
        seen, right = input.contiguous().view(*x.shape[:2], 1, size), target.reshape(len(x), 1, size)
        loss = _nll_loss(seen, right, weight, ignore_index, reduction)
        return loss.view(target.shape) if reduction == "none" else loss
    classes, ignored = _right_classes(target._data, x.shape[_class_dim(x)], ignore_index)
    weights = None if weights is None else -weights[classes]
    if ignored is not None:
        weights = np.where(ignored, 0, -1 if weights is None else weights).astype(x.dtype)
    total = {"none": None, "sum": 1}.get(reduction, classes.size if weights is None else -np.sum(weights))
    if x.ndim == 1:  # one sample, whose class may be in a 1-D target
        classes, weights, ignored = (k if k is None else k.reshape(()) for k in (classes, weights, ignored))
    places = watched(_places(classes, x.ndim), (target,), input)
    operation = NllLossBackward0 if x.ndim < 3 else NllLoss2DBackward0
    return operation.apply(input, index=places, weights=weights, ignored=ignored, total=total)


def _check_classes(x, target, weight):
    """Raise PyTorch's errors for shapes and number types that do not match. All arguments are arrays."""
    if x.ndim == 0:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if x.ndim > 1 and target.shape[:1] != x.shape[:1]:
        raise ValueError(
            f"Expected input batch_size ({len(x)}) to match target batch_size ({len(target) if target.ndim else 0})."
        )
    if x.ndim < 3 and target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if x.ndim > 2 and target.shape != x.shape[:1] + x.shape[2:]:
        raise RuntimeError(f"Expected target size {[len(x), *x.shape[2:]]}, got {list(target.shape)}")
    if target.dtype.char not in "lqB":
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {type_name(target)}")
    if x.ndim == 1 and target.ndim == 1 and target.size != 1:
        raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {target.size}")
    if weight is not None:
        _check_count(weight, x.shape[_class_dim(x)])
    if weight is not None and weight.dtype != x.dtype:
        raise RuntimeError(f"expected scalar type {type_name(x)} but found {type_name(weight)}")


def _check_count(weight, classes, caller=""):
    if weight.shape != (classes,):
        raise RuntimeError(
            f"{caller}weight tensor should be defined either for all {classes} classes or no classes but got "
            f"weight tensor of shape: {list(weight.shape)}"
        )


def _right_classes(target, count, ignore_index):
    """(each sample's class, 0 if ignored; mask of ignored ones or None). Raises IndexError for a class out of range."""
    classes = target.astype(np.int64, copy=False)
    as_unsigned = classes.view(np.uint64)  # where a negative number is a very large one
    if np.maximum.reduce(as_unsigned, None, initial=0) < count and not 0 <= ignore_index < count:
        return classes, None
    ignored = classes == ignore_index
    wrong = classes[(as_unsigned >= count) & ~ignored]
    if wrong.size:
        raise IndexError(f"Target {wrong.flat[0]} is out of bounds.")
    return np.where(ignored, 0, classes), ignored


def _places(classes, ndim):
    """The NumPy index of each sample's right class in the input."""
    if ndim == 1:
        return (classes,)
    first, *others = np.indices(classes.shape, sparse=True) if ndim > 2 else (np.arange(len(classes)),)
    return (first, classes, *others)
