"""The loop simulator: any order of the five lines is really run; title, picture and text say what came of it."""

import itertools

import pytest
from pictures import texts, texts_that_agree

from autogradlab.course.widgets.loop import run as loop_run
from autogradlab.course.widgets.loop.mover import ORDERS, OWN, Loop
from autogradlab.course.widgets.loop.run import CODE, NAMES, run
from autogradlab.course.widgets.loop.words import finding, first_wrong
from autogradlab.course.widgets.registers.picture import COLUMNS, frame_width
from autogradlab.course.widgets.registers.words import row_cells

EVERY = [order for n in range(1, 6) for order in itertools.permutations(NAMES, n)]


@pytest.mark.parametrize("order", EVERY, ids=",".join)
def test_no_cell_reaches_into_the_next_column(order):
    room = [end - start for start, end in itertools.pairwise((*COLUMNS[1:], 800))]
    for event in run(order).events:
        widths = list(map(frame_width, row_cells(event.before, event.after)))
        assert all(width <= column for width, column in zip(widths, room)), (event.round, event.line, widths)


def test_the_first_view_learns():
    mover = Loop()
    assert mover.order == NAMES and mover.losses == pytest.approx([4, 1, 0.25, 0.0625, 0.015625, 0.003906], abs=1e-5)
    assert texts(mover)[0] == "This order learns: the loss falls from 4 to 0.003906"


@pytest.mark.parametrize(
    "known, title",
    [
        ("zero_grad() last", "This order learns: the loss falls"),
        ("without zero_grad()", "In round 2 step() finds 12, 6 in .grad; this round's own gradient is 4, 2"),
        ("without backward()", "step() always finds .grad None: the weights never move"),
        ("without step()", "Without step() the weights never move: the loss stays 4"),
        ("zero_grad() after backward()", "step() always finds .grad None: the weights never move"),
        ("step() before backward()", "step() always finds .grad None: the weights never move"),
        ("step() between forward and backward()", "In round 3 step() uses a gradient from before the weights moved"),
        ("backward() before forward", "Round 1 stops at loss.backward(): name 'loss' is not defined"),
    ],
)
def test_what_each_known_order_does(known, title):
    assert finding(run(ORDERS[known])).startswith(title)


@pytest.mark.parametrize("missing, stops_at", [("forward", "loss"), ("loss", "backward")])
def test_a_name_exists_only_after_its_line(missing, stops_at):
    result = run(tuple(line for line in NAMES if line != missing))
    assert (result.stop.kind, result.stop_round, result.stop_line) == ("NameError", 1, stops_at)


def test_an_order_learns_if_and_only_if_nothing_is_wrong():
    usual = run(NAMES).losses
    for order in EVERY:
        result = run(order)
        said = finding(result)
        if said.startswith("This order learns: "):
            assert result.losses == pytest.approx(usual, abs=1e-6), order
        else:
            assert result.stop or first_wrong(result) or len(set(result.losses)) <= 1, order


def test_pytorch_runs_every_order_of_five_the_same(monkeypatch):
    ours = [run(order) for order in itertools.permutations(NAMES)]
    monkeypatch.setattr(loop_run, "ag", pytest.importorskip("torch"))
    for mine in ours:
        theirs = run.__wrapped__(mine.order)
        assert mine.losses == pytest.approx(theirs.losses, abs=1e-5)
        assert (mine.stop and mine.stop.sentence) == (theirs.stop and theirs.stop.sentence)


@pytest.mark.parametrize("order", [*ORDERS.values(), ("step",), ("forward", "loss")])
@pytest.mark.parametrize("number", [1, 2, 6])
def test_picture_words_and_text_agree(order, number):
    mover = Loop(order, number)
    shown = texts_that_agree(mover)
    assert {CODE[line] for line in order} <= set(shown)
    for event in mover.run.of_round(mover.run.shown(number)):
        cells = row_cells(event.before, event.after)
        row = next(line for line in mover.text.splitlines() if line.startswith(CODE[event.line]))
        assert all(cell in row for cell in cells) and set(cells) <= set(shown)


def test_lines_are_moved_left_out_and_put_back():
    mover = Loop()
    press = {said: button for said, button in mover._presses.buttons.items()}
    mover.line = "backward"
    press["Move up"].click()
    assert mover.order == ("zero_grad", "forward", "backward", "loss", "step") and mover._known.value == OWN
    press["Move down"].click()
    assert mover.order == NAMES and mover._known.value == "the five lines"
    press["Leave out"].click()
    assert mover.order == ("zero_grad", "forward", "loss", "step") and press["Leave out"].disabled
    assert "left out: loss.backward()" in texts(mover)
    press["Put back"].click()
    assert mover.order == NAMES and press["Put back"].disabled


def test_a_line_at_the_end_goes_no_further():
    mover = Loop(line="step")
    assert mover._presses.buttons["Move down"].disabled and not mover._presses.buttons["Move up"].disabled


@pytest.mark.parametrize("line, places", [("zero_grad", -1), ("zero_grad", -3), ("step", +1)])
def test_a_line_at_an_end_stays_there(line, places):
    mover = Loop(line=line)
    mover.move(places)
    assert mover.order == NAMES


def test_only_what_is_in_the_loop_is_moved_and_only_what_is_out_is_put_back():
    mover = Loop()
    mover.put_back()
    assert mover.order == NAMES
    mover.leave_out()
    mover.move(+1)
    assert mover.order == NAMES[1:]


def test_a_known_order_is_taken_from_the_list(shows):
    mover = Loop()
    mover._known.list.value = "without zero_grad()"
    assert mover.order == NAMES[1:] and shows(mover)


def test_the_slider_shows_another_round_of_the_same_run():
    mover = Loop()
    before = mover.run
    mover._round.more.click()
    assert mover.round == 3 and mover.run is before and "round 3 of 6" in texts(mover)
