"""Activations as layers. What each computes is said in `functional`; a layer keeps the settings."""
from functools import partial

from autogradlab.ops.device import check_device

from . import functional as F
from . import init as initial
from .functional_layer import FunctionalLayer, layer
from .linear import parameter
from .module import Module


class _Activation(FunctionalLayer):
    pass


_activation = partial(layer, _Activation)

ReLU = _activation("ReLU", F.relu, inplace=False)
ReLU6 = _activation("ReLU6", F.relu6, inplace=False)
LeakyReLU = _activation("LeakyReLU", F.leaky_relu, negative_slope=0.01, inplace=False)
Hardtanh = _activation("Hardtanh", F.hardtanh, min_val=-1.0, max_val=1.0, inplace=False)
Hardsigmoid = _activation("Hardsigmoid", F.hardsigmoid, inplace=False)
Hardswish = _activation("Hardswish", F.hardswish, inplace=False)
ELU = _activation("ELU", F.elu, alpha=1.0, inplace=False)
SELU = _activation("SELU", F.selu, inplace=False)
CELU = _activation("CELU", F.celu, alpha=1.0, inplace=False)
GELU = _activation("GELU", F.gelu, approximate="none")
SiLU = _activation("SiLU", F.silu, inplace=False)
Mish = _activation("Mish", F.mish, inplace=False)
Softplus = _activation("Softplus", F.softplus, beta=1.0, threshold=20.0)
Sigmoid = _activation("Sigmoid", F.sigmoid)
LogSigmoid = _activation("LogSigmoid", F.logsigmoid)
Tanh = _activation("Tanh", F.tanh)
Tanhshrink = _activation("Tanhshrink", F.tanhshrink)
Softsign = _activation("Softsign", F.softsign)
Softmax = _activation("Softmax", F.softmax, dim=None)
LogSoftmax = _activation("LogSoftmax", F.log_softmax, dim=None)
Softmin = _activation("Softmin", F.softmin, dim=None)
GLU = _activation("GLU", F.glu, dim=-1)


class _Shrink(_Activation):
    """PyTorch prints the setting of these two without its name."""

    def extra_repr(self):
        return str(self.lambd)


Softshrink = layer(_Shrink, "Softshrink", F.softshrink, lambd=0.5)
Hardshrink = layer(_Shrink, "Hardshrink", F.hardshrink, lambd=0.5)


class Threshold(_Activation):
    """Each entry above the threshold, `value` in the place of the others."""
    function, settings = staticmethod(F.threshold), {"threshold": None, "value": None, "inplace": False}

    def __init__(self, threshold, value, inplace=False):
        super().__init__(threshold, value, inplace)


class PReLU(Module):
    """Each entry, times a learned number where it is negative: one for all, or one for each channel.

    Source: He et al. (2015), "Delving Deep into Rectifiers".
    """

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        check_device(device)
        self.num_parameters, self.init = num_parameters, init
        self.weight = parameter(num_parameters, dtype)
        self.reset_parameters()

    def reset_parameters(self):
        """Every weight the number `init` again."""
        initial.constant_(self.weight, self.init)

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"
