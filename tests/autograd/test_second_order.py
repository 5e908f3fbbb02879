"""Gradients of gradients: with create_graph, backward is itself recorded, by the same rules."""

import warnings

import pytest

import autogradlab as ag

pytestmark = pytest.mark.filterwarnings("ignore:Using backward")


def test_x_cubed_at_two():
    x = ag.tensor(2.0, requires_grad=True)
    found = x**3
    for expected in (12.0, 12.0, 6.0):
        (found,) = ag.autograd.grad(found, x, create_graph=True)
        assert found.item() == expected
    assert x.grad is None


def test_without_create_graph_a_gradient_has_no_history():
    x = ag.tensor(2.0, requires_grad=True)
    (slope,) = ag.autograd.grad(x**3, x, retain_graph=True)
    assert not slope.requires_grad
    with pytest.raises(RuntimeError, match="does not require grad"):
        slope.backward()


def test_after_two_backward_calls_grad_holds_the_sum_of_both_orders():
    x = ag.tensor(2.0, requires_grad=True)
    (x**3).backward(create_graph=True)
    x.grad.backward()
    assert x.grad.item() == 24.0


def test_a_first_recorded_gradient_is_a_copy_and_the_next_a_sum():
    x = ag.tensor(2.0, requires_grad=True)
    (x**2).backward(create_graph=True)
    assert repr(x.grad) == "tensor(4., grad_fn=<CopyBackwards>)"
    first = x.grad
    (x**2).backward(create_graph=True)
    assert repr(x.grad) == "tensor(8., grad_fn=<AddBackward0>)" and first.item() == 4.0


def test_a_gradient_penalty():
    w, x = ag.tensor(2.0, requires_grad=True), ag.tensor(3.0, requires_grad=True)
    (slope,) = ag.autograd.grad(w * x**2, x, create_graph=True)
    (slope**2).backward()
    assert (w.grad.item(), x.grad.item()) == (144.0, 96.0)


def test_a_hessian_times_a_vector():
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    (gradient,) = ag.autograd.grad((x[0] ** 2 * x[1]), x, create_graph=True)
    (product,) = ag.autograd.grad(gradient, x, grad_outputs=ag.tensor([1.0, 10.0]))
    assert product.tolist() == [2 * 2.0 + 2 * 1.0 * 10, 2 * 1.0]


def test_the_given_gradient_can_be_differentiated_too():
    x, v = ag.tensor([1.0, 2.0], requires_grad=True), ag.tensor([3.0, 4.0], requires_grad=True)
    (weighted,) = ag.autograd.grad(x**2, x, grad_outputs=v, create_graph=True)
    assert ag.autograd.grad(weighted.sum(), v)[0].tolist() == [2.0, 4.0]


def test_relu_has_a_second_derivative_of_zero():
    x = ag.tensor([-1.0, 0.0, 2.0], requires_grad=True)
    (slope,) = ag.autograd.grad(x.relu().sum(), x, create_graph=True)
    assert slope.tolist() == [0.0, 0.0, 1.0]
    assert ag.autograd.grad(slope.sum(), x)[0].tolist() == [0.0, 0.0, 0.0]


def test_recording_backward_warns_of_the_cycle_and_grad_does_not():
    x = ag.tensor(2.0, requires_grad=True)
    with pytest.warns(UserWarning, match="create a reference cycle between the parameter and its gradient"):
        (x**2).backward(create_graph=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ag.autograd.grad(x**2, x, create_graph=True)


def test_that_warning_comes_after_the_walk_also_of_one_that_fails_and_not_for_a_call_that_is_refused():
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = x**2
    y.register_hook(lambda grad: warnings.warn("in the walk", stacklevel=1))
    y.register_hook(lambda grad: None if grad[0] == 1 else 1 / 0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        y.sum().backward(create_graph=True)
        with pytest.raises(ZeroDivisionError):
            (y * 2).sum().backward(create_graph=True)
        for root, wish in ((y, True), (ag.ones(()), True), (y.sum(), "words")):
            with pytest.raises((RuntimeError, TypeError)):
                root.backward(create_graph=wish)
    assert [str(one.message)[:11] for one in caught] == ["in the walk", "Using backw"] * 2


def third_order(f, x):
    for _ in range(3):
        f = ag.autograd.grad(f, x, ag.ones(f.shape), create_graph=True)[0]
    return f.tolist()


def test_third_orders_where_a_slope_is_constant():
    x = ag.tensor([0.5, -3.0], requires_grad=True)
    assert third_order(ag.nn.functional.huber_loss(x**2, ag.zeros(2), reduction="none"), x) == [6.0, 0.0]


def test_a_layer_norm_of_one_row_gives_its_weight_a_gradient_that_can_be_derived():
    x, w = ag.tensor([1.0, 2.0, 4.0], requires_grad=True), ag.tensor([1.0, 2.0, 3.0], requires_grad=True)
    (slope,) = ag.autograd.grad(ag.nn.functional.layer_norm(x, (3,), w, w).sum(), w, create_graph=True)
    assert slope.shape == w.shape and abs(ag.autograd.grad(slope.sum(), x)[0]).max() < 1e-6


def test_the_given_gradient_of_a_scatter_into_a_number():
    x, v = ag.tensor(1.0, requires_grad=True), ag.tensor(2.0, requires_grad=True)
    (slope,) = ag.autograd.grad(x.scatter(0, ag.tensor(0), 3.0), x, v, create_graph=True)
    assert slope.item() == 0.0 and ag.autograd.grad(slope, v)[0].item() == 0.0
