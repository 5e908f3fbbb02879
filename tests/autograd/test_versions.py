"""The version counter: which tensors share it, which do not, and what a write that it misses does."""

import pytest

import autogradlab as ag


def test_views_and_detach_share_the_counter_of_their_base():
    x = ag.zeros(2, 2)
    relatives = [x[0], x.T, x.reshape(4), x.detach(), x.detach()[0]]
    x.add_(1)
    relatives[-1].add_(1)
    relatives[1][0].mul_(2)
    assert [x._version, *(r._version for r in relatives)] == [3] * 6


def test_copies_and_data_count_for_themselves():
    x = ag.zeros(2)
    others = [x.clone(), x + 0, x.data, x.double()]
    x.add_(1)
    others[2].add_(1)
    assert [x._version, *(o._version for o in others)] == [1, 0, 0, 1, 0]


def test_detach_is_watched():
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    e = x.exp()
    e.detach().zero_()
    with pytest.raises(RuntimeError, match="output 0 of Exp, is at version 1; expected version 0"):
        e.sum().backward()


@pytest.mark.parametrize("numbers", [1.0, [1.0, 2.0]], ids=["0-d", "1-d"])
def test_data_is_not_watched_and_backward_silently_uses_the_new_numbers(numbers):
    x = ag.tensor(numbers, requires_grad=True)
    e = x.exp()
    e.data.zero_()
    e.sum().backward()
    assert (x.grad == 0).numpy().all()


@pytest.mark.parametrize("numbers", [3.0, [3.0]], ids=["0-d", "1-d"])
def test_a_leaf_changed_through_data_is_not_noticed_either(numbers):
    x = ag.tensor(numbers, requires_grad=True)
    y = (x * x).sum()
    x.data.add_(1)
    y.backward()
    assert (x.item(), x.grad.item(), x._version) == (4.0, 8.0, 0)


def test_replacing_data_keeps_the_leaf():
    w = ag.tensor(2.0, requires_grad=True)
    w.data -= 0.5
    w.data = w.data * 2
    assert (w.item(), w.is_leaf, w.requires_grad, w._version) == (3.0, True, True, 0)


def test_a_step_between_forward_and_backward_is_noticed():
    w, x = (ag.tensor([2.0], requires_grad=True) for _ in range(2))
    loss = (w * x).sum()
    with ag.no_grad():
        w -= 0.1
    with pytest.raises(RuntimeError, match=r"\[torch.FloatTensor \[1\]\] is at version 1; expected version 0"):
        loss.backward()


def test_only_saved_values_matter():
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    z = (y + 1).sum()
    y.zero_()
    z.backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_a_value_saved_after_a_write_is_fine():
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    y += 1
    (y * y).sum().backward()
    assert y._version == 1 and x.grad.tolist() == [12.0, 20.0]


def test_multiplying_a_value_into_itself_spoils_it():
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = x * 1
    y *= y
    with pytest.raises(RuntimeError, match="output 0 of Mul, is at version 1; expected version 0"):
        y.sum().backward()
