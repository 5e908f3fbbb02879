"""Data to learn from: made (`two_moons`) and real (`digits`). NumPy only; nothing is downloaded."""

from .digits import digits
from .moons import two_moons

__all__ = ["digits", "two_moons"]
