"""`x[key] = value`: a write into the part that the key takes, or into entries picked one by one."""
import numpy as np

from autogradlab.autograd.operation import own_forms
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import either
from .expanding import expand
from .indexing import basic_part, picking_error
from .inplace import copy_, fill_
from .register import named
from .select import Positions
from .shape import view
from .writing import check_anything, write


class IndexPutBackward0(Positions):
    """self with `values` at the picked entries,   ∂z/∂self = 0 there, else 1,   ∂z/∂values = 1"""
    __slots__ = ()
    passes_through = True

    def forward(self, values, *, index, accumulate):
        out = self.copy()
        if accumulate:
            np.add.at(out, index, values)
        else:
            out[index] = values
        return out

    def d_self(grad, index, accumulate):
        return grad if accumulate else either.where(_picked(grad.shape, index), 0, grad)

    def d_values(grad, index):
        return grad[index]

    @classmethod
    def _repairs(cls, data, arrays):
        return own_forms(arrays)


def _picked(shape, index):
    mask = np.zeros(shape, bool)
    mask[index] = True
    return mask


def setitem(self, key, value):
    """Write `value`, a number or a tensor that can be stretched, into `x[key]`."""
    if not isinstance(value, (Tensor, int, float, np.generic)):
        raise TypeError(f"can't assign a {_type_name(value)} to a torch.{self.dtype.type_name}Tensor")
    part, index = basic_part(self, (key,) if isinstance(key, slice) else key)     # x[:] here is x itself
    if index:
        index_put_(part, index, value)
    elif isinstance(value, Tensor) and value.ndim:
        copy_(part, _stretched(value, part._data.shape))
    else:
        fill_(part, value if isinstance(value, Tensor) else new_tensor(part._data.dtype.type(value)))


def _type_name(value):
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _stretched(value, shape):
    """The value in the shape it is written into; sizes of 1 in front of it may be dropped."""
    own = value._data.shape
    if own == shape:
        return value
    trimmed = own[next((i for i, n in enumerate(own) if n != 1), len(own)):]
    value = view(value, trimmed)
    return value if trimmed == shape else expand(value, shape)


@named("index_put")
def index_put(input, indices, values, accumulate=False):
    """A copy of `input` with `values` at the entries that `indices` pick, or added to them."""
    if not isinstance(values, Tensor) or (values.ndim == 0 and not values._requires_grad):
        values = new_tensor(input._data.dtype.type(values._data if isinstance(values, Tensor) else values))
    if values._data.dtype != input._data.dtype:
        raise RuntimeError("Index put requires the source and destination dtypes match, got "
                           f"{input.dtype.type_name} for the destination and {values.dtype.type_name} for the source.")
    index = tuple([k._data if isinstance(k, Tensor) else k for k in indices])
    try:
        return IndexPutBackward0.apply(input, values, index=index, accumulate=accumulate)
    except IndexError as error:
        raise picking_error(error, index) from None
    except ValueError:
        raise RuntimeError(f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to "
                           f"indexing result of shape {list(input._data[index].shape)}") from None


@named("index_put_", function=False)
def index_put_(self, indices, values, accumulate=False):
    """Write `values` into the entries that `indices` pick, or add them."""
    return write(self, index_put, indices, values, accumulate=accumulate, check=check_anything)


Tensor.__setitem__ = setitem
