"""Making tensors: what they hold, how a size is given, and what is refused in which words."""

import numpy as np
import pytest


def sentence(kind, action, *args):
    with pytest.raises(kind) as caught:
        action(*args)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "kind", "text"),
    [
        ([[1, 2], [3]], ValueError, "expected sequence of length 2 at dim 1 (got 1)"),
        ([[[1], [2]], [[3], [4, 5]]], ValueError, "expected sequence of length 1 at dim 2 (got 2)"),
        ([[1, 2], 3], TypeError, "not a sequence"),
        ([1.0, [2.0]], TypeError, "must be real number, not list"),
        ([1, [2]], TypeError, "'list' object cannot be interpreted as an integer"),
        ("a", TypeError, "new(): invalid data type 'str'"),
        ([1, "a"], TypeError, "new(): invalid data type 'str'"),
        (["a"], ValueError, "too many dimensions 'str'"),
        (None, RuntimeError, "Could not infer dtype of NoneType"),
        ([1.0, None], RuntimeError, "Could not infer dtype of NoneType"),
        ({}, RuntimeError, "Could not infer dtype of dict"),
        (2**63, ValueError, "Overflow when unpacking long long"),
    ],
)
def test_what_is_no_tensor(data, kind, text, ag):
    assert sentence(kind, ag.tensor, data) == text


def test_numbers_that_do_not_fit_a_type(ag):
    assert sentence(RuntimeError, lambda: ag.tensor([300], dtype=ag.uint8)) == (
        "value cannot be converted to type uint8 without overflow"
    )
    assert sentence(RuntimeError, lambda: ag.tensor(float("nan"), dtype=ag.int64)) == (
        "value cannot be converted to type int64 without overflow"
    )
    assert sentence(TypeError, lambda: ag.tensor([None], dtype=ag.float32)) == "must be real number, not NoneType"
    assert ag.tensor([-1], dtype=ag.uint8).tolist() == [255]
    assert ag.tensor([1.7, 2.2], dtype=ag.int64).tolist() == [1, 2]


def test_what_tensor_reads(ag):
    assert ag.tensor([[1, 2], (3, 4)]).tolist() == [[1, 2], [3, 4]]
    assert ag.tensor(range(3)).tolist() == [0, 1, 2]
    assert ag.tensor([[], []]).shape == (2, 0)
    assert ag.tensor([ag.tensor(1.0), ag.tensor([2.0])]).tolist() == [1.0, 2.0]
    assert sentence(ValueError, ag.tensor, [ag.ones(2), ag.ones(2)]) == (
        "only one element tensors can be converted to Python scalars"
    )


def test_a_tensor_made_of_a_tensor_warns(ag):
    with pytest.warns(UserWarning, match="sourceTensor.detach().clone\\(\\)".replace("()", "\\(\\)")):
        ag.tensor(ag.ones(2))


def test_tensor_copies_and_from_numpy_shares(ag):
    array = np.ones(2)
    copy, shared, also = ag.tensor(array), ag.from_numpy(array), ag.as_tensor(array)
    array[0] = 7
    assert (copy.tolist(), shared.tolist(), also.tolist()) == ([1.0, 1.0], [7.0, 1.0], [7.0, 1.0])
    shared += 1
    assert array.tolist() == [8.0, 2.0] and ag.as_tensor(shared) is shared
    assert sentence(TypeError, ag.from_numpy, [1.0]) == "expected np.ndarray (got list)"


@pytest.mark.parametrize("make", ["zeros", "ones", "empty", "rand", "randn"])
def test_a_size_is_several_ints_or_one_tuple(make, ag):
    make = getattr(ag, make)
    ways = (2, 3), ((2, 3),), ([2, 3],), (ag.Size([2, 3]),), (np.int64(2), 3)
    assert {make(*size).shape for size in ways} == {(2, 3)}
    assert make(size=(2, 3)).shape == (2, 3) and make(()).shape == make([]).shape == () and make(0).shape == (0,)


