"""The second graph, which create_graph=True makes: marked where it is known, and not claimed where it is not."""

import re

import numpy as np
import pytest

from autogradlab.draw import draw
from autogradlab.draw.read import read
from autogradlab.draw.second import _has_graph

pytestmark = pytest.mark.filterwarnings("ignore:Using backward.. with create_graph")


@pytest.fixture
def ag(ag):
    node = (ag.tensor(1.0, requires_grad=True) * 2).grad_fn
    if not hasattr(node, "_sequence_nr"):
        pytest.skip("nodes have no number")
    return ag


def second(graph):
    return sorted(operation.name for operation in graph.operations if operation.second)


def test_what_backward_made_of_a_leafs_grad_is_the_second_graph(ag):
    x = ag.tensor(2.0, requires_grad=True)
    y = x.exp() * x
    y.backward(create_graph=True)
    drawing = draw(x.grad, {"x": x, "y": y})
    assert second(drawing.everything) == ["AddBackward0", "CopyBackwards", *["MulBackward0"] * 3]
    (first,) = [operation for operation in drawing.records.operations if not operation.second]
    assert first.name == "ExpBackward0"  # y's own graph, which the gradient uses
    assert drawing.title == "5 of these 6 operations were made after y: the second graph"


def test_after_tells_where_the_second_graph_begins(ag):
    x = ag.tensor(2.0, requires_grad=True)
    y = x**3
    y.backward(create_graph=True)
    gradient, x.grad = x.grad, None
    assert second(read(gradient, {"x": x})) == []
    drawing = draw(gradient, {"x": x}, after=y)
    assert all(operation.second for operation in drawing.records.operations)
    assert drawing.title == "All of these operations were made after the given result: the second graph"


def test_an_ordinary_graph_has_none(linear, ag):
    root, names = linear(ag)
    root.backward(retain_graph=True)
    assert second(read(root, names)) == []


def test_notes_on_the_nodes_are_believed():
    torch = pytest.importorskip("torch")
    x = torch.tensor(2.0, requires_grad=True)
    with torch.autograd.set_detect_anomaly(True, check_nan=False):
        y = x.exp() * x
        (gradient,) = torch.autograd.grad(y, x, create_graph=True)
        root = y + gradient**2
    graph = read(root, {"x": x, "y": y, "gradient": gradient})
    assert second(graph) == ["AddBackward0", *["MulBackward0"] * 3]  # not the square of the gradient, nor the sum
    assert draw(root).title == "4 of these 8 operations were made by a backward pass: the second graph"


def test_it_has_a_color_a_mark_and_a_word(ag):
    x = ag.tensor(2.0, requires_grad=True)
    y = x * x
    y.backward(create_graph=True)
    drawing = draw(x.grad, {"x": x, "y": y})
    marks = drawing.svg.count(">∂<")
    assert marks == len(second(drawing.records)) + 1  # one more is in the legend
    assert "second graph</tspan> made after y" in drawing.svg
    assert len(re.findall(r", second graph", drawing.text)) == marks - 1


@pytest.mark.parametrize("wrong", [3, "y"])
def test_after_must_be_a_result(wrong, linear, ag):
    with pytest.raises(TypeError, match="\n  help: after=loss"):
        draw(*linear(ag), after=wrong)


def test_a_gradient_of_another_engine_may_be_a_plain_array():
    assert not _has_graph(np.ones(3)) and not _has_graph(None)
