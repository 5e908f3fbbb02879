"""Activations as layers; what each computes is said in `functional`."""

from __future__ import annotations

from . import functional as F
from .function_layer import FunctionLayer, layer


class _Nameless(FunctionLayer):
    """PyTorch prints the setting of this one without its name."""

    def extra_repr(self) -> str:
        return str(self.lambd)


class _Between(FunctionLayer):
    """Refuses limits the wrong way round when it is made."""

    def _keep(self, settings):
        low, high = settings["min_val"], settings["max_val"]
        if high <= low:
            raise AssertionError(f"max_val ({high}) must be greater than min_val ({low})")
        super()._keep(settings)


def _softmax(input, dim=None):
    return F.softmax(input, dim, _stacklevel=5)


def _log_softmax(input, dim=None):
    return F.log_softmax(input, dim, _stacklevel=5)


_softmax.__doc__, _log_softmax.__doc__ = F.softmax.__doc__, F.log_softmax.__doc__

ReLU = layer("ReLU", F.relu)
ReLU6 = layer("ReLU6", F.relu6)
LeakyReLU = layer("LeakyReLU", F.leaky_relu)
Hardtanh = layer("Hardtanh", F.hardtanh, _Between)
Hardsigmoid = layer("Hardsigmoid", F.hardsigmoid)
Hardswish = layer("Hardswish", F.hardswish)
Softshrink = layer("Softshrink", F.softshrink, _Nameless)
ELU = layer("ELU", F.elu)
SELU = layer("SELU", F.selu)
CELU = layer("CELU", F.celu)
GELU = layer("GELU", F.gelu)
SiLU = layer("SiLU", F.silu)
Mish = layer("Mish", F.mish)
Softplus = layer("Softplus", F.softplus)
Sigmoid = layer("Sigmoid", F.sigmoid)
LogSigmoid = layer("LogSigmoid", F.logsigmoid)
Tanh = layer("Tanh", F.tanh)
Tanhshrink = layer("Tanhshrink", F.tanhshrink)
Softsign = layer("Softsign", F.softsign)
Softmax = layer("Softmax", _softmax)
LogSoftmax = layer("LogSoftmax", _log_softmax)
GLU = layer("GLU", F.glu)
