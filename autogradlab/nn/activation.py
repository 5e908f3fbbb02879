"""Activations as layers; `functional` says what each computes."""

from __future__ import annotations

from autogradlab.ops.register import functions

from . import functional as F
from .function_layer import FunctionLayer, SilentLayer, layer


class _Between(FunctionLayer):
    """A layer that is made only if min_val < max_val."""

    def _keep(self, settings):
        low, high = settings["min_val"], settings["max_val"]
        if high <= low:
            raise AssertionError(f"max_val ({high}) must be greater than min_val ({low})")
        super()._keep(settings)


ReLU = layer("ReLU", F.relu)
LeakyReLU = layer("LeakyReLU", F.leaky_relu)
Hardtanh = layer("Hardtanh", F.hardtanh, _Between)
ReLU6 = layer("ReLU6", F.relu6)
Hardsigmoid = layer("Hardsigmoid", F.hardsigmoid, SilentLayer)
Hardswish = layer("Hardswish", F.hardswish, SilentLayer)
Softshrink = layer("Softshrink", F.softshrink)
ELU = layer("ELU", F.elu)
SELU = layer("SELU", F.selu)
CELU = layer("CELU", F.celu)
GELU = layer("GELU", F.gelu, by_place=True)
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
