"""Tensors of random numbers: `rand`, `randn`, `randint`, ... with PyTorch's numbers for every seed.

Everything draws from the shared stream unless a `generator=` is passed. Random numbers have no gradient.
"""

import numpy as np

from autogradlab.autograd.modes import mode
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import wrong_type

from . import draws, streams
from .arguments import check_integer, check_tensor, leaf, maker, refuse, sizes
from .bases import Flat, FlatInBoth, OwnForms, in_order
from .left_out import option_left_out
from .literals import number_as
from .refusals import UNFIT, NoWay, fit
from .register import named


def _drawn(numbers_for, array, *args, generator=None):
    """Random numbers in the shape and number type of `array`."""
    return np.asarray(numbers_for(array, *args, generator=generator)).astype(array.dtype, copy=False)


def _family(word, numbers_for, doc):
    """`rand(*size)` and `rand_like(input)`."""

    def of_size(kind, *args, size=None, generator=None):
        return _drawn(numbers_for, np.empty(sizes(word, args, size), kind()), generator=generator)

    def like(kind, input, *, generator=None):
        check_tensor(word + "_like", input)
        return _drawn(numbers_for, draws.empty_like(input._data, kind(input._data.dtype)), generator=generator)

    of_size.__doc__, like.__doc__ = f"A tensor of the given size, {doc}.", f"A tensor like `input`, {doc}."
    return maker(word)(of_size), maker(word + "_like")(like)


rand, rand_like = _family("rand", draws.uniform, "numbers in [0, 1), every one as likely")
randn, randn_like = _family("randn", draws.normal, "numbers from the bell curve with mean 0 and standard deviation 1")


@maker("randint")
def randint(kind, low=0, high=None, size=None, *, generator=None):
    """Integers from `low` up to, not including, `high`: randint(high, size) or randint(low, high, size)."""
    position = 2 if size is None else 3
    if high is None or size is None:
        low, high, size = 0, low, high if size is None else size
    if size is None:
        raise NoWay("help: randint(10, (3,)) gives three integers from 0 to 9")
    if not isinstance(size, (tuple, list)):
        raise wrong_type("randint", "size", position, "tuple of ints", size)
    check_integer("randint", "high", position - 1, high)
    check_integer("randint", "low", 1, low)
    array = np.empty(sizes("randint", (size,)), kind(np.dtype(np.int64)))
    return _drawn(draws.integers, array, low, high, generator=generator)


@maker("randint_like")
def randint_like(kind, input, low=None, high=None, *, generator=None):
    """Integers as by `randint`, in the shape and number type of `input`: randint_like(input, high) or with `low`."""
    check_tensor("randint_like", input)
    if low is None or high is None:
        low, high = 0, high if low is None else low
    check_integer("randint_like", "low", 2, low)
    check_integer("randint_like", "high", 3, high)
    array = draws.empty_like(input._data, kind(input._data.dtype))
    return _drawn(draws.integers, array, low, high, generator=generator)


@maker("randperm")
def randperm(kind, n, *, generator=None):
    """The integers 0 to n - 1 in a random order."""
    check_integer("randperm", "n", 1, n)
    (n,), kind = sizes("randperm", (n,)), kind(np.dtype(np.int64))
    refuse("b", "randperm", np.empty(0, kind))
    if kind.char == "e" and n > 2049:  # float16 cannot hold 2049
        raise RuntimeError("n cannot be greater than 2049 for Half type.")
    number_as(n - 1 if n else 0, kind)  # raises if it does not fit
    return streams.permutation(draws.source(generator), n).astype(kind, copy=False)


class BernoulliBackward0(Flat):
    """Random numbers that depend on self,   ∂z/∂self = 0: what is drawn has no slope"""

    forward = lambda self, *, numbers: numbers


class NormalBackward1(BernoulliBackward0):
    """The same around the entries of self"""


class NormalBackward2(BernoulliBackward0):
    """The same with the entries of self as deviations"""


class NormalBackward3(OwnForms, FlatInBoth):
    """The same with means and deviations"""

    forward = lambda self, other, *, numbers: numbers


