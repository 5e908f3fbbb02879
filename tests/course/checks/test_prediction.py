"""The one try of a prediction is for what can be printed, and for errors."""

import pytest

from autogradlab.course.checks import registry
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.judging import judge
from autogradlab.course.checks.prediction import read_prediction

PROGRAM = 'for day in range(3):\n    w = day\n    print("day", w)'
KEY = "day 0\nday 1\nday 2"
CATCHES = 'try:\n    w.backward()\nexcept RuntimeError:\n    print("stops")'


@pytest.mark.parametrize(
    "raw",
    [
        *("d", "D.", "t f", "?", "???", "-", "__", "🙂", "I do not know", "i don’t know!", "no idea", "IDK", "dunno"),
        *("w", "no", "yes", "the same", "a number", "tensor", "three numbers", "x.grad", "zero", "one day", "no error"),
    ],
)
def test_what_cannot_be_printed_is_no_prediction(raw):
    with pytest.raises(Unreadable) as slip:
        read_prediction(raw, PROGRAM, KEY)
    assert slip.value.sentence and "guess" in slip.value.advice


@pytest.mark.parametrize(
    "raw",
    [
        *("7", "None", None, True, "t 3", "day", "error", "it stops", "it won't run", "ValueError", "nan", "about 3"),
        *("tensor(2.)", "tensor(?)", "3?", "½", "∞", "[]", "''", "<MulBackward0>", "AccumulateGrad", "day 0"),
        *("not sure, 3", "I do not know, None"),
    ],
)
def test_a_sincere_prediction_is_one(raw):
    assert read_prediction(raw, PROGRAM, KEY) == str(raw)


@pytest.mark.parametrize("raw", ["nothing", "Nothing!", "nothing is printed", "no output", "blank"])
def test_nothing_may_be_an_empty_place_or_no_print_at_all(raw):
    with pytest.raises(Unreadable) as asked:
        read_prediction(raw, PROGRAM, KEY)
    assert "`None`" in asked.value.advice and "`error`" in asked.value.advice


@pytest.mark.parametrize("raw", ["error", "it crashes"])
def test_an_error_that_the_program_catches_is_not_what_it_prints(raw):
    with pytest.raises(Unreadable, match="an error is not the end of it"):
        read_prediction(raw, CATCHES, "stops")
    assert read_prediction("RuntimeError", CATCHES, "stops") == "RuntimeError"
    assert read_prediction("day 0 error", CATCHES, "stops") == "day 0 error"  # the whole print, with an idea behind it


@pytest.mark.parametrize("raw", ["day 0\\nstops", "day 0, stops"])
def test_lines_may_be_typed_as_python_writes_them(raw):
    assert judge(registry.find("07-P1"), raw).verdict.word == "passed"


@pytest.mark.parametrize("raw", ["0 stops", "0, then it stops", "day0 stops", "stops after day 0", "day 0 stop"])
def test_the_values_in_other_words_do_not_use_up_the_try(raw):
    feedback = judge(registry.find("07-P1"), raw)
    assert feedback.verdict.word == "could not be read" and "The values are right" in feedback.says


@pytest.mark.parametrize(
    "item, raw, tag", [("07-P1", "1 stops", "days counted from 1"), ("07-P1", "0 1 2", "undecided")]
)
def test_a_wrong_print_is_known_by_its_numbers_alone(item, raw, tag):
    assert judge(registry.find(item), raw).tag == tag


def test_a_word_more_is_not_taken_for_another_idea():
    assert judge(registry.find("07-P2"), "6 stops").tag == "near:order"
