"""The slope mover in words: title, state line, the rows beside the curve, and the text version."""

from math import isfinite, isnan

from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import written

UNRECORDED = (
    " `w.grad` is not the curve's slope: a part of the loss was computed from the plain number in w. "
    "Functions of math do that, those of ag do not."
)
_COLUMN = 180  # px: the width of the column of numbers beside the curve


def finding(reading):
    """The picture's title: what the slope says about the loss."""
    if reading.corner:
        return f"At w = {written(reading.w)} the curve has a corner, no slope; w.grad is {written(reading.grad)}"
    if reading.unrecorded:
        grad, slope = written(reading.grad), written(reading.slope)
        return f"At w = {written(reading.w)} w.grad is {grad}, the curve's slope {slope}"
    if isnan(reading.grad):
        return f"At w = {written(reading.w)} w.grad is nan: there is no slope"
    direction = (
        "the curve is level"
        if reading.grad == 0
        else (f"to the right the loss {'rises' if reading.grad > 0 else 'falls'}")
    )
    return f"At w = {written(reading.w)} the slope is {written(reading.grad)}: {direction}"


def description(reading):
    """Everything the picture shows, in three sentences; backticks mark code."""
    r = reading
    return (
        f"At `w = {written(r.w)}` the loss is {written(r.loss)} and `w.grad` is {written(r.grad)}. "
        f"Over h = {written(r.h)} the secant has slope {written(r.secant)}. {_landing(r)}{UNRECORDED * r.unrecorded}"
    )


def _landing(r):
    if r.lr == 0:
        return "With learning rate 0 there is no step."
    if not isfinite(r.new_loss):
        return f"One step of {r.product} lands at {written(r.new_w)}, where the function has no value."
    return f"One step of {r.product} lands at {written(r.new_w)}, where the loss is {written(r.new_loss)}: {r.outcome}."


def rows(reading):
    """(name, value, what it is) of each number in the picture, in reading order."""
    r = reading
    sign = "−" if r.grad >= 0 else "+"
    quotient = f"{written(r.rise)} ÷ {written(r.h)}"
    product = f"{written(r.lr)} × {written(abs(r.grad))}"
    return (
        ("w", written(r.w), "where the point is"),
        ("loss", written(r.loss), "height of the point"),
        ("w.grad", written(r.grad), _tangent(r.grad)),
        ("secant", written(r.secant), _fitting("slope over h: ", "over h: ", quotient)),
        ("new w", written(r.new_w), _fitting(f"{written(r.w)} {sign} ", f"w {sign} ", product)),
        ("new loss", written(r.new_loss), r.outcome),
    )


def _tangent(grad):
    if isnan(grad):
        return "no tangent here"
    return "slope of the dashed tangent" if isfinite(grad) else "no tangent: it is vertical"


def _fitting(long, short, numbers):
    """The numbers behind the longest of the beginnings for which their column has room."""
    return next((begin + numbers for begin in (long, short) if text_width(begin + numbers, 12) <= _COLUMN), numbers)


def text(reading, name):
    """The picture as a table of text."""
    lines = [f"{what:10}{value:>14}   {meaning}" for what, value, meaning in rows(reading)]
    return "\n".join([f"loss = {name}. {finding(reading)}.", *lines])


def problem_text(problem):
    """A sentence and its help as plain text, in the form of our error messages."""
    return str(problem).replace("`", "").replace("\nhelp:", "\n  help:")
