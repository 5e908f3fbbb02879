"""Switches and dimensions take the values that PyTorch takes; anything else is refused before anything runs."""

import pytest


@pytest.mark.parametrize(
    ("switch", "kind"),
    [({"create_graph": None}, "NoneType"), ({"retain_graph": "a"}, "str"), ({"create_graph": 1.5}, "float")],
)
def test_a_switch_of_backward_is_true_or_false(ag, switch, kind):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = (x * x).sum()
    with pytest.raises(TypeError, match=f"'{kind}' object cannot be interpreted as an integer"):
        y.backward(**switch)
    assert x.grad is None
    y.backward(retain_graph=1)
    y.backward()
    assert x.grad.tolist() == [4.0, 8.0]


@pytest.mark.parametrize("given", [1, None, "a"])
def test_requires_grad_is_true_or_false(ag, given):
    x = ag.ones(2)
    with pytest.raises(TypeError) as caught:
        x.requires_grad_(given)
    assert str(caught.value) == (
        f"requires_grad_(): argument 'requires_grad' (position 1) must be bool, not {type(given).__name__}"
    )
    assert not x.requires_grad


@pytest.mark.parametrize("dim", ["a", 1.0, True])
def test_a_dimension_is_a_whole_number(ag, dim):
    with pytest.raises(TypeError) as caught:
        ag.ones(2, 3).size(dim)
    assert str(caught.value) == f"size(): argument 'dim' (position 1) must be int, not {type(dim).__name__}"


def test_numpy_gives_the_numbers_of_a_tracked_tensor_when_it_is_forced_to(ag):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    assert x.numpy(force=True).tolist() == [1.0, 2.0] and (x * 2).numpy(force=True).tolist() == [2.0, 4.0]
    with pytest.raises(RuntimeError, match="Can't call numpy"):
        x.numpy(force=False)
