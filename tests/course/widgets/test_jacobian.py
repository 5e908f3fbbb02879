"""The Jacobian mover: rows from unit vectors, v @ J from the rows, and backward(v) gives the same."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from pictures import texts, texts_that_agree

import autogradlab as ag
from autogradlab.course.widgets.jacobian.mover import Jacobian
from autogradlab.course.widgets.jacobian.words import sum_of
from autogradlab.draw.numbers import written

FUNCTIONS = {
    "example": (None, (2.0, 3.0)),
    "squares": (lambda x: x**2, (1.0, 2.0, 3.0)),
    "one number": (lambda x: x.sum(), (1, 2)),
    "running sum": (lambda x: x.cumsum(0), (1, 2, 3)),
    "small and large": (lambda x: ag.stack([x[0] * 1e-6, x[1] * 1e6]), (1, 2)),
    "four of four": (lambda x: x.exp(), (1, 2, 3, 4)),
}


def test_the_first_view_has_more_outputs_than_inputs():
    mover = Jacobian()
    assert mover.rows == ((3, 2), (1, 1), (4, 0)) and mover.v == (1, 1, 1) and mover.grad == (8, 3)
    assert "the same" in texts(mover)


def test_the_lessons_example():
    mover = Jacobian(lambda x: x**2, x=[1.0, 2.0, 3.0], v=[1, 10, 100])
    assert mover.grad == mover.product == (2, 40, 600)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_backward_gives_the_weighted_rows_and_unit_vectors_give_rows(name):
    mover = Jacobian(*FUNCTIONS[name])
    assert mover.reading.agrees
    for i, row in enumerate(mover.rows):
        mover.only(i)
        assert mover.grad == row
    mover.ones()
    assert mover.grad == pytest.approx([sum(column) for column in zip(*mover.rows)])


def test_where_a_row_has_no_value_nothing_is_claimed():
    mover = Jacobian(lambda x: x.sqrt(), (0.0, 1.0))
    assert "no check: a row has no value" in texts(mover) and "no check: a row has no value" in mover.text


@pytest.mark.parametrize("name", FUNCTIONS)
def test_picture_words_and_text_agree(name):
    mover = Jacobian(*FUNCTIONS[name])
    mover.v = [2 * i - 1 for i in range(len(mover.v))]
    shown, r = texts_that_agree(mover), mover.reading
    for value in (*r.v, *(entry for row in r.rows for entry in row), *r.product, *r.grad):
        assert written(value) in shown and written(value) in mover.text


def test_the_real_jacobian_is_found():
    def f(x):
        return ag.stack([ag.sin(x[0]) * x[1], x[0] * x[1] ** 2])

    for row, expected in zip(Jacobian(f, x=(0.5, 2.0)).rows, ((2 * 0.8775825618903728, 0.479425538604203), (4, 2))):
        assert row == pytest.approx(expected)


@pytest.mark.parametrize(
    "f, sentence",
    [
        (lambda x: x.detach(), "Your function gave nothing that remembers how it was computed from x"),
        (lambda x: 3.0, "Your function gave nothing that remembers"),
        (lambda x: (x[0] * x[1], x[0] - x[1]), "Your function gave a tuple of 2, and backward begins at one tensor"),
        (lambda x: 1 / 0, "Your function stopped with ZeroDivisionError: division by zero"),
        (lambda x: ag.ones(5) * x[0], "a tensor of shape (5,), but this table has room for a vector of 1 to 4 outputs"),
        (lambda x: x.reshape(2, 1), "a tensor of shape (2, 1)"),
        (lambda x: ag.tensor([1.0], requires_grad=True) * 2, "Your function did not use its own x"),
    ],
)
def test_a_function_without_a_jacobian_is_explained_and_not_raised(f, sentence):
    mover = Jacobian(f)
    assert sentence in mover.description and "help: " in mover.description and "\n  help: " in mover.text
    assert (mover.rows, mover.product, mover.grad) == (None, None, None)
    ElementTree.fromstring(mover.svg)


@pytest.mark.parametrize("x", [(), (1, 2, 3, 4, 5), "xy", None, [[1, 2]]])
def test_other_inputs_are_refused_with_help(x):
    with pytest.raises(ValueError, match="x must be 1 to 4 numbers.*\n  help: "):
        Jacobian(x=x)


@pytest.mark.parametrize("v", [(1, 2), (1, 2, 3, 4), 1, (1, 2, "3"), (1, 2, 1000)])
def test_other_weights_are_refused_and_none_is_moved(v):
    mover = Jacobian(v=(5, 6, 7))
    with pytest.raises(ValueError, match="\n  help: "):
        mover.v = v
    assert mover.v == (5, 6, 7)


def test_buttons_set_ones_and_unit_vectors(shows):
    mover = Jacobian(v=(5, 6, 7))
    mover._presses.buttons["only y₁"].click()
    assert mover.v == (0, 1, 0) and texts(mover).count("left out") == 2
    mover._presses.buttons["all 1"].click()
    assert mover.v == (1, 1, 1)
    mover._weights[0].more.click()
    assert mover.v == (2, 1, 1) and shows(mover)


def test_no_number_on_a_tint_is_gray_not_even_in_a_row_that_is_left_out():
    number = '<rect fill-opacity="[^"]*"[^>]*/><rect[^>]*/><text [^>]*class="([^"]*)"'
    on_tint = re.findall(number, Jacobian(v=(0, 1, 0)).svg)
    assert len(on_tint) == 5 and not any("sec" in names for names in on_tint)


def test_a_page_writes_0_beside_a_weight_of_0():
    """The slider computes its value from its position in percent: from −10 to 100, 0 came out as −1.776e-15."""
    allowed = Jacobian()._weights[0].allowed
    way = allowed.high - allowed.low
    assert (-allowed.low * 100 / way) * way / 100 + allowed.low == 0


def test_the_learners_tensors_are_left_alone():
    mine = ag.tensor([1.0, 2.0])
    Jacobian(lambda x: x * mine)
    assert mine.grad is None and mine._version == 0


def test_a_negative_weight_after_a_plus_stands_in_brackets():
    mover = Jacobian(lambda x: x * 2, x=[1.0, 2.0], v=[-5, -3])
    assert sum_of(mover.reading, 1) == "−5 × 0 + (−3) × 2 = −6"
