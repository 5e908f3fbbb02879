"""The product inside a linear layer, x · Wᵀ + b, in one node each way.

PyTorch turns the weight over and multiplies; here the turn is part of the product, and `next_functions` shows it.
"""
import numpy as np

from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.operation import Operation
from autogradlab.autograd.rules import rules

from .select import AsStridedBackward0
from .transposing import TBackward0

#: From so many outputs on, Wᵀ is the slower side for the matrix product to have turned over.
_WIDE = 64


class _Linear(Operation):
    """The weight, (out, in), is the last input."""
    __slots__ = ("_turn",)

    @property
    def next_functions(self):
        """Those of the inputs; the weight's leads through the TBackward0 that PyTorch records."""
        *others, (weight, number) = super().next_functions
        return (*others, (weight and self._turned(), number))

    def _turned(self):
        if not hasattr(self, "_turn"):
            self._turn = object.__new__(TBackward0)
            self._turn.start(self.edges[-1:])
        return self._turn

    @property
    def _saved_mat2(self):
        """The weight as PyTorch saves it."""
        return self._saved_weight.t()

    def check_version(self, k):
        """As for every saved tensor; PyTorch's sentence speaks of the weight turned over."""
        weight, expected = self.saved[k], self.versions[k] if self.versions else 0
        if self.saved_names[k] != "weight":
            super().check_version(k)
        elif weight._version != expected:
            with no_grad():
                rules.check_version(weight.t(), expected, object.__new__(AsStridedBackward0))


class MmBackward0(_Linear):
    """Z = self · weightᵀ,   ∂/∂self = grad · weight,   ∂/∂weight = gradᵀ · self"""
    __slots__ = ()

    def forward(self, weight):
        return self @ weight.T

    def d_self(grad, weight):
        return grad @ weight

    def d_weight(grad, self):
        return grad.T @ self


class AddmmBackward0(_Linear):
    """Z = mat1 · weightᵀ + self,   ∂/∂self = Σ grad over the rows,   the others as without self"""
    __slots__ = ()

    def forward(self, mat1, weight):
        if len(weight) < _WIDE:
            out = mat1 @ weight.T
            out += self
            return out
        return np.add((weight @ mat1.T).T, self, order="C")

    def d_self(grad, self_shape):
        return rules.unbroadcast(grad, self_shape)

    def d_mat1(grad, weight):
        return grad @ weight

    def d_weight(grad, mat1):
        return grad.T @ mat1
