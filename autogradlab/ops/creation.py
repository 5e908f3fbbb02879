"""Making tensors: from numbers, filled with one number, in the shape of another tensor, and in even steps."""

import math
import warnings
from operator import index

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.rounding import fused
from autogradlab.autograd.sentences import FLOATS_ONLY, noted
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.autograd.trace import users_level
from autogradlab.autograd.wrong_type import kind_of, wrong_type

from .arguments import UNSAID, check_tensor, leaf, maker, number_type, refuse, sizes
from .literals import array_of, in_its_memory, number_as
from .memory_format import order_in
from .refusals import NUMBERS, UNFIT, NoWay, fit, plain
from .register import named

# ---- from numbers ---------------------------------------------------------------------------------------------------


@named("tensor", method=False)
def tensor(data, *, dtype=None, device=None, requires_grad=False):
    """A new leaf holding a copy of `data`: a number, nested lists of equal lengths, or an array.

    dtype           a number type such as `float64`; without it floats become the default dtype, integers int64
    requires_grad   whether backward() fills `.grad`; floats only
    """
    if isinstance(data, Tensor):
        _warn_of_copying("torch.tensor")
    array = array_of(data, None if dtype is None else number_type("tensor", dtype))
    if requires_grad is True and array.dtype.kind != "f":
        raise noted(
            RuntimeError(FLOATS_ONLY),
            "help: these are whole numbers, which have no slope; write them with a point, as in tensor(3.)",
        )
    return leaf("tensor", array, requires_grad, device)


def _warn_of_copying(function):
    warnings.warn(
        "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
        f"sourceTensor.detach().clone().requires_grad_(True), rather than {function}(sourceTensor).",
        UserWarning,
        stacklevel=users_level(),
    )


@maker("new_tensor", method=True)
def _new_tensor(kind, input, data):
    """Like `tensor(data)`, but in the number type of `input`."""
    if isinstance(data, Tensor):
        _warn_of_copying("tensor.new_tensor")
    return array_of(data, kind(input._data.dtype))


@named("as_tensor", "asarray", method=False)
def as_tensor(data, dtype=None, device=None):
    """`data` as a tensor, in the same memory if `data` is a tensor or an array that has the wanted type."""
    data = from_numpy(data) if isinstance(data, np.ndarray) else data
    if isinstance(data, Tensor):
        return data.to(device, dtype)
    return leaf("as_tensor", array_of(data, None if dtype is None else number_type("as_tensor", dtype)), device=device)


@named("from_numpy", method=False)
def from_numpy(ndarray):
    """A tensor in the array's own memory: a write to one shows in the other."""
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {kind_of(ndarray)})")
    return new_tensor(in_its_memory(ndarray))


# ---- filled with one number -----------------------------------------------------------------------------------------


def _family(word, value):
    """`zeros(*size)`, `zeros_like(input)` and `x.new_zeros(*size)`, filled with `value`."""

    def of_size(kind, *args, size=None):
        return np.full(sizes(word, args, size), value, kind())

    def like(kind, input, *, memory_format=None):
        check_tensor(word + "_like", input)
        return np.full_like(input._data, value, kind(input._data.dtype), order_in(word + "_like", memory_format, input))

    def new(kind, input, *args, size=None):
        return np.full(sizes("new_" + word, args, size), value, kind(input._data.dtype))

    of_size.__doc__ = f"A tensor of the given size, every entry {value}."
    like.__doc__ = f"Every entry {value}, in the shape and number type of `input`."
    new.__doc__ = f"A tensor of the given size and `input`'s number type, every entry {value}."
    maker("new_" + word, method=True)(new)
    return maker(word)(of_size), maker(word + "_like")(like)


zeros, zeros_like = _family("zeros", 0)
ones, ones_like = _family("ones", 1)
empty, empty_like = _family("empty", 0)  # PyTorch's are whatever was in memory; here 0, so that every run is the same


@maker("full")
def full(kind, size, fill_value):
    """A tensor of the given size, every entry `fill_value`; without `dtype` in the type of that number."""
    size, value = _several("full", size), number("full", fill_value)
    own = fill_value.dtype if isinstance(fill_value, Tensor) else dtypes.of_number(value)
    return _filled(sizes("full", (size,)), value, kind(own.numpy))


@maker("full_like")
def full_like(kind, input, fill_value, *, memory_format=None):
    """Every entry `fill_value`, in the shape and number type of `input`."""
    check_tensor("full_like", input)
    kind, order = kind(input._data.dtype), order_in("full_like", memory_format, input)
    return np.full_like(input._data, number_as(number("full_like", fill_value), kind), kind, order)


