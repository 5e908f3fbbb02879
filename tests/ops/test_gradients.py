"""Every operation's derivatives, of first and second order, are what central differences measure.

The tables hold the operations; shapes (0-d, size 1, size 0) and pairs that broadcast come from hypothesis.
"""
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, mutually_broadcastable_shapes

import autogradlab as ag
from autogradlab.autograd.operation import Operation

examples = settings(max_examples=12, deadline=None, database=None, derandomize=True)
seeds = st.integers(0, 999)
any_shape = array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)
broadcasting_pair = mutually_broadcastable_shapes(num_shapes=2, max_dims=3, min_side=0, max_side=3)

ANYWHERE, POSITIVE, NEGATIVE = (-2.0, 2.0), (0.5, 2.0), (-2.0, -0.5)

ONE_INPUT = {
    "x + 2": (lambda x: x + 2, ANYWHERE), "2 + x": (lambda x: 2 + x, ANYWHERE), "x - 2": (lambda x: x - 2, ANYWHERE),
    "2 - x": (lambda x: 2 - x, ANYWHERE), "x * 3": (lambda x: x * 3, ANYWHERE), "x / 4": (lambda x: x / 4, ANYWHERE),
    "2 / x": (lambda x: 2 / x, POSITIVE), "reciprocal": (ag.reciprocal, NEGATIVE), "neg": (ag.neg, ANYWHERE),
    "x ** 3": (lambda x: x ** 3, ANYWHERE), "x ** -2": (lambda x: x ** -2, POSITIVE),
    "x ** 0.5": (lambda x: x ** 0.5, POSITIVE), "x ** 0": (lambda x: x ** 0, ANYWHERE),
    "2 ** x": (lambda x: 2 ** x, ANYWHERE), "square": (ag.square, ANYWHERE),
    "x + x * x": (lambda x: x + x * x, ANYWHERE), "abs": (ag.abs, POSITIVE), "abs, left": (ag.abs, NEGATIVE),
    "sign": (ag.sign, POSITIVE), "relu": (ag.relu, POSITIVE), "relu, left": (ag.relu, NEGATIVE),
    "clamp": (lambda x: x.clamp(-0.7, 0.9) * x, ANYWHERE), "clamp below": (lambda x: x.clamp(min=0.1) ** 2, ANYWHERE),
    "clamp above": (lambda x: x.clamp(max=0.1) ** 2, ANYWHERE), "floor": (ag.floor, (0.1, 0.9)),
    "ceil": (ag.ceil, (0.1, 0.9)), "round": (ag.round, (0.1, 0.4)), "log1p": (ag.log1p, POSITIVE),
    "exp": (ag.exp, ANYWHERE), "log": (ag.log, POSITIVE), "sqrt": (ag.sqrt, POSITIVE), "sin": (ag.sin, ANYWHERE),
    "cos": (ag.cos, ANYWHERE), "tanh": (ag.tanh, ANYWHERE), "sigmoid": (ag.sigmoid, ANYWHERE),
    "sum": (lambda x: x.sum() ** 2, ANYWHERE), "clone": (lambda x: x.clone() * x, ANYWHERE),
    "flat": (lambda x: x.reshape(x.numel()) ** 2, ANYWHERE), "x[...]": (lambda x: x[...] ** 2, ANYWHERE),
    "unsqueeze": (lambda x: x.unsqueeze(-1) ** 2, ANYWHERE),
    "expand": (lambda x: x.expand(2, *x.shape) ** 2, ANYWHERE),
    "reversed dimensions": (lambda x: x.T ** 2, ANYWHERE), "zero_": (lambda x: (x * x).zero_() + x ** 2, ANYWHERE),
    "fill_": (lambda x: (x * x).fill_(3) + x ** 2, ANYWHERE), "add_": (lambda x: (x * x).add_(x), ANYWHERE),
    "sub_": (lambda x: (x * x).sub_(3), ANYWHERE), "mul_": (lambda x: (x * x).mul_(x), ANYWHERE),
    "div_": (lambda x: (x * x).div_(x + 3), ANYWHERE), "copy_": (lambda x: (x * 2).copy_(x * x), ANYWHERE),
}
TWO_INPUTS = {
    "x + y": lambda x, y: x + y, "x - y": lambda x, y: x - y, "x * y": lambda x, y: x * y, "x / y": lambda x, y: x / y,
    "x ** y": lambda x, y: x ** y, "x.rsub(y)": lambda x, y: x.rsub(y) * y,
    "maximum": lambda x, y: ag.maximum(x, y) * x, "minimum": lambda x, y: ag.minimum(x, y) * y,
    "where": lambda x, y: ag.where(x > y, x * x, y),
    "both paths": lambda x, y: x * y + y.exp() * x, "y copied into x": lambda x, y: (x + 0 * y).copy_(y * y),
}
MATRIX = {
    "sum(0)": lambda x: x.sum(0) ** 2, "sum(-1)": lambda x: x.sum(-1) ** 2, "sum both": lambda x: x.sum((0, 1)) ** 2,
    "sum kept": lambda x: x.sum(1, keepdim=True) * x, "mean": lambda x: x.mean() ** 2,
    "mean(0)": lambda x: x.mean(0) ** 2,
    "mean kept": lambda x: x.mean(-1, keepdim=True) * x, "view": lambda x: x.view(-1, 2) ** 2,
    "transpose": lambda x: x.transpose(0, 1) ** 2, "t": lambda x: x.t() ** 2, "permute": lambda x: x.permute(1, 0) ** 2,
    "squeeze": lambda x: x.unsqueeze(1).squeeze(1) ** 2, "squeeze nothing": lambda x: x.squeeze(0) ** 2,
    "row": lambda x: x[0] ** 2, "last": lambda x: x[-1, -1] ** 2, "column": lambda x: x[:, 1] ** 2,
    "part": lambda x: x[:, 1:3] ** 2, "every second": lambda x: x[:, ::2] ** 2, "new dimension": lambda x: x[None] ** 2,
    "twice the same": lambda x: x[[0, 1, 0]] ** 2, "pairs": lambda x: x[[0, 1], [2, 2]] ** 2,
    "mask": lambda x: x[x > 0] ** 2, "rows": lambda x: sum(row * row for row in x), "all": lambda x: x[:] ** 2,
}
PRODUCTS = [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((1, 1), (1, 1)), ((2, 1), (1, 3)),
            ((0, 3), (3, 2)), ((2, 0), (0, 3)), ((0,), (0,)), ((2, 0), (0,))]


