"""The switchboard: two switches that do not move each other, and what each leaves for training."""

import xml.etree.ElementTree as ElementTree

import pytest
from pictures import texts_that_agree

import autogradlab as ag
from autogradlab.course.widgets.switchboard.mover import Switchboard
from autogradlab.course.widgets.switchboard.run import ALL, BATCH, CONSTANT, HIDDEN, INPUTS, LAST, RECORDS, REFUSED
from autogradlab.course.widgets.switchboard.words import cells

FLOAT = 4


@pytest.fixture(scope="module")
def board():
    return Switchboard()


def test_the_first_view_is_the_common_confusion(board):
    assert (board.record, board.layers) == ("grad", "eval") and board.fact.records
    assert board.description.startswith("eval() changes the layers: everything is still recorded")


@pytest.mark.parametrize(
    "record, records", [("grad", True), ("no_grad", False), ("enable_grad", True), ("inference_mode", False)]
)
def test_the_layers_do_not_decide_about_recording(board, record, records):
    assert {board.facts[record, layers].records for layers in ("train", "eval")} == {records}


@pytest.mark.parametrize("record", RECORDS)
def test_recording_does_not_decide_about_the_layers(board, record):
    train, evaluation = board.facts[record, "train"], board.facts[record, "eval"]
    assert train.zeroed > 0 and train.running_mean == 0.2
    assert evaluation.zeroed == 0 and evaluation.running_mean == 0


def test_saved_bytes_are_those_one_counts_by_hand(board):
    normed, hidden = BATCH * INPUTS * FLOAT, BATCH * HIDDEN * FLOAT
    assert board.facts["grad", "eval"].saved == normed + hidden  # into Linear; out of sigmoid
    assert board.facts["grad", "train"].saved == normed + 3 * hidden  # and Dropout's mask and result
    assert board.facts["no_grad", "train"].saved == board.facts["inference_mode", "eval"].saved == 0


@pytest.mark.parametrize(
    "record, reaches", [("grad", ALL), ("no_grad", CONSTANT), ("enable_grad", ALL), ("inference_mode", REFUSED)]
)
def test_what_a_later_loss_trains(board, record, reaches):
    assert board.facts[record, "train"].reaches == reaches


def test_inference_tensors_are_refused_with_the_engines_sentence(board):
    assert "Inference tensors cannot be saved for backward" in board.facts["inference_mode", "eval"].message


def test_detach_cuts_one_path_only():
    board = Switchboard("grad", "train", detach=True)
    assert board.fact.records and board.fact.reaches == LAST
    assert "detach() cuts one path" in board.description and "h.detach()" not in board.svg


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("layers", ["train", "eval"])
def test_picture_words_and_text_agree(board, record, layers):
    board.record, board.layers = record, layers
    shown = texts_that_agree(board)
    row = next(line for line in board.text.splitlines() if line.startswith("> "))
    for cell in cells(record, layers, board.fact):
        assert cell in row and (cell in shown or f"✗ {cell}" in shown)


def test_the_learners_modes_and_random_numbers_are_left_alone():
    from autogradlab.course.widgets.switchboard import run as switchboard_run

    switchboard_run.run.cache_clear()
    before = ag.get_rng_state().tolist()
    Switchboard()
    assert ag.is_grad_enabled() and ag.get_rng_state().tolist() == before


def test_what_is_detached_has_a_line_of_its_own(board):
    shown = lambda: {each.text for each in ElementTree.fromstring(board.svg).iter() if each.tag.endswith("text")}
    board.layers, board.detach = "eval", False
    assert {"hidden values: not detached", "model.eval()"} <= shown()
    board.detach = True
    assert {"hidden values: detached", "model.eval()"} <= shown()
