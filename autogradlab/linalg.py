"""`ag.linalg`: what small programs take from `torch.linalg`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ops import functions
from .ops.left_out import missing
from .ops.linalg import linalg_norm as norm
from .ops.linalg import solve, vector_norm

if TYPE_CHECKING:
    from typing import Any


inv, det = functions["inverse"], functions["det"]

__all__ = ["det", "inv", "norm", "solve", "vector_norm"]


def __getattr__(name: str) -> Any:
    raise missing("torch.linalg", name)
