"""What `.grad` holds: nothing at first, then a sum, in memory of its own, in the number type of its leaf."""

import sys

import numpy as np
import pytest

import autogradlab as ag
from autogradlab.autograd.rounding import _ONES


def leaf(*numbers):
    return ag.tensor(numbers[0] if len(numbers) == 1 else list(numbers), requires_grad=True)


def test_grad_is_none_until_the_first_backward_and_adds_from_then_on():
    w = leaf(3.0)
    assert w.grad is None
    for total, loss in ((6.0, w**2), (8.0, 2 * w), (9.0, w)):
        loss.backward()
        assert w.grad.item() == total


def test_the_sum_is_written_into_the_stored_tensor():
    w = leaf(3.0)
    (w * w).backward()
    kept = w.grad
    (w * w).backward()
    assert kept is w.grad and kept.item() == 12.0


def test_clearing_to_none_and_clearing_to_zero():
    w = leaf(3.0)
    (w * w).backward()
    kept = w.grad
    w.grad = None
    (w * w).backward()
    assert (kept.item(), w.grad.item()) == (6.0, 6.0)
    w.grad.zero_()
    (2 * w).backward()
    assert w.grad.item() == 2.0


def test_paths_add():
    a = leaf(2.0)
    ((3 * a) * (a * a)).backward()
    assert a.grad.item() == 36.0


def test_only_leaves_that_were_reached_get_a_gradient():
    w, data, unused = leaf(2.0), ag.tensor(3.0), leaf(1.0)
    middle = w * data
    (middle * middle).backward()
    assert w.grad.item() == 36.0 and data.grad is None and unused.grad is None
    with pytest.warns(UserWarning, match="not a leaf Tensor"):
        assert middle.grad is None


def test_a_leaf_frozen_after_the_forward_lines_gets_none():
    w, v = leaf(2.0), leaf(3.0)
    y = w * v
    w.requires_grad_(False)
    y.backward()
    assert w.grad is None and v.grad.item() == 2.0


def test_a_leaf_is_its_own_loss():
    w = leaf(3.0)
    w.backward()
    assert w.grad.item() == 1.0


@pytest.mark.parametrize(
    "f",
    [
        lambda x: x + 0,
        lambda x: x.reshape(2),
        lambda x: x.clone(),
        lambda x: x,
        lambda x: x - 0,
        lambda x: x.expand(2),
        lambda x: x + x,
        lambda x: x[:],
    ],
    ids=["add", "reshape", "clone", "itself", "sub", "expand", "twice", "slice"],
)
@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.filterwarnings("ignore:Using backward")
def test_a_gradient_never_shares_memory_with_what_was_passed_in(f, create_graph):
    x, v = leaf(1.0, 2.0), ag.tensor([3.0, 4.0])
    f(x).backward(v, create_graph=create_graph)
    before = x.grad.tolist()
    v.zero_()
    assert x.grad.tolist() == before
    x.grad.detach().zero_()
    f(x).backward(v)
    assert v.tolist() == [0.0, 0.0]


def test_two_leaves_never_share_one_gradient():
    a, b = leaf(1.0, 2.0), leaf(3.0, 4.0)
    (a + b).sum().backward()
    a.grad.add_(10)
    assert b.grad.tolist() == [1.0, 1.0]


def test_a_gradient_of_a_gradient_does_not_share_memory_either():
    x, w, v = leaf(1.0, 2.0, 3.0), leaf(1.0, 1.0), ag.tensor([1.0, 2.0, 3.0])
    (spread,) = ag.autograd.grad(x[0:2], x, grad_outputs=w, create_graph=True)
    spread.backward(v)
    w.grad.zero_()
    assert v.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("kind", [ag.float16, ag.float32, ag.float64])
@pytest.mark.parametrize(
    "f",
    [
        lambda x, c: x * c,
        lambda x, c: x + c,
        lambda x, c: c / x,
        lambda x, c: 2.5**x,
        lambda x, c: x**2.5,
        lambda x, c: x.to(c.dtype) * c,
    ],
)
def test_a_gradient_has_the_number_type_of_its_leaf(kind, f):
    x = ag.tensor([1.0, 2.0], dtype=kind, requires_grad=True)
    f(x, ag.tensor([3.0, 4.0], dtype=ag.float64)).sum().backward()
    assert x.grad.dtype is kind


@pytest.mark.parametrize("f", [lambda x: x, lambda x: x * 2, lambda x: x.clone()])
def test_the_gradient_passed_in_may_have_another_number_type(f):
    x = leaf(1.0, 2.0)
    f(x).backward(ag.tensor([3.0, 4.0], dtype=ag.float64))
    assert x.grad.dtype is ag.float32


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.filterwarnings("ignore:Using backward")
def test_a_leaf_of_another_number_type_since_the_forward_lines_gets_a_gradient_of_the_old_one(create_graph):
    w = leaf(1.0, 2.0)
    loss = (w * 2).sum()
    w.data = w.data.double()
    loss.backward(create_graph=create_graph)
    assert w.grad.dtype is ag.float32


