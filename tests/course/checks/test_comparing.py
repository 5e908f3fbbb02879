"""Equal enough, nearly right, and how to tell."""

import numpy as np
import pytest

from autogradlab.course.checks import near
from autogradlab.course.checks.compare import agreement, in_place, same, same_print, same_values, same_words


@pytest.mark.parametrize("answer, agrees", [(6.0, True), (6.005, True), (6.02, False), (0, False)])
def test_numbers_agree_within_a_thousandth(answer, agrees):
    assert same(np.array(answer), np.array(6.0)) is agrees


def test_shapes_must_agree():
    assert not same(np.array([6.0]), np.array(6.0))


def test_an_array_says_how_much_of_it_is_right():
    assert agreement(np.array([1, 2, 9]), np.array([1, 2, 3])) == "The shape (3,) is right, and 2 of the 3 entries."


@pytest.mark.parametrize(
    "one, other",
    [
        ("tensor(9.)", "tensor( 9.0 )"),
        ("7", "7.0"),
        ("[1., 2.]", "[1., 2.00]"),
        ("a\nb", "a b"),
        ("-1.5", "- 1.5".replace(" ", "")),
        ("<Node object at 0x7f12>", "<Node>"),
        ("<Node object at 0x...>", "<Node>"),
        ("<Node at 0x7f…>", "<Node>"),
        ("tensor(6., grad_fn=<MulBackward0>)", "tensor(6., grad_fn=<MulBackward0>)"),
        ("day 0, day 1, day 2", "day 0\nday 1\nday 2"),
        ("20.0; stops; 20.0", "20.0\nstops\n20.0"),
        ("6,0; 5,0; 25,0", "6.0 5.0 25.0"),
        ("stops, 6,0", "stops\n6.0"),
        ("3,4", "3.4"),
    ],
)
def test_prints_that_are_the_same(one, other):
    assert same_print(one, other)


@pytest.mark.parametrize(
    "answer, key",
    [("false none", "False None"), ("(False, None)", "False None"), ("none", "None"), ("[5, none]", "5.0\nNone")],
)
def test_small_letters_and_outer_brackets_are_another_way_to_write_a_print(answer, key):
    assert same_words(answer, key) and not same_print(answer, key)


@pytest.mark.parametrize(
    "answer, other, agrees",
    [
        ("6", "tensor(6.)", True),
        ("none 2, 4", "None\ntensor([2., 4.])", True),
        ("48", "tensor([48.])", True),
        ("False 0,2", "False tensor([0.2000])", True),
        ("True 6", "False tensor(6.)", False),
        ("6", "tensor([6., 6.])", False),
    ],
)
def test_values_are_compared_without_tensor_brackets_and_commas(answer, other, agrees):
    assert same_values(answer, other) is agrees


@pytest.mark.parametrize("answer, key", [("[5]", "5"), ("1 2", "[1, 2]"), ("true", "False"), ("(9)", "tensor(9.)")])
def test_other_brackets_belong_to_what_is_printed(answer, key):
    assert not same_words(answer, key)


@pytest.mark.parametrize(
    "one, other",
    [
        ("9", "tensor(9.)"),
        ("None", "0"),
        ("True", "False"),
        ("1 2", "1"),
        ("3. 6.", "3., 6."),
        ("[3 6]", "[3, 6]"),
        ("MulBackward0", "AddBackward0"),
    ],
)
def test_prints_that_differ(one, other):
    assert not same_print(one, other)


KEY = [[1.0, 2.0], [3.0, 5.0]]


@pytest.mark.parametrize(
    "answer, key, found",
    [
        (-6, 6, near.SIGN),
        (12, 6, near.DOUBLE),
        (3, 6, near.DOUBLE),
        (18, 6, near.BATCH),
        (6 / 3, 6, near.BATCH),
        ([[1, 3], [2, 5]], KEY, near.TRANSPOSED),
        ([[5, 3], [2, 1]], KEY, near.PERMUTED),
        ([1, 2, 3, 5], KEY, near.SHAPE),
        ([6, 6], [6], near.SHAPE),
        (6.08, 6, near.ROUNDED),
        (6, 6.08, near.ROUNDED),
        (127, 128, None),
        (6195, 6200, None),
        ([100, 301], [100, 300], None),
        (7, 6, None),
        (0, 6, None),
        (7, 0, None),
    ],
)
def test_near_misses_of_numbers(answer, key, found):
    assert near.near_number(np.array(answer, float), np.array(key, float), near.About(batch=3)) is found


