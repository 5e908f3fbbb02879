"""Number types: how they are named, asked for, converted and combined."""

import numpy as np
import pytest

NAMES = {"float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32", "short": "int16"}


@pytest.fixture
def as_before(ag):
    """Put the default dtype back after the test."""
    yield
    ag.set_default_dtype(ag.float32)


def sentence(kind, action, *args):
    with pytest.raises(kind) as caught:
        action(*args)
    return str(caught.value)


def test_names(ag):
    assert all(repr(getattr(ag, short)) == "torch." + name for short, name in NAMES.items())
    assert ag.float is ag.float32 and isinstance(ag.float, ag.dtype)
    assert (ag.float64.itemsize, ag.uint8.is_signed, ag.int8.is_floating_point, ag.half.is_floating_point) == (
        8,
        False,
        False,
        True,
    )


# ---- which type comes out -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "dtype"),
    {
        "ag.tensor([1, 2]) / 2": "float32",
        "ag.tensor([1, 2]) // 2": "int64",
        "ag.tensor([1]) * 1.5": "float32",
        "ag.tensor([True]) + 1": "int64",
        "ag.tensor([True]) + True": "bool",
        "ag.tensor([True]) * 1.5": "float32",
        "ag.ones(2) + ag.tensor(1., dtype=ag.float64)": "float32",
        "ag.ones(2) + ag.ones(2).double()": "float64",
        "ag.ones(2) * np.float64(2)": "float32",
        "ag.tensor([1]) + ag.tensor(1.5)": "float32",
        "ag.tensor([1]).int() + ag.tensor(1)": "int32",
        "ag.tensor(1).int() + ag.tensor(1)": "int64",
        "ag.tensor([1]).sqrt()": "float32",
        "ag.tensor([1]).char().exp()": "float32",
        "ag.tensor([1, 2]) ** 2": "int64",
        "ag.tensor([1, 2]) ** 0.5": "float32",
        "ag.tensor([True]) ** 2": "int64",
        "ag.tensor([1, 2]) > 1": "bool",
        "ag.tensor([1, 2]).sum()": "int64",
        "ag.tensor([True]).sum()": "int64",
        "ag.tensor([1]) & 1": "int64",
        "ag.tensor([True]) & True": "bool",
        "ag.tensor([1, 2]) % 2.5": "float32",
        "1 - ag.ones(1).double()": "float64",
        "ag.tensor([1]).byte() + ag.tensor([1]).char()": "int16",
        "ag.arange(3)": "int64",
        "ag.arange(3.)": "float32",
        "ag.full((2,), 1)": "int64",
        "ag.full((2,), True)": "bool",
        "ag.tensor([True, 2])": "int64",
        "ag.tensor([True, 2.5])": "float32",
        "ag.tensor([])": "float32",
        "ag.tensor(np.ones(2))": "float64",
        "ag.tensor([np.float32(1), 2])": "float32",
        "ag.tensor([ag.tensor(1), 2.5])": "float32",
        "ag.tensor([1]).clamp(ag.tensor(0.5), ag.tensor(2.0).double())": "float64",
        "ag.tensor([1]).clamp(ag.tensor([0.5]), ag.tensor(2.0).double())": "float32",
        "ag.addcmul(ag.tensor([1.0]), ag.tensor([2]), ag.tensor(3.0).double())": "float32",
    }.items(),
)
def test_result_type(program, dtype, ag):
    assert eval(program, {"ag": ag, "np": np}).dtype is getattr(ag, dtype)


def test_asking_beforehand(ag):
    assert ag.promote_types(ag.int32, ag.float16) is ag.float16
    assert ag.promote_types(ag.uint8, ag.int8) is ag.int16
    assert ag.result_type(ag.tensor([1]), 1.5) is ag.float32
    assert ag.result_type(ag.ones(1), ag.tensor(1.0, dtype=ag.float64)) is ag.float32
    assert ag.can_cast(ag.int64, ag.float32) and not ag.can_cast(ag.float32, ag.int64)


def test_the_limits_of_a_type(ag):
    assert repr(ag.finfo(ag.float32)) == (
        "finfo(resolution=1e-06, min=-3.40282e+38, max=3.40282e+38, eps=1.19209e-07, "
        "smallest_normal=1.17549e-38, tiny=1.17549e-38, dtype=float32)"
    )
    assert (ag.iinfo(ag.int8).max, ag.finfo(ag.float16).max, ag.finfo().bits) == (127, 65504.0, 32)


