"""A name of PyTorch that autogradlab leaves out says so, and does not pretend to be there."""

import pytest

import autogradlab as ag
from autogradlab.ops.left_out import METHODS


@pytest.mark.parametrize("name", METHODS)
def test_a_method_that_is_left_out_names_the_list_of_differences(name):
    assert not hasattr(ag.Tensor, name), f"{name} is there now: take it out of METHODS in ops/left_out.py"
    with pytest.raises(AttributeError, match=f"autogradlab leaves out Tensor.{name}; see docs/differences.md"):
        getattr(ag.ones(1), name)


def test_pytorch_has_these_methods():
    torch = pytest.importorskip("torch")
    assert [name for name in METHODS if not hasattr(torch.Tensor, name)] == []


@pytest.mark.parametrize(
    "module, name",
    [(ag, "conv2d"), (ag.nn, "Conv2d"), (ag.nn.functional, "conv2d"), (ag.linalg, "svd"), (ag.optim, "LBFGS")],
)
def test_the_error_for_a_name_of_a_module_points_to_the_list(module, name):
    with pytest.raises(AttributeError, match=f"module 'torch.*' has no attribute '{name}'") as caught:
        getattr(module, name)
    assert "docs/differences.md" in caught.value.__notes__[0]


def test_what_nobody_has():
    with pytest.raises(AttributeError) as caught:
        ag.foo
    assert str(caught.value) == "module 'torch' has no attribute 'foo'"
    assert "docs/differences.md" in caught.value.__notes__[0]


def test_complex_numbers():
    with pytest.raises(NotImplementedError, match="complex numbers are left out of autogradlab"):
        ag.tensor(1j)


@pytest.mark.parametrize(
    "asked",
    [
        lambda: ag.nn.Linear(1, 1).load_state_dict({}, assign=True),
        lambda: ag.utils.data.DataLoader([1], batch_size=None),
        lambda: ag.utils.data.RandomSampler([1], replacement=True),
        lambda: ag.optim.lr_scheduler.StepLR(ag.optim.SGD([ag.ones(1, requires_grad=True)]), 1).step(3),
    ],
)
def test_options_that_are_left_out_name_the_list_too(asked):
    with pytest.raises(NotImplementedError, match="autogradlab leaves out .*; see docs/differences.md"):
        asked()


@pytest.mark.parametrize("owner, name", [("torch.nn", "LSTM"), ("torch.optim.lr_scheduler", "ReduceLROnPlateau")])
def test_an_import_of_what_is_left_out_names_the_list_too(owner, name):
    line = f"from {owner.replace('torch', 'autogradlab', 1)} import {name}"
    with pytest.raises(ImportError, match=f"cannot import name '{name}' from '{owner}'") as caught:
        exec(line, {})
    assert "docs/differences.md" in caught.value.__notes__[0]
