"""The card: one question at a time, answers kept on the way, the same words as without widgets."""

import pytest

pytest.importorskip("ipywidgets")

from autogradlab.course import inventory  # noqa: E402


@pytest.fixture
def card():
    return inventory("A", phase="before")


def test_next_keeps_the_answer_and_goes_on(card):
    card.answer, card.confidence = "B", "guess"
    card.forward()
    assert card.sitting.given == {"A-I01": "B"} and card.sitting.sure == {"A-I01": "guess"}
    assert (card.item_id, card.answer, card.confidence) == ("A-I02", "", "")
    card.back()
    assert (card.item_id, card.answer, card.confidence) == ("A-I01", "B", "guess")


def test_a_question_can_be_left_open_and_gone_back_to(card):
    card.forward()
    card.item_id = "A-I20"
    card.answer = "?"
    card.forward()
    assert card.item_id == "A-I01" and list(card.sitting.given) == ["A-I20"]


def test_finishing_with_open_questions_goes_to_the_first_of_them(card):
    card.answer = "A"
    card.finish()
    assert card.item_id == "A-I02" and "Still open: 2, 3" in card.said.says and not card.sitting.closed


def test_the_last_answer_is_kept_by_finish_and_the_card_ends_with_thanks(card):
    for _ in range(20):
        card.answer = "?"
        if card.item_id != "A-I20":
            card.forward()
    card.finish()
    assert card.sitting.closed and "Thank you" in card.widget.children[0].value


def test_a_card_goes_on_where_the_answers_without_widgets_stopped(card):
    inventory.answer("A-I01", "A")
    assert inventory("A", phase="before").item_id == "A-I02"


def test_every_control_has_a_name_and_all_options_are_offered(card):
    row = card.widget.children[2].children
    assert [each.description for each in row] == ["I am", "Back", "Next", "Finish", "Go to"]
    assert [label for label, _ in card.widget.children[1].children[1].options][-1] == "I do not know"


def test_a_saved_notebook_holds_no_answer(card):
    card.answer = "B"
    card.forward()
    assert card._repr_mimebundle_()["text/plain"] == "Concept inventory, form A · before the course"
