"""The descent, run with `ag.optim.SGD`, and the heights of the map."""

import contextlib
import io
from dataclasses import dataclass, replace
from math import hypot, inf, isfinite

import numpy as np

import autogradlab as ag
from autogradlab.draw.numbers import written

from ..slope.reading import Unusable

STEPS = 30
FAR = 1e6  # a weight this large is nowhere near the picture: going on would only make it larger


@dataclass(frozen=True)
class Reading:
    """A path: pairs of weights and their losses, the start first; `left` if it was stopped because it diverged.

    shortest   a step must be longer than this to be seen on the map
    """

    lr: float
    momentum: float
    path: tuple
    losses: tuple
    left: bool = False
    shortest: float = 0.0

    def after(self, steps):
        """The first `steps` steps of this path."""
        return replace(
            self,
            path=self.path[: steps + 1],
            losses=self.losses[: steps + 1],
            left=self.left and steps >= len(self.path),
        )

    @property
    def steps(self):
        return len(self.path) - 1

    @property
    def turns(self):
        """How often the path turned back: how many steps that can be seen point against the last one that can."""
        return sum(a * c + b * d < 0 for (a, b), (c, d) in zip(self._seen, self._seen[1:]))

    @property
    def seen(self):
        """How many steps are long enough to be seen."""
        return len(self._seen)

    @property
    def _moves(self):
        return [(x - u, y - v) for (u, v), (x, y) in zip(self.path, self.path[1:])]

    @property
    def _seen(self):
        return [move for move in self._moves if hypot(*move) > self.shortest]

    @property
    def length(self):
        return sum(hypot(*move) for move in self._moves)


def descend(f, start, lr, momentum, shortest=0.0):
    """The Reading of STEPS steps. Raises Unusable."""
    a, b = (ag.tensor(value, dtype=ag.float64, requires_grad=True) for value in start)
    optimizer = ag.optim.SGD([a, b], lr=lr, momentum=momentum)
    path, losses = [], []
    while True:
        loss = _loss(f, a, b)
        path.append((a.item(), b.item()))
        losses.append(loss.item())
        if len(path) > STEPS or not isfinite(losses[-1]) or max(map(abs, path[-1])) > FAR:
            return Reading(lr, momentum, tuple(path), tuple(losses), len(path) <= STEPS, shortest)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def _loss(f, a, b):
    try:
        loss = f(a, b)
    except Exception as error:
        raise Unusable(
            f"Your function stopped at `a = {written(a.item())}`, `b = {written(b.item())}` with "
            f"{type(error).__name__}: {error}\n  help: try it alone first, as in "
            "f(ag.tensor(1.0), ag.tensor(2.0))."
        ) from None
    if not isinstance(loss, ag.Tensor) or loss.numel() != 1 or not loss.requires_grad:
        raise Unusable(
            "Your function gave nothing that backward() can start from.\n  help: return one number computed "
            "from a and b with tensors, without .item() or detach()."
        )
    return loss


def heights(f, xs, ys):
    """The losses on a grid, rows for ys; nan where `f` has no value. What `f` prints is dropped."""
    a, b = np.meshgrid(xs, ys)
    with ag.no_grad(), contextlib.redirect_stdout(io.StringIO()):
        try:
            whole = f(ag.tensor(a), ag.tensor(b)).numpy()
            if whole.shape == a.shape:
                return np.where(np.isfinite(whole), whole, np.nan)
        except Exception:  # a function for single numbers only
            pass
        return np.array([[_height(f, x, y) for x in xs] for y in ys])


def _height(f, x, y):
    try:
        value = float(f(ag.tensor(x, dtype=ag.float64), ag.tensor(y, dtype=ag.float64)).item())
    except Exception:  # the same failure on the path itself is explained by `_loss`
        return np.nan
    return value if abs(value) < inf else np.nan
