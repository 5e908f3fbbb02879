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
    """`mat2` is weightᵀ. It comes in, and is saved, as the weight, (out, in); whoever looks at it sees it turned."""
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

    def _shown(self, k):
        shown = super()._shown(k)
        return shown.t() if shown is not None and self.saved_names[k] == "mat2" else shown

    def check_version(self, k):
        if self.saved_names[k] != "mat2":
            return super().check_version(k)
        with no_grad():
            turned = self.saved[k].t()
        rules.check_version(turned, self.versions[k] if self.versions else 0, object.__new__(AsStridedBackward0))


class MmBackward0(_Linear):
    """Z = self · mat2,   ∂/∂self = grad · mat2ᵀ,   ∂/∂mat2 = (gradᵀ · self)ᵀ"""
    __slots__ = ()

    def forward(self, mat2):
        return self @ mat2.T

    def d_self(grad, mat2):
        return grad @ mat2

    def d_mat2(grad, self):
        return grad.T @ self


class AddmmBackward0(_Linear):
    """Z = mat1 · mat2 + self,   ∂/∂self = Σ grad over the rows,   the others as without self"""
    __slots__ = ()

    def forward(self, mat1, mat2):
        if len(mat2) < _WIDE:
            out = mat1 @ mat2.T
            out += self
            return out
        return np.add((mat2 @ mat1.T).T, self, order="C")

    def d_self(grad, self_shape):
        return rules.unbroadcast(grad, self_shape)

    def d_mat1(grad, mat2):
        return grad @ mat2

    def d_mat2(grad, mat1):
        return grad.T @ mat1
