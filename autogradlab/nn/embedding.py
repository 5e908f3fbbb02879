"""The embedding layer: a table with a learned row for each whole number."""

from __future__ import annotations

from typing import Self

from autogradlab.autograd.dtypes import dtype
from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.device import device

from . import functional as F
from . import init
from .functional.layers import check_options, row_number
from .module import Module
from .parameter import Parameter, parameter


class Embedding(Module):
    """A table with a learned row for each whole number.

    Shape:   (*) of whole numbers in [0, num_embeddings) -> (*, embedding_dim).
    .weight  (num_embeddings, embedding_dim), at first from the bell curve, but 0 in the row `padding_idx`, which gets
             no gradient

    Of `max_norm`, `scale_grad_by_freq` and `sparse` only the defaults are taken. Raises NotImplementedError for others.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        *,
        device: device | str | None = None,
        dtype: dtype | None = None,
        _weight: Tensor | None = None,
        _freeze: bool = False,
    ) -> None:
        super().__init__()
        check_options(max_norm, scale_grad_by_freq, sparse)
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = None if padding_idx is None else row_number(padding_idx, num_embeddings)
        if _weight is None:
            self.weight = parameter((num_embeddings, embedding_dim), dtype, device)
            self.reset_parameters()
        elif _weight.shape != (num_embeddings, embedding_dim):
            raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim")
        else:
            self.weight = Parameter(_weight, not _freeze)

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None) -> Self:
        """A table that shares the memory of `embeddings`, its rows; they are trained only if `freeze` is False."""
        if embeddings.ndim != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, columns = embeddings.shape
        return cls(rows, columns, padding_idx, _weight=embeddings, _freeze=freeze)

    def reset_parameters(self) -> None:
        """Draw the numbers anew."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)

    def forward(self, input: Tensor) -> Tensor:
        return F.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self) -> str:
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"
