"""The shared stream of random numbers, under the names of `torch.random`."""

from contextlib import contextmanager

from .ops.generator import get_rng_state, initial_seed, manual_seed, seed, set_rng_state

__all__ = ["fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state"]


@contextmanager
def fork_rng(devices=None, enabled=True):
    """What is drawn inside leaves no trace: on leaving, the shared stream continues where it was."""
    state = get_rng_state()
    try:
        yield
    finally:
        if enabled:
            set_rng_state(state)
