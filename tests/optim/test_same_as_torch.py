"""Many steps on many numbers end where PyTorch ends, whatever the settings."""

import numpy as np
import pytest

import autogradlab

RANDOM = np.random.default_rng(0)
START = RANDOM.normal(size=(7, 5)).astype(np.float32)
GRADIENTS = RANDOM.normal(size=(20, 7, 5)).astype(np.float32)


def end(ag, name, settings, dtype):
    w = ag.tensor(START, dtype=dtype(ag), requires_grad=True)
    optimizer = getattr(ag.optim, name)([w], **settings)
    for gradient in GRADIENTS:
        w.grad = ag.tensor(gradient, dtype=dtype(ag))
        optimizer.step()
    return w.detach().numpy()


SETTINGS = [
    ("SGD", {"lr": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.3, "weight_decay": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.1, "maximize": True}),
    ("SGD", {"lr": 0.1, "momentum": 0.5, "nesterov": True}),
    ("Adam", {}),
    ("Adam", {"lr": 0.1, "weight_decay": 0.1, "amsgrad": True, "maximize": True, "betas": (0.5, 0.9)}),
    ("Adam", {"lr": 0.1, "betas": (0.0, 0.5), "eps": 0.1}),
    ("AdamW", {"lr": 0.1}),
    ("AdamW", {"lr": 0.1, "amsgrad": True, "maximize": True, "weight_decay": 0.5}),
]


def test_every_optimizer_is_compared():
    modules = {"Optimizer", "lr_scheduler"}
    assert {name for name, _ in SETTINGS} == set(autogradlab.optim.__all__) - modules, "give each a row in SETTINGS"


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_ends_where_pytorch_ends(name, settings):
    torch = pytest.importorskip("torch")
    for dtype, rtol, atol in ((lambda ag: ag.float32, 1e-6, 1e-6), (lambda ag: ag.float64, 1e-14, 1e-14)):
        np.testing.assert_allclose(
            end(autogradlab, name, settings, dtype), end(torch, name, settings, dtype), rtol=rtol, atol=atol
        )
