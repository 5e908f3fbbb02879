"""Products of vectors, matrices and batches of matrices, each by its name."""
import numpy as np

from autogradlab.autograd.dtypes import from_numpy
from autogradlab.autograd.operation import Operation, own_forms

from . import either
from .reduce import spread
from .register import named
from .transposing import swap


def _turned(x):
    """The last two dimensions exchanged: the transpose of a matrix, or of each in a batch."""
    return swap(x, -1, -2)


class MmBackward0(Operation):
    """Z = self · mat2,   ∂/∂self = grad · mat2ᵀ,   ∂/∂mat2 = selfᵀ · grad"""
    __slots__ = ()

    def forward(self, mat2):
        return self @ mat2

    def d_self(grad, mat2):
        return grad @ _turned(mat2)

    def d_mat2(grad, self):
        return _turned(self) @ grad


class BmmBackward0(MmBackward0):
    """The same for each pair of matrices in two batches."""
    __slots__ = ()
    forward = MmBackward0.forward


class AddmmBackward0(Operation):
    """Z = β · self + α · mat1 · mat2,   ∂/∂self = β · grad,   the others as of a product, times α"""
    __slots__ = ()

    def forward(self, mat1, mat2, *, beta, alpha):
        out = mat1 @ mat2
        if alpha != 1:
            out *= alpha
        if beta != 0:
            out += self if beta == 1 else beta * self
        return out

    def d_self(grad, self_shape, beta):
        stretched = grad.shape != self_shape                # then the engine's sum is a new array, else this must be
        return grad if beta == 1 and stretched else grad * beta

    def d_mat1(grad, mat2, alpha):
        product = grad @ _turned(mat2)
        return product if alpha == 1 else product * alpha

    def d_mat2(grad, mat1, alpha):
        product = _turned(mat1) @ grad
        return product if alpha == 1 else product * alpha

    @classmethod
    def _repairs(cls, data, arrays):
        return None if arrays[0].shape == data.shape else own_forms(arrays)


class BaddbmmBackward0(AddmmBackward0):
    """The same for each pair of matrices in two batches."""
    __slots__ = ()
    forward = AddmmBackward0.forward


class MvBackward0(Operation):
    """z = self · vec,   ∂/∂self = grad ⊗ vec,   ∂/∂vec = selfᵀ · grad"""
    __slots__ = ()

    def forward(self, vec):
        return self @ vec

    def d_self(grad, vec):
        return grad.reshape((-1, 1)) * vec

    def d_vec(grad, self):
        return _turned(self) @ grad


class DotBackward0(Operation):
    """z = Σ self · tensor,   ∂z/∂self = tensor,   ∂z/∂tensor = self"""
    __slots__ = ()

    def forward(self, tensor):
        return np.dot(self, tensor)

    def d_self(grad, tensor):
        return grad * tensor

    def d_tensor(grad, self):
        return grad * self


class TraceBackward0(Operation):
    """z = Σ of the diagonal,   ∂z/∂self = 1 on it, 0 elsewhere"""
    __slots__ = ()

    def forward(self):
        return np.trace(self, dtype=np.int64 if self.dtype.kind in "bui" else None)

    def d_self(grad, self_shape):
        return either.where(np.eye(*self_shape, dtype=bool), spread(grad, self_shape), 0)


# ---- the functions --------------------------------------------------------------------------------------------

@named("mm")
def mm(input, mat2):
    """The product of two matrices: (n, m) and (m, p) give (n, p)."""
    _check_matrices(input._data, mat2._data)
    return MmBackward0.apply(input, mat2)


@named("mv")
def mv(input, vec):
    """A matrix times a vector: (n, m) and (m,) give (n,)."""
    a, b = input._data, vec._data
    if a.ndim != 2 or b.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {a.ndim}, {b.ndim}")
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({a.shape[0]}), mat ({_size(a)}), vec ({b.shape[0]})")
    if a.dtype != b.dtype:
        raise RuntimeError("addmv input tensors must have the same dtype, but got "
                           "{1}, {0}, and {1}".format(*_type_names(a, b)))
    return MvBackward0.apply(input, vec)


