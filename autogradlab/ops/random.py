"""Tensors of random numbers: `rand`, `randn`, `randint`, ... and `x.normal_()`, with PyTorch's numbers for every seed.

Everything draws from the shared stream unless a `generator=` is passed. What is drawn has no gradient.
"""
from operator import index

import numpy as np

from autogradlab.autograd import dtypes
from autogradlab.autograd.modes import mode
from autogradlab.autograd.rules import noted
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import streams
from .arithmetic import add
from .generator import Generator, default_generator
from .inplace import check_writable, write
from .register import named

# ---- numbers in place of an array's ---------------------------------------------------------------------------------

def _uniform(array, low=0., high=1., *, generator=None):
    """Every entry becomes a number in [low, high), every one as likely."""
    _check_float(array.dtype, "check_uniform_bounds")
    if low > high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
    return _placed(streams.uniform(_source(generator), array.size, array.dtype, low, high), array)


def _normal(array, mean=0., std=1., *, generator=None):
    """Every entry becomes a number from the bell curve around `mean` with the standard deviation `std`."""
    _check_float(array.dtype, "normal_kernel_cpu")
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    in_blocks = array.flags.c_contiguous
    return _placed(streams.normal(_source(generator), array.size, array.dtype, mean, std, in_blocks), array)


def _bernoulli(array, p=0.5, *, generator=None):
    """Every entry becomes 1 with the probability `p`, a number or a tensor of them, and 0 otherwise."""
    if not isinstance(p, Tensor):
        if not 0 <= p <= 1:
            raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
        return _placed(streams.coins(_source(generator), array.size, p), array)
    p = p._data
    _check_float(p.dtype, "bernoulli_tensor_cpu_p_")
    _check_probabilities(p)
    return _placed(streams.uniform(_source(generator), array.size, p.dtype), array) < p


def _random(array, *bounds, generator=None):
    """Every entry becomes an integer: in [low, high), in [0, high), or any that its number type counts."""
    if not bounds:
        span = _counted(array.dtype)[1] + 1
        return _placed(streams.integers(_source(generator), array.size, 0, span, array.dtype.itemsize == 8), array)
    low, high = map(index, bounds if len(bounds) == 2 else (0, *bounds))
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    _check_counted(low, "from", array.dtype)
    _check_counted(high - 1, "to - 1", array.dtype)
    span = high - low
    return _placed(streams.integers(_source(generator), array.size, low, span, wide=span >= 2 ** 28), array)


def _source(generator):
    if not isinstance(generator, (Generator, type(None))):
        raise TypeError(f"argument 'generator' must be Generator, not {type(generator).__name__}")
    return default_generator if generator is None else generator


def _placed(numbers, array):
    """Flat `numbers` in the shape of `array`, neighbours side by side in its memory."""
    order = np.argsort([-stride for stride in array.strides], kind="stable")
    return numbers.reshape([array.shape[i] for i in order]).transpose(np.argsort(order))


# ---- new tensors ----------------------------------------------------------------------------------------------------

def _new(numbers, kind, requires_grad=False):
    return new_tensor(numbers.astype(kind, copy=False)[()], requires_grad)


@named("rand", method=False)
def rand(*size, generator=None, dtype=None, requires_grad=False):
    """A tensor of the given size, numbers in [0, 1), every one as likely."""
    empty = _empty("rand", size, dtype or dtypes.float32, requires_grad)
    return _new(_uniform(empty, generator=generator), empty.dtype, requires_grad)


@named("randn", method=False)
def randn(*size, generator=None, dtype=None, requires_grad=False):
    """A tensor of the given size, numbers from the bell curve with mean 0 and standard deviation 1."""
    empty = _empty("randn", size, dtype or dtypes.float32, requires_grad)
    return _new(_normal(empty, generator=generator), empty.dtype, requires_grad)


@named("rand_like", method=False)
def rand_like(input, *, generator=None, dtype=None, requires_grad=False):
    """As `rand`, in the shape and number type of `input`."""
    empty = _empty_like("rand_like", input, dtype)
    return _new(_uniform(empty, generator=generator), empty.dtype, requires_grad)


@named("randn_like", method=False)
def randn_like(input, *, generator=None, dtype=None, requires_grad=False):
    """As `randn`, in the shape and number type of `input`."""
    empty = _empty_like("randn_like", input, dtype)
    return _new(_normal(empty, generator=generator), empty.dtype, requires_grad)


@named("randint", method=False)
def randint(low=0, high=None, size=None, *, generator=None, dtype=None, requires_grad=False):
    """Integers from `low` up to, not including, `high`: randint(high, size) or randint(low, high, size)."""
    without_low = high is None or size is None
    if without_low:
        low, high, size = 0, low, high if size is None else size
    if size is None:
        raise TypeError("randint() needs a size\n  help: randint(10, (3,)) gives three integers from 0 to 9")
    _check_integer("randint", "low", 1, low)
    _check_integer("randint", "high", 2 - without_low, high)
    if not isinstance(size, (tuple, list)):
        raise _wrong_type("randint", "size", 3 - without_low, size, "tuple of ints")
    empty = _empty("randint", size, dtype or dtypes.int64, requires_grad)
    return _new(_random(empty, low, high, generator=generator), empty.dtype, requires_grad)


