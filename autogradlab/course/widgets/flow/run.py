"""One backward pass through a deep network, run for real: what arrives at each layer, and what clipping does."""

from dataclasses import dataclass
from functools import lru_cache
from math import hypot, inf, sqrt

import autogradlab as ag
from autogradlab.nn.utils import clip_grad_norm_

UNITS, BATCH = 32, 16
ACTIVATIONS = {"sigmoid": ag.sigmoid, "tanh": ag.tanh, "relu": ag.relu}


@dataclass(frozen=True)
class Reading:
    """sizes: the gradient's length at each layer's output, first layer first; the norms are of all weights together.

    other   (activation, ratios) of the network to compare with: another activation, the rest the same
    """

    activation: str
    depth: int
    scale: float
    max_norm: float
    sizes: tuple
    total_norm: float
    clipped_norm: float
    other: tuple

    @property
    def ratios(self):
        """The sizes divided by that at the last layer."""
        return ratios(self.sizes)

    @property
    def factor(self):
        """What clipping multiplies every gradient by."""
        return self.clipped_norm / self.total_norm


def run(activation, depth, scale, max_norm):
    """The Reading of one setting."""
    sizes, total = _sizes(activation, depth, scale)
    other = "relu" if activation != "relu" else "sigmoid"
    clipped = total if max_norm == inf else _clipped(activation, depth, scale, max_norm)
    return Reading(
        activation, depth, scale, max_norm, sizes, total, clipped, (other, ratios(_sizes(other, depth, scale)[0]))
    )


def ratios(sizes):
    return tuple(size / sizes[-1] for size in sizes)


@lru_cache(512)
def _sizes(activation, depth, scale):
    """(sizes, total norm of the weights' gradients)"""
    sizes, weights = _backward(activation, depth, scale)
    return sizes, _total_norm(weights)


@lru_cache(512)
def _clipped(activation, depth, scale, max_norm):
    """The total norm after clipping, measured."""
    _, weights = _backward(activation, depth, scale)
    clip_grad_norm_(weights, max_norm)
    return _total_norm(weights)


def _total_norm(weights):
    return hypot(*(w.grad.norm().item() for w in weights))


def _backward(activation, depth, scale):
    """(the gradient's length at each layer's output, the weights with their gradients)"""
    weights, h = _weights(depth, scale), _numbers(0)
    lengths = [None] * depth
    for i, weight in enumerate(weights):
        h = ACTIVATIONS[activation](h @ weight)
        h.register_hook(lambda grad, i=i: lengths.__setitem__(i, grad.norm().item()))
    (h**2).mean().backward()
    return tuple(lengths), weights


def _weights(depth, scale):
    """A weight for each layer: independent normal numbers of standard deviation scale / √UNITS."""
    return [(_numbers(i + 1) * (scale / sqrt(UNITS))).requires_grad_() for i in range(depth)]


@lru_cache(64)
def _numbers(seed):
    """Normal numbers: the input for seed 0, else a layer's weights. The learner's generator stays untouched."""
    generator = ag.Generator().manual_seed(seed)
    return ag.randn(UNITS if seed else BATCH, UNITS, generator=generator, dtype=ag.float64)
