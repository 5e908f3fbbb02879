"""What surrounds training: reading data in batches."""
from . import data

__all__ = ["data"]
