"""Bounds, ties and whole numbers: values and gradients at the edges. On our engine and on PyTorch."""

import platform

import numpy as np
import pytest


def slope(ag, f, *numbers):
    x = ag.tensor(numbers, requires_grad=True)
    f(x).sum().backward()
    return x.grad.tolist()


def test_clamp_passes_the_gradient_inside_and_at_the_bounds(ag):
    assert slope(ag, lambda x: x.clamp(1.0, 2.0), 0.0, 1.0, 1.5, 2.0, 3.0) == [0.0, 1.0, 1.0, 1.0, 0.0]
    assert slope(ag, lambda x: x.clamp(min=1.0), 0.0, 1.0, 3.0) == [0.0, 1.0, 1.0]
    assert slope(ag, lambda x: x.clamp(max=1.0), 0.0, 1.0, 3.0) == [1.0, 1.0, 0.0]


def test_clamp_of_crossed_bounds_and_of_integers(ag):
    assert ag.tensor([1.0, 5.0]).clamp(3.0, 2.0).tolist() == [2.0, 2.0]
    assert ag.tensor([1, 2, 3]).clamp(min=2).tolist() == [2, 2, 3]


def test_clamp_between_tensors_sends_the_gradient_to_what_was_taken(ag):
    x = ag.tensor([-1.0, 0.0, 0.5, 1.0, 3.0], requires_grad=True)
    low, high = ag.tensor(0.0, requires_grad=True), ag.tensor([1.0] * 5, requires_grad=True)
    held = x.clamp(low, high)
    held.sum().backward()
    assert held.tolist() == [0.0, 0.0, 0.5, 1.0, 1.0]
    assert x.grad.tolist() == [0.0, 1.0, 1.0, 1.0, 0.0]
    assert low.grad.item() == 1.0 and high.grad.tolist() == [0.0, 0.0, 0.0, 0.0, 1.0]
    assert [type(node).__name__ for node, _ in held.grad_fn.next_functions] == ["AccumulateGrad"] * 3
    assert x.clamp(max=high).grad_fn.next_functions[1] == (None, 0)


def test_clamp_between_crossed_tensors_takes_the_upper_one(ag):
    low, high = ag.tensor([3.0], requires_grad=True), ag.tensor([2.0], requires_grad=True)
    held = ag.tensor([2.5]).clamp(low, high)
    held.backward()
    assert held.tolist() == [2.0] and low.grad.tolist() == [0.0] and high.grad.tolist() == [1.0]


def test_clamp_with_tensors_promotes_and_writes_as_other_operations_do(ag):
    assert ag.arange(3).clamp(ag.tensor(0.5)).tolist() == [0.5, 1.0, 2.0]
    assert ag.ones(2).clamp(ag.tensor([2.0], dtype=ag.float64)).dtype is ag.float64
    assert ag.ones(2).clamp(ag.tensor(2.0, dtype=ag.float64)).dtype is ag.float32
    assert ag.ones(2).clamp_(ag.tensor([0.0, 3.0]), ag.tensor(2.0)).tolist() == [1.0, 2.0]
    with pytest.raises(RuntimeError, match="result type Float can't be cast to the desired output type Long"):
        ag.arange(3).clamp_(ag.tensor(0.5))


def test_clamp_takes_two_tensors_or_two_numbers(ag):
    with pytest.raises(
        TypeError, match=r"clamp\(\) received an invalid combination of arguments - got \(int, Tensor\)"
    ):
        ag.arange(4).clamp(1, ag.tensor([2]))


def test_clamp_needs_a_bound(ag):
    with pytest.raises(RuntimeError, match="At least one of 'min' or 'max' must not be None"):
        ag.tensor([1.0]).clamp()


def test_ties_share_the_gradient(ag):
    two = ag.tensor([2.0, 2.0, 2.0])
    assert slope(ag, lambda x: ag.maximum(x, two), 1.0, 2.0, 3.0) == [0.0, 0.5, 1.0]
    assert slope(ag, lambda x: ag.minimum(x, two), 1.0, 2.0, 3.0) == [1.0, 0.5, 0.0]


def test_rounding_has_no_slope_and_halves_go_to_the_even_number(ag):
    assert slope(ag, ag.round, 0.2, 1.7) == [0.0, 0.0]
    assert ag.tensor([0.5, 1.5, 2.5, -0.5]).round().tolist() == [0.0, 2.0, 2.0, -0.0]
    assert (ag.tensor([1.5]).floor().item(), ag.tensor([1.5]).ceil().item()) == (1.0, 2.0)
    assert ag.tensor([1, 2]).floor().dtype == ag.int64


def test_where_a_number_stands_for_nan_there_is_no_slope(ag):
    x = ag.tensor([1.0, float("nan"), float("inf")], requires_grad=True)
    x.nan_to_num(0.0, 5.0).sum().backward()
    assert x.grad.tolist() == [1.0, 0.0, 0.0]


def test_names(ag):
    x = ag.tensor([1.0], requires_grad=True)
    made = (x.clamp(0.0, 2.0), ag.maximum(x, x), ag.minimum(x, x), x.floor(), x.ceil(), x.round(), x.log1p())
    assert [type(t.grad_fn).__name__ for t in made] == [
        "ClampBackward1",
        "MaximumBackward0",
        "MinimumBackward0",
        "FloorBackward0",
        "CeilBackward0",
        "RoundBackward0",
        "Log1PBackward0",
    ]


def test_equal_says_yes_only_to_the_same_shape_and_numbers(ag):
    x = ag.tensor([1.0, 2.0])
    assert ag.equal(x, ag.tensor([1.0, 2.0])) is True
    assert ag.equal(x, ag.tensor([[1.0, 2.0]])) is False and ag.equal(x, ag.tensor([1.0, 3.0])) is False


def test_eye_and_empty(ag):
    assert ag.eye(2, 3).tolist() == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    assert tuple(ag.empty(2, 0).shape) == (2, 0)


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="other processors order the two zeros")
@pytest.mark.parametrize(
    ("choose", "negative"),
    [
        (lambda ag, minus, plus: minus.relu(), True),
        (lambda ag, minus, plus: minus[0].relu(), True),
        (lambda ag, minus, plus: minus.clamp(0, 1), True),
        (lambda ag, minus, plus: plus.clamp(max=-0.0), False),
        (lambda ag, minus, plus: minus.clamp(plus, plus), True),
        (lambda ag, minus, plus: ag.maximum(minus, plus), True),
        (lambda ag, minus, plus: ag.maximum(plus, minus), False),
        (lambda ag, minus, plus: ag.minimum(plus, minus), False),
    ],
)
def test_of_zeros_with_two_signs_the_first_is_returned(ag, choose, negative):
    found = choose(ag, ag.full((9,), -0.0), ag.zeros(9)).numpy()
    assert not found.any() and {*np.signbit(found).ravel().tolist()} == {negative}
