"""The leaves mover: the program really runs, on our engine as on PyTorch, and picture and words say what came out."""

import itertools

import pytest
from pictures import texts, texts_that_agree

from autogradlab.course.widgets.leaves.graph import graph_of
from autogradlab.course.widgets.leaves.mover import Leaves
from autogradlab.course.widgets.leaves.run import CUTS, ENDS, Choices, run
from autogradlab.course.widgets.parts import script

EVERY = [
    Choices(*flags, cut, end)
    for flags in itertools.product([False, True], repeat=4)
    for cut, end in itertools.product(CUTS, ["", *ENDS])
]


def test_the_first_view_teaches():
    mover = Leaves()
    assert mover.run.grads == {"x": None, "w": 28, "b": 14, "h": None, "loss": None}
    assert texts(mover)[0] == "Gradients land in w and b, not in what lies between"
    assert "h.grad is None: h is not a leaf and was not asked to retain its gradient." in mover.description


@pytest.mark.parametrize(
    "choices, grads",
    [
        (Choices(x_requires_grad=True), {"x": 42, "w": 28, "b": 14, "h": None}),
        (Choices(retain_grad=True), {"w": 28, "b": 14, "h": 14}),
        (Choices(scaled=True), {"w": None, "b": 14, "raw": pytest.approx(0.28)}),
        (Choices(cut="detach"), {"w": None, "b": 14, "h": None}),
        (Choices(cut="data"), {"w": None, "b": 14}),
        (Choices(cut="item"), {"w": None, "b": 14}),
        (Choices(cut="no_grad"), {"w": None, "b": 14}),
        (Choices(cut="compare"), {"w": None, "b": 4}),
        (Choices(cut="round"), {"w": 0, "b": 14}),
        (Choices(w_requires_grad=False), {"w": None, "b": 14}),
        (Choices(loss_cut="requires_grad"), {"w": None, "b": None, "loss": 1}),
    ],
)
def test_where_gradients_land(choices, grads):
    found = run(choices).grads
    assert {name: found[name] for name in grads} == grads


@pytest.mark.parametrize(
    "choices, line, sentence",
    [
        (Choices(loss_cut="tensor"), "loss.backward()", "element 0 of tensors does not require grad"),
        (Choices(cut="no_grad", retain_grad=True), "h.retain_grad()", "can't retain_grad on Tensor"),
    ],
)
def test_where_the_program_stops(choices, line, sentence):
    stopped = run(choices)
    assert stopped.lines[stopped.stop.line][0] == line
    assert stopped.stop.sentence.startswith(sentence)


def test_a_gradient_comes_back_on_every_wire_to_the_leaf_behind_a_scaled_w():
    graph, _, cuts = graph_of(run(Choices(scaled=True)))
    nodes = graph.nodes()
    assert [nodes[edge.source].name for edge in graph.edges if not edge.flows] == ["x"] and not cuts


def test_a_leaf_is_what_no_recorded_operation_made():
    facts = run(Choices(scaled=True, cut="detach")).facts
    assert {name: facts[name].is_leaf for name in facts} == {
        "x": True,
        "w": False,
        "b": True,
        "h": True,
        "loss": False,
        "raw": True,
    }


def test_pytorch_says_the_same_of_every_program(monkeypatch):
    ours = [run(choices) for choices in EVERY]
    monkeypatch.setattr(script, "ag", pytest.importorskip("torch"))
    for mine in ours:
        theirs = run(mine.choices)
        assert [fact.cells for fact in mine.by_line.values()] == [fact.cells for fact in theirs.by_line.values()]
        assert (mine.stop and mine.stop.sentence) == (theirs.stop and theirs.stop.sentence)


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("end", ["", *ENDS])
@pytest.mark.parametrize("flags", [(False, True, False, False), (True, True, True, False), (False, False, False, True)])
def test_picture_words_and_text_agree(cut, end, flags):
    mover = Leaves(
        **dict(zip(("x_requires_grad", "w_requires_grad", "scaled", "retain_grad"), flags)), cut=cut, loss_cut=end
    )
    shown = texts_that_agree(mover)
    for line in mover.text.split("\n\n")[1].splitlines()[1:]:
        assert set(filter(None, map(str.strip, line.split("  ")))) <= set(shown), line


@pytest.mark.parametrize(
    "mover, cuts",
    [
        (Leaves(), 0),
        (Leaves(cut="detach"), 1),
        (Leaves(cut="detach", loss_cut="tensor"), 2),
        (Leaves(cut="round"), 0),
        (Leaves(cut="detach", w_requires_grad=False), 0),
    ],
)
def test_the_cut_is_drawn_where_a_gradient_is_kept_away(mover, cuts):
    assert texts(mover).count("cut") == cuts


def test_a_switch_moved_in_the_page_redraws(shows):
    mover = Leaves()
    mover._retain.tick.value = True
    assert mover.retain_grad and mover.run.grads["h"] == 14 and shows(mover)


def test_it_is_the_same_every_time():
    assert Leaves(cut="round").svg == Leaves(cut="round").svg


def test_no_warning_reaches_the_learner(recwarn):
    Leaves(scaled=True, cut="item", loss_cut="requires_grad")
    assert not recwarn.list