def test_a_change_that_changes_nothing_is_no_near_miss():
    assert near.near_number(np.array([[1.0, 2], [2, 9]]), np.array([[1.0, 2], [2, 1]])) is None


@pytest.mark.parametrize(
    "answer, key, found",
    [
        ("0", "None", near.NONE_OR_ZERO),
        ("tensor(0.)", "None", near.NONE_OR_ZERO),
        ("None", "tensor(0.)", near.NONE_OR_ZERO),
        ("3", "RuntimeError: no", near.NO_ERROR),
        ("RuntimeError", "3", near.AN_ERROR),
        ("errors", "3", near.AN_ERROR),
        ("ValueError", "RuntimeError: no", near.OTHER_ERROR),
        ("None", "RuntimeError: element 0 of tensors", near.NO_ERROR),
        ("5 RuntimeError", "3.0\nRuntimeError: no", near.BEFORE_ERROR),
        ("day 0 error", "day 0\nstops", near.CAUGHT),
        ("20 RuntimeError 20", "20.0\nstops\n20.0", near.CAUGHT),
        ("stops 5", "stops\n6.0", None),
        ("it crashes", "3", near.AN_ERROR),
        ("runs without an error", "3", None),
        ("6 stops", "stops\n6.0", near.OTHER_ORDER),
        ("20, 20, stops", "20.0\nstops\n20.0", near.OTHER_ORDER),
        ("None 5", "5.0 None", near.OTHER_ORDER),
        ("10.0 False\n7.0 True", "10.0 True\n7.0 False", near.TRUTHS),
        ("10 True 7 True", "10.0 True\n7.0 False", near.TRUTHS),
        ("10 None 7 False", "10.0 True\n7.0 False", near.WORDS),
        ("tensor(4.) None", "None\ntensor(4.)", near.SWAPPED),
        ("4 none", "None\ntensor(4.)", near.SWAPPED),
        ("None 4", "None\ntensor(4.)", near.WORDS),
        ("w.grad = None", "None", near.MORE_WORDS),
        ("it prints None", "None", near.MORE_WORDS),
        ("tensor(None)", "None", near.MORE_WORDS),
        ("False then True then True", "False\nTrue\nTrue", near.MORE_WORDS),
        ("None and then MulBackward0", "None\nMulBackward0", near.MORE_WORDS),
        ("not None", "None", None),
        ("None or True", "None", None),
        ("False True True", "False True", near.MORE_WORDS),
        ("day 0 stops day 1", "day 0\nstops", near.MORE_WORDS),
        ("True\nFalse\nTrue", "True\nTrue\nFalse", None),
        ("none 5", "5.0 None", near.OTHER_ORDER),
        ("4 crash 4", "4.0\nstops\n4.0", near.CAUGHT),
        ("tensor([2., 1.])", "tensor([1., 2.])", near.PERMUTED),
        ("9", "tensor(9.)", near.WORDS),
        ("tensor(3.4)", "3.4", near.FEWER_WORDS),
        ("tensor(-9.)", "tensor(9.)", near.SIGN),
        ("True", "False", None),
        ("day 0", "day 0\nstops", near.MORE_LINES),
        ("None 2", "None\n2.0\n4.0", near.MORE_LINES),
        ("tensor([3, 6]", "tensor([3, 6])", near.WORDS),
    ],
)
def test_near_misses_of_prints(answer, key, found):
    assert near.near_print(answer, key) is found


