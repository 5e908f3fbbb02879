"""Exercise 13: comparing what a learner's engine gives with numbers."""

import numpy as np

from autogradlab.course.exercise import call, require

RECORD = "end with `return record(data, inputs, rule)`, as `__add__` does"


def near(found, wanted, tolerance=1e-9):
    """Whether an array, a number or a tensor has this shape and these numbers."""
    found, wanted = np.asarray(getattr(found, "data", found)), np.asarray(wanted)
    return found.dtype != object and found.shape == wanted.shape and np.allclose(found, wanted, tolerance, tolerance)


def result_of(Tensor, expression, text):
    """What an expression gives, or a sentence that says why it is not a result that remembers."""
    result = call(expression, name=text)
    require(isinstance(result, Tensor), f"`{text}` gives a plain {type(result).__name__}, and not a Tensor", RECORD)
    require(callable(result.rule), f"the result of `{text}` remembers no rule", RECORD)
    return result


def parts_of(result, grad, text):
    """What the rule of a result sends where `grad` arrives: one part for each input."""
    parts = call(result.rule, grad, name=f"the rule of {text}")
    several = isinstance(parts, (tuple, list))
    given = f"{len(parts)} parts" if several else f"a plain {type(parts).__name__}"
    require(
        several and len(parts) == len(result.inputs),
        f"the rule of `{text}` gives {given}, and not one part for each input",
        "a rule gives a tuple, and the comma makes it one: (part,) or (part, other)",
    )
    return parts


def grad_of(tensor):
    """`.grad`, or a sentence that says that nothing landed."""
    require(tensor.grad is not None, "nothing lands in `.grad`", "does `walk` give an entry for this leaf?")
    return tensor.grad


def backward(root, *gradient, **options):
    """`root.backward(...)`, as a call that gives something."""
    root.backward(*gradient, **options)
    return True


def measured(function, array, h=1e-6):
    """The slope of a function of an array, at each entry, from differences on both sides."""
    slopes = np.zeros_like(array)
    for place in np.ndindex(array.shape):
        step = np.zeros_like(array)
        step[place] = h
        slopes[place] = (function(array + step) - function(array - step)) / (2 * h)
    return slopes


def raised(function):
    """The error that a call ends in, or None."""
    try:
        function()
    except Exception as error:
        return error
    return None
