"""Two yardsticks: central differences for the rule of every operation, and PyTorch for all else that it does."""

import json
import os
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import autogradlab as ag

STEP, TOLERANCE = 1e-6, 1e-6
RECORD = "RECORD" in os.environ


@pytest.fixture(scope="session")
def assert_gradients():
    """`assert_gradients(f, *arrays)`: both orders of f's derivatives at `arrays` are as measured."""
    return _assert_both_orders


@pytest.fixture(scope="session")
def said_by_torch():
    """{test: what PyTorch 2.13.0 did}, for where it is not installed. `RECORD=1 pytest tests/ops` writes it anew.

    If only some of the files are run, the records of the others stay.
    """
    file = Path(__file__).with_name("said_by_torch.json")
    before = json.loads(file.read_text(encoding="utf-8"))
    said = {} if RECORD else before
    yield said
    if RECORD:
        recorded = set(map(_file_of, said))
        said |= {test: what for test, what in before.items() if _file_of(test) not in recorded}
        lines = (f"{json.dumps(test)}: {json.dumps(said[test])}" for test in sorted(said))
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")  # one line per test


@pytest.fixture
def assert_same_as_torch(request, said_by_torch):
    """`assert_same_as_torch(f)`: `f(engine)` returns the same with our engine and PyTorch, or raises the same error."""
    test, place = request.node.nodeid.partition("tests/ops/")[2], count()
    of_this_test = said_by_torch.setdefault(test, [])

    def compare(f):
        if torch := _torch():
            said = _what_happens(f, torch)
            if RECORD:
                of_this_test.append(said)
        number = next(place)
        assert number < len(of_this_test), f"no record of {test}: run `RECORD=1 pytest tests/ops` with PyTorch"
        expected = of_this_test[number]
        assert not torch or _same(said, expected), "record anew what PyTorch does: see `said_by_torch`"
        assert _same(_what_happens(f, ag), expected)

    return compare


def _file_of(test):
    return test.partition("::")[0]


def _torch():
    try:
        import torch
    except ImportError:
        return None
    return torch


def _what_happens(f, engine):
    """The outcome of `f(engine)`, in the form that JSON gives it."""
    try:
        happened = _described(f(engine))
    except Exception as error:  # whatever it is, both engines must raise the same
        happened = type(error).__name__, str(error).split("\nException raised")[0]
    return json.loads(json.dumps(happened))


def _same(found, expected):
    """Whether both are equal, fractions nearly so: another processor may round their last digit differently."""
    if isinstance(found, list) and isinstance(expected, list):
        return len(found) == len(expected) and all(map(_same, found, expected))
    if isinstance(found, float) and isinstance(expected, float):
        return found == pytest.approx(expected, rel=1e-6, abs=1e-7, nan_ok=True)
    return found == expected


def _described(result):
    """A result of either engine in plain Python: numbers, shape, number type, and the names on its way back."""
    if isinstance(result, (tuple, list)):
        return [_described(part) for part in result]
    if not hasattr(result, "grad_fn"):
        return result
    return (
        result.tolist(),
        tuple(result.shape),
        str(result.dtype),
        result.requires_grad,
        result.is_contiguous(),
        result._is_view(),
        _way_back(result.grad_fn),
    )


def _way_back(node):
    names = []
    while node is not None:
        names.append(type(node).__name__)
        node = node.next_functions[0][0] if node.next_functions else None
    return names


def _assert_both_orders(f, *arrays):
    arrays = [np.asarray(array, dtype=np.float64) for array in arrays]
    first, second = _loss_of(f, arrays), _slope_of(f, arrays)
    _assert_measured(first, arrays, recorded=(False, True))
    _assert_measured(second, arrays)


def _assert_measured(f, arrays, recorded=(False,)):
    """Assert that f's gradients are as measured, for each value of create_graph in `recorded`."""
    measured = [_measured(f, arrays, i) for i in range(len(arrays))]
    for create_graph in recorded:
        leaves = _leaves(arrays)
        for found, expected in zip(_gradients(f(*leaves), leaves, create_graph), measured):
            assert found.shape == expected.shape and found.dtype is ag.float64
            np.testing.assert_allclose(found.detach().numpy(), expected, TOLERANCE, TOLERANCE)


def _loss_of(f, arrays):
    """A function: the sum of all entries of f, each with a weight of its own."""
    weights = _some_numbers(f(*map(ag.tensor, arrays)).shape)
    return lambda *tensors: (f(*tensors) * weights).sum()


def _slope_of(f, arrays):
    """A function: the weighted sum of all first derivatives of f, which can be differentiated for the second order."""
    loss, weights = _loss_of(f, arrays), [_some_numbers(array.shape) for array in arrays]

    def slope(*tensors):
        gradients = _gradients(loss(*tensors), tensors, create_graph=True)
        return sum((gradient * weight).sum() for gradient, weight in zip(gradients, weights))

    return slope


def _gradients(number, leaves, create_graph=False):
    if not number.requires_grad:
        return [ag.zeros_like(leaf) for leaf in leaves]
    found = ag.autograd.grad(number, leaves, create_graph=create_graph, allow_unused=True)
    return [ag.zeros_like(leaf) if gradient is None else gradient for leaf, gradient in zip(leaves, found)]


def _measured(f, arrays, i):
    """∂f/∂(array i), entry by entry, from two evaluations each."""
    result = np.zeros_like(arrays[i])
    for entry in np.ndindex(result.shape):
        up, down = (_moved(arrays, i, entry, step) for step in (STEP, -STEP))
        result[entry] = (f(*_leaves(up)).item() - f(*_leaves(down)).item()) / (2 * STEP)
    return result


def _moved(arrays, i, entry, step):
    moved = arrays[i].copy()
    moved[entry] += step
    return [*arrays[:i], moved, *arrays[i + 1 :]]


def _leaves(arrays):
    return [ag.tensor(array, requires_grad=True) for array in arrays]


def _some_numbers(shape):
    return ag.tensor(np.random.default_rng(0).uniform(0.5, 1.5, shape))
