"""Every item of every lesson keeps what validate.py asks for, and the validator sees what it should."""

from dataclasses import replace

import pytest

from autogradlab.course.checks import Signature, registry, validate
from autogradlab.course.checks.judging import judge

ITEMS = registry.every_item()


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_an_item_is_sound(item):
    assert validate.faults(item) == []


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_the_key_passes_and_every_signature_is_named(item):
    raw = item.key() if isinstance(item.key(), str) else item.key().tolist()
    assert judge(item, raw).verdict.word == "passed"
    for signature, value in item.signed():
        feedback = judge(item, value if isinstance(value, str) else value.tolist())
        assert (feedback.verdict.word, feedback.tag) == ("not yet", signature.idea)


@pytest.mark.parametrize(
    "item_id, key",
    [
        ("00-C1", 36),
        ("01-R1", 3),
        ("01-R2", 0.61),
        ("01-B2", 1.51),
        ("01-C1", 6),
        ("01-C2", 2.4),
        ("01-C3", -3),
        ("01-C5", 1),
        ("01-P1", 5.76),
        ("01-P2", 12.96),
    ],
)
def test_the_numbers_of_lesson_01(item_id, key):
    assert registry.find(item_id).key() == pytest.approx(key)


@pytest.mark.parametrize(
    "item_id, name",
    [
        ("01-P0", "grad"),
        ("01-B1", "sign"),
        ("01-C4", "Q"),
        ("01-C7", "euro per metre"),
        ("01-P3", "w**3"),
        ("00-C2", "not counted"),
    ],
)
def test_the_choices_of_lessons_00_and_01(item_id, name):
    item = registry.find(item_id)
    assert item.lettered()[item.key()].name == name


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
    ],
)
def test_the_validator_sees(items, change, fault):
    assert any(fault in found for found in validate.faults(replace(items["99-C1"], **change)))


def test_the_picture_of_the_four_tangents_agrees_with_its_words():
    picture, words = registry.find("01-C4").picture()
    assert all(f">{name}</text>" in picture and f"{name} touches" in words for name in "PQRS")
