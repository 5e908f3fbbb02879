"""Shares and correlations bring an interval, and small groups are never shown."""

import numpy as np
import pytest

from autogradlab.course.classroom.shares import Correlation, Share, Spread, Z, clearly_more


@pytest.mark.parametrize("count, of", [(0, 5), (1, 7), (10, 20), (59, 60), (200, 200)])
def test_the_ends_of_an_interval_are_the_proportions_that_just_agree_with_the_count(count, of):
    share = Share(count, of)
    for end in (share.low, share.high):
        assert (share.value - end) ** 2 == pytest.approx(Z**2 * end * (1 - end) / of, abs=1e-12)
    assert 0 <= share.low < share.high <= 1 and share.holds(share.value)


def test_an_interval_is_the_published_one():
    share = Share(10, 20)
    assert (share.low, share.high) == (pytest.approx(0.2993, abs=1e-4), pytest.approx(0.7007, abs=1e-4))


def test_about_95_of_100_intervals_hold_the_true_share():
    drawn = np.random.default_rng(0).binomial(40, 0.3, 2000)
    assert 0.93 < np.mean([Share(int(count), 40).holds(0.3) for count in drawn]) < 0.97


def test_a_group_under_five_is_not_shown():
    assert [Share(1, of).shown for of in (1, 4, 5, 60)] == [False, False, True, True]


def test_a_correlation_has_fishers_interval_and_needs_twenty_learners():
    correlation = Correlation(0.5, 28)
    assert (correlation.low, correlation.high) == (pytest.approx(0.156, abs=1e-3), pytest.approx(0.736, abs=1e-3))
    assert not Correlation(0.5, 19).shown and not Correlation(float("nan"), 60).shown
    assert -1 < Correlation(-1.0, 20).low < Correlation(-1.0, 20).high < 0


def test_the_middle_half_is_found_in_any_order_and_for_one_value():
    assert Spread.of([5, 1, 4, 2, 3]) == Spread(2, 3, 4) and Spread.of([7]) == Spread(7, 7, 7)


def test_a_difference_that_chance_would_give_is_not_called_clear():
    assert clearly_more(Share(18, 20), Share(4, 20)) and not clearly_more(Share(11, 20), Share(9, 20))
    assert not clearly_more(Share(4, 20), Share(18, 20))
