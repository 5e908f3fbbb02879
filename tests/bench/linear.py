"""x · Wᵀ + b with W transposed for the product, or the product transposed afterwards: which is faster where?

The rule that follows from it is in `ops/layers.py`. Rounds are interleaved; a ratio below 1 says that transposing the
product is faster. Processor time, one thread. Not collected by pytest.
"""

import os

for pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[pool] = "1"

from statistics import median  # noqa: E402
from time import process_time  # noqa: E402

import numpy as np  # noqa: E402

from autogradlab.ops.layers import product_turned, weight_turned  # noqa: E402

ROWS = (1, 8, 16, 32, 64, 128, 256, 1024)
LAYERS = ((784, 256), (256, 256), (1024, 1024), (100, 100), (784, 64), (64, 64), (32, 256), (784, 10))


def ratio(rows, features, outputs):
    """The median time of `product_turned` as a multiple of that of `weight_turned`."""
    random = np.random.default_rng(0)
    x, weight, bias = (random.random(shape, np.float32) for shape in ((rows, features), (outputs, features), outputs))
    pairs = []
    for _ in range(max(11, min(400, 200_000_000 // (rows * features * outputs)))):
        pairs.append([seconds(way, x, weight, bias) for way in (product_turned, weight_turned)])
    return median(a / b for a, b in pairs)


def seconds(way, *arguments):
    start = process_time()
    way(*arguments)
    return process_time() - start


if __name__ == "__main__":
    print("features -> outputs  " + "".join(f"{rows:>7}" for rows in ROWS) + "  rows")
    for features, outputs in LAYERS:
        ratios = [ratio(rows, features, outputs) for rows in ROWS]
        print(f"{features:8} -> {outputs:<8} " + "".join(f"{value:7.2f}" for value in ratios))
