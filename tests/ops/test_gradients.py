"""Every operation's derivatives, of first and second order, are what central differences measure.

The tables hold the operations; shapes (0-d, size 1, size 0) and pairs that broadcast come from hypothesis.
"""

from functools import partial
from types import FunctionType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, mutually_broadcastable_shapes

import autogradlab as ag
import autogradlab.nn.functional as F
from autogradlab.autograd.operation import Operation, make_ready
from autogradlab.ops import random
from autogradlab.ops.register import functions

examples = settings(max_examples=12, deadline=None, database=None, derandomize=True)
seeds = st.integers(0, 999)
any_shape = array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)
broadcasting_pair = mutually_broadcastable_shapes(num_shapes=2, max_dims=3, min_side=0, max_side=3)

ANYWHERE, POSITIVE, NEGATIVE = (-2.0, 2.0), (0.5, 2.0), (-2.0, -0.5)

CLASSES, WEIGHTS = ag.tensor([2, 0]), ag.tensor([0.5, 1.0, 2.0, 3.0], dtype=ag.float64)
ZEROS = ag.tensor([[1, 0, 1, 1], [0, 1, 0, 1]])
PLACES = ag.tensor([[2, 0], [1, 1]])


def regular(x):
    """A square matrix far from singular, made of any matrix."""
    return x @ x.T + ag.eye(len(x), dtype=x.dtype)


def written(y, write):
    """A function of `y` as it was, and of `y` as `write` has changed it in place."""
    before = y * 3
    write(y)
    return (y * y + before) * y


