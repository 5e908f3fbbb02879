"""Exercise 13, stage 6: an optimizer, a net that separates two moons, and a picture of where it says yes."""

import functools
import io
import time

import numpy as np

from autogradlab.course.data import two_moons
from autogradlab.course.exercise import passed, require

from .exercise_numbers import call, near
from .exercise_rounds import ASK, why

SECONDS, ENOUGH = 10, 0.97
STRAIGHT = "a single straight line separates what your net calls 1 from what it calls 0: is `relu` between the layers?"
LIMITS = (-1.6, 2.6, -1.2, 1.7)


def bar(steps):
    """Yield the steps one by one, with a progress bar below the cell."""
    from IPython.display import display

    steps = list(steps)
    shown = display(Bar(0, len(steps)), display_id=True)
    for number, step in enumerate(steps, 1):
        yield step
        if shown and (number % 10 == 0 or number == len(steps)):
            shown.update(Bar(number, len(steps)))


class Bar:
    """A progress bar: how many of the steps are done."""

    def __init__(self, done, steps):
        self.done, self.steps = done, steps

    def __repr__(self):
        return f"{self.done} of {self.steps} steps"

    def _repr_html_(self):
        return f'<label><progress value="{self.done}" max="{self.steps}"></progress> {self}</label>'


def boundary(predict, x, y):
    """A picture of the probabilities over the plane, with the points on it."""
    from autogradlab.course.plots import decision_boundary

    left, right, low, high = LIMITS
    columns, rows = np.linspace(left, right, 106), np.linspace(low, high, 74)
    grid = np.array([(column, row) for row in rows for column in columns])
    plot = decision_boundary(np.reshape(predict(grid), (74, 106)), x, y, LIMITS)
    plot.png = functools.partial(_in_few_colors, plot.png)
    return plot


def _in_few_colors(png):
    """The picture with 96 colors, so that a notebook that stores it stays small."""
    from PIL import Image

    buffer = io.BytesIO()
    Image.open(io.BytesIO(png())).convert("RGB").quantize(96, dither=Image.Dither.NONE).save(
        buffer, "png", optimize=True
    )
    return buffer.getvalue()


def check_training(Tensor, SGD, train):
    """A step of the optimizer, and predictions for points that were not trained on."""
    w, idle = Tensor([1.0, -2.0], True), Tensor(7.0, True)
    array, optimizer = w.data, call(SGD, [w, idle], 0.1, name="SGD")
    w.grad = np.array([10.0, 5.0])
    call(lambda: optimizer.step() or True, name="SGD.step")
    require(
        not near(w.data, [1.0, -2.0]),
        "after `step()` w is where it was, although it has a gradient",
        "write into its array: `each.data -= ...`",
    )
    require(
        near(w.data, [0.0, -2.5]),
        f"from [1, -2] with the gradient [10, 5] and lr 0.1, w is {w.data}",
        "the step goes against the gradient: w - lr * grad",
    )
    require(w.data is array, "`step()` puts another array into the parameter", "write into it: `each.data -= ...`")
    require(near(idle.data, 7.0), "a parameter without a gradient moved", "pass over those whose `.grad` is None")
    require(w.grad is not None, "`step()` clears the gradient", "that is what `zero_grad()` is for")
    call(lambda: optimizer.zero_grad() or True, name="SGD.zero_grad")
    require(w.grad is None, f"after `zero_grad()`, `.grad` is {w.grad}", "None, as in PyTorch")
    share, straight, seconds = _trained(train)
    if share <= ENOUGH:
        require(False, f"{100 * share:.1f}% of 400 new points come out right", _help(share, straight, Tensor, train))
    require(seconds < SECONDS, f"the training took {seconds:.0f} seconds", "whole arrays at once, no loop over points")
    passed(f"the step is right, and more than {100 * ENOUGH:.0f}% of 400 new points come out right")


def _help(share, straight, Tensor, train):
    if share < 1 - ENOUGH:
        return "nearly all come out wrong: does `margin` have the same sign in the loss and in `predict`?"
    seen = why(Tensor, train)
    return STRAIGHT if straight and seen == ASK else seen


def _trained(train):
    """(share of new points on the right side, whether a straight line separates the sides, seconds of training)."""
    began = time.perf_counter()
    predict = call(train, *two_moons(200, noise=0.15, seed=3), name="train")
    seconds = time.perf_counter() - began
    require(callable(predict), f"`train` gave {predict!r}", "it should give the function `predict`")
    x, y = two_moons(400, noise=0.15, seed=4)
    found = call(predict, x, name="predict")
    require(
        isinstance(found, np.ndarray),
        f"`predict` gives a {type(found).__name__}",
        "give an array: the `.data` of a tensor, `np.array` of a list",
    )
    require(
        found.dtype.kind == "f",
        f"`predict` gives an array of {found.dtype.name}",
        "not a class for each point, but how probable class 1 is: 1 / (1 + np.exp(-margin))",
    )
    require(
        found.shape == (400,),
        f"for 400 points `predict` gives an array of shape {found.shape}",
        "one number for each point: (400,)",
    )
    return float(((found > 0.5) == y).mean()), _is_straight(x, found), seconds


def _is_straight(points, found):
    """Whether the margins behind these probabilities are a weighted sum of the coordinates and 1, and not all alike."""
    inner = (found > 1e-6) & (found < 1 - 1e-6)
    if inner.sum() < len(points) / 4:
        return False
    margins, terms = np.log(found[inner] / (1 - found[inner])), np.c_[points[inner], np.ones(inner.sum())]
    fitted = terms @ np.linalg.lstsq(terms, margins, rcond=None)[0]
    return bool(np.ptp(margins) > 0.1 and np.allclose(fitted, margins, atol=1e-6))
