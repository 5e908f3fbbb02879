"""`ag.linalg`: the part of `torch.linalg` that small programs use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ops.left_out import missing
from .ops.linalg import _LinAlgError as LinAlgError
from .ops.linalg import det, inv, solve, vector_norm
from .ops.linalg import linalg_norm as norm

if TYPE_CHECKING:
    from typing import Any

__all__ = ["LinAlgError", "det", "inv", "norm", "solve", "vector_norm"]


def __getattr__(name: str) -> Any:
    raise missing("torch.linalg", name)
