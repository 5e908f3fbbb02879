"""Products of vectors, matrices and batches of matrices; `@` chooses one by the dimensions of both operands."""

from inspect import unwrap
from math import prod

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.operation import Operation, common_shape, own_forms
from autogradlab.autograd.tensor import Tensor

from . import either
from .arguments import refuse, type_name
from .copies import expanded_shape
from .memory_format import steps_of
from .operators import two_inputs
from .reduce import spread
from .register import functions, named
from .shape import SqueezeBackward1, SqueezeBackward4, UnsafeViewBackward0


@named("mm")
class MmBackward0(Operation):
    """Two matrices, (n, m) · (m, p) = (n, p): Z = self · mat2,   ∂/∂self = grad · mat2ᵀ,   ∂/∂mat2 = selfᵀ · grad"""

    forward = lambda self, mat2: either.product(self, mat2)
    d_self = lambda grad, mat2: either.product(grad, mat2.swapaxes(-1, -2))
    d_mat2 = lambda grad, self: either.product(self.swapaxes(-1, -2), grad)

    def mm(input, mat2):
        _check_matrices(input._data, mat2._data)
        return MmBackward0.apply(input, mat2)


@named("bmm")
class BmmBackward0(MmBackward0):
    """The product `mm` of each pair of matrices in two batches: (b, n, m) · (b, m, p) = (b, n, p)"""

    def bmm(input, mat2):
        _check_batches(input._data, mat2._data)
        return BmmBackward0.apply(input, mat2)


@named("addmm")
class AddmmBackward0(Operation):
    """Z = β · self + α · mat1 · mat2,   ∂/∂self = β · grad,   the others as in `mm`, times α"""

    d_mat1 = lambda grad, mat2, alpha: _times(alpha, either.product(grad, mat2.swapaxes(-1, -2)))
    d_mat2 = lambda grad, mat1, alpha: _times(alpha, either.product(mat1.swapaxes(-1, -2), grad))

    def forward(self, mat1, mat2, *, beta, alpha):
        out = mat1 @ mat2 if alpha else np.zeros(mat1.shape[:1] + mat2.shape[1:], mat1.dtype)  # 0 · nan does not count
        if alpha != 1:
            out *= out.dtype.type(alpha)  # of whole numbers, as in PyTorch, alpha and beta lose their fraction
        if beta != 0:
            out += self if beta == 1 else out.dtype.type(beta) * self
        return out

    def d_self(grad, self_shape, beta):
        stretched = grad.shape != self_shape  # if so, the engine sums into a new array; if not, this must be new
        return grad if beta == 1 and stretched else grad * beta

    @classmethod
    def _to_repair(cls, data, arrays):
        return None if arrays[0].shape == data.shape else own_forms(arrays)

    def addmm(input, mat1, mat2, *, beta=1, alpha=1):
        a, b = mat1._data, mat2._data
        for name, x in (("self", input._data), ("mat1", a)):
            if x.dtype != b.dtype:
                raise RuntimeError(
                    f"{name} and mat2 must have the same dtype, but got {type_name(x)} and {type_name(b)}"
                )
        if a.ndim != 2 or b.ndim != 2:
            name, x = ("mat1", a) if a.ndim != 2 else ("mat2", b)
            raise RuntimeError(f"{name} must be a matrix, got {x.ndim}-D tensor")
        _check_matrices(a, b)
        expanded_shape(input, (a.shape[0], b.shape[1]))
        return AddmmBackward0.apply(input, mat1, mat2, beta=beta, alpha=alpha)


def _times(alpha, product):
    return product if alpha == 1 else product * alpha


@named("mv")
class MvBackward0(Operation):
    """A matrix and a vector, (n, m) · (m,) = (n,): z = self · vec,   ∂/∂self = grad ⊗ vec,   ∂/∂vec = selfᵀ · grad"""

    forward = lambda self, vec: self @ vec
    d_self = lambda grad, vec: grad.reshape((-1, 1)) * vec
    d_vec = lambda grad, self: self.swapaxes(-1, -2) @ grad

    def mv(input, vec):
        a, b = input._data, vec._data
        if a.ndim != 2 or b.ndim != 1:
            raise RuntimeError(f"vector + matrix @ vector expected, got 1, {a.ndim}, {b.ndim}")
        if a.shape[1] != b.shape[0]:
            raise RuntimeError(f"size mismatch, got input ({a.shape[0]}), mat ({_size(a)}), vec ({b.shape[0]})")
        if a.dtype != b.dtype:
            raise RuntimeError(
                f"addmv input tensors must have the same dtype, but got {type_name(b)}, {type_name(a)}, "
                f"and {type_name(b)}"
            )
        refuse("b", "addmv_impl_cpu", a)
        return MvBackward0.apply(input, vec)


@named("dot")
class DotBackward0(Operation):
    """Two vectors, (n,) · (n,) = (): z = Σ self · tensor,   ∂z/∂self = tensor,   ∂z/∂tensor = self"""

    forward = lambda self, tensor: np.dot(self, tensor)
    d_self = lambda grad, tensor: grad * tensor
    d_tensor = lambda grad, self: grad * self

    def dot(input, tensor):
        _check_vectors(input._data, tensor._data)
        return DotBackward0.apply(input, tensor)


