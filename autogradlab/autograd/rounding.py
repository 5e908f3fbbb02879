"""Sums and products of few floats, rounded as PyTorch rounds them, so that a small program prints the same digits.

A product with a sum, a · b + c, is rounded once there, because processors compute it in one step.

PyTorch adds numbers that lie in a row in 8 lanes (4 of float64), and the lanes at the end. Down a column, and down the
rows of lanes, every fourth number has a running sum of its own, unless several columns are added side by side. NumPy
adds in another order. It is followed for arrays of up to `FEW` numbers, and down columns of more than `FEW` rows, where
NumPy loses more than the last digit. Elsewhere the last digits are left to differ, as NumPy's order takes less time.
Source: measured on PyTorch 2.13.0, `sum`, `addcmul`, `lerp`, `add`; its instruction sets all agree.
"""

from functools import cache, lru_cache
from itertools import groupby
from math import prod
from typing import Any

import numpy as np

#: Up to how many numbers are added in PyTorch's order, and beyond how many rows. Up to four come in the same order.
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
    if type(x) is not np.ndarray or x.size < 5 or (lanes := _LANES.get(x.dtype.char)) is None:
        return _add(x, dims, None, None, keepdims)
    few = x.size <= FEW
    if dims is None and not keepdims and x.flags.c_contiguous:
        return _all(x, lanes) if few else _add(x, None)
    dims = tuple(range(x.ndim)) if dims is None else (dims,) if isinstance(dims, int) else dims
    first, end = min(dims, default=0), max(dims, default=0) + 1
    together = x.flags.c_contiguous and end - first == len(dims)
    if not few and (prod([x.shape[d] for d in dims]) <= FEW or together and prod(x.shape[end:]) == 1):
        return _add(x, dims, None, None, keepdims)
    if together:
        out = _over(x, first, end, few, lanes)
    else:
        out = _over_scattered(x, dims, few, lanes)
    return out if keepdims else out.reshape([n for d, n in enumerate(x.shape) if d not in dims])[()]


def _over(x, first, end, few, lanes):
    """Σ x over the dimensions from `first` to before `end`, kept at size 1, of numbers in order."""
    before, summed, after = x.shape[:first], x.shape[first:end], x.shape[end:]
    rows = x.reshape(prod(before), prod(summed), prod(after))
    if rows.shape[2] > 1:
        out = _down(rows, lanes)
    else:
        out = _along(rows[:, :, 0], lanes) if few else _add(rows, 1)
    return out.reshape(*before, *(1,) * len(summed), *after)


def _over_scattered(x, dims, few, lanes):
    """The same over any dimensions, however the numbers lie: those that lie together in memory are summed at once."""
    order = sorted(range(x.ndim), key=lambda d: -x.strides[d])
    laid = np.ascontiguousarray(x.transpose(order))
    longer = [i for i in range(x.ndim) if laid.shape[i] > 1]
    runs = [(gone, list(run)) for gone, run in groupby(longer, lambda i: order[i] in dims)]
    if not any(gone for gone, _ in runs):
        return _add(x, dims, None, None, True)
    for gone, run in reversed(runs):
        if gone:
            laid = _over(laid, run[0], run[-1] + 1, few, lanes)
    return laid.transpose(np.argsort(order))


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


def _down(rows, lanes):
    """The sum of each column of (batch, rows, columns)."""
    width = rows.shape[-1]
    together = 4 * lanes if width >= lanes else 4  # so many columns are added side by side, row after row
    aside = width // together * together
    if not aside:
        return _by_fours(rows)
    if aside == width:
        return _by_sixteens(rows)
    return np.concatenate((_by_sixteens(rows[..., :aside]), _by_fours(rows[..., aside:])), -1)


def _by_fours(rows):
    """The sum over the last dimension but one: every fourth row has a running sum of its own."""
    *batch, n, width = rows.shape
    if n < 5:
        return _add(rows, -2)
    fours = n // 4
    sums = _by_sixteens(rows[..., : 4 * fours, :].reshape(*batch, fours, 4 * width)).reshape(*batch, 4, width)
    for i in range(4 * fours, n):
        sums[..., 0, :] += rows[..., i, :]
    return _add(sums, -2)


def _by_sixteens(rows):
    """The sum over the last dimension but one: of sixteen rows at a time, of sixteen such sums, and so on.

    What is left over comes first. NumPy, which has one running sum down a column, loses digits as it grows: a million
    times 0.1 gave 100,958.
    """
    total = None
    while n := rows.shape[-2]:
        whole = n // _ROWS * _ROWS
        if whole < n:
            rest = _add(rows[..., whole:, :], -2)
            total = rest if total is None else total + rest
        if not whole:
            break
        rows = _add(rows[..., :whole, :].reshape(*rows.shape[:-2], -1, _ROWS, rows.shape[-1]), -2)
    return total


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


#: From about so many rows on, with so many columns or more, the product is faster.
_MANY_ROWS, _MANY_COLUMNS = 64, 8
#: So many rows may have one running sum.
_PART = 128
#: Ones of each number type: making them anew takes as long as the product.
_ONES = {kind: np.ones(2 * _PART, kind) for kind in "fd"}


def sum_of_rows(rows):
    """The sum of the rows; of many rows as products with ones, which take half of NumPy's time and round less."""
    n, kind = len(rows), rows.dtype.char
    if rows.shape[1:] == (1,):
        return add_up(rows.reshape(-1)).reshape(1)
    if n < _MANY_ROWS or rows.ndim != 2 or rows.shape[1] < _MANY_COLUMNS or kind not in _ONES:
        return add_up(rows, (0,))
    if n <= 2 * _PART:
        return _ONES[kind][:n] @ rows
    whole = n // _PART * _PART
    parts = _ONES[kind][:_PART] @ rows[:whole].reshape(-1, _PART, rows.shape[1])
    return add_up(np.concatenate((parts, rows[whole:])), (0,))
