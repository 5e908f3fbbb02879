"""What a learner types or passes is read generously, and what cannot be read gets one sentence."""

import time

import numpy as np
import pytest

import autogradlab as ag
from autogradlab.course.checks import reading
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.reading import (
    Blank,
    example,
    is_none,
    read_choice,
    read_line_and_letter,
    read_numbers,
    read_print,
)


@pytest.mark.parametrize(
    "raw, value",
    [
        ("36", 36),
        ("36.0", 36),
        (" 3*12 ", 36),
        ("1/2", 0.5),
        ("`36`", 36),
        ("'36'", 36),
        ("```2.5```", 2.5),
        ("“`7/2`”", 3.5),
        ("-2**2", -4),
        ("6²", 36),
        ("2⁴", 16),
        ("2 + 2", 4),
        ("1e-3", 0.001),
        ("tensor(36.)", 36),
        ("tensor(6., grad_fn=<MulBackward0>)", 6),
        ("tensor(6., dtype=torch.float64, requires_grad=True)", 6),
        ("−6", -6),
        ("minus 1.6", -1.6),
        ("= Negative 0.5", -0.5),
        ("7 minus 3", 4),
        ("3×12", 36),
        ("3 x 12", 36),
        ("3x12x1", 36),
        ("0x10", 16),
        ("= 36", 36),
        ("≈0.61", 0.61),
        ("~ 6", 6),
        ("\ufeff6\u200b", 6),
        ("1\xad2\u2060", 12),
        ("½", 0.5),
        ("-2½", -2.5),
        ("4 ¼", 4.25),
        ("½**2", 0.25),
        ("1⁄2", 0.5),
        ("６．５", 6.5),
        ("－１２", -12),
        ("2,4", 2.4),
        ("-0,5", -0.5),
        ("0,125", 0.125),
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1,234,567", 1234567),
        (6, 6),
        (6.5, 6.5),
        (np.float32(6), 6),
        (np.array(6), 6),
    ],
)
def test_one_number(raw, value):
    assert read_numbers(raw) == pytest.approx(value)


@pytest.mark.parametrize(
    "raw",
    [
        "[1, 2]",
        "1, 2",
        "1,2",
        "1 2",
        " 1.0  +2 ",
        "(1, 2)",
        "tensor([1., 2.], requires_grad=True)",
        "array([1, 2])",
        "[1. 2.]",
        "[ 1.  2.]",
        "[1 +2]",
        "[2/2, 2**1]",
        [1, 2],
        (1, 2),
        np.array([1, 2]),
    ],
)
def test_a_list_of_numbers(raw):
    assert read_numbers(raw, (2,)).tolist() == [1, 2]


@pytest.mark.parametrize("raw", ["[[5. -2.]\n [ 0.5 2.]]", "[[5, -2], [.5, 2]]"])
def test_a_table_as_numpy_prints_it(raw):
    assert read_numbers(raw, (2, 2)).tolist() == [[5, -2], [0.5, 2]]


@pytest.mark.parametrize("raw", ["1 ½", "[1 ½]", "1, ½", "1 0.5"])
def test_a_fraction_in_one_sign_is_an_entry_of_its_own(raw):
    assert read_numbers(raw, (2,)).tolist() == [1, 0.5]


@pytest.mark.parametrize("raw, value", [("[1 + 2, 3]", [3, 3]), ("[1 - 2, 3]", [-1, 3]), ("1, minus 3", [1, -3])])
def test_a_sign_between_two_spaces_is_reckoned_with(raw, value):
    assert read_numbers(raw, (2,)).tolist() == value


def test_a_comma_before_three_digits_is_unclear_in_a_list_too():
    with pytest.raises(Unreadable, match="two numbers") as unclear:
        read_numbers("25,000", (2,))
    assert unclear.value.advice == "Write `25, 000` or `25000`, whichever you mean."
    assert read_numbers("25, 0", (2,)).tolist() == [25, 0]
    assert read_numbers("[25,100]", (2,)).tolist() == [25, 100]


def test_a_tracked_tensor_is_read_by_its_values():
    assert read_numbers(ag.tensor([[1.0, 2.0]], requires_grad=True), (1, 2)).tolist() == [[1, 2]]


@pytest.mark.parametrize("raw", ["", "   ", "...", "…", ...])
def test_nothing_yet(raw):
    with pytest.raises(Blank):
        read_numbers(raw)


