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


def test_a_wide_picture_is_scrolled_as_far_as_it_was_drawn_times_how_far_it_shrank(browser):
    w = ag.tensor(0.5, requires_grad=True)
    result = w
    for _ in range(12):
        result = result.exp().log()
    page = browser.new_page(viewport={"width": 700, "height": 700})
    page.set_content(Stepper(result, {"w": w}).html())
    page.locator("[data-go=last]").click()
    seen = page.evaluate("""() => {
      const svg = document.querySelector('svg'), sheet = svg.parentElement;
      const ring = svg.querySelector('.st-leaf.now > .st-ring').getBoundingClientRect();
      const page = sheet.getBoundingClientRect();
      const shrunk = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      return [shrunk, ring.left - page.left, page.right - ring.right];
    }""")
    page.locator("[data-go=first]").click()
    title = page.evaluate("""() => {
      const svg = document.querySelector('svg'), sheet = svg.parentElement.getBoundingClientRect();
      return svg.querySelector('[data-inner=title]').getBoundingClientRect().left - sheet.left;
    }""")
    page.close()
    assert seen[0] == pytest.approx(0.8, abs=0.01) and seen[1] >= 0 and seen[2] >= 0
    assert title == pytest.approx(16, abs=2)
