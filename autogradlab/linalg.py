"""`ag.linalg`: the part of `torch.linalg` that small programs use."""

from .ops.left_out import lacking
from .ops.linalg import _LinAlgError as LinAlgError
from .ops.linalg import det, inv, solve, vector_norm
from .ops.linalg import linalg_norm as norm

__all__ = ["LinAlgError", "det", "inv", "norm", "solve", "vector_norm"]

__getattr__ = lacking("torch.linalg")
