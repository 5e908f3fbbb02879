"""Losses: how far a prediction is from its target.

`reduction` leaves one number per entry, averages them, or adds them. The shapes of input and target are equal here,
except for nll_loss; `nn.functional` sees to that.
"""

from math import prod

import numpy as np

from autogradlab.autograd.dtypes import promote
from autogradlab.autograd.operation import Elementwise, Operation
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.rounding import add_up
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import new_tensor

from . import either, exact
from .activation import LogSigmoidBackward0
from .bases import Flat, FloatsOnly, Positions
from .reduce import DivBackward1
from .select import unchanged
from .transcendental import SigmoidBackward0


def reduced(values, reduction):
    """The entries' losses as they are, their mean, or their sum."""
    if reduction == "none":
        return values
    total = add_up(values)
    return total if reduction == "sum" else total / values.dtype.type(values.size)


def share(grad, shape, reduction, weight=None):
    """The gradient of each entry's loss: `grad` times its weight, and divided by n under a mean."""
    if reduction == "mean":
        grad = either.apply(DivBackward1, grad, other=prod(shape) or 1)
    return grad if weight is None else grad * either.constant(weight, grad)


def numbered(reduction):
    """The number by which PyTorch's nodes show a reduction."""
    return ("none", "mean", "sum").index(reduction)


# ---- numbers: the difference counts -------------------------------------------------------------------------------


class _Distance(FloatsOnly):
    """A loss of a prediction and a target, which are brought to one number type."""

    shows_reduction, shows_self_sym_sizes = numbered, None

    @classmethod
    def compute(cls, arrays, settings):
        return super().compute(quiet.run(promote, *arrays), settings)


class MseLossBackward0(_Distance):
    """z = (self − target)²,   ∂z/∂self = 2 (self − target) = −∂z/∂target"""

    kernel = "mse_cpu"

    def forward(self, target, *, reduction):
        difference = self - target
        difference *= difference
        return reduced(difference, reduction)

    def d_self(grad, self, target, self_shape, reduction):
        return _apart(self, target, grad) * (share(grad, self_shape, reduction) * 2)

    def d_target(grad, self, target, self_shape, reduction):
        return _apart(target, self, grad) * (share(grad, self_shape, reduction) * 2)


class SmoothL1LossBackward0(_Distance):
    """z = d²/(2β) where d = |self − target| < β, else d − β/2,   ∂z/∂self = (self − target)/β, clamped to [−1, 1]"""

    kernel = "smooth_l1_cpu"
    forward = lambda self, target, *, reduction, beta: reduced(_bent(self - target, beta) / beta, reduction)

    def d_self(grad, self, target, self_shape, reduction, beta):
        return share(grad, self_shape, reduction) * (_held(_apart(self, target, grad), beta) / beta)

    def d_target(grad, self, target, self_shape, reduction, beta):
        return share(grad, self_shape, reduction) * (_held(_apart(target, self, grad), beta) / beta)


class HuberLossBackward0(_Distance):
    """z = d²/2 where d = |self − target| < δ, else δ (d − δ/2),   ∂z/∂self = self − target, clamped to [−δ, δ]"""

    kernel = "huber_cpu"
    forward = lambda self, target, *, reduction, delta: reduced(_bent(self - target, delta), reduction)

    def d_self(grad, self, target, self_shape, reduction, delta):
        return share(grad, self_shape, reduction) * _held(_apart(self, target, grad), delta)

    def d_target(grad, self, target, self_shape, reduction, delta):
        return share(grad, self_shape, reduction) * _held(_apart(target, self, grad), delta)


def _bent(difference, delta):
    """d²/2 up to |d| = δ, from there on the straight line that continues it with the same slope."""
    size = abs(difference)
    near = np.minimum(size, delta)
    return near * (size - near / 2)


def _apart(tracked, other, grad):
    """The difference in the loss's number type, which `grad` has: Tensors refuse to subtract a mask."""
    return tracked - either.in_type_of(grad, other)


def _held(difference, delta):
    return either.apply(_Held, difference, delta=delta)


class _Held(Operation):
    """z = difference, clamped to [−δ, δ],   ∂z/∂difference = 1 inside, a constant: a loss's third derivative is 0"""

    d_difference = lambda grad, difference, delta: grad * (abs(difference) < delta)

    def forward(difference, *, delta):
        kind = difference.dtype.type
        return np.clip(difference, kind(-delta), kind(delta))


# ---- probabilities: surprise counts ---------------------------------------------------------------------------------


class BinaryCrossEntropyBackward0(FloatsOnly):
    """z = −(target · log self + (1 − target) · log(1 − self)), each logarithm at least −100

    ∂z/∂self = (self − target)/(self (1 − self)),   ∂z/∂target = log(1 − self) − log self
    """

    kernel = "binary_cross_entropy"
    shows_reduction, shows_self_sym_sizes = numbered, None

    def forward(self, target, *, weight, reduction):
        loss = (target - 1) * np.maximum(exact.log1p(-self), -100) - target * np.maximum(exact.log(self), -100)
        return reduced(loss if weight is None else loss * weight, reduction)

    def d_self(grad, self, target, weight, reduction):
        return either.apply(BinaryCrossEntropyBackwardBackward0, grad, self, target, weight=weight, reduction=reduction)

    def d_target(grad, self, self_shape, weight, reduction):
        return share(grad, self_shape, reduction, weight) * (either.log(1 - self) - either.log(self))


