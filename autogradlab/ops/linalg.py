"""Matrix products. `@` picks the product that the dimensions ask for, as PyTorch does."""
import numpy as np

from autogradlab.autograd.operation import Operation
from autogradlab.autograd.tensor import Tensor

from .register import named
from .shape import SqueezeBackward4


class MmBackward0(Operation):
    """Z = self · mat2,   ∂/∂self = grad · mat2ᵀ,   ∂/∂mat2 = selfᵀ · grad"""
    __slots__ = ()

    def forward(self, mat2):
        return self @ mat2

    def d_self(grad, mat2):
        return grad @ mat2.T

    def d_mat2(grad, self):
        return self.T @ grad


class MvBackward0(Operation):
    """z = self · vec,   ∂/∂self = grad ⊗ vec,   ∂/∂vec = selfᵀ · grad"""
    __slots__ = ()

    def forward(self, vec):
        return self @ vec

    def d_self(grad, vec):
        return grad.reshape((-1, 1)) * vec

    def d_vec(grad, self):
        return self.T @ grad


class DotBackward0(Operation):
    """z = Σ self · tensor,   ∂z/∂self = tensor,   ∂z/∂tensor = self"""
    __slots__ = ()

    def forward(self, tensor):
        return np.dot(self, tensor)

    def d_self(grad, tensor):
        return grad * tensor

    def d_tensor(grad, self):
        return grad * self


@named("mm")
def mm(input, mat2):
    """The product of two matrices: (n, m) and (m, p) give (n, p)."""
    if input.shape[1] != mat2.shape[0]:
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied "
                           f"({input.shape[0]}x{input.shape[1]} and {mat2.shape[0]}x{mat2.shape[1]})")
    return MmBackward0.apply(input, mat2)


@named("mv")
def mv(input, vec):
    """A matrix times a vector: (n, m) and (m,) give (n,)."""
    if input.shape[1] != vec.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({input.shape[0]}), mat ({input.shape[0]}x{input.shape[1]}), "
                           f"vec ({vec.shape[0]})")
    return MvBackward0.apply(input, vec)


@named("dot")
def dot(input, tensor):
    """The dot product of two vectors of one length."""
    if input.shape != tensor.shape:
        raise RuntimeError("inconsistent tensor size, expected tensor "
                           f"{list(input.shape)} and src {list(tensor.shape)} to have the same number of elements, "
                           f"but got {input.numel()} and {tensor.numel()} elements respectively")
    return DotBackward0.apply(input, tensor)


@named("matmul", operators=("__matmul__",))
def matmul(input, other):
    """The product that the dimensions ask for: vectors (dot), matrix and vector (mv), matrices (mm)."""
    if not isinstance(other, Tensor):
        return NotImplemented
    if input.dtype is not other.dtype:
        raise RuntimeError("expected m1 and m2 to have the same dtype, but got: "
                           f"{_c_name(input)} != {_c_name(other)}")
    ranks = input.ndim, other.ndim
    if ranks not in _PRODUCTS:
        raise RuntimeError("both arguments to matmul need to be at least 1D, but they are "
                           f"{ranks[0]}D and {ranks[1]}D" if 0 in ranks else
                           f"matmul of {ranks[0]}-D and {ranks[1]}-D tensors is left out of autogradlab")
    return _PRODUCTS[ranks](input, other)


def _vm(vec, mat):
    """A vector times a matrix: (n,) and (n, m) give (m,)."""
    return SqueezeBackward4.apply(mm(vec.unsqueeze(0), mat), dim=0)


_PRODUCTS = {(1, 1): dot, (2, 1): mv, (2, 2): mm, (1, 2): _vm}


def _c_name(tensor):
    return {"float32": "float", "float64": "double", "int64": "long"}.get(tensor.dtype.name, tensor.dtype.name)
