"""The card of a misconception says the same as text, in a notebook and on the page of all cards."""

import pytest

from autogradlab.course.checks.wording import to_text
from autogradlab.course.misconceptions import card, every, find, page

pytestmark = pytest.mark.filterwarnings("ignore")


def test_a_card_shows_the_idea_the_truth_and_both_results():
    text = repr(find("M01"))
    assert text.startswith("M01 · lesson 05\n`backward()` updates the weights.")
    assert "gives 3.0" in text and "gives 2.4" in text
    assert "https://stackoverflow.com/questions/53975717" in text


def test_an_idea_that_nobody_was_seen_to_hold_is_called_a_hypothesis():
    assert "hypothesis" in repr(find("M61")) and "hypothesis" in card.card_html(find("M61"))
    assert "hypothesis" not in repr(find("M01")) and "hypothesis" not in card.card_html(find("M01"))


@pytest.mark.parametrize("entry", every(), ids=lambda entry: entry.id)
def test_a_notebook_shows_what_the_text_says(entry):
    shown = entry._repr_mimebundle_()
    assert shown["text/plain"] == repr(entry)
    assert "<section" in shown["text/html"] and "<code></code>" not in shown["text/html"]
    for case in card.shown(entry):
        assert case.result.splitlines()[0] in shown["text/plain"] and to_text(case.title) in shown["text/plain"]


def test_a_source_with_an_address_is_a_link():
    assert '<a href="https://discuss.pytorch.org/t/115462">' in card.card_html(find("M03"))


def test_the_page_of_all_cards_is_what_the_bank_says():
    assert page.PAGE.read_text("utf-8") == page.page(), "run python -m autogradlab.course.misconceptions.page"


def test_the_page_has_one_card_for_each_idea_by_lesson():
    text = page.page()
    headings = [line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("### ")]
    assert headings == [each.id for each in sorted(every(), key=lambda each: (each.lesson, each.id))]
    assert text.count("\n## Lesson ") == len({each.lesson for each in every()})
