"""`timeline()`: bytes over a step, counted by hand, and the leaks that it shows."""

import pytest

import autogradlab as ag


def rises(t):
    """(kind, label, bytes more than at the start) of each event."""
    return [(event.kind, event.label, event.bytes - t.events[0].bytes) for event in t.events]


def test_each_operation_and_each_node_by_hand():
    x = ag.ones(1000, requires_grad=True)
    array = 4000
    with ag.memory.timeline() as t:
        y = x.exp().exp().sum()
        y.backward()
        x.grad = None
    assert [(*event, more // array) for *event, more in rises(t)] == [  # in whole arrays, without single numbers
        ("start", "start", 0),
        ("forward", "ExpBackward0", 1),
        ("forward", "ExpBackward0", 2),
        ("forward", "SumBackward0", 2),
        ("backward", "SumBackward0", 2),  # its gradient is expanded from one number
        ("backward", "ExpBackward0", 3),
        ("backward", "ExpBackward0", 3),  # one saved result is freed, one gradient is new
        ("gradient", "leaf [1000]", 1),
        ("end", "end", 0),
    ]
    assert rises(t)[3][2] == 2 * array + 4 and rises(t)[-1][2] == 4  # y is a number
    assert t.peak == t.events[5].bytes and t.nodes[3] - t.nodes[0] == 3
    assert [owners["saved values"] - t.owners[0]["saved values"] for owners in t.owners[1:7]] == [
        array,
        2 * array,
        2 * array,
        2 * array,
        2 * array,
        array,
    ]


def test_a_step_with_momentum():
    model = ag.nn.Linear(3, 2)
    optimizer = ag.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    with ag.memory.timeline(model, optimizer) as t:
        model(ag.ones(5, 3)).sum().backward()
        t.mark("after backward")
        optimizer.step()
        optimizer.zero_grad()
    kinds = [event[::2] for event in t.events if event.kind not in ("forward", "backward")]
    assert kinds == [
        ("start", "start"),
        ("bias", "gradient"),
        ("weight", "gradient"),
        ("after backward", "mark"),
        ("weight", "step"),
        ("bias", "step"),
        ("weight", "clear"),
        ("bias", "clear"),
        ("end", "end"),
    ]
    assert t.events[-1].bytes == sum(t.owners[-1].values())
    assert t.owners[-1]["gradients"] == 0 and t.owners[-1]["optimizer state"] >= 4 * 8
    assert {owners["parameters"] for owners in t.owners} == {4 * 8}
    assert "mark" in str(t) and len(str(t).splitlines()) == len(t.events) + 1


def after_each(step, times=3):
    """(bytes, nodes) more than before, after each of several steps."""
    with ag.memory.timeline() as t:
        for _ in range(times):
            step()
            t.mark("step")
    marks = [k for k, event in enumerate(t.events) if event.kind == "mark"]
    return [(t.events[k].bytes - t.events[0].bytes, t.nodes[k] - t.nodes[0]) for k in marks]


@pytest.fixture
def w():
    w = ag.ones(100, requires_grad=True)
    w.grad = ag.zeros(100)
    return w


def test_a_list_of_losses_holds_every_graph(w):
    kept = []

    def forward_and_backward(keep):
        loss = (w * w).sum()
        loss.backward()
        kept.append(keep(loss))

    assert after_each(lambda: forward_and_backward(lambda loss: loss)) == [(4, 2), (8, 4), (12, 6)]
    kept.clear()
    assert after_each(lambda: forward_and_backward(lambda loss: loss.item())) == [(0, 0)] * 3
    kept.clear()
    assert after_each(lambda: forward_and_backward(lambda loss: loss.detach())) == [(4, 0), (8, 0), (12, 0)]


def test_evaluation_without_no_grad_holds_what_is_saved(w):
    kept = []
    assert after_each(lambda: kept.append(w.exp().sum())) == [(404, 2), (808, 4), (1212, 6)]
    kept.clear()
    with ag.no_grad():
        assert after_each(lambda: kept.append(w.exp().sum())) == [(4, 0), (8, 0), (12, 0)]


def test_retain_graph_keeps_what_backward_would_give_up(w):
    def step(retain_graph):
        step.loss = None
        step.loss = w.exp().sum()
        step.loss.backward(retain_graph=retain_graph)

    assert after_each(lambda: step(False)) == [(4, 2)] * 3
    step.loss = None
    assert after_each(lambda: step(True)) == [(404, 2)] * 3


@pytest.mark.filterwarnings("ignore:Using backward")
def test_create_graph_ties_parameters_to_their_gradients(w):
    def step():
        w.exp().sum().backward(create_graph=True)

    (_, one), (_, two), (_, three) = after_each(step)
    assert 0 < one < two < three  # until w.grad = None breaks the cycle
    w.grad = None


def test_checkpoint_saves_less_and_runs_forward_again():
    checkpoint = pytest.importorskip("autogradlab.utils.checkpoint").checkpoint
    x, runs = ag.ones(10_000, requires_grad=True), []

    def block(x):
        runs.append(1)
        return x.exp().exp().exp()

    with ag.memory.timeline() as plain:
        y = block(x).sum()
        plain.mark("forward")
        y.backward()
    del y
    x.grad = None
    with ag.memory.timeline() as saving:
        y = checkpoint(block, x, use_reentrant=False).sum()
        saving.mark("forward")
        y.backward()
    rise, fewer = (next(bytes for kind, _, bytes in rises(t) if kind == "mark") for t in (plain, saving))
    assert (rise, len(runs)) == (3 * 40_000 + 4, 3)
    assert fewer < 10_000  # the state of the random generator, kept for the second run


def test_only_events_of_the_kinds_asked_for_are_noted():
    w = ag.ones(3, requires_grad=True)
    with ag.memory.timeline(kinds=("mark", "backward")) as t:
        loss = (w * w).sum()
        t.mark("forward is done")
        loss.backward()
    assert [event.label for event in t.events] == ["forward is done", "SumBackward0", "MulBackward0"]
