"""Layers that compute in one node: linear layers, normalization, and embeddings (rows picked from a table)."""

import numpy as np

from autogradlab.autograd.modes import mode, no_grad
from autogradlab.autograd.operation import Operation, make_ready
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor, tensor_types

from . import either
from .bases import Positions
from .reduce import count, total
from .select import AsStridedBackward0
from .shape import TBackward0
from .transcendental import SqrtBackward0

# ---- x · Wᵀ + b -----------------------------------------------------------------------------------------------

#: The matrix product copies a transposed weight. It is faster to transpose the result if that is far smaller than the
#: weight: from `_WIDE` outputs on, with at most one row per `_FEATURES_PER_ROW` features (tests/bench/linear.py).
_WIDE, _FEATURES_PER_ROW = 100, 5


def weight_turned(x, weight, bias):
    """x · weightᵀ + bias, of arrays."""
    out = x.dot(weight.T)
    out += bias
    return out


def product_turned(x, weight, bias):
    """The same, computed as (weight · xᵀ)ᵀ + bias."""
    return np.add(weight.dot(x.T).T, bias, order="C")


class _Linear(Operation):
    """A product with `mat2` = weightᵀ, which is passed and saved as the weight, (out, in), but shown transposed.

    PyTorch records a transpose and a product; here one node does both, and `next_functions` shows the transpose.
    """

    __slots__ = ("_turn",)

    @property
    def next_functions(self):
        """The edges of the inputs; the weight's leads through the TBackward0 that PyTorch records."""
        *others, (weight, _) = super().next_functions
        return (*others, (weight and self._turned(), 0))

    def register_hook(self, fn):
        if self._edges[-1] is not None:
            self._turned()
        return super().register_hook(fn)

    def _turned(self):
        """The TBackward0, made when first asked for; unless during a walk, gradients go through it from then on."""
        if not hasattr(self, "_turn"):
            make_ready(TBackward0)
            self._turn = object.__new__(TBackward0)
            self._turn._start(self._edges[-1:])
            self._turn._number = self._number - 0.5  # as if made before this node, after the weight
            if mode.walk is None:  # a running walk has ordered its nodes and would miss it
                self._edges = (*self._edges[:-1], self._turn)
                self._own_hooks()  # with hooks, `_run` is the general one, which calls `_contributions`
        return self._turn

    def _contributions(self, grad, recorded, edges):
        *others, weights = super()._contributions(grad, recorded, edges)
        if weights is not None and self._edges[-1] is getattr(self, "_turn", None):
            weights = either.apply(TBackward0, weights)
        return [*others, weights]

    def _shown(self, k):
        shown = super()._shown(k)
        return shown.t() if shown is not None and self.saved_names[k] == "mat2" else shown

    def check_version(self, k):
        if self.saved_names[k] != "mat2":
            return super().check_version(k)
        with no_grad():
            turned = self._saved[k].t()
        maker = None if self._edges[-1] is None else object.__new__(AsStridedBackward0)
        rules.check_version(turned, self._version_of(k), maker)


def _of_weight(grad, x):
    """gradᵀ · x; for Tensors, with the transposes that PyTorch records."""
    return (grad.t() @ x).t().t() if type(grad) in tensor_types else either.product(grad.T, x)


class MmBackward0(_Linear):
    """Z = self · mat2,   ∂/∂self = grad · mat2ᵀ,   ∂/∂mat2 = (gradᵀ · self)ᵀ"""

    forward = lambda self, mat2: either.product(self, mat2.T)
    d_self = lambda grad, mat2: either.product(grad, mat2)
    d_mat2 = lambda grad, self: _of_weight(grad, self)


class AddmmBackward0(_Linear):
    """Z = mat1 · mat2 + self,   ∂/∂self = Σ grad over the rows,   the others as in MmBackward0"""

    _saved_alpha = _saved_beta = 1
    shows_self_sym_sizes = None

    def forward(self, mat1, mat2):
        rows, features = mat1.shape
        few = len(mat2) >= _WIDE and rows * _FEATURES_PER_ROW <= features
        return (product_turned if few else weight_turned)(mat1, mat2, self)

    d_self = lambda grad, self_shape: rules.unbroadcast(grad, self_shape)
    d_mat1 = MmBackward0.d_self
    d_mat2 = lambda grad, mat1: _of_weight(grad, mat1)


# ---- normalization to mean 0 and variance 1, then a learned weight and bias -----------------------------------


def moments(x, dims):
    """Mean and variance of an array or a Tensor over `dims`, kept at size 1; the mean of equal numbers is exact."""
    n = count(x.shape, dims)
    if isinstance(x, np.ndarray):
        mean = (np.add.reduce(x, dims, np.float64, keepdims=True) / n).astype(x.dtype)
    else:
        mean = total(x, dims) / n
    centered = x - mean
    return mean, total(centered * centered, dims) / n