ONE_INPUT = {
    "x + 2": (lambda x: x + 2, ANYWHERE),
    "2 + x": (lambda x: 2 + x, ANYWHERE),
    "x - 2": (lambda x: x - 2, ANYWHERE),
    "2 - x": (lambda x: 2 - x, ANYWHERE),
    "x * 3": (lambda x: x * 3, ANYWHERE),
    "x / 4": (lambda x: x / 4, ANYWHERE),
    "2 / x": (lambda x: 2 / x, POSITIVE),
    "reciprocal": (ag.reciprocal, NEGATIVE),
    "neg": (ag.neg, ANYWHERE),
    "x ** 3": (lambda x: x**3, ANYWHERE),
    "x ** -2": (lambda x: x**-2, POSITIVE),
    "x ** 0.5": (lambda x: x**0.5, POSITIVE),
    "x ** 0": (lambda x: x**0, ANYWHERE),
    "2 ** x": (lambda x: 2**x, ANYWHERE),
    "square": (ag.square, ANYWHERE),
    "x + x * x": (lambda x: x + x * x, ANYWHERE),
    "abs": (ag.abs, POSITIVE),
    "abs, left": (ag.abs, NEGATIVE),
    "sign": (ag.sign, POSITIVE),
    "sgn": (ag.sgn, POSITIVE),
    "relu": (ag.relu, POSITIVE),
    "relu, left": (ag.relu, NEGATIVE),
    "clamp": (lambda x: x.clamp(-0.7, 0.9) * x, ANYWHERE),
    "clamp below": (lambda x: x.clamp(min=0.1) ** 2, ANYWHERE),
    "clamp above": (lambda x: x.clamp(max=0.1) ** 2, ANYWHERE),
    "cumprod of each": (lambda x: x.cumprod(-1) ** 2, NEGATIVE),
    "floor": (ag.floor, (0.1, 0.9)),
    "ceil": (ag.ceil, (0.1, 0.9)),
    "round": (ag.round, (0.1, 0.4)),
    "log1p": (ag.log1p, POSITIVE),
    "x % 3": (lambda x: x % 3 * x, POSITIVE),
    "fmod": (lambda x: x.fmod(3) * x, NEGATIVE),
    "trunc": (ag.trunc, POSITIVE[:1] + (0.9,)),
    "round to tenths": (lambda x: x.round(decimals=1), (0.16, 0.24)),
    "nan_to_num": (lambda x: x.nan_to_num() ** 2, ANYWHERE),
    "clamp between tensors": (lambda x: x.clamp(x - 1, x + 1) ** 2, ANYWHERE),
    "clamp at a lower tensor": (lambda x: x.clamp(min=x * x + 1) ** 2, ANYWHERE),
    "clamp at an upper tensor": (lambda x: x.clamp(x - 2, x * x * x - x * x + x - 1), NEGATIVE),
    "clamp_min": (lambda x: x.clamp_min(0.1) ** 2, ANYWHERE),
    "clamp_max": (lambda x: x.clamp_max(0.1) ** 2, ANYWHERE),
    "exp": (ag.exp, ANYWHERE),
    "expm1": (ag.expm1, ANYWHERE),
    "log": (ag.log, POSITIVE),
    "log2": (ag.log2, POSITIVE),
    "log10": (ag.log10, POSITIVE),
    "sqrt": (ag.sqrt, POSITIVE),
    "rsqrt": (ag.rsqrt, POSITIVE),
    "sin": (ag.sin, ANYWHERE),
    "cos": (ag.cos, ANYWHERE),
    "tan": (ag.tan, (-1.0, 1.0)),
    "atan": (ag.atan, ANYWHERE),
    "sinh": (ag.sinh, ANYWHERE),
    "cosh": (ag.cosh, ANYWHERE),
    "tanh": (ag.tanh, ANYWHERE),
    "sigmoid": (ag.sigmoid, ANYWHERE),
    "erf": (functions["erf"], ANYWHERE),
    "leaky_relu": (F.leaky_relu, ANYWHERE),
    "elu": (F.elu, ANYWHERE),
    "celu": (lambda x: F.celu(x, 0.7), ANYWHERE),
    "leaky_relu in place": (lambda x: F.leaky_relu(x * 1, 0.3, True), ANYWHERE),
    "elu in place": (lambda x: F.elu(x * 1, 0.7, True), ANYWHERE),
    "celu in place": (lambda x: F.celu(x * 1, 0.7, True), ANYWHERE),
    "selu": (F.selu, ANYWHERE),
    "gelu": (F.gelu, ANYWHERE),
    "gelu by tanh": (lambda x: F.gelu(x, approximate="tanh"), ANYWHERE),
    "silu": (F.silu, ANYWHERE),
    "mish": (F.mish, ANYWHERE),
    "softplus": (lambda x: F.softplus(x, 2, 3), ANYWHERE),
    "logsigmoid": (lambda x: F.logsigmoid(x), ANYWHERE),
    "hardtanh": (lambda x: F.hardtanh(x) ** 2, ANYWHERE),
    "hardsigmoid": (lambda x: F.hardsigmoid(2 * x) ** 2, ANYWHERE),
    "hardswish": (lambda x: F.hardswish(2 * x), ANYWHERE),
    "softshrink": (lambda x: F.softshrink(x) ** 2, ANYWHERE),
    "prelu": (lambda x: F.prelu(x, WEIGHTS[:1]), ANYWHERE),
    "softsign": (F.softsign, POSITIVE),
    "sum": (lambda x: x.sum() ** 2, ANYWHERE),
    "clone": (lambda x: x.clone() * x, ANYWHERE),
    "flat": (lambda x: x.reshape(x.numel()) ** 2, ANYWHERE),
    "x[...]": (lambda x: x[...] ** 2, ANYWHERE),
    "unsqueeze": (lambda x: x.unsqueeze(-1) ** 2, ANYWHERE),
    "expand": (lambda x: x.expand(2, *x.shape) ** 2, ANYWHERE),
    "reversed dimensions": (lambda x: x.T**2, ANYWHERE),
    "zero_": (lambda x: (x * x).zero_() + x**2, ANYWHERE),
    "fill_": (lambda x: (x * x).fill_(3) + x**2, ANYWHERE),
    "add_": (lambda x: (x * x).add_(x), ANYWHERE),
    "sub_": (lambda x: (x * x).sub_(3), ANYWHERE),
    "mul_": (lambda x: (x * x).mul_(x), ANYWHERE),
    "div_": (lambda x: (x * x).div_(x + 3), ANYWHERE),
    "copy_": (lambda x: (x * 2).copy_(x * x), ANYWHERE),
}
TWO_INPUTS = {
    "x % y": lambda x, y: x % y * y,
    "fmod, two": lambda x, y: x.fmod(y) * y,
    "rounded quotient": lambda x, y: x.div(y, rounding_mode="floor") + x * y,
    "scaled add": lambda x, y: x.add(y, alpha=3),
    "x + y": lambda x, y: x + y,
    "x - y": lambda x, y: x - y,
    "x * y": lambda x, y: x * y,
    "x / y": lambda x, y: x / y,
    "x ** y": lambda x, y: x**y,
    "lerp": lambda x, y: ag.lerp(x, y, 0.3) * y,
    "lerp by a tensor": lambda x, y: ag.lerp(x, y, y * x) * y,
    "addcmul": lambda x, y: ag.addcmul(x, x, y, value=3) * y,
    "addcdiv": lambda x, y: ag.addcdiv(x, y, x * x + 2, value=-3) * y,
    "maximum": lambda x, y: ag.maximum(x, y) * x,
    "minimum": lambda x, y: ag.minimum(x, y) * y,
    "where": lambda x, y: ag.where(x > y, x * x, y),
    "both paths": lambda x, y: x * y + y.exp() * x,
    "y copied into x": lambda x, y: (x + 0 * y).copy_(y * y),
}
MATRIX = {
    "sum(0)": lambda x: x.sum(0) ** 2,
    "sum(-1)": lambda x: x.sum(-1) ** 2,
    "sum both": lambda x: x.sum((0, 1)) ** 2,
    "sum kept": lambda x: x.sum(1, keepdim=True) * x,
    "mean": lambda x: x.mean() ** 2,
    "mean(0)": lambda x: x.mean(0) ** 2,
    "mean kept": lambda x: x.mean(-1, keepdim=True) * x,
    "view": lambda x: x.view(-1, 2) ** 2,
    "transpose": lambda x: x.transpose(0, 1) ** 2,
    "t": lambda x: x.t() ** 2,
    "permute": lambda x: x.permute(1, 0) ** 2,
    "squeeze": lambda x: x.unsqueeze(1).squeeze(1) ** 2,
    "squeeze nothing": lambda x: x.squeeze(0) ** 2,
    "row": lambda x: x[0] ** 2,
    "last": lambda x: x[-1, -1] ** 2,
    "column": lambda x: x[:, 1] ** 2,
    "part": lambda x: x[:, 1:3] ** 2,
    "every second": lambda x: x[:, ::2] ** 2,
    "new dimension": lambda x: x[None] ** 2,
    "twice the same": lambda x: x[[0, 1, 0]] ** 2,
    "pairs": lambda x: x[[0, 1], [2, 2]] ** 2,
    "mask": lambda x: x[x > 0] ** 2,
    "rows": lambda x: sum(row * row for row in x),
    "all": lambda x: x[:] ** 2,
    "t in place": lambda x: (x * 1).t_() ** 2,
    "transpose in place": lambda x: (x * 1).transpose_(0, 1) ** 2,
    "unsqueeze in place": lambda x: (x * 1).unsqueeze_(1) ** 2,
    "squeeze in place": lambda x: (x * 1).unsqueeze(1).squeeze_() ** 2,
    "squeeze several in place": lambda x: x[:, None, :, None].clone().squeeze_((1, 3)) ** 2,
    "squeeze all": lambda x: x[None].squeeze() ** 2,
    "squeeze several": lambda x: x[:, None, :, None].squeeze((1, 3)) ** 2,
    "flat copy": lambda x: x.t().reshape(-1) ** 2,
    "mT": lambda x: x.mT**2,
    "repeat": lambda x: x.repeat(2, 1, 3) ** 2,
    "each three times": lambda x: x.repeat_interleave(3, 1) ** 2,
    "flip": lambda x: x.flip(0, 1) * x,
    "roll": lambda x: x.roll(1, 0) * x,
    "roll all": lambda x: x.roll(3) * x,
    "cat": lambda x: ag.cat([x, x**2, x], 1) ** 2,
    "stack": lambda x: ag.stack([x, x**2], -1) ** 2,
    "split": lambda x: x.split([1, 3], 1)[1] ** 2,
    "chunks": lambda x: sum(part**2 for part in x.chunk(2, 1)),
    "unbind": lambda x: x.unbind(1)[2] ** 2,
    "a part of one": lambda x: x.unbind()[0][1:] ** 2,
    "narrow": lambda x: x.narrow(1, 1, 2) ** 2,
    "select": lambda x: x.select(1, 2) ** 2,
    "index_select": lambda x: x.index_select(1, ag.tensor([2, 0, 2])) ** 2,
    "gather": lambda x: x.gather(1, PLACES) ** 2,
    "take": lambda x: x.take(PLACES) ** 2,
    "scatter": lambda x: x.scatter(1, PLACES[:, :1], x[:, :1] ** 2) ** 2,
    "scatter 3": lambda x: x.scatter(1, PLACES, 3.0) ** 2,
    "scatter_add": lambda x: x.scatter_add(1, PLACES, x[:, :2] ** 2) ** 2,
    "index_add": lambda x: x.index_add(0, ag.tensor([0, 0]), x**2, alpha=2) ** 2,
    "masked_fill": lambda x: x.masked_fill(ZEROS == 0, 2) ** 2,
    "masked_fill by an entry": lambda x: x.masked_fill(ZEROS == 0, x[0, 0]) ** 2,
    "masked_select": lambda x: x.masked_select(x > 0) ** 2,
    "diag_embed": lambda x: x.diag_embed(-1) ** 2,
    "tril": lambda x: x.tril() ** 2,
    "triu": lambda x: x.triu(1) ** 2,
    "diag": lambda x: x.diag(1) ** 2,
    "diagonal": lambda x: x.diagonal() ** 2,
    "an entry everywhere": lambda x: (x * x).fill_(x[0, 0]) * x,
    "a row used again": lambda x: (lambda row: row.mul_(x[1]) ** 2)((x * 2)[0]),
    "a row written": lambda x: written(x * 2, lambda y: y[0].mul_(x[1])),
    "a row set": lambda x: written(x * 2, lambda y: y.__setitem__(0, x[1] ** 2)),
    "picks set": lambda x: written(x * 2, lambda y: y.__setitem__([1, 0], x[0] ** 2)),
    "a view written": lambda x: written(x * 2, lambda y: y.t()[1:3].sin_()),
    "a filled part": lambda x: written(x * 2, lambda y: y[:, 1].fill_(x[0, 0])),
    "plain numbers written": lambda x: written(ag.zeros(2, 4, dtype=x.dtype), lambda y: y[:, 1:3].add_(x[:, :2] ** 2)),
    "prod": lambda x: x.prod(),
    "prod(0)": lambda x: x.prod(0) ** 2,
    "prod kept": lambda x: x.prod(1, keepdim=True) * x,
    "prod through 0": lambda x: (x * ZEROS).prod() * x.prod(1),
    "prod(1) through 0": lambda x: (x * ZEROS).prod(1),
    "cumsum": lambda x: x.cumsum(1) ** 2,
    "cumprod": lambda x: x.cumprod(1) ** 2,
    "cumprod through 0": lambda x: (x * ZEROS).cumprod(1),
    "var": lambda x: x.var(1),
    "std": lambda x: x.std(0),
    "softmax": lambda x: x.softmax(0) * x,
    "log_softmax": lambda x: x.log_softmax(-1) * x,
    "logsumexp": lambda x: x.logsumexp(1),
    "norm": lambda x: x.norm(dim=1),
    "norm 1": lambda x: x.norm(1, 0) ** 2,
    "norm 3": lambda x: x.norm(3),
    "norm 1.5": lambda x: x.norm(1.5, 0) ** 2,
    "norm 1.5, one tensor": lambda x: ag.linalg.vector_norm(x, 1.5) ** 2,
    "norm inf": lambda x: x.norm(float("inf"), 1) ** 2,
    "max": lambda x: x.max() * x,
    "min": lambda x: x.min() ** 2,
    "max(1)": lambda x: x.max(1)[0] ** 2,
    "min kept": lambda x: x.min(0, keepdim=True).values * x,
    "amax": lambda x: x.amax(1) ** 2,
    "amin": lambda x: x.amin() ** 2,
    "median": lambda x: x.median() ** 2,
    "median(1)": lambda x: x.median(1)[0] ** 2,
    "sort": lambda x: x.sort(descending=True)[0] ** 2,
    "sort, stable": lambda x: x.sort(stable=True)[0] ** 2,
    "topk": lambda x: x.topk(2, 1)[0] ** 2,
    "bmm": lambda x: x[None] @ x.T[None],
    "folded": lambda x: x[None] @ x.T,
    "trace": lambda x: x.trace() * x,
    "addmm": lambda x: ag.addmm(x[0], x, x.T @ x, beta=2, alpha=3),
    "addmm, same shape": lambda x: x.addmm(x, x.T @ x),
    "outer": lambda x: x[0].outer(x[1]),
    "einsum": lambda x: ag.einsum("ij,kj,kl->li", x, x, x),
    "det": lambda x: regular(x).det(),
    "inverse": lambda x: regular(x).inverse(),
    "solve": lambda x: ag.linalg.solve(regular(x), x),
    "solve many": lambda x: ag.linalg.solve(ag.stack([regular(x), regular(x).T]), x[:, 0]),
    "solve a vector": lambda x: ag.linalg.solve(regular(x), x[:, 0]),
    "linear": lambda x: F.linear(x, x, x[:, 0]),
    "linear without bias": lambda x: F.linear(x, x),
    "embedding": lambda x: F.embedding(CLASSES[[0, 1, 1]] // 2, x) ** 2,
    "glu": F.glu,
    "prelu by channel": lambda x: F.prelu(x, x[1]),
    "normalize": F.normalize,
    "cosine_similarity": lambda x: F.cosine_similarity(x, x**2),
    "batch_norm": lambda x: F.batch_norm(x.T, None, None, x[:, 0], x[:, 1], True) ** 2,
    "batch_norm, kept": lambda x: F.batch_norm(x, WEIGHTS, WEIGHTS, x[0], x[1]) ** 2,
    "layer_norm": lambda x: F.layer_norm(x, (4,), x[0], x[1]) ** 2,
    "layer_norm of all": lambda x: F.layer_norm(x, (2, 4)) ** 3,
    "mse_loss": lambda x: F.mse_loss(x, x.sin()),
    "smooth_l1_loss": lambda x: F.smooth_l1_loss(x, x**2, beta=0.7),
    "huber_loss": lambda x: F.huber_loss(x, x**2, "sum", delta=0.7),
    "l1_loss": lambda x: F.l1_loss(x, x**2),
    "binary_cross_entropy": lambda x: F.binary_cross_entropy(x.sigmoid(), x.cos() ** 2, WEIGHTS),
    "with_logits": lambda x: F.binary_cross_entropy_with_logits(x, x.cos(), WEIGHTS, pos_weight=WEIGHTS),
    "with_logits, each": lambda x: F.binary_cross_entropy_with_logits(x, x.cos(), reduction="none"),
    "nll_loss": lambda x: F.nll_loss(x * x, CLASSES, WEIGHTS),
    "cross_entropy": lambda x: F.cross_entropy(x, CLASSES) ** 2,
    "cross_entropy, each": lambda x: F.cross_entropy(x, CLASSES, WEIGHTS, ignore_index=0, reduction="none"),
    "cross_entropy of a sequence": lambda x: F.cross_entropy(x[None], ag.zeros(1, x.shape[1], dtype=ag.int64)) ** 2,
    "cross_entropy of shares": lambda x: F.cross_entropy(x, x.cos(), WEIGHTS, label_smoothing=0.1),
    "cross_entropy, smoothed": lambda x: F.cross_entropy(x, CLASSES, WEIGHTS, label_smoothing=0.1),
    "kl_div": lambda x: F.kl_div(x, x.cos() ** 2, reduction="batchmean"),
    "poisson": lambda x: F.poisson_nll_loss(x, x**2),
    "gaussian": lambda x: F.gaussian_nll_loss(x, x.sin(), x.exp()),
}
PRODUCTS = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (3, 2)),
    ((2, 3), (3, 4)),
    ((1, 1), (1, 1)),
    ((2, 1), (1, 3)),
    ((0, 3), (3, 2)),
    ((2, 0), (0, 3)),
    ((0,), (0,)),
    ((2, 0), (0,)),
    ((2, 2, 3), (3, 2)),
    ((2, 2, 3), (3,)),
    ((2, 3), (2, 3, 2)),
    ((3,), (2, 3, 2)),
    ((2, 2, 3), (2, 3, 1)),
    ((2, 1, 1, 3), (2, 3, 2)),
    ((2, 0, 3), (3, 2)),
    ((0, 2, 3), (0, 3, 2)),
    ((2, 2, 0), (0, 3)),
]


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
    assert_gradients(lambda x: x.logsumexp(dim or (), keepdim) + x.amax(dim or (), keepdim) ** 2, numbers((2, 1, 3), 0))
    assert_gradients(
        lambda x: x.var(dim or 0, correction=0, keepdim=keepdim) * x.norm(2, dim or 0, keepdim), numbers((2, 1, 3), 0)
    )
    assert_gradients(lambda x: x.mean(dim) + x.sum(dim) ** 2, numbers((2, 1, 3), 0))


