"""The layers as functions: what they compute, with every parameter passed in. Names and defaults are PyTorch's."""

# isort: off
from autogradlab.ops.left_out import lacking

from .activations import relu, relu_, relu6, leaky_relu, prelu, hardtanh, hardsigmoid, hardswish, softshrink  # kinks
from .activations import elu, selu, celu, gelu, silu, mish, softplus, logsigmoid  # curves
from .activations import sigmoid, tanh, softsign, tanhshrink  # curves made of a tensor's own methods
from .activations import glu, softmax, log_softmax  # many entries at once
from .classification import cross_entropy, nll_loss
from .layers import dropout, embedding, linear, one_hot
from .losses import mse_loss, l1_loss, smooth_l1_loss, huber_loss  # of numbers
from .losses import binary_cross_entropy, binary_cross_entropy_with_logits, kl_div  # of probabilities
from .losses import hinge_embedding_loss, poisson_nll_loss, gaussian_nll_loss
from .normalization import batch_norm, cosine_similarity, layer_norm, normalize

__all__ = ["relu", "relu_", "relu6", "leaky_relu", "prelu", "hardtanh", "hardsigmoid", "hardswish", "softshrink"]
__all__ += ["elu", "selu", "celu", "gelu", "silu", "mish", "softplus", "logsigmoid"]
__all__ += ["sigmoid", "tanh", "softsign", "tanhshrink", "glu", "softmax", "log_softmax", "cross_entropy", "nll_loss"]
__all__ += ["dropout", "embedding", "linear", "one_hot", "mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"]
__all__ += ["binary_cross_entropy", "binary_cross_entropy_with_logits", "kl_div"]
__all__ += ["hinge_embedding_loss", "poisson_nll_loss", "gaussian_nll_loss"]
__all__ += ["batch_norm", "cosine_similarity", "layer_norm", "normalize"]

__getattr__ = lacking("torch.nn.functional")