class NativeLayerNormBackward0(Operation):
    """z = x̂ · weight + bias,   x̂ = s · (input − mean),   s = 1/√(variance + eps)

    ∂/∂input = s · (g − mean of g − x̂ · mean of g · x̂) with g = grad · weight,
    ∂/∂weight = Σ grad · x̂,   ∂/∂bias = Σ grad

    dims        the dimensions that mean and variance are taken over
    shape       the shape in which weight and bias line up with their features
    statistics  (mean, variance), two arrays; None: computed from the input each time
    own         whether they were computed from the input, so that gradients pass through them; else constants
    """

    def forward(input, weight, bias, *, dims, shape, eps, statistics, own):
        mean, variance = statistics or moments(input, dims)
        out = np.subtract(input, mean, order="C")
        out *= 1 / np.sqrt(variance + eps)
        if weight is not None:
            out *= weight.reshape(shape)
        if bias is not None:
            out += bias.reshape(shape)
        return out

    def d_input(grad, input, weight, dims, shape, eps, statistics, own):
        unit, scale = _unit(input, dims, eps, statistics, own)
        if weight is not None:
            grad = grad * weight.reshape(shape)
        if own:
            n = count(input.shape, dims)
            grad = grad - total(grad, dims) / n - unit * (total(grad * unit, dims) / n)
        return grad * scale

    def d_weight(grad, input, weight_shape, dims, shape, eps, statistics, own):
        unit, _ = _unit(input, dims, eps, statistics, own)
        return rules.unbroadcast(grad * unit, shape).reshape(weight_shape)

    d_bias = lambda grad, bias_shape, shape: rules.unbroadcast(grad, shape).reshape(bias_shape)


class NativeBatchNormBackward0(NativeLayerNormBackward0):
    """The same with statistics of each channel: those of this batch, or those kept from training.

    Computed as in PyTorch, as input · α + β rounded once: an entry equal to the mean may come out as ±6e-08.
    """

    def forward(input, weight, bias, *, dims, shape, eps, statistics, own):
        mean, variance = statistics or moments(input, dims)
        scale = (1 / np.sqrt(variance.astype(np.float64) + eps)).astype(variance.dtype)
        if weight is not None:
            scale = scale * weight.reshape(shape)
        shift = -mean * scale if bias is None else bias.reshape(shape) - mean * scale
        out = np.multiply(input, scale, dtype=np.float64)
        out += shift
        return out.astype(input.dtype, copy=False)


def _unit(input, dims, eps, statistics, own):
    """x̂ and s, for an array or a Tensor."""
    if statistics is None or own and isinstance(input, Tensor):
        mean, variance = moments(input, dims)
    else:
        mean, variance = (either.constant(part, input) for part in statistics)
    scale = 1 / either.apply(SqrtBackward0, variance + eps)
    return (input - mean) * scale, scale


# ---- rows picked from a table by number, and their dual: rows added into a table at their numbers -------------


class EmbeddingBackward0(Positions):
    """z = the rows of `weight` at `indices`; a row gets the sum of the gradients from all its picks

    padding_idx     the row that gets no gradient, or None
    """

    _saved_scale_grad_by_freq = _saved_sparse = False
    shows_weight_sym_sizes = None
    shows_weight_sym_argsize_0 = lambda weight_shape: weight_shape[0]
    shows_padding_idx = lambda padding_idx: 2**64 - 1 if padding_idx is None else padding_idx

    def forward(weight, indices, *, padding_idx):
        return weight.take(indices, 0)  # never in the weight's memory, which `weight[1]` would be

    def d_weight(grad, weight_shape, indices, padding_idx):
        if padding_idx is not None:
            grad = either.where((either.numbers(indices) != padding_idx)[..., None], grad, 0)
        return either.apply(EmbeddingDenseBackward0, grad, indices, rows=weight_shape[0])


class EmbeddingDenseBackward0(Positions):
    """z = a table of zeros with the rows of `grad` added at `indices`,   ∂z/∂grad = the table's rows there"""

    def forward(grad, indices, *, rows):
        width = grad.shape[-1]
        table = np.zeros(rows * width, grad.dtype)
        places = indices[..., None] * width + np.arange(width)
        np.add.at(table, places.ravel(), grad.ravel())  # entry by entry: five times as fast as row by row
        return table.reshape(rows, width)

    d_grad = lambda grad, indices: either.apply(EmbeddingBackward0, grad, indices, padding_idx=None)
