"""Layers: what they compute, what they start with, how they print, and what they refuse."""

import warnings

import numpy as np
import pytest

import autogradlab
from autogradlab.ops import layers


def leaf(ag, *rows):
    return ag.tensor(rows, requires_grad=True)


# ---- linear ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def linear(ag):
    """A layer from 2 to 3 with round numbers."""
    layer = ag.nn.Linear(2, 3)
    with ag.no_grad():
        layer.weight.copy_(ag.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
        layer.bias.copy_(ag.tensor([10.0, 20.0, 30.0]))
    return layer


def test_a_linear_layer_multiplies_by_the_weight_turned_over_and_adds_the_bias(ag, linear):
    x = leaf(ag, [1.0, 0.0], [1.0, 1.0])
    y = linear(x)
    assert y.tolist() == [[11.0, 23.0, 35.0], [13.0, 27.0, 41.0]]
    y.backward(ag.tensor([[1.0, 0.0, 0.0], [0.0, 0.0, 2.0]]))
    assert x.grad.tolist() == [[1.0, 2.0], [10.0, 12.0]]
    assert linear.weight.grad.tolist() == [[1.0, 0.0], [0.0, 0.0], [2.0, 2.0]]
    assert linear.bias.grad.tolist() == [1.0, 0.0, 2.0]


def test_a_vector_and_a_batch_of_matrices_go_through_as_well(ag, linear):
    assert linear(ag.tensor([1.0, 1.0])).tolist() == [13.0, 27.0, 41.0]
    assert linear(ag.ones(2, 3, 4, 2)).shape == (2, 3, 4, 3)
    assert linear(ag.ones(0, 2)).shape == (0, 3)


FEW_ROWS_MANY_OUTPUTS = 60, 120


@pytest.mark.parametrize("rows", [(5,), (), (2, 5)])
@pytest.mark.parametrize(("features", "out"), [(7, 3), FEW_ROWS_MANY_OUTPUTS])
@pytest.mark.parametrize("bias", [True, False])
def test_it_is_the_product_it_says_it_is(ag, rows, features, out, bias):
    ag.manual_seed(0)
    layer = ag.nn.Linear(features, out, bias=bias, dtype=ag.float64)
    x = ag.randn(*rows, features, dtype=ag.float64, requires_grad=True)
    w, b = (ag.tensor(p.tolist(), dtype=ag.float64, requires_grad=True) for p in (layer.weight, layer.weight[:, 0]))
    by_hand = x @ w.t()
    if bias:
        b = ag.tensor(layer.bias.tolist(), dtype=ag.float64, requires_grad=True)
        by_hand = by_hand + b
    assert ag.allclose(layer(x), by_hand)
    found = ag.autograd.grad((layer(x) ** 2).sum(), [x, *layer.parameters()])
    expected = ag.autograd.grad((by_hand**2).sum(), [x, w, b][: 2 + bias])
    assert all(ag.allclose(f, e) for f, e in zip(found, expected, strict=True))


@pytest.mark.parametrize(
    ("rows", "features", "out", "way"),
    [
        (10, *FEW_ROWS_MANY_OUTPUTS, "product_turned"),
        (13, *FEW_ROWS_MANY_OUTPUTS, "weight_turned"),
        (1, 7, 3, "weight_turned"),
    ],
)
def test_for_few_rows_and_many_outputs_the_product_is_turned_over(monkeypatch, rows, features, out, way):
    taken = []
    for name in ("product_turned", "weight_turned"):
        compute = getattr(layers, name)
        monkeypatch.setattr(
            layers, name, lambda *given, name=name, compute=compute: taken.append(name) or compute(*given)
        )
    y = autogradlab.nn.Linear(features, out)(autogradlab.ones(rows, features))
    assert taken == [way]
    assert y.is_contiguous()


def walk(node):
    return node and {type(node).__name__: [walk(before) for before, _ in node.next_functions]}


def test_the_graph_of_a_linear_layer(ag):
    layer, x = ag.nn.Linear(2, 3), ag.ones(4, 2)
    leaf, turned = {"AccumulateGrad": []}, {"TBackward0": [{"AccumulateGrad": []}]}
    assert walk(layer(x).grad_fn) == {"AddmmBackward0": [leaf, None, turned]}
    assert walk(layer(x.requires_grad_()).grad_fn) == {"AddmmBackward0": [leaf, leaf, turned]}
    assert walk(ag.nn.Linear(2, 3, bias=False)(x).grad_fn) == {"MmBackward0": [leaf, turned]}
    assert walk(layer(x[0]).grad_fn) == {
        "ViewBackward0": [{"AddmmBackward0": [leaf, {"ViewBackward0": [{"SelectBackward0": [leaf]}]}, turned]}]
    }
    node = layer(x).grad_fn
    assert node.next_functions[2][0] is node.next_functions[2][0]
    assert node.next_functions[2][0].next_functions[0][0].variable is layer.weight


def test_a_weight_that_moved_between_forward_and_backward_is_noticed(ag):
    first, second = ag.nn.Linear(2, 3), ag.nn.Linear(3, 1)
    loss = second(first(ag.ones(1, 2)).tanh()).sum()
    loss.backward(retain_graph=True)
    ag.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1).step()
    with pytest.raises(RuntimeError) as caught:
        loss.backward()
    assert "[torch.FloatTensor [3, 1]], which is output 0 of AsStrided, is at version 2; expected version 1" in str(
        caught.value
    )


