"""Arguments that do not go together are refused in PyTorch's words."""

import warnings

import numpy as np
import pytest

import autogradlab as ag
from autogradlab.ops.register import functions

ones = ag.ones

SENTENCES = {
    "shapes": (
        lambda: ones(2, 3) + ones(2, 4),
        RuntimeError,
        "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1",
    ),
    "shapes of two ranks": (
        lambda: ones(2, 3) * ones(4),
        RuntimeError,
        "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1",
    ),
    "branches of where": (
        lambda: ag.where(ones(2) > 0, ones(2), ones(3)),
        RuntimeError,
        "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0",
    ),
    "matrices": (
        lambda: ones(2, 4) @ ones(3, 1),
        RuntimeError,
        "mat1 and mat2 shapes cannot be multiplied (2x4 and 3x1)",
    ),
    "no matrix": (
        lambda: ag.matmul(ones(2), "a"),
        TypeError,
        "matmul(): argument 'other' (position 2) must be Tensor, not str",
    ),
    "no matrix for a method": (
        lambda: ones(2).matmul("a"),
        TypeError,
        "matmul(): argument 'other' (position 1) must be Tensor, not str",
    ),
    "no matrix for an operator": (
        lambda: ones(2) @ "a",
        TypeError,
        "unsupported operand type(s) for @: 'Tensor' and 'str'",
    ),
    "nothing to flip": (lambda: ones(2).flip(), TypeError, 'flip() missing 1 required positional arguments: "dims"'),
    "vector and matrix": (
        lambda: ones(2) @ ones(3, 2),
        RuntimeError,
        "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x2)",
    ),
    "matrix and vector": (
        lambda: ones(2, 3) @ ones(2),
        RuntimeError,
        "size mismatch, got input (2), mat (2x3), vec (2)",
    ),
    "vectors": (
        lambda: ones(2) @ ones(3),
        RuntimeError,
        "inconsistent tensor size, expected tensor [2] and src [3] to have the same number of elements, but "
        "got 2 and 3 elements respectively",
    ),
    "number types of a product": (
        lambda: ones(2, 2) @ ones(2, 2, dtype=ag.float64),
        RuntimeError,
        "expected m1 and m2 to have the same dtype, but got: float != double",
    ),
    "a number in a product": (lambda: ones(2) @ 2, TypeError, "unsupported operand type(s) for @: 'Tensor' and 'int'"),
    "reshape": (lambda: ones(2, 3).reshape(5), RuntimeError, "shape '[5]' is invalid for input of size 6"),
    "expand": (
        lambda: ones(2, 3).expand(4, 3),
        RuntimeError,
        "The expanded size of the tensor (4) must match the existing size (2) at non-singleton dimension 0.  "
        "Target sizes: [4, 3].  Tensor sizes: [2, 3]",
    ),
    "dimension": (
        lambda: ones(2, 3).sum(2),
        IndexError,
        "Dimension out of range (expected to be in range of [-2, 1], but got 2)",
    ),
    "index": (lambda: ones(3)[5], IndexError, "index 5 is out of bounds for dimension 0 with size 3"),
    "too many indices": (lambda: ones(3)[0, 1], IndexError, "too many indices for tensor of dimension 1"),
    "index of a number": (
        lambda: ag.tensor(3.0)[0],
        IndexError,
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
        "to convert a 0-dim tensor to a number",
    ),
    "backward slices": (lambda: ones(3)[::-1], ValueError, "step must be greater than zero"),
    "rows of a number": (lambda: list(ag.tensor(3.0)), TypeError, "iteration over a 0-d tensor"),
    "length of a number": (lambda: len(ag.tensor(3.0)), TypeError, "len() of a 0-d tensor"),
    "integer power": (
        lambda: ag.tensor([1, 2]) ** -1,
        RuntimeError,
        "Integers to negative integer powers are not allowed.",
    ),
    "mean of integers": (
        lambda: ag.tensor([1, 2]).mean(),
        RuntimeError,
        "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long",
    ),
    "ragged lists": (lambda: ag.tensor([[1, 2], [3]]), ValueError, "expected sequence of length 2 at dim 1 (got 1)"),
    "words": (lambda: ag.tensor("a"), TypeError, "new(): invalid data type 'str'"),
    "nothing": (lambda: ag.tensor(None), RuntimeError, "Could not infer dtype of NoneType"),
    "adding nothing": (lambda: ones(1) + None, TypeError, "unsupported operand type(s) for +: 'Tensor' and 'NoneType'"),
}