@named("dot", "vdot")
def dot(input, tensor):
    """The dot product of two vectors of one length."""
    a, b = input._data, tensor._data
    if a.ndim != 1 or b.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {a.ndim}D and {b.ndim}D tensors")
    if a.dtype != b.dtype:
        raise RuntimeError("dot : expected both vectors to have same dtype, but found "
                           "{} and {}".format(*_type_names(a, b)))
    if a.size != b.size:
        raise RuntimeError(f"inconsistent tensor size, expected tensor {list(a.shape)} and src {list(b.shape)} to have "
                           f"the same number of elements, but got {a.size} and {b.size} elements respectively")
    return DotBackward0.apply(input, tensor)


@named("bmm")
def bmm(input, mat2):
    """The products of two batches of matrices, pair by pair: (b, n, m) and (b, m, p) give (b, n, p)."""
    _check_batches(input._data, mat2._data)
    return BmmBackward0.apply(input, mat2)


@named("addmm")
def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    """beta · input + alpha · (mat1 · mat2); `input` is stretched to the shape of the product."""
    a, b = mat1._data, mat2._data
    if a.ndim != 2 or b.ndim != 2:
        name, x = ("mat1", a) if a.ndim != 2 else ("mat2", b)
        raise RuntimeError(f"{name} must be a matrix, got {x.ndim}-D tensor")
    for name, x in (("self", input._data), ("mat1", a)):
        if x.dtype != b.dtype:
            raise RuntimeError(f"{name} and mat2 must have the same dtype, but got "
                               "{} and {}".format(*_type_names(x, b)))
    _check_matrices(a, b)
    _check_stretches(input._data, (a.shape[0], b.shape[1]))
    return AddmmBackward0.apply(input, mat1, mat2, beta=beta, alpha=alpha)


@named("baddbmm")
def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta · input + alpha · (batch1 · batch2), for each pair of matrices in two batches."""
    _check_batches(batch1._data, batch2._data)
    _check_stretches(input._data, (*batch1.shape[:2], batch2.shape[2]))
    return BaddbmmBackward0.apply(input, batch1, batch2, beta=beta, alpha=alpha)


@named("outer", "ger")
def outer(input, vec2):
    """All products of an entry of one vector with an entry of another: (n,) and (m,) give (n, m)."""
    for name, vector in (("self", input), ("vec2", vec2)):
        if vector.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {vector.ndim}-D")
    return input.reshape((-1, 1)) * vec2


@named("trace")
def trace(input):
    """The sum of a matrix's diagonal."""
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    return TraceBackward0.apply(input)


def _check_matrices(a, b):
    if a.ndim != 2 or b.ndim != 2:
        raise RuntimeError(f"{'self' if a.ndim != 2 else 'mat2'} must be a matrix")
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({_size(a)} and {_size(b)})")
    if a.dtype != b.dtype:
        raise RuntimeError("expected m1 and m2 to have the same dtype, but got: {} != {}".format(*_c_names(a, b)))
    if a.dtype.char == "?":
        raise NotImplementedError("\"addmm_impl_cpu_\" not implemented for 'Bool'")


def _check_batches(a, b):
    for name, batch in (("batch1", a), ("batch2", b)):
        if batch.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if (a.shape[0], a.shape[2]) != b.shape[:2]:
        raise RuntimeError("Expected size for first two dimensions of batch2 tensor to be: "
                           f"[{a.shape[0]}, {a.shape[2]}] but got: {list(b.shape[:2])}.")
    if a.dtype != b.dtype:
        raise RuntimeError("expected scalar type {} but found {}".format(*_type_names(a, b)))


def _check_stretches(x, shape):
    """Refuse what cannot be added to a product of this shape."""
    for i in range(-x.ndim, 0):
        if x.shape[i] not in (1, shape[i]):
            raise RuntimeError(f"The expanded size of the tensor ({shape[i]}) must match the existing size "
                               f"({x.shape[i]}) at non-singleton dimension {len(shape) + i}.  "
                               f"Target sizes: {list(shape)}.  Tensor sizes: {list(x.shape)}")


def _size(matrix):
    return "x".join(map(str, matrix.shape))


def _type_names(*arrays):
    return [from_numpy(x.dtype).type_name for x in arrays]


def _c_names(*arrays):
    return [{"Half": "c10::Half", "Long": "long int"}.get(name, name.lower()) for name in _type_names(*arrays)]
