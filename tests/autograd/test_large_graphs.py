"""Deep, wide and shared graphs: each node runs once, and nothing is left behind."""

import gc
import weakref

import pytest

import autogradlab as ag


def test_a_chain_of_100_000_operations():
    x = ag.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(100_000):
        y = y + 1
    y.backward()
    assert x.grad.item() == 1.0 and y.item() == 100_001.0
    del y


def test_a_recorded_backward_of_a_deep_chain():
    x = ag.tensor(1.0, dtype=ag.float64, requires_grad=True)
    y = x
    for _ in range(5_000):
        y = y * x
    (slope,) = ag.autograd.grad(y, x, create_graph=True)
    assert slope.item() == 5_001.0
    assert ag.autograd.grad(slope, x)[0].item() == 5_001.0 * 5_000.0


def test_forty_diamonds_are_walked_once_each():
    x = ag.tensor(1.0, dtype=ag.float64, requires_grad=True)
    y = x
    for _ in range(40):
        y = y + y
    y.backward()
    assert x.grad.item() == 2.0**40


def test_a_leaf_used_a_hundred_times():
    x = ag.tensor(2.0, requires_grad=True)
    sum(x * i for i in range(100)).backward()
    assert x.grad.item() == sum(range(100))


def test_a_node_waits_for_everything_that_reaches_it():
    x = ag.tensor(1.0, requires_grad=True)
    early = x * 2
    late = ((early * 3) * 5) * 7
    (late + early).backward()
    assert x.grad.item() == 2 * (3 * 5 * 7 + 1)


PROGRAMS = {
    "a scalar": lambda x: (x * x).sum(),
    "results kept": lambda x: (x.exp().sqrt().tanh() / x.sigmoid()).sum(),
    "views": lambda x: (x[0] * x.reshape(2, 1).T[0, 1]).sum(),
    "in place": lambda x: (x * 2).add_(x).mul_(3).sum(),
    "broadcast": lambda x: (x.reshape(2, 1) * x).mean(0).sum(),
    "picked": lambda x: x[[0, 0]].exp().sum(),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_cycles_are_left_behind(name, no_collector):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    for _ in range(3):
        loss = PROGRAMS[name](x)
        loss.backward()
    unwalked = PROGRAMS[name](x)
    (second,) = ag.autograd.grad(PROGRAMS[name](x), x, create_graph=True)
    del x, loss, unwalked, second
    assert gc.collect() == 0


def test_a_graph_dies_with_its_last_name(no_collector):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    middle = x * 2
    alive = weakref.ref(middle)
    loss = (middle * middle).sum()
    del middle
    assert alive() is not None
    del loss
    assert alive() is None


def test_saved_values_die_as_the_walk_passes(no_collector):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    middle = x * 2
    alive = weakref.ref(middle)
    loss = (middle * middle).sum()
    del middle
    loss.backward()
    assert alive() is None and loss.grad_fn is not None
