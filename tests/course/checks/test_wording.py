"""Sentences of the course as HTML and as plain text."""

import pytest

from autogradlab.course.checks import faces
from autogradlab.course.checks.feedback import ShownCase
from autogradlab.course.checks.samples import SEVERAL
from autogradlab.course.checks.wording import quoted, to_html, to_text


def test_a_negative_number_has_a_minus_sign_in_prose_and_a_hyphen_in_code():
    said = "**Yes: -18.** It is -2 (not -.5) for `w = -3`, from -3-2 to 2026-11, 01-C1."
    shown = "Yes: −18. It is −2 (not -.5) for `w = -3`, from −3-2 to 2026-11, 01-C1."
    assert to_text(said) == shown
    assert to_html(said) == "<b>Yes: −18.</b>" + to_html(shown.removeprefix("Yes: −18."))
    assert "w = -3</code>" in to_html(said)


def test_what_a_learner_wrote_is_quoted_as_it_is():
    assert to_text(f"There is no option “{quoted('-5 *`')}”.") == "There is no option “-5 *`”."


def test_only_long_code_may_be_broken_at_the_end_of_a_line():
    assert faces.prose_html("`1 / (2 * b)`") == "<code>1 / (2 * b)</code>"
    assert faces.prose_html(f"`{'a' * faces.WHOLE}`").startswith("<code>")
    assert faces.prose_html(f"`{'a' * (faces.WHOLE + 1)}`").startswith('<code class="agl-long">')


def test_what_python_says_is_set_in_its_letters_line_by_line():
    assert '<span class="v"><code>stops\n5.0</code></span>' in faces.cases_html([ShownCase("One", "x", "stops\n5.0")])


def test_where_several_options_may_be_chosen_each_has_its_letter():
    one, two = SEVERAL.set_out("A"), SEVERAL.set_out("AB")
    assert two.startswith(one) and one.startswith("**A** ")


@pytest.mark.parametrize(
    "title, shown",
    [
        ("backward alone", "Backward alone"),
        ("a second call", "A second call"),
        ("forward", "Forward"),
        ("float32, where the slope is 10", "float32, where the slope is 10"),
        ("save_for_backward", "save_for_backward"),
        ("w -= ...", "w -= ..."),
        ("a = b", "a = b"),
        ("`w` after", "`w` after"),
    ],
)
def test_the_title_of_a_case_begins_with_a_capital_letter_or_with_code(title, shown):
    assert faces.heading(title) == shown
    assert f">{to_html(shown)}</p>" in faces.cases_html([ShownCase(title, "x", "1")])
