"""The two moons: half circles of radius 1, the same points for the same seed."""

import numpy as np
import pytest

from autogradlab.course.data import two_moons


def test_shapes_types_and_both_moons_alike():
    x, y = two_moons()
    assert (x.shape, x.dtype, y.shape, y.dtype.kind) == ((200, 2), np.float64, (200,), "i")
    assert np.bincount(y).tolist() == [100, 100]


@pytest.mark.parametrize("samples, counts", [(0, []), (1, [1]), (2, [1, 1]), (7, [4, 3])])
def test_any_number_of_points(samples, counts):
    x, y = two_moons(samples)
    assert x.shape == (samples, 2) and np.bincount(y).tolist() == counts


def test_without_noise_all_lie_on_two_half_circles():
    x, y = two_moons(50, noise=0)
    upper, lower = x[y == 0], x[y == 1]
    assert np.allclose(np.hypot(*upper.T), 1) and (upper[:, 1] > -1e-12).all()
    assert np.allclose(np.hypot(1 - lower[:, 0], 0.5 - lower[:, 1]), 1) and (lower[:, 1] < 0.5 + 1e-12).all()


def test_noise_has_the_spread_that_was_asked_for():
    clean, _ = two_moons(4000, noise=0, seed=3)
    noisy, _ = two_moons(4000, noise=0.2, seed=3)
    assert np.std(noisy - clean) == pytest.approx(0.2, rel=0.03)


def test_the_seed_decides_and_no_straight_line_tells_the_moons_apart():
    (x, y), (again, _), (other, _) = two_moons(seed=1), two_moons(seed=1), two_moons(seed=2)
    assert np.array_equal(x, again) and not np.array_equal(x, other)
    flat = np.column_stack([x, np.ones(len(x))])
    best_line = np.linalg.lstsq(flat, y, rcond=None)[0]
    assert ((flat @ best_line > 0.5) == y).mean() < 0.95
