"""Few numbers are added and multiplied with PyTorch's roundings; the results are sums and products all the same."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import autogradlab as ag
from autogradlab.autograd.rounding import FEW, MANY, add_product, add_up, fma

NUMBERS = st.floats(-1000, 1000, width=32)
ARRAYS = hnp.arrays(np.float32, hnp.array_shapes(max_dims=4, max_side=6), elements=NUMBERS)


@given(ARRAYS, st.data())
def test_a_sum_over_any_dimensions_is_numpys_up_to_rounding(x, data):
    dims = data.draw(st.none() | st.sets(st.integers(0, x.ndim - 1), min_size=1).map(tuple))
    keepdims = data.draw(st.booleans())
    x = x.transpose(data.draw(st.permutations(range(x.ndim))))
    found, expected = add_up(x, dims, keepdims), np.add.reduce(x, dims, keepdims=keepdims)
    assert (np.shape(found), found.dtype) == (np.shape(expected), np.float32)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5 * np.abs(x).sum())


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_a_product_and_a_sum_are_rounded_once(kind):
    a, b, c = np.random.default_rng(0).normal(size=(3, 200)).astype(kind)
    for x, y, z, found in zip(a, b, c, fma(a, b, c)):
        exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
        assert all(abs(Fraction(float(found)) - exact) <= abs(Fraction(float(other)) - exact) for other in near(found))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_numbers_without_an_end_and_beyond_the_largest_stay_what_they_are(kind):
    largest = np.finfo(kind).max
    a, b, c, expected = np.array(
        [
            (np.inf, 2, 1, np.inf),
            (-np.inf, 2, 1, -np.inf),
            (1, 2, np.inf, np.inf),
            (np.inf, 1, -np.inf, np.nan),
            (0, np.inf, 1, np.nan),
            (np.nan, 1, 1, np.nan),
            (largest, 0.5, largest / 4, largest * 0.75),
            (largest, 2, 0, np.inf),
        ],
        kind,
    ).T
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(fma(a, b, c), expected)
        for x, y, z, sum_ in zip(a, b, c, expected):
            np.testing.assert_array_equal(fma(x, y, z), sum_)


def near(x):
    return np.nextafter(x, -np.inf), np.nextafter(x, np.inf)


def test_whole_numbers_and_many_numbers_are_computed_as_numpy_does():
    assert fma(np.arange(3), 2, 1).tolist() == [1, 3, 5]
    many = np.random.default_rng(0).normal(size=MANY + 1).astype(np.float32)
    assert np.array_equal(fma(many, 0.1, many), many * np.float32(0.1) + many)
    assert add_up(many) == np.add.reduce(many)


def test_a_product_is_added_in_place_and_of_another_shape_it_is_refused():
    for size in (3, MANY + 1):
        target, work = np.ones(size, np.float32), np.full(size, 2, np.float32)
        add_product(target, work, 0.5, work)
        assert (target == 2).all()
    with pytest.raises(ValueError, match="broadcast"):
        add_product(np.ones(3), np.ones((1, 3)), 1.0)


@pytest.fixture
def torch(request):
    torch = pytest.importorskip("torch")
    request.getfixturevalue("usual_digits")
    return torch


def test_a_sum_has_pytorchs_digits_whatever_its_shape(torch):
    draw = np.random.default_rng(0)
    for shape in [(n,) for n in range(1, FEW + 1)] + [(n, m) for n in range(1, 17) for m in range(1, FEW // n + 1)]:
        for kind in (np.float32, np.float64):
            x = draw.normal(size=shape).astype(kind)
            ours, theirs = ag.from_numpy(x), torch.from_numpy(x)
            for dims in [(), *[(d,) for d in range(x.ndim)]]:
                assert ours.sum(dims).tolist() == theirs.sum(dims).tolist(), (shape, kind, dims)
                assert ours.mean(dims).tolist() == theirs.mean(dims).tolist(), (shape, kind, dims)


@pytest.mark.parametrize("shape, dim", [((1000, 3), 0), ((3, 500, 40), 1), ((65, 300), 0), ((5, 90, 33), 1)])
def test_columns_are_added_in_pytorchs_order_however_long(shape, dim, torch):
    x = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    ours, theirs = ag.from_numpy(x), torch.from_numpy(x)
    assert ours.sum(dim).tolist() == theirs.sum(dim).tolist()
    assert ours.transpose(0, dim).sum(0).tolist() == theirs.transpose(0, dim).sum(0).tolist()


@pytest.mark.parametrize(
    "settings",
    [{}, {"momentum": 0.9}, {"momentum": 0.9, "nesterov": True, "weight_decay": 0.01}, {"weight_decay": 0.3}],
    ids=str,
)
def test_training_has_pytorchs_digits(settings, torch):
    assert weights(ag, settings) == weights(torch, settings)


def weights(engine, settings):
    """Every weight of a fit of a parabola to 30 points, after each of 50 steps."""
    engine.manual_seed(0)
    x = engine.randn(30)
    y = x * x - 2 * x + 1 + 0.1 * engine.randn(30)
    a, b, c = (engine.zeros(1, requires_grad=True) for _ in range(3))
    optimizer, kept = engine.optim.SGD([a, b, c], lr=0.05, **settings), []
    for _ in range(50):
        loss = ((a * x * x + b * x + c - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept.append([loss.item(), a.item(), b.item(), c.item()])
    return kept


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("dims", [0, 1, (0, 1), (0, 2), (1, 2), None])
def test_a_long_sum_keeps_its_digits(kind, dims):
    """NumPy's running sum down a column would be off by one in the third digit: it is 100 958 for a million tenths."""
    x = np.random.default_rng(0).random((200, 500, 3)).astype(kind)
    for laid in (x, x.transpose(2, 1, 0).copy().transpose(2, 1, 0), np.repeat(x, 2, 2)[..., ::2]):
        exact = x.astype(np.longdouble).sum(dims)
        np.testing.assert_allclose(add_up(laid, dims), exact, rtol=8 * np.finfo(kind).eps)


def test_gradients_that_many_rows_share_keep_their_digits():
    rows = ag.full((100_000, 2), 0.1)
    for shape in ((2,), (1, 2), (1,), ()):
        w = ag.ones(shape, requires_grad=True)
        (rows * w).sum().backward()
        np.testing.assert_allclose(w.grad.numpy(), 10_000 * 2 / w.numel(), rtol=1e-6)
