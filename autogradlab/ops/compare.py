"""Comparisons, truth values and bits, entry by entry. Results have no history: a step has no slope to learn from."""

import operator

import numpy as np

from autogradlab.autograd.dtypes import CATEGORY, floating, promote
from autogradlab.autograd.operation import broadcast_error
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.tensor import Tensor, new_tensor

from .arguments import not_for, refuse
from .operators import number_beside
from .refusals import NUMBERS, NoWay, plain
from .register import functions, named, reflected, titled
from .writing import check_cast, in_place


def _promoted(input, other):
    return quiet.run(promote, input._data, other._data if isinstance(other, Tensor) else plain(other))


def _result(compute, a, b):
    try:
        return new_tensor(quiet.run(compute, a, b))
    except ValueError:
        raise broadcast_error(np.shape(a), np.shape(b)) from None


# ---- comparisons ----------------------------------------------------------------------------------------------------


def _comparison(names, compare, sign):
    def function(input, other):
        if isinstance(other, (Tensor, *NUMBERS)):
            return _result(compare, *_promoted(input, other))
        if isinstance(other, np.ndarray) and sign == "==" and other.dtype.kind in CATEGORY:
            return function(input, new_tensor(other))  # not "!=": as in PyTorch, that is Python's True for any array
        return NotImplemented

    titled(function, names[0], f"Where input {sign} other, as a bool tensor; shapes broadcast.")
    named(*names, operators=(f"__{names[0]}__",))(function)


for _names, _sign in (
    ("lt less", "<"),
    ("le less_equal", "<="),
    ("gt greater", ">"),
    ("ge greater_equal", ">="),
    ("eq", "=="),
    ("ne not_equal", "!="),
):
    _comparison(_names.split(), getattr(operator, _names[:2]), _sign)


@named("equal")
def equal(input, other):
    """Whether two tensors have the same shape and the same numbers, as a Python bool."""
    return bool(np.array_equal(input._data, other._data))


@named("isclose")
def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Where |input − other| ≤ atol + rtol · |other|."""
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{input.dtype.type_name} did not match {other.dtype.type_name}")
    for name, value in (("rtol", rtol), ("atol", atol)):
        if not value >= 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value:g}")

    def close(a, b):
        same = (a == b) | ((a != a) & (b != b)) if equal_nan else a == b
        difference = abs(floating(a) - floating(b))
        return same | np.isfinite(difference) & (difference <= atol + abs(rtol * b)) if rtol or atol else same

    return _result(close, input._data, other._data)


@named("allclose")
def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all entries are close, as a Python bool."""
    return bool(isclose(input, other, rtol, atol, equal_nan)._data.all())


# ---- truth values ---------------------------------------------------------------------------------------------------


def _question(name, compute, doc):
    named(name)(titled(lambda input: new_tensor(compute(input._data)), name, doc))


_question("isnan", np.isnan, "Where an entry is not a number.")
_question("isinf", np.isinf, "Where an entry is inf or -inf.")
_question("isfinite", np.isfinite, "Where an entry is neither infinite nor nan.")
_question("logical_not", np.logical_not, "Where an entry is 0.")


def _logical(name, compute):
    def function(input, other):
        return _result(compute, input._data, other._data)

    named(name)(titled(function, name, f"`{name[8:]}` of the truth of two tensors' entries: all but 0 is true."))


for _name in ("logical_and", "logical_or", "logical_xor"):
    _logical(_name, getattr(np, _name))


# ---- bits -----------------------------------------------------------------------------------------------------------


def _bitwise(name, compute, sign, kernel, refused="f"):
    dunder = compute.__name__.strip("_")

    def function(input, other):
        if not isinstance(other, (Tensor, *NUMBERS)):
            return NotImplemented
        if not isinstance(input, Tensor):
            if not isinstance(other, Tensor):
                raise NoWay
            input = number_beside(input, other)
        a, b = _promoted(input, other)
        if np.result_type(a, b).kind in refused:
            raise broadcast_error(np.shape(a), np.shape(b)) or not_for(kernel, a)
        return _result(compute, a, b)

    titled(function, name, f"input {sign} other, bit by bit" + "; of bools their truth." * (refused == "f"))
    named(name, operators=(f"__{dunder}__",))(function)
    reflected(f"__r{dunder}__", function)

    def written(self, *given):
        try:
            return function(self, *given)
        except NotImplementedError:  # a result type that `self` cannot hold is refused before a float is
            check_cast(self, np.empty(0, functions["result_type"](self, *given).numpy))
            raise

    in_place(name + "_", titled(written, name, function.__doc__), f"__i{dunder}__")


_bitwise("bitwise_and", operator.and_, "&", "bitwise_and_cpu")
_bitwise("bitwise_or", operator.or_, "|", "bitwise_or_cpu")
_bitwise("bitwise_xor", operator.xor, "^", "bitwise_xor_cpu")
_bitwise("bitwise_left_shift", operator.lshift, "<<", "lshift_cpu", refused="fb")
_bitwise("bitwise_right_shift", operator.rshift, ">>", "rshift_cpu", refused="fb")


@named("bitwise_not")
def bitwise_not(input):
    """Every bit flipped; for bools, logical not."""
    refuse("f", "bitwise_not_cpu", input._data)
    return new_tensor(~input._data)


def _invert(self):
    if self._data.dtype.kind == "f":
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return new_tensor(~self._data)


Tensor.__invert__ = _invert
