"""The error function of NumPy arrays is that of Python's math module."""

import math

import numpy as np
import pytest

from autogradlab.ops.transcendental import erf as numbers


def test_agrees_with_the_math_module_everywhere():
    x = np.concatenate([np.linspace(-7, 7, 20_001), 10.0 ** np.linspace(-300, 1, 2_000), [0.0, np.inf, -np.inf]])
    np.testing.assert_allclose(numbers(x), [math.erf(value) for value in x], rtol=2e-15, atol=0)
    assert np.isnan(numbers(np.array([np.nan])))


@pytest.mark.parametrize(("kind", "error"), [(np.float32, 5e-7), (np.float16, 5e-3)])
def test_narrow_numbers_stay_narrow(kind, error):
    x = np.linspace(-7, 7, 20_001).astype(kind)
    assert numbers(x).dtype == kind
    np.testing.assert_allclose(numbers(x), [math.erf(value) for value in x], rtol=error, atol=0)


def test_a_number_stays_a_number():
    assert type(numbers(np.float32(0.5))) is np.float32
