"""Each statistic against a case worked by hand, or against what it must be for simulated classes."""

import numpy as np
import pytest

from autogradlab.course.inventory.analysis import formulas

#: Four learners, three items. Scores 3, 2, 1, 0: variance 1.25; shares 3/4, 2/4, 1/4: Σ p(1-p) = 0.625.
STAIRS = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=bool)


def test_kr20_by_hand():
    assert formulas.kr20(STAIRS) == pytest.approx(3 / 2 * (1 - 0.625 / 1.25))


def test_kr20_of_items_that_have_nothing_in_common_is_near_zero_and_without_spread_it_is_nan():
    noise = np.random.default_rng(0).random((2000, 20)) < 0.5
    assert abs(formulas.kr20(noise)) < 0.1
    assert np.isnan(formulas.kr20(np.ones((5, 3), dtype=bool)))


def test_the_corrected_correlation_leaves_the_item_itself_out():
    rest = np.array([2, 1, 0, 0])  # of the first item: scores 3, 2, 1, 0 less 1, 1, 1, 0
    assert formulas.corrected_item_total(STAIRS)[0] == pytest.approx(np.corrcoef([1, 1, 1, 0], rest)[0, 1])


def test_an_item_with_an_inverted_key_has_a_negative_correlation():
    rng = np.random.default_rng(1)
    ability = rng.normal(size=(300, 1))
    right = rng.random((300, 10)) < 1 / (1 + np.exp(-2 * ability))
    right[:, 3] = ~right[:, 3]
    together = formulas.corrected_item_total(right)
    assert together[3] < -0.2 and np.delete(together, 3).min() > 0.2


def test_normalized_gain_by_hand():
    assert formulas.normalized_gain(0.4, 0.7) == pytest.approx(0.5)
    assert np.isnan(formulas.normalized_gain(1.0, 1.0))


def test_cohens_d_by_hand():
    before, after = np.array([1.0, 2.0, 3.0]), np.array([3.0, 4.0, 5.0])  # both spread by 1, all moved by 2
    assert formulas.cohens_d(before, after) == pytest.approx(2.0)


@pytest.mark.parametrize(
    "first_only, last_only, p",
    [(0, 0, 1.0), (1, 0, 1.0), (5, 0, 2 / 32), (6, 1, 2 * 8 / 128), (3, 3, 1.0), (0, 10, 2 / 1024)],
)
def test_mcnemars_exact_p_by_hand(first_only, last_only, p):
    assert formulas.mcnemar(first_only, last_only) == pytest.approx(p)


def test_holm_by_hand():
    assert formulas.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert formulas.holm([0.5, 0.9]) == pytest.approx([1.0, 1.0])
    assert formulas.holm([]) == []


def test_the_tail_of_chi_square_at_its_known_points():
    assert [formulas.chi_square_tail(value) for value in (3.841459, 6.634897)] == pytest.approx([0.05, 0.01], rel=1e-4)


def test_mantel_haenszel_by_hand():
    """One table: 10 of 20 in the group and 15 of 20 others solved it.

    Odds 10·5 / (15·10) = 1/3; expected 12.5, variance 20·20·25·15 / (40²·39); chi-square (2.5 - 0.5)² / variance.
    """
    right = np.repeat([True, False, True, False], [10, 10, 15, 5])
    focal = np.repeat([True, False], 20)
    odds, p = formulas.mantel_haenszel(right, focal, np.zeros(40))
    variance = 20 * 20 * 25 * 15 / (40**2 * 39)
    assert odds == pytest.approx(1 / 3) and p == pytest.approx(formulas.chi_square_tail(4 / variance))


def test_mantel_haenszel_compares_only_learners_of_the_same_score():
    """Within each score both groups do the same, though one group has more low scores."""
    rng = np.random.default_rng(2)
    strata = np.repeat([0, 1], 1000)
    focal = rng.random(2000) < np.where(strata, 0.2, 0.8)
    right = rng.random(2000) < np.where(strata, 0.9, 0.3)
    odds, p = formulas.mantel_haenszel(right, focal, strata)
    assert abs(formulas.delta(odds)) < 1 and p > 0.05
    assert formulas.mantel_haenszel(right, focal, np.zeros(2000))[1] < 1e-6


def test_the_bootstrap_interval_of_a_mean_holds_it_about_as_often_as_it_says():
    hits = 0
    for seed in range(200):
        values = np.random.default_rng(seed).normal(1.0, 2.0, (60, 1))
        low, high = formulas.bootstrap(lambda mean: mean, values, 0.9, seed, times=300)
        hits += low <= 1.0 <= high
    assert 0.82 <= hits / 200 <= 0.96
