"""Activations, entry by entry, and softmax; `inplace` writes the result into the input."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from autogradlab.autograd.dtypes import dtype
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import wrong_type
from autogradlab.nn.written import written
from autogradlab.ops import activation
from autogradlab.ops.arguments import check_tensor
from autogradlab.ops.creation import number
from autogradlab.ops.limits import ReluBackward0
from autogradlab.ops.reduce import axis
from autogradlab.ops.writing import write

from .arguments import check_tensors


def _function(name, operation, **settings) -> Callable[..., Tensor]:
    """The function `name(input, **settings)`: `operation`'s value, with PyTorch's error for what is not a tensor."""
    own = "".join(f", {setting}={setting}" for setting in settings if setting != "inplace")
    in_place = f"write(input, in_place.apply{own}) if inplace else " if "inplace" in settings else ""
    said = f"'{name}' + '_' * bool(inplace)" if in_place else f"'{name}'"
    body = [f"check_tensor('{name}', input)"]
    for i, (setting, default) in enumerate(settings.items(), 2):
        if type(default) is float:
            body.append(f"if type({setting}) is not float:")
            body.append(f"    {setting} = number({said}, {setting}, '{setting}', {i})")
    body.append(f"return {in_place}operation.apply(input{own})")
    known = {"check_tensor": check_tensor, "number": number, "write": write, "operation": operation}
    known["in_place"] = getattr(activation, operation.__name__[:-1] + "1", operation)  # some nodes have another number
    function = written(name, ["input", *settings], body, __name__, **known)
    function.__doc__, function.__defaults__ = operation.__doc__, tuple(settings.values())
    return function


# ---- straight lines with a kink -------------------------------------------------------------------------------------

relu = _function("relu", ReluBackward0, inplace=False)
leaky_relu = _function("leaky_relu", activation.LeakyReluBackward0, negative_slope=0.01, inplace=False)
_hardtanh = _function("hardtanh", activation.HardtanhBackward0, min_val=-1.0, max_val=1.0, inplace=False)
hardsigmoid = _function("hardsigmoid", activation.HardsigmoidBackward0, inplace=False)
hardswish = _function("hardswish", activation.HardswishBackward0, inplace=False)
softshrink = _function("softshrink", activation.SoftshrinkBackward0, lambd=0.5)


def relu_(input: Tensor) -> Tensor:
    """`relu`, written into the input."""
    return relu(input, inplace=True)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """Each entry, held between two bounds; the slope at a bound is 0 already."""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return _hardtanh(input, min_val, max_val, inplace)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """Each entry, held between 0 and 6."""
    check_tensor("relu6" + "_" * bool(inplace), input)
    return hardtanh(input, 0, 6, inplace)


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """Each entry, times a learned number where it is negative: one for all, or one for each channel."""
    check_tensors("prelu", input=input, weight=weight)
    channels, sizes = input.shape[1] if input.ndim > 1 else 1, [1] * input.ndim
    if weight.numel() != 1 and not input.ndim:
        raise RuntimeError("Not allow zero-dim input tensor.")
    if weight.numel() not in (1, channels):
        raise RuntimeError(
            "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
            f"{weight.numel()} and channel size = {channels}."
        )
    if weight.dtype is not input.dtype:
        kinds = f"{input.dtype.type_name} and {weight.dtype.type_name}"
        raise RuntimeError(f"prelu: Type promoting not supported. Got {kinds}")
    if weight.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}")
    sizes[1:2] = [weight.numel()] * (input.ndim > 1)
    return activation.PreluKernelBackward0.apply(input, weight.view(sizes))


# ---- curves ---------------------------------------------------------------------------------------------------------

_elu = _function("elu", activation.EluBackward0, alpha=1.0, scale=1.0, input_scale=1.0, inplace=False)
celu = _function("celu", activation.CeluBackward0, alpha=1.0, inplace=False)
_gelu = _function("gelu", activation.GeluBackward0, approximate="none")
silu = _function("silu", activation.SiluBackward0, inplace=False)
mish = _function("mish", activation.MishBackward0, inplace=False)
softplus = _function("softplus", activation.SoftplusBackward0, beta=1.0, threshold=20.0)
logsigmoid = _function("log_sigmoid", activation.LogSigmoidBackward0)


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Each entry, alpha · (exp(x) − 1) where it is negative."""
    return _elu(input, alpha, inplace=inplace)


def gelu(input: Tensor, *, approximate: str = "none") -> Tensor:
    """x · Φ(x), Φ the bell curve's area up to x; approximate="tanh" comes close to it (Hendrycks and Gimpel 2016)."""
    if not isinstance(approximate, str):
        raise wrong_type("gelu", "approximate", None, "str", approximate)
    return _gelu(input, approximate)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """elu with the two constants that keep mean 0 and variance 1 from layer to layer (Klambauer et al. 2017)."""
    check_tensor("selu" + "_" * bool(inplace), input)
    return _elu(input, 1.6732632423543772, 1.0507009873554805, inplace=inplace)


def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + exp(−x)), as `input.sigmoid()`."""
    return input.sigmoid()


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent, as `input.tanh()`."""
    return input.tanh()


def softsign(input: Tensor) -> Tensor:
    """x / (1 + |x|)."""
    return input / (input.abs() + 1)


def tanhshrink(input: Tensor) -> Tensor:
    """x − tanh(x)."""
    return input - input.tanh()


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """The first half of `dim`, times the sigmoid of the second."""
    check_tensor("glu", input)
    if input.ndim == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    dim = axis(dim, input.ndim)
    if input.shape[dim] % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {input.shape[dim]}")
    return activation.GluBackward0.apply(input, dim=dim)


# ---- softmax --------------------------------------------------------------------------------------------------------


def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype | None = None) -> Tensor:
    """exp(input), scaled to sum to 1 over `dim`."""
    dim = _wanted("softmax", dim, input, _stacklevel)
    return input.softmax(dim, dtype=dtype)


def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype | None = None) -> Tensor:
    """The logarithm of softmax over `dim`."""
    dim = _wanted("log_softmax", dim, input, _stacklevel)
    return input.log_softmax(dim, dtype=dtype)


def _wanted(name, dim, input, stacklevel):
    """The requested dimension. Without one it is guessed, with a warning, as in PyTorch."""
    if dim is not None:
        return dim
    dims = input.dim()
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        stacklevel=stacklevel,
    )
    return 0 if dims in (0, 1, 3) else 1
