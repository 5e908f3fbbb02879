"""A chain of operations, run one after another and fused by `ag.compile`: its bytes counted, its times measured."""

from dataclasses import dataclass
from functools import cache, lru_cache
from statistics import median
from time import perf_counter

import autogradlab as ag

REPEATS = 30
SIGNS = ("× 1.01", "+ 0.1", "relu", "− 0.2")


def chain(x, operations):
    """Apply `operations` operations one after another, going round and round through these four."""
    for i in range(operations):
        if i % 4 == 0:
            x = x * 1.01
        elif i % 4 == 1:
            x = x + 0.1
        elif i % 4 == 2:
            x = x.relu()
        else:
            x = x - 0.2
    return x


@cache
def fused():
    """`chain`, compiled."""
    return ag.compile(chain)


@dataclass(frozen=True)
class Model:
    """Bytes read from and written to memory, counted from the programs; `steps` are the operations' signs."""

    operations: int
    size: int
    steps: tuple
    bytes_eager: int
    bytes_fused: int

    @property
    def ratio(self):
        return self.bytes_eager / self.bytes_fused


@dataclass(frozen=True)
class Times:
    """Seconds of each run, in the order they were made."""

    eager: tuple
    fused: tuple

    @property
    def ratio(self):
        return median(self.eager) / median(self.fused)

    @property
    def apart(self):
        """Whether the middle halves do not overlap, so that one way can be called faster."""
        (eager_low, _, eager_high), (fused_low, _, fused_high) = middle_half(self.eager), middle_half(self.fused)
        return eager_low > fused_high or fused_low > eager_high


def middle_half(times):
    """(lower quartile, median, upper quartile): half of the runs lie between the first and the last of these."""
    ordered = sorted(times)
    return ordered[len(ordered) // 4], median(ordered), ordered[3 * len(ordered) // 4]


@lru_cache(64)
def model(operations, size):
    """The Model of a chain, from what `explain()` counted in a real call."""
    fused()(ag.ones(size), operations)
    said = fused().explain()
    steps = tuple(SIGNS[i % 4] for i in range(operations))
    return Model(operations, size, steps, said.forward.bytes_eager, said.forward.bytes_fused)


def measure(operations, size, report):
    """Times of both ways, REPEATS each, taking turns; the first run of each is not counted. Calls `report(done)`."""
    x = ag.linspace(-1.0, 1.0, size)
    ways = chain, fused()
    for way in ways:
        way(x, operations)
    eager_times, fused_times = [], []
    for done in range(1, REPEATS + 1):
        for way, taken in zip(ways, (eager_times, fused_times)):
            taken.append(_seconds(way, x, operations))
        report(done)
    return Times(tuple(eager_times), tuple(fused_times))


def _seconds(function, x, operations):
    start = perf_counter()
    function(x, operations)
    return perf_counter() - start