class BinaryCrossEntropyBackwardBackward0(Operation):
    """z = grad_output · (self − target)/(self (1 − self)), divisor ≥ 1e-12

    Its derivatives with respect to grad_output and self add 1e-12 instead.
    """

    def forward(grad_output, self, target, *, weight, reduction):
        return share(grad_output * (self - target) / _spread(self), self.shape, reduction, weight)

    def d_grad_output(grad, self, target, self_shape, grad_output_shape, weight, reduction):
        slope = (self - target) / ((self + _TINY) * (1 - self + _TINY))
        return rules.unbroadcast(share(grad, self_shape, reduction, weight) * slope, grad_output_shape)

    def d_self(grad, grad_output, self, target, self_shape, weight, reduction):
        curve = (self * self - 2 * self * target + target) / ((self + _TINY) ** 2 * (1 - self + _TINY) ** 2)
        return share(grad * grad_output, self_shape, reduction, weight) * curve

    def d_target(grad, grad_output, self, self_shape, weight, reduction):
        return share(-grad * grad_output, self_shape, reduction, weight) / _spread(self)


def _spread(chance):
    spread = (1 - chance) * chance
    return either.where(spread > _TINY, spread, _TINY)


_TINY = 1e-12


class BinaryCrossEntropyWithLogitsBackward0(FloatsOnly):
    """z = (1 − target) · self − w · log s with s = sigmoid(self), w = (pos_weight − 1) · target + 1

    ∂z/∂self = w · s − pos_weight · target,   ∂z/∂target = −self − (pos_weight − 1) · log s
    The loss has the number type of the target: PyTorch computes it in place, beginning with 1 − target.
    """

    kernel = "log_sigmoid_cpu"
    shows_reduction, shows_self_sym_sizes = numbered, None

    @classmethod
    def compute(cls, arrays, settings):
        return quiet.run(super().compute(arrays, settings).astype, arrays[1].dtype)

    def forward(self, target, *, weight, pos_weight, reduction):
        loss = (1 - target) * self - _counted(target, pos_weight) * LogSigmoidBackward0.forward(self)
        return reduced(loss if weight is None else loss * weight, reduction)

    def d_self(grad, self, target, self_shape, weight, pos_weight, reduction):
        slope = _counted(target, pos_weight) * either.apply(SigmoidBackward0, self)
        slope = slope - (target if pos_weight is None else target * either.constant(pos_weight, target))
        return share(grad * slope, self_shape, reduction, weight)

    def d_target(grad, self, self_shape, weight, pos_weight, reduction):
        slope = -self
        if pos_weight is not None:
            slope = slope - either.constant(pos_weight - 1, grad) * either.apply(LogSigmoidBackward0, self)
        return share(grad, self_shape, reduction, weight) * slope


def _counted(target, pos_weight):
    """How often each entry's log s counts: `pos_weight` times where the target is 1, once where it is 0."""
    return 1 if pos_weight is None else target * either.constant(pos_weight - 1, target) + 1


class NllLossBackward0(Positions):
    """z = −Σ weight · self[right class] / total,   ∂z/∂self = −weight/total at the right class, 0 elsewhere

    index    the NumPy index of the right class of each sample
    weights  −1 times each sample's weight, 0 for one that is ignored; None means −1
    ignored  a mask of the samples that are ignored, or None
    total    what the sum is divided by; None leaves one number per sample
    """

    shows_index = shows_weights = shows_ignored = shows_total = None
    shows_target = lambda index: index.kept[0][0] if unchanged(index) is not index else new_tensor(index[-1])

    def forward(self, *, index, weights, ignored, total):
        picked = self[index]
        picked = -picked if weights is None else picked * weights
        picked = picked if ignored is None else np.where(ignored, 0, picked)[()]
        return picked if total is None else add_up(picked) / self.dtype.type(total)

    def d_self(grad, self, index, weights, ignored, total):
        settings = {"index": unchanged(index), "weights": weights, "ignored": ignored, "total": total}
        return either.apply(NllLossBackwardBackward0, grad, self, **settings)


class NllLoss2DBackward0(NllLossBackward0):
    """The same for pictures, (N, C, height, width)"""


class NllLossBackwardBackward0(Flat):
    """z = −weight/total · grad at the right class, 0 elsewhere, in the shape of `self`; linear in grad"""

    def forward(grad, self, *, index, weights, ignored, total):
        slopes = np.zeros(self.shape, grad.dtype)
        if weights is None:
            slope = -1 / (total or 1)  # the number of samples may be 0
        else:
            slope = weights if total is None else weights / total
        slopes[index] = grad * slope if ignored is None else np.where(ignored, 0, grad * slope)
        return slopes

    def d_grad(grad, index, weights, ignored, total):
        return either.apply(NllLossBackward0, grad, index=index, weights=weights, ignored=ignored, total=total)


class XlogyBackward0(Elementwise):
    """z = self · log(other), 0 where self is 0,   ∂z/∂self = log(other),   ∂z/∂other = self/other, nan for 0/0"""

    forward = lambda self, other: either.where((self == 0) & (other == other), 0, self * exact.log(other))
    d_other = lambda grad, self, other: grad * self / other

    def d_self(grad, self, other):
        return either.where((self == 0) & (other <= 0), 0, either.apply(XlogyBackward0, grad, other))
