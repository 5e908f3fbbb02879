"""A picture on a page becomes the next one, whatever the two are, and what is the same in both is not made anew."""

from importlib import import_module

import pytest
from test_movers import MOVERS, SETUP

from autogradlab.course.widgets.parts.picture_script import FOLLOW
from autogradlab.course.widgets.slope.mover import Slope
from autogradlab.course.widgets.stepper.mover import Stepper

pytestmark = pytest.mark.browser

# Each picture comes as ipywidgets brings it: as the content of an element, parsed by the browser.
SHOW = f"""pictures => {{
  {FOLLOW}
  const sheet = document.createElement('div'), source = sheet.cloneNode(), expected = sheet.cloneNode(), wrong = [];
  let made = 0, all = 0;
  pictures.forEach((picture, i) => {{
    const before = [...sheet.querySelectorAll('*')];
    source.innerHTML = expected.innerHTML = picture;
    follow(sheet, source);
    if (!sheet.isEqualNode(expected)) wrong.push(i);
    const elements = i ? [...sheet.querySelectorAll('*')] : [];
    made += elements.filter(element => !before.includes(element)).length;
    all += elements.length;
  }});
  return {{wrong, made, all}};
}}"""


@pytest.fixture(scope="module")
def blank(browser):
    page = browser.new_page()
    yield page
    page.close()


def first_views():
    names = {}
    exec(SETUP, names)
    for folder, expression in MOVERS.items():
        names |= vars(import_module(f"autogradlab.course.widgets.{folder}.mover"))
        yield eval(expression, names).svg


def steps():
    names = {}
    exec(SETUP, names)
    stepper = Stepper(names["loss"], {name: names[name] for name in "wxy"})
    for step in [*range(stepper.count + 1), 1, stepper.count, 0]:
        stepper.step = step
        yield stepper.svg


def moves_of_a_slider():
    slope = Slope()
    for w in (1.5, 1.6, 1.7, 1.6):
        slope.w = w
        yield slope.svg


def test_any_picture_becomes_the_next_one(blank):
    pictures = [*first_views(), *reversed([*first_views()])]
    assert blank.evaluate(SHOW, [*pictures, *steps(), *moves_of_a_slider()])["wrong"] == []


def test_what_stays_is_not_made_anew(blank):
    assert blank.evaluate(SHOW, [*moves_of_a_slider()])["made"] == 0
    stepped = blank.evaluate(SHOW, [*steps()])
    assert stepped["made"] < stepped["all"] / 20  # rows of the table that come and go
