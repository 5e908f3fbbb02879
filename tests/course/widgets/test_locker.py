"""The locker: a rule multiplies what arrives, returns one gradient per argument, and is checked in double precision."""

import pytest
from pictures import texts, texts_that_agree

from autogradlab.course.widgets.locker.mover import Locker
from autogradlab.draw.numbers import written


def test_the_first_view_shows_what_the_forgotten_factor_costs():
    locker = Locker()
    assert (locker.y, locker.local, locker.sent, locker.sent_wrong) == (9, 6, 30, 6)
    assert "6 × 5 = 30" in texts(locker) and "✗ not 30" in texts(locker)


def test_the_locker_holds_what_forward_put_there():
    assert Locker(x=-2.5, n=3).saved == {"x": -2.5, "n": 3}


@pytest.mark.parametrize("x, n, incoming, sent", [(2, 3, 1, 12), (-1.5, 2, 2, -6), (3, 1, -4, -4), (0, 2, 5, 0)])
def test_the_right_rule_sends_local_times_incoming(x, n, incoming, sent):
    assert Locker(x=x, n=n, incoming=incoming).sent == sent


@pytest.mark.parametrize("incoming", [-2, 0, 0.5, 3])
def test_the_forgetful_rule_sends_the_same_whatever_arrives(incoming):
    locker = Locker(incoming=incoming)
    assert locker.sent_wrong == 6 and locker.sent == 6 * incoming


def test_with_an_incoming_1_the_forgotten_factor_does_not_show():
    locker = Locker(incoming=1)
    assert locker.sent == locker.sent_wrong and "does not show" in locker.description


def test_gradcheck_needs_double_precision():
    check = Locker().check
    assert check.passes == {"float64": True, "float32": False, "forgetful": False}
    assert check.measured["float64"] == pytest.approx((3, 6), abs=1e-6)
    assert abs(check.measured["float32"][1] - 6) > 0.1


def test_where_the_check_fails_it_shows_the_difference_that_is_off():
    locker = Locker(0.0, 5.0, 1)
    place, slope = locker.check.measured["float32"]
    assert not locker.check.passes["float32"] and place == 1 and abs(slope - 1) > 0.01
    assert " at 1." in locker.description and " at 1" in locker.text


def test_gradcheck_sees_the_forgotten_factor_where_nothing_arrives():
    assert Locker().check.probe == ((6, 8), (6, 0))


@pytest.mark.parametrize("x, incoming, n", [(3, 5, 2), (-4, -6, 4), (0, 0, 1), (0.5, 1, 3)])
def test_picture_words_and_text_agree(x, incoming, n):
    locker = Locker(x, incoming, n)
    shown = texts_that_agree(locker)
    for number in (locker.y, locker.local, locker.sent, locker.sent_wrong):
        assert any(written(number) in said for said in shown) and written(number) in locker.text


def test_moving_a_slider_redraws(shows):
    locker = Locker()
    locker._incoming.slider.value = 2.0
    assert locker.sent == 12 and shows(locker)


def test_the_same_state_gives_the_same_bytes():
    assert Locker().svg == Locker().svg and Locker().text == Locker().text
