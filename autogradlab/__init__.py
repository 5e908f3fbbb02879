"""autogradlab: a small autograd engine that behaves like PyTorch, and the course that stands on it.

`import autogradlab as ag` costs NumPy and little more. The names are PyTorch's.
"""
from . import autograd, optim
from .autograd import Size, Tensor, enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .autograd.dtypes import (
    bool,
    double,
    dtype,
    float,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    long,
    uint8,
)
from .ops.arithmetic import abs_ as abs
from .ops.arithmetic import add, div, mul, neg, reciprocal, square, sub
from .ops.arithmetic import pow_ as pow
from .ops.compare import equal, isnan, logical_and
from .ops.creation import arange, empty, eye, full, linspace, ones, ones_like, tensor, zeros, zeros_like
from .ops.generator import (
    Generator,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)
from .ops.limits import ceil, clamp, floor, maximum, minimum
from .ops.limits import round_ as round
from .ops.linalg import dot, matmul, mm, mv
from .ops.random import bernoulli, normal, rand, rand_like, randint, randn, randn_like, randperm
from .ops.reduce import mean
from .ops.reduce import sum_ as sum
from .ops.select import where
from .ops.shape import clone, permute, squeeze, t, transpose, unsqueeze
from .ops.shape import view as reshape
from .ops.transcendental import cos, exp, log, log1p, relu, sigmoid, sign, sin, sqrt, tanh

__version__ = "0.1.0"


def __getattr__(name):
    """The drawing room opens when it is first asked for, so that the engine alone costs NumPy and little more."""
    if name == "draw":
        from .draw import draw
        return draw
    raise AttributeError(f"module 'autogradlab' has no attribute '{name}'")
