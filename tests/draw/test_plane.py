"""The plane: data to px, clipping at its limits, round ticks."""

import re
from math import inf, nan

import pytest

from autogradlab.draw.plane import Plane, limits_of, nice_step, ticks

UNIT = Plane(0, 1, 0, 1, left=0, top=0, right=100, bottom=100)


def strokes(svg):
    """The points of each path, in px."""
    return [[tuple(map(float, pair.split(","))) for pair in d.split("L")] for d in re.findall(r' d="M([^"Z]*)', svg)]


def test_corners_of_the_data_are_corners_of_the_picture():
    assert UNIT.at(0, 0) == (0, 100)
    assert UNIT.at(1, 1) == (100, 0)


def test_a_point_beyond_the_limits_is_brought_to_the_nearest_edge():
    assert not UNIT.shows(2, 0.5)
    assert UNIT.nearest(2, 0.5) == (1, 0.5)


def test_a_curve_is_cut_where_it_leaves():
    assert strokes(UNIT.curve([0.5, 1.5], [0.5, 1.5])) == [[(50, 50), (100, 0)]]


def test_a_curve_that_leaves_and_returns_is_two_strokes():
    assert len(strokes(UNIT.curve([0, 0.25, 0.5, 0.75, 1], [0, 2, 2, 2, 0]))) == 2


@pytest.mark.parametrize("hole", [nan, inf, -inf])
def test_a_curve_has_a_gap_where_there_is_no_number(hole):
    curve = UNIT.curve([0, 0.2, 0.5, 0.8, 1], [0, 0.2, hole, 0.8, 1])
    assert strokes(curve) == [[(0, 100), (20, 80)], [(80, 20), (100, 0)]]


def test_a_segment_outside_draws_nothing():
    assert UNIT.segment(2, 2, 3, 3, "#000000", 1) == ""
    assert UNIT.segment(0, 2, 1, 2, "#000000", 1) == ""


@pytest.mark.parametrize(
    "low, high, about, expected",
    [
        (0, 20, 5, [0, 5, 10, 15, 20]),
        (-4.5, 4.5, 10, list(range(-4, 5))),
        (0, 0.05, 5, [0, 0.01, 0.02, 0.03, 0.04, 0.05]),
    ],
)
def test_ticks_are_round_numbers_within_the_limits(low, high, about, expected):
    assert ticks(low, high, about) == expected


def texts(svg):
    return re.findall(r">([^<>]+)</text>", svg)


def test_numbers_too_wide_for_the_room_beside_the_axis_are_counted_in_a_power_of_ten():
    shown = texts(Plane(-1, 1, -1.2e4, 1.2e4).axes("w", "loss"))
    assert shown[:5] == ["−1", "−0.5", "0", "0.5", "1"] and shown[-1] == "loss ÷ 10⁴"
    assert texts(Plane(-1, 1, 0, 5e-4).axes("w", "loss"))[-1] == "loss ÷ 10⁻⁴"
    assert texts(Plane(-1, 1, -100, 100).axes("w", "loss"))[-1] == "loss"


@pytest.mark.parametrize("wish, step", [(1, 1), (1.1, 2), (2.5, 5), (7, 10), (0.03, 0.05)])
def test_steps_are_one_two_five_or_ten(wish, step):
    assert nice_step(wish) == pytest.approx(step)


def test_axes_write_a_real_minus_sign():
    axes = Plane(-4.5, 4.5, -2, 20).axes("w", "loss")
    assert "−4" in axes and ">-4<" not in axes


def test_limits_leave_air_around_the_numbers():
    low, high = limits_of([0.0, 20.0])
    assert low < 0 and high > 20


def test_limits_show_the_bulk_when_a_few_numbers_shoot_away():
    low, high = limits_of([1 / x for x in range(1, 100)] + [1e6])
    assert high < 10


@pytest.mark.parametrize("values", [[], [nan, inf], [3.0, 3.0], [0.0]])
def test_limits_are_never_empty(values):
    low, high = limits_of(values)
    assert low < high
