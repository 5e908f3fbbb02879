"""How fast the engine is, beside hand-written NumPy and PyTorch: `python tests/bench/engine.py [--profile]`.

Rounds are interleaved (A B C, A B C, ...), so that a busy machine slows all alike; a ratio is the median of per-round
ratios to the hand-written gradients. Processor time, one thread. Not collected by pytest.
"""
import os

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import argparse  # noqa: E402
import cProfile  # noqa: E402
import gc  # noqa: E402
import pstats  # noqa: E402
from statistics import median  # noqa: E402
from time import process_time  # noqa: E402

import numpy as np  # noqa: E402

import autogradlab  # noqa: E402

try:
    import torch
    torch.set_num_threads(1)
except ImportError:
    torch = None

ROUNDS, LEAST_SECONDS = 9, 0.02
rng = np.random.default_rng(0)
VECTOR = rng.uniform(0.5, 1.5, 100_000).astype(np.float32)
BATCH, HIDDEN, OUT = (rng.normal(0, 0.1, shape).astype(np.float32) for shape in ((128, 256), (256, 256), (256, 10)))
TARGET = rng.normal(0, 1, (128, 10)).astype(np.float32)


class Chain:
    """y = y·a + b, a thousand times, with 0-d x, a and b: what one operation costs."""
    length = 1000

    def by_engine(self, ag):
        x, a, b = (ag.tensor(v, requires_grad=True) for v in (1., .999, .001))

        def run():
            x.grad = a.grad = b.grad = None
            y = x
            for _ in range(self.length):
                y = y * a + b
            y.backward()
            return a.grad.item()
        return run

    def by_hand(self):
        x, a, b = np.float32(1), np.float32(.999), np.float32(.001)

        def run():
            ys = [x]
            for _ in range(self.length):
                ys.append(ys[-1] * a + b)
            grad, grad_a, grad_b = np.float32(1), np.float32(0), np.float32(0)
            for y in reversed(ys[:-1]):
                grad_b += grad
                grad_a += grad * y
                grad = grad * a
            return grad_a
        return run


class Diamond:
    """Fourteen levels of y = y·c + y·d: 2¹⁴ paths, 28 of them walked."""
    levels = 14

    def by_engine(self, ag):
        x, c, d = (ag.tensor(v, requires_grad=v == 1.) for v in (1., .5, .4))

        def run():
            x.grad = None
            y = x
            for _ in range(self.levels):
                y = y * c + y * d
            y.backward()
            return x.grad.item()
        return run

    def by_hand(self):
        x, c, d = np.float32(1), np.float32(.5), np.float32(.4)

        def run():
            y, grad = x, np.float32(1)
            for _ in range(self.levels):
                y = y * c + y * d
            for _ in range(self.levels):
                grad = grad * c + grad * d
            return grad
        return run


class Elementwise:
    """Σ tanh(x·x)·exp(−x) over 100,000 entries: what the engine adds to array work."""

    def by_engine(self, ag):
        x = ag.tensor(VECTOR, requires_grad=True)

        def run():
            x.grad = None
            ((x * x).tanh() * (-x).exp()).sum().backward()
            return x.grad.sum().item()
        return run

    def by_hand(self):
        def run():
            x = VECTOR
            t, e = np.tanh(x * x), np.exp(-x)
            np.sum(t * e)
            return (e * (1 - t * t) * 2 * x - t * e).sum()
        return run


class Layers:
    """One step of a 256-256-10 network on 128 rows, written with @, + and relu."""

    def by_engine(self, ag):
        data, target = ag.tensor(BATCH), ag.tensor(TARGET)
        parameters = [ag.tensor(p, requires_grad=True)
                      for p in (HIDDEN, np.zeros(256, np.float32), OUT, np.zeros(10, np.float32))]

        def run():
            w1, b1, w2, b2 = parameters
            for p in parameters:
                p.grad = None
            ((((data @ w1 + b1).relu() @ w2 + b2) - target) ** 2).mean().backward()
            with ag.no_grad():
                for p in parameters:
                    p -= 0.0 * p.grad
            return w1.grad.sum().item()
        return run

    def by_hand(self):
        parameters = [p.copy() for p in (HIDDEN, np.zeros(256, np.float32), OUT, np.zeros(10, np.float32))]

        def run():
            w1, b1, w2, b2 = parameters
            h = np.maximum(BATCH @ w1 + b1, 0)
            error = h @ w2 + b2 - TARGET
            np.mean(error ** 2)
            grad = error * np.float32(2 / error.size)
            back = (grad @ w2.T) * (h > 0)
            gradients = BATCH.T @ back, back.sum(0), h.T @ grad, grad.sum(0)
            for p, g in zip(parameters, gradients):
                p -= 0.0 * g
            return gradients[0].sum()
        return run


WORKLOADS = {"scalar_chain": Chain(), "diamond": Diamond(), "elementwise": Elementwise(), "mlp_step": Layers()}


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


def table():
    print(f"{'workload':14}{'contestant':16}{'median':>12}{'to hand':>10}{'to torch':>10}")
    for title, workload in WORKLOADS.items():
        times = measure(workload)
        for name, own in times.items():
            print(f"{title:14}{name:16}{median(own) * 1e6:9.1f} us{ratio(own, times['numpy by hand']):>10}"
                  f"{ratio(own, times.get('torch')):>10}")


def ratio(own, others):
    return f"{median(a / b for a, b in zip(own, others)):.2f}" if others else ""


def profile():
    run = WORKLOADS["scalar_chain"].by_engine(autogradlab)
    with cProfile.Profile() as profiler:
        for _ in range(10):
            run()
    pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(22)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--profile", action="store_true", help="show where the time of scalar_chain goes instead")
    profile() if parser.parse_args().profile else table()
