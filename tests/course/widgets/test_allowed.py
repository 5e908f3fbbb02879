"""What a control takes, and the one sentence that says what is wrong with anything else."""

from fractions import Fraction

import numpy as np
import pytest

from autogradlab.course.widgets.parts.allowed import Several, Whole

FRUIT = Several(("apple", "pear", "plum"), least=1, most=2)


def test_a_whole_number_may_be_written_as_a_float_and_comes_as_an_int():
    assert repr(Whole(1, 6).checked("round", 2.0)) == "2" == repr(Whole(1, 6).neighbor(1, +1))


@pytest.mark.parametrize(
    "value, sentence",
    [
        (1.5, "round = 1.5 is not a whole number\n  help: choose one from 1 to 6"),
        (7, "round = 7 is outside 1 to 6\n  help: choose a number from 1 to 6"),
        (Fraction(13, 2), "round = 6.5 is outside 1 to 6\n  help: choose a number from 1 to 6"),
        (10**400, "round = a number that large is outside 1 to 6\n  help: choose a number from 1 to 6"),
        (float("nan"), "round = nan is outside 1 to 6\n  help: choose a number from 1 to 6"),
    ],
)
def test_what_is_no_whole_number_of_the_range_is_refused(value, sentence):
    with pytest.raises(ValueError) as refusal:
        Whole(1, 6).checked("round", value)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("given", [["pear", "apple"], ("pear", "apple"), iter(["pear", "apple"])])
def test_names_come_in_the_order_given(given):
    assert FRUIT.checked("fruit", given) == ("pear", "apple")


def test_one_name_alone_needs_no_brackets():
    assert FRUIT.checked("fruit", "plum") == ("plum",)


@pytest.mark.parametrize(
    "given, sentence",
    [
        (5, "fruit must be a list of names, not 5\n  help: choose from apple, pear, plum"),
        (np.array(5), "fruit must be a list of names, not array(5)\n  help: choose from apple, pear, plum"),
        (["kiwi"], "'kiwi' is not one of the choices for fruit\n  help: choose from apple, pear, plum"),
        ([["pear"]], "['pear'] is not one of the choices for fruit\n  help: choose from apple, pear, plum"),
        (["pear", "pear"], "'pear' is in fruit more than once\n  help: name each at most once"),
        ([], "fruit has 0 names, but needs at least 1\n  help: choose from apple, pear, plum"),
        (FRUIT.names, "fruit has 3 names, but can have at most 2\n  help: leave some of them out"),
    ],
)
def test_other_names_are_refused_with_one_sentence(given, sentence):
    with pytest.raises(ValueError) as refusal:
        FRUIT.checked("fruit", given)
    assert str(refusal.value) == sentence
