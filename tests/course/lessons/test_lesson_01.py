"""Lesson 01: what the exercise says about likely mistakes."""

import numpy as np
import pytest

from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_01 import exercise


def moves_there_and_back(f, w, h=1e-4):
    slopes = np.zeros(w.shape)
    for i in np.ndindex(w.shape):
        w[i] += h
        right = f(w)
        w[i] -= 2 * h
        slopes[i] = (right - f(w)) / (2 * h)
        w[i] += h
    return slopes


def test_a_weight_that_was_moved_back_by_h_is_shown_with_all_its_digits():
    with pytest.raises(NotYet, match=r"the caller's w is \[2.0000000000000004, .*\n  help: adding and subtracting h"):
        exercise.check_untouched(moves_there_and_back)
