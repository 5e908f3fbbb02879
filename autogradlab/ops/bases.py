"""Base classes for what operations share: floats only, derivative 0 or 1, views, gradients to repair, positions."""

import re

import numpy as np

from autogradlab.autograd.dtypes import floating
from autogradlab.autograd.operation import Elementwise, Operation, own_forms
from autogradlab.autograd.quiet import quiet

from . import either
from .arguments import not_for


def in_order(array):
    """The array itself if its rows lie one after the other in memory (C order), else a copy in which they do."""
    return array if array.flags.c_contiguous else array.copy()


class RoundedOnce(Operation):
    """An operation that computes float16 in float32 and rounds at the end, as PyTorch does."""

    plain_on_float32 = True

    @classmethod
    def compute(cls, arrays, settings):
        if arrays[0].dtype.char != "e":
            return super().compute(arrays, settings)
        wide = super().compute([x.astype(np.float32) for x in arrays], settings)
        return quiet.run(wide.astype, np.float16)


class Smooth(RoundedOnce, Elementwise):
    """An elementwise operation on floats; whole numbers become floats first."""

    @classmethod
    def compute(cls, arrays, settings):
        return super().compute([floating(arrays[0])], settings)


class NoBools(Elementwise):
    """An elementwise operation that refuses bools; `kernel` is the name in PyTorch's error.

    `{}` in it stands for the operation's own name, "log_sigmoid" for LogSigmoidBackward0.
    """

    plain_on_float32 = True
    kernel, refused = "{}_cpu", "b"

    @classmethod
    def compute(cls, arrays, settings):
        if arrays[0].dtype.kind in cls.refused:
            own = re.sub("(?<=[a-z])(?=[A-Z])", "_", cls.__name__.partition("Backward")[0]).lower()
            raise not_for(cls.kernel.format(own), arrays[0])
        return super().compute(arrays, settings)


class FloatsOnly(RoundedOnce, NoBools):
    """An elementwise operation that refuses integers, too."""

    refused = "biu"


class Flat(Operation):
    """An operation whose derivative with respect to `self` is 0."""

    d_self = lambda grad: either.zeros_like(grad)


class FlatInBoth(Flat):
    """An operation whose derivatives with respect to `self` and `other` are 0."""

    d_other = Flat.d_self


class Through(Operation):
    """An operation whose derivative with respect to `self` is 1: the gradient passes through it."""

    passes_through = True
    d_self = lambda grad: grad


class View(Operation):
    """An operation whose result shares the input's memory and version counter."""

    view = passes_through = True


class OwnForms(Operation):
    """An operation whose rules may return gradients of another shape or number type; the engine repairs them."""

    @classmethod
    def _to_repair(cls, data, arrays):
        return own_forms(arrays)


class Underived(Operation):
    """An operation that PyTorch records without a derivative, in a node called NotImplemented: backward raises."""

    def __init_subclass__(cls):
        super().__init_subclass__()
        cls.__name__ = "NotImplemented"

    def name(self):
        return "torch::autograd::NotImplemented"

    def _listed(self):
        """Only the tracked inputs: PyTorch's node for a missing derivative lists no others."""
        return [i for i, edge in enumerate(self._edges) if edge is not None]


class Positions(Operation):
    """An operation by positions or a mask. PyTorch saves these as tensors, so such a node can run only once.

    Given as a tensor, they are an input without a rule, so that a write to it before backward is noticed.
    """

    def _release_saved(self):
        if any(entry is not None for entry in self._saved):
            self._saved, self._freed = (None,) * len(self._saved), True
