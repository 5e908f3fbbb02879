"""An operation is defined once, in general; the code that `written` writes out for it does the same, faster."""

import gc
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import autogradlab as ag
from autogradlab.autograd import engine, written
from autogradlab.autograd.operation import Operation, every_operation
from autogradlab.autograd.tensor import new_tensor

PROGRAMS = {
    "numbers": lambda x, m: (x * x + x / 3 - 2 * x).exp() * x.tanh(),
    "arrays": lambda x, m: ((m * m - m) / (m + 3)).sigmoid().relu().sum() * x,
    "a number and an array": lambda x, m: (m * x + x).sum(),
    "a row and a column": lambda x, m: (m[:1] * m[:, :1] + m).mean() * x,
    "float64 beside float32": lambda x, m: (m.double() * m + x).sum(),
    "integers": lambda x, m: (m * ag.arange(3) + ag.tensor(2) / 4).sum() * x,
    "three inputs": lambda x, m: ag.where(m > 0, m * x, m).sum() + ag.addmm(m[0], m, m.T @ m).sum() * x,
    "settings": lambda x, m: (m**2).sum(0, keepdim=True).mean(1).sum() * x + m.softmax(1).prod(),
    "views": lambda x, m: (m.T.reshape(-1)[1:4].unsqueeze(0) * x).sum(),
    "a write in between": lambda x, m: (m * 2).add_(x).mul_(m).sum(),
    "a write into a part": lambda x, m: _part_written(m * 2, x).sum(),
    "several results": lambda x, m: sum(row.sum() * (i + x) for i, row in enumerate(m)),
    "one tensor twice": lambda x, m: (m * m).sum() + (m + m).sum() * x,
    "an untracked part": lambda x, m: (m.detach() * m + m * ag.ones(3)).sum() + x,
    "switched off": lambda x, m: (ag.no_grad()(lambda: m * x)() + m).sum() * x,
}


def _part_written(whole, x):
    whole[0] = x
    return whole


def described(program, again):
    """Everything that can be seen of a program's run."""
    x = ag.tensor(0.7, requires_grad=True)
    m = ag.tensor([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]], requires_grad=True)
    y = program(x, m)
    seen = [repr(y), *graph(y)]
    y.backward(retain_graph=again)
    if again:
        y.backward()
    seen += graph(y)
    with pytest.raises(RuntimeError) as caught:
        y.backward()
    gradients = ag.autograd.grad(program(x, m), [x, m], create_graph=True, allow_unused=True)
    return seen, str(caught.value), repr((x.grad, m.grad)), repr(gradients)


def graph(y):
    """Every node behind `y` with its place and what it keeps."""
    found, stack = [], [y.grad_fn]
    while stack:
        node = stack.pop()
        kept = {name: saved(node, name) for name in dir(type(node)) if name.startswith("_saved_")}
        found.append((node.name(), [number for _, number in node.next_functions], kept))
        stack += [onward for onward, _ in node.next_functions if onward is not None]
    return found


def saved(node, name):
    try:
        return repr(getattr(node, name))
    except RuntimeError as error:
        return str(error)


@pytest.fixture
def in_general(monkeypatch):
    """A function that switches every operation to the general code."""

    def switch():
        for cls in every_operation():
            monkeypatch.setattr(cls, "apply", general(cls))
            monkeypatch.setattr(cls, "_run", engine.run)
            for name in vars(cls).get("operators", ()):
                monkeypatch.setattr(ag.Tensor, name, lambda x, y, cls=cls: cls.apply(x, y))

    return switch


def general(cls):
    def apply(*inputs, **settings):
        cls.prepare()
        return cls.apply_any(*inputs, **settings)

    return staticmethod(apply)


@pytest.mark.parametrize("again", [False, True], ids=["once", "twice"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_written_does_what_the_general_text_says(name, again, in_general):
    as_written = described(PROGRAMS[name], again)
    in_general()
    assert described(PROGRAMS[name], again) == as_written


@pytest.mark.parametrize("write", [lambda m: m.add_(1), lambda m: m.detach().zero_(), lambda m: m.view(-1).mul_(2)])
@pytest.mark.parametrize("saves", ["input", "result", "both"])
def test_both_notice_the_same_writes(write, saves, in_general):
    def sentence():
        leaf = ag.tensor([1.0, 2.0], requires_grad=True)
        inner = leaf * 2
        outer = {"input": inner.sin, "result": inner.exp, "both": lambda: inner * inner}[saves]()
        with ag.no_grad():
            write(inner if saves != "result" else outer)
        with pytest.raises(RuntimeError) as caught:
            outer.sum().backward()
        return str(caught.value), leaf.grad

    as_written = sentence()
    in_general()
    assert sentence() == as_written


def test_every_operation_can_be_written_and_read():
    for cls in every_operation():
        for source in (written.apply_source(cls), written.run_source(cls)):
            compile(source, cls.__name__, "exec")
    x = ag.tensor(3.0, requires_grad=True)
    (x * x).backward()
    assert np.isclose(x.grad.item(), 6) and "part = grad * s0" in written.run_source(type((x * x).grad_fn))


def test_an_operation_with_few_inputs_gives_the_collector_nothing_but_its_node_and_its_result():
    """In a long chain the collector's visits would otherwise take a third of the time."""
    factor, chain = ag.tensor(0.9, requires_grad=True), [ag.tensor(0.5, requires_grad=True)]
    chain.append(chain[-1] * factor)
    before = len(gc.get_objects())
    for _ in range(100):
        chain.append(chain[-1] * factor)
    assert len(gc.get_objects()) - before == 200


@pytest.mark.parametrize(
    ("operation", "edges", "saved"),
    [
        (lambda x, y, z: x + y, 2, 0),
        (lambda x, y, z: x.exp(), 1, 1),
        (lambda x, y, z: x * y, 2, 2),
        (lambda x, y, z: ag.addcmul(x, y, z), 3, 3),
    ],
)
def test_a_node_gives_its_edges_and_saved_values_as_tuples_however_many_there_are(operation, edges, saved):
    node = operation(*[ag.tensor(float(k), requires_grad=True) for k in (1, 2, 3)]).grad_fn
    assert type(node._edges) is type(node._saved) is tuple
    assert (len(node._edges), len(node._saved)) == (edges, saved) and None not in (*node._edges, *node._saved)
    node._release_saved()
    assert (len(node._edges), len(node._saved)) == (edges, saved)


def test_an_operation_kept_under_another_name_before_its_first_use_works():
    class Doubled(Operation):
        def forward(self):
            return 2 * self

        def d_self(grad):
            return 2 * grad

    kept, x = Doubled.apply, ag.tensor(3.0, requires_grad=True)
    (kept(x) + kept(x)).backward()
    assert x.grad.item() == 4


def test_threads_that_compute_at_once_stay_silent_and_right(recwarn):
    """One context without warnings serves all threads; a thread that finds it in use runs in its own."""
    big = ag.full((300_000,), 3e38)  # large enough that NumPy lets other threads run meanwhile
    with ThreadPoolExecutor(4) as threads:
        sums = list(threads.map(lambda k: ((big * 2 + k)[0].item(), (ag.tensor(3e38) * 2).item()), range(40)))
    assert set(sums) == {(math.inf, math.inf)} and not recwarn.list


def test_an_operation_within_an_operation_is_silent_too(recwarn):
    class Within(Operation):
        def forward(self):
            return (new_tensor(self) * 2)._data

    assert Within.apply(ag.tensor(3e38)).item() == math.inf and not recwarn.list
