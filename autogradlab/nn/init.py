"""The first numbers of parameters, written in place and without history, with PyTorch's numbers for every seed."""
import math
import warnings

import numpy as np

from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.tensor import new_tensor


@no_grad()
def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Numbers in [a, b), every one as likely."""
    return tensor.uniform_(a, b, generator=generator)


@no_grad()
def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Numbers from the bell curve around `mean` with the standard deviation `std`."""
    return tensor.normal_(mean, std, generator=generator)


@no_grad()
def constant_(tensor, val):
    """`val` everywhere."""
    return tensor.fill_(val)


@no_grad()
def ones_(tensor):
    """1 everywhere."""
    return tensor.fill_(1.0)


@no_grad()
def zeros_(tensor):
    """0 everywhere."""
    return tensor.zero_()


@no_grad()
def eye_(tensor):
    """1 on the diagonal of a matrix, 0 elsewhere."""
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return tensor.copy_(new_tensor(np.eye(*tensor.shape, dtype=tensor._data.dtype)))


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Numbers in ±gain·√(6 / (fan_in + fan_out)): equal variance forward and backward in linear layers.

    Source: Glorot and Bengio (2010), "Understanding the difficulty of training deep feedforward neural networks".
    """
    bound = math.sqrt(3.0) * _xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """As `xavier_uniform_`, from the bell curve of that variance."""
    return normal_(tensor, 0.0, _xavier_std(tensor, gain), generator)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Numbers in ±gain·√(3 / fan): equal variance from layer to layer through relu.

    a       the slope of `leaky_relu` below 0
    mode    "fan_in" keeps the variance of the forward pass, "fan_out" that of backward
    Source: He, Zhang, Ren, Sun (2015), "Delving deep into rectifiers".
    """
    if _is_empty(tensor):
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """As `kaiming_uniform_`, from the bell curve of that variance."""
    if _is_empty(tensor):
        return tensor
    return normal_(tensor, 0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


@no_grad()
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Numbers from the bell curve, those outside [a, b] drawn again; by rejection from [a, b] if few are inside."""
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be "
                      "incorrect.", UserWarning, stacklevel=2)
    kind = tensor._data.dtype.type

    def fresh():
        return new_tensor(np.empty_like(tensor._data))

    def outside(numbers):
        return (numbers < kind(a)) | (numbers > kind(b))

    def too_unlikely(numbers):
        peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
        coin = fresh().uniform_(generator=generator)._data
        return quiet.run(np.log, coin) > ((numbers - mean) / std) ** 2 * -0.5 - peak

    inside = _below((b - mean) / std) - _below((a - mean) / std)
    numbers, pending = tensor._data, np.ones_like(tensor._data, dtype=bool)
    while pending.any():
        drawn = (fresh().normal_(mean, std, generator=generator) if inside > 0.3 else
                 fresh().uniform_(a, b, generator=generator))._data
        numbers = np.where(pending, drawn, numbers)
        pending &= outside(drawn) if inside > 0.3 else too_unlikely(drawn)
    return tensor.copy_(new_tensor(numbers))


@no_grad()
def orthogonal_(tensor, gain=1, generator=None):
    """A matrix whose rows or columns, whichever are fewer, are orthogonal and of length `gain`.

    Further dimensions count as columns. Source: Saxe, McClelland, Ganguli (2014), "Exact solutions to the nonlinear
    dynamics of learning in deep linear neural networks".
    """
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.shape[0]
    drawn = np.empty((rows, tensor.numel() // rows), tensor._data.dtype)
    drawn = new_tensor(drawn).normal_(0, 1, generator=generator)._data
    wide = rows < drawn.shape[1]
    q, r = np.linalg.qr(drawn.T if wide else drawn)
    q *= np.sign(np.diag(r))
    return tensor.copy_(new_tensor((q.T if wide else q).reshape(tensor.shape))).mul_(gain)


def calculate_gain(nonlinearity, param=None):
    """By how much a nonlinearity shrinks what passes through it, so by how much the weights should be larger."""
    if nonlinearity == "leaky_relu":
        if isinstance(param, bool) or not isinstance(param, (int, float, type(None))):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in _GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return _GAINS[nonlinearity]


_GAINS = {"sigmoid": 1, "tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 0.75, "linear": 1,
          **{f"conv{kind}{n}d": 1 for kind in ("", "_transpose") for n in (1, 2, 3)}}


def _calculate_fan_in_and_fan_out(tensor):
    """How many numbers one output is made of, and how many outputs one input goes into."""
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    outputs, inputs, *window = tensor.shape
    return inputs * math.prod(window), outputs * math.prod(window)


def _xavier_std(tensor, gain):
    return gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))


def _kaiming_std(tensor, a, mode, nonlinearity):
    modes = ["fan_in", "fan_out"]
    if mode.lower() not in modes:
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of {modes}")
    fan = _calculate_fan_in_and_fan_out(tensor)[modes.index(mode.lower())]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def _is_empty(tensor):
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", UserWarning, stacklevel=3)
    return 0 in tensor.shape


def _below(x):
    """The share of the bell curve below `x`."""
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0
