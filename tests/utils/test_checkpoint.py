"""Checkpoints: the same gradients, less memory, the function run once more, and the same random numbers."""

import importlib
import warnings
import weakref

import pytest


@pytest.fixture
def utils(ag):
    return importlib.import_module(f"{ag.__name__}.utils.checkpoint")


def part(x):
    return (x**2).exp().sin()


@pytest.mark.parametrize("use_reentrant", [True, False])
def test_gradients_are_the_same(ag, utils, use_reentrant):
    x = ag.tensor([0.5, 1.0], requires_grad=True)
    (expected,) = ag.autograd.grad(part(x).sum(), x)
    for times in (1, 2):
        utils.checkpoint(part, x, use_reentrant=use_reentrant).sum().backward()
        assert ag.allclose(x.grad, times * expected)


def test_the_function_runs_again_up_to_the_last_saved_value(ag, utils):
    lines = []

    def f(x):
        lines.append("exp")
        y = x.exp()
        lines.append("square")
        z = y * y
        lines.append("add")
        return z + 1

    x = ag.tensor([0.5], requires_grad=True)
    utils.checkpoint(f, x, use_reentrant=False).backward()
    assert lines == ["exp", "square", "add", "exp", "square"]


@pytest.mark.parametrize("option", ["context_fn", "determinism_check", "debug", "early_stop"])
def test_rare_options_are_left_out(option):
    import autogradlab as ag

    utils = importlib.import_module("autogradlab.utils.checkpoint")
    with pytest.raises(NotImplementedError, match="docs/differences.md"):
        utils.checkpoint(ag.exp, ag.ones(1, requires_grad=True), use_reentrant=False, **{option: None})


def test_nothing_inside_is_kept_alive():
    import autogradlab as ag

    utils, made = importlib.import_module("autogradlab.utils.checkpoint"), []

    def f(x):
        for _ in range(5):
            made.append(weakref.ref(h := x.exp()))
            x = h.sin()  # saves its input, h
        return x

    x = ag.ones(1000, requires_grad=True)
    plain, checked = f(x), utils.checkpoint(f, x, use_reentrant=False)
    assert _saved_bytes(plain) >= 10 * 4000 and _saved_bytes(checked) == 0
    assert [reference() is not None for reference in made] == 5 * [True] + 5 * [False]
    checked.sum().backward()


def _saved_bytes(result):
    """Bytes of the arrays that the nodes behind a result hold."""
    nodes, total = [result.grad_fn], 0
    while nodes:
        node = nodes.pop()
        total += sum(getattr(getattr(entry, "_data", entry), "nbytes", 0) for entry in node._saved)
        nodes += [next_node for next_node, _ in node.next_functions if next_node is not None]
    return total


@pytest.mark.parametrize("use_reentrant", [True, False])
def test_random_numbers_are_drawn_again_and_leave_no_trace(ag, utils, use_reentrant):
    ag.manual_seed(3)
    x, masks = ag.ones(50, requires_grad=True), []

    def f(x):
        masks.append(ag.rand(50))
        return x * x * masks[-1]

    y = utils.checkpoint(f, x, use_reentrant=use_reentrant)
    ag.rand(5)
    state = ag.get_rng_state()
    y.sum().backward()
    assert len(masks) == 2 and ag.equal(masks[0], masks[1]) and ag.equal(state, ag.get_rng_state())


def test_nested_and_in_a_loop(ag, utils):
    def inner(x):
        return x.exp() * x

    def outer(x):
        return utils.checkpoint(inner, x * 2, use_reentrant=False).sin()

    x = ag.tensor([0.5, 1.0], requires_grad=True)
    (expected,) = ag.autograd.grad((inner(x * 2)).sin().sum(), x)
    utils.checkpoint(outer, x, use_reentrant=False).sum().backward()
    assert ag.allclose(x.grad, expected)
    h = x
    for _ in range(5):
        h = utils.checkpoint(lambda t: (t * t).sin() + t, h, use_reentrant=False)
    h.sum().backward()


def test_modules_keywords_and_other_results(ag, utils):
    x = ag.tensor([2.0], requires_grad=True)
    y, text = utils.checkpoint(lambda x, k, *, m: (x * x * k * m, "text"), x, k=5, m=7, use_reentrant=False)
    y.backward()
    assert (x.grad.item(), text) == (140.0, "text")
    layer = ag.nn.Linear(1, 1)
    utils.checkpoint(layer, ag.ones(2, 1), use_reentrant=False).sum().backward()
    assert layer.weight.grad.item() == 2.0


