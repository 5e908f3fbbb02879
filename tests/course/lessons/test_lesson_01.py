"""Lesson 01: wrong answers by their ideas."""

import pytest

from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge


@pytest.mark.parametrize(
    "item_id, answer, idea",
    [("01-R1", "0.33", "run over rise"), ("01-P1", 6, "slope for loss"), ("01-P2", 6, "slope for loss")],
)
def test_a_wrong_answer_is_told_by_its_idea(item_id, answer, idea):
    assert judge(registry.find(item_id), answer).tag == idea
