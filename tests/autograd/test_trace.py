"""`with trace():` nodes know the line that made them, and the version error names the line that wrote."""

import pytest

import autogradlab as ag
from autogradlab.autograd.versions import VersionCounter


def test_each_node_knows_the_line_that_made_it():
    x = ag.ones(3, requires_grad=True)
    with ag.trace():
        y = x.exp() * 2  # the line
        z = ag.nn.functional.mse_loss(y, x)
    w = z + 1
    file, number, text = y.grad_fn.metadata["line"]
    assert file == __file__ and text == "y = x.exp() * 2  # the line"
    assert y.grad_fn.next_functions[0][0].metadata["line"] == (file, number, text)
    assert z.grad_fn.metadata["line"][1:] == (number + 1, "z = ag.nn.functional.mse_loss(y, x)")
    assert "line" not in w.grad_fn.metadata


def test_the_lines_of_a_recorded_backward_and_of_operations_switched_on_again():
    x = ag.ones(3, requires_grad=True)
    with ag.trace():
        (first,) = ag.autograd.grad((x**3).sum(), x, create_graph=True)
        with ag.no_grad(), ag.enable_grad():
            y = x + 1
    assert first.grad_fn.metadata["line"][2].startswith("(first,) = ag.autograd.grad")
    assert y.grad_fn.metadata["line"][2] == "y = x + 1"


def note_of_version_error(write):
    x = ag.ones(3, requires_grad=True)
    y = x.exp()
    write(y)
    with pytest.raises(RuntimeError, match="is at version") as raised:
        y.sum().backward()
    return raised.value.__notes__[0]


def test_the_version_error_names_the_line_that_wrote():
    def write(y):
        y[0] = 5
        y.add_(1)

    with ag.trace():
        assert "of test_trace.py, `y.add_(1)`, wrote into this value" in note_of_version_error(write)
    assert "something wrote into this value" in note_of_version_error(write)


def test_it_ends_with_the_block_also_after_an_error_and_when_nested():
    plain = VersionCounter.__dict__["value"]
    with pytest.raises(ZeroDivisionError), ag.trace():
        with ag.trace():
            1 / 0
    assert VersionCounter.__dict__["value"] is plain and ag.ones(1, requires_grad=True).exp().grad_fn.metadata == {}


def test_the_sum_of_a_diagonal_has_the_same_name():
    assert ag.trace(ag.eye(3)).item() == 3
