"""Activations as layers; `functional` says what each computes."""

from __future__ import annotations

from autogradlab.ops.register import functions

from . import functional as F
from .function_layer import FunctionLayer, SilentLayer, layer


class _Nameless(FunctionLayer):
    """A layer whose setting `lambd` is printed without its name, as in PyTorch."""

    def extra_repr(self) -> str:
        return str(self.lambd)


class _Between(FunctionLayer):
    """A layer whose constructor requires min_val < max_val."""

    def _keep(self, settings):
        low, high = settings["min_val"], settings["max_val"]
        if high <= low:
            raise AssertionError(f"max_val ({high}) must be greater than min_val ({low})")
        super()._keep(settings)


ReLU = layer("ReLU", F.relu)
LeakyReLU = layer("LeakyReLU", F.leaky_relu)
Hardtanh = layer("Hardtanh", F.hardtanh, _Between)


class ReLU6(Hardtanh):  # type: ignore[misc, valid-type]
    """`Hardtanh` between 0 and 6."""

    settings = ("inplace",)

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)


Hardsigmoid = layer("Hardsigmoid", F.hardsigmoid, SilentLayer)
Hardswish = layer("Hardswish", F.hardswish, SilentLayer)
Softshrink = layer("Softshrink", F.softshrink, _Nameless)
ELU = layer("ELU", F.elu)
SELU = layer("SELU", F.selu)
CELU = layer("CELU", F.celu)
GELU = layer("GELU", F.gelu)
SiLU = layer("SiLU", F.silu)
Mish = layer("Mish", F.mish)
Softplus = layer("Softplus", F.softplus)
Sigmoid = layer("Sigmoid", F.sigmoid, calls=functions["sigmoid"])
LogSigmoid = layer("LogSigmoid", F.logsigmoid)
Tanh = layer("Tanh", F.tanh, calls=functions["tanh"])
Tanhshrink = layer("Tanhshrink", F.tanhshrink)
Softsign = layer("Softsign", F.softsign)
Softmax = layer("Softmax", F.softmax, without="_stacklevel")
LogSoftmax = layer("LogSoftmax", F.log_softmax, without="_stacklevel")
GLU = layer("GLU", F.glu)
