"""What all optimizers share: None is skipped, zeros are not, and the same objects are written in place."""

import copy
import tracemalloc
import warnings
import weakref

import numpy as np
import pytest

import autogradlab

EACH = [("SGD", {"lr": 0.1}), ("SGD", {"lr": 0.1, "momentum": 0.9}), ("Adam", {"lr": 0.1}), ("AdamW", {"lr": 0.1})]
each = pytest.mark.parametrize(("name", "settings"), EACH)


def leaf(ag, value=1.0):
    return ag.tensor(value, requires_grad=True)


def with_grad(ag, value, grad):
    w = leaf(ag, value)
    w.grad = ag.tensor(grad)
    return w


# ---- which parameters move --------------------------------------------------------------------------------------


@each
def test_a_parameter_without_gradient_is_skipped(ag, name, settings):
    moved, skipped = with_grad(ag, [1.0], [1.0]), leaf(ag, [1.0])
    optimizer = getattr(ag.optim, name)([moved, skipped], weight_decay=0.1, **settings)
    optimizer.step()
    assert moved.item() != 1.0 and skipped.item() == 1.0
    assert skipped not in optimizer.state and skipped._version == 0


def test_a_gradient_of_zeros_still_decays_and_still_rolls_on(ag, train):
    w = leaf(ag)
    optimizer = ag.optim.SGD([w], lr=0.1, momentum=0.9)
    train(w, optimizer, 1)
    optimizer.zero_grad(set_to_none=False)
    optimizer.step()
    assert w.item() == pytest.approx(0.8 - 0.1 * 0.9 * 2)
    optimizer.zero_grad()
    optimizer.step()
    assert w.item() == pytest.approx(0.62)


def test_a_parameter_used_twice_moves_once_by_the_summed_gradient(ag):
    w = leaf(ag)
    (w * 3 + w * 4).backward()
    ag.optim.SGD([w], lr=0.1).step()
    assert w.item() == pytest.approx(1 - 0.7)


def test_step_follows_objects_not_names(ag):
    w = old = with_grad(ag, 1.0, 1.0)
    optimizer = ag.optim.SGD([w], lr=0.1)
    w = with_grad(ag, 5.0, 1.0)
    optimizer.step()
    assert (w.item(), old.item()) == (5.0, pytest.approx(0.9))


# ---- in place -----------------------------------------------------------------------------------------------------


@each
def test_step_writes_into_the_same_object_and_its_memory(ag, name, settings):
    w = with_grad(ag, [[1.0, 2.0]], [[3.0, 4.0]])
    shared, before = w.detach(), w.tolist()
    assert getattr(ag.optim, name)([w], **settings).step() is None
    assert w.tolist() != before and shared.tolist() == w.tolist() and shared._version == w._version
    assert w.is_leaf and w.requires_grad and w.grad.tolist() == [[3.0, 4.0]]


@each
def test_a_plain_step_is_one_more_version(ag, name, settings):
    w = with_grad(ag, 1.0, 1.0)
    optimizer = getattr(ag.optim, name)([w], **{"weight_decay": 0, **settings})
    for steps in (1, 2, 3):
        optimizer.step()
        assert w._version == steps


def test_a_step_between_forward_and_backward_is_noticed(ag):
    w = with_grad(ag, [1.0, 2.0], [1.0, 1.0])
    loss = (w * w).sum()
    ag.optim.SGD([w], lr=0.1).step()
    with pytest.raises(RuntimeError, match=r"is at version 1; expected version 0 instead"):
        loss.backward()


