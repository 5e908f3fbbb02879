"""A page that moves without a kernel: pressing its buttons by keyboard leaves the focus on one of them."""

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
