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

    @property
    def rise(self):
        return self.loss_at_h - self.loss

    @property
    def secant(self):
        return self.rise / self.h

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
    return Reading(w, h, lr, value, grad, value_of(f, w + h), new_w, value_of(f, new_w), _has_corner(f, w, value))


def _has_corner(f, w, value):
    """Whether the slopes just left and right of w differ by as much at half the distance: a mere bend halves that."""
    far, near = (abs(value_of(f, w + e) - 2 * value + value_of(f, w - e)) / e for e in (1e-4, 5e-5))
    return near > max(0.75 * far, 1e-6 * abs(value), 1e-6)


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
            "help: try it alone first, as in f(ag.tensor(3.0))."
        ) from None


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
