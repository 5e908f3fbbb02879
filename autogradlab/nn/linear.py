"""Layers that multiply, pick, or only reshape."""
import math

import numpy as np

from autogradlab.autograd.dtypes import Default
from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.tensor import new_tensor
from autogradlab.ops.device import check_device

from . import functional as F
from . import init
from .module import Module
from .parameter import Parameter


def parameter(shape, dtype=None):
    """A parameter of zeros, to be filled by the layer's `reset_parameters`."""
    return Parameter(new_tensor(np.zeros(shape, (dtype or Default.dtype).numpy)))


class Linear(Module):
    """y = x · weightᵀ + bias.

    Shape:   (*, in_features) -> (*, out_features).
    .weight  (out_features, in_features), at first anything in ±1/√in_features
    .bias    (out_features,), the same; None with bias=False
    """

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        check_device(device)
        self.in_features, self.out_features = in_features, out_features
        self.weight = parameter((out_features, in_features), dtype)
        self.register_parameter("bias", parameter(out_features, dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw the numbers anew, in PyTorch's order: the weight, then the bias."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Embedding(Module):
    """A table with a learned row for each whole number.

    Shape:   (*) of whole numbers in [0, num_embeddings) -> (*, embedding_dim).
    .weight  (num_embeddings, embedding_dim), at first from the bell curve; the row `padding_idx` is 0 and stays so
    """

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, device=None, dtype=None):
        super().__init__()
        check_device(device)
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        if padding_idx is not None:
            if not -num_embeddings <= padding_idx < num_embeddings:
                raise AssertionError("Padding_idx must be within num_embeddings")
            padding_idx %= num_embeddings
        self.padding_idx = padding_idx
        self.weight = parameter((num_embeddings, embedding_dim), dtype)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw the numbers anew."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None):
        """An embedding with the given table, which is not trained unless `freeze` is False."""
        layer = cls(*embeddings.shape, padding_idx)
        layer.weight = Parameter(embeddings, requires_grad=not freeze)
        return layer

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self):
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"


class Identity(Module):
    """The input itself, whatever the settings."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Flatten(Module):
    """The dimensions from `start_dim` to `end_dim` joined into one; the first, of the samples, stays by default."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One dimension split into several: the reverse of Flatten."""

    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
