"""`torch.linalg`: determinant, inverse, the solution of A · x = b, and the length of a vector."""

from math import prod

import numpy as np

from autogradlab.autograd.dtypes import wanted
from autogradlab.autograd.operation import Operation, common_shape
from autogradlab.autograd.tensor import Tensor

from . import either
from .arguments import check_tensor, not_for
from .bases import OwnForms, RoundedOnce
from .gates import gated
from .order import share
from .reduce import axes, keeps, kept, reduced
from .refusals import plain
from .register import named


class _LinAlgError(RuntimeError):
    """The error for a singular matrix: no inverse, or no unique solution; public as `linalg.LinAlgError`."""


# ---- square matrices, or batches of them ----------------------------------------------------------------------


@named("inverse")
class LinalgInvExBackward0(Operation):
    """The inverse: Z = A⁻¹,   ∂/∂A = −Zᵀ · grad · Zᵀ"""

    def forward(A):
        try:
            return np.linalg.inv(A)
        except np.linalg.LinAlgError:
            where, column = _singular(A)
            raise _LinAlgError(
                f"linalg.inv: {where}The diagonal element {column} is zero, the inversion could not be completed "
                "because the input matrix is singular."
            ) from None

    def d_A(grad, result):
        turned = result.swapaxes(-1, -2)
        return -(turned @ grad @ turned)

    def inverse(input):
        return inv(input)  # that of `linalg`, below


def inv(A):
    """The inverse of a square matrix, or of each in a batch. Raises LinAlgError, a RuntimeError, if there is none."""
    _check_square("inv", A)
    if A._data.dtype.char == "e":
        raise RuntimeError(f"linalg.inv: Low precision dtypes not supported. Got {A.dtype.type_name}")
    return LinalgInvExBackward0.apply(A)


@named("det")
class LinalgDetBackward0(Operation):
    """The determinant: z = |A|,   ∂z/∂A = z · (A⁻¹)ᵀ"""

    forward = lambda A: np.linalg.det(A)

    def d_A(grad, A, result):
        inverse = either.apply(LinalgInvExBackward0, A)
        return (grad * result).reshape((*result.shape, 1, 1)) * inverse.swapaxes(-1, -2)

    def det(input):
        return det(input)  # that of `linalg`, below


def det(A):
    """The determinant of a square matrix, or of each in a batch."""
    _check_square("det", A)
    _check_precision(A)
    return LinalgDetBackward0.apply(A)


class LinalgSolveExBackward0(OwnForms):
    """x = A⁻¹ · B,   ∂/∂B = A⁻ᵀ · grad,   ∂/∂A = −(∂/∂B) · xᵀ"""

    d_B = lambda grad, A, vectors: either.apply(LinalgSolveExBackward0, A.swapaxes(-1, -2), grad, vectors=vectors)

    def forward(A, B, *, vectors):
        try:
            return np.linalg.solve(A, B[..., None])[..., 0] if vectors else np.linalg.solve(A, B)
        except np.linalg.LinAlgError:
            where, _ = _singular(A)
            raise _LinAlgError(
                f"torch.linalg.solve: {where}The solver failed because the input matrix is singular."
            ) from None

    def d_A(grad, A, result, vectors):
        back = either.apply(LinalgSolveExBackward0, A.swapaxes(-1, -2), grad, vectors=vectors)
        return -(back[..., None] * result[..., None, :] if vectors else back @ result.swapaxes(-1, -2))


def solve(A, B):
    """The x with A · x = B, for a vector or a matrix B, or batches of them; batch dimensions broadcast.

    Raises RuntimeError if A has no inverse.
    """
    _check_square("solve", A)
    check_tensor("linalg_solve", B, "B", 2)
    if not B.ndim:
        raise RuntimeError("linalg.solve: The input tensor B must have at least 2 dimensions.")
    if A.dtype is not B.dtype:
        raise RuntimeError(
            "linalg.solve: Expected A and B to have the same dtype, but found A of type "
            f"{A.dtype.type_name} and B of type {B.dtype.type_name} instead"
        )
    vectors = B.ndim == 1 or B.shape == A.shape[:-1]
    rows, columns = (B.shape[-1], 1) if vectors else B.shape[-2:]
    if rows != A.shape[-1]:
        raise RuntimeError(
            "linalg.solve: Incompatible shapes of A and B for the equation AX = B "
            f"({A.shape[-2]}x{A.shape[-1]} and {rows}x{columns})"
        )
    common_shape(B.shape[: -1 if vectors else -2], A.shape[:-2])  # raises
    _check_precision(A)
    return LinalgSolveExBackward0.apply(A, B, vectors=vectors)


def _check_square(name, A):
    check_tensor(f"linalg_{name}", A, "A")
    if A.ndim < 2:
        raise RuntimeError(f"linalg.{name}: The input tensor A must have at least 2 dimensions.")
    if A.shape[-1] != A.shape[-2]:
        raise RuntimeError(
            f"linalg.{name}: A must be batches of square matrices, but they are {A.shape[-2]} by {A.shape[-1]} matrices"
        )
    _check_floats(name, A)


def _check_precision(A):
    if A._data.dtype.char == "e":
        raise not_for("lu_cpu", A._data)


