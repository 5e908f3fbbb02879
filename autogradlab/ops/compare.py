"""Comparisons, entry by entry. Their results are bool tensors without history: a step has no slope to learn from."""
import numbers
import operator

import numpy as np

from autogradlab.autograd.dtypes import promote
from autogradlab.autograd.tensor import Tensor, new_tensor

from .register import named


def _comparison(name, compare, dunder):
    def function(input, other):
        if not isinstance(other, (Tensor, numbers.Number)):
            return NotImplemented
        return new_tensor(compare(*promote(input._data, other._data if isinstance(other, Tensor) else other)))
    function.__name__, function.__doc__ = name, f"Where input {dunder} other, as a bool tensor; shapes broadcast."
    named(name, operators=(f"__{name}__",))(function)


for _name, _sign in (("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!=")):
    _comparison(_name, getattr(operator, _name), _sign)


@named("logical_and", operators=("__and__",))
def logical_and(input, other):
    """Where both hold, for bool tensors."""
    return new_tensor(input._data & other._data)


@named("equal")
def equal(input, other):
    """Whether two tensors have the same shape and the same numbers, as a Python bool."""
    return bool(np.array_equal(input._data, other._data))


@named("isnan")
def isnan(input):
    """Where an entry is not a number."""
    return new_tensor(input._data != input._data)
