"""What a page is sent of a mover's picture."""

import json
from html import unescape

import pytest

from autogradlab.course.widgets.parts.sheet import Sheet

LONG = "".join(f"<text>{number}</text>" for number in range(50))


def picture(words, more=""):
    return f"<svg><style>text{{}}</style><text x='1'>{words}</text>{more}{LONG}</svg>"


def on_page(sheet, kind):
    """What stands in the sheet's widget of this kind."""
    return next(widget for widget in sheet.widgets if f"agl-{kind}" in widget._dom_classes)


def whole(sheet):
    """The whole picture that the page was sent last: its number and its text."""
    number, _, picture = on_page(sheet, "picture").value.removeprefix("<!--").partition("-->")
    return int(number), picture


def change(sheet):
    """The change that the page was sent last."""
    return json.loads(unescape(on_page(sheet, "changes").value))


@pytest.fixture
def sheet():
    """The sheet of a page whose script has asked for the first picture."""
    sheet = Sheet()
    sheet.show(picture("one"))
    on_page(sheet, "ask").click()
    return sheet


def test_a_page_without_scripts_gets_every_picture_whole():
    sheet = Sheet()
    for words in "one", "two", "two", "three":
        sheet.show(picture(words))
        assert words in whole(sheet)[1] and on_page(sheet, "changes").value == ""


def test_a_page_that_asked_gets_only_what_changes(sheet):
    number, _ = before = whole(sheet)
    sheet.show(picture("two &lt; three"))
    assert change(sheet) == [number, [[1, {"x": "1"}, "two < three"]], None]
    assert whole(sheet) == before


def test_elements_that_come_are_sent_as_markup(sheet):
    sheet.show(picture("one", "<g><rect/></g>"))
    assert change(sheet)[1:] == [[], [0, 3, 3, "<g><rect/></g>"]]


def test_each_change_names_the_picture_before_it(sheet):
    number = whole(sheet)[0]
    for step, words in enumerate(["two", "three", "four"]):
        sheet.show(picture(words))
        assert change(sheet)[0] == number + step


def test_a_page_that_asks_again_gets_the_picture_as_it_is_now(sheet):
    sheet.show(picture("two"))
    on_page(sheet, "ask").click()
    assert "two" in whole(sheet)[1] and whole(sheet)[0] == change(sheet)[0] + 1


def test_a_picture_that_shares_little_comes_whole(sheet):
    number = whole(sheet)[0]
    sheet.show("<svg><circle/></svg>")
    assert whole(sheet) == (number + 1, "<svg><circle/></svg>")


def test_a_move_sends_the_drawing_and_not_its_style_rules_again(sheet):
    """A style element that comes and goes costs a browser the style of the whole page."""
    rules, sent = sheet.widgets[0], []
    assert rules.value == "<style>text{}</style>" and "<style>" not in whole(sheet)[1]
    rules.observe(sent.append)
    sheet.show(picture("two"))
    assert not sent


def test_nobody_sees_what_only_the_script_uses(sheet):
    assert {on_page(sheet, kind).layout.display for kind in ("changes", "ask")} == {"none"}
