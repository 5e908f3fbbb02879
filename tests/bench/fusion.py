"""What fusing buys: `python tests/bench/fusion.py [entries ...]`, by default 1,000,000.

Chains of elementwise operations, fused (`compile`), beside the same chain one operation at a time, the same written by
hand with a block of scratch memory, and PyTorch one operation at a time. Rounds are interleaved (A B C, A B C, ...),
so that a busy machine slows them all alike; a ratio is the median of per-round ratios. One thread. Not collected by
pytest.
"""

import os

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import sys  # noqa: E402
from statistics import median, quantiles  # noqa: E402
from time import perf_counter  # noqa: E402

import numpy as np  # noqa: E402

import autogradlab  # noqa: E402

try:
    import torch

    torch.set_num_threads(1)
except ImportError:
    torch = None

ROUNDS = 31


def affine(x, a, b):
    """The example of the lesson: a·x + b → relu → sum."""
    return (a * x + b).relu().sum()


def cheap(x, a, b):
    """Eight operations of one cycle each."""
    y = (x * a + b) * x
    return ((y - 1.0) * y + 2.0).clamp(-1.0, 1.0).mean()


def waves(x, a, b):
    """A chain whose time goes into tanh and exp themselves."""
    return ((x * x).tanh() * (-x).exp() * a + b).sum()


def affine_by_hand(x, a, b, block=65536):
    """A function that returns the value and the gradients of x, a and b, with buffers allocated beforehand."""
    grad_x, scratch, zeros = np.zeros_like(x), np.empty(block, x.dtype), np.zeros(block, x.dtype)

    def run():
        total = grad_a = grad_b = 0.0
        for start in range(0, x.size, block):
            part = x[start : start + block]
            y = scratch[: part.size]
            np.multiply(part, a, out=y)
            np.add(y, b, out=y)
            np.maximum(y, zeros[: part.size], out=y)
            total += y.sum()
            np.copyto(y, y > 0)
            grad_b += y.sum()
            grad_a += y @ part
            np.multiply(y, a, out=grad_x[start : start + block])
        return total, grad_x, grad_a, grad_b

    return run


def forward(f, leaves):
    def run():
        return f(*leaves).item()

    return run


def both(f, leaves):
    def run():
        for leaf in leaves:
            leaf.grad = None
        f(*leaves).backward()
        return leaves[1].grad.item()

    return run


def contestants(f, entries):
    """{direction: {contestant: function to time}}"""
    numbers = np.random.default_rng(0).normal(size=entries).astype(np.float32), np.float32(1.5), np.float32(0.25)
    found = {"forward": {}, "and backward": {}}
    for name, library, g in (
        ("eager", autogradlab, f),
        ("fused", autogradlab, autogradlab.compile(f)),
        ("torch", torch, f),
    ):
        if library is not None:
            for direction, timed, tracked in (("forward", forward, False), ("and backward", both, True)):
                leaves = [library.tensor(x, requires_grad=tracked) for x in numbers]
                found[direction][name] = timed(g, leaves)
    if f is affine:
        by_hand = affine_by_hand(*numbers)
        found["and backward"]["by hand"] = lambda: by_hand()[2]
    return found


def measure(runs):
    """{contestant: [seconds in each round]}, after a round to warm up in which all have to agree."""
    values = [run() for run in runs.values()]
    assert np.allclose(values, values[0], rtol=1e-3), dict(zip(runs, values))
    times = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            start = perf_counter()
            run()
            times[name].append(perf_counter() - start)
    return times


def table(entries):
    print(f"{entries:,} entries")
    print(
        f"{'chain':10}{'direction':16}{'contestant':12}{'median':>12}{'quartiles':>20}{'to eager':>10}{'to torch':>10}"
    )
    for f in (affine, cheap, waves):
        for direction, runs in contestants(f, entries).items():
            times = measure(runs)
            for name, own in times.items():
                low, middle, high = (q * 1e3 for q in quantiles(own, n=4))
                print(
                    f"{f.__name__:10}{direction:16}{name:12}{middle:9.3f} ms{low:10.3f} -{high:8.3f}"
                    f"{ratio(own, times['eager']):>10}{ratio(own, times.get('torch')):>10}"
                )


def ratio(own, others):
    return f"{median(a / b for a, b in zip(own, others)):.2f}" if others else ""


if __name__ == "__main__":
    for size in map(int, sys.argv[1:] or ["1000000"]):
        table(size)
