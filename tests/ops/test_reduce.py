"""Sums, means, products, running sums, spreads, norms and shares: the values, number types and edges of PyTorch."""

import math

import pytest

INF, NAN = math.inf, math.nan


def numbers(ag, values=((1.0, 2.0, 4.0), (0.0, 1.0, -1.0)), **settings):
    return ag.tensor(values, **settings)


def slope(ag, f, *values):
    """The gradients that the entries receive when the results of f are summed."""
    x = ag.tensor(values, requires_grad=True)
    f(x).sum().backward()
    return pytest.approx(x.grad.tolist(), nan_ok=True)


def test_a_dimension_may_be_counted_from_the_end_or_be_several_or_have_numpys_name(ag):
    x = numbers(ag)
    assert x.sum(-1).tolist() == x.sum((1,)).tolist() == x.sum(axis=1).tolist() == [7.0, 0.0]
    assert x.sum(()).item() == x.sum((0, -1)).item() == 7.0
    assert x.mean(0, keepdims=True).shape == x.amax(dim=0, keepdim=True).shape == (1, 3)


@pytest.mark.parametrize(
    ("function", "kind"),
    [("sum", "int64"), ("prod", "int64"), ("count_nonzero", "int64"), ("any", "bool"), ("all", "bool")],
)
def test_bools_are_counted_in_whole_numbers(ag, function, kind):
    assert getattr(numbers(ag) > 1, function)().dtype is getattr(ag, kind)


def test_a_number_type_may_be_asked_for_and_the_gradient_comes_back_in_the_old_one(ag):
    for function in (ag.sum, ag.mean, ag.prod, lambda x, dtype: x.softmax(0, dtype)):
        x = numbers(ag, requires_grad=True)
        result = function(x, dtype=ag.float64)
        result.sum().backward()
        assert (result.dtype, x.grad.dtype) == (ag.float64, ag.float32)
    assert ag.tensor([1, 2]).mean(dtype=ag.float32).item() == 1.5


def test_nothing_adds_up_to_nothing(ag):
    x = ag.zeros(0, 3)
    assert (x.sum().item(), x.prod().item(), x.norm().item()) == (0.0, 1.0, 0.0)
    assert x.sum(0).tolist() == [0.0] * 3 and x.logsumexp(0).tolist() == [-INF] * 3 and math.isnan(x.mean().item())
    assert x.softmax(0).shape == x.cumsum(0).shape == x.cumprod(1).shape == (0, 3)
    assert bool(x.all()) and not bool(x.any())


def test_a_number_is_its_own_sum(ag):
    x = ag.tensor(2.0, requires_grad=True)
    for function in (ag.sum, ag.mean, ag.prod, ag.cumsum, ag.cumprod, ag.logsumexp):
        assert function(x, dim=0).item() == function(x, dim=-1).item() == 2.0
    assert x.softmax(0).item() == 1.0 and x.norm(dim=0).item() == 2.0


def test_a_product_is_differentiated_exactly_where_it_is_0(ag):
    assert slope(ag, ag.prod, 0.0, 3.0, 2.0) == [6.0, 0.0, 0.0]
    assert slope(ag, ag.prod, 0.0, 0.0, 2.0) == [0.0, 0.0, 0.0]
    assert slope(ag, lambda x: x.prod(0), 0.0, 3.0, 2.0) == [6.0, 0.0, 0.0]
    assert slope(ag, lambda x: x.cumprod(0), 2.0, 0.0, 3.0, 4.0) == [1.0, 32.0, 0.0, 0.0]
    assert slope(ag, lambda x: x.cumprod(0), 2.0, 0.0, 3.0, 0.0, 4.0) == [1.0, 8.0, 0.0, 0.0, 0.0]


def test_the_length_of_nothing_has_slope_0(ag):
    for p in (1, 2, 3, 1.5, 0.5, INF):
        assert slope(ag, lambda x: x.norm(p), 0.0, 0.0) == [0.0, 0.0]
    assert slope(ag, ag.std, 1.0, 1.0) == [0.0, 0.0]


