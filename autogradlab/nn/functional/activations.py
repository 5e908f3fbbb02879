"""Activations, entry by entry; `inplace` writes the result into the input."""
import warnings

from autogradlab.ops import activation
from autogradlab.ops.arguments import check_tensor
from autogradlab.ops.softmax import log_softmax as _log_softmax
from autogradlab.ops.softmax import softmax as _softmax
from autogradlab.ops.transcendental import ReluBackward0
from autogradlab.ops.writing import write


def _activated(name, operation, input, inplace=False, **settings):
    check_tensor(name, input)
    return write(input, operation.apply, **settings) if inplace else operation.apply(input, **settings)


# ---- straight lines with a kink -------------------------------------------------------------------------------------

def relu(input, inplace=False):
    """Each entry, or 0 where it is negative."""
    return _activated("relu", ReluBackward0, input, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """Each entry, times `negative_slope` where it is negative."""
    return _activated("leaky_relu", activation.LeakyReluBackward0, input, inplace, negative_slope=negative_slope)


def prelu(input, weight):
    """Each entry, times a learned number where it is negative: one for all, or one for each channel."""
    check_tensor("prelu", input)
    channels, sizes = input.shape[1] if input.ndim > 1 else 1, [1] * input.ndim
    if weight.numel() not in (1, channels):
        raise RuntimeError("Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                           f"{weight.numel()} and channel size = {channels}.")
    sizes[1:2] = [weight.numel()] * (input.ndim > 1)
    return activation.PreluKernelBackward0.apply(input, weight.view(sizes))


def threshold(input, threshold, value, inplace=False):
    """Each entry above the threshold, `value` in the place of the others."""
    return _activated("threshold", activation.ThresholdBackward0, input, inplace, threshold=threshold, value=value)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """Each entry, held between two bounds; at the bounds the slope is 0."""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return _activated("hardtanh", activation.HardtanhBackward0, input, inplace, min_val=min_val, max_val=max_val)


def relu6(input, inplace=False):
    """Each entry, held between 0 and 6."""
    return _activated("relu6", activation.HardtanhBackward0, input, inplace, min_val=0, max_val=6)


def hardsigmoid(input, inplace=False):
    """Straight lines in place of sigmoid: (x + 3)/6, held between 0 and 1."""
    return _activated("hardsigmoid", activation.HardsigmoidBackward0, input, inplace)


def hardswish(input, inplace=False):
    """x · hardsigmoid(x)."""
    return _activated("hardswish", activation.HardswishBackward0, input, inplace)


def softshrink(input, lambd=0.5):
    """Each entry moved towards 0 by `lambd`, and 0 where it is nearer."""
    if lambd < 0:
        raise RuntimeError(f"lambda must be in range [0, 3.40282e+38] for input dtype Float, but found {lambd:g}")
    return _activated("softshrink", activation.SoftshrinkBackward0, input, lambd=lambd)


def hardshrink(input, lambd=0.5):
    """Each entry, but 0 where it is nearer to 0 than `lambd`."""
    return _activated("hardshrink", activation.HardshrinkBackward0, input, lambd=lambd)


# ---- curves ---------------------------------------------------------------------------------------------------------

def elu(input, alpha=1.0, inplace=False):
    """Each entry, alpha · (exp(x) − 1) where it is negative."""
    return _activated("elu", activation.EluBackward0, input, inplace, alpha=alpha, scale=1, input_scale=1)


def selu(input, inplace=False):
    """elu with the two constants that keep mean 0 and variance 1 from layer to layer.

    Source: Klambauer et al. (2017), "Self-Normalizing Neural Networks".
    """
    return _activated("selu", activation.EluBackward0, input, inplace, alpha=1.6732632423543772,
                      scale=1.0507009873554805, input_scale=1)


def celu(input, alpha=1.0, inplace=False):
    """Each entry, alpha · (exp(x/alpha) − 1) where it is negative."""
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return _activated("celu", activation.CeluBackward0, input, inplace, alpha=alpha)


def gelu(input, approximate="none"):
    """x · Φ(x), Φ the bell curve's area up to x; approximate="tanh" is a formula near it.

    Source: Hendrycks and Gimpel (2016), "Gaussian Error Linear Units".
    """
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return _activated("gelu", activation.GeluBackward0, input, approximate=approximate)


def silu(input, inplace=False):
    """x · sigmoid(x)."""
    return _activated("silu", activation.SiluBackward0, input, inplace)


def mish(input, inplace=False):
    """x · tanh(softplus(x))."""
    return _activated("mish", activation.MishBackward0, input, inplace)


def softplus(input, beta=1.0, threshold=20.0):
    """log(1 + exp(beta · x))/beta: relu with its corner rounded; x itself where beta · x is above the threshold."""
    return _activated("softplus", activation.SoftplusBackward0, input, beta=beta, threshold=threshold)


def log_sigmoid(input):
    """log(sigmoid(x)), exact where the sigmoid itself would round to 0."""
    return _activated("log_sigmoid", activation.LogSigmoidBackward0, input)


def softsign(input):
    """x / (1 + |x|)."""
    return input / (input.abs() + 1)


def tanhshrink(input):
    """x − tanh(x)."""
    return input - input.tanh()


def glu(input, dim=-1):
    """The first half of `dim`, times the sigmoid of the second."""
    if input.shape[dim] % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim % input.ndim} is size "
                           f"{input.shape[dim]}")
    return activation.GluBackward0.apply(input, dim=dim % input.ndim)


# ---- shares ---------------------------------------------------------------------------------------------------------

def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(input) in shares that sum to 1 over `dim`."""
    return _softmax(input, _wanted("softmax", dim, input.ndim, _stacklevel), dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax of −input."""
    return _softmax(-input, _wanted("softmin", dim, input.ndim, _stacklevel), dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of softmax over `dim`."""
    return _log_softmax(input, _wanted("log_softmax", dim, input.ndim, _stacklevel), dtype)


def _wanted(name, dim, ndim, stacklevel):
    """The dimension that was asked for. Without one it is guessed, and the guess announced, as in PyTorch."""
    if dim is not None:
        return dim
    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an "
                  "argument.", UserWarning, stacklevel=stacklevel)
    return 0 if ndim in (0, 1, 3) else 1


# ---- into the input -------------------------------------------------------------------------------------------------

def relu_(input):
    """`relu`, written into the input."""
    return relu(input, inplace=True)


def leaky_relu_(input, negative_slope=0.01):
    """`leaky_relu`, written into the input."""
    return leaky_relu(input, negative_slope, inplace=True)


def elu_(input, alpha=1.0):
    """`elu`, written into the input."""
    return elu(input, alpha, inplace=True)
