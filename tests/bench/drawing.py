"""How long drawings take: `python tests/bench/drawing.py`. Processor time of one call each, the best of three.

Wanted: 1,000 operations drawn in less than 1 s, 100,000 answered with a summary in about 1 s. Not collected by pytest.
"""

import random
from time import process_time

import autogradlab
from autogradlab.draw import draw

try:
    import torch
except ImportError:
    torch = None


def chain(ag, operations):
    x = y = ag.tensor(1.0, requires_grad=True)
    for _ in range(operations // 2):
        y = y * x + 1
    return y


def tangle(ag, operations):
    rng, results = random.Random(0), [ag.tensor(1.0, requires_grad=True)]
    for _ in range(operations):
        results.append(rng.choice(results[-20:]) * rng.choice(results[-20:]))
    return sum(results[-20:])


def seconds(root, **options):
    def once():
        start = process_time()
        drawing = draw(root, {}, **options)
        drawing.svg, drawing.text
        return process_time() - start, drawing

    times = [once() for _ in range(3)]
    return min(time for time, _ in times), times[0][1]


CASES = [
    ("chain, folded", chain, 1000, {}),
    ("chain, all shown", chain, 1000, {"fold": False}),
    ("tangle, all shown", tangle, 1000, {"fold": False}),
    ("chain", chain, 100_000, {}),
]

for engine in filter(None, (autogradlab, torch)):
    for name, program, operations, options in CASES:
        root = program(engine, operations)
        time, drawing = seconds(root, **options)
        print(
            f"{engine.__name__:12} {operations:7,} operations  {name:18} {time:6.2f} s  {type(drawing).__name__}, "
            f"layout {drawing.layout}"
        )
