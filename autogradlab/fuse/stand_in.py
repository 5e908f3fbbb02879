"""Stand-ins for arrays: they hold no numbers, and what is computed with them is recorded instead.

A stand-in takes the place of a tensor's array. The operations, and in backward their rules and the engine's walk,
call NumPy on it as always; NumPy passes each such call to the stand-in, which records it. So this file knows no
operation and no gradient: the recording *is* what the engine does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from .kernels import cast, drop, keep, select, spread

if TYPE_CHECKING:
    from typing import Any


class Untraceable(Exception):
    """Why a function cannot be run in blocks."""


class Value:
    """One value of a recording: an input, or the result of `function` on `arguments` (values and plain numbers).

    whole       whether it has the shape of the recording; otherwise it is a single number
    reduces     whether it is the sum of all entries of a value
    late        whether it is known only after all blocks: a sum of all entries, or something made of one
    """

    __slots__ = ("number", "function", "arguments", "settings", "whole", "dtype", "reduces", "late")
    number: int
    function: Any
    arguments: tuple
    settings: dict
    whole: bool
    dtype: np.dtype
    reduces: bool
    late: bool

    @property
    def values(self):
        """Those of its arguments that are values."""
        return [x for x in self.arguments if isinstance(x, Value)]


class Recording:
    """The `values` that were computed, in order. All that have dimensions have the same `shape`.

    A value that was computed before, like g · x for each factor of x · x, is listed again, but the first one is used.
    """

    def __init__(self, shape):
        self.shape, self.values, self._known = shape, [], {}

    def input(self, shape, dtype):
        """A stand-in for an argument's array."""
        return self._add(None, (), {}, bool(shape), dtype)

    def _add(self, function, arguments, settings, whole, dtype, reduces=False):
        value = Value()
        value.number, value.function, value.arguments, value.settings = len(self.values), function, arguments, settings
        value.whole, value.dtype, value.reduces = whole, np.dtype(dtype), reduces
        value.late = reduces or any(x.late for x in value.values)
        if value.late and whole:
            raise Untraceable("it uses a sum of all entries inside the chain, where it has to be the last step")
        if whole and function not in (None, spread) and not any(x.whole for x in value.values):
            number = self._add(function, arguments, settings, False, dtype)  # the same at every place
            return self.spread(number, self.shape, number.dtype)
        self.values.append(value)
        known = value if function is None else self._known.setdefault(_key(value), value)
        return StandIn(self, known, self.shape if whole else ())

    # ---- what NumPy hands over ----------------------------------------------------------------------------------

    def entrywise(self, function, inputs, settings=None):
        """`function` of each entry; its number type is found by a trial with ones."""
        settings = settings or {}
        if set(settings) - {"dtype"}:
            raise Untraceable(f"it uses {_name(function)} with {', '.join(settings)}")
        operands = self._operands(inputs)
        with np.errstate(all="ignore"):
            tried = function(*[_sample(x) for x in inputs], **settings)
        return self._add(function, operands, settings, _is_whole(inputs), tried.dtype)

    def _operands(self, inputs):
        return tuple([self._operand(x) for x in inputs])

    def _operand(self, x):
        if isinstance(x, StandIn):
            value = x.value
            return value.arguments[0] if value.function is spread else value  # NumPy broadcasts a number itself
        if type(x) in (int, float, bool) or isinstance(x, np.generic):
            return x
        if isinstance(x, np.ndarray) and not x.ndim:
            return x[()]
        raise Untraceable("it uses numbers that are in none of its arguments: hand them in as an argument")

    def select(self, condition, x, y):
        """np.where, with both choices in the result's number type."""
        dtype = np.where(_sample(condition), _sample(x), _sample(y)).dtype
        if _sample(condition).dtype.kind != "b":
            raise Untraceable("it uses where() with a condition that is not bool")
        choices = [x.astype(dtype, copy=False) if isinstance(x, StandIn) else dtype.type(x) for x in (x, y)]
        function, inputs = select, (condition, *choices)
        for zero, quicker in ((0, drop), (1, keep)):
            if _is_zero(choices[zero]):
                function, inputs = quicker, (condition, choices[1 - zero])
        return self._add(function, self._operands(inputs), {}, _is_whole((condition, x, y)), dtype)

    def cast(self, x, dtype):
        return self._add(cast, self._operands([x]), {"dtype": dtype}, bool(x.shape), dtype)

    def spread(self, number, shape, dtype):
        """A number at every place of `shape`."""
        if not shape:
            return number
        if tuple(shape) != self.shape or (isinstance(number, StandIn) and number.shape):
            raise Untraceable(f"it stretches a number to {tuple(shape)}, beside entries of shape {self.shape}")
        return self._add(spread, self._operands([number]), {}, True, dtype)

    def reduce(self, ufunc, x, axis=0, dtype=None, keepdims=False, **others):
        """The sum of all entries."""
        axes = tuple(range(x.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        if ufunc is not np.add or others or (keepdims and x.shape) or len(axes) < x.ndim:
            raise Untraceable(f"it uses {ufunc.__name__}.reduce: only the sum and mean of all entries are fused")
        tried = np.add.reduce(_sample(x), dtype=dtype)
        if not x.shape:
            return x.astype(tried.dtype)
        if x.value.function is spread and tried.dtype == x.dtype != np.float16:  # n times the same number
            return self._add(np.multiply, (*x.value.arguments, float(x.size)), {}, False, x.dtype)
        return self._add(np.add.reduce, (x.value,), {"dtype": tried.dtype}, False, tried.dtype, reduces=True)


class StandIn(NDArrayOperatorsMixin):
    """A stand-in for an array. It claims to be one (`__class__`), and refuses anything that would need its numbers."""

    __class__ = property(lambda self: np.ndarray)

    def __init__(self, recording, value, shape):
        self.recording, self.value, self.shape, self.dtype = recording, value, shape, value.dtype

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: int(np.prod(self.shape, dtype=int)))
    __hash__ = object.__hash__

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
        if ufunc.signature is not None or ufunc.nout != 1 or method not in ("__call__", "reduce"):
            raise Untraceable(f"it uses {ufunc.__name__}, which does not work entry by entry")
        if method == "reduce":
            result = self.recording.reduce(ufunc, *inputs, **settings)
        else:
            result = self.recording.entrywise(ufunc, inputs, settings)
        return result if out is None else out[0]._become(result)

    def __array_function__(self, function, types, args, settings):
        if function not in _FUNCTIONS:
            raise Untraceable(f"it uses NumPy's {_name(function)}, which is not among the operations that can be fused")
        return _FUNCTIONS[function](*args, **settings)

    def _become(self, result):
        """Take the value of `result`: how an operation or rule writes into an array of its own, as in `x += ...`."""
        if (result.shape, result.dtype) != (self.shape, self.dtype):
            raise Untraceable("it writes into an array of another form")
        self.value = result.value
        return self

    def _same(self):
        return StandIn(self.recording, self.value, self.shape)

    def __pow__(self, exponent):
        plain = type(exponent) in (int, float) and self.dtype.kind == "f"
        quick = _POWERS.get(exponent) if plain else None
        return np.power(self, exponent) if quick is None else quick(self)

    def __getitem__(self, key):
        if key != () or not isinstance(key, tuple):
            raise Untraceable("it takes a part of a tensor")
        return self._same()

    def astype(self, dtype, copy=True):
        return self._same() if np.dtype(dtype) == self.dtype else self.recording.cast(self, np.dtype(dtype))

    def copy(self):
        return self._same()

    def reshape(self, *shape):
        if (shape[0] if isinstance(shape[0], tuple) else shape) != self.shape:
            raise Untraceable("it changes the shape")
        return self._same()

    def sum(self, axis=None):
        return np.add.reduce(self, axis)

    def _needs_numbers(self, *args, **settings):
        raise Untraceable("what it does depends on the numbers themselves (item(), an `if`, printing, NumPy)")

    item = tolist = __array__ = __bool__ = __float__ = __int__ = __index__ = __iter__ = __format__ = _needs_numbers

    def __len__(self):
        return self.shape[0]

    def __getattr__(self, name):
        if name.startswith("__array_"):  # NumPy looks for these first, and then calls `__array__`, which refuses
            raise AttributeError(name)
        raise Untraceable(f"it does more than arithmetic entry by entry (`{name}` of an array)")


def _is_zero(x):
    """Whether this is a single number whose bits are all 0, which -0.0 is not."""
    return isinstance(x, np.generic) and not any(x.tobytes())


def _key(value):
    """A key that is equal for values that are computed alike."""
    arguments = [x if isinstance(x, Value) else (type(x), repr(x)) for x in value.arguments]
    return value.function, *arguments, *value.settings.items(), value.whole


def _is_whole(inputs):
    return any(isinstance(x, StandIn) and x.shape for x in inputs)


def _sample(x):
    return np.ones((1,) * bool(x.shape), x.dtype)[()] if isinstance(x, StandIn) else x


def _full_like(x, number, dtype=None):
    dtype = x.dtype if dtype is None else np.dtype(dtype)
    return x.recording.spread(dtype.type(number), x.shape, dtype)


def _zeros_like(x, dtype=None):
    return _full_like(x, 0, dtype)


def _spread(x, shape):
    return x._same() if x.shape == tuple(shape) else x.recording.spread(x, shape, x.dtype)


def _where(condition, x, y):
    return next(s for s in (condition, x, y) if isinstance(s, StandIn)).recording.select(condition, x, y)


def _clip(x, low, high):
    return x.recording.entrywise(np.clip, (x, low, high))


def _round(x):
    return x.recording.entrywise(np.round, (x,))


def _result_type(*operands):
    return np.result_type(*[x.dtype if isinstance(x, StandIn) else x for x in operands])


def _name(function):
    return getattr(function, "__name__", "a function")


_FUNCTIONS = {
    np.where: _where,
    np.zeros_like: _zeros_like,
    np.full_like: _full_like,
    np.broadcast_to: _spread,
    np.clip: _clip,
    np.round: _round,
    np.result_type: _result_type,
}
#: The powers for which NumPy has something quicker.
_POWERS = {2: np.square, 1: np.positive, 0.5: np.sqrt, -1: np.reciprocal}
