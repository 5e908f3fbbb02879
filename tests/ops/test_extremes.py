"""Largest, smallest, middle, and in order: which entry is taken, and which entry gets the gradient."""

import math

import pytest

NAN = math.nan


def slope(ag, f, *values):
    """The gradients that the entries receive when the results of f are summed."""
    x = ag.tensor(values, requires_grad=True)
    f(x).sum().backward()
    return pytest.approx(x.grad.tolist(), nan_ok=True)


def test_results_with_names_print_as_in_torch(ag):
    x = ag.tensor([[1.0, 3.0], [5.0, 2.0]])
    result = x.max(dim=1)
    assert repr(result) == "torch.return_types.max(\nvalues=tensor([3., 5.]),\nindices=tensor([1, 0]))"
    assert [type(r).__name__ for r in (result, x.min(0), x.sort(), x.topk(1), x.median(0))] == [
        "max",
        "min",
        "sort",
        "topk",
        "median",
    ]
    values, indices = result
    assert values is result.values is result[0] and indices is result.indices and isinstance(result, tuple)


def test_the_three_forms_of_max(ag):
    x, y = ag.tensor([[1.0, 3.0], [5.0, 2.0]]), ag.tensor([2.0, 2.0])
    assert x.max().item() == 5.0 and ag.max(x, 0).indices.tolist() == [1, 0] and x.max(y).tolist() == [[2, 3], [5, 2]]
    assert ag.min(x, y).tolist() == [[1, 2], [2, 2]] and x.min(1, keepdim=True).values.shape == (2, 1)


def test_where_several_are_equal(ag):
    for shared in (ag.max, ag.amax, lambda x: x.amax(0)):
        assert slope(ag, shared, 1.0, 3.0, 3.0) == [0.0, 0.5, 0.5]
    assert slope(ag, lambda x: x.max(0)[0], 1.0, 3.0, 3.0) == [0.0, 1.0, 0.0]
    assert slope(ag, lambda x: x.min(0).values, 3.0, 1.0, 1.0) == [0.0, 1.0, 0.0]
    assert slope(ag, ag.median, 1.0, 3.0, 3.0, 1.0, 2.0, 2.0) == [0.0, 0.0, 0.0, 0.0, 0.5, 0.5]
    assert (ag.tensor([1, 3, 3]).argmax().item(), ag.tensor([3, 1, 1]).argmin().item()) == (1, 1)
    assert ag.tensor([3.0, 1.0, 3.0, 1.0]).sort(stable=True).indices.tolist() == [1, 3, 0, 2]
    assert ag.tensor([3.0, 1.0, 3.0, 1.0]).argsort(descending=True, stable=True).tolist() == [0, 2, 1, 3]


def test_nan_is_the_largest_and_the_smallest_and_the_middle(ag):
    x = ag.tensor([1.0, NAN, 3.0, NAN])
    found = [x.max(), x.min(), x.amax(), x.amin(), x.median(), x.max(0).values, x.min(0).values, x.median(0).values]
    assert all(math.isnan(one.item()) for one in found)
    assert [x.argmax().item(), x.max(0).indices.item(), x.min(0).indices.item(), x.median(0).indices.item()] == [1] * 4
    assert x.sort().indices.tolist() == [0, 2, 1, 3] and x.sort(descending=True).indices.tolist() == [1, 3, 2, 0]
    assert slope(ag, ag.max, 1.0, NAN, NAN) == [0.0, 0.5, 0.5] and slope(ag, ag.amax, 1.0, NAN) == [NAN, NAN]


def test_order(ag):
    x = ag.tensor([[3.0, 1.0, 2.0], [4.0, 6.0, 5.0]])
    assert x.sort().values.tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert x.sort(0, True).indices.tolist() == [[1] * 3, [0] * 3]
    assert x.topk(2).indices.tolist() == [[0, 2], [1, 2]]
    assert x.topk(1, 0, largest=False).values.tolist() == [[3.0, 1.0, 2.0]]
    assert ag.tensor([4.0, 1.0, 3.0, 2.0]).median().item() == 2.0 and x.median(1).values.tolist() == [2.0, 5.0]
    assert x.sort(0)[0][0].tolist() == [3.0, 1.0, 2.0]
    assert ag.tensor([True, False]).sort().values.tolist() == [False, True]


def test_a_number_is_its_own_extreme(ag):
    x = ag.tensor(2.0, requires_grad=True)
    for pair in (x.max(0), x.min(-1), x.median(0), x.sort(), x.topk(1)):
        assert pair.values.item() == 2.0 and pair.indices.item() == 0
        (grad,) = ag.autograd.grad(pair.values, x)
        assert grad.item() == 1.0
    assert x.amax(0).item() == x.amin().item() == 2.0 and x.argmax(0).item() == 0


def test_the_indices_belong_to_the_graph(ag):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    result = x.max(0)
    assert not result.indices.requires_grad and len(result.values.grad_fn.next_functions) == 1
    result.indices.zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.values.backward()


def test_a_second_backward_needs_the_indices_that_the_first_gave_up(ag):
    values = ag.tensor([1.0, 2.0], requires_grad=True).sort().values
    values.sum().backward()
    with pytest.raises(RuntimeError, match="a second time"):
        values.sum().backward()


@pytest.mark.parametrize(
    ("action", "kind", "sentence"),
    [
        (
            lambda ag: ag.zeros(0).max(),
            RuntimeError,
            "max(): Expected reduction dim to be specified for input.numel() == "
            "0. Specify the reduction dim with the 'dim' argument.",
        ),
        (lambda ag: ag.zeros(0).min(0), IndexError, "min(): Expected reduction dim 0 to have non-zero size."),
        (lambda ag: ag.zeros(2, 0).amax(1), IndexError, "amax(): Expected reduction dim 1 to have non-zero size."),
        (
            lambda ag: ag.zeros(0).argmax(),
            IndexError,
            "argmax(): Expected reduction dim to be specified for input.numel() == 0.",
        ),
        (lambda ag: (ag.zeros(2) > 0).argmax(), RuntimeError, "argmax(): does not support bool input"),
        (lambda ag: ag.zeros(2).topk(3), RuntimeError, "selected index k out of range"),
    ],
)
def test_sentence(ag, action, kind, sentence):
    with pytest.raises(kind) as caught:
        action(ag)
    assert str(caught.value) == sentence