@pytest.mark.parametrize("narrow", [ag.float32, ag.float16])
def test_another_number_type_hands_the_gradient_back_in_the_old_one(narrow):
    x = ag.tensor([1.0, 2.0], dtype=ag.float64, requires_grad=True)
    (first,) = ag.autograd.grad((x.to(narrow) ** 2).sum(), x, create_graph=True)
    (second,) = ag.autograd.grad(first.sum(), x)
    assert (first.tolist(), first.dtype) == ([2.0, 4.0], ag.float64)
    assert (second.tolist(), second.dtype) == ([2.0, 2.0], ag.float64)


def in_pytorch(f, torch):
    """The same function in PyTorch: its own of that name, or the code of the table with PyTorch's names in scope."""
    if f.__module__ != __name__:
        return getattr(torch, f.__name__, None) or getattr(torch.nn.functional, f.__name__)
    theirs = {"ag": torch, "F": torch.nn.functional, "functions": vars(torch)}
    for name, value in globals().items():
        if isinstance(value, ag.Tensor):
            theirs[name] = torch.tensor(value.tolist(), dtype=getattr(torch, str(value.dtype).removeprefix("torch.")))
        elif isinstance(value, FunctionType) and value.__module__ == __name__ and not value.__closure__:
            theirs[name] = FunctionType(value.__code__, theirs)
    return FunctionType(f.__code__, theirs)