@maker("normal")
def normal(kind, mean, std=1.0, size=None, *, generator=None):
    """Numbers from the bell curve: `size` of them around a number `mean`, or one for each entry of a tensor."""
    by_entry = isinstance(mean, Tensor) or isinstance(std, Tensor)
    fits = size is None if by_entry else isinstance(size, (tuple, list))
    if not fits or UNFIT in (fit("Tensor or float", mean), fit("Tensor or float", std)):
        raise NoWay("help: normal(0., 1., (3,)) gives three numbers")
    if by_entry:
        return _normal_by_entry(mean, std, generator)
    return _drawn(draws.normal, np.empty(sizes("normal", (size,)), kind()), mean, std, generator=generator)


def _normal_by_entry(mean, std, generator):
    """One number from each entry's own bell curve, in the number type of the first tensor."""
    tensors = [x for x in (mean, std) if isinstance(x, Tensor)]
    node = NormalBackward3 if len(tensors) == 2 else NormalBackward1 if tensors[0] is mean else NormalBackward2
    return node.apply(*tensors, numbers=_around(mean, std, tensors[0]._data.dtype, generator))


def _around(mean, std, kind, generator):
    if not isinstance(std, Tensor):
        in_rows = np.empty(mean.shape, kind)
        return (draws.normal(in_rows, 0.0, std, generator=generator) + mean._data).astype(kind)
    if not (std._data >= 0).all():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    array = np.empty((mean + std).shape, kind)
    scaled = (draws.normal(array, generator=generator) * std._data).astype(kind)
    return (scaled + (mean._data if isinstance(mean, Tensor) else mean)).astype(kind)


@named("bernoulli")
def bernoulli(input, p=None, *, generator=None):
    """Ones and zeros in the shape of `input`: each is 1 with the probability at its place in `input`, or with `p`."""
    if p is not None and mode.recording and input.requires_grad:
        raise option_left_out("bernoulli(x, p) of an x that requires grad")
    array = np.empty(input.shape, input._data.dtype)
    p = input if p is None else p.item() if isinstance(p, Tensor) else p
    return BernoulliBackward0.apply(input, numbers=_drawn(draws.bernoulli, array, p, generator=generator))


@named("multinomial")
def multinomial(input, num_samples, replacement=False, *, generator=None):
    """`num_samples` positions in each row of `input`, drawn in proportion to its numbers, which need not add up to 1.

    Source: without replacement, or for one sample, the largest of p / exponential (Gumbel-max), else the first
             cumulative sum that reaches a uniform number; measured on PyTorch 2.13.0.
    """
    _check_weights(input, num_samples, replacement)
    weights, generator = input._data, draws.source(generator)
    if replacement and num_samples > 1:
        return leaf("multinomial", _with_replacement(weights, num_samples, generator))
    scores = weights / draws.exponential(weights, generator=generator).astype(weights.dtype)
    order = np.argsort(-scores, axis=-1, kind="stable")
    return leaf("multinomial", in_order(order[..., :num_samples]))


def _with_replacement(weights, count, generator):
    rows = weights.reshape(-1, weights.shape[-1])
    sums = np.cumsum(rows, axis=-1, dtype=rows.dtype)
    sums /= sums[:, -1:]
    sums[:, -1] = 1
    float64 = np.dtype(np.float64)
    found = [np.searchsorted(row, streams.uniform(generator, count, float64)) for row in sums]
    return np.reshape(found, (*weights.shape[:-1], count))


def _check_weights(input, num_samples, replacement):
    weights = input._data
    if not 1 <= weights.ndim <= 2:
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if weights.dtype.kind != "f":
        raise RuntimeError("multinomial only supports floating-point dtypes for input, got: " + input.dtype.type_name)
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and num_samples > weights.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if not (np.isfinite(weights) & (weights >= 0)).all():
        if not replacement or num_samples == 1:
            raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
        what = "= infinity or NaN" if (weights >= 0).all() else "< 0"
        raise RuntimeError(f"invalid multinomial distribution (encountering probability entry {what})")
    if not weights.any(axis=-1).all():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