def test_another_default_for_decimal_points(ag, as_before):
    ag.set_default_dtype(ag.float64)
    made = [
        ag.tensor([1.5]),
        ag.zeros(2),
        ag.tensor([1]) / 2,
        ag.tensor([1]).sqrt(),
        ag.arange(0, 1, 0.5),
        ag.rand(1),
        ag.eye(2),
        ag.tensor([1]) * 1.5,
        ag.Tensor([1]),
    ]
    assert {x.dtype for x in made} == {ag.float64} and ag.get_default_dtype() is ag.float64
    assert repr(ag.ones(1)) == "tensor([1.])"
    assert repr(ag.ones(1, dtype=ag.float32)) == "tensor([1.], dtype=torch.float32)"


def test_the_default_is_a_float(ag):
    assert sentence(TypeError, ag.set_default_dtype, ag.int64) == (
        "only floating-point types are supported as the default type"
    )


# ---- conversion -----------------------------------------------------------------------------------------------------


def test_conversions(ag):
    x = ag.tensor([1.7, -1.7, 0.0])
    assert (x.long().tolist(), x.int().dtype, x.bool().tolist()) == ([1, -1, 0], ag.int32, [True, True, False])
    assert x.to(ag.float64).dtype is x.double().dtype is x.type_as(x.double()).dtype is x.to(x.double()).dtype
    assert x.to(int).dtype is ag.int64 and x.to("cpu", ag.float16).dtype is ag.float16
    assert x.to(ag.float32) is x.float() is x.to("cpu") is x.to(None) is x and x.to(ag.float32, copy=True) is not x
    assert (x.type(), x.long().type(), x.type("torch.LongTensor").dtype) == (
        "torch.FloatTensor",
        "torch.LongTensor",
        ag.int64,
    )


def test_a_gradient_passes_a_conversion_between_floats_only(ag):
    x = ag.ones(2, requires_grad=True)
    y = x.double()
    (y * y).sum().backward()
    assert type(y.grad_fn).__name__ == "ToCopyBackward0" and x.grad.dtype is ag.float32
    assert not x.long().requires_grad and x.bool().grad_fn is None


def test_whole_numbers_have_no_gradient(ag):
    whole = ag.tensor([1, 2])
    assert sentence(RuntimeError, whole.requires_grad_) == (
        "only Tensors of floating point dtype can require gradients"
    )
    for make in (
        lambda: ag.tensor([1], requires_grad=True),
        lambda: ag.zeros(2, dtype=ag.int64, requires_grad=True),
        lambda: ag.arange(3, requires_grad=True),
        lambda: ag.randint(3, (2,), requires_grad=True),
    ):
        assert sentence(RuntimeError, make) == (
            "Only Tensors of floating point and complex dtype can require gradients"
        )


def test_only_the_cpu(ag, no_cuda_build):
    assert (repr(ag.ones(1).device), str(ag.device("cuda:1")), ag.device("cpu") == "cpu") == (
        "device(type='cpu')",
        "cuda:1",
        False,
    )
    assert ag.ones(1, device="cpu").to(ag.device("cpu")).cpu().is_cuda is ag.cuda.is_available() is False
    for action in (lambda: ag.ones(1, device="cuda"), lambda: ag.ones(1).to("cuda"), lambda: ag.ones(1).cuda()):
        assert sentence(AssertionError, action) == "Torch not compiled with CUDA enabled"
    assert sentence(RuntimeError, ag.device, "foo").endswith("device type at start of device string: foo")


