"""What autogradlab leaves out of PyTorch says so, and does not pretend to be there."""

import pytest

import autogradlab as ag
from autogradlab.ops.left_out import NAMES

PLACES = {
    "torch": ag,
    "torch.nn": ag.nn,
    "torch.nn.functional": ag.nn.functional,
    "torch.nn.init": ag.nn.init,
    "torch.utils.data": ag.utils.data,
    "torch.optim": ag.optim,
    "torch.linalg": ag.linalg,
    "torch.optim.lr_scheduler": ag.optim.lr_scheduler,
    "Tensor": ag.ones(2),
}


@pytest.mark.parametrize("owner", NAMES)
def test_what_is_left_out_names_the_list_of_differences(owner):
    place = PLACES[owner]
    for name in NAMES[owner].split():
        assert not hasattr(place, name), f"{owner}.{name} is there now"
        with pytest.raises(AttributeError, match=rf"autogradlab leaves out {owner}.{name}; see docs/differences.md"):
            getattr(place, name)


def test_what_pytorch_has():
    torch = pytest.importorskip("torch")
    places = {
        "torch": torch,
        "torch.nn": torch.nn,
        "torch.nn.functional": torch.nn.functional,
        "Tensor": torch.Tensor,
        "torch.nn.init": torch.nn.init,
        "torch.utils.data": torch.utils.data,
        "torch.optim": torch.optim,
        "torch.linalg": torch.linalg,
        "torch.optim.lr_scheduler": torch.optim.lr_scheduler,
    }
    assert [name for owner, place in places.items() for name in NAMES[owner].split() if not hasattr(place, name)] == []


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
