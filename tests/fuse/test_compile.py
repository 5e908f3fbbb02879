"""`compile(f)` computes what f computes: the same numbers, the same gradients of both orders; or it runs f itself."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import autogradlab as ag
from autogradlab.autograd.saved_hooks import saved_tensors_hooks
from autogradlab.fuse import program

F = ag.nn.functional

CHAINS = {
    "affine": lambda x, y, a: a * x + y,
    "affine, relu, sum": lambda x, y, a: (a * x + y).relu().sum(),
    "mean of squares": lambda x, y, a: ((x - y) ** 2).mean() * a,
    "sum over n": lambda x, y, a: (x * y).sum() / 7.0 + a,
    "root of a sum": lambda x, y, a: ((x * x).sum() + 1.0).sqrt() * a,
    "quotients": lambda x, y, a: (1 / (x * x + 1)) / (y.abs() + 2) - 3 / (2 - x / 9),
    "powers": lambda x, y, a: (x.abs() + 0.5) ** 1.5 + y**2 + (x * x + 1) ** -1 + 2**y + (y.abs() + 1) ** a,
    "curves": lambda x, y, a: x.exp() * y.sin() + (x * x + 1).log() * y.cos() - (a * x).tanh().sigmoid().log1p(),
    "activations": lambda x, y, a: F.gelu(x) + F.silu(y) + F.softplus(x * a) + F.elu(y) + F.leaky_relu(x, 0.1),
    "kinks": lambda x, y, a: x.clamp(-0.5, 0.5) + ag.maximum(x, y) + ag.minimum(x, a) + x.abs() + F.hardtanh(y).relu(),
    "where": lambda x, y, a: ag.where(x > y, x * y, a) + ag.where(x < 0, -1.0, y) + ag.where(x == 0, x, 0.0),
    "steps": lambda x, y, a: x.floor() + y.sign() + (x * a).round() + x,
    "only numbers": lambda x, y, a: x + (a * a + 1).sqrt() * y.detach(),
    "an argument twice": lambda x, y, a: x * x + x + y * 0.0,
    "a sum alone": lambda x, y, a: x.sum(),
    "in another type": lambda x, y, a: (x.double() * 3).float() * y + a,
}


def arguments(size, seed, dtype=ag.float32):
    rng = np.random.default_rng(seed)
    return [ag.tensor(rng.normal(size=shape).round(1), dtype=dtype, requires_grad=True) for shape in (size, size, ())]


def gradients(f, arguments):
    result = f(*arguments)
    weight = ag.arange(1.0, result.numel() + 1, dtype=result.dtype).reshape(result.shape)
    return result, [x for x in ag.autograd.grad(result, arguments, weight, allow_unused=True)]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    """Blocks of a few entries, so that small arrays have several and a shorter last one."""
    monkeypatch.setattr(program, "BLOCK_BYTES", 7 * 4)


@pytest.mark.parametrize("name", CHAINS)
@settings(max_examples=15, deadline=None)
@given(
    size=st.sampled_from([(1,), (7,), (33,), (3, 5), (0,), (2, 1, 4)]),
    seed=st.integers(0, 2**16),
    dtype=st.sampled_from([ag.float32, ag.float64]),
)
def test_the_same_numbers_and_gradients(name, size, seed, dtype):
    f, given = CHAINS[name], arguments(size, seed, dtype)
    g = ag.compile(f)
    result, found = gradients(g, given)
    expected, wanted = gradients(f, given)
    assert g.explain().reason is None
    exact = "sum" not in name and "mean" not in name
    for mine, its in zip([result, *found], [expected, *wanted]):
        assert (mine is None) == (its is None)
        if mine is not None:
            assert (mine.dtype, mine.shape) == (its.dtype, its.shape)
            if exact and mine.ndim:
                assert np.array_equal(mine.detach().numpy(), its.detach().numpy(), equal_nan=True)
            np.testing.assert_allclose(mine.detach().numpy(), its.detach().numpy(), rtol=2e-6, atol=1e-5)


@pytest.mark.parametrize("name", CHAINS)
def test_the_same_second_order(name):
    def second(f):
        x, y, a = arguments((9,), 3, ag.float64)
        first = ag.autograd.grad(f(x, y, a).sum(), [x, y, a], create_graph=True, allow_unused=True)
        total = sum((g * g).sum() for g in first if g is not None)
        if not total.requires_grad:
            return [total]
        return [total, *ag.autograd.grad(total, [x, y, a], allow_unused=True)]

    for mine, its in zip(second(ag.compile(CHAINS[name])), second(CHAINS[name]), strict=True):
        mine, its = (np.zeros(()) if t is None else t.detach().numpy() for t in (mine, its))
        np.testing.assert_allclose(mine, its, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("values", [[np.nan, 0.0, -0.0, 1.0], [np.inf, -np.inf, 1e38, -1e-38]])
def test_the_same_on_numbers_at_the_edge(values):
    for name in ("where", "kinks", "activations", "curves"):
        x, y = (ag.tensor(v, requires_grad=True) for v in (values, values[::-1]))
        a = ag.tensor(1.0, requires_grad=True)
        result, found = gradients(ag.compile(CHAINS[name]), [x, y, a])
        expected, wanted = gradients(CHAINS[name], [x, y, a])
        for mine, its in zip([result, *found[:2]], [expected, *wanted[:2]]):
            mine, its = mine.detach().numpy(), its.detach().numpy()
            np.testing.assert_array_equal(mine, its)
            known = ~np.isnan(its)  # the sign of a nan means nothing
            np.testing.assert_array_equal(np.signbit(mine[known]), np.signbit(its[known]))


# ---- the node -------------------------------------------------------------------------------------------------------


def test_one_node_that_saves_the_arguments_it_needs():
    x, y, a = arguments((9,), 0)
    z = ag.compile(lambda x, y, a: (a * x + y).tanh().exp())(x, y, a)
    assert z.grad_fn.name() == "CompiledFunctionBackward"
    assert [node.variable for node, _ in z.grad_fn.next_functions] == [x, y, a]
    linear = ag.compile(lambda x, y: x + y)(x, y)
    assert linear.grad_fn._saved == (None, None)
    linear.sum().backward(), linear.sum().backward()  # saves nothing, so it can run twice


def test_what_it_saved_is_freed_and_watched():
    x, y, a = arguments((9,), 0)
    g = ag.compile(lambda x, y: x * y)
    z = g(x, y).sum()
    z.backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        z.backward()
    h = x * 2
    z = g(h, y).sum()
    h.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation.*is at version 1; expected version 0"):
        z.backward()


def test_hooks_see_each_gradient_once_in_both_orders():
    for create_graph in (False, True):
        x, y, _ = arguments((9,), 0)
        seen = []
        h = x * 1
        for t in (x, h):
            t.register_hook(lambda grad: seen.append(grad.shape))
        z = ag.compile(lambda x, y: x * y * x)(h, y)
        ag.autograd.grad(z.sum(), [x, y], create_graph=create_graph)
        assert len(seen) == 2


def test_nothing_is_recorded_without_need():
    x, y, a = arguments((9,), 0)
    g = ag.compile(CHAINS["affine"])
    with ag.no_grad():
        assert not g(x, y, a).requires_grad
    assert not g(x.detach(), y.detach(), a.detach()).requires_grad
    assert g(x.detach(), y.detach(), a).requires_grad


def test_results_do_not_share_memory_with_arguments_or_each_other():
    x, y, _ = arguments((9,), 0)
    g = ag.compile(lambda x, y: x + y)
    grad = ag.ones(9)
    first, second = ag.autograd.grad(g(x, y), [x, y], grad)
    first += 1
    assert second.tolist() == grad.tolist() == [1.0] * 9


# ---- when it is traced, and when not --------------------------------------------------------------------------------


def test_it_is_traced_once_for_each_form():
    g = ag.compile(lambda x, k: x * k)
    assert g(ag.ones(3), 2.0).tolist() == [2.0] * 3 and g(ag.ones(3), 3.0).tolist() == [3.0] * 3
    assert g(ag.ones(2, 2), 2.0).shape == (2, 2) and g(ag.ones(3, dtype=ag.float64), 2).dtype is ag.float64
    assert g(ag.ones(3), -0.0).tolist() == [-0.0] * 3 and np.signbit(g(ag.ones(3), -0.0).numpy()).all()
    assert len(g.explain.__self__.plans) == 5


def test_what_would_be_different_each_time_is_not_traced():
    numbers = iter(range(100))
    g = ag.compile(lambda x: x * next(numbers))
    assert [g(ag.ones(2)).tolist() for _ in range(3)] == [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]

    def drawing(x):
        return x + random.random()

    g = ag.compile(drawing)
    g(ag.ones(2))
    assert g.explain().reason == "it does not do the same every time"


def test_a_number_from_outside_is_looked_at_each_time():
    scale = 2.0
    g = ag.compile(lambda x: x * scale)
    assert g(ag.ones(3)).tolist() == [2.0] * 3
    scale = 5.0
    assert g(ag.ones(3)).tolist() == [5.0] * 3


WEIGHT = ag.ones(3)


class Scale:
    factor = 2.0


scales = Scale()


def branching(x):
    return x * 2 if x.sum() > 0 else x


REFUSED = {
    "depends on the numbers": branching,
    "NumPy's dot": lambda x: (x * 2) @ x,
    "several shapes": lambda x, y: x + y,
    "reads `WEIGHT`, a tensor that is not an argument": lambda x: x * WEIGHT,
    "reads `scales` from outside": lambda x: x * scales.factor,
    "a sum of all entries inside the chain": lambda x: x - x.mean(),
    "more than arithmetic": lambda x: F.dropout(x, 0.5),
    "does not give back one tensor": lambda x: (x + 1, x + 2),
    "gives back an argument": lambda x: x,
    "only the sum": lambda x: x.amax(),
    "in none of its arguments": lambda x: x * ag.arange(3.0),
    "arithmetic entry by entry": lambda x: (x * 2).add_(1),
    "takes a part": lambda x: x[0] * 2,
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_cannot_be_traced_is_run_as_it_is(reason):
    f = REFUSED[reason]
    given = [ag.tensor([1.0, 2.0, 3.0], requires_grad=True), ag.ones(2, 1)][: f.__code__.co_argcount]
    g = ag.compile(f)
    ag.manual_seed(0)
    mine = g(*given)
    ag.manual_seed(0)
    its = f(*given)
    assert [t.tolist() for t in mine] == [t.tolist() for t in its] if isinstance(mine, tuple) else mine.equal(its)
    assert "run as it is" in str(g.explain())
    assert any(part in g.explain().reason for part in reason.split("|"))


def test_errors_are_those_of_the_function():
    with pytest.raises(RuntimeError, match="The size of tensor a"):
        ag.compile(lambda x, y: x + y)(ag.ones(3), ag.ones(2))


def test_a_different_machine_runs_the_function_itself():
    from autogradlab.autograd.rules import rules

    x = ag.ones(3, requires_grad=True)
    g = ag.compile(lambda x: x * x)
    with rules.replaced(sum_paths=lambda a, b: b):
        g(x).sum().backward()
    assert x.grad.tolist() == [1.0] * 3


def test_a_compiled_function_inside_another():
    inner = ag.compile(lambda x: x.exp())
    outer = ag.compile(lambda x: inner(x) * 2)
    x = ag.ones(3, requires_grad=True)
    outer(x).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 2 * np.exp(np.ones(3)), rtol=1e-6)


# ---- what it says ---------------------------------------------------------------------------------------------------


def test_four_operations_move_a_quarter_of_the_bytes():
    g = ag.compile(lambda x: (x * 2.0 + 1.0).exp().neg())
    with pytest.raises(RuntimeError, match="before the first call"):
        g.explain()
    g(ag.ones(1000))
    said = g.explain()
    assert (said.bytes_eager, said.bytes_fused, said.ratio) == (4 * 8000, 8000, 4.0)
    assert said.forward.operations == ["multiply", "add", "exp", "negative"] and said.backward is None
    assert said.forward.temporaries == 1


def test_it_counts_what_is_saved():
    x = ag.ones(1000, requires_grad=True)
    g = ag.compile(lambda x: x.tanh().exp().sigmoid().sum())
    g(x)
    said = g.explain()
    assert (said.saved_eager, said.saved_fused) == (3 * 4000, 4000)
    assert said.bytes_eager == said.forward.bytes_eager + said.backward.bytes_eager
    assert "saved for backward" in str(said) and "for start in range(0, 1000, 7)" in str(said)


def test_hooks_on_saved_tensors_see_what_it_saves():
    x, y, _ = arguments((9,), 0)
    packed = []
    with saved_tensors_hooks(lambda t: packed.append(t) or t.tolist(), ag.tensor):
        z = ag.compile(lambda x, y: (x * y).exp())(x.detach(), y)
    z.sum().backward()
    assert [t.shape for t in packed] == [(9,), (9,)]
    np.testing.assert_allclose(y.grad.numpy(), (x * (x * y).exp()).detach().numpy(), rtol=1e-6)


@pytest.mark.parametrize("size", [5, 20, 64, 65])
def test_a_sum_within_one_block_has_the_same_digits(size, monkeypatch):
    monkeypatch.setattr(program, "BLOCK_BYTES", 2**17)
    ag.manual_seed(size)
    x, y = ag.randn(size), ag.randn(size)
    for f in (lambda x, y: ((x - y) ** 2).mean(), lambda x, y: (x * y + x).sum()):
        assert ag.compile(f)(x, y).item() == f(x, y).item()
