"""Recipes that turn a generator's bits into numbers, bit for bit those of PyTorch 2.13.0 on an x86-64 processor.

A recipe takes a generator and a count and returns a flat array. Bits agree for every count and both float types because
the arithmetic agrees too: where PyTorch rounds a · b + c once, so does `fused`; and float32 logarithms, sines and
cosines are the polynomials that PyTorch uses, not NumPy's, which differ in the last place for one value in seven.
"""

import math

import numpy as np

from autogradlab.autograd.rounding import fused

#: From this many values on, `normal` works in blocks.
BLOCK = 16


def uniform(generator, count, kind, low=0.0, high=1.0):
    """`count` numbers of the type `kind` in [low, high), all of them equally likely.

    float32: the low 24 bits of a 32-bit draw, times 2**-24. float64: the low 53 bits of a 64-bit draw, times 2**-53.
    Source: measured on PyTorch 2.13.0, `rand` and `uniform_`.
    """
    draw, bits = (generator.draw32, 24) if kind == np.float32 else (generator.draw64, 53)
    share = (draw(count) & np.uint64(2**bits - 1)).astype(kind) * kind.type(2.0**-bits)
    return share if (low, high) == (0, 1) else fused(share, kind.type(high) - kind.type(low), kind.type(low))


def normal(generator, count, kind, mean=0.0, std=1.0, in_blocks=True):
    """`count` numbers of the type `kind` from the bell curve around `mean`.

    Two uniform numbers are the angle and, through a logarithm, the radius of a point in the plane; its coordinates are
    two normal numbers. Fewer than 16 are made one by one; 16 and more in blocks, unless `in_blocks` is False. So the
    first three of 16 numbers differ from three numbers drawn alone.
    Source: Box and Muller (1958), Ann. Math. Statist. 29(2); the order of draws measured on PyTorch 2.13.0, `randn`.
    """
    if count < BLOCK or not in_blocks:
        one_by_one = np.array([_one_normal(generator) for _ in range(count)], np.float64)
        return fused(one_by_one, float(std), float(mean)).astype(kind)
    values = uniform(generator, count, kind)
    whole = count - count % BLOCK
    values[:whole] = _blocks(values[:whole], mean, std)
    if whole < count:
        values[-BLOCK:] = _blocks(uniform(generator, BLOCK, kind), mean, std)
    return values


def integers(generator, count, low, span, wide):
    """`count` integers (int64) in [low, low + span): a draw of 32 bits, or 64 if `wide`, modulo the span.

    Source: measured on PyTorch 2.13.0, `randint` and `random_`.
    """
    draws = generator.draw64(count) if wide else generator.draw32(count)
    return (draws % np.uint64(span) + np.uint64(low % 2**64)).astype(np.int64)


def coins(generator, count, p):
    """`count` bools, each True with the probability `p`: the 53 bits of a float64 uniform number below p · 2**53.

    Source: measured on PyTorch 2.13.0, `bernoulli_`; `dropout` keeps where `bernoulli_(1 - p)` is 1.
    """
    return (generator.draw64(count) & np.uint64(2**53 - 1)) < np.uint64(math.ceil(p * 2**53))


def exponential(generator, count, rate):
    """`count` waiting times (float64) at `rate` events per unit of time: the logarithm of a float64 uniform number.

    Source: measured on PyTorch 2.13.0, `exponential_`.
    """
    return _log1p64(-uniform(generator, count, np.dtype(np.float64))) * (-1 / rate)


def permutation(generator, n):
    """0 to n - 1 in a random order: for each i in turn, place i swaps with place i + (32 bits modulo n - i).

    Source: Durstenfeld (1964), CACM 7(7), algorithm 235, from the front; measured on PyTorch 2.13.0, `randperm`.
    """
    order = list(range(n))
    steps = generator.draw32(max(n - 1, 0)) % np.arange(n, 1, -1, dtype=np.uint64)
    for i, step in enumerate(steps.tolist()):
        order[i], order[i + step] = order[i + step], order[i]
    return np.array(order, np.int64)


