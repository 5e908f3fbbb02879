"""The same numbers in another type: `x.to(float64)`, `x.double()`, and the conversions that Python and NumPy call."""

import numbers

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.tensor import Tensor, new_tensor

from .arguments import warn_once
from .bases import OwnForms, Through
from .creation import from_numpy
from .device import check_device, device
from .literals import typed
from .memory_format import memory_format, order_in
from .refusals import no_way
from .register import named, titled


class ToCopyBackward0(Through, OwnForms):
    """z = self in another number type; the engine's repair converts the gradient back to the old one."""

    forward = lambda self, *, dtype, order: self.astype(dtype.numpy, order)


@named("to", function=False)
def to(input, *args, **words):
    """The same numbers in the given type, or in that of a given tensor. A device may be given, too, if it is the CPU.

    Returns the tensor itself if nothing changes, unless `copy`. A result of whole numbers has no history.
    """
    asked = asked_of_to(args, words)
    dtype, order = asked.get("dtype") or input.dtype, order_in("to", asked.get("memory_format"), input)
    if dtype is input.dtype and not asked.get("copy"):
        return input
    if dtype.is_floating_point:
        return ToCopyBackward0.apply(input, dtype=dtype, order=order)
    return new_tensor(quiet.run(input._data.astype, dtype.numpy, order))


def asked_of_to(args, words):
    """The arguments of `to` by name: {"dtype": ..., "copy": ..., ...}. The first may be a device, a type, or a tensor.

    Raises TypeError for arguments that do not fit, and the errors of `check_device`.
    """
    first = args[0] if args else words.get("tensor")
    if isinstance(first, _FITS["tensor"]):
        names = ["tensor"]
    else:
        names = ["dtype"] if args and isinstance(first, (dtypes.dtype, type)) else ["device", "dtype"]
    names += ["non_blocking", "copy"]
    asked = dict(zip(names, args)) | words
    fits = all(name in [*names, "memory_format"] and _fits(name, value) for name, value in asked.items())
    if not fits or len(asked) < len(args) + len(words):
        raise no_way("to", args, words)
    check_device(asked.get("device"))
    if "tensor" in asked:
        return asked | {"dtype": first.dtype if isinstance(first, Tensor) else dtypes.wanted(type(first), "to")}
    return asked | {"dtype": dtypes.wanted(asked["dtype"], "to")} if asked.get("dtype") else asked


def _fits(name, value):
    if name == "dtype" and isinstance(value, type):
        return value in (float, int, bool)
    return isinstance(value, _FITS[name]) or value is None and name in ("device", "dtype", "memory_format")


_FITS = {
    "device": (str, int, device),
    "dtype": dtypes.dtype,
    "tensor": (Tensor, bool, float),
    "non_blocking": bool,
    "copy": bool,
    "memory_format": memory_format,
}


def _to(dtype):
    return lambda input, *, memory_format=None: to(input, dtype, memory_format=memory_format)


for _dtype in dtypes.ALL:
    _name = _dtype.type_name.lower()  # float, double, long, ...
    named(_name, function=False)(titled(_to(_dtype), _name, f"The same numbers as {_dtype.name}."))


@named("type", function=False)
def type_(input, dtype=None, non_blocking=False):
    """The tensor's old type name such as 'torch.FloatTensor', or, given a `dtype`, the same numbers in that type."""
    if dtype is None:
        return f"torch.{input.dtype.type_name}Tensor"
    if isinstance(dtype, (str, type)):  # an old constructor such as `torch.LongTensor`, or its name
        spelled = dtype if isinstance(dtype, str) else dtype.__qualname__
        constructor = typed.get(spelled.removeprefix("torch."))
        if constructor is None:
            raise ValueError(f"invalid type: '{spelled}'")
        dtype = constructor.dtype
    elif not isinstance(dtype, dtypes.dtype):
        raise TypeError("dtype must be a type, str, or dtype object")
    return to(input, dtype)


@named("type_as", function=False)
def type_as(self, other):
    """The same numbers, in another's type."""
    return to(self, other.dtype)


# ---- for Python and NumPy -------------------------------------------------------------------------------------


def _number(self):
    """The one number in a tensor, as a Python number."""
    if self._data.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return self._data.item()


def _float(self):
    if self.requires_grad:
        warn_once(LOST_HISTORY)
    return float(_number(self))


LOST_HISTORY = (
    "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
    "Consider using tensor.detach() first."
)


def _index(self):
    """A tensor of one whole number as an index into a sequence."""
    if self._data.size != 1 or self._data.dtype.kind == "f":
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self._data.item())


def _contains(self, element):
    """Whether one of the entries equals `element`."""
    if not isinstance(element, (Tensor, numbers.Number)):
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
    return bool((element == self)._data.any())


def _array_wrap(self, array, context=None, return_scalar=False):
    """The result of a NumPy function of this tensor, as a tensor; bools become uint8."""
    return from_numpy(np.asarray(array, np.uint8 if array.dtype == np.bool_ else None))


Tensor.__float__ = _float
Tensor.__int__ = lambda self: int(_number(self))
Tensor.__complex__ = lambda self: complex(_float(self))
Tensor.__index__ = _index
Tensor.__contains__ = _contains
Tensor.__reversed__ = lambda self: self.flip(0) if self.ndim else self
Tensor.__array_wrap__ = _array_wrap
