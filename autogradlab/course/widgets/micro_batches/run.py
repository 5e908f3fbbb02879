"""One batch of 64 samples, and the same samples in micro-batches: what `.grad` holds after running each."""

from dataclasses import dataclass
from functools import cache

import autogradlab as ag

SAMPLES = 64
#: Each sample's loss is (w − y)², so its gradient at w = 0 is −2y; quarter by quarter they average 2, 4, 3 and 7.
Y = tuple(-(mean + wobble) / 2 for mean in (2, 4, 3, 7) for wobble in (1, -1, 0.5, -0.5) * 4)
NOTHING, BY_COUNT, BY_SIZE = "nothing divided", "each loss ÷ k", "each loss × n ÷ 64"
WAYS = (NOTHING, BY_COUNT, BY_SIZE)


@dataclass(frozen=True)
class Result:
    """What each micro-batch adds to `.grad`, and what `.grad` holds at the end."""

    way: str
    parts: tuple
    total: float


def sizes_of(k, first):
    """The sizes of k micro-batches: the first as given, the others as even as can be."""
    rest, others = SAMPLES - first, k - 1
    return (first, *(rest // others + (i < rest % others) for i in range(others)))


@cache
def full(reduction):
    """The gradient of the whole batch."""
    return _accumulated((SAMPLES,), reduction, lambda size: 1.0).total


@cache
def results(sizes, reduction):
    """One Result for each of the WAYS."""
    shares = (lambda size: 1.0, lambda size: 1 / len(sizes), lambda size: size / SAMPLES)
    return tuple(_accumulated(sizes, reduction, share, way) for way, share in zip(WAYS, shares))


def _accumulated(sizes, reduction, share, way=""):
    w = ag.tensor(0.0, dtype=ag.float64, requires_grad=True)
    y, parts, start = ag.tensor(Y, dtype=ag.float64), [], 0
    for size in sizes:
        before = 0.0 if w.grad is None else w.grad.item()
        losses = (w - y[start : start + size]) ** 2
        loss = losses.mean() if reduction == "mean" else losses.sum()
        (loss * share(size)).backward()
        parts.append(round(w.grad.item() - before, 9))
        start += size
    return Result(way, tuple(parts), round(w.grad.item(), 9))


@cache
def reach(k, reduction):
    """The largest total that any size of the first micro-batch gives: an axis with room for it never has to move."""
    gradients = [-2 * y for y in Y]
    return max(_undivided(gradients, sizes_of(k, first), reduction) for first in range(1, SAMPLES - 6))


def _undivided(gradients, sizes, reduction):
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    return sum(
        sum(gradients[end - size : end]) / (size if reduction == "mean" else 1) for end, size in zip(ends, sizes)
    )