@maker("new_full", method=True)
def new_full(kind, input, size, fill_value):
    """A tensor of the given size and `input`'s number type, every entry `fill_value`."""
    size, value = _several("new_full", size), number("new_full", fill_value)
    return _filled(sizes("new_full", (size,)), value, kind(input._data.dtype))


def _several(function, size):
    if not isinstance(size, (tuple, list)):
        raise wrong_type(function, "size", 1, "tuple of ints", size)
    return size


def _filled(shape, value, kind):
    return np.full(shape, number_as(value, kind), kind)


def number(function, value, argument="fill_value", position=2):
    """`value`, a Python or NumPy number or an untracked 0-d tensor, as a Python number."""
    if isinstance(value, NUMBERS):
        return plain(value)
    if isinstance(value, Tensor) and not value.ndim and (not value.requires_grad or function == "linspace"):
        return value.item()
    raise wrong_type(function, argument, position, "Number", value)


@maker("eye")
def eye(kind, n, m=None):
    """Ones on the diagonal of an n by m matrix (n by n unless m is given), zeros elsewhere."""
    m = n if m is None else m
    for name, value in (("n", n), ("m", m)):
        if fit("int", value) is UNFIT:
            raise NoWay
        if value < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {value}")
    return np.eye(n, m, dtype=kind())


# ---- in even steps --------------------------------------------------------------------------------------------------


@maker("arange")
def arange(kind, start=UNSAID, end=None, step=1):
    """Numbers from `start` up to, not including, `end`, `step` apart; a single argument is `end`, and `start` 0."""
    if end is None and (start is UNSAID or step != 1):
        raise NoWay
    if end is None:
        start, end = 0, number("arange", start, "end", 1)
    start = number("arange", 0 if start is UNSAID else start, "start", 1)
    end, step = number("arange", end, "end", 2), number("arange", step, "step", 3)
    kind = kind(dtypes.Default.numpy if float in map(type, (start, end, step)) else np.dtype(np.int64))
    refuse("b", "arange_cpu", np.empty(0, kind))
    count = _count(start, end, step)  # for narrower integers, counted before they are truncated
    if kind == np.int64:
        start, end, step = int(start), int(end), int(step)
        if not step:
            raise ValueError("step must be nonzero")
        count = _count(start, end, step)
    return _steps(start, step, count, kind)


def _count(start, end, step):
    """How many steps fit. Raises RuntimeError for a step of 0 or in the wrong direction, and for infinite bounds."""
    if not (step > 0 or step < 0):
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    return math.ceil((end - start) / step)


def _steps(start, step, count, kind):
    """start, start + step, ...; floats are rounded as in PyTorch's vector loop, which counts anew every 32 bytes."""
    if kind.kind != "f":
        return (int(start) + int(step) * np.arange(count)).astype(kind)
    steps = fused(np.arange(count, dtype=np.float64), float(step), float(start))
    lanes = 32 // kind.itemsize
    whole = count - count % (2 * lanes)
    firsts = steps[:whole:lanes, None].astype(kind).astype(np.float64)
    steps[:whole] = fused(np.arange(float(lanes)), float(step), firsts).ravel()
    return quiet.run(steps.astype, kind)


@maker("linspace")
def linspace(kind, start, end, steps):
    """`steps` evenly spaced numbers from `start` to `end`, both included."""
    if fit("int", steps) is UNFIT:
        raise NoWay
    if any(isinstance(x, Tensor) and x.ndim for x in (start, end)):
        raise RuntimeError("linspace only supports 0-dimensional start and end tensors")
    start, end = number("linspace", start, "start", 1), number("linspace", end, "end", 2)
    kind = kind()
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    if steps and kind.kind in "iu":
        start, end = number_as(start, kind), number_as(end, kind)
    if steps < 2:
        return np.full(index(steps), start).astype(kind)
    refuse("b", "linspace_cpu", np.empty(0, kind))
    return quiet.run(_between, start, end, index(steps), kind)


def _between(start, end, steps, kind):
    """The first half counted from the start, the second back from the end, so that both ends are exact."""
    floats = kind if kind.char in "fd" else np.dtype(np.float64)
    start, end, places = floats.type(start), floats.type(end), np.arange(steps).astype(floats)
    step = (end - start) / floats.type(steps - 1)
    halves = fused(places[: steps // 2], step, start), fused(-places[: (steps + 1) // 2][::-1], step, end)
    return np.concatenate(halves).astype(kind)
