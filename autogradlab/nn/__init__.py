"""Layers, losses and containers, with `Module`, the class that they are all built on."""

# isort: off
from autogradlab.ops.left_out import lacking, show_only

from . import functional, init, utils
from .activation import ReLU, ReLU6, LeakyReLU, Hardtanh, Hardsigmoid, Hardswish, Softshrink  # kinks
from .activation import ELU, SELU, CELU, GELU, SiLU, Mish, Softplus  # curves that begin or end as a line
from .activation import Sigmoid, LogSigmoid, Tanh, Tanhshrink, Softsign  # other curves
from .activation import GLU, Softmax, LogSoftmax  # many entries at once
from .containers import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from .embedding import Embedding
from .linear import Linear
from .loss import MSELoss, L1Loss, SmoothL1Loss, HuberLoss, CosineSimilarity  # of numbers
from .loss import BCELoss, BCEWithLogitsLoss, NLLLoss, CrossEntropyLoss, KLDivLoss  # of probabilities
from .loss import HingeEmbeddingLoss, PoissonNLLLoss, GaussianNLLLoss
from .module import Module
from .normalization import BatchNorm1d, LayerNorm
from .parameter import Parameter
from .shaping import Dropout, Flatten, Identity

__all__ = ["functional", "init", "utils"]
__all__ += ["ReLU", "ReLU6", "LeakyReLU", "Hardtanh", "Hardsigmoid", "Hardswish", "Softshrink"]
__all__ += ["ELU", "SELU", "CELU", "GELU", "SiLU", "Mish", "Softplus"]
__all__ += ["Sigmoid", "LogSigmoid", "Tanh", "Tanhshrink", "Softsign", "GLU", "Softmax", "LogSoftmax"]
__all__ += ["ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential", "Embedding", "Linear"]
__all__ += ["MSELoss", "L1Loss", "SmoothL1Loss", "HuberLoss", "CosineSimilarity"]
__all__ += ["BCELoss", "BCEWithLogitsLoss", "NLLLoss", "CrossEntropyLoss", "KLDivLoss"]
__all__ += ["HingeEmbeddingLoss", "PoissonNLLLoss", "GaussianNLLLoss", "Module", "BatchNorm1d", "LayerNorm"]
__all__ += ["Parameter", "Dropout", "Flatten", "Identity"]

__getattr__ = lacking("torch.nn")
show_only(globals(), "parameter")
