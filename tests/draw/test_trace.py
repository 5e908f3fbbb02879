"""`with ag.trace():` pictures say which line made each operation and which wrote in place, also for PyTorch."""

import inspect
import subprocess
import sys

import pytest

import autogradlab
from autogradlab.draw import draw
from autogradlab.draw.walk import nodes_behind


def here(offset=0):
    """The line `offset` lines after the one that calls this, as pictures write it."""
    return f"test_trace.py:{inspect.currentframe().f_back.f_lineno + offset}"


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


def lines_behind(result):
    return {node.metadata.get("line", ("", 0, ""))[2] for node in nodes_behind(result.grad_fn)}


# ---- both engines ---------------------------------------------------------------------------------------------------


def test_each_operation_says_the_line_that_made_it(ag):
    w = ag.tensor(2.0, requires_grad=True)
    with autogradlab.trace():
        y = w * 3
        first = here(-1)
        z = y.exp()
        second = here(-1)
    text = draw(z, {"w": w}, show="lines").text
    assert f"ExpBackward0 exp, made at {second}" in text and f"MulBackward0 ×, made at {first}" in text


def test_a_tensor_says_the_line_that_wrote_to_it_last(ag):
    w = ag.tensor(2.0, requires_grad=True)
    with autogradlab.trace():
        x = ag.ones(3)
        x[0] = 5
        x[1:].mul_(4)
        written = here(-1)
    names = {"w": w, "x": x}
    drawing = draw((w * x).sum(), names, show="all")
    assert f"version 2, written to at {written}" in drawing.text and ">written<" in drawing.svg
    assert "written" not in draw((w * x).sum(), names).text


def test_what_was_overwritten_says_the_line_unasked(ag):
    w = ag.tensor(0.0, requires_grad=True)
    with autogradlab.trace():
        e = w.exp()
        loss = e * e
        with ag.no_grad():
            e += 1
            written = here(-1)
    drawing = draw(loss, {"w": w})
    assert drawing.title == f"backward() will fail: 3 saved values were overwritten in place at {written}"
    assert f"saved self overwritten at {written} (saved at version 0, now at 1)" in drawing.text
    assert f"overwritten: {written}" in drawing.svg and f"overwritten: {written}" in drawing.dot


def test_without_a_trace_no_line_is_said(ag):
    w = ag.tensor(0.0, requires_grad=True)
    with autogradlab.trace():
        pass
    e = w.exp()
    loss = e * e
    with ag.no_grad():
        e += 1
    assert "test_trace" not in draw(loss, {"w": w, "e": e}, show="all").text


# ---- PyTorch's own ways ---------------------------------------------------------------------------------------------


def test_all_nodes_that_one_call_makes_know_its_line(torch):
    rnn, target = torch.nn.RNN(3, 4), torch.tensor([0, 1])
    with autogradlab.trace():
        output, _ = rnn(torch.ones(5, 2, 3))
        loss = torch.nn.functional.cross_entropy(output[-1], target)
    assert lines_behind(output) == {"output, _ = rnn(torch.ones(5, 2, 3))"}
    assert lines_behind(loss) == lines_behind(output) | {"loss = torch.nn.functional.cross_entropy(output[-1], target)"}


def test_a_function_of_ones_own_and_what_its_forward_writes(torch):
    class Doubled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, out):
            out.add_(1)
            return 2 * x

        @staticmethod
        def backward(ctx, grad):
            return 2 * grad, None

    counted = torch.zeros(1)
    with autogradlab.trace():
        y = Doubled.apply(torch.ones(1, requires_grad=True), counted)
    assert lines_behind(y) == {"y = Doubled.apply(torch.ones(1, requires_grad=True), counted)"}
    assert counted.untyped_storage().written_at[2] == "out.add_(1)"


@pytest.mark.filterwarnings("ignore:Using backward")
def test_the_nodes_of_a_recorded_backward_know_the_line_that_asked_for_it(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = x**3
    with autogradlab.trace():
        (first,) = torch.autograd.grad(y, x, create_graph=True)
        y.backward(create_graph=True)
    made_before = {""}  # y's own node, made before the trace, to which both lead
    assert lines_behind(first) - made_before == {"(first,) = torch.autograd.grad(y, x, create_graph=True)"}
    assert lines_behind(x.grad) - made_before == {"y.backward(create_graph=True)"}
    x.grad = None  # breaks the reference cycle that PyTorch warns of


def test_what_an_optimizer_writes_is_written_by_the_line_that_calls_step(torch):
    w = torch.ones(2, requires_grad=True)
    w.sum().backward()
    optimizer = torch.optim.SGD([w], lr=0.1)
    with autogradlab.trace():
        optimizer.step()
    assert w.untyped_storage().written_at[2] == "optimizer.step()"


def test_the_version_error_names_the_line_that_wrote(torch):
    w = torch.ones(3, requires_grad=True)
    with autogradlab.trace(), pytest.raises(RuntimeError, match="is at version 2; expected version 0") as raised:
        y = w.exp()
        with torch.no_grad():
            y[0] = 5
            y.add_(1)
        y.sum().backward()
    assert "of test_trace.py, `y.add_(1)`, wrote into a value that ExpBackward0 had saved" in raised.value.__notes__[0]


def test_a_line_noted_first_stays_and_older_nodes_get_none(torch):
    w = torch.ones(3, requires_grad=True)
    older = w * 2
    with autogradlab.trace(), autogradlab.trace():
        y = older + 1
        y.sum()
    assert lines_behind(y) == {"", "y = older + 1"}


def test_it_ends_with_the_block_also_after_an_error(torch):
    apply = torch.autograd.Function.__dict__["apply"]
    with pytest.raises(ZeroDivisionError), autogradlab.trace():
        1 / 0
    assert torch.autograd.Function.__dict__["apply"] is apply
    assert not torch._C._is_torch_function_mode_enabled()
    assert (torch.ones(1, requires_grad=True) * 2).grad_fn.metadata == {}


def test_a_trace_does_not_import_pytorch():
    program = "import sys, autogradlab as ag\nwith ag.trace():\n    ag.ones(1)\nprint('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"
