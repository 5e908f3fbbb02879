"""Every name that a lesson may import from the course is there."""

import pytest

from autogradlab import course


@pytest.mark.parametrize("name", course.__all__)
def test_a_lesson_can_import(name):
    names = {}
    exec(f"from autogradlab.course import {name}", names)
    assert callable(names[name])


def test_what_is_not_there_says_so():
    with pytest.raises(AttributeError, match="has no attribute 'Sloep'"):
        course.Sloep
