"""Which parts of a mover's picture are sent to a page."""

import json
import re
from html import unescape

import pytest

from autogradlab.course.widgets.parts.sheet import Sheet

WORDS = re.compile("<text x='1'>(.*?)</text>")
LONG = "".join(f"<text>{number}</text>" for number in range(50))


def picture(words, more=""):
    return f"<svg><style>text{{}}</style><text x='1'>{words}</text>{more}{LONG}</svg>"


def shown(sheet, words, **more):
    sheet.show(picture(words, **more), f"<p>{words}</p>", f"<pre>{len(words)}</pre>")


def helper(sheet, kind):
    return next(widget for widget in sheet.helpers if f"agl-{kind}" in widget._dom_classes)


def whole(sheet):
    """The last whole picture sent to the page: number, words in the picture, the line in words, the text version."""
    parts = [part.value.removeprefix("<!--").partition("-->") for part in (sheet.picture, sheet.words, sheet.twin)]
    assert len({number for number, _, _ in parts}) == 1
    texts = [text for _, _, text in parts]
    return int(parts[0][0]), WORDS.search(texts[0])[1], *texts[1:]


def change(sheet):
    """The last change sent to the page."""
    return json.loads(unescape(helper(sheet, "changes").value))


@pytest.fixture
def sheet():
    """The sheet of a page whose script has asked for the first picture."""
    sheet = Sheet()
    shown(sheet, "one")
    helper(sheet, "ask").click()
    return sheet


def test_a_page_without_scripts_gets_everything_whole():
    sheet = Sheet()
    for number, words in enumerate(["one", "two", "two", "three"], 1):
        shown(sheet, words)
        assert whole(sheet) == (number, words, f"<p>{words}</p>", f"<pre>{len(words)}</pre>")
    assert helper(sheet, "changes").value == ""


def test_a_page_that_asked_gets_only_what_changes(sheet):
    before = whole(sheet)
    shown(sheet, "two")
    assert change(sheet) == [before[0], [[2, "two"]], None, "<p>two</p>", None]
    shown(sheet, "2 &lt; 3")
    assert change(sheet) == [before[0] + 1, [[2, "2 < 3"]], None, "<p>2 &lt; 3</p>", "<pre>8</pre>"]
    assert whole(sheet) == before


def test_attributes_that_change_come_or_go_are_sent_by_name(sheet):
    sheet.show(picture("one").replace("<text x='1'>", '<text y="&lt;2" z="3">'), "", "")
    assert change(sheet)[1:3] == [[[1, {"x": None, "y": "<2", "z": "3"}]], None]
    sheet.show(picture("one").replace("<text x='1'>", '<text y="4" z="3">'), "", "")
    assert change(sheet)[1:3] == [[[1, {"y": "4"}]], None]


def test_elements_that_come_are_sent_as_markup(sheet):
    shown(sheet, "one", more="<g><rect/></g>")
    assert change(sheet)[1:3] == [[], [0, 3, 3, "<g><rect/></g>"]]


def test_a_picture_that_shares_nothing_is_sent_as_it_is(sheet):
    sheet.show("<div>no graph</div>", "", "")
    assert change(sheet)[2][0] == -1 and change(sheet)[2][3] == "<div>no graph</div>"


def test_a_page_that_asks_again_gets_everything_as_it_is_now(sheet):
    shown(sheet, "two")
    helper(sheet, "ask").click()
    assert whole(sheet) == (change(sheet)[0] + 1, "two", "<p>two</p>", "<pre>3</pre>")


def test_a_page_at_rest_is_sent_nothing_when_it_asks_again(sheet):
    sent = []
    for part in (sheet.picture, sheet.words, sheet.twin):
        part.observe(sent.append, "value")
    helper(sheet, "ask").click()
    assert not sent


def test_a_move_sends_the_drawing_and_not_its_style_rules_again(sheet):
    """When a style element comes or goes, a browser computes the style of the whole page anew."""
    rules, sent = sheet.helpers[0], []
    assert rules.value == "<style>text{}</style>" and "<style>" not in sheet.picture.value
    rules.observe(sent.append)
    shown(sheet, "two")
    assert not sent


def test_nobody_sees_what_only_the_script_uses(sheet):
    assert {helper(sheet, kind).layout.display for kind in ("changes", "ask")} == {"none"}
