"""How long a confined run takes: `python tests/bench/confine.py`. Milliseconds, the median and the longest of twenty.

A run is a source and three probes, with NumPy and the engine imported. Wanted: less than 400 ms, the start of the
child included. Not collected by pytest.
"""
import time
from statistics import median

from autogradlab import confine
from autogradlab.confine.zygote import FORKS

PRELUDE = "import numpy as np\nimport autogradlab as ag"
SOURCE = "def square(x):\n    return x * x"
PROBES = ["answer = square(3)", "answer = square(np.arange(100.))", "x = ag.tensor(3., requires_grad=True)\n"
          "square(x).backward()\nanswer = x.grad"]


def milliseconds(**options):
    start = time.perf_counter()
    outcome = confine.run(SOURCE, PROBES, prelude=PRELUDE, **options)
    assert all(result.completed for result in outcome.results), outcome
    return (time.perf_counter() - start) * 1000


def row(title, times):
    print(f"{title:34}{median(times):8.0f} ms{max(times):8.0f} ms at most")


row("fresh interpreter every time", [milliseconds(warm=False) for _ in range(20)])
if FORKS:
    row("forked, the first run", [milliseconds()])
    row("forked, every other run", [milliseconds() for _ in range(20)])
