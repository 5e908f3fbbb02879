"""Where the bytes are: `live()` says who holds how many at a moment, `timeline()` how they come and go over a step."""

from .holdings import live
from .timeline import timeline

__all__ = ["live", "timeline"]
