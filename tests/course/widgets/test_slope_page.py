"""The slope figure without a kernel: the page holds what the engine computed, for every position of its sliders."""

import json
import re

import pytest

import autogradlab as ag
from autogradlab.course.widgets.slope.mover import Slope


@pytest.fixture(scope="module")
def slope():
    return Slope(limits=(-3.0, 3.0), w=2.0, h=0.1)


@pytest.fixture(scope="module")
def page(slope):
    return slope.html()


@pytest.fixture(scope="module")
def at(page):
    """at(w, h, lr): the text in each slot at these places of the sliders, looked up as the page's script does it."""
    tables = json.loads(re.search(r"const tables = (.*);\n", page)[1])
    templates = json.loads(re.search(r"const templates = (.*);\n", page)[1])
    lengths = [int(highest) + 1 for highest in re.findall(r'type="range" min="0" max="(\d+)"', page)]

    def unpacked(text):
        number, *digits = text.split(" ")
        return "".join(part + digit for part, digit in zip(templates[int(number)], [*digits, ""]))

    def look_up(*places):
        values = {}
        for table in tables:
            row = 0
            for k in table["by"]:
                row = row * lengths[k] + places[k]
            values |= dict(zip(table["slots"], map(unpacked, table["rows"][row])))
        return values

    return look_up


@pytest.mark.parametrize(
    "places, w, h, lr",
    [
        ((50, 2, 2), 2.0, 0.1, 0.1),
        ((0, 0, 0), -3.0, 0.001, 0.0),
        ((60, 4, 24), 3.0, 1.0, 1.2),
        ((30, 3, 10), 0.0, 0.5, 0.5),
    ],
)
def test_every_position_says_what_the_live_figure_says(at, slope, places, w, h, lr):
    slope.w, slope.h, slope.lr = w, h, lr
    shown = at(*places)
    said = " ".join(re.sub("<.*?>", "", shown[f"said-{k}"]) for k in range(3))
    assert said == slope.description
    assert [shown[f"value-{i}"] for i in range(6)] == [line[10:24].strip() for line in slope.text.splitlines()[1:]]
    assert shown["title"] in slope.svg


def test_the_page_begins_where_the_figure_stands(page):
    assert re.findall(r"<output[^>]*>([^<]*)<", page) == ["2", "0.1", "0.1"]


def test_the_page_is_self_contained(page):
    assert not re.search(r'(src|href)=|url\(|@import|fetch\(| on\w+="', page.replace("http://www.w3.org/2000/svg", ""))
    assert len(page) < 1_500_000


def test_a_function_without_a_slope_somewhere_says_so_there():
    page = Slope(lambda w: ag.log(w), w=1.0, limits=(-3.0, 3.0)).html()
    assert "No slope to show here" in page and "there is no slope to see" in page
