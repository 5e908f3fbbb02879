"""Activations: the same numbers and slopes as in PyTorch, also far out and at the kinks; their layers and sentences."""

import numpy as np
import pytest

import autogradlab

POINTS = [-30.0, -4.0, -3.0, -1.0, -0.5, -0.1, 0.0, 0.1, 0.5, 1.0, 3.0, 4.0, 6.0, 7.0, 30.0, 200.0, -200.0]

ACTIVATIONS = {
    "relu": lambda F, x: F.relu(x),
    "leaky_relu": lambda F, x: F.leaky_relu(x, 0.2),
    "relu6": lambda F, x: F.relu6(x),
    "prelu": lambda F, x: F.prelu(x, x[:1].detach() * 0 + 0.3),
    "hardtanh": lambda F, x: F.hardtanh(x, -1, 3),
    "hardsigmoid": lambda F, x: F.hardsigmoid(x),
    "hardswish": lambda F, x: F.hardswish(x),
    "softshrink": lambda F, x: F.softshrink(x),
    "elu": lambda F, x: F.elu(x, 2.0),
    "selu": lambda F, x: F.selu(x),
    "celu": lambda F, x: F.celu(x, 0.5),
    "gelu": lambda F, x: F.gelu(x),
    "gelu by tanh": lambda F, x: F.gelu(x, approximate="tanh"),
    "silu": lambda F, x: F.silu(x),
    "mish": lambda F, x: F.mish(x),
    "softplus": lambda F, x: F.softplus(x),
    "softplus, steep": lambda F, x: F.softplus(x, 3, 5),
    "logsigmoid": lambda F, x: F.logsigmoid(x),
    "softsign": lambda F, x: F.softsign(x),
    "tanhshrink": lambda F, x: F.tanhshrink(x),
    "tanh": lambda F, x: F.tanh(x),
    "sigmoid": lambda F, x: F.sigmoid(x),
    "glu": lambda F, x: F.glu(x.view(1, -1)[:, 1:]),
    "softmax": lambda F, x: F.softmax(x, 0),
    "log_softmax": lambda F, x: F.log_softmax(x, 0),
}


def values_and_slopes(ag, name):
    x = ag.tensor(POINTS, dtype=ag.float64, requires_grad=True)
    y = ACTIVATIONS[name](ag.nn.functional, x)
    (first,) = ag.autograd.grad((y * y.detach().cos()).sum(), x, create_graph=True)
    bent = first.requires_grad and name != "hardsigmoid"  # PyTorch has no second derivative of it
    (second,) = ag.autograd.grad(first.sum(), x) if bent else (ag.zeros_like(x),)
    return [t.detach().tolist() for t in (y, first, second)], type(y.grad_fn).__name__


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_values_slopes_and_curvatures_are_pytorch_s(name):
    torch = pytest.importorskip("torch")
    (found, node), (expected, same_node) = (values_and_slopes(ag, name) for ag in (autogradlab, torch))
    for ours, theirs in zip(found, expected):
        np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-12)
    assert node == same_node


@pytest.mark.parametrize("name", ["relu", "leaky_relu", "relu6", "hardtanh", "elu", "selu", "silu", "hardswish"])
def test_in_place_an_activation_writes_into_its_input(ag, name):
    activation, x = getattr(ag.nn.functional, name), ag.tensor([-2.0, 0.5, 4.0], requires_grad=True)
    y = x * 1
    assert activation(y, inplace=True) is y and y._version == 1
    assert type(y.grad_fn).__name__[-1] == ("1" if name in ("leaky_relu", "elu", "selu") else "0")
    (expected,) = ag.autograd.grad(activation(x).sum(), x)
    y.sum().backward()
    assert ag.allclose(x.grad, expected)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        activation(x, inplace=True)


def test_gelu_by_tanh_is_nearly_gelu(ag):
    x, gelu = ag.linspace(-5.0, 5.0, 101), ag.nn.functional.gelu
    assert 1e-6 < (gelu(x, approximate="tanh") - gelu(x)).abs().max().item() < 1e-3


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
def test_relu_treats_many_numbers_as_it_treats_few(ag, kind):
    few = [-1.0, 0.0, 2.0, 3.0]
    x = ag.tensor(few * 2000, dtype=getattr(ag, kind), requires_grad=True)
    x.relu().backward(ag.tensor([float("nan"), float("inf"), -5.0, float("inf")] * 2000, dtype=x.dtype))
    assert x.grad.tolist() == [0.0, 0.0, -5.0, float("inf")] * 2000


def test_relu_stops_a_gradient_that_is_no_number(ag):
    x = ag.tensor([-1.0, 0.0, 1.0], requires_grad=True)
    x.relu().backward(ag.tensor([float("nan"), float("inf"), float("inf")]))
    assert x.grad.tolist() == [0.0, 0.0, float("inf")]


def test_without_a_dimension_softmax_guesses_and_says_so(ag):
    with pytest.warns(UserWarning, match="Implicit dimension choice for softmax has been deprecated"):
        assert ag.nn.functional.softmax(ag.zeros(1, 2)).tolist() == [[0.5, 0.5]]