@pytest.mark.parametrize("case", SENTENCES)
def test_sentence(case):
    action, kind, sentence = SENTENCES[case]
    with pytest.raises(kind) as caught:
        action()
    assert str(caught.value) == sentence


def test_a_number_where_a_tensor_belongs_is_named():
    with pytest.raises(TypeError) as caught:
        ag.sin(3)
    assert str(caught.value) == "sin(): argument 'input' (position 1) must be Tensor, not int"
    assert caught.value.__notes__ == ["  help: make a tensor of it first, as in sin(tensor(...))"]


def test_whole_numbers_cannot_require_grad_and_the_cure_is_a_point():
    with pytest.raises(RuntimeError, match="Only Tensors of floating point") as caught:
        ag.tensor(3, requires_grad=True)
    assert "tensor(3.)" in caught.value.__notes__[0]


def test_requires_grad_is_yes_or_no():
    with pytest.raises(TypeError, match="argument 'requires_grad' must be bool, not str"):
        ag.tensor(3.0, requires_grad="yes")


@pytest.mark.filterwarnings("error")
def test_a_number_too_large_for_float32_is_inf_without_a_warning():
    assert ag.tensor(1e40).item() == float("inf")


#: Arguments of a wrong kind, as a learner may give them: each is refused with PyTorch's error, or taken as by PyTorch.
WRONG_KINDS = {
    "a word for a dimension": lambda t, m: m.unsqueeze("a"),
    "as a function": lambda t, m: t.unsqueeze(m, "a"),
    "a truth value": lambda t, m: m.cumsum(True),
    "a float": lambda t, m: m.argmax(1.0),
    "none at all": lambda t, m: m.transpose(),
    "one too many": lambda t, m: m.unsqueeze(0, 1),
    "a word for a count": lambda t, m: m.topk("a"),
    "a word for a switch": lambda t, m: m.topk(1, largest="a"),
    "sum kept": lambda t, m: m.sum("a", True),
    "second of several": lambda t, m: m.sum((0, "a")),
    "kept is no dimension": lambda t, m: m.sum(0, 1),
    "number type": lambda t, m: m.softmax(0, "a"),
    "equal": lambda t, m: m.equal(3),
    "equal as a function": lambda t, m: t.equal(m, 3),
    "maximum": lambda t, m: m.maximum(3),
    "dot": lambda t, m: t.dot([1], [2]),
    "list for a tensor": lambda t, m: t.sum([1, 2]),
    "number for a tensor": lambda t, m: t.relu(3),
    "gather": lambda t, m: m.gather(0, [0]),
    "split": lambda t, m: m.split("a"),
    "cat": lambda t, m: t.cat(m, m),
    "einsum": lambda t, m: t.einsum("i", [1.0]),
    "decimals": lambda t, m: m.round(decimals="a"),
    "permute": lambda t, m: m.permute(0, "a"),
    "reshape": lambda t, m: m.reshape("a"),
    "expand": lambda t, m: m.expand("a", 2),
    "tile": lambda t, m: m.tile("a"),
    "repeat": lambda t, m: m.repeat(-1, 1),
    "nothing to repeat": lambda t, m: m.repeat(),
    "one_hot": lambda t, m: t.nn.functional.one_hot(t.tensor([1]), "a"),
    "embedding": lambda t, m: t.nn.Embedding(4, 2)(1),
    "linear": lambda t, m: t.nn.Linear(2, 2)([1.0]),
    "size of a layer": lambda t, m: t.nn.Linear("a", 2),
    "negative size": lambda t, m: t.nn.Linear(-1, 2),
    "random state": lambda t, m: t.set_rng_state(m),
    "softmax": lambda t, m: t.nn.functional.softmax(m, dim="a"),
    "empty": lambda t, m: t.zeros(2, 0).amax(-1),
    "expand back to front": lambda t, m: m.expand(-1, -1, 3),
    "anomaly": lambda t, m: t.set_anomaly_enabled(1),
    "1-D input": lambda t, m: t.nn.functional.cross_entropy(t.ones(3), t.tensor([0, 1])),
    "NumPy's whole number": lambda t, m: m.sum(np.int64(1)),
    "a tensor of one": lambda t, m: m.sum(t.tensor(1)),
    "NumPy's words": lambda t, m: m.sum(axis=0, keepdims=True),
    "all dimensions are kept": lambda t, m: (m.sum(None, True), m.mean(dim=None, keepdim=True), m.sum((), True)),
    "another tensor": lambda t, m: m.max(t.ones(2)),
    "not listed without history": lambda t, m: len((m.requires_grad_() // 2).grad_fn.next_functions),
    "a bias with gaps": lambda t, m: t.nn.functional.linear(m[None].requires_grad_(), m, t.ones(4)[::2]),
    "nan in a norm": lambda t, m: t.autograd.grad(
        (x := t.tensor([1.0, float("nan")], requires_grad=True)).norm(float("inf")), x
    )[0].tolist(),
    "float16": lambda t, m: t.tensor([1.0, 2, 3, 0.1]).half().softmax(0),
    "gradcheck of whole numbers": lambda t, m: t.autograd.gradcheck(t.Tensor.long, m.double().requires_grad_()),
}


#: Where a function of PyTorch's has several signatures, which its error lists, ours names the argument.
NAMED = {
    "sum(): argument 'dim' (position 1) must be tuple of ints, not str": lambda m: m.sum("a"),
    "max(): argument 'dim' (position 1) must be Tensor or int, not NoneType": lambda m: m.max(None),
    "eq(): argument 'other' (position 1) must be Number or Tensor, not str": lambda m: m.eq("a"),
    "sum() got an unexpected keyword argument 'dims'": lambda m: m.sum(dims=0),
    "randn() got an unexpected keyword argument 'require_grad'": lambda m: ag.randn(2, require_grad=True),
    "sum() received an invalid combination of arguments - got (keepdim=bool)": lambda m: m.sum(keepdim=True),
    "to() received an invalid combination of arguments - got (list)": lambda m: m.to([1]),
}


@pytest.mark.parametrize("sentence", NAMED)
def test_an_argument_that_fits_none_of_several_signatures_is_named(sentence):
    with pytest.raises(TypeError) as caught:
        NAMED[sentence](ones(2, 2))
    assert str(caught.value) == sentence


@pytest.mark.parametrize("case", WRONG_KINDS)
def test_an_argument_of_a_wrong_kind(case, assert_same_as_torch):
    assert_same_as_torch(lambda engine: WRONG_KINDS[case](engine, engine.ones(2, 2)))


def warned(action):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        action()
    return [str(warning.message).split(" (Triggered")[0] for warning in caught]


def test_warnings_are_pytorchs(assert_same_as_torch):
    assert_same_as_torch(lambda t: warned(lambda: t.zeros(0).var()) + warned(lambda: t.ones(1).std(0)))


def test_only_tensors_are_marked_and_a_parameter_that_is_none_is_not_found():
    class Twice(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_non_differentiable(3)
            return x * 2

    with pytest.raises(RuntimeError, match="only accepts variable arguments"):
        Twice.apply(ones(1))
    with pytest.raises(AttributeError, match="`bias` is not an nn.Parameter"):
        ag.nn.Linear(1, 1, bias=False).get_parameter("bias")


def refused(f, *arguments):
    try:
        f(*arguments)
    except Exception as error:
        return str(error)
    return ""


def test_too_few_or_too_many_arguments_are_told_under_a_name_that_a_learner_knows():
    """Many functions are made by another: `_family.<locals>.like() takes 2 positional arguments` would tell nothing."""
    x, said = ones(2), []
    methods = [name for name, f in vars(ag.Tensor).items() if callable(f) and not name.startswith("_")]
    for name in functions:
        said += [refused(functions[name]), refused(functions[name], *[x] * 6)]
    for name in methods:
        said += [refused(getattr(x.clone(), name)), refused(getattr(x.clone(), name), *[x] * 6)]
    assert len([sentence for sentence in said if sentence]) > len(said) / 2
    assert [sentence for sentence in said if "<" in sentence.partition("(")[0] or sentence.startswith("_")] == []
