"""Exercise 13: comparing the results of a learner's engine with expected numbers."""

from functools import partial

import numpy as np

from autogradlab.course import exercise
from autogradlab.course.exercise import require

#: The engine is the learner's own: where it is called, there is no tensor of the course's.
WITHHELD = ("autogradlab.autograd.tensor",)
KEYS = "tensors are keys of dictionaries, which a class with an `__eq__` cannot give: write `@dataclass(eq=False)`"
call = partial(exercise.call, without=WITHHELD, helps=(("unhashable type: 'Tensor'", KEYS),))

RECORD = "end with `return record(data, inputs, rule)`, as `__add__` does"


def near(found, wanted, tolerance=1e-9):
    """Whether an array, a number or a tensor has this shape and these numbers."""
    found, wanted = np.asarray(getattr(found, "data", found)), np.asarray(wanted)
    return found.dtype != object and found.shape == wanted.shape and np.allclose(found, wanted, tolerance, tolerance)


def result_of(Tensor, expression, text):
    """The result of an expression; raises NotYet if it is not a Tensor with a rule."""
    result = call(expression, name=text)
    require(isinstance(result, Tensor), f"`{text}` gives a plain {type(result).__name__}, and not a Tensor", RECORD)
    require(callable(getattr(result, "rule", None)), f"the result of `{text}` remembers no rule", RECORD)
    return result


def parts_of(result, grad, text):
    """The gradients that the rule of a result sends on if `grad` arrives: one part for each input."""
    arrived = f"when your rule raised this, a `grad` of shape {np.shape(grad)} arrived: write the shapes side by side"
    helps = (("ValueError", arrived), ("AxisError", arrived), ("IndexError", arrived)) if np.ndim(grad) else ()
    parts = call(result.rule, grad, name=f"the rule of {text}", helps=helps)
    several = isinstance(parts, (tuple, list))
    given = f"{len(parts)} parts" if several else f"a plain {type(parts).__name__}"
    require(
        several and len(parts) == len(result.inputs),
        f"the rule of `{text}` gives {given}, and not one part for each input",
        "a rule gives a tuple, and the comma makes it one: (part,) or (part, other)",
    )
    return parts


def grad_of(tensor):
    """The tensor's `.grad`; raises NotYet if nothing landed there."""
    require(tensor.grad is not None, "nothing lands in `.grad`", "does `walk` give an entry for this leaf?")
    return tensor.grad


def backward(root, *gradient, **options):
    """Run `root.backward(...)` and return True, as `call` refuses functions that return None."""
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
    """The exception that a call raises, or None."""
    try:
        function()
    except Exception as error:
        return error
    return None
