"""Anomaly mode: it finds the first nan on the way back, names the operation, and shows the line of the forward pass."""

import warnings

import pytest


def leaf(ag, *numbers):
    return ag.tensor(numbers, requires_grad=True)


@pytest.mark.parametrize(
    "program, culprit",
    [
        (lambda x: (x * 0) / x, "'DivBackward0' returned nan values in its 1th output."),
        (lambda x: (x - 1).sqrt(), "'SqrtBackward0' returned nan values in its 0th output."),
    ],
)
def test_the_first_nan_is_an_error_and_the_forward_line_is_shown(ag, program, culprit):
    x = leaf(ag, 0.0)
    with ag.autograd.set_detect_anomaly(True), pytest.warns(UserWarning) as caught:
        with pytest.raises(RuntimeError) as error:
            program(x).sum().backward()
    assert str(error.value) == "Function " + culprit and x.grad is None
    name = culprit.split("'")[1]
    assert str(caught[0].message).startswith(f"Error detected in {name}. Traceback of forward call that caused the")
    assert "test_anomaly.py" in str(caught[0].message)


def test_infinity_is_none_of_its_business_and_nan_can_be_let_through(ag):
    with ag.autograd.set_detect_anomaly(True):
        x = leaf(ag, 0.0)
        x.sqrt().backward()
        assert x.grad.item() == float("inf")
    with ag.autograd.set_detect_anomaly(True, check_nan=False):
        x = leaf(ag, -1.0)
        x.sqrt().backward()
        assert x.grad.isnan().all()


def test_switches(ag):
    with pytest.warns(UserWarning, match="Anomaly Detection has been enabled. This mode will increase the runtime"):
        with ag.autograd.detect_anomaly(check_nan=False):
            assert ag.is_anomaly_enabled() and not ag.is_anomaly_check_nan_enabled()
    assert not ag.is_anomaly_enabled() and ag.is_anomaly_check_nan_enabled()
    with ag.autograd.set_detect_anomaly(True, check_nan=False), pytest.warns(UserWarning), ag.autograd.detect_anomaly():
        assert ag.is_anomaly_check_nan_enabled()
    ag.autograd.set_detect_anomaly(True)
    assert ag.is_anomaly_enabled()
    ag.autograd.set_detect_anomaly(False)
    assert not ag.is_anomaly_enabled()


def test_a_graph_made_before_has_no_lines_to_show(ag):
    y = leaf(ag, -1.0).sqrt()
    with ag.autograd.set_detect_anomaly(True), pytest.raises(RuntimeError, match="SqrtBackward0"):
        with pytest.warns(UserWarning, match="No forward pass information available"):
            y.backward()


def test_other_errors_are_traced_too(ag):
    class Broken(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad_output):
            raise ValueError("my bug")

    with ag.autograd.set_detect_anomaly(True), pytest.warns(UserWarning, match="Error detected in BrokenBackward"):
        with pytest.raises(ValueError, match="my bug"):
            Broken.apply(leaf(ag, 1.0)).backward()
    with ag.autograd.set_detect_anomaly(True), pytest.warns(UserWarning, match="Error detected in ExpBackward0"):
        h = leaf(ag, 1.0).exp()
        y = h * 1
        h.add_(1)
        with pytest.raises(RuntimeError, match="expected version 0 instead. Hint: the backtrace further above"):
            y.backward()


def test_a_gradients_own_graph_tells_where_it_came_from(ag):
    with ag.autograd.set_detect_anomaly(True), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        x = ag.tensor(0.0, requires_grad=True)
        (slope,) = ag.autograd.grad(x**1.5, x, create_graph=True)
        with pytest.raises(RuntimeError, match="'PowBackward0' returned nan"):
            ag.autograd.grad(slope * 0, x)
    assert "Previous calculation was induced by PowBackward0" in str(caught[1].message)


def test_our_error_names_the_forward_line_as_well():
    import autogradlab as ag

    x = leaf(ag, -1.0)
    with ag.autograd.set_detect_anomaly(True), pytest.warns(UserWarning), pytest.raises(RuntimeError) as error:
        x.sqrt().backward()
    assert "x.sqrt().backward()" in error.value.__notes__[0]


def test_a_graph_that_was_freed_is_told_of_as_well(ag):
    x = leaf(ag, 1.0)
    with ag.autograd.set_detect_anomaly(True), pytest.warns(UserWarning) as caught:
        y = x.exp()
        y.backward(ag.ones(1))
        with pytest.raises(RuntimeError, match="second time"):
            y.backward(ag.ones(1))
    assert "Error detected in ExpBackward0" in str(caught[-1].message)
