"""Hooks: which sees which gradient, in which order, and what a returned value changes. On our engine and PyTorch."""

import pytest


def test_a_leafs_hook_sees_the_sum_once_and_before_accumulation(ag):
    x = ag.tensor(2.0, requires_grad=True)
    seen = []
    x.register_hook(lambda grad: seen.append((grad.item(), x.grad and x.grad.item())))
    (x * x + x).backward()
    (x * 3).backward()
    assert seen == [(5.0, None), (3.0, 5.0)] and x.grad.item() == 8.0


def test_what_a_hook_returns_takes_the_gradients_place(ag):
    x = ag.tensor(2.0, requires_grad=True)
    y = 3 * x
    y.register_hook(lambda grad: grad * 10)
    (y**2).backward()
    assert x.grad.item() == 360.0


def test_hooks_chain_in_the_order_of_registration(ag):
    x = ag.tensor(1.0, requires_grad=True)
    x.register_hook(lambda grad: grad + 1)
    x.register_hook(lambda grad: grad * 10)
    (x * 2).backward()
    assert x.grad.item() == 30.0


def test_a_removed_hook_is_silent(ag):
    x = ag.tensor(1.0, requires_grad=True)
    handle = x.register_hook(lambda grad: grad * 10)
    handle.remove()
    handle.remove()
    with x.register_hook(lambda grad: grad * 100):
        pass
    (x * 2).backward()
    assert x.grad.item() == 2.0


def test_retain_grad_keeps_what_the_hooks_return_whichever_came_first(ag):
    x = ag.tensor(2.0, requires_grad=True)
    y = x * 3
    y.retain_grad()
    y.register_hook(lambda grad: grad * 2)
    (y * 5).backward()
    assert y.retains_grad and y.grad.item() == 10.0 and x.grad.item() == 30.0


def test_retained_gradients_add_up_over_backwards(ag):
    x = ag.tensor(2.0, requires_grad=True)
    y = x * 3
    y.retain_grad()
    z = y * 5
    z.backward(retain_graph=True)
    z.backward()
    assert y.grad.item() == 10.0


def test_retain_grad_on_a_leaf_changes_nothing_and_without_tracking_is_refused(ag):
    x = ag.tensor(2.0, requires_grad=True)
    x.retain_grad()
    assert not x.retains_grad
    with pytest.raises(RuntimeError, match="can't retain_grad on Tensor that has requires_grad=False"):
        ag.tensor(2.0).retain_grad()


def test_a_post_accumulate_hook_sees_the_finished_grad(ag):
    w = ag.tensor(3.0, requires_grad=True)
    seen = []
    w.register_post_accumulate_grad_hook(lambda leaf: seen.append((leaf is w, leaf.grad.item())))
    (w * w).backward()
    (w * w).backward()
    assert seen == [(True, 6.0), (True, 12.0)]
    with pytest.raises(RuntimeError, match="cannot be registered on non-leaf tensors"):
        (w * 1).register_post_accumulate_grad_hook(print)


def test_autograd_grad_runs_hooks_and_leaves_grad_alone(ag):
    x = ag.tensor(2.0, requires_grad=True)
    y = x * 3
    x.register_hook(lambda grad: grad * 10)
    y.register_hook(lambda grad: grad + 1)
    z = y * y
    assert ag.autograd.grad(z, [x, y])[0].item() == 10 * 3 * 13.0
    assert x.grad is None


def test_a_hook_before_an_in_place_write_sees_the_gradient_of_the_old_value(ag):
    x = ag.tensor(2.0, requires_grad=True)
    y = x * 1
    seen = []
    y.register_hook(lambda grad: seen.append(("old", grad.item())))
    y.mul_(3)
    y.register_hook(lambda grad: seen.append(("new", grad.item())))
    y.backward()
    assert seen == [("new", 1.0), ("old", 3.0)]


def test_a_hook_may_not_change_the_shape(ag):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    x.register_hook(lambda grad: grad.sum())
    with pytest.raises(RuntimeError, match="has changed the size of value"):
        (x * 2).sum().backward()
    assert x.grad is None


def test_a_hook_that_raises_leaves_every_grad_alone():
    import autogradlab as ag

    def broken(grad):
        raise ValueError("my bug")

    a, b = ag.tensor(2.0, requires_grad=True), ag.tensor(3.0, requires_grad=True)
    b.register_hook(broken)
    with pytest.raises(ValueError, match="my bug"):
        (a * b).backward()
    assert a.grad is None and b.grad is None


def test_a_hook_wants_a_tensor_that_is_tracked(ag):
    with pytest.raises(RuntimeError, match="cannot register a hook on a tensor that doesn't require gradient"):
        ag.tensor(1.0).register_hook(print)


def test_hooks_are_recorded_only_under_create_graph(ag):
    x = ag.tensor(2.0, requires_grad=True)
    seen = []
    x.register_hook(lambda grad: seen.append((grad * grad).requires_grad))
    (x**3).backward()
    ag.autograd.grad(x**3, x, create_graph=True)
    assert seen == [False, True]


def test_backward_from_several_roots_adds_up(ag):
    x = ag.tensor(2.0, requires_grad=True)
    ag.autograd.backward([x * 3, x**2])
    assert x.grad.item() == 7.0


def test_unused_inputs_can_be_none_or_zeros(ag):
    a, b = ag.tensor(2.0, requires_grad=True), ag.tensor([3.0, 1.0], requires_grad=True)
    assert ag.autograd.grad(a * 2, [a, b], allow_unused=True)[1] is None
    assert ag.autograd.grad(a * 2, [a, b], materialize_grads=True)[1].tolist() == [0.0, 0.0]
    with pytest.raises(ValueError, match="Expected allow_unused to be True or not passed"):
        ag.autograd.grad(a * 2, [a, b], allow_unused=False, materialize_grads=True)
