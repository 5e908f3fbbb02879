"""Layers with parameters, and dropout."""

from __future__ import annotations

import numpy as np

from autogradlab.autograd.sentences import shown_type
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.ops import draws
from autogradlab.ops.arguments import check_integer, check_tensor, type_name
from autogradlab.ops.layers import AddmmBackward0, EmbeddingBackward0, MmBackward0
from autogradlab.ops.left_out import option_left_out

from .arguments import as_number, check_tensors

_BOOL = np.dtype(bool)


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """input · weightᵀ + bias.

    Shape:   input (*, in_features), weight (out_features, in_features), bias (out_features,) or None
             -> (*, out_features).
    """
    try:
        x, w, b = input._data, weight._data, None if bias is None else bias._data
    except AttributeError:
        check_tensors("linear", input=input, weight=weight, bias=bias)
        check_tensor("linear", weight, "weight", 2)
        raise
    if x.ndim == w.ndim == 2 and x.dtype is w.dtype is not _BOOL and x.shape[1] == w.shape[1]:
        if b is None:
            return MmBackward0.apply(input, weight)
        if b.dtype is x.dtype and b.shape == w.shape[:1]:
            return AddmmBackward0.apply(bias, input, weight)
    return _linear_of_any_shape(input, weight, bias)


def _linear_of_any_shape(input, weight, bias):
    """`linear` for inputs that are not matrices, and for arguments that do not fit, which raise PyTorch's errors."""
    ranks = input.ndim, weight.ndim
    if 0 in ranks:
        raise RuntimeError(f"both arguments to linear need to be at least 1D, but they are {ranks[0]}D and {ranks[1]}D")
    if bias is None:
        return input.matmul(weight.t())
    if weight.ndim == 1 and bias.ndim == 0 and input.ndim != 2:
        return input.matmul(weight) + bias
    if input.ndim == 2:
        return bias.addmm(input, weight.t())
    if not (input.is_contiguous() and bias.is_contiguous()):
        return input.matmul(weight.t()).add_(bias)
    rows = linear(input.reshape(input.shape[:-1].numel(), input.shape[-1]), weight, bias)
    return rows.view(*input.shape[:-1], weight.shape[0])


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """The rows of `weight` at the whole numbers `input`; the row `padding_idx` gets no gradient.

    Of `max_norm`, `scale_grad_by_freq` and `sparse` only the defaults are taken. Raises NotImplementedError for others.
    """
    check_options(max_norm, scale_grad_by_freq, sparse)
    check_tensor("embedding", weight, "weight", 1)
    check_tensor("embedding", input, "indices", 2)
    indices, rows = input._data, len(weight) if weight.ndim else 0
    if padding_idx is not None:
        given, padding_idx = padding_idx, row_number(padding_idx, rows)
        check_integer("embedding", "padding_idx", 3, given)
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if input.dtype.name not in ("int32", "int64"):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, "
            f"Int; but got {shown_type(input)} instead (while checking arguments for embedding)"
        )
    if indices.size and not 0 <= indices.min() <= indices.max() < rows:
        raise IndexError("index out of range in self")
    return EmbeddingBackward0.apply(weight, input, padding_idx=padding_idx)


def check_options(max_norm: object, scale_grad_by_freq: bool, sparse: bool) -> None:
    """Refuse the options of embeddings that are left out."""
    if max_norm is not None or scale_grad_by_freq or sparse:
        raise option_left_out("max_norm, scale_grad_by_freq and sparse of embeddings")


def row_number(padding_idx: int, rows: int) -> int:
    """`padding_idx` counted from the first row. Raises AssertionError if there is no such row."""
    if not -rows <= padding_idx < rows:
        raise AssertionError("Padding_idx must be within num_embeddings")
    return padding_idx + rows if padding_idx < 0 else padding_idx


def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """A row for each whole number: 1 at its place, 0 elsewhere. `num_classes` is by default the largest number + 1."""
    check_tensor("one_hot", input)
    check_integer("one_hot", "num_classes", 2, num_classes)
    classes = input._data
    if classes.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if not classes.size and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if classes.size and classes.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        num_classes = int(classes.max()) + 1
    elif classes.size and classes.max() >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return new_tensor((classes[..., None] == np.arange(num_classes)).astype(np.int64, "C"))


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Each entry set to 0 with probability p, the others divided by 1 − p; the input itself if not `training`."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    check_tensor("dropout", input)
    p = as_number(p)
    if not training or p == 0 or input.numel() == 0:
        return input
    kept = new_tensor(_kept(input._data, p))
    return input.mul_(kept) if inplace else input * kept


def _kept(x, p):
    """For each entry 1/(1 − p) with probability 1 − p, or 0."""
    if p == 1:
        return np.zeros_like(x)
    kept = draws.bernoulli(x, 1 - p)  # drawn first: what is refused moves the stream on, too
    if x.dtype.kind != "f":
        raise RuntimeError(f"result type Float can't be cast to the desired output type {type_name(x)}")
    return kept / x.dtype.type(1 - p)