LINEAR_REFUSES = {
    "another size": (lambda ag, layer: layer(ag.ones(2, 4)), "mat1 and mat2 shapes cannot be multiplied (2x4 and 2x3)"),
    "a vector of another size": (
        lambda ag, layer: layer(ag.ones(4)),
        "mat1 and mat2 shapes cannot be multiplied (1x4 and 2x3)",
    ),
    "whole numbers": (
        lambda ag, layer: layer(ag.tensor([[1, 2]])),
        "mat1 and mat2 must have the same dtype, but got Long and Float",
    ),
    "doubles": (
        lambda ag, layer: layer(ag.ones(1, 2, dtype=ag.float64)),
        "mat1 and mat2 must have the same dtype, but got Double and Float",
    ),
    "a number": (
        lambda ag, layer: layer(ag.tensor(1.0)),
        "both arguments to linear need to be at least 1D, but they are 0D and 2D",
    ),
    "a weight that is a number": (
        lambda ag, layer: ag.nn.functional.linear(ag.ones(2, 3), ag.tensor(1.0), ag.ones(2)),
        "both arguments to linear need to be at least 1D, but they are 2D and 0D",
    ),
    "a vector as weight, with several biases": (
        lambda ag, layer: ag.nn.functional.linear(ag.ones(3), ag.ones(3), ag.ones(2)),
        "mat2 must be a matrix, got 1-D tensor",
    ),
    "a list": (lambda ag, layer: layer([1.0, 2.0]), "linear(): argument 'input' (position 1) must be Tensor, not list"),
    "a bias of another size": (
        lambda ag, layer: ag.nn.functional.linear(ag.ones(2, 2), layer.weight, ag.ones(2)),
        "The expanded size of the tensor (3) must match the existing size (2) at non-singleton "
        "dimension 1.  Target sizes: [2, 3].  Tensor sizes: [2]",
    ),
}


def test_a_vector_as_weight_takes_a_number_as_bias(ag):
    out = ag.nn.functional.linear(ag.ones(2, 2, 3), ag.tensor([1.0, 2.0, 3.0]), ag.tensor(4.0))
    assert out.tolist() == [[10.0, 10.0], [10.0, 10.0]]


@pytest.mark.parametrize("case", LINEAR_REFUSES)
def test_a_linear_layer_refuses(ag, linear, case):
    action, sentence = LINEAR_REFUSES[case]
    with pytest.raises((RuntimeError, TypeError)) as caught:
        action(ag, linear)
    assert str(caught.value) == sentence


# ---- the first numbers -----------------------------------------------------------------------------------------------