# ---- whole numbers and truth ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "kind", "text"),
    [
        ("ag.tensor([7]) // 0", RuntimeError, "ZeroDivisionError"),
        ("ag.tensor([7]) % 0", RuntimeError, "ZeroDivisionError"),
        ("ag.tensor([2]) ** -1", RuntimeError, "Integers to negative integer powers are not allowed."),
        (
            "ag.tensor([True]) - ag.tensor([True])",
            RuntimeError,
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
            "operator "
            "instead.",
        ),
        (
            "1 - ag.tensor([True])",
            RuntimeError,
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, "
            "use the "
            "`~` or `logical_not()` operator instead.",
        ),
        (
            "-ag.tensor([True])",
            RuntimeError,
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use "
            "the `~` "
            "or `logical_not()` operator instead.",
        ),
        ("3 * ag.ones(1) ^ 2", NotImplementedError, "\"bitwise_xor_cpu\" not implemented for 'Float'"),
        ("~ag.ones(1)", TypeError, "~ (operator.invert) is only implemented on integer and Boolean-type tensors"),
        ("ag.tensor([1]).add_(1.5)", RuntimeError, "result type Float can't be cast to the desired output type Long"),
        ("ag.tensor([1]).div_(2)", RuntimeError, "result type Float can't be cast to the desired output type Long"),
        ("ag.ones(1).add(None)", TypeError, "add(): argument 'other' (position 1) must be Tensor, not NoneType"),
        ("ag.mul(ag.ones(1), 'a')", TypeError, "mul(): argument 'other' (position 2) must be Tensor, not str"),
        ("ag.ones(1) * None", TypeError, "unsupported operand type(s) for *: 'Tensor' and 'NoneType'"),
        (
            "ag.ones(2) < ag.ones(3)",
            RuntimeError,
            "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0",
        ),
        (
            "ag.logical_and(ag.ones(1), 1)",
            TypeError,
            "logical_and(): argument 'other' (position 2) must be Tensor, not int",
        ),
        ("ag.ones(1, dtype='float')", TypeError, "ones(): argument 'dtype' must be torch.dtype, not str"),
        (
            "ag.div(ag.ones(1), 2, rounding_mode='up')",
            RuntimeError,
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found 'up'",
        ),
    ],
)
def test_refused(program, kind, text, ag):
    assert sentence(kind, lambda: eval(program, {"ag": ag})) == text


@pytest.mark.parametrize(
    ("program", "values"),
    {
        "ag.tensor([7, -7]) // 2": [3, -4],
        "ag.tensor([7, -7]) % 2": [1, 1],
        "ag.fmod(ag.tensor([7, -7]), 2)": [1, -1],
        "ag.div(ag.tensor([7, -7]), 2, rounding_mode='trunc')": [3, -3],
        "7 // ag.tensor([2, -2])": [3, -4],
        "7 % ag.tensor([4, -4])": [3, -1],
        "ag.tensor([-1.5]) // 0.5": [-3.0],
        "ag.tensor([7.]) // 0": [float("inf")],
        "ag.tensor([-7.]) % 7": [-0.0],
        "ag.tensor([1, -1, 2]) ** ag.tensor([-1, -1, -1])": [1, -1, 0],
        "ag.tensor([5]) & 3": [1],
        "ag.tensor([5]) | 2": [7],
        "ag.tensor([5]) ^ 1": [4],
        "~ag.tensor([1])": [-2],
        "~ag.tensor([True])": [False],
        "ag.tensor([1]).byte() + 300": [45],
        "ag.tensor([1]).byte() - 2": [255],
        "ag.tensor([1]).char() * 1000": [-24],
        "ag.logical_xor(ag.tensor([1., 0.]), ag.tensor([2, 0]))": [False, False],
        "ag.ones(1).logical_not()": [False],
        "ag.add(ag.ones(1), 2, alpha=3)": [7.0],
        "ag.ones(1).sub(ag.ones(1), alpha=2)": [-1.0],
        "ag.tensor([1.25, -3.46]).round(decimals=1)": [1.2, -3.5],
        "ag.tensor([1.7, -1.7]).trunc()": [1.0, -1.0],
        "ag.tensor([float('nan'), 1.]).nan_to_num(5.)": [5.0, 1.0],
        "ag.tensor([True, False]) ** True": [True, False],
        "ag.tensor([True, False]) ** False": [True, True],
    }.items(),
)
def test_values(program, values, ag):
    assert eval(program, {"ag": ag}).tolist() == pytest.approx(values)


def test_a_floor_is_recorded_without_a_derivative(ag):
    quotient = ag.ones(1, requires_grad=True) // 2
    assert "grad_fn=<NotImplemented>" in repr(quotient)
    assert sentence(RuntimeError, quotient.backward) == "derivative for aten::floor_divide is not implemented"
