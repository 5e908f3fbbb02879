"""Whether numbers are nearly the same, or numbers at all."""

import math

import pytest


def test_kinds_of_numbers(ag):
    x = ag.tensor([1.0, math.inf, -math.inf, math.nan])
    assert ag.isinf(x).tolist() == [False, True, True, False] and x.isfinite().tolist() == [True, False, False, False]
    assert ag.tensor([1, 2]).isfinite().tolist() == [True, True]


def test_nearly_the_same(ag):
    x, nan = ag.tensor([1.0, 100.0]), ag.tensor([math.nan])
    assert ag.isclose(x, x + 1e-4).tolist() == [False, True] and ag.isclose(x, x + 0.5, atol=1).tolist() == [True, True]
    assert ag.allclose(x, x + 1e-7) is True and x.allclose(x + 1) is False and x.allclose(x + 1, atol=1) is True
    assert not ag.allclose(nan, nan) and ag.allclose(nan, nan, equal_nan=True)


def test_number_types_must_agree(ag):
    with pytest.raises(RuntimeError) as caught:
        ag.allclose(ag.ones(2), ag.ones(2, dtype=ag.int64))
    assert str(caught.value) == "Float did not match Long"
