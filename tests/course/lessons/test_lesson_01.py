"""Lesson 01: wrong answers by their ideas, and what the exercise says about a likely mistake."""

import numpy as np
import pytest

from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_01 import exercise


@pytest.mark.parametrize(
    "item_id, answer, idea",
    [("01-R1", "0.33", "run over rise"), ("01-P1", 6, "slope for loss"), ("01-P2", 6, "slope for loss")],
)
def test_a_wrong_answer_is_told_by_its_idea(item_id, answer, idea):
    assert judge(registry.find(item_id), answer).tag == idea


def moves_there_and_back(f, w, h=1e-4):
    slopes = np.zeros(w.shape)
    for i in np.ndindex(w.shape):
        w[i] += h
        right = f(w)
        w[i] -= 2 * h
        slopes[i] = (right - f(w)) / (2 * h)
        w[i] += h
    return slopes


def leaves_weights_moved(f, w, h=1e-4):
    slopes, left = np.zeros(w.shape), np.array(w, dtype=float)
    for i in np.ndindex(w.shape):
        right = left.copy()
        left[i] -= h
        right[i] += h
        slopes[i] = (f(right) - f(left)) / (2 * h)
    return slopes


def test_a_weight_that_stays_moved_while_the_next_one_moves_is_told():
    with pytest.raises(NotYet, match=r"you give \[5.0, 2.9, 0.0\] for .*\n  help: a weight that was moved goes back"):
        exercise.check_untouched(leaves_weights_moved)


def test_a_weight_that_was_moved_back_by_h_is_shown_with_all_its_digits():
    with pytest.raises(NotYet, match=r"the caller's w is \[2.0000000000000004, .*\n  help: adding and subtracting h"):
        exercise.check_untouched(moves_there_and_back)
