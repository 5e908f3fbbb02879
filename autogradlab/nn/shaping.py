"""Layers that compute nothing, and dropout, which does so in eval."""

from . import functional as F
from .function_layer import layer
from .module import Module


class Identity(Module):
    """The input itself, whatever the settings."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


def _flatten(input, start_dim=1, end_dim=-1):
    """The dimensions from `start_dim` to `end_dim` joined into one; the first, of the samples, stays by default."""
    return input.flatten(start_dim, end_dim)


Flatten = layer("Flatten", _flatten)


class Dropout(Module):
    """Each entry 0 with probability p in training, the others divided by 1 − p; the input itself in eval.

    Source: Srivastava et al. (2014), "Dropout: A Simple Way to Prevent Neural Networks from Overfitting".
    """

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"
