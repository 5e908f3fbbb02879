"""What the Jacobian mover shows: rows and gradient come from running backward on the engine, v @ J from the rows."""

from dataclasses import dataclass
from math import isclose, isfinite, isnan

import autogradlab as ag

from ..slope.reading import Unusable

MOST = 4


@dataclass(frozen=True)
class Reading:
    """x, y     the inputs and the outputs
    rows     the Jacobian: row i is what backward leaves in `x.grad` for the i-th unit vector
    v        the weights of the rows
    product  v @ J, worked out from the rows
    grad     what `y.backward(v)` leaves in `x.grad`
    """

    x: tuple
    y: tuple
    rows: tuple
    v: tuple
    product: tuple
    grad: tuple

    @property
    def verdict(self):
        """The outcome of the check in words; 0 × inf is nan, so a row that is not finite allows no check."""
        if self.agrees:
            return "the same"
        finite = all(isfinite(entry) for row in self.rows for entry in row)
        return "not the same" if finite else "no check: a row has no value"

    @property
    def agrees(self):
        return all(
            isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) or isnan(a) and isnan(b) for a, b in zip(self.product, self.grad)
        )


def outputs(f, x):
    """How many outputs f has at x. Raises Unusable."""
    return _forward(f, x)[1].numel()


def jacobian(f, x, count):
    """The rows, one for each of `count` outputs. Raises Unusable."""
    return tuple(gradient(f, x, unit) for unit in units(count))


def read(f, x, v, rows):
    """A Reading of f at x with row weights v. Raises Unusable."""
    product = tuple(sum(weight * row[j] for weight, row in zip(v, rows)) for j in range(len(x)))
    y = _forward(f, x)[1].detach().reshape(-1)
    return Reading(tuple(x), tuple(y.tolist()), rows, tuple(v), product, gradient(f, x, v))


def units(count):
    """The unit vectors: (1, 0), (0, 1)."""
    return [tuple(float(i == j) for j in range(count)) for i in range(count)]


def gradient(f, x, v):
    """What `y.backward(v)` leaves in `x.grad`, after a fresh forward."""
    leaf, y = _forward(f, x)
    y.backward(ag.tensor(v, dtype=ag.float64).reshape(y.shape))
    if leaf.grad is None:
        raise Unusable(
            "Your function did not use its own x: after backward its `.grad` is None.\n"
            "help: use the name in the brackets, as in lambda x: x**2."
        )
    return tuple(leaf.grad.tolist())


def _forward(f, x):
    """(x as a leaf, y)."""
    leaf = ag.tensor(x, dtype=ag.float64, requires_grad=True)
    try:
        y = f(leaf)
    except Exception as error:
        raise Unusable(
            f"Your function stopped with {type(error).__name__}: {error}\n"
            "help: try it alone first, as in f(ag.tensor([1., 2.]))."
        ) from None
    if isinstance(y, (list, tuple)):
        raise Unusable(
            f"Your function gave a {type(y).__name__} of {len(y)}, and backward begins at one tensor.\n"
            "help: make a vector of them: return ag.stack([..., ...])."
        )
    if not isinstance(y, ag.Tensor) or not y.requires_grad:
        raise Unusable(
            "Your function gave nothing that remembers how it was computed from x.\n"
            "help: return a tensor computed from x, without detach(), .item() or no_grad()."
        )
    if y.dim() > 1 or not 1 <= y.numel() <= MOST:
        raise Unusable(
            f"Your function gave a tensor of shape {tuple(y.shape)}, but this table has room for a vector "
            f"of 1 to {MOST} outputs.\nhelp: show a smaller case of the same function."
        )
    return leaf, y