def _check_vectors(a, b):
    if a.ndim != 1 or b.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {a.ndim}D and {b.ndim}D tensors")
    if a.dtype != b.dtype:
        raise RuntimeError(
            f"dot : expected both vectors to have same dtype, but found {type_name(a)} and {type_name(b)}"
        )
    if a.size != b.size:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor {list(a.shape)} and src {list(b.shape)} to "
            f"have the same number of elements, but got {a.size} and {b.size} elements respectively"
        )
    refuse("b", "dot", a)


@named("trace")
class TraceBackward0(Operation):
    """The sum of a matrix's diagonal: z = Σ selfᵢᵢ,   ∂z/∂self = 1 on it, 0 elsewhere"""

    forward = lambda self: np.trace(self, dtype=np.int64 if self.dtype.kind in "bui" else None)
    d_self = lambda grad, self_shape: either.where(np.eye(*self_shape, dtype=bool), spread(grad, self_shape), 0)

    def trace(input):
        if input.ndim != 2:
            raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
        refuse("b", "trace", input._data)
        return TraceBackward0.apply(input)


@named("outer", "ger")
def outer(input, vec2):
    """All products of an entry of one vector with an entry of another: (n,) and (m,) give (n, m)."""
    for name, vector in (("self", input), ("vec2", vec2)):
        if vector.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {vector.ndim}-D")
    return input.reshape((-1, 1)) * vec2


@two_inputs("matmul", operators=("__matmul__",), fits=True)
def matmul(input, other):
    """The product of vectors (dot), matrix and vector (mv), matrices (mm), or batches of matrices, which broadcast."""
    if not isinstance(other, Tensor):
        return NotImplemented
    ranks = input._data.ndim, other._data.ndim
    product = _PRODUCTS.get(ranks)
    if product is not None:
        return product(input, other)
    if 0 in ranks:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {ranks[0]}D and {ranks[1]}D")
    if ranks[1] <= 2 and _folds(input, other):
        return _folded(input, other)
    if ranks[0] <= 2:
        turned = other.transpose(-1, -2)
        if input.requires_grad or (ranks[0] == 1 and _folds(turned, input)):
            product = _folded(turned, input.t() if ranks[0] == 2 else input)
            return product.transpose(-1, -2).contiguous() if ranks[0] == 2 else product
    if ranks == (3, 3) and other.requires_grad and len(other._data) == 1 != len(input._data):
        return matmul(input, other.squeeze(0))
    if ranks == (3, 3) and input.requires_grad and len(input._data) == 1 != len(other._data):
        return matmul(input.squeeze(0), other)
    return _batched(input, other)


def _vm(vec, mat):
    """A vector times a matrix: (n,) and (n, m) give (m,). Removing the added dimension counts as a write."""
    product = SqueezeBackward4.apply(vec.unsqueeze(0).mm(mat), dim=0)
    product._share_counter().value = 1
    return product


#: By the number of dimensions of both; called without their gates, since both are known to be tensors here.
_PRODUCTS = {
    (1, 2): _vm,
    **{ranks: unwrap(functions[f]) for ranks, f in (((1, 1), "dot"), ((2, 1), "mv"), ((2, 2), "mm"))},
}


def _folds(batch, single):
    """Whether PyTorch stacks the matrices of the batch on top of each other, to compute one product."""
    if single.requires_grad or not batch.numel():
        return True
    shape, steps = batch.shape, steps_of(batch._data)
    return all(steps[d] == shape[d + 1] * steps[d + 1] for d in range(batch.ndim - 2))


def _folded(batch, single):
    """A batch of matrices times one matrix or vector, as one product."""
    *lead, size = batch.shape
    rows = batch.reshape((prod(lead), size))
    return UnsafeViewBackward0.apply(rows @ single, shape=(*lead, *single.shape[1:]))


def _batched(a, b):
    """The products of two batches, pair by pair. A vector is a matrix of one row or, on the right, of one column."""
    rows, columns = a.shape[-2:-1], b.shape[-1:] if b.ndim > 1 else ()
    b = b if b.ndim > 1 else b.unsqueeze(1)
    lead = common_shape(a.shape[:-2], b.shape[:-2])
    n = prod(lead)
    a, b = (
        x.expand((*lead, *matrix)).reshape((n, *matrix))
        for x, matrix in ((a, (a.shape[-2] if rows else 1, a.shape[-1])), (b, b.shape[-2:]))
    )
    product = a.bmm(b) if columns else SqueezeBackward1.apply(a.bmm(b), dim=2)
    return UnsafeViewBackward0.apply(product, shape=(*lead, *rows, *columns))


# ---- checks ---------------------------------------------------------------------------------------------------


def _check_matrices(a, b):
    if a.ndim != 2 or b.ndim != 2:
        raise RuntimeError(f"{'self' if a.ndim != 2 else 'mat2'} must be a matrix")
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({_size(a)} and {_size(b)})")
    if a.dtype != b.dtype:
        kinds = " != ".join(dtypes.from_numpy(x.dtype).c_name for x in (a, b))
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {kinds}")
    refuse("b", "addmm_impl_cpu_", a)


def _check_batches(a, b):
    for name, batch in (("batch1", a), ("batch2", b)):
        if batch.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if (a.shape[0], a.shape[2]) != b.shape[:2]:
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"[{a.shape[0]}, {a.shape[2]}] but got: {list(b.shape[:2])}."
        )
    if a.dtype != b.dtype:
        raise RuntimeError(f"expected scalar type {type_name(a)} but found {type_name(b)}")
    refuse("b", "bmm", a)


def _size(matrix):
    return "x".join(map(str, matrix.shape))