@named("randperm", method=False)
def randperm(n, *, generator=None, dtype=None, requires_grad=False):
    """The integers 0 to n - 1 in a random order."""
    _check_integer("randperm", "n", 1, n)
    empty = _empty("randperm", (n,), dtype or dtypes.int64, requires_grad)
    return _new(streams.permutation(_source(generator), n), empty.dtype, requires_grad)


@named("normal", method=False)
def normal(mean, std=1., size=None, *, generator=None, dtype=None, requires_grad=False):
    """Numbers from the bell curve: `size` of them around a number `mean`, or one for each entry of a tensor."""
    if isinstance(mean, Tensor) or isinstance(std, Tensor):
        return _normal_by_entry(mean, std, generator)
    if size is None:
        raise TypeError("normal() needs a size if mean and std are numbers\n  help: normal(0., 1., (3,)) gives three")
    empty = _empty("normal", size, dtype or dtypes.float32, requires_grad)
    return _new(_normal(empty, mean, std, generator=generator), empty.dtype, requires_grad)


def _normal_by_entry(mean, std, generator):
    """One number from each entry's own bell curve, in the number type of the first tensor."""
    tensors = [x for x in (mean, std) if isinstance(x, Tensor)]
    _refuse_tracked(*tensors)
    kind = tensors[0]._data.dtype
    if not isinstance(std, Tensor):
        return _new(_normal(mean._data, 0., std, generator=generator) + mean._data, kind)
    if (std._data < 0).any():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    empty = np.empty(add(mean, std).shape, kind)
    scaled = (_normal(empty, generator=generator) * std._data).astype(kind)
    return _new(scaled + (mean._data if isinstance(mean, Tensor) else mean), kind)


@named("bernoulli")
def bernoulli(input, p=None, *, generator=None):
    """Ones and zeros in the shape of `input`: each is 1 with the probability that stands in its place, or with `p`."""
    _check_tensor("bernoulli", input)
    _refuse_tracked(input)
    empty = np.empty(input.shape, input._data.dtype)
    return _new(_bernoulli(empty, input if p is None else p, generator=generator), empty.dtype)


# ---- into a tensor --------------------------------------------------------------------------------------------------

def _in_place(name, numbers_for):
    def function(self, *args, **settings):
        check_writable(self)
        _refuse_tracked(self)
        numbers = numbers_for(self._data, *args, **settings)
        return write(self, _new(numbers, self._data.dtype))
    function.__name__, function.__doc__ = name, numbers_for.__doc__
    named(name)(function)


_in_place("uniform_", _uniform)
_in_place("normal_", _normal)
_in_place("bernoulli_", _bernoulli)
_in_place("random_", _random)


# ---- at the door ----------------------------------------------------------------------------------------------------

def _empty(name, size, dtype, requires_grad):
    """An array for the numbers to come. Raises for a size that is none, and for integers that shall have a gradient."""
    size = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else tuple(size)
    for n in size:
        _check_integer(name, "size", 1, n, "tuple of ints")
    if min(size, default=0) < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {next(n for n in size if n < 0)}: "
                           f"{list(size)}")
    if requires_grad and not dtype.is_floating_point:
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return np.empty(size, dtype.numpy)


def _empty_like(name, input, dtype):
    _check_tensor(name, input)
    return np.empty_like(input._data, (dtype or input.dtype).numpy)


def _check_tensor(name, value):
    if not isinstance(value, Tensor):
        raise _wrong_type(name, "input", 1, value, "Tensor")


def _check_integer(name, argument, position, value, wanted="int"):
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise _wrong_type(name, argument, position, value, wanted)


def _wrong_type(name, argument, position, value, wanted):
    return TypeError(f"{name}(): argument '{argument}' (position {position}) must be {wanted}, not "
                     f"{type(value).__name__}")


def _check_float(kind, kernel):
    if kind.kind != "f":
        raise NotImplementedError(f'"{kernel}" not implemented for \'{dtypes.from_numpy(kind).type_name}\'')
    if kind == np.float16:
        raise noted(NotImplementedError("drawing float16 numbers is left out of autogradlab"),
                    "help: draw float32 and convert, as in rand(3).to(float16)")


def _check_probabilities(p):
    if not ((p >= 0) & (p <= 1)).all():
        raise noted(RuntimeError(NO_PROBABILITIES),
                    f"help: probabilities lie between 0 and 1; these go from {p.min():g} to {p.max():g}")


NO_PROBABILITIES = (
    "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, please "
    "report an enhancement request to PyTorch.)")


def _check_counted(value, what, kind):
    lowest, largest = _counted(kind)
    if not lowest <= value <= largest:
        raise RuntimeError(f"{what} is out of bounds for {C_NAMES[kind.name]}")


C_NAMES = {"bool": "bool", "uint8": "unsigned char", "int8": "signed char", "int16": "short", "int32": "int",
           "int64": "long", "float16": "half", "float32": "float", "float64": "double"}


def _counted(kind):
    """The lowest and the largest integer that a number type counts to without leaving one out."""
    if kind.kind == "f":
        return -2 ** (np.finfo(kind).nmant + 1), 2 ** (np.finfo(kind).nmant + 1)
    return (0, 1) if kind.kind == "b" else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))


def _refuse_tracked(*tensors):
    """What is drawn has no gradient; where PyTorch would record that fact, say so instead of losing the graph."""
    if mode.recording and any(tensor._requires_grad for tensor in tensors):
        raise noted(NotImplementedError("drawing random numbers with a history is left out of autogradlab"),
                    "help: what is drawn has the derivative 0. Pass x.detach(), or draw under no_grad()")
