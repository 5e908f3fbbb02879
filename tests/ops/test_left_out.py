"""A name of PyTorch that autogradlab leaves out says so, and does not pretend to be there."""

from importlib import import_module
from inspect import isbuiltin

import pytest

import autogradlab as ag
from autogradlab.ops.left_out import NAMES


def place(owner, package):
    """The owner of the names: a module of the package, its Tensor, or an nn.Module."""
    if owner == "Tensor":
        return package.Tensor
    if owner in ("Module", "ParameterDict"):
        return getattr(package.nn, owner)()
    return import_module(owner.replace("torch", package.__name__, 1))


@pytest.mark.parametrize("owner", NAMES)
def test_what_is_left_out_names_the_list_of_differences(owner):
    here = place(owner, ag)
    for name in NAMES[owner].split():
        assert not hasattr(here, name), f"{owner}.{name} is there now: take it out of NAMES in ops/left_out.py"
        with pytest.raises(AttributeError, match=rf"autogradlab leaves out {owner}.{name}; see docs/differences.md"):
            getattr(here, name)


def test_what_pytorch_has():
    torch = pytest.importorskip("torch")
    assert [
        f"{owner}.{name}" for owner in NAMES for name in NAMES[owner].split() if not hasattr(place(owner, torch), name)
    ] == []


#: Where the functions of torch.nn.functional come from.
FUNCTIONAL = "torch.nn.functional", "torch._C._nn"
#: PyTorch's own helpers, and the function that CONTRIBUTING adds as its example.
UNLISTED = {"torch.nn.functional.assert_int_or_pair", "torch.optim.swap_in_optimizer_params_and_state"}
EXAMPLE = {"torch.exp2"}


def test_modules_are_listed_whole():
    torch = pytest.importorskip("torch")
    public = {
        "torch": [name for name, what in vars(torch).items() if isbuiltin(what) and hasattr(torch.Tensor, name)],
        "torch.nn": torch.nn.modules.__all__,
        "torch.nn.functional": [
            name
            for name, what in vars(torch.nn.functional).items()
            if name.islower() and getattr(what, "__module__", "") in FUNCTIONAL
        ],
        "torch.linalg": [name for name, what in vars(torch.linalg).items() if isbuiltin(what)],
        "torch.optim": torch.optim.__all__,
        "torch.optim.lr_scheduler": torch.optim.lr_scheduler.__all__,
    }
    unlisted = {
        f"{owner}.{name}"
        for owner, names in public.items()
        for name in names
        if name[0] != "_"
        and name[-1] != "_"
        and name not in NAMES[owner].split()
        and not hasattr(place(owner, ag), name)
    }
    assert unlisted - EXAMPLE == UNLISTED, "list what is left out in NAMES of ops/left_out.py"


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
        lambda: ag.utils.checkpoint.checkpoint(ag.exp, ag.ones(1), use_reentrant=False, early_stop=False),
        lambda: ag.optim.SGD([ag.ones(1, requires_grad=True)], lr=0.1, differentiable=True),
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
    with pytest.raises(ImportError, match=rf"autogradlab leaves out {owner}.{name}; see docs/differences.md"):
        exec(line, {})


def test_dir_of_a_tensor_promises_nothing_that_is_left_out():
    x = ag.ones(2, 2)
    listed = dir(x)
    assert "svd" not in listed and {"sum", "t_", "grad", "__add__"} <= set(listed)
    assert [name for name in listed if not hasattr(x, name)] == []


def test_what_is_left_out_is_not_set_either():
    x = ag.ones(2)
    with pytest.raises(AttributeError, match="autogradlab leaves out Tensor.real"):
        x.real = 0.0
