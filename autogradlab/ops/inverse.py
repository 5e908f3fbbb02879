"""Square matrices, or batches of them: determinant, inverse, and the solution of A · x = b."""
import numpy as np

from autogradlab.autograd.operation import Operation
from autogradlab.autograd.tensor import Tensor

from .register import named
from .transposing import swap


class LinalgInvExBackward0(Operation):
    """Z = A⁻¹,   ∂/∂A = −Zᵀ · grad · Zᵀ"""
    __slots__ = ()

    def forward(A):
        try:
            return np.linalg.inv(A)
        except np.linalg.LinAlgError:
            raise RuntimeError(_no_inverse(A)) from None

    def d_A(grad, result):
        turned = swap(result, -1, -2)
        return -(turned @ grad @ turned)


class LinalgDetBackward0(Operation):
    """z = |A|,   ∂z/∂A = z · (A⁻¹)ᵀ"""
    __slots__ = ()
    forward = lambda A: np.linalg.det(A)

    def d_A(grad, A, result):
        inverse = inv(A) if isinstance(A, Tensor) else LinalgInvExBackward0.forward(A)
        return (grad * result).reshape((*result.shape, 1, 1)) * swap(inverse, -1, -2)


class LinalgSolveExBackward0(Operation):
    """x = A⁻¹ · B,   ∂/∂B = A⁻ᵀ · grad,   ∂/∂A = −(∂/∂B) · xᵀ"""
    __slots__ = ()

    def forward(A, B):
        try:
            return np.linalg.solve(A, B)
        except np.linalg.LinAlgError:
            raise RuntimeError("torch.linalg.solve: The solver failed because the input matrix is singular.") from None

    def d_A(grad, A, result):
        back = _solved_turned(A, grad)
        return -back.reshape((-1, 1)) * result if result.ndim == 1 else -back @ swap(result, -1, -2)

    def d_B(grad, A):
        return _solved_turned(A, grad)


def _solved_turned(A, grad):
    A = swap(A, -1, -2)
    return solve(A, grad) if isinstance(A, Tensor) else np.linalg.solve(A, grad)


@named("inverse")
def inv(A):
    """The inverse of a square matrix, or of each in a batch. Raises RuntimeError if there is none."""
    _check_square("inv", A)
    return LinalgInvExBackward0.apply(A)


@named("det")
def det(A):
    """The determinant of a square matrix, or of each in a batch; it has a gradient where there is an inverse."""
    _check_square("det", A)
    return LinalgDetBackward0.apply(A)


def solve(A, B):
    """The x with A · x = B, for a vector or a matrix B. Raises RuntimeError if A has no inverse."""
    _check_square("solve", A)
    if B.ndim != 1 and B.shape[:-1] != A.shape[:-1] or B.ndim == 1 and (A.ndim != 2 or len(A) != len(B)):
        sizes = (*A.shape[-2:], *(B.shape[-2:] if B.ndim > 1 else (*B.shape, 1)))
        raise RuntimeError("linalg.solve: Incompatible shapes of A and B for the equation AX = B "
                           "({}x{} and {}x{})".format(*sizes))
    return LinalgSolveExBackward0.apply(A, B)


def _check_square(name, A):
    if A.ndim < 2:
        raise RuntimeError(f"linalg.{name}: The input tensor A must have at least 2 dimensions.")
    if A.shape[-1] != A.shape[-2]:
        raise RuntimeError(f"linalg.{name}: A must be batches of square matrices, but they are {A.shape[-2]} by "
                           f"{A.shape[-1]} matrices")
    if not A.dtype.is_floating_point:
        raise RuntimeError(f"linalg.{name}: Expected a floating point or complex tensor as input. Got "
                           f"{A.dtype.type_name}")


def _no_inverse(A):
    """PyTorch's sentence; the first column that depends on those before it is where elimination fails."""
    for place in np.ndindex(A.shape[:-2]):
        for k in range(1, A.shape[-1] + 1):
            if np.linalg.matrix_rank(A[place][:, :k]) < k:
                where = f"(Batch element {place[0]}): " if place else ""
                return (f"linalg.inv: {where}The diagonal element {k} is zero, the inversion could not be completed "
                        "because the input matrix is singular.")
