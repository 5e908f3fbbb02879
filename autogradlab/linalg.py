"""`ag.linalg`: what small programs take from `torch.linalg`."""

from .ops import functions
from .ops.left_out import missing
from .ops.linalg import linalg_norm as norm
from .ops.linalg import solve, vector_norm

inv, det = functions["inverse"], functions["det"]

__all__ = ["det", "inv", "norm", "solve", "vector_norm"]


def __getattr__(name):
    raise missing("torch.linalg", name)
