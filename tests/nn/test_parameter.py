"""Parameters: tensors that a module counts as its own."""

import copy

import pytest


def test_a_parameter_requires_grad_also_inside_no_grad(ag):
    with ag.no_grad():
        p = ag.nn.Parameter(ag.ones(2))
    assert p.requires_grad and p.is_leaf and isinstance(p, ag.Tensor)
    assert not ag.nn.Parameter(ag.ones(2), requires_grad=False).requires_grad


def test_prints_its_kind_first(ag):
    assert repr(ag.nn.Parameter(ag.ones(2))) == "Parameter containing:\ntensor([1., 1.], requires_grad=True)"
    assert repr(ag.nn.Parameter()) == "Parameter containing:\ntensor([], requires_grad=True)"


@pytest.mark.parametrize("numbers", [3.0, [1.0, 2.0]])
def test_shares_memory_and_version_with_its_tensor(ag, numbers):
    t = ag.tensor(numbers)
    p = ag.nn.Parameter(t)
    t.add_(1)
    assert p.tolist() == t.tolist()
    assert p._version == t._version == 1


def test_what_is_computed_from_a_parameter_is_a_plain_tensor(ag):
    p = ag.nn.Parameter(ag.ones(2))
    assert {type(x) for x in (p + 1, p.data, p.detach(), p.clone())} == {ag.Tensor}


def test_whole_numbers_cannot_be_trained(ag):
    with pytest.raises(RuntimeError, match="Only Tensors of floating point and complex dtype can require gradients"):
        ag.nn.Parameter(ag.tensor([1]))
    with pytest.raises(TypeError, match="argument 'require_grad' .position 3. must be bool, not int"):
        ag.nn.Parameter(ag.ones(1), 0)


def test_a_deep_copy_has_its_own_numbers_and_no_gradient(ag):
    p = ag.nn.Parameter(ag.ones(2))
    p.grad = ag.ones(2)
    q = copy.deepcopy(p)
    with ag.no_grad():
        q.add_(1)
    assert type(q) is ag.nn.Parameter and q.requires_grad and q.grad is None
    assert (p.tolist(), q.tolist()) == ([1.0, 1.0], [2.0, 2.0])
