"""SGD: the formula, momentum from the gradient itself on, and the numbers that PyTorch 2.13.0 printed."""

import pytest


def leaf(ag, value=1.0):
    return ag.tensor(value, requires_grad=True)


@pytest.mark.parametrize(
    ("settings", "recorded"),
    [
        ({}, [0.8, 0.64, 0.512]),
        ({"momentum": 0.9}, [0.8, 0.46, 0.062]),
        ({"momentum": 0.9, "nesterov": True}, [0.62, 0.2224, -0.10835198]),
        ({"momentum": 0.9, "dampening": 0.5}, [0.8, 0.54, 0.252]),
        ({"weight_decay": 0.5}, [0.75, 0.5625, 0.421875]),
        ({"maximize": True}, [1.2, 1.44, 1.728]),
        ({"maximize": True, "weight_decay": 0.5}, [1.15, 1.3225, 1.520875]),
    ],
)
def test_walks_as_pytorch_walked(ag, train, settings, recorded):
    w = leaf(ag)
    assert train(w, ag.optim.SGD([w], lr=0.1, **settings), 3) == pytest.approx(recorded, rel=1e-6)


def test_without_zero_grad_old_gradients_push_too(ag, train):
    w = leaf(ag)
    path = train(w, ag.optim.SGD([w], lr=0.1), 4, clear=False)
    assert path == pytest.approx([0.8, 0.44, -0.008, -0.4544], rel=1e-4)
    assert w.grad.item() == pytest.approx(4.464)


def test_the_momentum_buffer_starts_as_the_gradient_itself(ag):
    w = leaf(ag, [1.0, 2.0])
    optimizer = ag.optim.SGD([w], lr=0.1, momentum=0.9, dampening=0.5)
    (w * w).sum().backward()
    optimizer.step()
    assert optimizer.state[w]["momentum_buffer"].tolist() == w.grad.tolist() == [2.0, 4.0]
    w.grad.zero_()
    assert optimizer.state[w]["momentum_buffer"].tolist() == [2.0, 4.0]


def test_without_momentum_nothing_is_remembered(ag, train):
    w = leaf(ag)
    optimizer = ag.optim.SGD([w], lr=0.1)
    train(w, optimizer, 1)
    assert dict(optimizer.state) == {}


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"lr": -1}, "Invalid learning rate: -1"),
        ({"momentum": -1}, "Invalid momentum value: -1"),
        ({"weight_decay": -0.1}, "Invalid weight_decay value: -0.1"),
        ({"nesterov": True}, "Nesterov momentum requires a momentum and zero dampening"),
        (
            {"nesterov": True, "momentum": 0.9, "dampening": 0.1},
            "Nesterov momentum requires a momentum and zero dampening",
        ),
    ],
)
def test_refuses_settings_in_pytorchs_words(ag, settings, sentence):
    with pytest.raises(ValueError) as refusal:
        ag.optim.SGD([leaf(ag)], **settings)
    assert str(refusal.value) == sentence


def test_prints_as_pytorch_prints(ag):
    assert (
        repr(ag.optim.SGD([leaf(ag)], lr=0.1))
        == """\
SGD (
Parameter Group 0
    dampening: 0
    differentiable: False
    foreach: None
    fused: None
    lr: 0.1
    maximize: False
    momentum: 0
    nesterov: False
    weight_decay: 0
)"""
    )
