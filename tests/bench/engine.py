"""How fast the engine is, beside hand-written NumPy and PyTorch: `python tests/bench/engine.py [--profile] [NAME ...]`.

Rounds are interleaved (A B C, A B C, ...), so that a busy machine slows them all alike; a ratio is the median of
per-round ratios. Processor time, one thread. At the end, what a long graph and importing cost. Not collected by pytest.
"""

import os

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import argparse  # noqa: E402
import compileall  # noqa: E402
import cProfile  # noqa: E402
import gc  # noqa: E402
import pstats  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402
from statistics import median  # noqa: E402
from time import perf_counter, process_time  # noqa: E402

import numpy as np  # noqa: E402
from workloads import WORKLOADS  # noqa: E402

import autogradlab  # noqa: E402

try:
    import torch

    torch.set_num_threads(1)
except ImportError:
    torch = None

ROUNDS, LEAST_SECONDS = 9, 0.02
DEPTH = 50_000
DEEP = """
import sys, time
ag, depth = __import__(sys.argv[1]), int(sys.argv[2])
resident = lambda: int(open("/proc/self/statm").read().split()[1]) * 4096
x, a, b = (ag.tensor(v, requires_grad=True) for v in (1., .999, .001))
(x * a + b).backward()
before, start, y = resident(), time.process_time(), x
for _ in range(depth):
    y = y * a + b
held = resident() - before
y.backward()
print((time.process_time() - start) / depth / 2, held / depth / 2)
"""


def contestants(workload):
    runs = {"numpy by hand": workload.by_hand(), "autogradlab": workload.by_engine(autogradlab)}
    if torch:
        runs["torch"] = workload.by_engine(torch)
    reference = runs["numpy by hand"]()
    for name, run in runs.items():
        assert np.isclose(run(), reference, rtol=1e-3), f"{name} computes {run()}, by hand it is {reference}"
    return runs


def seconds(run, repeats):
    gc.collect()
    start = process_time()
    for _ in range(repeats):
        run()
    return (process_time() - start) / repeats


def measure(workload):
    """{contestant: [seconds in each round]}, all contestants in every round."""
    runs = contestants(workload)
    repeats = {name: max(1, round(LEAST_SECONDS / max(seconds(run, 2), 1e-7))) for name, run in runs.items()}
    times = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            times[name].append(seconds(run, repeats[name]))
    return times


def table(names):
    print(f"{'workload':14} {'contestant':16}{'median':>16}{'to hand':>10}{'to torch':>10}")
    for title in names:
        times, workload = measure(WORKLOADS[title]), WORKLOADS[title]
        scale = {"us": 1e6, "us/op": 1e6 / workload.per_run, "ms": 1e3}[workload.unit]
        for name, own in times.items():
            shown = f"{median(own) * scale:.3g} {workload.unit}"
            print(
                f"{title:14} {name:16}{shown:>16}"
                f"{ratio(own, times['numpy by hand']):>10}{ratio(own, times.get('torch')):>10}"
            )


def ratio(own, others):
    return f"{median(a / b for a, b in zip(own, others)):.2f}" if others else ""


def long_graphs():
    """Print the time of a chain of 100,000 operations, in its own process, and the memory held before backward."""
    print(f"\n{'deep chain':14} {'':16}{'us/node':>16}{'bytes/node':>12}")
    for name in ("autogradlab", *(["torch"] if torch else [])):
        time_, size = map(float, output(DEEP, name, str(DEPTH)).split())
        print(f"{'':14} {name:16}{time_ * 1e6:16.2f}{size:12.0f}")


def imports():
    """Print what importing costs, the least of nine runs, beside NumPy alone; both are compiled, as if installed."""
    compileall.compile_dir(Path(autogradlab.__file__).parent, quiet=1)
    print(f"\n{'import':14} {'':16}{'ms':>16}{'to numpy':>10}")
    least = {name: min(wall(f"import {name}") for _ in range(9)) for name in ("sys", "numpy", "autogradlab")}
    for name in ("numpy", "autogradlab"):
        own, numpy = least[name] - least["sys"], least["numpy"] - least["sys"]
        print(f"{'':14} {name:16}{own * 1e3:16.0f}{own / numpy:10.2f}")


def wall(statement):
    start = perf_counter()
    output(statement)
    return perf_counter() - start


def output(program, *arguments):
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    ).stdout


def profile(name):
    run = WORKLOADS[name].by_engine(autogradlab)
    with cProfile.Profile() as profiler:
        for _ in range(10):
            run()
    pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(22)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these of {', '.join(WORKLOADS)}")
    parser.add_argument("--profile", action="store_true", help="show where the time of the first of them goes instead")
    chosen = parser.parse_args()
    if chosen.profile:
        profile((chosen.names or ["scalar_chain"])[0])
    else:
        table(chosen.names or WORKLOADS)
        if not chosen.names:
            long_graphs()
            imports()