@pytest.mark.parametrize(
    "answer, agrees",
    [
        ("RuntimeError", True),
        ("error", True),
        ("it raises an error", True),
        ("errors", True),
        ("3.0 RuntimeError", True),
        ("3 error", True),
        ("exception", True),
        ("it stops", True),
        ("fails", True),
        ("crash", True),
        ("3 crashes", True),
        ("it does not run", True),
        ("won't run", True),
        ("the second call can't run", True),
        ("error: element 0 of tensors does not require grad", True),
        ("it raises an error because the tensor does not require grad", True),
        ("It stops with an error, since there is no graph", True),
        ("It fails: 'NoneType' object has no attribute 'item'", True),
        ("the element of a gradient error", True),
        ("RuntimeError or an exception", True),
        ("no error", False),
        ("there is no RuntimeError", False),
        ("it does not stop", False),
        ("it runs", False),
        ("It doesnt really stop", False),
        ("nothing fails", False),
        ("none fails", False),
        ("it cannot fail", False),
        ("an exception: IndexError", False),
        ("raises ValueError", False),
        ("5.0 RuntimeError", False),
        ("ValueError", False),
        ("3.0", False),
    ],
)
def test_what_is_printed_before_an_error_counts_where_it_is_given(answer, agrees):
    assert near.names_error(answer, "3.0\nRuntimeError: 2 is no leaf") is agrees


@pytest.mark.parametrize(
    "answer, agrees",
    [
        ("shape mismatch", True),
        ("Mismatch in shape", True),
        ("shape", False),
        ("a shape", False),
        ("output has a shape", True),
        ("mismatch of the batch", False),
        ("no mismatch", False),
        ("torch.Size([3])", False),
        ("3", False),
    ],
)
def test_an_error_may_be_named_by_its_message(answer, agrees):
    key = "RuntimeError: Mismatch in shape: output[0] has a shape of torch.Size([3])."
    assert near.quotes_error(answer, key) is agrees
    assert not near.quotes_error(answer, f"3.0\n{key}") and not near.quotes_error(answer, "3.0")


@pytest.mark.parametrize(
    "answer, key, agrees",
    [
        ("None has no attribute item", "AttributeError: 'NoneType' object has no attribute 'item'", True),
        (
            "'NoneType' object has no attribute 'item'",
            "AttributeError: 'NoneType' object has no attribute 'item'",
            True,
        ),
        ("None", "AttributeError: 'NoneType' object has no attribute 'item'", False),
        ("does not require grad", "RuntimeError: element 0 does not require grad and does not have a grad_fn", True),
        ("does not have a grad", "RuntimeError: element 0 does not require grad and does not have a grad_fn", False),
        ("grad None", "RuntimeError: element 0 does not require grad and does not have a grad_fn", False),
    ],
)
def test_the_words_of_a_message_have_to_tell_something(answer, key, agrees):
    assert near.quotes_error(answer, key) is agrees


@pytest.mark.parametrize(
    "answer, agrees",
    [("True error", True), ("False error", False), ("error", True), ("it is not false that it raises an error", True)],
)
def test_a_truth_before_an_error_counts_where_it_is_given(answer, agrees):
    assert near.names_error(answer, "True\nRuntimeError: no grad_fn") is agrees


def test_a_near_miss_speaks_of_places_and_not_of_inputs():
    assert "input" not in near.PERMUTED.says


@pytest.mark.parametrize("answer", ["- 32", "-(32.)", "tensor(-32.)"])
def test_a_sign_that_stands_apart_is_no_other_number(answer):
    assert not same_values(answer, "tensor(32.)")


@pytest.mark.parametrize(
    "answer, key, told",
    [
        ("20.0 20.0 40.0", "20.0\nstops\n20.0", "Of the 3 numbers and words that it prints, 1 is in its place"),
        ("5.0 None 6", "5.0 None\n7.0", "Of the 3 numbers and words that it prints, 2 are in their place"),
        ("later", "5.0 None", ""),
        ("4.0", "5.0", ""),
    ],
)
def test_how_much_of_a_print_is_in_place(answer, key, told):
    found = in_place(answer, key)
    assert found.startswith(told) and bool(found) == bool(told)