FIRST_NUMBERS = {
    "Linear": lambda nn: nn.Linear(5, 3),
    "Linear without bias": lambda nn: nn.Linear(7, 20, bias=False),
    "Embedding": lambda nn: nn.Embedding(4, 3),
    "Embedding with padding": lambda nn: nn.Embedding(5, 9, padding_idx=-2),
    "BatchNorm1d": lambda nn: nn.BatchNorm1d(3),
    "LayerNorm": lambda nn: nn.LayerNorm((2, 3)),
    "several": lambda nn: nn.Sequential(nn.Linear(3, 17), nn.Linear(17, 1)),
}


@pytest.mark.parametrize("name", FIRST_NUMBERS)
@pytest.mark.parametrize("seed", [0, 42])
def test_a_seed_gives_a_layer_the_numbers_that_it_has_in_pytorch(name, seed):
    torch = pytest.importorskip("torch")
    import autogradlab

    states = []
    for ag in (autogradlab, torch):
        ag.manual_seed(seed)
        states.append({key: value.tolist() for key, value in FIRST_NUMBERS[name](ag.nn).state_dict().items()})
    assert states[0] == states[1]


# ---- batch norm ------------------------------------------------------------------------------------------------------


def test_batch_norm_takes_each_channel_to_mean_0_and_variance_1(ag):
    y = ag.nn.BatchNorm1d(2)(ag.tensor([[1.0, 10.0], [3.0, 30.0]]))
    assert ag.allclose(y, ag.tensor([[-1.0, -1.0], [1.0, 1.0]]), atol=1e-4)
    cube = ag.nn.BatchNorm1d(2, affine=False)(ag.arange(12.0).view(2, 2, 3))
    assert ag.allclose(cube.mean((0, 2)), ag.zeros(2), atol=1e-6)


def test_its_running_statistics_move_a_tenth_of_the_way_at_each_batch(ag):
    norm = ag.nn.BatchNorm1d(2)
    norm(ag.tensor([[1.0, 10.0], [3.0, 30.0]]))
    assert ag.allclose(norm.running_mean, ag.tensor([0.2, 2.0]))
    assert ag.allclose(norm.running_var, ag.tensor([1.1, 20.9]))
    assert norm.num_batches_tracked.item() == 1
    norm.eval()(ag.zeros(4, 2))
    assert norm.num_batches_tracked.item() == 1


def test_in_eval_it_takes_the_running_statistics(ag):
    norm = ag.nn.BatchNorm1d(1, eps=0.0).eval()
    with ag.no_grad():
        norm.running_mean.fill_(5.0)
        norm.running_var.fill_(4.0)
    x = leaf(ag, [5.0], [9.0])
    y = norm(x)
    y.sum().backward()
    assert y.tolist() == [[0.0], [2.0]] and x.grad.tolist() == [[0.5], [0.5]]


def test_without_momentum_all_batches_count_the_same(ag):
    norm = ag.nn.BatchNorm1d(1, momentum=None)
    for value in (0.0, 3.0, 6.0):
        norm(ag.tensor([[value], [value]]))
    assert ag.allclose(norm.running_mean, ag.tensor([3.0]))


def test_training_writes_into_the_running_statistics_but_leaves_their_versions(ag):
    norm = ag.nn.BatchNorm1d(1)
    mean, versions = norm.running_mean, [buffer._version for buffer in norm.buffers()]
    norm(ag.tensor([[1.0], [3.0]]))
    assert norm.running_mean is mean and ag.allclose(mean, ag.tensor([0.2]))
    assert [buffer._version for buffer in norm.buffers()] == [*versions[:2], versions[2] + 1]