# ---- their arithmetic ---------------------------------------------------------------------------------------------


def _one_normal(generator):
    """The sine half of the last point if it is still there, otherwise the cosine half of a new one."""
    if generator.kept_sine is not None:
        sine, generator.kept_sine = generator.kept_sine, None
        return sine
    first, second = uniform(generator, 2, np.dtype(np.float64)).tolist()
    radius, angle = math.sqrt(-2 * math.log1p(-second)), 2 * math.pi * first
    generator.kept_sine = radius * math.sin(angle)
    return radius * math.cos(angle)


def _blocks(uniforms, mean, std):
    """Normal numbers from uniform ones: of each 16, 8 give radii and become cosines, 8 give angles and become sines."""
    first, second = uniforms.reshape(-1, 2, BLOCK // 2).swapaxes(0, 1)
    kind = uniforms.dtype.type
    log, sine_cosine = (_log32, _sine_cosine32) if kind is np.float32 else (_log64, lambda x: (_sin64(x), _cos64(x)))
    radius = np.sqrt(kind(-2) * log(1 - first))
    sine, cosine = sine_cosine(kind(2 * math.pi) * second)
    return fused(np.stack([radius * cosine, radius * sine], axis=1).ravel(), kind(std), kind(mean))


#: Python's own functions, because NumPy's differ in the last bit on some processors.
_log64, _log1p64, _sin64, _cos64 = (
    np.vectorize(function, otypes=[np.float64]) for function in (math.log, math.log1p, math.sin, math.cos)
)


# ---- logarithm, sine and cosine of float32 -------------------------------------------------------------------------
# Source: Moshier, Cephes Mathematical Library, logf.c, sinf.c and cosf.c, with every multiply-add fused.

LOG = np.array(
    """7.0376836292e-2 -1.1514610310e-1 1.1676998740e-1 -1.2420140846e-1 1.4249322787e-1
    -1.6668057665e-1 2.0000714765e-1 -2.4999993993e-1 3.3333331174e-1""".split(),
    np.float32,
)
LOG_2 = np.array([0.693359375, -2.12194440e-4], np.float32)  # coarse and fine part of log 2
SINE = np.array([-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1], np.float32)
COSINE = np.array([2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2], np.float32)
EIGHTH_TURN = np.array([0.78515625, 2.4187564849853515625e-4, 3.77489497744594108e-8], np.float32)
HALF = np.float32(0.5)


def _polynomial(coefficients, x):
    value = coefficients[0]
    for coefficient in coefficients[1:]:
        value = fused(value, x, coefficient)
    return value


def _log32(x):
    """log x, from x = 2**exponent · (1 + part) with 1 + part between sqrt(1/2) and sqrt(2)."""
    mantissa, exponent = np.frexp(x)
    low = mantissa < np.float32(math.sqrt(0.5))
    part, exponent = np.where(low, mantissa - 1 + mantissa, mantissa - 1), (exponent - low).astype(np.float32)
    square = part * part
    series = fused(_polynomial(LOG, part) * part, square, exponent * LOG_2[1])
    return fused(exponent, LOG_2[0], part + fused(square, -HALF, series))


def _sine_cosine32(angle):
    """(sin, cos) of angles from 0 to one turn, from the distance to the nearest quarter turn."""
    eighths = (angle * np.float32(4 / math.pi)).astype(np.int32) + 1 & ~1
    for part in EIGHTH_TURN:
        angle = fused(eighths.astype(np.float32), -part, angle)
    square = angle * angle
    sine = fused(_polynomial(SINE, square) * square, angle, angle)
    cosine = fused(_polynomial(COSINE, square) * square, square, -HALF * square) + 1
    swapped = eighths & 2 != 0
    return (
        np.where(swapped, cosine, sine) * np.where(eighths & 4, -1, 1).astype(np.float32),
        np.where(swapped, sine, cosine) * np.where(eighths + 2 & 4, -1, 1).astype(np.float32),
    )
