"""The questions: parallel forms, answers that belong to ideas, and facts that are true of PyTorch as well."""

import re

import pytest

from autogradlab.course.checks.wording import word_count
from autogradlab.course.inventory.forms import FORMS, items, questions
from autogradlab.course.inventory.questions import QUESTIONS, TRANSFER
from autogradlab.course.programs import run

EVERY = [(question, form) for question in (*QUESTIONS, *TRANSFER) for form in question.forms]
PLANNED = {
    1: "M40 M41",
    2: "M38 M39",
    3: "M43",
    4: "M44 M45",
    5: "M17 M18",
    6: "M16 M14",
    7: "M03 M04",
    8: "M01 M02 M61",
    9: "M10 M13",
    10: "M12 M15",
    11: "M31 M32 M33",
    12: "M35 M36 M34",
    13: "M28 M29",
    14: "M25 M24 M26",
    15: "M30",
    16: "M46 M47",
    17: "M51 M52",
    18: "M53 M54 M55",
    19: "M56 M57 M58",
    20: "M20 M21 M22",
}
IN_THE_TRANSFER_BLOCK = {
    "M05",
    "M06",
    "M09",
    "M11",
    "M27",
    "M37",
    "M42",
    "M48",
    "M49",
    "M50",
    "M60",
    "M67",
    "M68",
    "M69",
    "M70",
    "M71",
    "M72",
}


#: {question: ideas whose machine must give the idea's own answer}. Others are tested by claims, or are mere beliefs.
LANDS = {
    "I01": "M40 M41",
    "I02": "M38 M39",
    "I03": "M43",
    "I05": "M18",
    "I06": "M16",
    "I07": "M03 M04",
    "I08": "M01 M02 M61",
    "I09": "M10",
    "I11": "M31 M32",
    "I12": "M34",
    "I13": "M28 M29",
    "I14": "M24 M25 M26",
    "I15": "M30",
    "01": "M60",
    "02": "M42",
    "03": "M06",
    "04": "M05 M40",
    "06": "M71",
    "07": "M11 M03",
    "09": "M27",
    "10": "M35",
    "14": "M67 M39",
}


def named(case):
    question, form = case
    return question.id_in(form)


def item_id(case):
    """The id without its form: `I07`, `07`."""
    return named(case).partition("-")[2]


@pytest.mark.parametrize("case", EVERY, ids=named)
def test_the_right_answer_is_what_the_program_finds_and_has_no_idea_against_it(case):
    question, form = case
    item = question.item(form)
    key = item.lettered()[item.key()]
    assert key.name == str(run(item.program).names["answer"]) and not key.idea


@pytest.mark.parametrize("case", EVERY, ids=named)
def test_pytorch_finds_the_same_answer(case):
    torch = pytest.importorskip("torch")
    question, form = case
    ours, theirs = (str(run(question.program(form), ag=engine).names["answer"]) for engine in (_engine(), torch))
    assert ours == theirs


@pytest.mark.parametrize("case", EVERY, ids=named)
def test_every_other_answer_belongs_to_a_misconception_and_all_answers_differ(case):
    question, form = case
    options = question.item(form).options
    assert all(re.fullmatch(r"M\d\d( M\d\d)*", option.idea) for option in options[1:])
    assert len({option.name for option in options}) == len({option.text for option in options}) == len(options) >= 3


@pytest.mark.parametrize("case", EVERY, ids=named)
def test_texts_are_short_and_nothing_is_left_to_fill_in(case):
    question, form = case
    item = question.item(form)
    for text in (item.task, item.reason, *(option.text for option in item.options)):
        assert word_count(text) <= 60 and not re.search(r"[${}]|\bag\.", text)
    assert "ag." not in item.listing


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.idea)
def test_both_forms_ask_for_the_same_idea_with_the_same_answers_to_choose_from_and_other_numbers_or_names(question):
    one, other = question.item("A"), question.item("B")
    assert [option.idea for option in one.options] == [option.idea for option in other.options]
    assert one.listing != other.listing
    assert set(question.forms["A"]) == set(question.forms["B"])


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.idea)
def test_every_planned_misconception_is_among_the_answers(question):
    assert set(PLANNED[question.number].split()) <= set(question.ideas)


def test_the_transfer_block_has_an_answer_for_every_misconception_that_was_left_to_it():
    assert {idea for question in TRANSFER for idea in question.ideas} >= IN_THE_TRANSFER_BLOCK


def test_ids_are_in_order():
    assert [item.id for item in items("A")] == [f"A-I{number:02}" for number in range(1, 21)]
    assert items("T")[0].id == "T-01" and [question.number for question in TRANSFER] == list(range(1, 18))


def test_a_form_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(ValueError, match=f"choose from {', '.join(FORMS)}"):
        questions("C")


@pytest.mark.parametrize("case", EVERY, ids=named)
def test_a_believer_lands_on_the_answer_of_the_belief(case):
    """On the machine of a misconception, a program that simply runs to its end gives the answer of this idea."""
    bank = pytest.importorskip("autogradlab.course.misconceptions", reason="the bank of misconceptions is not there")
    if not hasattr(bank, "find"):
        pytest.skip("the bank of misconceptions is being built")
    question, form = case
    landed = {idea: _landing(question, form, bank.find(idea).machine) for idea in question.ideas}
    foreign = {idea: where for idea, where in landed.items() if where and idea not in where.split()}
    own = {idea for idea, where in landed.items() if where}
    assert not foreign and own >= set(LANDS.get(item_id(case), "").split())


def _landing(question, form, machine):
    """The idea of the answer that `machine` gives; empty for the right answer, for no option, or without a machine."""
    if machine is None:
        return ""
    ended = run(question.program(form), machine=machine)
    given = "an error" if ended.error else str(ended.names["answer"])
    return next((option.idea for option in question.item(form).options if option.name == given), "")


def _engine():
    import autogradlab

    return autogradlab