@pytest.mark.parametrize(
    ("program", "kind", "text"),
    [
        ("ag.zeros(-1)", RuntimeError, "zeros: Dimension size must be non-negative."),
        ("ag.ones(2, -1)", RuntimeError, "Trying to create tensor with negative dimension -1: [2, -1]"),
        ("ag.zeros('a')", TypeError, "zeros(): argument 'size' (position 1) must be tuple of ints, not str"),
        ("ag.zeros(2.)", TypeError, "zeros(): argument 'size' (position 1) must be tuple of ints, not float"),
        (
            "ag.zeros((2, 'a'))",
            TypeError,
            "zeros(): argument 'size' failed to unpack the object at pos 2 with error "
            '"type must be tuple of ints,but got str"',
        ),
        ("ag.zeros()", TypeError, 'zeros() missing 1 required positional arguments: "size"'),
        ("ag.full(2, 1.)", TypeError, "full(): argument 'size' (position 1) must be tuple of ints, not int"),
        ("ag.full((2,), 'a')", TypeError, "full(): argument 'fill_value' (position 2) must be Number, not str"),
        ("ag.zeros_like([1])", TypeError, "zeros_like(): argument 'input' (position 1) must be Tensor, not list"),
        ("ag.eye(-1)", RuntimeError, "n must be greater or equal to 0, got -1"),
        ("ag.arange(0, 5, -1)", RuntimeError, "upper bound and lower bound inconsistent with step sign"),
        ("ag.arange(0, 5, 0)", RuntimeError, "step must be nonzero"),
        ("ag.linspace(0, 1, -1)", RuntimeError, "number of steps must be non-negative"),
    ],
)
def test_refused(program, kind, text, ag):
    assert sentence(kind, lambda: eval(program, {"ag": ag})) == text


def test_in_the_image_of_another(ag):
    x = ag.tensor([1, 2])
    assert [f(x).dtype for f in (ag.zeros_like, ag.ones_like, ag.empty_like)] == [ag.int64] * 3
    assert ag.ones_like(x, dtype=ag.float32, requires_grad=True).requires_grad
    assert (x.new_zeros(2, 3).dtype, x.new_ones((2,)).tolist(), x.new_tensor([1.5]).tolist()) == (ag.int64, [1, 1], [1])
    assert (x.new_full((1,), 3.7).tolist(), ag.full_like(x, 3).tolist()) == ([3], [3, 3])


def test_even_steps(ag):
    assert ag.arange(5).tolist() == [0, 1, 2, 3, 4] and ag.arange(5, 0, -2).tolist() == [5, 3, 1]
    assert ag.arange(1, 2.5, 0.5).tolist() == [1.0, 1.5, 2.0] and ag.arange(start=1, end=3).tolist() == [1, 2]
    assert ag.arange(0, 1, 0.1).tolist()[3] == 0.30000001192092896
    assert ag.linspace(0, 1, 5).tolist() == [0.0, 0.25, 0.5, 0.75, 1.0] and ag.linspace(2, 3, 1).tolist() == [2.0]
    assert ag.linspace(0, 10, 5, dtype=ag.int64).tolist() == [0, 2, 5, 7, 10]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_even_steps_to_the_last_bit(dtype):
    import autogradlab

    torch = pytest.importorskip("torch")
    for seed in range(40):
        a, b, step = np.random.default_rng(seed).normal(size=3).tolist()
        for make in (
            lambda ag, kind: ag.linspace(a, b, seed, dtype=kind),
            lambda ag, kind: ag.arange(a, a + 3, abs(step) / 9 + 0.01, dtype=kind),
        ):
            here, there = (make(ag, getattr(ag, dtype)).tolist() for ag in (autogradlab, torch))
            assert here == there


def test_old_constructors(ag):
    assert ag.Tensor([1, 2]).dtype is ag.float32 and ag.Tensor(2, 3).shape == (2, 3) and ag.Tensor().shape == (0,)
    assert ag.LongTensor([1, 2]).dtype is ag.int64 and ag.FloatTensor(2).shape == (2,)
    assert isinstance(ag.ones(1), ag.FloatTensor) and not isinstance(ag.ones(1), ag.LongTensor)
    assert sentence(TypeError, ag.Tensor, 3.0) == "new(): data must be a sequence (got float)"


def test_a_class_made_of_tensor_reads_its_arguments_as_tensor_does(ag):
    class Plain(ag.Tensor):
        pass

    class Labeled(ag.Tensor):
        def __init__(self, numbers):
            super().__init__()
            self.label = "x"

    x, y = Plain(2, 3), Labeled([1, 2])
    assert (type(x), x.shape) == (Plain, (2, 3)) and (type(y), y.tolist(), y.label) == (Labeled, [1.0, 2.0], "x")
    assert isinstance(x, ag.Tensor) and (y * 2 + 1).tolist() == [3.0, 5.0]