def numbers(shape, seed, between=ANYWHERE):
    return np.random.default_rng(seed).uniform(*between, shape)


@pytest.mark.parametrize("name", ONE_INPUT)
@examples
@given(shape=any_shape, seed=seeds)
def test_one_input(name, shape, seed, assert_gradients):
    f, between = ONE_INPUT[name]
    assert_gradients(f, numbers(shape, seed, between))


@pytest.mark.parametrize("name", TWO_INPUTS)
@examples
@given(shapes=broadcasting_pair, seed=seeds)
def test_two_inputs_that_broadcast(name, shapes, seed, assert_gradients):
    a, b = shapes.input_shapes
    assert_gradients(TWO_INPUTS[name], numbers(a, seed, POSITIVE), numbers(b, seed + 1, POSITIVE))


@pytest.mark.parametrize("name", MATRIX)
def test_a_matrix(name, assert_gradients):
    assert_gradients(MATRIX[name], numbers((2, 4), 0))


@pytest.mark.parametrize(("a", "b"), PRODUCTS)
def test_products(a, b, assert_gradients):
    assert_gradients(lambda x, y: x @ y, numbers(a, 0), numbers(b, 1))


@pytest.mark.parametrize("dim", [0, -1, (0, 2), (1,), None])
@pytest.mark.parametrize("keepdim", [False, True])
def test_reductions_of_a_cube(dim, keepdim, assert_gradients):
    if dim is not None:
        assert_gradients(lambda x: x.mean(dim, keepdim) * x.sum(dim, keepdim), numbers((2, 1, 3), 0))
    assert_gradients(lambda x: x.mean(dim) + x.sum(dim) ** 2, numbers((2, 1, 3), 0))


@pytest.mark.parametrize("narrow", [ag.float32, ag.float16])
def test_another_number_type_hands_the_gradient_back_in_the_old_one(narrow):
    x = ag.tensor([1., 2.], dtype=ag.float64, requires_grad=True)
    first, = ag.autograd.grad((x.to(narrow) ** 2).sum(), x, create_graph=True)
    second, = ag.autograd.grad(first.sum(), x)
    assert (first.tolist(), first.dtype) == ([2., 4.], ag.float64)
    assert (second.tolist(), second.dtype) == ([2., 2.], ag.float64)


def test_no_operation_is_left_out():
    x, y = (ag.tensor(numbers((2, 4), 0, POSITIVE), requires_grad=True) for _ in "xy")
    one, two, matrix = [f for f, _ in ONE_INPUT.values()], TWO_INPUTS.values(), MATRIX.values()
    results = [*(f(x) for f in (*one, *matrix)), *(f(x, y) for f in two)]
    results += [x.float(), x[0] @ y[0], x @ y[0], x[:, 0] @ y, x @ y.T]
    results += [ag.autograd.grad(part.sum(), x, create_graph=True)[0] for part in (x[0] ** 2, x.relu())]
    assert vocabulary() - names_behind(results) == set()


def vocabulary():
    """The names of all operations that can stand in a graph: the classes under Operation that compute something."""
    found, classes = set(), [Operation]
    while classes:
        cls = classes.pop()
        classes += cls.__subclasses__()
        found |= {cls.__name__} if hasattr(cls, "partials") and not cls.__name__.startswith("_") else set()
    return found


def names_behind(tensors):
    seen, nodes = set(), [t.grad_fn for t in tensors]
    while nodes:
        node = nodes.pop()
        if node is not None and node not in seen:
            seen.add(node)
            nodes += [edge for edge, _ in node.next_functions]
    return {type(node).__name__ for node in seen}
