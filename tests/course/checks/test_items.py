"""Every item of every lesson passes validate.py, and the validator sees what it should."""

import ast
import re
from dataclasses import replace
from html import escape
from importlib import import_module

import pytest

from autogradlab.course.checks import Recall, Signature, faces, registry, validate
from autogradlab.course.checks.hints import REVEAL, hint
from autogradlab.course.checks.ideas import contrast_of
from autogradlab.course.checks.judging import UNDECIDED, judge
from autogradlab.course.checks.questions import Bug, Choice, Print
from autogradlab.course.lessons.lesson_01 import four_tangents

CARD = 800 - 2 * (20 + 1)  # px: the width of a card in a window of 1,280 px, without its padding and its border
ITEMS = [item for item in registry.every_item() if not isinstance(item, Recall)]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_an_item_is_sound(item):
    assert validate.faults(item) == []


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_the_items_that_an_item_leads_to_are_there(item):
    for other in (item.twin, item.follow_up):
        assert not other or registry.find(other)
    assert not (item.twin and item.follow_up)


@pytest.mark.parametrize("number", sorted({item.id[:2] for item in ITEMS}))
def test_no_two_items_have_one_id(number):
    ids = [item.id for item in import_module(f"autogradlab.course.lessons.lesson_{number}.items").ITEMS]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("item", [item for item in ITEMS if item.lettered()], ids=lambda item: item.id)
def test_code_in_an_option_is_marked(item):
    plain = [re.sub("`[^`]*`", "", option.text) for option in item.lettered().values()]
    assert [text for text in plain if re.search(r"\w[(_=\[]|[a-z]\.[a-z]|_\w| = ", text)] == []


@pytest.mark.parametrize("item", [item for item in ITEMS if getattr(item, "several", False)], ids=lambda item: item.id)
def test_the_card_of_a_question_with_several_right_options_says_so_and_the_task_does_not(item):
    assert "Mark all" not in item.task
    assert "Mark all that apply.</p>" in faces.task_html(item)
    assert "Mark all that apply." in " ".join(faces.card_text(item).split())


def test_the_card_of_any_other_question_does_not():
    assert not any("Mark all" in faces.task_html(item) for item in ITEMS if not getattr(item, "several", False))


@pytest.mark.parametrize("item", [item for item in ITEMS if isinstance(item, (Bug, Print))], ids=lambda item: item.id)
def test_an_answer_reads_as_a_part_of_a_sentence(item):
    assert not re.search(r"\n|, [A-Z]", re.sub("`[^`\n]*`", "", item.written(item.key())))


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_an_option_begins_with_a_capital_letter_or_code(item):
    options = item.lettered().values() if isinstance(item, Choice) else ()
    assert not any(option.text[0].islower() for option in options)


@pytest.mark.parametrize("item", [item for item in ITEMS if item.listing], ids=lambda item: item.id)
def test_a_program_that_belongs_to_the_task_is_on_the_card_and_in_its_text(item):
    assert f">{escape(item.listing.strip())}</pre>" in faces.task_html(item)
    assert all(line in faces.card_text(item) for line in item.listing.splitlines())


@pytest.mark.parametrize("item", [item for item in ITEMS if item.drawn()], ids=lambda item: item.id)
def test_a_picture_is_no_wider_than_a_card_in_which_its_letters_would_shrink(item):
    picture, _ = item.drawn()
    assert int(re.search(r'<svg [^>]*width="(\d+)"', picture)[1]) <= CARD


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_the_key_passes_and_every_signature_is_named(item):
    assert judge(item, item.raw(item.key())).verdict.word == "passed"
    for signature, value in item.signed():
        feedback = judge(item, item.raw(value))
        assert feedback.verdict.word == "not yet"
        assert feedback.tag in (signature.idea, UNDECIDED if item.follow_up else signature.idea)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_a_contrast_shows_no_name_of_ours_and_ends_in_its_value(item):
    for signature, _ in item.signed():
        for case in signature.show_me or contrast_of(signature.idea):
            assert "answer" not in case.in_a_cell
            assert case.in_a_cell == case.program or isinstance(ast.parse(case.in_a_cell).body[-1], ast.Expr)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_a_reveal_is_a_sentence_to_its_end(item):
    said = hint(item, REVEAL).says
    assert said.rstrip("`*")[-1] in ".?!" and not re.search(r"does `|still `[\d.]+ ", said)


