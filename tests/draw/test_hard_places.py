"""Names that collide or do not print, nan and inf, empty tensors, half a graph: the picture stays true and readable."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from autogradlab.draw import draw


def picture_words(drawing):
    return ["".join(text.itertext()) for text in ET.fromstring(drawing.svg).iter("{http://www.w3.org/2000/svg}text")]


def boxes(drawing):
    return {box.name: box for box in drawing.records.boxes}


def test_a_name_of_ours_gives_way_to_the_learners(ag):
    output, other = ag.tensor(1.0, requires_grad=True), ag.tensor(2.0, requires_grad=True)
    drawing = draw(output * other * 3, {"output": output, "leaf 1": output * 2})
    assert {"output", "output (2)", "leaf 1 (2)"} <= set(boxes(drawing))
    assert boxes(drawing)["output"].kind == "leaf" and boxes(drawing)["output (2)"].kind == "output"


@pytest.mark.parametrize("name", ["a\x00b", "a\nb\tc", "\ud800", "\x1b[31mred", "\ufffe"])
def test_what_cannot_be_printed_is_replaced(ours, name, tmp_path):
    w = ours.tensor(1.0, requires_grad=True)
    drawing = draw(w * w, {name: w})
    assert any("�" in word for word in picture_words(drawing)) and len(drawing.text.splitlines()) == 5
    for ending in ("svg", "dot", "txt", "html"):
        drawing.save(tmp_path / f"graph.{ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["größe", "重み", "∂w", "w' & <b>", "👩‍🔬", "שלום"])
def test_names_of_all_the_world_are_shown(ours, name):
    w = ours.tensor(1.0, requires_grad=True)
    drawing = draw(w * w, {name: w})
    assert name in picture_words(drawing) and f"leaf {name} = 1" in drawing.text


def test_long_names_keep_the_end_that_tells_them_apart(ours):
    a, b = ours.tensor(1.0, requires_grad=True), ours.tensor(2.0, requires_grad=True)
    prefix = "encoder.layers.0.self_attention."
    words = picture_words(draw(a * b, {prefix + "in_proj_weight": a, prefix + "in_proj_bias": b}))
    assert len({word for word in words if "…" in word and "in_proj" in word}) == 2


def test_a_tensor_without_entries_is_empty(ag):
    w = ag.ones((0, 3), requires_grad=True)
    drawing = draw((w * 2).sum(), {"w": w})
    assert "leaf w = (0, 3) empty" in drawing.text and "(0, 3) empty" in picture_words(drawing)


@pytest.mark.parametrize("value, told", [(float("nan"), "nan"), (float("-inf"), "−inf")])
def test_numbers_that_are_none_stay_words(ag, value, told):
    w = ag.tensor([1.0, value, 2.0, 3.0, 4.0], requires_grad=True)
    loss = (w * 2).sum()
    loss.backward()
    drawing = draw(loss, {"w": w, "loss": loss})
    assert f"output loss = {told}" in drawing.text and f"with {told.strip('−')}" in drawing.text


def test_a_graph_freed_in_part_says_what_is_left(ag):
    w = ag.tensor(2.0, requires_grad=True)
    half = w * w
    root = (half * 3).exp()
    half.backward()
    drawing = draw(root, {"w": w, "half": half})
    assert drawing.title == "After backward: w holds a gradient, some saved values are freed"
    assert drawing.text.count("saved values freed") == 1 and "saved result" in drawing.text


def test_everything_without_any_program(ours, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("autogradlab.draw.programs.find", lambda name: None)
    x = y = ours.tensor(1.0, requires_grad=True)
    for i in range(60):
        y = [y * x, y + x, y.sin(), y.exp()][(i * i + i // 5) % 4]
    drawing = draw(y, {"x": x}, fold=False)
    assert drawing.layout == "own" and "<svg" in drawing.svg
    with pytest.raises(RuntimeError, match="\n  help: save it as .svg or .html, which need none"):
        drawing.save(tmp_path / "graph.png")


def test_a_missing_folder_is_said(ours, tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no folder `.*nowhere`\n  help:"):
        draw(ours.tensor(1.0)).save(tmp_path / "nowhere" / "graph.svg")


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.urls = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.urls += [value for name, value in attributes if name in ("src", "href", "action")]


def test_a_page_of_its_own_needs_nothing(linear, ours, tmp_path):
    root, names = linear(ours)
    drawing = draw(root, {**names, "</script><b>": names["w"], "w": names["b"]})
    text = drawing.save(tmp_path / "graph.html").read_text(encoding="utf-8")
    page = Page(text)
    assert text == drawing.html() and text.startswith("<!DOCTYPE html>")
    assert not page.urls and "script" not in page.tags and page.tags.count("b") == 0
    assert [page.tags.count(tag) for tag in ("html", "title", "h1", "svg", "pre")] == [1, 2, 1, 1, 1]
    assert "prefers-color-scheme:dark" in text and drawing.svg in text
