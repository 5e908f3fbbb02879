"""The numbers that operations compute, their types, and the edges where a slope jumps or is infinite."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

import autogradlab as ag

examples = settings(max_examples=10, deadline=None, database=None, derandomize=True)
matrices = arrays(
    np.float32, array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3), elements=st.floats(0.5, 4, width=32)
)

SAME_IN_NUMPY = {
    "x + 2": (lambda x: x + 2,) * 2,
    "2 - x": (lambda x: 2 - x,) * 2,
    "x * x": (lambda x: x * x,) * 2,
    "3 / x": (lambda x: 3 / x,) * 2,
    "x ** 3": (lambda x: x**3,) * 2,
    "2 ** x": (lambda x: 2**x,) * 2,
    "-x": (lambda x: -x,) * 2,
    "abs": (abs, abs),
    "T": (lambda x: x.T,) * 2,
    "x > 1": (lambda x: x > 1,) * 2,
    "exp": (ag.exp, np.exp),
    "log": (ag.log, np.log),
    "sqrt": (ag.sqrt, np.sqrt),
    "sin": (ag.sin, np.sin),
    "cos": (ag.cos, np.cos),
    "tanh": (ag.tanh, np.tanh),
    "sign": (ag.sign, np.sign),
    "square": (ag.square, np.square),
    "relu": (ag.relu, lambda x: np.maximum(x, 0)),
    "sigmoid": (ag.sigmoid, lambda x: 1 / (1 + np.exp(-x))),
    "sum": (ag.sum, np.sum),
    "flat": (lambda x: x.reshape(-1), np.ravel),
    "x[...]": (lambda x: x[...],) * 2,
    "unsqueeze": (lambda x: x.unsqueeze(0), lambda x: x[None]),
    "reciprocal": (ag.reciprocal, lambda x: 1 / x),
    "where": (lambda x: ag.where(x > 1, x, 0.0), lambda x: np.where(x > 1, x, np.float32(0))),
}


@pytest.mark.parametrize("name", SAME_IN_NUMPY)
@examples
@given(array=matrices)
def test_the_numbers_are_numpys(name, array):
    ours, numpys = SAME_IN_NUMPY[name]
    got, want = ours(ag.tensor(array)).numpy(), numpys(array)
    assert got.shape == np.shape(want) and got.dtype == want.dtype
    np.testing.assert_allclose(got, want, rtol=1e-6)


INTEGERS = ag.tensor([1, 2])
NUMBER_TYPES = {
    "a Python number never widens": (ag.tensor([1.0]) * 2.5, ag.float32),
    "nor does a NumPy number": (ag.tensor([1.0]) * np.float64(2.5), ag.float32),
    "nor a 0-d tensor": (ag.tensor([1.0]) * ag.tensor(2.0, dtype=ag.float64), ag.float32),
    "a tensor with dimensions does": (ag.tensor(1.0) * ag.tensor([2.0], dtype=ag.float64), ag.float64),
    "integers stay": (INTEGERS * 2 + 1, ag.int64),
    "a float makes them float32": (INTEGERS * 0.5, ag.float32),
    "on the other side too": (1.5 - INTEGERS, ag.float32),
    "division does": (INTEGERS / 2, ag.float32),
    "of two tensors too": (INTEGERS / INTEGERS, ag.float32),
    "one over does": (1 / INTEGERS, ag.float32),
    "a power does": (INTEGERS**0.5, ag.float32),
    "a float base does": (2.0**INTEGERS, ag.float32),
    "an integer power does not": (INTEGERS**2, ag.int64),
    "exp does": (INTEGERS.exp(), ag.float32),
    "where with a float does": (ag.where(INTEGERS > 1, INTEGERS, 0.5), ag.float32),
    "float64 stays": (ag.tensor([1.0], dtype=ag.float64) / 3, ag.float64),
    "float16 stays": (ag.tensor([1.0], dtype=ag.float16) ** 0.5, ag.float16),
    "a comparison is bool": (INTEGERS > 1, ag.bool),
    "bools are counted in integers": ((INTEGERS > 1).sum(), ag.int64),
}


@pytest.mark.parametrize("case", NUMBER_TYPES)
def test_number_types(case):
    result, kind = NUMBER_TYPES[case]
    assert result.dtype is kind


INF, NAN = math.inf, math.nan
EDGES = {  # f, x, value, slope
    "abs": (ag.abs, 0.0, 0.0, 0.0),
    "sign": (ag.sign, 0.0, 0.0, 0.0),
    "relu": (ag.relu, 0.0, 0.0, 0.0),
    "sqrt": (ag.sqrt, 0.0, 0.0, INF),
    "sqrt below 0": (ag.sqrt, -1.0, NAN, NAN),
    "log": (ag.log, 0.0, -INF, INF),
    "power of a half": (lambda x: x**0.5, 0.0, 0.0, INF),
    "power 0": (lambda x: x**0, 0.0, 1.0, 0.0),
    "power 1": (lambda x: x**1, 0.0, 0.0, 1.0),
    "base 0": (lambda x: 0**x, 2.0, 0.0, 0.0),
    "the bound of clamp_max": (lambda x: x.clamp_max(2.0), 2.0, 2.0, 1.0),
    "the bound of clamp_min": (lambda x: x.clamp_min(2.0), 2.0, 2.0, 1.0),
    "the bound of clamp": (lambda x: x.clamp(max=2.0), 2.0, 2.0, 1.0),
    "its other bound": (lambda x: x.clamp(2.0), 2.0, 2.0, 1.0),
    "base 0, power 0": (lambda x: 0**x, 0.0, 1.0, 0.0),
    "base 0, down": (lambda x: 0**x, -1.0, INF, -INF),
    "one over 0": (lambda x: 1 / x, 0.0, INF, -INF),
    "0 to a power": (lambda y: ag.tensor(0.0) ** y, 2.0, 0.0, 0.0),
    "0 to a power, down": (lambda y: ag.tensor(0.0) ** y, -1.0, INF, -INF),
    "the bad branch of where": (lambda x: ag.where(x > 0, x.sqrt(), 0.0), 0.0, 0.0, NAN),
    "a good branch under an infinite slope": (lambda x: ag.where(x > 0, x, 0.0).sqrt(), 0.0, 0.0, 0.0),
    "large sigmoid": (ag.sigmoid, -1000.0, 0.0, 0.0),
    "sign of nan": (ag.sign, NAN, 0.0, 0.0),
}


@pytest.mark.parametrize("case", EDGES)
def test_edges_and_kinks(case):
    f, at, value, slope = EDGES[case]
    x = ag.tensor(at, requires_grad=True)
    y = f(x)
    y.backward()
    np.testing.assert_equal((y.item(), x.grad.item()), (value, slope))


def test_a_picked_entry_receives_once_for_each_pick():
    x = ag.tensor([1.0, 2.0, 3.0], requires_grad=True)
    x[[0, 0, 2]].sum().backward()
    assert x.grad.tolist() == [2.0, 0.0, 1.0]


def test_views_share_memory_and_copies_do_not():
    x = ag.zeros(2, 2)
    views = [x[0], x[:, 1], x.T, x.reshape(4), x.expand(3, 2, 2), x.detach(), x.data, x.unsqueeze(0)]
    copies = [x.clone(), x[[0, 1]], x.double(), x + 0, ag.tensor(x.numpy())]
    x.fill_(7)
    assert all((view == 7).numpy().all() for view in views)
    assert all((copy == 0).numpy().all() for copy in copies)


def test_creation():
    assert ag.arange(3).tolist() == [0, 1, 2] and ag.arange(0, 1, 0.25).tolist() == [0, 0.25, 0.5, 0.75]
    assert ag.linspace(0, 1, 3).tolist() == [0, 0.5, 1] and ag.full((2,), 3.0).tolist() == [3.0, 3.0]
    assert ag.ones(2, 1).tolist() == [[1.0], [1.0]] and ag.zeros((0, 2)).shape == (0, 2)
    assert ag.ones_like(ag.tensor([5, 6])).dtype is ag.int64 and ag.zeros(1, requires_grad=True).requires_grad


def test_a_new_tensor_is_a_copy():
    array = np.ones(2, dtype=np.float32)
    x = ag.tensor(array)
    array[0] = 5
    assert x.tolist() == [1.0, 1.0]


def test_plus_before_a_tensor_changes_nothing(ag):
    x = ag.tensor([1.0, -2.0], requires_grad=True)
    y = +x
    assert y.tolist() == [1.0, -2.0] and y.is_leaf and y.requires_grad
    with pytest.raises(RuntimeError, match="on a bool tensor is not supported"):
        +ag.tensor([True])