def _check_floats(name, A):
    if not A.dtype.is_floating_point:
        raise RuntimeError(
            f"linalg.{name}: Expected a floating point or complex tensor as input. Got {A.dtype.type_name}"
        )


def _singular(A):
    """PyTorch's words for the place of the first singular matrix, and the number of the column where elimination fails.

    It is the first column, counted from 1, that depends on those before it.
    """
    for number, place in enumerate(np.ndindex(A.shape[:-2])):
        for k in range(1, A.shape[-1] + 1):
            if np.linalg.matrix_rank(A[place][:, :k]) < k:
                return f"(Batch element {number}): " if place else "", k


# ---- norms ----------------------------------------------------------------------------------------------------


class LinalgVectorNormBackward0(RoundedOnce):
    """z = (Σ |self|^ord)^(1/ord) over `dim`,   ∂z/∂self = sign(self) · (|self| / z)^(ord − 1), 0 where z is 0"""

    shows_keepdim, shows_self_sym_sizes = keeps, None

    def forward(self, *, ord, dim, keepdim):
        size = abs(self)
        if ord in _SIMPLE or ord != 0 and prod([self.shape[d] for d in dim]) == 1:  # one entry is its own norm
            return reduced(_SIMPLE.get(ord, np.add), size, dim, keepdim=keepdim)
        if ord == 2:
            return np.sqrt(reduced(np.add, size * size, dim, keepdim=keepdim))
        if ord == 0:
            return reduced(np.add, size != 0, dim, self.dtype, keepdim)
        return reduced(np.add, size**ord, dim, keepdim=keepdim) ** (1 / ord)

    def d_self(grad, self, result, self_shape, ord, dim):
        grad, length = kept(grad, self_shape, dim), kept(result, self_shape, dim)
        if ord == 0:
            return None  # as in PyTorch: a count has no slope
        if ord == 1:
            return grad * either.sign(self)
        if ord == 2:
            return grad * either.where(length == 0, 0, self / length)
        if ord in _SIMPLE:
            return either.sign(self) * share(grad, (abs(self) == length) | (self != self), dim)
        if ord < 1:
            slope = either.where(self == 0, 0, abs(self) ** (ord - 1)) * either.sign(self)
            return slope * grad * length ** (1 - ord)
        slope = either.sign(self) * abs(self) ** (ord - 1) if ord < 2 else self * abs(self) ** (ord - 2)
        return slope * either.where(length == 0, 0, grad / length ** (ord - 1))


_SIMPLE = {1: np.add, np.inf: np.maximum, -np.inf: np.minimum}


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    """The norm of all entries as one vector, or over `dim`; with ord = 0, how many are not 0."""
    check_tensor("linalg_vector_norm", x)
    _check_floats("vector_norm", x)
    ord = ord.item() if isinstance(ord, Tensor) and not ord.ndim else plain(ord)
    dims = axes(dim, x.ndim, keepdim)
    if (ord < 0 or ord == np.inf) and 0 in [x.shape[d] for d in dims]:
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {ord:g} norm on an empty tensor because the operation does not "
            "have an identity"
        )
    x = x if dtype is None else x.to(_not_narrower(x.dtype, wanted(dtype, "linalg_vector_norm")))
    out = LinalgVectorNormBackward0.apply(x, ord=ord, dim=dims, keepdim=keepdim)
    if ord == 0 and out.requires_grad:
        out._grad_fn._own_hooks()  # nodes with hooks run in the general way, in which a rule may return None
    return out


def _not_narrower(own, dtype):
    if not dtype.is_floating_point or dtype.itemsize < own.itemsize:
        raise RuntimeError(f"linalg.vector_norm: dtype should be floating point or complex, but got {dtype.type_name}")
    return dtype


vector_norm = gated(vector_norm, "linalg_vector_norm")


@named("norm", method=False)
def norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    """The norm of all entries as one vector, or over `dim`."""
    return vector_norm(input, _order(p), dim, keepdim, dtype=dtype)


Tensor.norm = gated(norm, "Tensor.norm", method=True)  # a method written in Python: error messages name it so
Tensor.norm.__qualname__ = "Tensor.norm"


def _order(ord):
    """The order of a norm as a number; "fro" and None are 2."""
    if ord == "nuc":
        raise _left_out("the nuclear norm")
    if isinstance(ord, str) and ord != "fro":
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    return 2 if ord in ("fro", None) else ord


def linalg_norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """`torch.linalg.norm`: the norm of a vector, or of all entries of a matrix."""
    check_tensor("linalg_norm", A)
    of_matrix = (dim is None and A.ndim == 2) or (dim is not None and not isinstance(dim, int) and len(dim) == 2)
    order = _order(ord)
    if ord is not None and dim is None and A.ndim not in (1, 2):
        raise RuntimeError(
            f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {A.ndim}D."
        )
    if ord == "fro" and not of_matrix:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    if ord is not None and of_matrix and ord != "fro":
        raise _left_out(f"the matrix norm of order {ord!r}")
    return vector_norm(A, order, dim, keepdim, dtype=dtype)


def _left_out(what):
    return NotImplementedError(f"{what} is left out of autogradlab\n  help: vector_norm(x, ord, dim) measures vectors")
