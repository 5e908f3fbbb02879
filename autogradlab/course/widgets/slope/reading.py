"""What the slope mover shows: every number comes from running the learner's function on the engine."""

import contextlib
import io
from dataclasses import dataclass
from math import isfinite, nan

import autogradlab as ag
from autogradlab.draw.numbers import bracketed, written


class Unusable(Exception):
    """What the learner's function did cannot be shown. The message is for the learner."""


@dataclass(frozen=True)
class Reading:
    """Where the point stands, the slope there, the secant over h, and where one step lands."""

    w: float
    h: float
    lr: float
    loss: float
    grad: float
    loss_at_h: float
    new_w: float
    new_loss: float
    corner: bool  # whether the curve arrives with one slope and leaves with another
    slope: float  # the curve's own: `grad`, unless subtraction finds another very near w

    @property
    def rise(self):
        return self.loss_at_h - self.loss

    @property
    def secant(self):
        return self.rise / self.h

    @property
    def unrecorded(self):
        """Whether `w.grad` is not the curve's slope, because a part of the loss was computed unseen."""
        return not self.corner and abs(self.slope - self.grad) > 0  # neither inf nor nan

    @property
    def step(self):
        return self.new_w - self.w

    @property
    def product(self):
        """The step's size as it is computed: '0.1 × 6'."""
        return f"{written(self.lr)} × {bracketed(written(self.grad))}"

    @property
    def outcome(self):
        """What the step did to the loss, in words."""
        if not isfinite(self.new_loss):
            return "no loss there"
        difference = self.new_loss - self.loss
        if abs(difference) < 1e-9 * max(1.0, abs(self.loss)):
            return "as high as before"
        return "lower than before" if difference < 0 else "higher than before"


def read(f, w, h, lr):
    """A Reading of `f` at w. Raises Unusable."""
    leaf = ag.tensor(w, dtype=ag.float64, requires_grad=True)
    loss = _one_number(_call(f, leaf), w)
    value = loss.item()
    if not isfinite(value):
        raise Unusable(
            f"At `w = {written(w)}` the loss is {written(value)}, so there is no slope to see.\n"
            "help: move w to where the curve is drawn."
        )
    _backward(loss, leaf)
    grad = leaf.grad.item()
    new_w = w - lr * grad
    near = _very_near(f, w, value, grad, *((1e-4, 1e-6) if loss.dtype == ag.float64 else (1e-2, 1e-3)))
    return Reading(w, h, lr, value, grad, value_of(f, w + h), new_w, value_of(f, new_w), *near)


def _very_near(f, w, value, grad, e, rounding):
    """(whether the curve has a corner at w, its slope there), from two points on each side, e and e/2 away.

    The slopes left and right of a corner differ by as much at half the distance; a mere bend halves that.
    """
    points = [(value_of(f, w - d), value_of(f, w + d), d) for d in (e, e / 2)]
    turn, turn_near = (abs(left - 2 * value + right) / d for left, right, d in points)
    far, near = ((right - left) / (2 * d) for left, right, d in points)
    slope, rounding = (4 * near - far) / 3, rounding * max(1.0, abs(value))
    differs = abs(slope - grad) > 1e-3 * max(abs(slope), abs(grad)) + rounding
    return turn_near > max(0.75 * turn, rounding), slope if differs else grad


def value_of(f, w):
    """f(w) as a plain number; nan where `f` has no value. What `f` prints is dropped: a curve calls it 181 times."""
    try:
        with ag.no_grad(), contextlib.redirect_stdout(io.StringIO()):
            return float(f(ag.tensor(w, dtype=ag.float64)).item())
    except Exception:  # the same failure at the point itself is explained by `read`
        return nan


def _call(f, leaf):
    if not callable(f):
        raise Unusable(
            f"{f!r} is not a function, so there is no curve to draw.\n"
            "help: give a function of one tensor, as in Slope(lambda w: w**2)."
        )
    try:
        return f(leaf)
    except Exception as error:
        raise Unusable(
            f"Your function stopped at `w = {written(leaf.item())}` with {type(error).__name__}: {error}\n"
            f"help: {_cure(str(error))}."
        ) from None


def _cure(error):
    if "xor" in error:
        return "Python writes a power as w**2; w^2 is something else"
    if "numpy()" in error:
        return "use the functions of ag, as in ag.sin(w); np.sin would take the number out of w"
    return "try it alone first, as in f(ag.tensor(3.0))"


def _one_number(loss, w):
    """The loss, if it is one recorded number. Raises Unusable otherwise."""
    if not isinstance(loss, ag.Tensor):
        raise Unusable(
            f"Your function gave {_short(loss)}, which is not a tensor, so nothing was recorded.\n"
            "help: return what you compute from w, without float(), .item(), .numpy() and functions of math: "
            "ag.sin, not math.sin."
        )
    if loss.numel() != 1:
        raise Unusable(
            f"Your function gave a tensor of shape {tuple(loss.shape)}, but a loss is one number.\n"
            "help: reduce it at the end, with .sum() or .mean()."
        )
    if not loss.requires_grad:
        raise Unusable(
            f"Your function gave {_short(loss)} at `w = {written(w)}`, but how it depends on w "
            "was not recorded.\nhelp: compute it from w, without detach(), .item() or no_grad()."
        )
    return loss


def _backward(loss, leaf):
    loss.backward()
    if leaf.grad is None:
        raise Unusable(
            "Your function did not use its own w: after `loss.backward()` its `.grad` is None.\n"
            "help: use the name in the brackets, as in lambda w: w**2."
        )


def _short(value, limit=40):
    text = repr(value)
    return text if len(text) <= limit else text[:limit] + "…"