def test_a_recorded_gradient_does_not_lengthen_the_graph(ag):
    w = leaf(ag, [1.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (w * w).sum().backward(create_graph=True)
    optimizer = ag.optim.SGD([w], lr=0.1, momentum=0.9)
    optimizer.step()
    assert w.is_leaf and optimizer.state[w]["momentum_buffer"].grad_fn is None
    optimizer.zero_grad()


def test_divergence_ends_in_infinity_silently(ag, recwarn):
    w = with_grad(ag, [3e38], [-3e38])
    ag.optim.SGD([w], lr=1.0).step()
    assert w.item() == float("inf") and not recwarn.list


@pytest.mark.parametrize("value", [1.0, [2.0], [[1.0, 2.0], [3.0, 4.0]], []])
@each
def test_every_shape_moves(ag, name, settings, value):
    w = leaf(ag, value)
    before = w.detach().clone()
    (w * w).sum().backward()
    getattr(ag.optim, name)([w], **settings).step()
    assert w.shape == before.shape and ((w < before).sum() == w.numel()).item()


def test_a_transposed_parameter_moves_in_its_own_memory(ag):
    rows = ag.zeros(2, 3)
    w = rows.T.requires_grad_()
    w.grad = ag.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    ag.optim.SGD([w], lr=1.0, momentum=0.9, weight_decay=0.1).step()
    assert rows.tolist() == [[-1.0, -3.0, -5.0], [-2.0, -4.0, -6.0]]


# ---- clear --------------------------------------------------------------------------------------------------------


def test_zero_grad_leaves_none_or_the_same_tensor_with_zeros(ag):
    w = with_grad(ag, [1.0], [2.0])
    optimizer, grad = ag.optim.SGD([w]), w.grad
    optimizer.zero_grad(set_to_none=False)
    assert w.grad is grad and grad.tolist() == [0.0]
    optimizer.zero_grad()
    assert w.grad is None
    optimizer.zero_grad(set_to_none=False)
    assert w.grad is None


def test_zero_grad_cuts_a_recorded_gradient_off_its_history(ag):
    w = leaf(ag, [1.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (w * w).sum().backward(create_graph=True)
    ag.optim.SGD([w]).zero_grad(set_to_none=False)
    assert w.grad.grad_fn is None and not w.grad.requires_grad
    w.grad = None


# ---- a closure ----------------------------------------------------------------------------------------------------


def test_a_closure_is_recorded_and_its_loss_returned(ag):
    w = leaf(ag)
    optimizer = ag.optim.SGD([w], lr=0.1)

    def closure():
        optimizer.zero_grad()
        loss = w * w
        loss.backward()
        return loss

    with ag.no_grad():
        assert optimizer.step(closure).item() == 1.0
    assert w.item() == pytest.approx(0.8)


# ---- groups -------------------------------------------------------------------------------------------------------


def test_groups_have_settings_of_their_own(ag):
    a, b = with_grad(ag, 1.0, 1.0), with_grad(ag, 1.0, 1.0)
    optimizer = ag.optim.SGD([{"params": [a]}, {"params": b, "lr": 0.5}], lr=0.1)
    optimizer.step()
    assert (a.item(), b.item()) == (pytest.approx(0.9), 0.5)
    optimizer.param_groups[0]["lr"] = 0.4
    optimizer.step()
    assert a.item() == pytest.approx(0.5)


def test_groups_are_printed_one_below_the_other(ag):
    optimizer = ag.optim.SGD([{"params": [leaf(ag)]}, {"params": [leaf(ag)], "lr": 0.5}], lr=0.1)
    group = (
        "    dampening: 0\n    differentiable: False\n    foreach: None\n    fused: None\n    lr: {}\n"
        "    maximize: False\n    momentum: 0\n    nesterov: False\n    weight_decay: 0\n"
    )
    assert repr(optimizer) == (
        f"SGD (\nParameter Group 0\n{group.format(0.1)}\nParameter Group 1\n{group.format(0.5)})"
    )


def test_the_base_of_all_optimizers_has_no_step(ag):
    with pytest.raises(NotImplementedError):
        ag.optim.Optimizer([leaf(ag)], {"lr": 0.1}).step()


def test_a_group_can_come_later(ag):
    a, b = leaf(ag), with_grad(ag, 1.0, 1.0)
    optimizer = ag.optim.SGD([a], lr=0.1)
    optimizer.add_param_group({"params": [b], "lr": 0.5})
    optimizer.step()
    assert b.item() == 0.5 and [group["lr"] for group in optimizer.param_groups] == [0.1, 0.5]


def test_named_parameters_keep_their_names(ag):
    a, b = leaf(ag), leaf(ag)
    optimizer = ag.optim.SGD([("first", a), ("second", b)])
    assert optimizer.param_groups[0]["param_names"] == ["first", "second"]
    assert [param is given for param, given in zip(optimizer.param_groups[0]["params"], (a, b))] == [True, True]


def test_a_parameter_twice_in_a_group_warns_and_moves_twice(ag):
    w = with_grad(ag, [1.0], [1.0])
    with pytest.warns(UserWarning, match="optimizer contains a parameter group with duplicate parameters"):
        optimizer = ag.optim.SGD([w, w], lr=0.1)
    optimizer.step()
    assert w.item() == pytest.approx(0.8)


def test_what_needs_to_be_said_once_is_not_said_on_every_line(ag):
    w = with_grad(ag, [1.0], [1.0])
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("default")
        ag.optim.SGD([w, w], lr=0.1)
        ag.optim.Adam([w, w])
        schedule = ag.optim.lr_scheduler.StepLR(ag.optim.SGD([w], lr=0.1), 2)
        schedule.get_lr()
        schedule.get_lr()
    duplicates, last_lr = [str(warning.message) for warning in heard]
    assert "duplicate parameters" in duplicates and "get_last_lr" in last_lr


@pytest.mark.parametrize(
    ("params", "error", "sentence"),
    [
        (lambda ag: [], ValueError, "optimizer got an empty parameter list"),
        (lambda ag: [leaf(ag) * 2], ValueError, "can't optimize a non-leaf Tensor"),
        (
            lambda ag: leaf(ag),
            TypeError,
            "params argument given to the optimizer should be an iterable of Tensors or "
            "dicts, but got torch.FloatTensor",
        ),
        (lambda ag: [1.0], TypeError, "optimizer can only optimize Tensors, but one of the params is float"),
        (lambda ag: ["w"], TypeError, "optimizer can only optimize Tensors, but one of the params is str"),
        (
            lambda ag: [leaf(ag), None],
            TypeError,
            "optimizer can only optimize Tensors, but one of the params is NoneType",
        ),
        (
            lambda ag: [np.ones(2)],
            TypeError,
            "optimizer can only optimize Tensors, but one of the params is numpy.ndarray",
        ),
        (
            lambda ag: [("a", leaf(ag)), leaf(ag)],
            ValueError,
            "all optimizer params should be with/without names. Some param names are missing",
        ),
        (
            lambda ag: [{"params": {leaf(ag)}}],
            TypeError,
            "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets "
            "will "
            "change between runs. Please use a list instead.",
        ),
    ],
)
def test_refuses_parameters_in_pytorchs_words(ag, params, error, sentence):
    with pytest.raises(error) as refusal:
        ag.optim.SGD(params(ag))
    assert str(refusal.value) == sentence


def test_refuses_groups_in_pytorchs_words(ag):
    w = leaf(ag)
    optimizer = ag.optim.SGD([w])
    with pytest.raises(ValueError, match="^some parameters appear in more than one parameter group$"):
        optimizer.add_param_group({"params": [w]})
    with pytest.raises(TypeError, match="^param_group must be a dict, but got <class 'list'>$"):
        optimizer.add_param_group([leaf(ag)])
    with pytest.raises(ValueError, match="cannot add param group with names to the optimizer"):
        optimizer.add_param_group({"params": [("w", leaf(ag))]})
    assert len(optimizer.param_groups) == 1


def test_what_pytorch_refuses_comes_with_advice():
    with pytest.raises(ValueError) as refusal:
        autogradlab.optim.SGD([])
    assert refusal.value.__notes__[0].startswith("  help: ")


def test_what_is_left_out_says_so():
    with pytest.raises(NotImplementedError, match="leaves out differentiable=True"):
        autogradlab.optim.SGD([leaf(autogradlab)], differentiable=True)


# ---- save and load ------------------------------------------------------------------------------------------------


@each
def test_a_loaded_optimizer_goes_on_as_the_saved_one_would(ag, train, name, settings):
    w = leaf(ag, [1.0, -2.0])
    optimizer = getattr(ag.optim, name)([w], **settings)
    train(w, optimizer, 2)
    twin = leaf(ag, w.tolist())
    other = getattr(ag.optim, name)([twin], lr=99.0)
    other.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    assert train(twin, other, 3) == train(w, optimizer, 3)


def test_a_saved_state_names_parameters_by_number(ag):
    a, b = leaf(ag, [1.0]), with_grad(ag, [1.0], [2.0])
    optimizer = ag.optim.SGD([{"params": [a]}, {"params": [b], "momentum": 0.9}], lr=0.1)
    optimizer.step()
    saved = optimizer.state_dict()
    assert str(saved["state"]) == "{1: {'momentum_buffer': tensor([2.])}}"
    assert [group["params"] for group in saved["param_groups"]] == [[0], [1]]
    assert str(saved["param_groups"][1]) == (
        "{'momentum': 0.9, 'lr': 0.1, 'dampening': 0, 'weight_decay': 0, 'nesterov': False, 'maximize': False, "
        "'foreach': None, 'differentiable': False, 'fused': None, 'params': [1]}"
    )


def test_loading_takes_the_parameters_number_type(ag):
    w = with_grad(ag, [1.0], [2.0])
    optimizer = ag.optim.Adam([w])
    optimizer.step()
    wide = ag.tensor([1.0], dtype=ag.float64, requires_grad=True)
    other = ag.optim.Adam([wide])
    other.load_state_dict(optimizer.state_dict())
    state = other.state[wide]
    assert (str(state["exp_avg"].dtype), str(state["step"].dtype)) == ("torch.float64", "torch.float32")


def test_loaded_settings_keep_their_order_and_are_not_filled_up_from_the_defaults(ag):
    a, b = with_grad(ag, [1.0], [2.0]), leaf(ag, [1.0])
    optimizer = ag.optim.SGD([{"params": [("a", a)], "momentum": 0.9}, {"params": [("b", b)]}], lr=0.1)
    order = [list(group) for group in optimizer.state_dict()["param_groups"]]
    other = ag.optim.SGD([{"params": [a]}, {"params": [b]}], lr=0.5, nesterov=True, momentum=0.5)
    other.load_state_dict(optimizer.state_dict())
    assert [list(group) for group in other.state_dict()["param_groups"]] == order
    other.load_state_dict(ag.optim.Adam([{"params": [a]}, {"params": [b]}]).state_dict())
    with pytest.raises(KeyError, match="momentum"):
        other.step()


def test_adamw_stays_adamw_after_loading_an_adam(ag):
    w = leaf(ag)
    optimizer = ag.optim.AdamW([w])
    optimizer.load_state_dict(ag.optim.Adam([w]).state_dict())
    assert optimizer.param_groups[0]["decoupled_weight_decay"] is True


@pytest.mark.parametrize(
    ("groups", "sentence"),
    [
        ([], "loaded state dict has a different number of parameter groups"),
        (
            [{"params": [0, 1]}],
            "loaded state dict contains a parameter group that doesn't match the size of optimizer's group",
        ),
    ],
)
def test_refuses_a_state_of_another_size(ag, groups, sentence):
    with pytest.raises(ValueError) as refusal:
        ag.optim.SGD([leaf(ag)]).load_state_dict({"state": {}, "param_groups": groups})
    assert str(refusal.value) == sentence


# ---- one's own, and the cost --------------------------------------------------------------------------------------


def test_ones_own_optimizer_only_needs_a_step(ag):
    class Signs(ag.optim.Optimizer):
        def __init__(self, params, lr):
            super().__init__(params, {"lr": lr})

        def step(self):
            with ag.no_grad():
                for group in self.param_groups:
                    for w in group["params"]:
                        w -= group["lr"] * w.grad.sign()

    w = with_grad(ag, [1.0, 1.0], [3.0, -4.0])
    optimizer = Signs([w], lr=0.5)
    optimizer.step()
    optimizer.zero_grad()
    assert w.tolist() == [0.5, 1.5] and w.grad is None


@each
def test_between_steps_an_optimizer_keeps_its_state_and_nothing_else(name, settings):
    w = with_grad(autogradlab, [1.0] * 100_000, [1.0] * 100_000)
    tracemalloc.start()
    optimizer = getattr(autogradlab.optim, name)([w], maximize=True, weight_decay=0.1, **settings)
    optimizer.step()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    state = sum(value.nbytes for value in optimizer.state[w].values() if isinstance(value, autogradlab.Tensor))
    assert state <= kept < state + 100_000


def test_an_optimizer_leaves_no_cycle_behind(no_collector):
    w = with_grad(autogradlab, 1.0, 1.0)
    optimizer = autogradlab.optim.Adam([w])
    autogradlab.optim.lr_scheduler.StepLR(optimizer, 1)
    optimizer.step()
    gone = weakref.ref(optimizer)
    del optimizer
    assert gone() is None


def test_a_step_leaves_numpys_warnings_as_they_were():
    weight = autogradlab.ones(2, requires_grad=True)
    optimizer = autogradlab.optim.SGD([weight], lr=float("inf"))
    weight.grad = autogradlab.zeros(2)
    with np.errstate(all="raise"):
        optimizer.step()  # inf · 0 is nan, silently
        assert weight.isnan().all() and set(np.geterr().values()) == {"raise"}
        weight.data = autogradlab.ones(3)
        with pytest.raises(RuntimeError):
            optimizer.step()
        assert set(np.geterr().values()) == {"raise"}