@pytest.mark.parametrize(
    "raw, named",
    [
        ("8,,0", "Two commas"),
        ("six", "`six` is a word"),
        ("1,234", "two different numbers"),
        ("5%", "“%”"),
        ("3*12=36", "has an “=” in it"),
        ("w = 36", "The value alone"),
        ("=", "has an “=” in it"),
        ("about 36", "Leave out “about”"),
        ("answer: 36", "Leave out “answer”"),
        ("2^3", "“^”"),
        ("$5", "“$”"),
        ("12 13", "side by side"),
        ("36 eggs", "Leave out “eggs”"),
        ("(1", "do not pair up"),
        ("[1, [2, 3]]", "different lengths"),
        ("[]", "empty"),
        ("1/0", "divides by zero"),
        ("9**9**9**9", "too large"),
        ("1e999", "inf"),
        ("nan", "nan"),
        ("None", "None"),
        ("True", "a yes or a no"),
        ("['6']", "is text"),
        ("(-8)**0.5", "no real value"),
        ("[1, 2] * 2", "lists"),
        ("exit()", "a call"),
        ("__import__('os')", "a call"),
        ("9 if 1 else 2", "not a number"),
        ("[" * 500, "nested"),
        ("-" * 500 + "1", "signs"),
        ("9" * 100_000, "100,000 characters"),
        ("9" * 1500, "too large"),
        (None, "None"),
        (True, "a yes or a no"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (len, "a function"),
        ({}, "a dict"),
        (OSError(), "an OSError"),
        (10**400, "too large"),
        (1 + 2j, "complex"),
        (["a"], "“a”"),
        ([1, [2]], "different lengths"),
        (object(), "an object"),
        (b"6", "a bytes"),
    ],
)
def test_what_cannot_be_read_is_named_in_one_sentence(raw, named):
    with pytest.raises(Unreadable) as trouble:
        read_numbers(raw)
    assert named in trouble.value.sentence
    assert trouble.value.advice


def test_a_percentage_is_to_be_a_number():
    with pytest.raises(Unreadable) as trouble:
        read_numbers("5%")
    assert "such as `0.5`" in trouble.value.advice


@pytest.mark.parametrize(
    "shape, form",
    [
        ((), "`2.5` or `7/2`"),
        ((3,), "`[1, 2, 3]`"),
        ((2, 3), "`[[1, 2, 3], [4, 5, 6]]`"),
        ((50,), "`[1, 2]`"),
        ((2, 2, 2), "`[[1, 2], [3, 4]]`"),
    ],
)
def test_the_example_has_the_form_of_the_answer(shape, form):
    assert example(shape) == form


def test_an_endless_list_is_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(Unreadable, match="nested"):
        read_numbers(endless)


@pytest.mark.parametrize("raw", ["1" * 100_000, "((" * 900 + "1", "1**" * 600 + "1", "-" * 1999, "[1," * 600])
def test_hostile_text_is_refused_at_once(raw):
    start = time.perf_counter()
    with pytest.raises(Unreadable):
        read_numbers(raw)
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    "raw",
    [
        *("B", "b", " b) ", "(B)", "Two, as a text.", "two, as a `text`", "“Two, as a text”"),
        *("option B", "Answer: b.", "the choice b", "B: Two, as a text.", "b) Two, as a `text`"),
        *("my answer is B", "I choose b.", "[B]", "**B**", "B!", "B - Two, as a text.", "(b) - Two, as a `text`"),
    ],
)
def test_an_option_by_letter_or_by_its_text(raw):
    assert read_choice(raw, {"A": "One", "B": "Two, as a `text`."}) == "B"


@pytest.mark.parametrize(
    "raw", ["F", "2", 2, None, "A B", "A: Two", "option", "option F", "B because of One", "A - Two"]
)
def test_no_such_option(raw):
    with pytest.raises(Unreadable, match="A, B"):
        read_choice(raw, {"A": "One", "B": "Two"})


@pytest.mark.parametrize(
    "raw, text",
    [
        ("None", "None"),
        (None, "None"),
        (7, "7"),
        ("tensor(2.)", "tensor(2.)"),
        ("−1", "-1"),
        ("`None`", "None"),
        ("'a' 'b'", "'a' 'b'"),
        ("None.", "None"),
        ("6.", "6."),
    ],
)
def test_a_printed_text(raw, text):
    assert read_print(raw) == text


@pytest.mark.parametrize(
    "raw", ["6 A", "6A", "6-A", "6/A", "6. a", "A6", "a 6", "line 6, A", "line 6A", "A, line 6", "A on line 6"]
)
def test_a_line_and_a_letter(raw):
    assert read_line_and_letter(raw, 9, {"A": "One", "B": "Two"}) == (6, "A")


@pytest.mark.parametrize("raw", ["6 or 7", "6a", "x6", "6?7", "6 but maybe 7"])
def test_more_than_the_line_that_was_asked_for(raw):
    with pytest.raises(Unreadable, match="more than the number of a line|No line number"):
        read_line_and_letter(raw, 9, {})
    assert read_line_and_letter("line 6.", 9, {}) == (6, "")


@pytest.mark.parametrize("raw", ["3-5", "A", "A B"])
def test_no_line_and_letter(raw):
    with pytest.raises(Unreadable, match="No line number"):
        read_line_and_letter(raw, 9, {})


def test_an_invisible_character_is_no_letter_and_no_answer():
    assert read_choice("b\u200b", {"A": "One", "B": "Two"}) == "B"
    assert read_print("None\ufeff") == "None" and is_none("None\u200b")
    with pytest.raises(Blank):
        read_numbers("\u200b")


def test_a_function_is_no_printed_text():
    with pytest.raises(Unreadable, match="a function"):
        read_print(print)


@pytest.mark.parametrize("raw", ["3 then 1 then 2", "line 3, line 1 and line 2", "Lines 3 1 2"])
def test_an_order_with_words_between(raw):
    assert reading.read_order(raw, 3) == (3, 1, 2)
