"""The layers as functions: what they compute, with every parameter passed in. Names and defaults are PyTorch's."""
from autogradlab.ops.left_out import missing
from autogradlab.ops.transcendental import sigmoid, tanh

from .activations import (
    celu,
    elu,
    elu_,
    gelu,
    glu,
    hardshrink,
    hardsigmoid,
    hardswish,
    hardtanh,
    leaky_relu,
    leaky_relu_,
    log_softmax,
    mish,
    prelu,
    relu,
    relu6,
    relu_,
    selu,
    silu,
    softmax,
    softmin,
    softplus,
    softshrink,
    softsign,
    tanhshrink,
    threshold,
)
from .activations import log_sigmoid as logsigmoid
from .classification import binary_cross_entropy, binary_cross_entropy_with_logits, cross_entropy, nll_loss
from .layers import dropout, embedding, linear, one_hot
from .losses import (
    gaussian_nll_loss,
    hinge_embedding_loss,
    huber_loss,
    kl_div,
    l1_loss,
    margin_ranking_loss,
    mse_loss,
    poisson_nll_loss,
    smooth_l1_loss,
)
from .normalization import batch_norm, cosine_similarity, layer_norm, normalize, pairwise_distance


def __getattr__(name):
    raise missing("torch.nn.functional", name)
