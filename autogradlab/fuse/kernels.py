"""The functions that a program calls besides NumPy's own: each writes a block into `out`.

Choosing works on bits: NumPy's `where` branches at each entry, and a processor mispredicts up to half of such branches.
Masking takes a tenth of the time. `mask` is scratch memory: integers as wide as the entries of `out`.
"""

import numpy as np


def cast(x, out):
    """`x` in the number type of `out`."""
    np.copyto(out, x, casting="unsafe")


def spread(number, out):
    """The number at every place."""
    out.fill(number)


def keep(condition, x, out, mask):
    """`x` where the condition holds, else 0."""
    np.copyto(mask, condition)
    np.negative(mask, out=mask)  # all bits set where it holds
    np.bitwise_and(x.view(mask.dtype), mask, out=out.view(mask.dtype))


def drop(condition, x, out, mask):
    """0 where the condition holds, else `x`."""
    np.copyto(mask, condition)
    np.subtract(mask, 1, out=mask)  # all bits set where it does not hold
    np.bitwise_and(x.view(mask.dtype), mask, out=out.view(mask.dtype))


def select(condition, x, y, out, mask):
    """`x` where the condition holds, else `y`, all of one number type."""
    np.copyto(mask, condition)
    np.negative(mask, out=mask)
    x, y, bits = x.view(mask.dtype), y.view(mask.dtype), out.view(mask.dtype)
    np.bitwise_xor(x, y, out=bits)
    np.bitwise_and(bits, mask, out=bits)
    np.bitwise_xor(bits, y, out=bits)


CHOOSING = (keep, drop, select)

#: The same for single numbers.
ON_NUMBERS = {
    cast: lambda x, dtype: np.dtype(dtype).type(x),
    keep: lambda condition, x: x if condition else x.dtype.type(0),
    drop: lambda condition, x: x.dtype.type(0) if condition else x,
    select: lambda condition, x, y: x if condition else y,
}
