"""What one may ask of a tensor's numbers and of number types: how many, how wide, of what kind, what two would give."""
import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.dtypes import promote_types
from autogradlab.autograd.tensor import Tensor, new_tensor

from .arguments import check_tensor
from .register import named


class _Layout:
    """How numbers lie in memory; there is one way."""
    def __repr__(self):
        return "torch.strided"


strided = _Layout()
Tensor.layout = property(lambda self: strided, doc="How the numbers lie in memory: always with strides.")
Tensor.itemsize = property(lambda self: self._data.itemsize, doc="Bytes of one number.")
Tensor.nbytes = property(lambda self: self._data.size * self._data.itemsize, doc="Bytes of all numbers.")


@named("numel")
def numel(input):
    """How many numbers."""
    check_tensor("numel", input)
    return input._data.size


@named("is_floating_point")
def is_floating_point(input):
    """Whether the numbers have a decimal point."""
    check_tensor("is_floating_point", input)
    return input._data.dtype.kind == "f"


@named("is_complex")
def is_complex(input):
    """Whether the numbers are complex: no."""
    check_tensor("is_complex", input)
    return False


@named("is_signed")
def is_signed(input):
    """Whether the number type has negative numbers."""
    return input.dtype.is_signed


@named("is_tensor", method=False)
def is_tensor(obj):
    """Whether `obj` is a tensor."""
    return isinstance(obj, Tensor)


Tensor.nelement = Tensor.numel
Tensor.element_size = lambda self: self._data.itemsize
Tensor.ndimension = Tensor.dim


@named("result_type", method=False)
def result_type(tensor1, tensor2):
    """The number type of an operation on two tensors or numbers."""
    a, b = (x._data if isinstance(x, Tensor) else x for x in (tensor1, tensor2))
    if not isinstance(tensor1, Tensor) and not isinstance(tensor2, Tensor):
        return promote_types(dtypes.of_number(a), dtypes.of_number(b))
    return new_tensor(np.add(*dtypes.promote(*(np.zeros_like(x) if hasattr(x, "dtype") else x for x in (a, b))))).dtype


@named("can_cast", method=False)
def can_cast(from_, to):
    """Whether `from_` may become `to`: not from a higher category (bool < integer < float) to a lower one."""
    return promote_types(from_, to).numpy.kind in (to.numpy.kind, "i" if to.numpy.kind == "u" else "")


class finfo:
    """The limits of a floating-point type."""

    def __init__(self, type=None):
        _check_dtype("finfo", type)
        kind = type or dtypes.get_default_dtype()
        if not kind.is_floating_point:
            raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle "
                            "'torch.finfo'")
        limits = np.finfo(kind.numpy)
        self.bits, self.dtype, self.resolution = limits.bits, kind.name, 10. ** -limits.precision
        self.min, self.max, self.eps = float(limits.min), float(limits.max), float(limits.eps)
        self.smallest_normal = self.tiny = float(limits.smallest_normal)

    def __repr__(self):
        return (f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
                f"smallest_normal={self.tiny:g}, tiny={self.tiny:g}, dtype={self.dtype})")


class iinfo:
    """The limits of an integer type."""

    def __init__(self, type):
        _check_dtype("iinfo", type)
        if type.is_floating_point:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        if type is dtypes.bool:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        limits = np.iinfo(type.numpy)
        self.bits, self.dtype, self.min, self.max = limits.bits, type.name, int(limits.min), int(limits.max)

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


def _check_dtype(function, value):
    if not isinstance(value, (dtypes.dtype, type(None))):
        raise TypeError(f"{function}(): argument 'type' (position 1) must be torch.dtype, not {type(value).__name__}")
