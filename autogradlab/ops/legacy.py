"""The old constructors: `Tensor([1, 2])`, `Tensor(2, 3)`, `LongTensor([1])`. New programs say `tensor` and `zeros`."""
import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.tensor import Size, Tensor, fill, new_tensor

from .arguments import is_integer, sizes
from .literals import array_of


def _array(args, kind):
    """An array of the wanted size from ints, or of the wanted numbers from a sequence."""
    if len(args) == 1 and not is_integer(args[0]):
        (data,) = args
        if isinstance(data, (float, bool)):
            raise TypeError(f"new(): data must be a sequence (got {type(data).__name__})")
        if not isinstance(data, Size):
            return array_of(data, kind)
    return np.zeros(sizes("new", args or (0,)), kind)


def _init(self, *args):
    """As PyTorch's: numbers as the default dtype, zeros of a size given as ints, or the numbers of another tensor."""
    shared = len(args) == 1 and isinstance(args[0], Tensor)
    fill(self, args[0]._shared_array() if shared else _array(args, dtypes.Default.numpy))


Tensor.__init__ = _init


class _Typed(type):
    def __instancecheck__(cls, value):
        return isinstance(value, Tensor) and value.dtype is cls.dtype


def _typed(dtype):
    name = dtype.type_name + "Tensor"
    return _Typed(name, (), {"__module__": "torch", "__doc__": f"Numbers or a size as a tensor of {dtype.name}.",
                             "dtype": dtype, "__new__": lambda cls, *args: new_tensor(_array(args, dtype.numpy))})


typed = {dtype.type_name + "Tensor": _typed(dtype) for dtype in dtypes.ALL}
