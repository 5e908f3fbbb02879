"""How long a confined run takes: `python tests/bench/confine.py`. Milliseconds, the median and the longest of 40 runs.

A run is a source and three probes, with NumPy and the engine imported; fresh interpreters are timed only 10 times. The
same source is then timed as a notebook's cell at each level that this machine offers, with the ratio to level 1. The
levels take turns, so that a busy moment slows all of them. Wanted: less than 400 ms, the start of the child included; a
ratio below 1.5. Not collected by pytest.
"""

import time
from statistics import median

from autogradlab import confine
from autogradlab.confine.zygote import FORKS

PRELUDE = "import numpy as np\nimport autogradlab as ag"
SOURCE = "def square(x):\n    return x * x"
PROBES = [
    "answer = square(3)",
    "answer = square(np.arange(100.))",
    "x = ag.tensor(3., requires_grad=True)\nsquare(x).backward()\nanswer = x.grad",
]
ROUNDS = 40


def milliseconds(run, *arguments, **options):
    start = time.perf_counter()
    outcome = run(*arguments, prelude=PRELUDE, **options)
    assert all(result.completed for result in outcome.results), outcome
    return (time.perf_counter() - start) * 1000


def run(**options):
    return milliseconds(confine.run, SOURCE, PROBES, **options)


def cells(level):
    return milliseconds(confine.run_cells, [SOURCE], [confine.Probe(probe) for probe in PROBES], level=level)


def row(title, times):
    print(f"{title:34}{median(times):8.0f} ms{max(times):8.0f} ms at most")


row("fresh interpreter every time", [run(warm=False) for _ in range(10)])
if FORKS:
    row("forked, the first run", [run()])
    row("forked, every other run", [run() for _ in range(ROUNDS)])
start = time.perf_counter()
best = confine.levels().best
print(f"{'what is in force here, found out':34}{(time.perf_counter() - start) * 1000:8.0f} ms: level {best}")
rounds = [{level: cells(level) for level in range(1, best + 1)} for _ in range(ROUNDS)]
for level in range(1, best + 1):
    row(f"cells at level {level}", [times[level] for times in rounds])
    print(f"{'':34}{median(times[level] / times[1] for times in rounds):8.2f} times level 1")
