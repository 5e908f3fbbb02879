"""The orientation notebook in a real JupyterLab: the first fifteen minutes of every learner."""

import re

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def start(open_and_run):
    """The orientation's page after each of its cells has been run."""
    return open_and_run("00_start.ipynb")


def test_every_cell_runs_without_error_output(start, picture):
    prompts = start.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    assert prompts and all(re.search(r"\[\d+\]", prompt) for prompt in prompts), prompts
    assert start.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"]').count() == 0
    start.locator(".jp-Notebook h1").first.scroll_into_view_if_needed()
    picture("start-top")


def test_a_line_of_prose_is_about_eighty_letters_long(start):
    per_line = start.evaluate(
        """() => [...document.querySelectorAll('.jp-MarkdownOutput > p')]
            .map(p => p.innerText.length / Math.round(p.offsetHeight / parseFloat(getComputedStyle(p).lineHeight)))"""
    )
    assert len(per_line) > 10 and 60 < max(per_line) < 95, per_line


def test_a_long_line_of_output_breaks_between_words(start):
    printed = start.locator(".jp-OutputArea-output pre").first
    assert printed.evaluate("e => getComputedStyle(e).wordBreak") == "normal"


def test_a_practice_check_passes_by_keyboard_alone(start):
    field = start.locator(".agl-check .agl-field input").first
    field.scroll_into_view_if_needed()
    field.focus()
    start.keyboard.type("3*12")
    start.keyboard.press("Enter")
    start.locator(".agl-check").first.locator("text=passed").first.wait_for()


def test_next_shows_what_the_next_line_writes(start, picture):
    registers = start.locator(".agl-mover").first
    registers.scroll_into_view_if_needed()
    before = registers.locator(".agl-picture svg").first.evaluate("e => e.outerHTML")
    registers.locator("button:has-text('Next')").click()
    start.wait_for_function(
        "([box, before]) => box.querySelector('.agl-picture svg').outerHTML !== before",
        arg=[registers.element_handle(), before],
        timeout=10_000,
    )
    picture("registers", registers)


def test_nothing_was_asked_of_the_network(start):
    assert start.foreign == [] and start.errors == []
