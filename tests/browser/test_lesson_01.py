"""Lesson 01 in a real JupyterLab and a real browser, in light and dark theme, cut off from the network."""

import re

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def lesson(open_and_run):
    """The lesson's page after Run All."""
    return open_and_run("01_slope.ipynb")


@pytest.fixture(scope="module")
def slope(lesson):
    """The first slope mover, scrolled into view."""
    mover = lesson.locator(".agl-mover").first
    mover.scroll_into_view_if_needed()
    return mover


def card(lesson, item_id):
    found = lesson.locator(f".agl-check:has(code:text-is('{item_id}'))")
    found.scroll_into_view_if_needed()
    return found


def svg(mover):
    return mover.locator(".agl-picture svg").first.evaluate("e => e.outerHTML")


def wait_for_another_picture(lesson, mover, before):
    lesson.wait_for_function(
        "([picture, before]) => picture.querySelector('svg').outerHTML !== before",
        arg=[mover.locator(".agl-picture").first.element_handle(), before],
        timeout=10_000,
    )


def settled(lesson, mover):
    """The picture once nothing moves any more: the last change of a drag may still be on its way."""
    before = None
    while before != (before := svg(mover)):
        lesson.wait_for_timeout(300)
    return before


def answer(lesson, item_id, text):
    """Type an answer and press Enter; return the card, which may not have answered yet."""
    question = card(lesson, item_id)
    field = question.locator(".agl-field:not(.agl-because) input")
    field.fill(text)
    field.press("Enter")
    return question


def test_every_cell_runs_without_error_output(lesson, picture):
    prompts = lesson.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    assert len(prompts) > 20 and all(re.search(r"\[\d+\]", prompt) for prompt in prompts), prompts
    errors = lesson.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"]')
    assert errors.count() == 0, errors.all_inner_texts()
    lesson.locator(".jp-Notebook h1").first.scroll_into_view_if_needed()
    picture("lesson-top")


def test_the_graph_of_the_learners_own_loss_is_drawn(lesson, picture):
    drawing = lesson.locator(".jp-OutputArea-output svg:has-text('PowBackward0')").first
    drawing.scroll_into_view_if_needed()
    assert "loss" in drawing.inner_html() and "grad" in drawing.inner_html()
    picture("graph")


def test_code_in_an_option_is_shown_as_code(lesson):
    assert lesson.locator(".agl-options label", has_text="Only w.grad: a number appears next to w").count() == 1
    assert "w.grad" in lesson.locator(".agl-options label code").all_inner_texts()
    assert [text for text in lesson.locator(".agl-options label").all_inner_texts() if "`" in text] == []


def test_an_arrow_key_moves_w_and_the_picture(lesson, slope, picture):
    picture("slope", slope)
    handle = slope.locator(".noUi-handle").first
    before, value = svg(slope), handle.get_attribute("aria-valuenow")
    handle.focus()
    lesson.keyboard.press("ArrowRight")
    wait_for_another_picture(lesson, slope, before)
    assert handle.get_attribute("aria-valuenow") != value


def test_a_drag_of_the_mouse_moves_w_and_the_picture(lesson, slope):
    handle = slope.locator(".noUi-handle").first
    before, box = svg(slope), handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    lesson.mouse.move(x, y)
    lesson.mouse.down()
    for k in range(1, 16):
        lesson.mouse.move(x - 6 * k, y)
    lesson.mouse.up()
    wait_for_another_picture(lesson, slope, before)


def test_the_buttons_beside_a_slider_move_it_by_one(lesson, slope):
    before = settled(lesson, slope)
    slope.locator(".agl-slider .agl-btn").nth(1).click()
    wait_for_another_picture(lesson, slope, before)


def test_keys_pressed_inside_a_card_or_a_mover_are_not_jupyterlabs(lesson, slope):
    """`b` would insert a cell and `d d` delete one, were they meant for JupyterLab."""
    cells = lesson.locator(".jp-Notebook .jp-Cell").count()
    for element in (
        slope.locator(".noUi-handle").first,
        slope.locator("button").nth(1),
        card(lesson, "01-C4").locator("input[type=radio]").first,
    ):
        element.focus()
        for key in "bdd":
            lesson.keyboard.press(key)
    assert lesson.locator(".jp-Notebook .jp-Cell").count() == cells


def test_a_wrong_answer_is_told_which_idea_it_comes_from(lesson, picture):
    question = answer(lesson, "01-C2", "-4.8")
    question.locator("text=uphill").first.wait_for()
    assert "not yet" in question.inner_text()
    picture("check-wrong", question)


def test_an_unreadable_answer_is_not_counted(lesson, picture):
    question = answer(lesson, "01-C2", "2,,4")
    question.locator("text=not counted").first.wait_for()
    picture("check-unreadable", question)


def test_a_right_answer_passes_and_gives_the_reason(lesson, picture):
    question = answer(lesson, "01-C2", "-3.2")
    question.locator("text=passed").first.wait_for()
    picture("check-right", question)


def test_a_blank_answer_is_no_attempt(lesson):
    question = answer(lesson, "01-C3", "")
    assert "not attempted" in question.inner_text()


def test_nothing_was_asked_of_the_network_and_the_page_had_no_error(lesson):
    assert lesson.foreign == []
    assert lesson.errors == []
