"""Two half circles that reach into each other: points in the plane that no straight line tells apart."""

import numpy as np


def two_moons(samples=200, noise=0.1, seed=0):
    """(x, y): points of shape (samples, 2), float64, and the moon each belongs to, 0 (upper) or 1 (lower).

    The upper moon is (cos a, sin a), the lower one (1 - cos a, 1/2 - sin a), with the angle a from 0 to pi.
    noise   standard deviation of what is added to each coordinate
    seed    the same seed gives the same points, in a shuffled order
    >>> x, y = two_moons(4, noise=0)
    >>> x.shape, y.tolist()
    ((4, 2), [1, 0, 0, 1])
    """
    rng = np.random.default_rng(seed)
    upper, lower = np.linspace(0, np.pi, samples - samples // 2), np.linspace(0, np.pi, samples // 2)
    x = np.concatenate(
        [np.stack([np.cos(upper), np.sin(upper)], 1), np.stack([1 - np.cos(lower), 0.5 - np.sin(lower)], 1)]
    )
    y = np.repeat([0, 1], [len(upper), len(lower)])
    order = rng.permutation(samples)
    return x[order] + noise * rng.standard_normal((samples, 2)), y[order]
