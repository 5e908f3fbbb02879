"""Small programs whose graphs are drawn, in our engine and, where it is installed, in PyTorch."""

import importlib

import pytest


@pytest.fixture(params=["autogradlab", "torch"])
def ag(request):
    """The engine under the name that lessons use."""
    return pytest.importorskip(request.param)


def linear(ag):
    w, b = ag.tensor(3.0, requires_grad=True), ag.tensor(1.0, requires_grad=True)
    x, y = ag.tensor(2.0), ag.tensor(5.0)
    z = w * x + b
    loss = (z - y) ** 2
    return loss, {"w": w, "b": b, "x": x, "y": y, "z": z, "loss": loss}


def square(ag):
    w = ag.tensor(3.0, requires_grad=True)
    loss = w**2
    return loss, {"w": w, "loss": loss}


def chain(ag):
    x = ag.tensor(2.0, requires_grad=True)
    return (3 * x + 1) ** 2, {"x": x}


def diamond(ag):
    a = ag.tensor(3.0, requires_grad=True)
    b, c = a * 2, a + 1
    d = b * c
    return d, {"a": a, "b": b, "c": c, "d": d}


def twice(ag):
    x = ag.tensor(3.0, requires_grad=True)
    y = x * x
    return y, {"x": x, "y": y}


def thrice(ag):
    w = ag.tensor(1.0, requires_grad=True)
    loss = w**2 + 2 * w + w
    return loss, {"w": w, "loss": loss}


def recurrent(ag):
    w, b = ag.tensor(0.5, requires_grad=True), ag.tensor([0.1, 0.2], requires_grad=True)
    h = w
    for _ in range(4):
        h = (h * w + b).tanh()
    return h.sum(), {"w": w, "b": b}


PROGRAMS = [square, linear, chain, diamond, twice, thrice, recurrent]


@pytest.fixture(params=PROGRAMS, ids=lambda program: program.__name__)
def program(request):
    """One of the programs: engine -> (root, names)."""
    return request.param


@pytest.fixture(name="linear")
def _linear():
    return linear


@pytest.fixture(name="diamond")
def _diamond():
    return diamond


@pytest.fixture(name="thrice")
def _thrice():
    return thrice


@pytest.fixture
def ours():
    return importlib.import_module("autogradlab")
