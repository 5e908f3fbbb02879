"""Random numbers for the entries of a tensor, and `x.normal_()` and the like, which write them into it.

The functions named `uniform`, `normal`, ... take an array for its shape and number type and return the numbers.
"""

from operator import index

import numpy as np

from autogradlab.autograd.dtypes import from_numpy
from autogradlab.autograd.modes import mode
from autogradlab.autograd.sentences import noted
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import kind_of

from . import streams
from .arguments import refuse, type_name
from .generator import Generator, default_generator
from .left_out import option_left_out
from .refusals import UNFIT, fit, no_way
from .register import named, titled
from .writing import check_history, check_single, put_numbers

NO_PROBABILITIES = (
    "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, please "
    "report an enhancement request to PyTorch.)"
)


def uniform(array, low=0.0, to=1.0, *, generator=None):
    """Every entry becomes a number in [from, to), all of them equally likely."""
    _check_float(array, "check_uniform_bounds")
    low, to, largest = float(low), float(to), float(np.finfo(array.dtype).max)
    if low > to:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={to:g}")
    if not (-largest <= low <= to <= largest and to - low <= largest):
        raise RuntimeError(f"from={low:g} or to={to:g} is out of bounds for {from_numpy(array.dtype).c_name}")
    return _placed(streams.uniform(source(generator), array.size, array.dtype, low, to), array)


def normal(array, mean=0.0, std=1.0, *, generator=None):
    """Every entry becomes a number from the bell curve around `mean` with the standard deviation `std`."""
    _check_float(array, "normal_kernel_cpu")
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    in_blocks = array.flags.c_contiguous
    return _placed(streams.normal(source(generator), array.size, array.dtype, mean, std, in_blocks), array)


def exponential(array, lambd=1.0, *, generator=None):
    """Every entry becomes the waiting time for an event that happens `lambd` times per unit of time, on average."""
    if array.dtype.kind != "f":
        raise RuntimeError(
            "Exponential distribution is a continuous probability distribution. dtype must be a "
            f"floating point but you specified {type_name(array)}"
        )
    lambd = float(lambd)
    if not lambd > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}")
    return _placed(streams.exponential(source(generator), array.size, lambd), array)


def bernoulli(array, p=0.5, *, generator=None):
    """Every entry becomes 1 with the probability `p`, a number or a tensor with one for each entry, and 0 otherwise."""
    if not isinstance(p, Tensor):
        p = float(p)
        if not 0 <= p <= 1:
            raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
        return _placed(streams.coins(source(generator), array.size, p), array)
    p = p.expand(array.shape)._data
    _check_float(p, "bernoulli_tensor_cpu_p_")
    if not ((p >= 0) & (p <= 1)).all():
        raise noted(
            RuntimeError(NO_PROBABILITIES),
            f"help: probabilities lie between 0 and 1; these go from {p.min():g} to {p.max():g}",
        )
    return _placed(streams.uniform(source(generator), array.size, p.dtype), array) < p


def integers(array, low=None, to=None, *, generator=None):
    """Every entry becomes an integer: in [from, to), in [0, to), or from 0 to the largest that its type counts to."""
    bounds = [bound for bound in (low, to) if bound is not None]
    if not bounds:
        span = _counted(array.dtype)[1] + 1
        return _placed(streams.integers(source(generator), array.size, 0, span, array.dtype.itemsize == 8), array)
    low, high = map(index, bounds if len(bounds) == 2 else (0, *bounds))
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    _check_counted(low, "from", array.dtype)
    _check_counted(high - 1, "to - 1", array.dtype)
    span = high - low
    return _placed(streams.integers(source(generator), array.size, low, span, wide=span >= 2**28), array)


def source(generator):
    """The stream to draw from: the one that was passed, or the shared one."""
    if not isinstance(generator, (Generator, type(None))):
        raise TypeError(f"generator must be torch.Generator, not {kind_of(generator)}")
    return default_generator if generator is None else generator


def _by_stride(array):
    """The dimensions, longest stride first; as in PyTorch, a dimension with stride 0 stays where it is."""
    steps = [-step for step in array.strides if step]
    if len(steps) < array.ndim:
        if steps != sorted(steps):
            raise option_left_out("drawing for a tensor that is expanded and turned")
        return range(array.ndim)
    return np.argsort(steps, kind="stable")


def empty_like(array, kind):
    """An empty array of the type `kind` with the shape and memory order of `array`, but without its shared entries."""
    return _placed(np.empty(array.size, kind), array) if 0 in array.strides else np.empty_like(array, kind)


def _placed(numbers, array):
    """Flat `numbers` in the shape of `array`, in the order in which its entries lie in memory."""
    if array.flags.c_contiguous:
        return numbers.reshape(array.shape)
    order = _by_stride(array)
    return numbers.reshape([array.shape[i] for i in order]).transpose(np.argsort(order))


# ---- into a tensor --------------------------------------------------------------------------------------------------


def _in_place(name, numbers_for, kind):
    """Publish the method `name`, whose arguments are of one kind."""

    def function(self, *args, **settings):
        given = [value for word, value in (*enumerate(args), *settings.items()) if word != "generator"]
        if mode.recording and any([x.requires_grad for x in (self, *given) if isinstance(x, Tensor)]):
            check_history(self)
            raise option_left_out(f"{name} where gradients are recorded")
        words = {"low" if word == "from" else word: value for word, value in settings.items()}  # `from` is Python's
        try:
            if any(fit(kind, value) is UNFIT for value in given):
                raise TypeError
            numbers = numbers_for(self._data, *args, **words)
        except TypeError:
            raise no_way(name, args, settings) from None
        check_single(self._data)
        put_numbers(self, numbers)
        return self

    named(name, function=False)(titled(function, name, numbers_for.__doc__))


_in_place("uniform_", uniform, "float")
_in_place("normal_", normal, "float")
_in_place("exponential_", exponential, "float")
_in_place("bernoulli_", bernoulli, "float or Tensor")
_in_place("random_", integers, "int")


# ---- checks ---------------------------------------------------------------------------------------------------------


def _check_float(array, kernel):
    refuse("biu", kernel, array)
    if array.dtype == np.float16:
        raise noted(
            NotImplementedError("drawing float16 numbers is left out of autogradlab"),
            "help: draw float32 and convert, as in rand(3).to(float16)",
        )


def _check_counted(value, what, kind):
    lowest, largest = _counted(kind)
    if not lowest <= value <= largest:
        raise RuntimeError(f"{what} is out of bounds for {from_numpy(kind).c_name.removesuffix(' int')}")


def _counted(kind):
    """The lowest and the largest integer of the range in which a number type has every integer."""
    if kind.kind == "f":
        return -(2 ** (np.finfo(kind).nmant + 1)), 2 ** (np.finfo(kind).nmant + 1)
    return (0, 1) if kind.kind == "b" else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