def test_measures_of_length(ag):
    x = ag.tensor([3.0, -4.0, 0.0])
    lengths = [x.norm(p).item() for p in ("fro", 2, 1, INF, -INF, 0)]
    assert lengths == pytest.approx([5, 5, 7, 4, 0, 2])
    assert ag.linalg.norm(x).item() == ag.linalg.vector_norm(x).item() == ag.linalg.norm(x[None], dim=1).item() == 5.0
    assert slope(ag, lambda x: x.norm(INF), 3.0, -3.0, 1.0) == [0.5, -0.5, 0.0]
    assert ag.linalg.vector_norm(x, dtype=ag.float64).dtype is ag.float64 and x.norm(dtype=ag.float64).item() == 5.0


def test_variance_divides_by_one_less_unless_told_otherwise(ag):
    x = numbers(ag)
    assert x.var(1).tolist() == pytest.approx([7 / 3, 1])
    assert x.var(1, False).tolist() == x.var(1, correction=0).tolist() == pytest.approx([14 / 9, 2 / 3])
    assert x.var(False).item() == x.var(unbiased=False).item() == pytest.approx(x.std(correction=0).item() ** 2)
    assert x.std(0, keepdim=True).shape == (1, 3)


def test_one_number_has_no_variance_and_a_warning_says_so(ag):
    with pytest.warns(UserWarning, match=r"var\(\): degrees of freedom is <= 0. Correction should be "):
        assert math.isnan(ag.tensor([1.0]).var().item())
    with pytest.warns(UserWarning):
        assert ag.tensor([1.0, 2.0]).var(correction=5).item() == INF


def test_shares_do_not_overflow(ag):
    assert ag.tensor([1000.0, 1000.0]).softmax(0).tolist() == [0.5, 0.5]
    assert ag.tensor([1000.0, 0.0]).log_softmax(0).tolist() == [0.0, -1000.0]
    assert ag.tensor([1000.0, 1000.0]).logsumexp(0).item() == pytest.approx(1000 + math.log(2))
    assert ag.tensor([-INF, 1.0]).softmax(0).tolist() == [0.0, 1.0] and ag.tensor([INF, 1.0]).logsumexp(0).item() == INF
    assert slope(ag, lambda x: x.softmax(0)[0], -INF, 1.0) == [0.0, 0.0]


@pytest.mark.parametrize(
    ("action", "kind", "sentence"),
    [
        (lambda ag: numbers(ag).sum((0, -2)), RuntimeError, "dim 0 appears multiple times in the list of dims"),
        (
            lambda ag: numbers(ag).cumsum(2),
            IndexError,
            "Dimension out of range (expected to be in range of [-2, 1], but got 2)",
        ),
        (
            lambda ag: ag.tensor([1, 2]).mean(dtype=ag.int64),
            RuntimeError,
            "mean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. "
            "Got: Long",
        ),
        (
            lambda ag: ag.tensor([1, 2]).var(),
            RuntimeError,
            "std and var only support floating point and complex dtypes",
        ),
        (
            lambda ag: ag.tensor([1, 2]).norm(),
            RuntimeError,
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got Long",
        ),
        (
            lambda ag: ag.tensor([1, 2]).softmax(0),
            NotImplementedError,
            "\"softmax_lastdim_kernel_impl\" not implemented for 'Long'",
        ),
    ],
)
def test_sentence(ag, action, kind, sentence):
    with pytest.raises(kind) as caught:
        action(ag)
    assert str(caught.value) == sentence


def test_what_has_no_place_here_says_so():
    import autogradlab as ag

    for action in (lambda: ag.ones(2, 2).norm("nuc"), lambda: ag.linalg.norm(ag.ones(2, 2), 2)):
        with pytest.raises(NotImplementedError, match="left out of autogradlab"):
            action()
