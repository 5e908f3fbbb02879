"""What does not go together is refused in PyTorch's words."""
import pytest

import autogradlab as ag

ones = ag.ones

SENTENCES = {
    "shapes": (lambda: ones(2, 3) + ones(2, 4), RuntimeError,
               "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1"),
    "shapes of two ranks": (lambda: ones(2, 3) * ones(4), RuntimeError,
                            "The size of tensor a (3) must match the size of tensor b (4) at non-singleton "
                            "dimension 1"),
    "branches of where": (lambda: ag.where(ones(2) > 0, ones(2), ones(3)), RuntimeError,
                          "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"),
    "matrices": (lambda: ones(2, 4) @ ones(3, 1), RuntimeError,
                 "mat1 and mat2 shapes cannot be multiplied (2x4 and 3x1)"),
    "no matrix": (lambda: ag.matmul(ones(2), "a"), TypeError,
                  "matmul(): argument 'other' (position 2) must be Tensor, not str"),
    "no matrix for a method": (lambda: ones(2).matmul("a"), TypeError,
                               "matmul(): argument 'other' (position 1) must be Tensor, not str"),
    "no matrix for an operator": (lambda: ones(2) @ "a", TypeError,
                                  "unsupported operand type(s) for @: 'Tensor' and 'str'"),
    "nothing to flip": (lambda: ones(2).flip(), TypeError, 'flip() missing 1 required positional arguments: "dims"'),
    "vector and matrix": (lambda: ones(2) @ ones(3, 2), RuntimeError,
                          "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x2)"),
    "matrix and vector": (lambda: ones(2, 3) @ ones(2), RuntimeError,
                          "size mismatch, got input (2), mat (2x3), vec (2)"),
    "vectors": (lambda: ones(2) @ ones(3), RuntimeError,
                "inconsistent tensor size, expected tensor [2] and src [3] to have the same number of elements, but "
                "got 2 and 3 elements respectively"),
    "number types of a product": (lambda: ones(2, 2) @ ones(2, 2, dtype=ag.float64), RuntimeError,
                                  "expected m1 and m2 to have the same dtype, but got: float != double"),
    "a number in a product": (lambda: ones(2) @ 2, TypeError, "unsupported operand type(s) for @: 'Tensor' and 'int'"),
    "reshape": (lambda: ones(2, 3).reshape(5), RuntimeError, "shape '[5]' is invalid for input of size 6"),
    "expand": (lambda: ones(2, 3).expand(4, 3), RuntimeError,
               "The expanded size of the tensor (4) must match the existing size (2) at non-singleton dimension 0.  "
               "Target sizes: [4, 3].  Tensor sizes: [2, 3]"),
    "dimension": (lambda: ones(2, 3).sum(2), IndexError,
                  "Dimension out of range (expected to be in range of [-2, 1], but got 2)"),
    "index": (lambda: ones(3)[5], IndexError, "index 5 is out of bounds for dimension 0 with size 3"),
    "too many indices": (lambda: ones(3)[0, 1], IndexError, "too many indices for tensor of dimension 1"),
    "index of a number": (lambda: ag.tensor(3.)[0], IndexError,
                          "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
                          "to convert a 0-dim tensor to a number"),
    "backward slices": (lambda: ones(3)[::-1], ValueError, "step must be greater than zero"),
    "rows of a number": (lambda: list(ag.tensor(3.)), TypeError, "iteration over a 0-d tensor"),
    "length of a number": (lambda: len(ag.tensor(3.)), TypeError, "len() of a 0-d tensor"),
    "integer power": (lambda: ag.tensor([1, 2]) ** -1, RuntimeError,
                      "Integers to negative integer powers are not allowed."),
    "mean of integers": (lambda: ag.tensor([1, 2]).mean(), RuntimeError,
                         "mean(): could not infer output dtype. Input dtype must be either a floating point or complex "
                         "dtype. Got: Long"),
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


@pytest.mark.parametrize("mask, value, sentence", [
    (1, 0., "masked_fill(): argument 'mask' (position 2) must be Tensor, not int"),
    (ones(2) > 0, "a", "masked_fill(): argument 'value' (position 3) must be Number, not str")], ids=["mask", "value"])
def test_what_cannot_fill_is_named_with_its_place(mask, value, sentence):
    with pytest.raises(TypeError) as caught:
        ag.masked_fill(ones(2), mask, value)
    assert str(caught.value) == sentence


def test_whole_numbers_cannot_require_grad_and_the_cure_is_a_point():
    with pytest.raises(RuntimeError, match="Only Tensors of floating point") as caught:
        ag.tensor(3, requires_grad=True)
    assert "tensor(3.)" in caught.value.__notes__[0]


def test_requires_grad_is_yes_or_no():
    with pytest.raises(TypeError, match="argument 'requires_grad' must be bool, not str"):
        ag.tensor(3., requires_grad="yes")


@pytest.mark.filterwarnings("error")
def test_a_number_too_large_for_float32_is_inf_without_a_warning():
    assert ag.tensor(1e40).item() == float("inf")
