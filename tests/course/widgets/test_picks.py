"""Lists, switches and buttons: set from Python or in the page, they say the same; what cannot be chosen is refused."""

import pytest

from autogradlab.course.widgets.parts.control import Steps
from autogradlab.course.widgets.parts.picks import Pick, Presses, Row, Switch
from autogradlab.course.widgets.parts.script import run_lines


@pytest.fixture
def pick():
    return Pick("fruit", {"apple": "an apple", "pear": "a pear"}, "pear")


def test_a_list_can_be_set_from_python_and_in_the_page(pick):
    calls = []
    pick.on_change(lambda: calls.append(pick.value))
    pick.value = "apple"
    pick.list.value = "pear"
    assert calls == ["apple", "pear"]


@pytest.mark.parametrize("value", ["plum", None, ["apple"], 3])
def test_what_is_not_in_the_list_is_refused_with_the_choices(pick, value):
    with pytest.raises(ValueError, match="is not one of the choices\n  help: choose one of 'apple', 'pear'"):
        pick.value = value
    assert pick.value == "pear"


def test_a_switch_is_true_or_false_and_nothing_else():
    switch = Switch("light", False)
    switch.value = True
    assert switch.tick.value is True
    with pytest.raises(ValueError, match="light must be True or False, not 1\n  help: "):
        switch.value = 1


def test_a_button_calls():
    pressed = []
    Presses({"Ring": lambda: pressed.append("ring")}).buttons["Ring"].click()
    assert pressed == ["ring"]


def test_controls_of_a_row_are_reached_in_reading_order(pick):
    switch = Switch("light", False)
    assert list(Row(pick, switch).box.children) == [pick.list, switch.tick]


def test_a_program_runs_line_by_line_until_it_stops():
    seen = []
    names, stop = run_lines(["x = 1", "y = x / 0", "z = 3"], lambda place, names: seen.append(place))
    assert seen == [0] and names["x"] == 1 and "z" not in names
    assert (stop.line, stop.kind, stop.sentence) == (1, "ZeroDivisionError", "division by zero")


@pytest.fixture
def focused(monkeypatch):
    """The words or tooltips of the buttons that were given the focus."""
    given = []
    monkeypatch.setattr("ipywidgets.Button.focus", lambda self: given.append(self.description or self.tooltip))
    return given


def test_the_focus_stays_among_the_buttons_when_the_pressed_one_is_disabled(focused):
    presses = Presses({"Less": lambda: None, "Once": lambda: None, "Again": lambda: None})
    presses.buttons["Once"].click()
    assert focused == []
    presses.buttons["Less"].disabled = presses.buttons["Once"].disabled = True
    presses.buttons["Once"].click()
    assert focused == ["Again"]


def test_at_the_last_step_the_focus_goes_back_one_button(focused):
    steps = Steps("step", 2, 1)
    steps.forward.click()
    assert steps.step == 2 and focused == ["Previous step"]