def test_the_second_order_and_a_kept_graph(ag, utils):
    runs = []

    def f(x):
        runs.append(1)
        return x**3

    x = ag.tensor(2.0, requires_grad=True)
    (slope,) = ag.autograd.grad(utils.checkpoint(f, x, use_reentrant=False), x, create_graph=True)
    assert slope.item() == 12.0 and ag.autograd.grad(slope, x)[0].item() == 12.0
    runs.clear()
    y = utils.checkpoint(f, x, use_reentrant=False)
    y.backward(retain_graph=True)
    y.backward()
    assert len(runs) == 3
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.backward()


def test_another_second_run_is_an_error(ag, utils):
    runs = []

    def once_this_once_that(first, second):
        runs.clear()

        def f(x):
            runs.append(1)
            return first(x) if len(runs) == 1 else second(x)

        return utils.checkpoint(f, ag.tensor([0.5], requires_grad=True), use_reentrant=False)

    with pytest.raises(utils.CheckpointError, match="A different number of tensors was saved during the original"):
        once_this_once_that(lambda x: x.exp(), lambda x: x + 1).backward()
    with pytest.raises(utils.CheckpointError, match="tensor at position 0:\nsaved metadata: {'shape': torch.Size"):
        once_this_once_that(lambda x: x.exp(), lambda x: ag.cat([x, x]).exp()).backward()


def test_an_argument_that_was_written_to_is_noticed(ag, utils):
    for use_reentrant in (True, False):
        h = ag.tensor([0.5], requires_grad=True) * 1
        y = utils.checkpoint(lambda t: t.exp() * t, h, use_reentrant=use_reentrant)
        h.add_(1)
        with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
            y.backward()


@pytest.mark.parametrize("norm", ["LayerNorm", "BatchNorm1d"])
def test_a_normalization_uses_what_the_second_run_gave_it(ag, utils, norm):
    first, x = ag.nn.Linear(3, 3), ag.randn(4, 3, requires_grad=True)
    model = ag.nn.Sequential(first, getattr(ag.nn, norm)(3))
    out = utils.checkpoint(model, x, use_reentrant=False)
    first.weight.data.mul_(3)
    grads = []
    for y in (out, model(x)):
        grads += ag.autograd.grad(y, x, ag.tensor([1.0, 2.0, 4.0]).expand(4, 3))
    assert ag.allclose(*grads, atol=1e-6)


def test_without_recording_it_is_a_plain_call(ag, utils):
    x = ag.tensor([0.5], requires_grad=True)
    with ag.no_grad():
        assert not utils.checkpoint(part, x, use_reentrant=False).requires_grad
    assert not utils.checkpoint(part, x.detach(), use_reentrant=False).requires_grad


def test_the_reentrant_kind_has_its_limits(ag, utils):
    x = ag.tensor([0.5], requires_grad=True)
    with pytest.warns(UserWarning, match="the use_reentrant parameter should be passed explicitly"):
        y = utils.checkpoint(part, x)
    with pytest.raises(RuntimeError, match=r"incompatible with .grad\(\) or passing an `inputs` parameter"):
        ag.autograd.grad(y, x)
    with pytest.warns(UserWarning, match="None of the inputs have requires_grad=True. Gradients will be None"):
        assert not utils.checkpoint(part, x.detach(), use_reentrant=True).requires_grad
    with pytest.raises(RuntimeError, match="none of output has requires_grad=True"):
        utils.checkpoint(lambda t: t.detach(), x, use_reentrant=True).backward()
    with pytest.raises(ValueError, match="Unexpected keyword arguments: k"):
        utils.checkpoint(part, x, use_reentrant=True, k=1)


def test_a_sequence_in_segments(ag, utils):
    x = ag.ones(3, 2, requires_grad=True)
    layers = ag.nn.Sequential(*[layer for _ in range(3) for layer in (ag.nn.Linear(2, 2), ag.nn.Tanh())])
    (expected,) = ag.autograd.grad(layers(x).sum(), x)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        utils.checkpoint_sequential(layers, 2, x, use_reentrant=False).sum().backward()
    assert ag.allclose(x.grad, expected)
    with pytest.raises(ValueError, match="range"):  # more segments than layers
        utils.checkpoint_sequential(layers, 7, x, use_reentrant=False)


def test_an_error_inside_leaves_everything_as_it_was(ag, utils):
    x = ag.tensor([0.5], requires_grad=True)
    with pytest.raises(ZeroDivisionError):
        utils.checkpoint(lambda t: 1 / 0, x, use_reentrant=False)
    assert (x * x).grad_fn._saved_self is x
