"""How an array's entries lie in memory: in which order, with gaps or without, several in one place."""

from __future__ import annotations

import numpy as np


def order_in_memory(array: np.ndarray) -> list[int] | None:
    """The dimensions of an array, the one with the longest stride first; None if the array is C-contiguous."""
    return None if array.flags.c_contiguous else np.argsort([-stride for stride in array.strides]).tolist()


def is_dense(array: np.ndarray) -> bool:
    """Whether the entries fill one part of the memory, in any order of the dimensions."""
    return array.flags.forc or array.transpose(order_in_memory(array)).flags.c_contiguous


def is_expanded(array: np.ndarray) -> bool:
    """Whether one place in memory stands for several entries."""
    if 0 not in array.strides or not array.size:
        return False
    return any(step == 0 and n > 1 for step, n in zip(array.strides, array.shape))