@pytest.mark.parametrize("item", [item for item in ITEMS if item.ranges], ids=lambda item: item.id)
def test_other_numbers_are_as_sound(item):
    for seed in range(1, 21):
        variant = item.variant(seed)
        assert validate.faults(variant) == [], variant.numbers
        assert "$" not in variant.task + variant.reason + variant.listing + "".join(variant.hints) + variant.reveal
        assert judge(variant, variant.raw(variant.key())).verdict.word == "passed"


@pytest.mark.parametrize(
    "recall", [item for item in registry.every_item() if isinstance(item, Recall)], ids=lambda item: item.id
)
def test_a_recall_asks_items_of_earlier_lessons(recall):
    for item_id in recall.of:
        assert item_id[:2] < recall.id[:2] and not isinstance(registry.find(item_id), Recall)


@pytest.mark.parametrize("seed", range(4))
def test_the_rise_is_known_at_other_numbers_too(seed):
    item = registry.find("01-C6").variant(seed)
    low, high = item.numbers["w"], item.numbers["w"] + item.numbers["h"]
    told = judge(item, f"{high**2 - low**2:.1f}")
    assert told.tag == "rise for slope" and f"from {low} to {high}" in told.says


def test_a_key_moves_with_its_program(items):
    assert replace(items["99-C1"], program=items["99-C1"].program.replace("4.", "5.")).key() == 10


@pytest.mark.parametrize(
    "change, fault",
    [
        ({"hints": ("It is 8.", "b", "c")}, "hint 1 says the key"),
        ({"hints": ("word " * 70, "b", "c")}, "more than 60"),
        ({"wrong": (Signature("a", "8", "**x**"),)}, "a and the key give the same answer"),
        ({"wrong": (Signature("a", "9", "**x**"), Signature("b", "9.", "**x**"))}, "b and a give the same answer"),
        ({"wrong": (Signature("a", "9", "**Not 8.**"),)}, "a says the key"),
        ({"wrong": (Signature("a", "9", "no bold"),)}, "does not begin with a bold sentence"),
        ({"reason": ""}, "a reason"),
        ({"program": "answer = 2.5", "wrong": ()}, "an example of the form is the key"),
        ({"program": "answer = 3.5", "wrong": ()}, "an example of the form is the key"),
    ],
)
def test_the_validator_sees(items, change, fault):
    assert any(fault in found for found in validate.faults(replace(items["99-C1"], **change)))


def test_the_picture_of_the_four_tangents_agrees_with_its_words():
    picture, words = registry.find("01-C4").picture()
    assert all(f">{name}</text>" in picture and f"{name} touches" in words for name in "PQRS")


def test_the_slopes_can_be_read_from_the_picture_of_the_four_tangents():
    plane = four_tangents.PLANE
    assert plane.x(1) - plane.x(0) == pytest.approx(plane.y(0) - plane.y(1))
    for w in four_tangents.POINTS.values():
        w1, loss1, w2, loss2 = four_tangents.ends(w)
        assert (loss2 - loss1) / (w2 - w1) == pytest.approx(2 * w)


@pytest.mark.parametrize("outer, inner", [("P", "Q"), ("S", "R")])
def test_neighboring_tangents_do_not_cross(outer, inner):
    outer_end, inner_start = (four_tangents.ends(four_tangents.POINTS[name]) for name in (outer, inner))
    assert abs(outer_end[2]) > abs(inner_start[0])
