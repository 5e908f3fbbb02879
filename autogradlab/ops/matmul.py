"""`@`: the product that the dimensions ask for, put together from the others as PyTorch does."""
from autogradlab.autograd.tensor import Tensor

from .linalg import bmm, dot, mm, mv
from .reduce import count
from .register import named
from .shape import SqueezeBackward4, UnsafeViewBackward0


@named("matmul", operators=("__matmul__",))
def matmul(input, other):
    """Vectors (dot), matrix and vector (mv), matrices (mm), or batches of matrices, whose batch dimensions stretch."""
    if not isinstance(other, Tensor):
        return NotImplemented
    ranks = input._data.ndim, other._data.ndim
    if ranks in _PRODUCTS:
        return _PRODUCTS[ranks](input, other)
    if 0 in ranks:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {ranks[0]}D and {ranks[1]}D")
    if ranks[1] <= 2 and _folds(input, other):
        return _folded(input, other)
    if ranks[0] <= 2:
        turned = other.transpose(-1, -2)
        if input.requires_grad or (ranks[0] == 1 and _folds(turned, input)):
            product = _folded(turned, input.t())
            return product.transpose(-1, -2).clone() if ranks[0] == 2 else product
    return _batched(input, other)


def _vm(vec, mat):
    """A vector times a matrix: (n,) and (n, m) give (m,). Taking the dimension out again counts as a write."""
    product = SqueezeBackward4.apply(mm(vec.unsqueeze(0), mat), dim=0)
    product._share_counter().value = 1
    return product


_PRODUCTS = {(1, 1): dot, (2, 1): mv, (2, 2): mm, (1, 2): _vm}


def _folds(batch, single):
    """Whether PyTorch lays all matrices of the batch under one another, for one product."""
    return single.requires_grad or not batch.numel() or batch._data.flags.c_contiguous


def _folded(batch, single):
    """A batch of matrices times one matrix or vector, as one product."""
    *lead, size = batch.shape
    rows = batch.reshape((count(lead, range(len(lead))), size))
    return UnsafeViewBackward0.apply(rows @ single, shape=(*lead, *single.shape[1:]))


def _batched(a, b):
    """The products of two batches, pair by pair. A vector is a matrix of one row or, on the right, of one column."""
    rows, columns = a.shape[-2:-1], b.shape[-1:] if b.ndim > 1 else ()
    b = b if b.ndim > 1 else b.unsqueeze(1)
    lead = _common(a.shape[:-2], b.shape[:-2])
    n = count(lead, range(len(lead)))
    a, b = (x.expand((*lead, *matrix)).reshape((n, *matrix))
            for x, matrix in ((a, (a.shape[-2] if rows else 1, a.shape[-1])), (b, b.shape[-2:])))
    return UnsafeViewBackward0.apply(bmm(a, b), shape=(*lead, *rows, *columns))


def _common(a, b):
    """The shape that two stretch to. Raises RuntimeError if there is none."""
    shape = list(a if len(a) >= len(b) else b)
    for i in range(1, min(len(a), len(b)) + 1):
        if a[-i] != b[-i] and 1 not in (a[-i], b[-i]):
            raise RuntimeError(f"The size of tensor a ({a[-i]}) must match the size of tensor b ({b[-i]}) at "
                               f"non-singleton dimension {len(shape) - i}")
        shape[-i] = b[-i] if a[-i] == 1 else a[-i]
    return shape
