"""Dropout: in training each entry is 0 with probability p, so that no entry can be relied on."""
from . import functional as F
from .module import Module


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
