"""The layers as functions: what they compute, with every parameter passed in. Names and defaults are PyTorch's."""

# isort: off
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.left_out import missing

from .activations import (
    celu,
    elu,
    gelu,
    glu,
    hardsigmoid,
    hardswish,
    hardtanh,
    leaky_relu,
    logsigmoid,
    log_softmax,
    mish,
    prelu,
    relu,
    relu6,
    relu_,
    selu,
    silu,
    softmax,
    softplus,
    softshrink,
    softsign,
    tanhshrink,
)
from .classification import cross_entropy, nll_loss
from .layers import dropout, embedding, linear, one_hot
from .losses import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    gaussian_nll_loss,
    hinge_embedding_loss,
    huber_loss,
    kl_div,
    l1_loss,
    mse_loss,
    poisson_nll_loss,
    smooth_l1_loss,
)
from .normalization import batch_norm, cosine_similarity, layer_norm, normalize

sigmoid, tanh = Tensor.sigmoid, Tensor.tanh


def __getattr__(name):
    raise missing("torch.nn.functional", name)
