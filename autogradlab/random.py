"""The shared stream of random numbers, under the names of `torch.random`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from .ops.generator import default_generator as default_generator
from .ops.generator import get_rng_state, initial_seed, manual_seed, seed, set_rng_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


__all__ = ["fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state"]


@contextmanager
def fork_rng(devices: Iterable[object] | None = None, enabled: bool = True) -> Iterator[None]:
    """Inside, draws leave no trace: on exit, the shared stream is reset to where it was, unless `enabled` is False."""
    state = get_rng_state()
    try:
        yield
    finally:
        if enabled:
            set_rng_state(state)
