"""`live()` says who holds how many bytes and nodes, each block of memory once."""

import gc

import numpy as np
import pytest

import autogradlab as ag
from autogradlab.autograd.modes import mode


@pytest.fixture
def more():
    """What each owner has gained since the test began; tensors of other tests may still be alive."""
    before = ag.memory.live()

    def added(*args, **words):
        now = ag.memory.live(*args, **words)
        return {owner: tuple(a - b for a, b in zip(now[owner], before[owner])) for owner in now}

    return added


def test_a_leaf_a_gradient_and_what_is_saved(more):
    x = ag.ones(3, requires_grad=True)
    y = (x * x).exp()
    added = more()
    assert added["parameters"] == (12, 1, 0)
    assert added["saved values"] == (12, 1, 2)  # exp keeps its result, the product its input x
    assert added["held history"][2] == 2
    assert added["other tensors"] == (0, 0, 0)  # y is what exp keeps
    y.sum().backward()
    added = more()
    assert added["gradients"] == (12, 1, 0) and added["saved values"] == (0, 0, 0)
    assert added["other tensors"] == (12, 1, 0) and added["held history"][2] == 2
    del y
    assert more()["held history"] == (0, 0, 0)


def test_shared_memory_is_counted_once(more):
    x = ag.zeros(10, 10)
    kept = [x, x[2], x.T, x.view(100)[5:], x.detach(), ag.from_numpy(x.numpy()[:3])]
    assert more()["other tensors"] == (400, 1, 0) and len(kept) == 6
    array = np.zeros(6, np.float32)
    part = ag.from_numpy(array[2:])
    assert more()["other tensors"] == (424, 2, 0) and part.shape == (4,)


def test_a_model_and_its_optimizer():
    model = ag.nn.Sequential(ag.nn.Linear(3, 2), ag.nn.BatchNorm1d(2))
    optimizer = ag.optim.Adam(model.parameters())
    model(ag.ones(4, 3)).sum().backward()
    optimizer.step()
    said = ag.memory.live(model, optimizer)
    weights, buffers = 4 * (6 + 2 + 2 + 2), 4 * (2 + 2) + 8
    assert said["parameters"].bytes == weights + buffers
    assert said["gradients"].bytes == weights
    assert said["optimizer state"].bytes >= 2 * weights
    assert said.bytes == sum(row.bytes for owner, row in said.items() if owner != "held history")
    assert [line.split("  ")[0].strip() for line in str(said).splitlines()[1:]] == [*said, "all numbers"]


def test_history_behind_the_tensors_that_somebody_keeps():
    w, losses, numbers = ag.ones(3, requires_grad=True), [], []
    for _ in range(4):
        loss = (w * w).sum()
        loss.backward()
        losses.append(loss)
        numbers.append(loss.item())
    assert ag.memory.live(tensors=losses)["held history"].nodes == 8
    assert ag.memory.live(tensors=losses[:1])["held history"].nodes == 2
    assert ag.memory.live(tensors=[])["held history"].nodes == 0, "of no tensors, not of all"
    losses.clear()
    del loss
    assert ag.memory.live(tensors=[w])["held history"].nodes == 0


def test_what_a_function_keeps_counts_as_saved(more):
    class Scale(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x.clone())
            ctx.factor = ag.full((5,), 2.0)
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.factor[0]

    x = ag.ones(3, requires_grad=True)
    y = Scale.apply(x)
    assert more()["saved values"] == (12 + 20, 2, 1) and y.requires_grad


def test_a_compiled_function_saves_its_arguments_only(more):
    x = ag.ones(100, requires_grad=True)
    y = ag.compile(lambda x: x.exp().tanh().sigmoid())(x)
    assert more()["saved values"] == (0, 0, 1) and y.shape == (100,)


def test_nothing_stays_behind():
    ag.memory.live()
    with ag.memory.timeline():
        pass
    assert mode.recording is True and gc.isenabled() and gc.get_freeze_count() == 0
