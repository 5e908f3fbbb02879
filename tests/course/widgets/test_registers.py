"""The four registers: each number comes from running the loop, and the words say what the picture shows."""

import pytest
from pictures import texts_that_agree

import autogradlab as ag
from autogradlab.course.widgets.registers.mover import registers
from autogradlab.course.widgets.registers.run import LINES, run
from autogradlab.course.widgets.registers.words import cells, writes

EXPECTED = [
    ("3, 1", "None", "none", "none"),
    ("3, 1", "None", "2, saved 1", "none"),
    ("3, 1", "None", "4, saved 2", "4"),
    ("3, 1", "8, 4", "4, saved 0", "4"),
    ("2.6, 0.8", "8, 4", "4, saved 0", "4"),
]


@pytest.mark.parametrize("line, expected", [*enumerate(EXPECTED, start=1)])
def test_what_stands_where_after_each_line(line, expected):
    assert cells(run()[line]) == expected


@pytest.mark.parametrize(
    "line, written",
    [
        *enumerate(
            [
                (False, True, False, False),
                (False, False, True, False),
                (False, False, True, True),
                (False, True, True, False),
                (True, False, False, False),
            ],
            start=1,
        )
    ],
)
def test_each_line_writes_its_own_registers(line, written):
    moments = run()
    assert writes(moments[line - 1], moments[line]) == written


def test_the_first_line_shows_what_it_clears():
    mover = registers(1)
    assert all("4, 2 → None" in shown for shown in (mover.svg, mover.text, mover.description))


def test_what_is_cleared_is_not_what_comes_back():
    moments = run()
    assert moments[0].grads == (4, 2) != moments[4].grads


def test_what_is_no_number_is_answered_with_a_line_there_is():
    with pytest.raises(ValueError, match="line must be a number, not '1'\n  help: give a number, such as 5$"):
        registers("1")


def test_only_step_raises_the_versions():
    assert [moment.versions for moment in run()] == [(0, 0)] * 5 + [(1, 1)]


def test_other_weights_give_other_numbers():
    assert run(w=1.0, b=0.0)[3].loss == 9


def test_the_first_view_is_after_backward():
    mover = registers()
    assert mover.line == 4 and mover.moment.grads == (8, 4)
    assert "backward() fills .grad" in mover.description


@pytest.mark.parametrize("line", range(1, 6))
def test_picture_words_and_text_agree(line):
    mover = registers(line)
    shown = texts_that_agree(mover)
    assert set(LINES) <= set(shown) and set(cells(mover.moment)) <= set(shown)
    assert all(cell in mover.text and cell in mover.description for cell in cells(mover.moment))


def test_buttons_go_line_by_line_and_stop_at_the_ends(shows):
    mover = registers(4)
    mover._steps.forward.click()
    assert mover.line == 5 and mover._steps.forward.disabled
    mover._steps.forward.click()
    assert mover.line == 5
    for _ in range(6):
        mover._steps.back.click()
    assert mover.line == 1 and mover._steps.back.disabled
    assert shows(mover)


def test_it_is_the_same_every_time():
    assert registers().svg == registers().svg and registers().text == registers().text


def test_recording_is_as_before_afterwards():
    registers()
    assert ag.is_grad_enabled()
