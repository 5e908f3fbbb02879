"""The SVG: well formed, safe, the same bytes everywhere, and marked so that a step can restyle it."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from autogradlab.draw import draw, legend

SVG = "{http://www.w3.org/2000/svg}"


def words_of(svg):
    return ["".join(text.itertext()) for text in ET.fromstring(svg).iter(f"{SVG}text")]


def legend_words(svg):
    return {tspan.text for tspan in ET.fromstring(svg).iter(f"{SVG}tspan")}


def test_the_picture_shows_every_name_value_and_saved_value(linear, ours):
    drawing = draw(*linear(ours))
    assert {"w", "3", "b", "1", "x", "2", "z", "7", "loss", "4", "MulBackward0", "x = 2", "self = 2"} <= set(
        words_of(drawing.svg)
    )


def test_the_legend_names_only_what_is_there(linear, ours):
    root, names = linear(ours)
    before = legend_words(draw(root, names).svg)
    root.backward()
    after = legend_words(draw(root, names).svg)
    assert after - before == {"freed", "gradient"} and before - after == {"saved"}


@pytest.mark.parametrize("width", [448, 760, 784, 1100])
@pytest.mark.parametrize("since", ["", "y", "loss"])
@pytest.mark.parametrize(
    "words",
    [
        ("leaf", "constant", "output", "operation", "second graph", "saved", "value"),
        ("leaf", "constant", "result", "output", "operation", "saved", "overwritten", "line", "value"),
        ("leaf", "constant", "result", "output", "operation", "freed", "value", "gradient"),
    ],
)
def test_the_words_of_the_legend_end_before_the_next_sign_and_the_edge(words, since, width):
    """Measured in DejaVu Sans, the widest of the fonts that a page may fall back to."""
    fonts = pytest.importorskip("matplotlib.font_manager")
    textpath = pytest.importorskip("matplotlib.textpath")

    def wide(text, weight):
        font = fonts.FontProperties(family="DejaVu Sans", size=12, weight=weight)
        return textpath.text_to_path.get_text_width_height_descent(text, font, False)[0]

    picture, _ = legend.drawn(words, 20, 0, width, since)
    entries = re.findall(r'<text x="([^"]+)" y="([^"]+)" class="s"><tspan class="b">([^<]+)</tspan>([^<]+)', picture)
    assert len(entries) == len(words)
    places = [(float(x), y, float(x) + wide(bold, "bold") + wide(rest, "normal")) for x, y, bold, rest in entries]
    for x, y, end in places:
        following = min(
            (other for other, row, _ in places if row == y and other > x), default=20 + width + legend._SIGN
        )
        assert end <= following - legend._SIGN - 4 * (following < 20 + width)


def test_gradients_are_dashed_and_only_where_they_lead_to_a_leaf(linear, ours):
    root, names = linear(ours)
    assert 'stroke-dasharray="6 4"' not in draw(root, names).svg
    root.backward()
    groups = [g for g in ET.fromstring(draw(root, names).svg).iter(f"{SVG}g") if g.get("class") == "agl-edge"]
    assert [len(list(g.iter(f"{SVG}path"))) for g in groups].count(2) == len(groups) - 2  # two lead to constants


def test_it_describes_itself(program, ours):
    drawing = draw(*program(ours))
    root = ET.fromstring(drawing.svg)
    assert root.get("role") == "img"
    assert [root.find(f"{SVG}title").text, root.find(f"{SVG}desc").text] == [drawing.title, drawing.description]
    assert root.get("aria-labelledby").split() == [root.find(SVG + part).get("id") for part in ("title", "desc")]


def test_names_are_escaped_everywhere(ours):
    w = ours.tensor(3.0, requires_grad=True)
    name = "<b>\"w\" & 'é'</b>"
    drawing = draw(w * w, {name: w})
    assert name in words_of(drawing.svg)
    for text in (drawing.svg, drawing._repr_mimebundle_()["text/html"], drawing.dot):
        assert '<b>"' not in text


def test_ids_are_unique_in_a_picture_and_differ_between_pictures(linear, ours):
    root, names = linear(ours)
    before = draw(root, names).svg
    root.backward()
    ids = [re.findall(r'\bid="([^"]+)"', svg) for svg in (before, draw(root, names).svg)]
    assert all(len(found) == len(set(found)) for found in ids)
    assert not set(ids[0]) & set(ids[1])


def test_nodes_and_wires_can_be_found_by_their_records(linear, ours):
    drawing = draw(*linear(ours))
    root = ET.fromstring(drawing.svg)
    assert {g.get("data-node") for g in root.iter(f"{SVG}g") if g.get("data-node")} == set(drawing.records.nodes())
    assert [(g.get("data-from"), g.get("data-to")) for g in root.iter(f"{SVG}g") if g.get("data-from")] == [
        (edge.source, edge.target) for edge in drawing.records.edges
    ]


def test_no_text_is_smaller_than_twelve_pixels(program, ours):
    assert all(float(size) >= 12 for size in re.findall(r"font-size:([\d.]+)px", draw(*program(ours)).svg))


def test_the_lessons_graphs_fit_the_page(program, ours):
    if program.__name__ != "recurrent":
        assert 360 <= int(re.search(r'width="(\d+)"', draw(*program(ours)).svg)[1]) <= 800


@pytest.mark.parametrize("value, word", [(float("nan"), "nan !"), (float("inf"), "inf !"), (float("-inf"), "−inf !")])
def test_what_is_not_finite_is_a_word_with_a_mark(value, word, ours):
    w = ours.tensor(value, requires_grad=True)
    assert word in words_of(draw(w * 2, {"w": w}).svg)


def test_the_same_bytes_in_another_process():
    program = (
        "import autogradlab as ag, sys\n"
        "w = ag.tensor(3., requires_grad=True); x = ag.tensor(2.); loss = (w*x - 1)**2; loss.backward()\n"
        "y = w\nfor i in range(90): y = [y * w, y.sin(), y + x, w.exp() * y][i * i // 3 % 4]\n"
        "for d in ag.draw(loss), ag.draw(y): sys.stdout.buffer.write((d.svg + d.dot + d.text).encode())"
    )
    path = os.pathsep.join(sys.path)
    runs = [
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in "12"
    ]
    assert runs[0] == runs[1] and b"<svg" in runs[0]


def test_of_many_numbers_a_picture_shows_shape_and_range_in_the_box_and_elsewhere_the_shape(ag):
    w = ag.ones((8, 4), requires_grad=True)
    picture = draw((w * 2).exp().sum(), {"w": w}).svg
    assert ">(8, 4)<" in picture and picture.count(">all 1<") == 1
    assert "result = (8, 4)" in picture and "all 7.389" not in picture


def test_a_network_of_three_layers_is_twice_as_wide_as_a_page_and_not_more(ag):
    ag.manual_seed(0)  # the boxes are as wide as the numbers that they show
    nn = ag.nn
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 3))
    loss = nn.functional.cross_entropy(model(ag.randn(5, 4)), ag.tensor([0, 1, 2, 0, 1]))
    assert draw(loss, model).width < 1700
