"""A few float32 are as exact as float64 rounded once, alone, in an array and in a fused chain."""

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


def test_many_entries_and_other_types_are_computed_as_they_are():
    many = np.linspace(0, 4, 1000, dtype=np.float32)
    assert np.array_equal(ag.tensor(many).exp().numpy(), np.exp(many))
    assert np.array_equal(ag.tensor(ENTRIES).double().exp().numpy(), np.exp(ENTRIES.astype(np.float64)))
