"""The same numbers in another type: `x.to(float64)`, `x.double()`, `x.type_as(y)`."""
from autogradlab.autograd import dtypes
from autogradlab.autograd.operation import Operation, own_forms
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.tensor import Tensor, new_tensor

from .device import check_device, device
from .register import named


class ToCopyBackward0(Operation):
    """z = self in another number type; the gradient goes back in the old one (made by the engine's repair)."""
    __slots__ = ()
    passes_through = True

    def forward(self, *, dtype):
        return self.astype(dtype.numpy)

    def d_self(grad):
        return grad

    @classmethod
    def _repairs(cls, data, arrays):
        return own_forms(arrays)


@named("to", function=False)
def to(input, *args, dtype=None, device=None, non_blocking=False, copy=False):
    """The same numbers in the type (and, here always, on the device) that is named, or in that of another tensor.

    If nothing changes, the tensor itself, unless `copy`. Whole numbers have no history.
    """
    for value in args:
        if isinstance(value, Tensor):
            dtype = value.dtype
        elif isinstance(value, _PLACES) and not isinstance(value, bool):
            device = value
        elif value is not None and not isinstance(value, bool):
            dtype = value
    check_device(device)
    dtype = input.dtype if dtype is None else dtypes.wanted(dtype, "to")
    if dtype is input.dtype and not copy:
        return input
    if dtype.is_floating_point and input._requires_grad:
        return ToCopyBackward0.apply(input, dtype=dtype)
    return new_tensor(quiet.run(input._data.astype, dtype.numpy))


_PLACES = (str, int, device)


def _to(dtype):
    def function(input):
        return to(input, dtype)
    function.__doc__ = f"The same numbers as {dtype.name}."
    return function


for _name, _dtype in (("float", dtypes.float32), ("double", dtypes.float64), ("half", dtypes.float16),
                      ("long", dtypes.int64), ("int", dtypes.int32), ("short", dtypes.int16), ("char", dtypes.int8),
                      ("byte", dtypes.uint8), ("bool", dtypes.bool)):
    setattr(Tensor, _name, _to(_dtype))


def _type(input, dtype=None):
    """The tensor's old type name such as 'torch.FloatTensor', or the same numbers in the type that is named."""
    if dtype is None:
        return f"torch.{input.dtype.type_name}Tensor"
    return to(input, _by_type_name(dtype) if isinstance(dtype, (str, type)) else dtype)


def _by_type_name(name):
    """The dtype behind `torch.LongTensor`, the name or the constructor."""
    spelled = name if isinstance(name, str) else getattr(name, "__qualname__", "")
    for dtype in dtypes.ALL:
        if spelled.removeprefix("torch.") == dtype.type_name + "Tensor":
            return dtype
    raise ValueError(f"invalid type: '{spelled}'")


Tensor.type = _type
Tensor.type_as = lambda self, other: to(self, other.dtype)