@pytest.mark.parametrize("name", sorted({*ONE_INPUT, *TWO_INPUTS, *MATRIX}))
def test_numbers_and_slopes_are_pytorchs(name):
    """Central differences compare a rule with its `forward`, and not `forward` with the truth."""
    torch = pytest.importorskip("torch")
    f, between = ONE_INPUT.get(name) or (TWO_INPUTS.get(name) or MATRIX[name], POSITIVE)
    arrays = [numbers((2, 4), seed, between) for seed in range(2 if name in TWO_INPUTS else 1)]
    said = []
    for engine, function in ((ag, f), (torch, in_pytorch(f, torch))):
        inputs = [engine.tensor(array, requires_grad=True) for array in arrays]
        result = function(*inputs)
        slopes = engine.autograd.grad(result.sum(), inputs, materialize_grads=True) if result.requires_grad else ()
        said.append([(each + 0).tolist() for each in (result, *slopes)])  # + 0: PyTorch's zeros may have no memory
    for ours, theirs in zip(*said, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-12)


def test_no_operation_is_left_out():
    x, y = (ag.tensor(numbers((2, 4), 0, POSITIVE), requires_grad=True) for _ in "xy")
    one, two, matrix = [f for f, _ in ONE_INPUT.values()], TWO_INPUTS.values(), MATRIX.values()
    results = [*(f(x) for f in (*one, *matrix)), *(f(x, y) for f in two)]
    results += [x.float(), x[0] @ y[0], x @ y[0], x[:, 0] @ y, x @ y.T]
    results += [ag.autograd.grad(result.sum(), x, create_graph=True)[0] for result in results if result.requires_grad]
    results += [x // 2]
    untested = vocabulary() - names_behind(results)
    assert not untested, f"give each a row in ONE_INPUT, TWO_INPUTS or MATRIX: {sorted(untested)}"


NUMBER_TYPES = "bool uint8 int8 int32 int64 float16 float32 float64".split()


@pytest.mark.parametrize("name", sorted({*ONE_INPUT, *TWO_INPUTS, *MATRIX}))
def test_number_types_are_pytorchs(name):
    """In which number type each type of input is computed, and which types are refused."""
    torch = pytest.importorskip("torch")
    f, between = ONE_INPUT.get(name) or (TWO_INPUTS.get(name) or MATRIX[name], POSITIVE)
    arrays = [3 * numbers((2, 4), seed, between) for seed in range(2 if name in TWO_INPUTS else 1)]
    pairs = [(kind, other) for kind in NUMBER_TYPES for other in ([kind, "float32", "int64"] if arrays[1:] else [kind])]
    ours, theirs = (
        {kinds: result_type(engine, function, arrays, kinds) for kinds in pairs}
        for engine, function in ((ag, f), (torch, in_pytorch(f, torch)))
    )
    assert ours == theirs


def result_type(engine, function, arrays, kinds):
    """The number type of the function's result for inputs of these number types; "refused" if it raises."""
    inputs = [engine.tensor(array.tolist()).to(getattr(engine, kind)) for array, kind in zip(arrays, kinds)]
    try:
        return str(function(*inputs).dtype).removeprefix("torch.")
    except (RuntimeError, TypeError, ValueError):
        return "refused"


def test_an_operation_shows_what_it_saves_and_nothing_that_another_saves():
    """A class that inherited `_saved_self` from one that saves more would read beyond the end of its own values."""
    for cls in operations():
        make_ready(cls)
        own = {name for name in dir(cls) if name.startswith("_saved_")}
        constant = {name for name in own & vars(cls).keys() if not _is_computed(vars(cls)[name])}
        shown = dict.fromkeys([name.replace("_shape", "_sym_sizes") for name in cls.saved_names], True)
        shown |= {name.removeprefix("shows_"): getattr(cls, name) for name in dir(cls) if name.startswith("shows_")}
        assert own - constant == {f"_saved_{name}" for name, how in shown.items() if how}, cls


def _is_computed(shown):
    """Whether a `_saved_...` is read from what the node saved; the others are always so, or follow from its form."""
    return isinstance(shown, property) and isinstance(shown.fget, partial)


def operations():
    """All operations that can stand in a graph: the classes under Operation that compute something, without draws."""
    found, classes = set(), [Operation]
    while classes:
        cls = classes.pop()
        classes += set(cls.__subclasses__()) - {random.BernoulliBackward0, random.NormalBackward3}
        if hasattr(cls, "forward") and cls.__module__.startswith("autogradlab") and "Backward" in cls.__name__:
            found.add(cls)
    return found


def vocabulary():
    return {cls.__name__ for cls in operations()}


def names_behind(tensors):
    seen, nodes = set(), [t.grad_fn for t in tensors]
    while nodes:
        node = nodes.pop()
        if node is not None and node not in seen:
            seen.add(node)
            nodes += [edge for edge, _ in node.next_functions]
    return {type(node).__name__ for node in seen}
