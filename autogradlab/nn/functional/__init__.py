"""The layers as functions: what they compute, with every parameter passed in. Names and defaults are PyTorch's."""

# isort: off
# `X as X` tells type checkers that X is public.
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.left_out import lacking

from .activations import (
    celu as celu,
    elu as elu,
    gelu as gelu,
    glu as glu,
    hardsigmoid as hardsigmoid,
    hardswish as hardswish,
    hardtanh as hardtanh,
    leaky_relu as leaky_relu,
    logsigmoid as logsigmoid,
    log_softmax as log_softmax,
    mish as mish,
    prelu as prelu,
    relu as relu,
    relu6 as relu6,
    relu_ as relu_,
    selu as selu,
    silu as silu,
    softmax as softmax,
    softplus as softplus,
    softshrink as softshrink,
    softsign as softsign,
    tanhshrink as tanhshrink,
)
from .classification import cross_entropy as cross_entropy, nll_loss as nll_loss
from .layers import dropout as dropout, embedding as embedding, linear as linear, one_hot as one_hot
from .losses import (
    binary_cross_entropy as binary_cross_entropy,
    binary_cross_entropy_with_logits as binary_cross_entropy_with_logits,
    gaussian_nll_loss as gaussian_nll_loss,
    hinge_embedding_loss as hinge_embedding_loss,
    huber_loss as huber_loss,
    kl_div as kl_div,
    l1_loss as l1_loss,
    mse_loss as mse_loss,
    poisson_nll_loss as poisson_nll_loss,
    smooth_l1_loss as smooth_l1_loss,
)
from .normalization import (
    batch_norm as batch_norm,
    cosine_similarity as cosine_similarity,
    layer_norm as layer_norm,
    normalize as normalize,
)

sigmoid, tanh = Tensor.sigmoid, Tensor.tanh

__getattr__ = lacking("torch.nn.functional")
