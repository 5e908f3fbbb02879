"""A graph that is too large to be drawn gets a summary instead."""

import random
import weakref
import xml.etree.ElementTree as ET

import pytest

from autogradlab.draw import Summary, draw
from autogradlab.draw import summary as summaries


def long_chain(ag, steps, half=None):
    x = y = ag.tensor(1.0, requires_grad=True)
    for i in range(steps):
        y = (y * x).sin() + 1
        half = y if i == steps // 3 else half
    return y, {"x": x}, half


def test_tens_of_thousands_of_operations_are_counted(ours):
    y, names, _ = long_chain(ours, 7000)
    summary = draw(y, names)
    assert isinstance(summary, Summary) and summary.operations == summary.depth == 21_000
    assert {name: count for name, count, *_ in summary.kinds} == {
        "MulBackward0": 7000,
        "SinBackward0": 7000,
        "AddBackward0": 7000,
    }
    assert summary.saved == 3 * 7000 and summary.freed == 0


def test_it_says_which_part_has_been_freed(ag):
    y, names, half = long_chain(ag, 1200)
    half.backward()
    summary = draw(y, names)
    assert summary.freed == 802 and summary.saved == 3 * 1200 - 3 * 401
    assert "freed in 802 operations" in summary.text and "leaves (1): x; 1 with a gradient" in summary.text
    if hasattr(y.grad_fn, "_sequence_nr"):
        assert "the part made first" in summary.text


def test_it_is_a_snapshot_and_holds_no_graph(ours):
    y, names, _ = long_chain(ours, 1200)
    summary = draw(y, names)
    y.backward()
    assert summary.freed == 0 and "none with a gradient" in summary.text
    node = weakref.ref(y.grad_fn)
    del y
    assert node() is None


def test_it_looks_like_a_drawing(ours, tmp_path):
    y, names, _ = long_chain(ours, 1200)
    summary = draw(y, names)
    svg = ET.fromstring(summary.svg)
    said = "\n".join("".join(text.itertext()) for text in svg.iter("{http://www.w3.org/2000/svg}text"))
    for label, fact in summary.facts[1:]:
        assert label in said and label in summary.text and fact in summary.text
    assert summary.title in said and summary.title in summary.text and svg.get("role") == "img"
    assert summary._repr_mimebundle_()["text/plain"] == repr(summary) == summary.text
    for ending in ("svg", "html", "txt"):
        assert summary.save(tmp_path / f"graph.{ending}").stat().st_size > 200
    for ending in ("dot", "png"):
        with pytest.raises(ValueError, match="too large for a useful .dot\n  help:"):
            summary.save(tmp_path / f"graph.{ending}")


def test_many_operations_that_do_not_fold_are_summed_up(ours):
    rng = random.Random(0)
    results = [ours.tensor(1.0, requires_grad=True) for _ in range(10)]
    for _ in range(600):
        a, b = rng.choices(results[-12:], k=2)
        results.append(rng.choice([a * b, a + b, a - b.sin()]))
    root = sum(results[-12:])
    summary = draw(root, {})
    assert isinstance(summary, Summary) and "unnamed" in summary.text
    assert not isinstance(draw(root, {}, fold=False), Summary)


def test_of_pytorchs_nodes_only_so_many_are_looked_at(monkeypatch):
    """Looking at too many crashes the process later, when PyTorch frees their Python objects recursively."""
    torch = pytest.importorskip("torch")
    assert summaries.MOST_OF_PYTORCH <= 10_000
    monkeypatch.setattr(summaries, "MOST_OF_PYTORCH", 4000)
    y, names, _ = long_chain(torch, 1500)
    summary = draw(y, names)
    assert not summary.complete and summary.operations == 4000
    assert summary.title.startswith("more than 4,000 operations") and "of the first 4,000" in summary.text
