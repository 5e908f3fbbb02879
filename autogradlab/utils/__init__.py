"""Helpers around training: reading data in batches, and checkpoints that save memory."""

from autogradlab.ops.left_out import missing

from . import checkpoint, data

__all__ = ["checkpoint", "data"]


def __getattr__(name):
    raise missing("torch.utils", name)
