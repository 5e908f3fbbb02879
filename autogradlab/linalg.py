"""`ag.linalg`: what small programs take from `torch.linalg`."""
from .ops.inverse import det, inv, solve
from .ops.norm import linalg_norm as norm
from .ops.norm import vector_norm

__all__ = ["det", "inv", "norm", "solve", "vector_norm"]
