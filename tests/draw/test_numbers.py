import numpy as np
import pytest

from autogradlab.draw.numbers import bracketed, grouped, snapshot, vector, written


@pytest.mark.parametrize(
    "value, text",
    [
        (3.0, "3"),
        (3, "3"),
        (-0.25, "−0.25"),
        (0.0, "0"),
        (-0.0, "0"),
        (1 / 3, "0.3333"),
        (15.625, "15.62"),
        (0.001, "0.001"),
        (5.54e-5, "5.54 × 10⁻⁵"),
        (123456.0, "1.235 × 10⁵"),
        (49152, "49152"),
        (True, "True"),
        (float("nan"), "nan"),
        (float("-inf"), "−inf"),
    ],
)
def test_a_number_has_four_digits_at_most_and_a_real_minus(value, text):
    assert written(value) == text


@pytest.mark.parametrize(
    "values, text",
    [
        (2.0, "2"),
        ([1.0, -2.5], "[1, −2.5]"),
        ([[1, 2], [3, 4]], "[[1, 2], [3, 4]]"),
        (np.linspace(-1.2, 3.4, 2048).reshape(64, 32), "(64, 32)  −1.2 … 3.4"),
        (np.zeros((5, 1)), "(5, 1)  all 0"),
        (np.ones((0, 3)), "(0, 3) empty"),
        ([1.0] * 5 + [np.nan], "(6,)  all 1 with nan"),
        ([np.inf] * 5, "(5,) with inf"),
    ],
)
def test_few_numbers_are_shown_and_many_are_a_shape_and_a_range(values, text):
    assert snapshot(np.array(values)).text == text


@pytest.mark.parametrize("value, text", [(7, "7"), (49152, "49,152"), (1e6, "1,000,000"), (0.001, "0.001")])
def test_large_numbers_have_their_thousands_apart(value, text):
    assert grouped(value) == text


@pytest.mark.parametrize("value, text", [(2, "2"), (-2, "(−2)"), (5.54e-5, "(5.54 × 10⁻⁵)")])
def test_a_number_that_brings_a_sign_stands_in_brackets_behind_another_one(value, text):
    assert bracketed(written(value)) == text


def test_a_vector_is_its_numbers_in_square_brackets():
    assert vector([1.0, -2.5]) == "[1, −2.5]"


def test_a_snapshot_does_not_follow_its_tensor(ag):
    x = ag.tensor([1.0, 2.0])
    before = snapshot(x)
    x += 1
    assert before.text == "[1, 2]"


def test_number_types_that_numpy_does_not_know_keep_their_shape():
    torch = pytest.importorskip("torch")
    assert snapshot(torch.ones(2, 3, dtype=torch.bfloat16)).text == "(2, 3)"
