"""Hooks on saved tensors: which tensors are packed, in which order, and how the unpacked ones are used."""

import weakref

import pytest


def test_each_saved_tensor_is_packed_once_and_unpacked_when_it_is_needed(ag):
    packed, unpacked = [], []
    a, b = ag.tensor([2.0, 3.0], requires_grad=True), ag.tensor([4.0, 5.0], requires_grad=True)

    def pack(x):
        packed.append((x.tolist(), x.requires_grad, ag.is_grad_enabled()))
        return len(packed), x.detach()

    def unpack(number_and_tensor):
        unpacked.append((number_and_tensor[0], ag.is_grad_enabled()))
        return number_and_tensor[1]

    with ag.autograd.graph.saved_tensors_hooks(pack, unpack):
        y = ((a * b) * 3 + 1).relu()
    assert packed == [([4.0, 5.0], True, False), ([2.0, 3.0], True, False), ([25.0, 46.0], True, False)]
    assert unpacked == []
    y.sum().backward()
    assert unpacked == [(3, False), (1, False), (2, False)] and a.grad.tolist() == [12.0, 15.0]
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.sum().backward()


def test_hooks_are_things_that_can_be_called(ag):
    for pack, unpack in [(1, lambda packed: packed), (lambda x: x, 2)]:
        with pytest.raises(TypeError), ag.autograd.graph.saved_tensors_hooks(pack, unpack):
            pass


def test_what_comes_back_is_what_counts_and_has_the_history_that_was_saved(ag):
    a = ag.tensor([2.0, 3.0], requires_grad=True)
    with ag.autograd.graph.saved_tensors_hooks(lambda x: x * 4, lambda packed: packed / 4 + 1):
        y, e = a**2, a.exp()
    saved, result = y.grad_fn._saved_self, e.grad_fn._saved_result
    assert saved.tolist() == [3.0, 4.0] and saved.requires_grad and saved.is_leaf and saved is not a
    assert result.grad_fn is e.grad_fn
    y.sum().backward()
    assert a.grad.tolist() == [6.0, 8.0]


@pytest.mark.parametrize("of_a_leaf", [True, False])
def test_the_second_order_goes_through_unpacked_tensors(ag, of_a_leaf):
    a = ag.tensor([2.0, 3.0], requires_grad=True)
    x = a if of_a_leaf else a * 2
    with ag.autograd.graph.saved_tensors_hooks(lambda t: t.detach().numpy().copy(), ag.from_numpy):
        y = (x**3).sum()
        (slope,) = ag.autograd.grad(y, a, create_graph=True)
        (curvature,) = ag.autograd.grad(slope.sum(), a)
    assert curvature.tolist() == ([12.0, 18.0] if of_a_leaf else [96.0, 144.0])


def test_the_innermost_hooks_count_and_only_where_something_is_recorded(ag):
    a, seen = ag.tensor(2.0, requires_grad=True), []

    def hooks(name):
        return ag.autograd.graph.saved_tensors_hooks(lambda x: (seen.append(name), x)[1], lambda x: x)

    with hooks("outer"):
        with hooks("inner"):
            y = a.exp()
        with ag.no_grad():
            a * a
        z = a.exp()
    (y + z + a.exp()).backward()
    assert seen == ["inner", "outer"]


def test_what_a_function_saves_is_packed_too(ag):
    class Square(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            result = x * x
            ctx.save_for_backward(x, None, result)
            return result

        @staticmethod
        def backward(ctx, grad_output):
            x, nothing, result = ctx.saved_tensors
            assert nothing is None and x.is_leaf and x.requires_grad and result.requires_grad
            return 2 * x * grad_output

    x = ag.tensor([3.0], requires_grad=True)
    with ag.autograd.graph.saved_tensors_hooks(lambda t: t.tolist(), ag.tensor):
        y = Square.apply(x)
    assert y.grad_fn.saved_tensors[2].tolist() == [9.0]
    y.backward()
    assert x.grad.tolist() == [6.0]


def test_what_is_packed_is_no_longer_watched(ag):
    b = ag.tensor([2.0], requires_grad=True) * 1
    with ag.autograd.graph.saved_tensors_hooks(lambda x: x.clone(), lambda x: x):
        y = b * b
    b.add_(5)
    assert ag.autograd.grad(y, y.grad_fn.next_functions[0][0].next_functions[0][0].variable)[0].tolist() == [4.0]


def test_hooks_that_break_the_rules_are_named(ag):
    a, hooks = ag.tensor([2.0], requires_grad=True), ag.autograd.graph.saved_tensors_hooks
    with hooks(lambda x: x, lambda x: None):
        y = a * a
    with pytest.raises(TypeError, match="unpack_hook expected to be a Tensor but got result of type NoneType"):
        y.backward()
    with pytest.raises(RuntimeError, match="pack hook is modifying its input in place"):
        with hooks(lambda x: x.add_(1), lambda x: x):
            a.exp()
    with pytest.raises(ZeroDivisionError):
        with hooks(lambda x: 1 / 0, lambda x: x):
            a * a
    assert (a * a).grad_fn._saved_self is a


def test_they_can_be_forbidden(ag):
    graph = ag.autograd.graph
    hooks = graph.saved_tensors_hooks(lambda x: x, lambda x: x)
    with graph.disable_saved_tensors_hooks("not now"):
        with pytest.raises(RuntimeError, match="not now"):
            hooks.__enter__()
    with hooks, pytest.raises(RuntimeError, match="too late"):
        with graph.disable_saved_tensors_hooks("too late"):
            pass
    with graph.save_on_cpu():
        a = ag.tensor([2.0], requires_grad=True)
        (a * a).backward()
    assert a.grad.tolist() == [4.0]


def test_a_packed_result_and_its_node_do_not_hold_each_other(no_collector):
    import autogradlab as ag

    with ag.autograd.graph.saved_tensors_hooks(lambda x: x.shape, ag.ones):
        y = ag.ones(3, requires_grad=True).exp()
    node = weakref.ref(y.grad_fn)
    del y
    assert node() is None


def test_what_was_packed_away_is_free(no_collector):
    import autogradlab as ag

    alive = []

    def pack(x):
        alive.append(weakref.ref(x))
        return x.shape

    with ag.autograd.graph.saved_tensors_hooks(pack, ag.ones):
        y = ag.ones(3, requires_grad=True).exp().exp()
    assert len(alive) == 2 and not any(reference() for reference in alive)
    y.sum().backward()
