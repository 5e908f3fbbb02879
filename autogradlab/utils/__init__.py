"""What surrounds training: reading data in batches, and checkpoints that save memory."""

from . import checkpoint, data

__all__ = ["checkpoint", "data"]
