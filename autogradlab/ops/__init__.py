"""The vocabulary: one short class per operation, by family; importing it gives Tensor its methods and operators."""
from . import arithmetic, compare, creation, inplace, limits, linalg, random, reduce, select, shape, transcendental
from .register import functions

__all__ = ["functions", "arithmetic", "compare", "creation", "inplace", "limits", "linalg", "random",
           "reduce", "select", "shape", "transcendental"]
