"""The vocabulary: one short class per operation, by family; importing it gives Tensor its methods and operators."""

# isort: off
from . import arithmetic, compare, division, limits, powers, steps, transcendental  # entry by entry
from . import einsum, linalg, products, reduce, scan, softmax, variance  # many entries into one
from . import copies, diagonals, gather, indexing, joining, masks, order, select, shape  # entries in other places
from . import conversion, creation, draws, literals, random  # new tensors, other types
from . import contents, device, memory_format, queries  # what a tensor tells of itself
from . import inplace, out, turning  # into tensors that are there
from .register import functions

__all__ = ["functions"]