def test_running_statistics_become_nan_silently(ag):
    norm = ag.nn.BatchNorm1d(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for sign in (1, -1):
            norm(ag.tensor([[sign * float("inf")], [0.0]]))
    assert norm.running_mean.isnan().all()


def test_a_gradient_uses_the_running_statistics_of_its_forward_pass(ag):
    norm, x = ag.nn.BatchNorm1d(1).eval(), ag.ones(2, 1, requires_grad=True)
    norm.running_var.fill_(3.0)
    out = norm(x)
    norm.train()(ag.tensor([[1.0], [9.0]]))
    if ag.__name__ == "autogradlab":  # PyTorch takes those of the batch after it
        out.sum().backward()
        assert ag.allclose(x.grad, ag.full((2, 1), 3.0**-0.5))


def test_without_running_statistics_eval_takes_the_batch_s_own(ag):
    norm = ag.nn.BatchNorm1d(2, track_running_stats=False).eval()
    assert list(norm.state_dict()) == ["weight", "bias"] and norm.running_mean is None
    assert norm(ag.tensor([[1.0, 2.0], [3.0, 4.0]])).tolist()[0] == pytest.approx([-1.0, -1.0], abs=1e-4)


def test_running_statistics_that_are_no_longer_tracked_stay(ag):
    norm = ag.nn.BatchNorm1d(1)
    norm.track_running_stats = False
    norm(ag.tensor([[1.0], [3.0]]))
    assert norm.running_mean.tolist() == [0.0] and norm.num_batches_tracked.item() == 0
    assert norm.eval()(ag.ones(1, 1)).item() == pytest.approx(1.0, abs=1e-4)


NORM_REFUSES = {
    "a vector": (lambda ag: ag.nn.BatchNorm1d(2)(ag.ones(2)), "expected 2D or 3D input (got 1D input)"),
    "a list": (lambda ag: ag.nn.BatchNorm1d(2)([[1.0, 2.0]]), "'list' object has no attribute 'dim'"),
    "one sample": (
        lambda ag: ag.nn.BatchNorm1d(3)(ag.ones(1, 3)),
        "Expected more than 1 value per channel when training, got input size torch.Size([1, 3])",
    ),
    "other channels": (lambda ag: ag.nn.BatchNorm1d(3)(ag.ones(2, 4)), "running_mean should contain 4 elements not 3"),
    "whole numbers": (
        lambda ag: ag.nn.BatchNorm1d(3)(ag.ones(2, 3).long()),
        "\"batch_norm\" not implemented for 'Long'",
    ),
    "doubles": (
        lambda ag: ag.nn.BatchNorm1d(3)(ag.ones(2, 3).double()),
        "mixed dtype (CPU): all inputs must share same datatype.",
    ),
    "other features": (
        lambda ag: ag.nn.LayerNorm(3)(ag.ones(2, 4)),
        "Given normalized_shape=[3], expected input with shape [*, 3], but got input of size[2, 4]",
    ),
    "double features": (
        lambda ag: ag.nn.LayerNorm(3)(ag.ones(2, 4).double()),
        "mixed dtype (CPU): all inputs must share same datatype.",
    ),
    "no statistics": (
        lambda ag: ag.nn.functional.batch_norm(ag.ones(2, 3), None, None),
        "running_mean must be defined in evaluation mode",
    ),
}


@pytest.mark.parametrize("case", NORM_REFUSES)
def test_normalization_refuses(ag, case):
    action, sentence = NORM_REFUSES[case]
    with pytest.raises((AttributeError, RuntimeError, ValueError)) as caught:
        action(ag)
    assert str(caught.value) == sentence


def test_layer_norm_takes_equal_numbers_to_0(ag):
    ag.manual_seed(0)
    rows = ag.randn(200, 1).expand(200, 7)
    assert ag.nn.LayerNorm(7)(rows).count_nonzero() == 0


def test_layer_norm_takes_each_sample_to_mean_0_and_variance_1(ag):
    y = ag.nn.LayerNorm(np.int64(3))(ag.tensor([[1.0, 2.0, 4.0], [10.0, 20.0, 40.0]]))
    assert ag.allclose(y, ag.tensor([[-1.0690, -0.2673, 1.3363]] * 2), atol=1e-4)
    assert type(y.grad_fn).__name__ == "NativeLayerNormBackward0"


# ---- dropout ---------------------------------------------------------------------------------------------------------


def test_dropout_drops_what_the_seed_says_and_scales_the_rest(ag):
    ag.manual_seed(5)
    dropout = ag.nn.Dropout(0.3)
    kept = [[entry > 0 for entry in dropout(ag.ones(10)).tolist()] for _ in "ab"]
    assert kept == [
        [True, True, True, True, True, False, True, False, False, True],
        [True, True, False, True, True, True, True, True, False, True],
    ]
    assert dropout(ag.ones(100)).max().item() == pytest.approx(1 / 0.7)


def test_dropout_hands_on_the_input_itself_where_nothing_is_dropped(ag):
    x = ag.ones(3, requires_grad=True)
    assert ag.nn.Dropout(0.5).eval()(x) is x and ag.nn.Dropout(0.0)(x) is x
    assert ag.nn.Dropout(1.0)(x).tolist() == [0.0, 0.0, 0.0]
    assert type(ag.nn.Dropout()(x).grad_fn).__name__ == "MulBackward0"


def test_dropout_in_place_writes_into_the_input(ag):
    y = ag.ones(3, requires_grad=True) * 2
    assert ag.nn.Dropout(0.5, inplace=True)(y) is y and y._version == 1


def test_a_probability_lies_between_0_and_1(ag):
    with pytest.raises(ValueError, match="dropout probability has to be between 0 and 1, but got 1.5"):
        ag.nn.Dropout(1.5)


# ---- embedding, one_hot, shapes --------------------------------------------------------------------------------------


def test_an_embedding_gives_rows_and_each_row_gets_the_sum_of_what_its_uses_get(ag):
    table = ag.nn.Embedding(3, 2, padding_idx=0)
    rows = table(ag.tensor([[2, 2], [0, 1]]))
    rows.sum().backward()
    assert rows.shape == (2, 2, 2) and rows[1, 0].tolist() == [0.0, 0.0]
    assert table.weight.grad.tolist() == [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]


def test_an_embedding_has_no_other_rows(ag):
    table = ag.nn.Embedding(3, 2)
    for index in (3, -1):
        with pytest.raises(IndexError, match="index out of range in self"):
            table(ag.tensor([index]))
    with pytest.raises(RuntimeError, match="scalar types: Long, Int; but got torch.FloatTensor instead"):
        table(ag.tensor([0.0]))


def test_one_hot(ag):
    one_hot = ag.nn.functional.one_hot
    assert one_hot(ag.tensor([0, 2])).tolist() == [[1, 0, 0], [0, 0, 1]]
    assert one_hot(input=ag.tensor(1), num_classes=3).tolist() == [0, 1, 0]
    with pytest.raises(RuntimeError, match="Class values must be smaller than num_classes."):
        one_hot(ag.tensor([3]), 3)


def test_flatten_and_identity(ag):
    x = ag.ones(2, 3, 4)
    assert ag.nn.Flatten()(x).shape == (2, 12) and ag.nn.Flatten(0)(x).shape == (24,)
    assert ag.nn.Identity(54, unused=True)(x) is x


PRINTED = {
    "Linear(in_features=2, out_features=3, bias=True)": lambda nn: nn.Linear(2, 3),
    "Linear(in_features=2, out_features=3, bias=False)": lambda nn: nn.Linear(2, 3, bias=False),
    "Embedding(3, 4)": lambda nn: nn.Embedding(3, 4),
    "Embedding(3, 4, padding_idx=2)": lambda nn: nn.Embedding(3, 4, padding_idx=-1),
    "Dropout(p=0.2, inplace=False)": lambda nn: nn.Dropout(0.2),
    "Identity()": lambda nn: nn.Identity(3),
    "Flatten(start_dim=1, end_dim=-1)": lambda nn: nn.Flatten(),
    "BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)": lambda nn: (
        nn.BatchNorm1d(3)
    ),
    "LayerNorm((2, 3), eps=0.001, elementwise_affine=False, bias=False)": lambda nn: nn.LayerNorm(
        (2, 3), eps=1e-3, elementwise_affine=False
    ),
}


@pytest.mark.parametrize("text", PRINTED)
def test_a_layer_prints_its_settings(ag, text):
    assert repr(PRINTED[text](ag.nn)) == text
