"""A few float32 are as exact as float64 rounded once, alone, in an array and in a fused chain."""

from fractions import Fraction

import numpy as np
import pytest

import autogradlab as ag

NAMES = ["exp", "expm1", "log", "log1p", "log2", "log10", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh"]
ENTRIES = np.random.default_rng(0).uniform(0.01, 5, 64).astype(np.float32)


def rounded_once(name):
    function = np.arctan if name == "atan" else getattr(np, name)
    return function(ENTRIES.astype(np.float64)).astype(np.float32)


@pytest.mark.parametrize("name", NAMES)
def test_few_entries_are_rounded_once(name):
    found = getattr(ag.tensor(ENTRIES), name)()
    assert found.dtype is ag.float32 and np.array_equal(found.numpy(), rounded_once(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_number_alone_is_what_it_is_in_an_array(name):
    alone = [getattr(ag.tensor(float(x)), name)().item() for x in ENTRIES]
    assert alone == rounded_once(name).tolist()


@pytest.mark.parametrize("name", NAMES)
def test_a_fused_chain_of_few_entries_has_the_same_numbers(name):
    x = ag.tensor(ENTRIES)
    assert np.array_equal(ag.compile(lambda x: getattr(x, name)() + 1)(x).numpy(), rounded_once(name) + np.float32(1))


@pytest.mark.parametrize("count", [1, 64, 5000])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_slope_of_tanh_is_exact_where_the_curve_is_nearly_flat(count, dtype):
    x = ag.tensor(np.linspace(4, 6, count, dtype=dtype), requires_grad=True)
    y = x.tanh()
    y.backward(ag.ones_like(y))
    slope = [float(1 - Fraction(value) ** 2) for value in y.tolist()]
    assert x.grad.tolist() == np.array(slope, dtype).tolist()


def test_the_slope_of_a_sigmoid_is_rounded_in_pytorchs_order():
    x = ag.tensor(ENTRIES, requires_grad=True)
    y = x.sigmoid()
    y.backward(ag.full((64,), 0.3))
    y = y.detach().numpy()
    assert np.array_equal(x.grad.numpy(), np.float32(0.3) * (1 - y) * y)


def test_many_entries_and_other_types_are_computed_as_they_are():
    many = np.linspace(0, 4, 1000, dtype=np.float32)
    assert np.array_equal(ag.tensor(many).exp().numpy(), np.exp(many))
    assert np.array_equal(ag.tensor(ENTRIES).double().exp().numpy(), np.exp(ENTRIES.astype(np.float64)))
