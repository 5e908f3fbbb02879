"""A picture on a page becomes the next one, whatever the two are; elements that are the same in both are kept."""

import json
from html import escape
from random import Random

import pytest
from moved import all_pictures
from test_movers import SETUP

from autogradlab.course.widgets.parts.difference import Picture, changes
from autogradlab.course.widgets.parts.picture_script import CHANGE, FOLLOW, PICTURE_SCRIPT
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
MAKE = f"""pairs => {{
  {FOLLOW}
  {CHANGE}
  const there = document.createElement('div'), expected = there.cloneNode();
  return pairs.filter(([old, values, stretch, picture]) => {{
    there.innerHTML = old;
    expected.innerHTML = picture;
    change(there, values, stretch);
    return !there.isEqualNode(expected);
  }});
}}"""

# A mover's page as ipywidgets builds it, with a kernel that counts how often it is asked for a whole picture.
PARTS = "".join(
    f'<div class="agl-{name}"><div class="widget-html-content"></div></div>' for name in ("picture", "words", "changes")
)
PAGE = f"""<div class="agl-mover">{PICTURE_SCRIPT}{PARTS}
<button class="agl-ask" onclick="window.asked += 1"></button></div>"""
SEND = "([place, html]) => document.querySelector(place).innerHTML = html"
SHOWN = "[...document.querySelectorAll('.agl-picture, .agl-words')].map(part => part.textContent).join(' ')"


@pytest.fixture(scope="module")
def blank(browser):
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def page(browser):
    page = browser.new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.set_content(PAGE)
    page.wait_for_function("document.querySelector('.agl-mover').aglSheet")
    yield page
    page.close()


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


def anything(random, depth=3):
    """The markup of a random tree of elements and words."""
    parts = []
    for _ in range(random.randrange(4 - depth // 3)):
        name, words = random.choice(["g", "a", "text"]), random.choice(["", "", "one", "2 &lt; 3"])
        inside = anything(random, depth - 1) if depth else ""
        attribute = random.choice(["", ' x="1"', ' x="2"', " x='2'", ' y="&quot;&gt;" x="1"'])
        parts.append(random.choice([f"<{name}{attribute}>{words}{inside}</{name}>", f"<rect{attribute}/>"]))
        parts.append(random.choice(["", "", " tail"]))
    return "".join(parts)


def as_changes(pictures):
    """[old, values, stretch, new] for each picture and the one after it."""
    return [[old, *changes(Picture(old), Picture(new)), new] for old, new in zip(pictures, pictures[1:])]


def test_any_picture_becomes_the_next_one(blank):
    pictures = [*dict.fromkeys(all_pictures())]
    assert blank.evaluate(SHOW, pictures)["wrong"] == []


def test_what_stays_is_not_made_anew(blank):
    assert blank.evaluate(SHOW, [*moves_of_a_slider()])["made"] == 0
    stepped = blank.evaluate(SHOW, [*steps()])
    assert stepped["made"] < stepped["all"] / 20  # only rows of the table come and go


def test_changes_make_the_next_picture_of_every_mover(blank):
    assert blank.evaluate(MAKE, as_changes([*all_pictures()])) == []


def test_changes_make_any_tree_of_any_other(blank):
    random = Random(0)
    trees = [
        "".join(f'<svg a="{random.random()}">{anything(random)}</svg>' for _ in range(random.randrange(3)))
        for _ in range(2000)
    ]
    assert blank.evaluate(MAKE, as_changes(trees)) == []


def send(page, place, html):
    page.evaluate(SEND, [f".agl-{place} > .widget-html-content", html])


def send_whole(page, number, words):
    send(page, "picture", f"<!--{number}--><svg><text>{words}</text></svg>")
    send(page, "words", f"<!--{number}--><p>and {words}</p>")


def send_change(page, number, words):
    send(page, "changes", escape(json.dumps([number, [[2, words]], None, f"<p>and {words}</p>", None])))


def times_asked(page, milliseconds):
    """How often the kernel is asked for a whole picture in this time."""
    page.evaluate("window.asked = 0")
    page.clock.run_for(milliseconds)
    return page.evaluate("window.asked")


def test_a_page_asks_once_when_it_is_there_and_once_after_each_rest(page):
    send_whole(page, 0, "first")
    assert times_asked(page, 5000) == 1
    send_change(page, 0, "second")
    page.clock.run_for(500)
    send_change(page, 1, "third")
    assert page.evaluate(SHOWN) == "third and third"
    assert times_asked(page, 900) == 0
    assert times_asked(page, 5000) == 1
    send_whole(page, 2, "third")
    assert times_asked(page, 5000) == 0


def test_a_page_that_missed_a_change_asks_and_shows_nothing_wrong_meanwhile(page):
    send_whole(page, 4, "four")
    times_asked(page, 100)
    send_change(page, 6, "seven")
    assert page.evaluate(SHOWN) == "four and four"
    assert times_asked(page, 100) == 1
    send_whole(page, 7, "seven")
    assert page.evaluate(SHOWN) == "seven and seven"
    send_change(page, 6, "late")
    assert page.evaluate(SHOWN) == "seven and seven"


def test_a_page_that_cannot_make_a_change_asks_once_nothing_moves(page):
    send_whole(page, 0, "first")
    times_asked(page, 100)
    send(page, "changes", json.dumps([0, [[99, "nowhere"]], None, None, None]))
    assert times_asked(page, 5000) == 1
    send_whole(page, 1, "second")
    assert page.evaluate(SHOWN) == "second and second"


def test_a_page_whose_mover_was_taken_away_asks_nobody(page):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    send_whole(page, 0, "first")
    page.locator(".agl-ask").evaluate("button => button.remove()")
    page.clock.run_for(5000)
    assert errors == []
