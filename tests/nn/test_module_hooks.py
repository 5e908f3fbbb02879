"""Hooks of a module: before and after forward, before and after backward."""

import pytest


@pytest.fixture
def seen():
    return []


@pytest.fixture
def product(ag):
    class Product(ag.nn.Module):
        def forward(self, a, b, plus=0):
            return a * b + plus

    return Product()


def numbers(grads):
    return tuple(None if grad is None else grad.tolist() for grad in grads)


# ---- forward --------------------------------------------------------------------------------------------------------


def test_hooks_see_arguments_and_output(ag, product, seen):
    product.register_forward_pre_hook(lambda module, args: seen.append((module is product, numbers(args))))
    product.register_forward_hook(lambda module, args, output: seen.append((numbers(args), output.item())))
    product(ag.tensor(2.0), ag.tensor(3.0), plus=1)
    assert seen == [(True, (2.0, 3.0)), ((2.0, 3.0), 7.0)]


def test_what_a_hook_returns_takes_the_place(ag, product):
    product.register_forward_pre_hook(lambda module, args: (args[0] * 10, args[1]))
    product.register_forward_hook(lambda module, args, output: output + 0.5)
    assert product(ag.tensor(2.0), ag.tensor(3.0)).item() == 60.5


def test_a_single_new_argument_needs_no_tuple(ag, affine):
    layer = affine(2, 1)
    layer.register_forward_pre_hook(lambda module, args: args[0] * 2)
    assert layer(ag.ones(1, 2)).item() == 4.0


def test_hooks_run_in_order_until_removed(ag, product, seen):
    handles = [product.register_forward_hook(lambda *_, name=name: seen.append(name)) for name in "abc"]
    product(ag.tensor(2.0), ag.tensor(3.0))
    handles[0].remove()
    with handles[1]:
        product(ag.tensor(2.0), ag.tensor(3.0))
    product(ag.tensor(2.0), ag.tensor(3.0))
    assert seen == ["a", "b", "c", "b", "c", "c"]


def test_a_hook_may_come_first(ag, product, seen):
    for name, first in (("a", False), ("b", True), ("c", True)):
        product.register_forward_hook(lambda *_, name=name: seen.append(name), prepend=first)
        product.register_full_backward_hook(lambda *_, name=name: seen.append(name.upper()), prepend=first)
    product(ag.tensor(2.0, requires_grad=True), ag.tensor(3.0)).backward()
    assert "".join(seen) == "cbaCBA"


def test_hooks_see_keywords_if_they_ask_for_them(ag, product, seen):
    product.register_forward_pre_hook(
        lambda module, args, words: (args, {"plus": words["plus"] * 10}), with_kwargs=True
    )
    product.register_forward_hook(
        lambda module, args, words, output: seen.append((words, output.item())), with_kwargs=True
    )
    product(ag.tensor(2.0), ag.tensor(3.0), plus=1)
    assert seen == [({"plus": 10}, 16.0)]


def test_a_hook_that_sees_keywords_gives_both_or_nothing(ag, product):
    product.register_forward_pre_hook(lambda module, args, words: 3, with_kwargs=True)
    with pytest.raises(RuntimeError) as caught:
        product(ag.tensor(2.0), ag.tensor(3.0))
    assert str(caught.value) == "forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got 3."


# ---- backward -------------------------------------------------------------------------------------------------------


def test_backward_hooks_see_the_gradients_of_inputs_and_outputs(ag, product, seen):
    product.register_full_backward_pre_hook(lambda module, grad_output: seen.append(numbers(grad_output)))
    product.register_full_backward_hook(
        lambda module, grad_input, grad_output: seen.append((numbers(grad_input), numbers(grad_output)))
    )
    a, b = ag.tensor(2.0, requires_grad=True), ag.tensor(3.0)
    result = product(a, b)
    assert type(result.grad_fn).__name__ == "BackwardHookFunctionBackward"
    (result * 5).backward()
    assert seen == [(5.0,), ((15.0, 0.0), (5.0,))]
    assert a.grad.item() == 15.0 and b.grad is None


def test_what_a_backward_hook_returns_takes_the_place(ag, affine):
    layer = affine(2, 1)
    layer.register_full_backward_pre_hook(lambda module, grad_output: (grad_output[0] * 2,))
    layer.register_full_backward_hook(lambda module, grad_input, grad_output: (grad_input[0] * 10,))
    x = ag.tensor([[1.0, 3.0]], requires_grad=True)
    layer(x).sum().backward()
    assert x.grad.tolist() == [[20.0, 20.0]] and layer.weight.grad.tolist() == [[2.0, 6.0]]


def test_without_a_tracked_input_a_hook_sees_only_the_output(ag, affine, seen):
    layer = affine(2, 1)
    layer.register_full_backward_hook(
        lambda module, grad_input, grad_output: seen.append((grad_input, len(grad_output)))
    )
    with pytest.warns(UserWarning, match="Full backward hook is firing when gradients are computed"):
        layer(ag.ones(1, 2)).sum().backward()
    assert seen == [((None,), 1)] and layer.weight.grad.tolist() == [[1.0, 1.0]]


def test_an_output_that_nobody_used_has_no_gradient_and_an_unused_input_gets_zeros(ag, seen):
    class Pair(ag.nn.Module):
        def forward(self, a, b):
            return a * 2, b * 3, "note"

    pair = Pair()
    pair.register_full_backward_hook(
        lambda module, grad_input, grad_output: seen.append((numbers(grad_input), numbers(grad_output)))
    )
    a, b = ag.tensor(1.0, requires_grad=True), ag.tensor(1.0, requires_grad=True)
    first, _, note = pair(a, b)
    first.backward()
    assert note == "note" and seen == [((2.0, 0.0), (1.0, None, None))]
    assert b.grad.item() == 0.0


@pytest.mark.parametrize(
    ("register", "returned", "expected"),
    [
        (
            "register_full_backward_hook",
            (None, None),
            "Backward hook returned an invalid number of grad_input, got 2, but expected 1",
        ),
        (
            "register_full_backward_pre_hook",
            (None, None),
            "Backward pre hook returned an invalid number of grad_output, got 2, but expected 1",
        ),
    ],
)
def test_the_number_of_gradients_must_stay(ag, affine, register, returned, expected):
    layer = affine(1, 1)
    getattr(layer, register)(lambda *args: returned)
    with pytest.raises(RuntimeError) as refusal:
        layer(ag.ones(1, 1).requires_grad_()).backward()
    assert str(refusal.value) == expected


def test_hooks_can_be_differentiated_through(ag, product):
    product.register_full_backward_hook(lambda module, grad_input, grad_output: (grad_input[0] * 2, None))
    a = ag.tensor(3.0, requires_grad=True)
    (slope,) = ag.autograd.grad(product(a, a.detach()) ** 2, a, create_graph=True)
    slope.backward()
    assert slope.item() == 2 * 2 * 9 * 3 and a.grad.item() > 0


def test_nothing_is_watched_where_nothing_is_recorded(ag, product, seen):
    product.register_full_backward_hook(lambda *args: seen.append(args))
    with ag.no_grad():
        assert product(ag.tensor(2.0, requires_grad=True), ag.tensor(3.0)).grad_fn is None
    assert seen == []
