"""The bars of `.grad`: every number comes from real calls, and picture, words and text say the same."""

import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest
from pictures import texts, texts_that_agree

from autogradlab.course.widgets.accumulation import run as accumulation_run
from autogradlab.course.widgets.accumulation.mover import MOST, Accumulation
from autogradlab.course.widgets.accumulation.picture import WIDTH
from autogradlab.course.widgets.accumulation.run import BACKWARD, CALLS, CLEAR, STEP, ZERO, run
from autogradlab.course.widgets.accumulation.words import held
from autogradlab.course.widgets.parts.labels import label_box, overlap
from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import written

PROGRAMS = [
    (),
    (BACKWARD,) * 3,
    (BACKWARD, BACKWARD, STEP, BACKWARD, CLEAR),
    (BACKWARD, STEP) * 6,
    (BACKWARD, ZERO, STEP, CLEAR, STEP),
    (ZERO, CLEAR, STEP),
    (BACKWARD,) * 30,
]


def test_the_first_view_adds_and_clears():
    mover = Accumulation()
    assert [note.grad for note in mover.notes] == [None, 6, 12, 12, pytest.approx(15.6), None]
    assert [note.w for note in mover.notes] == [3, 3, 3, pytest.approx(1.8), pytest.approx(1.8), pytest.approx(1.8)]
    assert texts(mover)[0] == "zero_grad() makes .grad None, not 0: 15.6 is gone; w stays 1.8"


@pytest.mark.parametrize(
    "calls, grad",
    [
        ([], None),
        ([BACKWARD], 6),
        ([BACKWARD] * 3, 18),
        ([BACKWARD, CLEAR], None),
        ([BACKWARD, ZERO], 0),
        ([ZERO], None),
        ([BACKWARD, CLEAR, BACKWARD], 6),
    ],
)
def test_what_grad_holds(calls, grad):
    assert Accumulation(calls).grad == grad


@pytest.mark.parametrize(
    "momentum, emptied, w",
    [(False, CLEAR, 2.4), (False, ZERO, 2.4), (True, CLEAR, 2.4), (True, ZERO, pytest.approx(1.86))],
)
def test_zero_still_moves_under_momentum_and_none_does_not(momentum, emptied, w):
    assert Accumulation([BACKWARD, STEP, emptied, STEP], momentum).notes[-1].w == pytest.approx(w)


def test_without_clearing_each_step_uses_the_running_sum():
    steps = [note for note in run([BACKWARD, STEP] * 4) if note.call == STEP]
    assert [round(note.w / 3, 4) for note in steps] == [0.8, 0.44, -0.008, -0.4544]


@pytest.mark.parametrize("momentum", [0.0, 0.9])
@pytest.mark.parametrize("calls", PROGRAMS)
def test_pytorch_does_the_same(monkeypatch, calls, momentum):
    ours = run(calls, momentum)
    monkeypatch.setattr(accumulation_run, "ag", pytest.importorskip("torch"))
    assert ours == run(calls, momentum)


@pytest.mark.parametrize("momentum", [False, True])
@pytest.mark.parametrize("calls", PROGRAMS)
def test_picture_words_and_text_agree(calls, momentum):
    mover = Accumulation(calls, momentum)
    shown = texts_that_agree(mover)
    rows = mover.text.splitlines()[3:]
    assert len(rows) == len(mover.notes)
    for row, note in list(zip(rows, mover.notes))[-7:]:
        assert written(note.w) in row and held(note) in row
        assert {written(note.w), held(note)} <= set(shown)


