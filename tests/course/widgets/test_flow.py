"""The flow: gradients shrink or grow layer by layer; clipping changes their length and not their proportions."""

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from math import inf

import pytest
from pictures import texts, texts_that_agree

from autogradlab.course.widgets.flow.mover import DEPTHS, Flow
from autogradlab.course.widgets.flow.words import factor_per_layer, finding
from autogradlab.course.widgets.second_graph.mover import SecondGraph
from autogradlab.course.widgets.second_graph.run import curves


def test_the_first_view_shows_a_gradient_that_vanishes():
    flow = Flow()
    assert flow.ratios[-1] == 1 and flow.ratios[0] < 1e-4
    assert "vanishes" in texts(flow)[0]


def test_the_longest_title_has_a_line_of_its_own():
    texts = [
        each
        for each in ElementTree.fromstring(Flow("tanh", depth=10, scale=0.8).svg).iter()
        if each.text and each.tag.endswith("text")
    ]
    assert texts[0].text.endswith("shrinks: layer 1 gets 0.21 of it")
    assert all(float(each.get("y")) > float(texts[0].get("y")) + 16 for each in texts[1:])


def test_a_sigmoid_layer_lets_at_most_a_quarter_through_on_average():
    assert factor_per_layer(Flow("sigmoid", depth=10).ratios) < 0.25


def test_scale_decides_between_vanishing_and_exploding():
    flow = Flow("relu")
    ratios = []
    for flow.scale in (0.5, 1.4, 2.5):
        ratios.append(flow.ratios[0])
    assert ratios[0] < 0.1 < ratios[1] < 10 < ratios[2]


@pytest.mark.parametrize("max_norm", [0.001, 0.03])
def test_clipping_brings_the_norm_to_the_limit_and_keeps_the_proportions(max_norm):
    plain, clipped = Flow("tanh"), Flow("tanh", max_norm=max_norm)
    assert plain.total_norm > max_norm and clipped.clipped_norm == pytest.approx(max_norm, rel=1e-4)
    assert clipped.ratios == plain.ratios


def test_what_is_short_enough_is_left_alone():
    flow = Flow("sigmoid", max_norm=10)
    assert flow.clipped_norm == flow.total_norm and "left alone" in flow.description


@pytest.mark.parametrize("activation", ["sigmoid", "tanh", "relu"])
@pytest.mark.parametrize("depth, scale, max_norm", [(2, 0.2, inf), (8, 1.0, 0.1), (20, 3.0, 1.0), (20, 0.2, inf)])
def test_picture_words_and_text_agree(activation, depth, scale, max_norm):
    flow = Flow(activation, depth, scale, max_norm)
    texts_that_agree(flow)
    assert sum(line.startswith("layer") for line in flow.text.splitlines()) == depth == len(flow.sizes)


@pytest.mark.parametrize("depth", DEPTHS)
def test_every_depth_can_be_drawn_at_the_ends_of_the_scale(depth):
    for scale in (0.2, 3.0):
        for activation in ("sigmoid", "relu"):
            ElementTree.fromstring(Flow(activation, depth, scale).svg)


# ---- the second graph ------------------------------------------------------------------------------------------------


def test_with_create_graph_the_gradient_has_a_graph():
    second = SecondGraph(x=2.0)
    assert (second.value, second.first, second.second, second.twice) == (8, 12, 12, 24)
    assert "PowBackward0" in second.nodes and second.message == ""


@pytest.mark.parametrize("keep", ["retain_graph", "nothing"])
def test_without_it_the_gradient_is_a_number(keep):
    second = SecondGraph(x=2.0, keep=keep)
    assert second.first == 12 and second.nodes == () and second.second is second.twice is None
    assert second.message == "element 0 of tensors does not require grad and does not have a grad_fn"
    assert "refused" in texts(second)


def test_the_bend_of_the_lesson_is_named_in_picture_words_and_text():
    second = SecondGraph(x=1.0)
    assert "bend: slope of the slope" in texts(second)
    assert "the bend, is 6" in second.description and "the bend" in second.text


def test_the_curves_are_the_derivatives():
    assert curves([-1.0, 0.0, 2.0]) == ([-1, 0, 8], [3, 0, 12], [-6, 0, 12])


@pytest.mark.parametrize("x", [-2, -0.3, 0, 1.5])
@pytest.mark.parametrize("keep", ["create_graph", "retain_graph", "nothing"])
def test_second_picture_words_and_text_agree(x, keep):
    second = SecondGraph(x, keep)
    shown = texts_that_agree(second)
    for line in second.text.splitlines()[3:7]:
        assert line[:20].strip() in shown and line[20:30].strip() in shown


def test_the_widest_slope_stays_on_the_paper():
    texts = [each for each in ElementTree.fromstring(SecondGraph(1.9).svg).iter() if each.tag.endswith("text")]
    slope = next(each for each in texts if each.text == "slope = 10.83")
    assert float(slope.get("x")) + 0.48 * 14 * len(slope.text) < 800  # an average bold letter: 0.48 of its height


@pytest.mark.parametrize(
    "ratio, said",
    [
        (0.02, "vanishes: layer 1 gets 0.02 of it"),
        (0.1822, "shrinks: layer 1 gets 0.18 of it"),
        (0.496, "shrinks: layer 1 gets 0.5 of it"),
        (0.5, "keeps its size: layer 1 gets 0.5 of it"),
        (1.0, "keeps its size: layer 1 gets 1 of it"),
        (1.9, "keeps its size: layer 1 gets 1.9 times as much"),
        (3.409, "grows: layer 1 gets 3.4 times as much"),
        (34.09, "explodes: layer 1 gets 34.09 times as much"),
    ],
)
def test_the_title_says_what_the_layers_do(ratio, said):
    reading = replace(Flow("tanh", depth=2).reading, sizes=(ratio, 1.0))
    assert finding(reading).endswith(said)
