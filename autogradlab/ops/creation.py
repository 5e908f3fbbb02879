"""Making tensors from numbers."""
import warnings

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.rules import noted
from autogradlab.autograd.tensor import Tensor, new_tensor

from .register import named


@named("tensor", method=False)
def tensor(data, *, dtype=None, requires_grad=False):
    """A new leaf holding a copy of `data`: a number, nested lists of one length each, an array.

    dtype           a number type such as `float64`; without it floats become float32, integers int64
    requires_grad   whether backward() shall fill `.grad`; floats only
    """
    if isinstance(data, Tensor):
        warnings.warn(COPY_CONSTRUCT, UserWarning, stacklevel=2)
    leaf = new_tensor(_numbers(data, dtype))
    if not isinstance(requires_grad, bool):
        raise TypeError("tensor(): argument 'requires_grad' must be bool, not " + type(requires_grad).__name__)
    if requires_grad and leaf._data.dtype.kind != "f":
        raise noted(RuntimeError("Only Tensors of floating point and complex dtype can require gradients"),
                    "help: these are whole numbers, which have no slope; write them with a point, as in tensor(3.)")
    leaf._requires_grad = requires_grad
    return leaf


COPY_CONSTRUCT = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).")


def _numbers(data, dtype):
    data = data._data if isinstance(data, Tensor) else data
    try:
        array = np.array(data)
    except ValueError:
        first, odd = _first_length(data), _odd_length(data)
        raise ValueError(f"expected sequence of length {first} at dim 1 (got {odd})") from None
    if array.dtype.kind not in "buif":
        raise (TypeError(f"new(): invalid data type '{type(data).__name__}'") if isinstance(data, str) else
               RuntimeError(f"Could not infer dtype of {type(data).__name__}"))
    if dtype is not None:
        array = array.astype(dtype.numpy)
    elif array.dtype == np.float64 and not isinstance(data, (np.ndarray, np.generic)):
        array = quiet.run(array.astype, np.float32)                 # too large becomes inf, without a warning
    dtypes.from_numpy(array.dtype)
    return array[()] if array.ndim == 0 else array


def _first_length(data):
    return len(data[0])


def _odd_length(data):
    return next(len(row) for row in data if len(row) != len(data[0]))


def _filled(shape, value, dtype, requires_grad):
    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    kind = dtype or dtypes.float32
    if requires_grad and not kind.is_floating_point:
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return new_tensor(np.full(shape, value, kind.numpy)[()], requires_grad)


@named("zeros", method=False)
def zeros(*size, dtype=None, requires_grad=False):
    """A tensor of zeros of the given size."""
    return _filled(size, 0, dtype, requires_grad)


@named("ones", method=False)
def ones(*size, dtype=None, requires_grad=False):
    """A tensor of ones of the given size."""
    return _filled(size, 1, dtype, requires_grad)


@named("empty", method=False)
def empty(*size, dtype=None, requires_grad=False):
    """A tensor of the given size whose numbers are whatever: here zeros, so that a forgotten fill can be reproduced."""
    return _filled(size, 0, dtype, requires_grad)


@named("eye", method=False)
def eye(n, m=None, *, dtype=None, requires_grad=False):
    """Ones on the diagonal of an n by m matrix (n by n unless m is given), zeros elsewhere."""
    return new_tensor(np.eye(n, m, dtype=(dtype or dtypes.float32).numpy), requires_grad)


@named("full", method=False)
def full(size, fill_value, *, dtype=None, requires_grad=False):
    """A tensor of the given size, every entry `fill_value`."""
    return new_tensor(_numbers(np.full(size, fill_value).tolist(), dtype)).requires_grad_(requires_grad)


@named("zeros_like", method=False)
def zeros_like(input):
    """Zeros in the shape and number type of `input`."""
    return new_tensor(np.zeros_like(input._data))


@named("ones_like", method=False)
def ones_like(input):
    """Ones in the shape and number type of `input`."""
    return new_tensor(np.ones_like(input._data))


@named("arange", method=False)
def arange(start, end=None, step=1, *, dtype=None):
    """Numbers from `start` up to, not including, `end`; one argument counts from 0."""
    start, end = (0, start) if end is None else (start, end)
    return new_tensor(_numbers(np.arange(start, end, step).tolist(), dtype))


@named("linspace", method=False)
def linspace(start, end, steps, *, dtype=None):
    """`steps` numbers from `start` to `end`, both included, evenly apart."""
    return new_tensor(np.linspace(start, end, steps).astype((dtype or dtypes.float32).numpy))


@named("float", method=True)
def float_(input):
    """The same numbers as float32."""
    return input.to(dtypes.float32)


@named("double", method=True)
def double(input):
    """The same numbers as float64."""
    return input.to(dtypes.float64)