@pytest.mark.parametrize(
    "calls, title",
    [
        ([STEP], "step() passes over w: its .grad is None"),
        ([BACKWARD], "backward() stores 6: .grad was None"),
        ([BACKWARD] * 2, "backward() adds: 6 + 6 = 12"),
        ([BACKWARD, ZERO, STEP], "it stays where it is"),
        ([BACKWARD, STEP] * 5 + [BACKWARD], "backward() adds: 10.67 − 4.86 = 5.806"),
        ([BACKWARD, ZERO], "zero_grad(set_to_none=False) writes 0 into .grad"),
        ([ZERO], "zero_grad(set_to_none=False) leaves None as it is"),
    ],
)
def test_the_title_says_what_the_last_call_did(calls, title):
    assert title in texts(Accumulation(calls))[0]


def test_buttons_call_take_back_and_start_again(shows):
    mover = Accumulation([])
    press = {said: button.click for said, button in mover._presses.buttons.items()}
    for call in CALLS:
        press[call]()
    assert mover.calls == CALLS and shows(mover)
    press["Undo"]()
    assert mover.calls == CALLS[:-1]
    press["Start again"]()
    assert mover.calls == () and mover._presses.buttons["Undo"].disabled


def test_there_is_an_end():
    mover = Accumulation([BACKWARD] * MOST)
    assert mover._presses.buttons[STEP].disabled and not mover._presses.buttons["Undo"].disabled
    with pytest.raises(ValueError, match="calls has 101 names, but can have at most 100\n  help: "):
        mover.call(BACKWARD)


@pytest.mark.parametrize("calls", ["backward", ["loss.backward"], [None], 5])
def test_what_cannot_be_called_is_refused_with_the_choices(calls):
    mover = Accumulation()
    with pytest.raises(ValueError, match="calls.*\n  help: choose from loss.backward"):
        mover.calls = calls
    assert len(mover.calls) == 5


@pytest.mark.parametrize("rounds", (8, 25, 36, 50))
@pytest.mark.parametrize("calls", [(BACKWARD, STEP), (STEP, BACKWARD)])
def test_the_numbers_of_a_wild_momentum_stay_clear_of_one_another(calls, rounds):
    shown = ElementTree.fromstring(Accumulation((calls * rounds)[:MOST], True).svg).iter()
    boxes = [
        label_box(float(text.get("x")), float(text.get("y")), text.text, text.get("text-anchor"), _size(text))
        for text in shown
        if text.tag.endswith("text") and text.text and set(text.get("class").split()) & {"g", "f", "on"}
    ]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]


def _size(text):
    return float(text.get("style")[len("font-size:") : -len("px")])


def test_a_number_is_not_covered_by_what_a_negative_gradient_takes_away():
    """Four rounds without clearing, with momentum: the last backward() brings −3.828 and reaches into the +4.8."""
    mover = Accumulation((BACKWARD, STEP) * 3 + (BACKWARD,), momentum=True)
    places = [
        float(element.get("y"))
        for element in ElementTree.fromstring(mover.svg).iter()
        if element.tag.endswith("text") and element.text in ("+4.8", "−3.828")
    ]
    *_, covered, taken = places
    assert covered - taken >= 28  # half of the outline, and the height of a number


def outlines(mover):
    """How many blocks are drawn as what is taken away."""
    return sum(each.get("stroke-dasharray") == "4 3" for each in ElementTree.fromstring(mover.svg).iter())


def test_a_negative_gradient_takes_nothing_away_where_nothing_was():
    """After seven rounds w is −2.989: the next backward() brings −5.978, into an empty `.grad` or against a sum."""
    rounds = (BACKWARD, STEP) * 7
    assert outlines(Accumulation((*rounds, CLEAR, STEP, STEP, STEP, STEP, STEP, BACKWARD))) == 0
    assert outlines(Accumulation((BACKWARD,) * 5 + (STEP,) * 10 + (BACKWARD,))) == 1


def test_the_number_beside_the_last_bar_stays_on_the_paper():
    mover = Accumulation((BACKWARD, STEP) * 3 + (BACKWARD,))
    beside = [each for each in ElementTree.fromstring(mover.svg).iter() if each.text == "−0.048"]
    assert [float(each.get("x")) + text_width(each.text, 12) < WIDTH - 12 for each in beside] == [True]