def test_a_broadcast_leaf_gets_the_sum_over_its_uses():
    bias, scale = leaf(0.0, 0.0), leaf(2.0)
    (ag.ones(3, 2) * scale + bias).sum().backward()
    assert bias.grad.tolist() == [3.0, 3.0] and scale.grad.item() == 6.0


@pytest.mark.parametrize("v, expected", [([1.0, 10.0, 100.0], [2.0, 40.0, 600.0]), ([1.0, 1.0, 1.0], [2.0, 4.0, 6.0])])
def test_a_vector_needs_weights(v, expected):
    x = leaf(1.0, 2.0, 3.0)
    (x**2).backward(ag.tensor(v))
    assert x.grad.tolist() == expected


@pytest.mark.parametrize("shape", [(), (1,), (1, 1)])
def test_one_element_of_any_shape_is_enough(shape):
    x = ag.ones(shape, requires_grad=True)
    (x * 3).backward()
    assert x.grad.shape == shape and x.grad.item() == 3.0


def test_a_square_counts_twice_and_a_twin_on_the_same_memory_gets_a_gradient_of_its_own():
    x = leaf(1.0, 2.0, 3.0)
    twin = x.detach().requires_grad_()
    (x.sum() + (x * x).sum() + (x * x).sum()).backward()
    assert x.grad.tolist() == [5.0, 9.0, 13.0]
    x.grad = None
    (x * twin).sum().backward()
    x.grad.zero_()
    assert twin.grad.tolist() == [1.0, 2.0, 3.0]


def test_a_failed_backward_changes_no_grad():
    x, y = leaf(2.0), leaf(3.0)
    freed = x * x
    freed.backward()
    mixed = freed + y * y
    with pytest.raises(RuntimeError, match="second time"):
        mixed.backward()
    assert x.grad.item() == 4.0 and y.grad is None
    overwritten = (y * 1).exp()
    loss = overwritten * x
    overwritten.detach().zero_()
    with pytest.raises(RuntimeError, match="inplace operation"):
        loss.backward()
    assert x.grad.item() == 4.0 and y.grad is None


def test_inputs_restricts_who_gets_a_gradient_and_allows_middles():
    x, y = leaf(2.0), leaf(5.0)
    middle = x * x
    loss = middle * y
    loss.backward(inputs=[middle, x], retain_graph=True)
    assert (x.grad.item(), middle.grad.item(), y.grad) == (20.0, 5.0, None)
    loss.backward(inputs=y)
    assert (x.grad.item(), y.grad.item()) == (20.0, 4.0)


def test_grad_gives_back_and_stores_nothing():
    x, unused = leaf(3.0), leaf(1.0)
    gradients = ag.autograd.grad(x * x, [x, unused], allow_unused=True)
    assert (gradients[0].item(), gradients[1], x.grad) == (6.0, None, None)


def test_grad_sums_over_several_outputs():
    x = leaf(1.0, 2.0)
    weights = [ag.tensor([1.0, 10.0]), None]
    assert ag.autograd.grad([x * x, x.sum()], x, grad_outputs=weights)[0].tolist() == [3.0, 41.0]


def test_own_gradients_can_be_assigned_and_are_added_to():
    w = leaf(3.0)
    w.grad = ag.tensor(100.0)
    (w * w).backward()
    assert w.grad.item() == 106.0


def test_the_gradient_of_nothing_is_nothing():
    x = ag.zeros(0, 3, requires_grad=True)
    (x * 2).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.zeros((0, 3)))


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
@pytest.mark.parametrize("shape", [(63, 3), (64, 3), (200, 1), (100, 2, 3)])
def test_a_bias_receives_the_sum_over_all_rows_in_its_own_number_type(ag, shape, kind):
    bias = ag.zeros(shape[1:], dtype=getattr(ag, kind), requires_grad=True)
    rows = [float(row % 8) for row in range(shape[0])]
    upstream = ag.tensor(rows, dtype=bias.dtype).reshape(-1, *[1] * (len(shape) - 1)).expand(shape)
    (ag.zeros(shape, dtype=bias.dtype) + bias).backward(upstream)
    assert (bias.grad == sum(rows)).all() and bias.grad.dtype is bias.dtype
    upstream = upstream.clone()
    upstream[1, 0] = float("inf")
    (endless,) = ag.autograd.grad(ag.zeros(shape, dtype=bias.dtype) + bias, bias, upstream)
    assert endless[0].isinf().all() and endless[1:].isfinite().all()


def test_a_row_is_added_up_whatever_another_thread_adds_up_meanwhile(monkeypatch):
    class Taken(dict):
        def __setitem__(self, kind, ones):  # the other thread's rows are fewer
            super().__setitem__(kind, ones[:1])

    monkeypatch.setattr(sys.modules["autogradlab.autograd.rounding"], "_ONES", Taken(_ONES))
    row, rows = leaf(1.0, 2.0), ag.zeros(1000, 2)
    (rows + row).sum().backward()
    assert row.grad.tolist() == [1000.0, 1000.0]
