"""Large graphs: parts built alike, and the parts of one module, become one box that says so; nothing is lost."""

import random

import pytest

from autogradlab.draw import draw
from autogradlab.draw.fold import SMALL, folded
from autogradlab.draw.layers import consumers_first
from autogradlab.draw.read import read


def chain(ag, steps, bias=1.0):
    x = y = ag.tensor(1.0, requires_grad=True)
    for _ in range(steps):
        y = y * x + bias
    return y, {"x": x}


def only_fold(drawing):
    (fold,) = drawing.records.folds
    return fold


def test_a_small_graph_is_shown_as_it_is(ag):
    drawing = draw(*chain(ag, SMALL // 2))
    assert not drawing.records.folds and len(drawing.records.operations) == SMALL


def test_a_loop_is_one_box_that_says_how_often_it_ran(ag):
    fold = only_fold(draw(*chain(ag, 100)))
    assert (fold.name, fold.operations, fold.block) == ("Mul → Add ×100", 200, ("MulBackward0", "AddBackward0"))


def test_a_thousand_operations_are_one_box_too(ours):
    drawing = draw(*chain(ours, 500))
    assert only_fold(drawing).times == 500 and "<svg" in drawing.svg


def test_a_leaf_that_all_blocks_use_stays_outside_with_its_wires_counted(ag):
    y, names = chain(ag, 100)
    y.backward()
    drawing = draw(y, names)
    assert [box.name for box in drawing.records.of_kind("leaf")] == ["x"]
    assert "grad +=" in drawing.svg and "101 paths add up here" in drawing.text


def test_fold_false_shows_every_operation(ag):
    drawing = draw(*chain(ag, 100), fold=False)
    assert len(drawing.records.operations) == 200 and not drawing.records.folds


def test_a_notebook_can_open_what_is_folded(ours):
    y, names = chain(ours, 30)
    shown = draw(y, names)._repr_mimebundle_()["text/html"]
    assert "<summary>All 60 operations</summary>" in shown and shown.count("<svg") == 2
    assert draw(y, names, fold=False).svg in shown
    assert "All 400 operations" not in draw(*chain(ours, 200))._repr_mimebundle_()["text/html"]


def test_picture_and_text_say_the_same_of_a_fold(ag):
    y, names = chain(ag, 100)
    drawing = draw(y, names)
    fold = only_fold(drawing)
    for said in (fold.name, str(fold.operations), str(fold.kept)):
        assert said in drawing.svg and said in drawing.text and said in drawing.dot
    assert fold.name in drawing.description
    y.backward()
    assert "the saved values of 100 operations freed" in draw(y, names).text


def test_an_overwritten_value_in_a_fold_is_told():
    torch = pytest.importorskip("torch")
    y, names = chain(torch, 20)
    inner = y.grad_fn.next_functions[0][0].next_functions[0][0].next_functions[0][0]._saved_self
    with torch.no_grad():
        inner.add_(1)
    drawing = draw(y, names)
    (line,) = [line for line in drawing.text.splitlines() if line.strip().startswith("fold")]
    assert "1 saved value overwritten" in line and ">1 !<" in drawing.svg


def test_named_results_in_a_fold_are_told(ours):
    x = y = ours.tensor(1.0, requires_grad=True)
    names = {}
    for i in range(20):
        h = y * x
        y = h.sin()
        names[f"h{i}"] = h
    assert "with h" in draw(y, names).text


# ---- modules --------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["autogradlab", "torch"])
def nn(request):
    return pytest.importorskip(f"{request.param}.nn")


def deep(nn, layers):
    ag = pytest.importorskip(nn.__name__.partition(".")[0])
    model = nn.Sequential(*[layer for _ in range(layers) for layer in (nn.Linear(3, 3), nn.ReLU())])
    return model, model(ag.ones(2, 3)).sum()


def test_modules_are_called_by_their_class(nn):
    model, loss = deep(nn, 12)
    fold = only_fold(draw(loss, model))
    assert fold.name == "Linear ×12" and fold.operations == 36 and (fold.leaves, fold.holding) == (24, 0)


def test_with_parameters_only_they_are_called_by_their_place(nn):
    model, loss = deep(nn, 12)
    loss.backward()
    fold = only_fold(draw(loss, dict(model.named_parameters())))
    assert fold.name == "modules 0 … 22 ×12" and fold.holding == fold.leaves == 24 and fold.kept == 0


def test_the_learners_own_modules_are_seen(nn):
    model, loss = deep(nn, 2)
    assert {"model.0.weight", "model.2.bias"} <= {box.name for box in draw(loss).records.boxes}


def test_residual_blocks_are_blocks(nn):
    ag = pytest.importorskip(nn.__name__.partition(".")[0])

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(3, 3), nn.Linear(3, 3)

        def forward(self, x):
            return (x + self.b(self.a(x).relu())).relu()

    model = nn.Sequential(nn.Linear(3, 3), *[Block() for _ in range(4)])
    fold = only_fold(draw(model(ag.ones(2, 3)).sum(), model))
    assert fold.name == "Block ×4" and fold.operations == 28


def test_modules_that_differ_are_folded_one_by_one():
    torch = pytest.importorskip("torch")
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    model = torch.nn.TransformerEncoder(layer, 3, enable_nested_tensor=False)
    folds = draw(model(torch.ones(2, 5, 8)).sum(), model).records.folds
    assert [fold.name for fold in folds] == ["TransformerEncoderLayer ×2", "layers.0 (TransformerEncoderLayer)"]


def test_a_recurrent_network_is_its_steps():
    torch = pytest.importorskip("torch")
    rnn = torch.nn.RNN(3, 4, batch_first=True)
    outputs, _ = rnn(torch.ones(2, 9, 3))
    fold = only_fold(draw(outputs.sum(), rnn))
    assert fold.name == "RNN ×8" and fold.leaves == 0  # the first of 9 steps starts from a constant


# ---- nothing is lost ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_any_graph_folds_into_one_that_is_whole(ours, seed):
    rng = random.Random(seed)
    results = [ours.tensor(1.0, requires_grad=True)]
    for _ in range(60):
        near = results[-rng.choice([1, 1, 2, 6]) :]
        results.append(
            rng.choice([lambda a, b: a * b, lambda a, b: a + b, lambda a, b: a.sin()])(
                rng.choice(near), rng.choice(near)
            )
        )
    before = read(results[-1], {})
    after = folded(before, {})
    inside = sum(fold.operations for fold in after.folds)
    assert inside + len(after.operations) == len(before.operations)
    assert set(consumers_first(after)) == set(after.nodes())  # connected, and acyclic
