"""A page that moves without a kernel: what has the focus by keyboard, and what is in view on a narrow page."""

import pytest

import autogradlab as ag
from autogradlab.course.widgets.stepper.mover import Stepper

pytestmark = pytest.mark.browser
AT = "document.activeElement.dataset.go"


@pytest.fixture(scope="module")
def moving(browser):
    """The page of a stepper, at its first step."""
    w = ag.tensor(3.0, requires_grad=True)
    page = browser.new_page()
    page.set_content(Stepper((w * 2 + 1) ** 2).html())
    page.locator("[data-go=first]").click()
    yield page
    page.close()


def test_at_the_last_step_the_focus_goes_back_one_button_and_nothing_begins_to_play(moving):
    following = moving.locator("[data-go='1']")
    following.focus()
    while following.is_enabled():
        assert moving.evaluate(AT) == "1"
        moving.keyboard.press("Enter")
    assert moving.evaluate(AT) == "-1" and moving.locator(".agl-play").inner_text().strip() == "Play"


@pytest.mark.parametrize("width", [320, 500, 640])
def test_on_a_narrow_page_the_node_that_runs_is_in_view_at_every_step(browser, width):
    a = ag.tensor(3.0, requires_grad=True)
    b = 16.0 - 2 * a
    page = browser.new_page(viewport={"width": width, "height": 700})
    page.set_content(Stepper(a * b, {"a": a, "b": b}).html())
    slider, seen = page.locator("input[type=range]"), set()
    for key in ["End", *["ArrowLeft"] * 4, *["ArrowRight"] * 4]:
        slider.press(key)
        page.wait_for_timeout(50)
        seen |= set(
            page.evaluate(
                """[...document.querySelectorAll(".now:is(.st-root, .st-operation, .st-leaf)")].map(node => {
              const {left, right} = node.getBoundingClientRect();
              return left >= 0 && right <= innerWidth;
            })"""
            )
        )
    page.close()
    assert seen == {True}
