"""Sums and products of few floats, rounded as PyTorch rounds them, so that a small program prints the same digits.

A product with a sum, a · b + c, is rounded once there, because processors compute it in one step.

PyTorch adds numbers that lie in a row in 8 lanes (4 of float64), and the lanes at the end. Down a column, and down the
rows of lanes, every fourth number has a running sum of its own, unless several columns are added side by side. NumPy
adds in another order. Of more than `FEW` numbers the last digits are left to differ, as NumPy's order takes less time.
Source: measured on PyTorch 2.13.0, `sum`, `addcmul`, `lerp`, `add`; its instruction sets all agree.
"""

from functools import cache, lru_cache
from math import prod
from typing import Any

import numpy as np

#: Up to how many numbers are added in PyTorch's order. Up to four come in the same order anyway.
FEW = 64
_LANES = {"f": 8, "d": 4}
_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_add: Any = np.add.reduce
_run = np.add.accumulate
#: Up to how many products are rounded together with the sum that follows: it takes three times as long.
MANY = 2**14
#: How many rows are added before their sum joins that of the rows before them.
_ROWS = 16


def add_up(x: Any, dims: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Any:
    """Σ x of an array over `dims` (None: all), in the type of `x`."""
    if type(x) is not np.ndarray or not 4 < x.size <= FEW or (lanes := _LANES.get(x.dtype.char)) is None:
        return _add(x, dims, None, None, keepdims)
    if dims is None and not keepdims and x.flags.c_contiguous:
        return _all(x, lanes)
    dims = (dims,) if isinstance(dims, int) else dims
    summed = [dims is None or d in dims for d in range(x.ndim)]
    arranged = _arranged(x, [gone for gone, n in zip(summed, x.shape) if n > 1])
    if arranged is None:
        return _add(x, dims, None, None, keepdims)
    add, numbers = arranged
    out = add(numbers, lanes)
    if keepdims:
        return out.reshape([1 if gone else n for gone, n in zip(summed, x.shape)])
    return out.reshape([n for gone, n in zip(summed, x.shape) if not gone])[()]


def _all(x, lanes):
    """The sum of all numbers: what `_along` does, in fewer steps."""
    n = x.size
    if n < 2 * lanes:
        line = x.take(_order(n, lanes))
    elif n % lanes:
        x, whole = x.reshape(-1), n // lanes * lanes
        line = np.concatenate((x[whole:], _by_fours(x[:whole].reshape(-1, lanes))))
    else:
        rows = x.reshape(-1, lanes)
        line = _add(rows, 0) if n < 5 * lanes else _by_fours(rows)
    return _run(line)[-1]


def _arranged(x, summed):
    """(how to add, the numbers as a matrix), if the dimensions that are summed lie together; otherwise None."""
    if all(summed):
        return (_along, x.ravel("K")[None]) if x.flags.forc else None
    if not x.flags.c_contiguous:
        return None
    results = prod([n for gone, n in zip(summed, [n for n in x.shape if n > 1]) if not gone])
    if summed == sorted(summed):
        return _along, x.reshape(results, -1)
    return (_down, x.reshape(-1, results)) if summed == sorted(summed, reverse=True) else None


def _along(rows, lanes):
    """The sum of each row, a lane's numbers first."""
    n = rows.shape[1]
    if n < 5:
        return _add(rows, 1)
    if n < 2 * lanes:
        return _run(rows[:, _order(n, lanes)], 1)[:, -1].copy()
    whole = n // lanes * lanes
    sums = _by_fours(rows[:, :whole].reshape(len(rows), -1, lanes))
    return _run(np.concatenate((rows[:, whole:], sums), 1), 1)[:, -1].copy()


@cache
def _order(n, lanes):
    """The order in which fewer than two rows of lanes are added."""
    return np.array([0, *range(4, n), 1, 2, 3] if n < lanes else [*range(lanes, n), *range(lanes)])


def _by_fours(rows):
    """The sum over the last dimension but one: every fourth row has a running sum of its own."""
    *others, n, width = rows.shape
    if n < 5:
        return _add(rows, -2)
    fours = n // 4
    sums = _add(rows[..., : 4 * fours, :].reshape(*others, fours, 4, width), -3)
    for i in range(4 * fours, n):
        sums[..., 0, :] += rows[..., i, :]
    return _add(sums, -2)


def _down(rows, lanes):
    """The sum of each column."""
    n, width = rows.shape
    together = 4 * lanes if width >= lanes else 4  # so many columns are added side by side, row after row
    aside = width // together * together
    if not aside:
        return _by_fours(rows)
    return np.concatenate((_by_sixteens(rows[:, :aside]), _by_fours(rows[:, aside:])))


def _by_sixteens(rows):
    """The sum of each column: sixteen rows at a time, and what is left over first."""
    whole = len(rows) // _ROWS * _ROWS
    if not whole:
        return _add(rows, 0)
    sums = _add(rows[:whole].reshape(-1, _ROWS, rows.shape[1]), 1)
    return _add(rows[whole:], 0) + _add(sums, 0)


# ---- a product and a sum ------------------------------------------------------------------------------------------


def fma(a: Any, b: Any, c: Any) -> Any:
    """a · b + c of an array and arrays or numbers: rounded once for up to `MANY` floats, twice for more."""
    if a.size > MANY or a.dtype.char not in _LANES:
        return a * b + c
    return fused(a, *(a.dtype.type(x) if isinstance(x, (int, float)) else x for x in (b, c)))


def add_product(target: Any, a: Any, b: Any, work: Any = None) -> None:
    """target ← target + a · b, rounded like `fma`; a large product is put into the array `work`, which may be `a`.

    Raises ValueError, as NumPy does, if the sum has another shape than `target`.
    """
    if target.size > MANY or a.shape != target.shape:
        target += np.multiply(a, b, out=work)
    elif target.dtype is _SINGLE:  # `fused` in place, in fewer steps
        wide = a.astype(_DOUBLE)
        wide *= _in_single(b) if isinstance(b, float) else b
        wide += target
        target[...] = wide
    else:
        target[...] = fma(a, b, target)


@lru_cache
def _in_single(x):
    """A number as a float32 holds it."""
    return float(np.float32(x))


def fused(a: Any, b: Any, c: Any) -> Any:
    """a · b + c, rounded once as by a processor's fused multiply-add, in the type of the array `a`.

    The product of float32 numbers is exact in float64. That of float64 numbers is kept as a sum of two, and so is the
    sum; what rounding dropped is added back at the end, unless a number is infinite or too large to be halved.
    Source: Dekker (1971), Numer. Math. 18; Knuth, TAOCP 2, section 4.2.2.
    """
    if a.dtype == np.float32:
        return (a.astype(np.float64) * b + c).astype(np.float32)
    with np.errstate(all="ignore"):
        (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
        product = a * b
        lost = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
        total = product + c
        added = total - product
        exact = total + ((product - (total - added)) + (c - added) + lost)
        return np.where(np.isfinite(exact), exact, total)[()]


def _halves(x):
    """A float64 number as the sum of two with half as many digits, whose products are exact."""
    high = x * (2.0**27 + 1)
    high = high - (high - x)
    return high, x - high