REFUSED = {
    "whole numbers": (lambda ag, F: F.elu(ag.tensor([1])), "\"elu_cpu\" not implemented for 'Long'"),
    "a number": (lambda ag, F: F.gelu(2.0), "gelu(): argument 'input' (position 1) must be Tensor, not float"),
    "gelu by place": (lambda ag, F: F.gelu(ag.ones(1), "tanh"), "gelu() takes 1 positional argument but 2 were given"),
    "a slope that is none": (
        lambda ag, F: F.leaky_relu(ag.ones(1), "a"),
        "leaky_relu(): argument 'negative_slope' (position 2) must be Number, not str",
    ),
    "a slope that is none, in place": (
        lambda ag, F: F.leaky_relu(ag.ones(1), "a", True),
        "leaky_relu_(): argument 'negative_slope' (position 2) must be Number, not str",
    ),
    "another gelu": (
        lambda ag, F: F.gelu(ag.ones(1), approximate="erf"),
        "approximate argument must be either none or tanh.",
    ),
    "bounds that cross": (lambda ag, F: F.hardtanh(ag.ones(1), 1, -1), "min_val cannot be greater than max_val"),
    "half of three": (lambda ag, F: F.glu(ag.ones(3)), "Halving dimension must be even, but dimension 0 is size 3"),
    "channels": (
        lambda ag, F: F.prelu(ag.ones(2, 3), ag.ones(2)),
        "Mismatch of parameter numbers and input channel size. Found parameter numbers = 2 and channel size = 3.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(ag, case):
    action, sentence = REFUSED[case]
    with pytest.raises((NotImplementedError, RuntimeError, TypeError, ValueError)) as caught:
        action(ag, ag.nn.functional)
    assert str(caught.value) == sentence


# ---- layers ----------------------------------------------------------------------------------------------------------

PRINTED = {
    "ReLU()": lambda nn: nn.ReLU(),
    "ReLU(inplace=True)": lambda nn: nn.ReLU(True),
    "CELU(alpha=2.0, inplace=True)": lambda nn: nn.CELU(2.0, 3),
    "Hardswish()": lambda nn: nn.Hardswish(True),
    "Tanh()": lambda nn: nn.Tanh(),
    "LeakyReLU(negative_slope=0.1)": lambda nn: nn.LeakyReLU(0.1),
    "LeakyReLU(negative_slope=0.01, inplace=True)": lambda nn: nn.LeakyReLU(inplace=True),
    "ELU(alpha=1.0)": lambda nn: nn.ELU(),
    "ELU(alpha=0.5)": lambda nn: nn.ELU(np.float64(0.5)),
    "GELU(approximate='tanh')": lambda nn: nn.GELU("tanh"),
    "Softplus(beta=1.0, threshold=20.0)": lambda nn: nn.Softplus(),
    "Softmax(dim=1)": lambda nn: nn.Softmax(1),
    "LogSoftmax(dim=-1)": lambda nn: nn.LogSoftmax(dim=-1),
    "Softshrink(0.5)": lambda nn: nn.Softshrink(),
    "Hardtanh(min_val=-2, max_val=3)": lambda nn: nn.Hardtanh(-2, 3),
    "SiLU()": lambda nn: nn.SiLU(),
}


@pytest.mark.parametrize("text", PRINTED)
def test_a_layer_prints_its_settings(ag, text):
    assert repr(PRINTED[text](ag.nn)) == text


@pytest.mark.parametrize(
    ("layer", "function"),
    [
        ("ReLU", "relu"),
        ("ReLU6", "relu6"),
        ("LeakyReLU", "leaky_relu"),
        ("Hardtanh", "hardtanh"),
        ("ELU", "elu"),
        ("Hardsigmoid", "hardsigmoid"),
        ("Hardswish", "hardswish"),
        ("SELU", "selu"),
        ("CELU", "celu"),
        ("GELU", "gelu"),
        ("SiLU", "silu"),
        ("Mish", "mish"),
        ("Softplus", "softplus"),
        ("Sigmoid", "sigmoid"),
        ("LogSigmoid", "logsigmoid"),
        ("Tanh", "tanh"),
        ("Tanhshrink", "tanhshrink"),
        ("Softsign", "softsign"),
        ("Softshrink", "softshrink"),
        ("GLU", "glu"),
    ],
)
def test_a_layer_is_its_function(ag, layer, function):
    x = ag.tensor([-4.0, -0.3, 0.2, 5.0])
    assert getattr(ag.nn, layer)()(x).tolist() == getattr(ag.nn.functional, function)(x).tolist()


def test_a_layer_takes_no_other_settings(ag):
    for wrong in ({"slope": 0.1}, {"negative_slope": 0.1, "dim": 1}):
        with pytest.raises(TypeError):
            ag.nn.LeakyReLU(**wrong)
    with pytest.raises(TypeError):
        ag.nn.Tanh(1)
    with pytest.raises(TypeError):
        ag.nn.ELU(1.0, alpha=2.0)


def test_a_layer_has_the_signature_and_the_words_of_its_function(ag):
    import inspect

    assert str(inspect.signature(ag.nn.LeakyReLU)).replace(" ", "").startswith("(negative_slope")
    assert list(inspect.signature(ag.nn.LeakyReLU().forward).parameters) == ["input"]
    assert ag.nn.LeakyReLU.__name__ == "LeakyReLU" and ag.nn.LeakyReLU.__doc__
