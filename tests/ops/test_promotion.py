"""The number type that two types give: for every operator and pair, with dimensions and without, as in PyTorch."""

import operator
from itertools import permutations, product

import pytest

NAMES = ["float32", "float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool"]
NUMBERS = [2, -1, 0, 2.5]
OPERATORS = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lt", "eq", "and_", "or_", "xor"]


def operand(engine, name, ndim):
    values = [True, False, True] if name == "bool" else [1, 2, 3] if "int" in name else [1.5, 2.25, -3.0]
    return engine.tensor(values if ndim else values[1], dtype=getattr(engine, name))


def outcome(apply, *operands):
    """The result as it prints, or the error with its first line."""
    try:
        return repr(apply(*operands))
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"


@pytest.mark.parametrize("name", OPERATORS)
def test_two_tensors(name, assert_same_as_torch):
    for a, b in product(NAMES, NAMES):
        assert_same_as_torch(
            lambda engine: [
                outcome(getattr(operator, name), operand(engine, a, ndim_a), operand(engine, b, ndim_b))
                for ndim_a, ndim_b in product((0, 1), (0, 1))
            ]
        )


@pytest.mark.parametrize("name", OPERATORS)
def test_a_tensor_and_a_number(name, assert_same_as_torch):
    for a, number in product(NAMES, NUMBERS):
        assert_same_as_torch(
            lambda engine: [
                outcome(getattr(operator, name), *pair)
                for ndim in (0, 1)
                for pair in permutations((operand(engine, a, ndim), number))
            ]
        )
