"""Clipping gradients, and all parameters as one vector."""

import math
import warnings

import pytest


@pytest.fixture
def params(ag):
    """Three parameters: gradients [3, -4], [[12]] and none."""
    params = [ag.nn.Parameter(ag.tensor(numbers)) for numbers in ([3.0, 4.0], [[1.0]], [1.0, 1.0])]
    params[0].grad, params[1].grad = ag.tensor([3.0, -4.0]), ag.tensor([[12.0]])
    return params


@pytest.mark.parametrize(("norm_type", "norm"), [(2, 13.0), (1, 19.0), (math.inf, 12.0), (3, 1819 ** (1 / 3))])
def test_gradients_together_get_the_length(ag, params, norm_type, norm):
    grad = params[0].grad
    total = ag.nn.utils.clip_grad_norm_(params, 1.0, norm_type)
    assert total.item() == pytest.approx(norm)
    assert grad is params[0].grad and grad._version == 1
    assert grad.tolist() == pytest.approx([3 / norm, -4 / norm]) and params[1].grad.item() == pytest.approx(12 / norm)


def test_short_gradients_stay(ag, params):
    assert ag.nn.utils.clip_grad_norm_(params[0], 100.0).item() == 5.0
    assert params[0].grad.tolist() == [3.0, -4.0]
    assert ag.nn.utils.get_total_norm([p.grad for p in params[:2]]).item() == 13.0
    assert ag.nn.utils.clip_grad_norm_([params[2]], 1.0).item() == 0.0


def test_without_gradients_the_length_has_the_default_type(ag, params):
    ag.set_default_dtype(ag.float64)
    try:
        assert ag.nn.utils.clip_grad_norm_([params[2]], 1.0).dtype is ag.float64
    finally:
        ag.set_default_dtype(ag.float32)


def test_an_infinite_length_can_be_an_error(ag, params):
    params[0].grad = ag.tensor([math.inf, 1.0])
    with pytest.raises(RuntimeError, match="The total norm of order 2.0 for gradients from `parameters` is non-finite"):
        ag.nn.utils.clip_grad_norm_(params, 1.0, error_if_nonfinite=True)
    assert params[0].grad.tolist() == [math.inf, 1.0]


def test_a_length_overflows_silently(ag, params):
    params[1].grad.fill_(1e20)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ag.nn.utils.clip_grad_norm_(params, 1.0).item() == math.inf
    assert params[0].grad.tolist() == [0.0, 0.0]


def test_a_used_up_generator_is_noticed(ag):
    with pytest.warns(UserWarning, match="`parameters` is an empty generator, no gradient clipping will occur."):
        ag.nn.utils.clip_grad_norm_((p for p in []), 1.0)


def test_values_are_clipped_one_by_one(ag, params):
    assert ag.nn.utils.clip_grad_value_(params, 3.5) is None
    assert params[0].grad.tolist() == [3.0, -3.5] and params[1].grad.tolist() == [[3.5]] and params[2].grad is None


def test_without_gradients_there_are_no_values_to_clip(ag, params):
    with pytest.raises(RuntimeError, match=r"nested_tensorlist\[0\]\.empty\(\) to be true, but got false"):
        ag.nn.utils.clip_grad_value_(params[2:], 1.0)


def test_parameters_become_a_vector_and_back(ag, params):
    vector = ag.nn.utils.parameters_to_vector(params)
    assert vector.tolist() == [3.0, 4.0, 1.0, 1.0, 1.0] and vector.requires_grad
    ag.nn.utils.vector_to_parameters(ag.tensor([1.0, 2.0, 3.0, 4.0, 5.0]), params)
    assert [p.tolist() for p in params] == [[1.0, 2.0], [[3.0]], [4.0, 5.0]]


def test_a_limit_that_is_no_number_is_refused_even_if_nothing_is_clipped(ag):
    with pytest.raises(ValueError, match="could not convert string to float: 'a'"):
        ag.nn.utils.clip_grad_value_([ag.ones(1)], "a")


@pytest.mark.parametrize("place", ["utils", "nn.utils"])
def test_a_name_that_is_missing(ag, place):
    from operator import attrgetter

    with pytest.raises(AttributeError, match=rf"^module 'torch.{place}' has no attribute 'foo'"):
        attrgetter(place)(ag).foo
