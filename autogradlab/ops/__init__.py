"""The vocabulary: one short class per operation, by family; importing it gives Tensor its methods and operators."""

# isort: off
from . import (
    arithmetic,
    compare,
    conversion,
    copies,
    creation,
    device,
    diagonals,
    division,
    draws,
    einsum,
    gather,
    indexing,
    inplace,
    joining,
    limits,
    linalg,
    literals,
    masks,
    memory_format,
    order,
    out,
    powers,
    products,
    queries,
    random,
    reduce,
    scan,
    select,
    shape,
    softmax,
    steps,
    transcendental,
    variance,
)  # noqa: F401
from .register import functions

__all__ = ["functions"]
