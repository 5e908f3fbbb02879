"""The cards: found by the real messages of both engines, and true: the fix works, the popular fix does not."""

import re
from importlib import import_module

import numpy as np
import pytest

from autogradlab.course.checks.wording import to_text, word_count
from autogradlab.course.error_cards import CARDS, card_for
from autogradlab.course.error_cards.card import ROWS

EVERY = pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
MORE_TROUBLE = {
    "E1": "trunk = ag.tensor(2., requires_grad=True) ** 2\n(trunk + 1).backward()\n(trunk * 3).backward()",
    "E2": "ag.autograd.grad(ag.tensor(2., requires_grad=True) * 2, ag.tensor(1.))",
    "E3": "ag.ones(2, requires_grad=True).exp().backward()",
    "E4": "w = ag.tensor([1.], requires_grad=True)\nloss = (w ** 2).sum()\nwith ag.no_grad(): w -= 1\nloss.backward()",
    "E5": "ag.ones(3, requires_grad=True)[0].mul_(2)",
    "E6": "ag.ones(3, requires_grad=True).numpy()",
    "E7": "ag.tensor(2., requires_grad=True).grad.zero_()",
    "E8": "ag.ones(3, requires_grad=True).exp().backward(ag.ones(2))",
}


def trouble_of(program, card, ag):
    """The error or the first warning that a program ends in."""
    ran = card.result(program, ag=ag)
    return ran.error or (ran.warnings[0] if ran.warnings else None)


@pytest.mark.parametrize("name", [f"E{number}" for number in range(1, 9)])
def test_a_card_is_found_by_the_message_of_both_engines(name, ag):
    trouble = trouble_of(CARDS[name].trouble, CARDS[name], ag)
    assert trouble is not None and card_for(trouble) is CARDS[name]


@pytest.mark.parametrize("name", MORE_TROUBLE)
def test_a_card_is_found_by_other_forms_of_its_message(name, ag):
    trouble = trouble_of(MORE_TROUBLE[name], CARDS[name], ag)
    assert card_for(trouble) is CARDS[name]
    assert card_for(f"{type(trouble).__name__}: {getattr(trouble, 'message', trouble)}") is CARDS[name]


@pytest.mark.parametrize("unused", ["ag.autograd.grad(w * 2, v)", "ag.optim.SGD([w * 2], lr=0.1)"])
def test_a_gradient_that_cannot_arrive_is_e7(unused, ag):
    program = f"w, v = (ag.tensor(2., requires_grad=True) for _ in range(2))\n{unused}"
    assert card_for(trouble_of(program, CARDS["E7"], ag)).id == "E7"


@pytest.mark.parametrize("error", [MemoryError(), "CUDA out of memory. Tried to allocate 2.00 GiB"])
def test_running_out_of_memory_is_e9(error):
    assert card_for(error).id == "E9"


def test_numpy_out_of_memory_is_e9():
    with pytest.raises(MemoryError) as caught:
        np.empty((10**6, 10**6, 10**5))
    assert card_for(caught.value).id == "E9"


def test_torch_out_of_memory_is_e9():
    torch = pytest.importorskip("torch")
    with pytest.raises(RuntimeError) as caught:
        torch.empty(10**16)
    assert card_for(caught.value).id == "E9"


@pytest.mark.parametrize("name", ["E10", "e1", " E3 "])
def test_a_card_is_found_by_its_id(name):
    assert card_for(name) is CARDS[name.strip().upper()]


class Unsayable(Exception):
    def __str__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    "error",
    [
        ZeroDivisionError("division by zero"),
        "",
        "E99",
        NameError("w"),
        None,
        3,
        Unsayable(),
        AttributeError("'NoneType' object has no attribute 'shape'"),
    ],
)
def test_other_errors_have_no_card(error):
    assert card_for(error) is None


def outcome(card, program, ag):
    """The `answer` of a card's program, as plain numbers, or the class of its error."""
    ran = card.result(program, ag=ag)
    return type(ran.error) if ran.error else ran.names["answer"]


@EVERY
def test_the_smallest_fix_works(card, ag):
    assert outcome(card, card.fixed, ag) == pytest.approx(outcome(card, card.sound, ag), rel=1e-5)


@EVERY
def test_the_popular_fix_does_not_help(card, ag):
    given, sound = outcome(card, card.tempting, ag), outcome(card, card.sound, ag)
    assert given is None or isinstance(given, type) or given != pytest.approx(sound, rel=1e-2)


def test_both_engines_agree_on_every_program():
    torch = pytest.importorskip("torch")
    import autogradlab

    for card in CARDS.values():
        for program in (card.sound, card.fixed, card.tempting):
            ours, theirs = (outcome(card, program, ag) for ag in (autogradlab, torch))
            assert ours == theirs or ours == pytest.approx(theirs, rel=1e-5), (card.id, program)


def test_keeping_every_graph_makes_each_round_longer(ag):
    card = CARDS["E1"]
    longer = card.tempting.replace("range(3)", "range(6)")
    assert outcome(card, longer, ag) > outcome(card, card.tempting, ag) > outcome(card, card.fixed, ag)


def test_passing_ones_is_the_sum(ag):
    card = CARDS["E3"]
    assert outcome(card, card.tempting, ag) == outcome(card, card.fixed.replace("mean", "sum"), ag)


def test_what_data_hides_is_a_silent_change(ag):
    card = CARDS["E4"]
    assert isinstance(outcome(card, card.tempting, ag), list)


def test_detaching_before_the_loss_is_e2(ag):
    assert card_for(trouble_of(CARDS["E6"].tempting, CARDS["E6"], ag)).id == "E2"


@EVERY
def test_the_words_are_short_and_kind(card):
    texts = [card.name, card.line, *(getattr(card, field) for field in ROWS)]
    for text in map(to_text, texts):
        assert 0 < word_count(text) <= 30, text
        assert not re.search(r"\b(wrong|obviously|simply|illegal|just)\b", text, re.IGNORECASE), text


@EVERY
def test_the_text_face_says_everything(card):
    text = " ".join(repr(card).split())
    for field, title in ROWS.items():
        assert f"{title}: {to_text(getattr(card, field))}" in text
    assert text.startswith(f"{card.id} · ") and f"lesson {card.lesson}" in text


@EVERY
def test_the_html_face_says_the_same_and_shows_both_fixes(card):
    html = card._repr_mimebundle_()["text/html"]
    assert html.count("<pre") == 2 and card.id in html and f"lesson {card.lesson}" in html
    assert "**" not in html.replace(" ** ", ""), "a mark that was not turned into an element"
    assert all(title in html for title in ROWS.values())


def test_the_cards_are_numbered_without_a_gap_and_belong_to_lessons():
    assert list(CARDS) == [f"E{number}" for number in range(1, len(CARDS) + 1)]
    assert all(import_module(f"autogradlab.course.lessons.lesson_{card.lesson}") for card in CARDS.values())


def test_no_message_belongs_to_two_cards(ag):
    for card in CARDS.values():
        trouble = trouble_of(card.trouble, card, ag)
        text = str(getattr(trouble, "message", trouble))
        found = {other.id for other in CARDS.values() for phrase in other.phrases if re.search(phrase, text)}
        assert found <= {card.id}
