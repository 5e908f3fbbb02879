"""What several operations are: of floats only, a view, a pick by position, flat, or of another form than the input."""

import numpy as np

from autogradlab.autograd.dtypes import floating
from autogradlab.autograd.operation import Elementwise, Operation, own_forms
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.sentences import noted
from autogradlab.autograd.wrong_type import wrong_type

from . import either
from .arguments import not_for


def in_order(array):
    """The array, or a copy whose rows lie one after the other in memory."""
    return array if array.flags.c_contiguous else array.copy()


class RoundedOnce(Operation):
    """float16 is computed in float32 and rounded at the end, as PyTorch does it."""

    plain_on_float32 = True

    @classmethod
    def compute(cls, arrays, settings):
        if arrays[0].dtype.char != "e":
            return super().compute(arrays, settings)
        wide = super().compute([x.astype(np.float32) for x in arrays], settings)
        return quiet.run(wide.astype, np.float16)


class Smooth(RoundedOnce, Elementwise):
    """Entry by entry, on floats; whole numbers become floats first."""

    @classmethod
    def compute(cls, arrays, settings):
        (x,) = arrays
        if not isinstance(x, (np.ndarray, np.generic)):
            name = cls.__name__.partition("Backward")[0].lower()
            raise noted(
                wrong_type(name, "input", 1, "Tensor", x), f"help: make a tensor of it first, as in {name}(tensor(...))"
            )
        return super().compute([floating(x)], settings)


class FloatsOnly(RoundedOnce, Elementwise):
    """Entry by entry; `kernel` is the name under which PyTorch refuses whole numbers."""

    kernel = None

    @classmethod
    def compute(cls, arrays, settings):
        if arrays[0].dtype.kind != "f":
            raise not_for(cls.kernel, arrays[0])
        return super().compute(arrays, settings)


class Flat(Operation):
    """The derivative by `self` is 0."""

    def d_self(grad):
        return either.zeros_like(grad)


class View(Operation):
    """The result shares the input's memory and version."""

    view = passes_through = True


class OwnForms(Operation):
    """Gradients may come in another shape or number type than their inputs have, and are repaired."""

    @classmethod
    def _repairs(cls, data, arrays):
        return own_forms(arrays)


class Positions(Operation):
    """By position or mask. PyTorch saves these as tensors, so such a graph runs only once.

    Where they come as a tensor, it is an input without a rule, so that writing to it in between is noticed.
    """

    def release_saved(self):
        if any(entry is not None for entry in self.saved):
            self.saved, self.freed = (None,) * len(self.saved), True
