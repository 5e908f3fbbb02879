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

__all__ = [
    "BCELoss",
    "BCEWithLogitsLoss",
    "BatchNorm1d",
    "CELU",
    "CosineSimilarity",
    "CrossEntropyLoss",
    "Dropout",
    "ELU",
    "Embedding",
    "Flatten",
    "GELU",
    "GLU",
    "GaussianNLLLoss",
    "Hardsigmoid",
    "Hardswish",
    "Hardtanh",
    "HingeEmbeddingLoss",
    "HuberLoss",
    "Identity",
    "KLDivLoss",
    "L1Loss",
    "LayerNorm",
    "LeakyReLU",
    "Linear",
    "LogSigmoid",
    "LogSoftmax",
    "MSELoss",
    "Mish",
    "Module",
    "ModuleDict",
    "ModuleList",
    "NLLLoss",
    "Parameter",
    "ParameterDict",
    "ParameterList",
    "PoissonNLLLoss",
    "ReLU",
    "ReLU6",
    "SELU",
    "Sequential",
    "SiLU",
    "Sigmoid",
    "SmoothL1Loss",
    "Softmax",
    "Softplus",
    "Softshrink",
    "Softsign",
    "Tanh",
    "Tanhshrink",
    "functional",
    "init",
    "utils",
]

__getattr__ = lacking("torch.nn")
show_only(globals(), "parameter")
