"""Adam and AdamW: a first step of length lr, and the numbers that PyTorch 2.13.0 printed."""

import pytest


def leaf(ag, value):
    return ag.tensor(value, requires_grad=True)


def flat(path):
    return [number for numbers in path for number in numbers]


@pytest.mark.parametrize(
    ("name", "settings", "recorded"),
    [
        ("Adam", {}, [0.9, -1.9, 0.80041224, -1.8001665, 0.7015863, -1.7006234]),
        ("AdamW", {}, [0.89900005, -1.898, 0.7985191, -1.7962727, 0.69891125, -1.6949446]),
        ("Adam", {"betas": (0.5, 0.9)}, [0.9, -1.9, 0.80161798, -1.8007534, 0.70598245, -1.7027285]),
        ("Adam", {"eps": 1.0}, [0.93333334, -1.92, 0.86756885, -1.8404233, 0.80283767, -1.7613488]),
        ("Adam", {"amsgrad": True, "betas": (0.9, 0.5)}, [0.9, -1.9, 0.79862547, -1.799304, 0.69547224, -1.6974449]),
        ("Adam", {"maximize": True}, [1.1, -2.1, 1.2001348, -2.2000973, 1.30049, -2.3003523]),
    ],
)
def test_walks_as_pytorch_walked(ag, train, name, settings, recorded):
    w = leaf(ag, [1.0, -2.0])
    path = train(w, getattr(ag.optim, name)([w], lr=0.1, **settings), 3)
    assert flat(path) == pytest.approx(recorded, rel=1e-6)


def test_the_first_step_is_lr_whatever_the_gradient(ag):
    w = leaf(ag, [1.0, 1.0, 1.0])
    w.grad = ag.tensor([1000.0, 1.0, -0.001])
    ag.optim.Adam([w], lr=0.1).step()
    assert w.tolist() == pytest.approx([0.9, 0.9, 1.1], abs=2e-6)


def test_weight_decay_is_part_of_adams_gradient(ag):
    w = leaf(ag, [1.0, 1.0])
    w.grad = ag.tensor([0.0, -2.0])
    optimizer = ag.optim.Adam([w], lr=0.1, weight_decay=0.5)
    optimizer.step()
    assert optimizer.state[w]["exp_avg"].tolist() == pytest.approx([0.05, -0.15])
    assert w.tolist() == pytest.approx([0.9, 1.1])
    assert w.grad.tolist() == [0.0, -2.0]


def test_amsgrad_remembers_the_largest_mean_square(ag):
    w = leaf(ag, [1.0])
    optimizer = ag.optim.Adam([w], lr=0.1, amsgrad=True, betas=(0.9, 0.5))
    for gradient in (4.0, 0.0):
        w.grad = ag.tensor([gradient])
        optimizer.step()
    state = optimizer.state[w]
    assert (state["exp_avg_sq"].item(), state["max_exp_avg_sq"].item()) == (4.0, 8.0)


def test_the_state_is_pytorchs(ag, train):
    w = leaf(ag, [1.0, 2.0])
    optimizer = ag.optim.Adam([w], lr=0.1)
    train(w, optimizer, 1)
    assert str(optimizer.state[w]) == (
        "{'step': tensor(1.), 'exp_avg': tensor([0.2000, 0.4000]), 'exp_avg_sq': tensor([0.0040, 0.0160])}"
    )


def test_adamw_writes_twice_and_decays_by_a_hundredth_unless_told(ag):
    w = leaf(ag, [1.0])
    w.grad = ag.zeros(1)
    ag.optim.AdamW([w], lr=0.1).step()
    assert w.item() == pytest.approx(1 - 0.1 * 0.01)
    assert w._version == 2


def test_adam_in_decoupled_form_is_adamw(ag, train):
    ends = []
    for name, settings in (("Adam", {"decoupled_weight_decay": True}), ("AdamW", {})):
        w = leaf(ag, [1.0, -2.0])
        ends.append(train(w, getattr(ag.optim, name)([w], lr=0.1, weight_decay=0.2, **settings), 3))
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"lr": -0.1}, "Invalid learning rate: -0.1"),
        ({"eps": -1}, "Invalid epsilon value: -1"),
        ({"betas": (1.0, 0.9)}, "Invalid beta parameter at index 0: 1.0"),
        ({"betas": (1.0,)}, "Invalid beta parameter at index 0: 1.0"),
        ({"betas": (0.9, -0.1)}, "Invalid beta parameter at index 1: -0.1"),
        ({"weight_decay": -1}, "Invalid weight_decay value: -1"),
        ({"betas": (0, 0.9)}, "betas must be either both floats or both Tensors"),
    ],
)
def test_refuses_settings_in_pytorchs_words(ag, settings, sentence):
    with pytest.raises(ValueError) as refusal:
        ag.optim.Adam([leaf(ag, 1.0)], **settings)
    assert str(refusal.value) == sentence


def test_prints_as_pytorch_prints(ag):
    assert (
        repr(ag.optim.AdamW([leaf(ag, 1.0)], lr=0.1))
        == """\
AdamW (
Parameter Group 0
    amsgrad: False
    betas: (0.9, 0.999)
    capturable: False
    decoupled_weight_decay: True
    differentiable: False
    eps: 1e-08
    foreach: None
    fused: None
    lr: 0.1
    maximize: False
    weight_decay: 0.01
)"""
    )


def test_steps_are_counted_in_the_default_type_if_that_is_double(ag):
    w = leaf(ag, 1.0)
    w.grad, adam = ag.tensor(1.0), ag.optim.Adam([w])
    ag.set_default_dtype(ag.float64)
    try:
        adam.step()
    finally:
        ag.set_default_dtype(ag.float32)
    assert (adam.state[w]["step"].dtype, adam.state[w]["exp_avg"].dtype) == (ag.float64, ag.float32)


def test_a_model_in_another_number_type_needs_another_optimizer(ag):
    model = ag.nn.Linear(1, 1)
    adam = ag.optim.Adam(model.parameters())
    model(ag.ones(1, 1)).backward()
    adam.step()
    model.double()
    with pytest.raises(RuntimeError, match="expected dtype float for `end` but got dtype double"):
        adam.step()
