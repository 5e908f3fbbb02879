"""Exercise 01: a numeric gradient by central differences, and how its error depends on h."""

from functools import partial

import numpy as np

from autogradlab.course import exercise
from autogradlab.course.exercise import NotYet, passed, require

#: The differences are the learner's own, not those of the gradient check or of a plot.
WITHHELD = ("autogradlab.autograd.differences", "autogradlab.course")
call = partial(exercise.call, without=WITHHELD)

NAME = "numeric_gradient"


def check_number(numeric_gradient):
    """One weight: the slope of w**2 at 3 is 6, and central differences find it."""
    got = _gradient(numeric_gradient, lambda w: float(w[0] ** 2), [3.0])
    require(
        got.shape == (1,),
        f"for 1 weight you give an array of shape {got.shape}",
        "one number for each weight, in the shape of w: np.zeros_like(w) is a good start",
    )
    require(
        not np.isclose(got[0], -6),
        f"at w = 3 you give {got[0]:.6g}: the size is right, the sign is not",
        "which of the two values of f comes first?",
    )
    require(
        not np.isclose(got[0], 6 * 1e-4**2, rtol=0.01, atol=0),
        f"at w = 3 you give {got[0]:.6g}, which is 6 times h times h",
        "`/ 2 * h` divides by 2 and then multiplies by h: write `/ (2 * h)`",
    )
    require(
        not np.isclose(got[0], 3.0001**2 - 2.9999**2 / 2e-4, rtol=1e-6),
        f"at w = 3 you give {got[0]:.6g}, as if only f(w - h) were divided by 2 h",
        "a division comes before a subtraction: put f(w + h) - f(w - h) into brackets",
    )
    require(
        got[0] != 0,
        "at w = 3 you give 0, as if w had not been moved",
        "is every weight moved, the last one too? `left = w` is not a copy, only another name: take w.copy() for each",
    )
    require(
        not np.isclose(got[0], 12e-4, rtol=1e-3, atol=0),
        f"at w = 3 you give {got[0]:.6g}, the growth of f between the two points, which is not divided yet",
        "a slope is growth for each step of 1: divide by the distance of the two points, `/ (2 * h)`",
    )
    require(
        not np.isclose(got[0], 12, rtol=1e-3) and not np.isclose(got[0], 3, rtol=1e-3),
        f"at w = 3 you give {got[0]:.6g}, a factor of 2 away from 6",
        "how far apart are w - h and w + h?",
    )
    require(np.isclose(got[0], 6, rtol=1e-3), f"at w = 3 you give {got[0]:.6g}", "the slope of w**2 at 3 is 6")
    forward = _forward_difference(numeric_gradient)
    require(
        not forward,
        "the slope is right, but it comes from one side: the error shrinks with h, not with h squared",
        "use one point h to the left and one point h to the right of w",
    )
    require(np.isclose(got[0], 6, rtol=1e-5), f"at w = 3 you give {got[0]:.6g}", "the slope of w**2 at 3 is 6")
    passed("the slope of w**2 at w = 3 is 6")


def check_vector(numeric_gradient):
    """Several weights: one slope for each, in the same order."""
    at = np.array([1.0, -2.0, 0.5])
    got = _gradient(numeric_gradient, lambda w: float(w[0] * w[1] + 3 * w[2] ** 2), at)
    require(
        got.shape == at.shape,
        f"for 3 weights you give an array of shape {got.shape}",
        "the answer has one slope for each weight: np.zeros_like(w) is a good start",
    )
    require(
        not np.allclose(got, [-2.0, 0.0, 0.0], rtol=1e-4),
        "the first of 3 slopes is right, and the others are 0",
        "is `return` inside the loop? It ends the function, even if weights are left",
    )
    wrong = [i for i in range(3) if not np.isclose(got[i], [-2.0, 1.0, 3.0][i], rtol=1e-4, atol=1e-6)]
    require(
        not wrong,
        f"{3 - len(wrong)} of 3 slopes are right; entry {wrong[0] if wrong else 0} is not",
        "move one weight at a time and leave the others where they are",
    )
    table = np.array([[1.0, -2.0, 0.5], [4.0, 3.0, -1.0]])
    got = _gradient(numeric_gradient, lambda w: float((w**2).sum()), table.copy())
    require(
        got.shape == table.shape and np.allclose(got, 2 * table, rtol=1e-4),
        f"for a table of 2 rows of 3 weights you give {got.tolist()}",
        "np.ndindex(w.shape) gives the place of each weight, in a table as in a list",
    )
    got = _gradient(numeric_gradient, lambda w: float(w**2), np.array(3.0))
    require(
        np.allclose(got, [6.0], rtol=1e-4),
        f"for a single number, w = 3 without a shape, you give {got.tolist()}",
        "np.ndindex(w.shape) also gives the one place of a single number, ()",
    )
    passed("three weights, three slopes; a table and a single number as well")


def check_untouched(numeric_gradient):
    """The caller's array is not changed, and an array of integers works too."""
    at = np.array([2.0, 5.0])
    _gradient(numeric_gradient, lambda w: float(w.sum()), at)
    require(
        np.array_equal(at, [2.0, 5.0]) or not np.allclose(at, [2.0, 5.0], rtol=1e-9),
        f"after the call the caller's w is {at.tolist()}, and before it was [2.0, 5.0]",
        "adding and subtracting h rounds: keep the old number and put that back, or work on w.copy()",
    )
    require(
        np.array_equal(at, [2.0, 5.0]),
        f"after the call the caller's w is {at}, and before it was [2. 5.]",
        "work on a copy: w.copy(), or put the old number back after each move",
    )
    got = _gradient(numeric_gradient, lambda w: float((w**2).sum()), np.array([3.0, 1.0]))
    require(
        np.allclose(got, [6, 2], rtol=1e-4),
        f"for w = [3., 1.] you give {got}, and the slopes are [6. 2.]",
        "see the check above: each weight moves alone, by h to the left and by h to the right",
    )
    wide = _gradient(lambda f, w: numeric_gradient(f, w, 0.1), lambda w: float(w[0] * w[1]), [3.0, 5.0, 1.0])
    require(
        np.allclose(wide, [5.0, 3.0, 0.0], rtol=1e-6, atol=1e-6),
        f"with h = 0.1 you give {np.round(wide, 6).tolist()} for w[0] * w[1] at [3, 5, 1], not [5, 3, 0]",
        "a weight that was moved goes back before the next one moves: take both copies from the same w",
    )
    got = _gradient(numeric_gradient, lambda w: float((w**2).sum()), np.array([3, 1]))
    require(
        np.allclose(got, [6, 2], rtol=1e-4),
        f"for the whole numbers w = [3, 1] you give {got}",
        "an array of integers cannot hold 3.0001: begin with np.array(w, dtype=float)",
    )
    passed("the caller's array is untouched, whole numbers work")


def check_table(error_at):
    """The table of errors: proportional to h squared at first, rounding error for tiny h."""
    errors = {h: _number(error_at, h) for h in (1e-1, 1e-2, 1e-4, 1e-11)}
    require(all(e >= 0 for e in errors.values()), "an error is negative", "an error is a distance: take abs(...)")
    ratio = errors[1e-1] / max(errors[1e-2], 1e-300)
    require(
        30 < ratio < 300,
        f"from h = 0.1 to h = 0.01 your error shrinks by a factor of {ratio:.3g}, not about 100",
        "compare numeric_gradient(f, w, h) with the true slope cos(1), at that h",
    )
    expected = abs((np.sin(1.1) - np.sin(0.9)) / 0.2 - np.cos(1.0))
    require(
        np.isclose(errors[1e-1], expected, rtol=0.01),
        f"at h = 0.1 your error is {errors[1e-1]:.3g}, and the distance is {expected:.3g}",
        "take the slope of sin at 1, subtract cos(1), and do not divide the difference by anything",
    )
    require(
        errors[1e-11] > errors[1e-4],
        "at h = 1e-11 your error is still small, which is not possible with floats",
        "does your function really use the h that it was given?",
    )
    passed(f"ten times smaller h, {ratio:.0f} times smaller error; and at h = 1e-11 rounding takes over")


def show_table(error_at):
    """Print the error for h from 0.1 down to 1e-11, or say once that `error_at` is not written yet."""
    try:
        for exponent in range(1, 13, 2):
            error = _number(error_at, 10.0**-exponent)
            print(f"h = 1e-{exponent:02}   error = {error:.0e}")
    except NotYet as not_yet:
        print(not_yet)


def _gradient(function, f, at):
    """The result of the learner's function, as an array of floats with at least one entry."""
    given = call(function, f, np.array(at) if isinstance(at, list) else at, name=NAME)
    result = _floats(given)
    require(
        result is not None and result.size,
        f"`{NAME}` gave {given!r}",
        "give an array with one float for each weight: np.zeros_like(w) is a good start",
    )
    require(np.isfinite(result).all(), f"`{NAME}` gave {given!r}", "is h the distance, and not 0?")
    return np.atleast_1d(result)


def _number(error_at, h):
    given = call(error_at, h, name="error_at")
    result = _floats(given)
    require(result is not None and result.size == 1, f"`error_at({h})` gave {given!r}", "give one float")
    require(np.isfinite(result).all(), f"`error_at({h})` gave {given!r}", "is h used as the distance?")
    return result.item()


def _floats(given):
    """An answer as an array of floats; None if it is something else."""
    try:
        result = np.asarray(given)
    except ValueError:
        return None
    return result.astype(float) if result.dtype.kind in "fi" else None


def _forward_difference(function):
    """Whether the error of w**3 at 1 behaves like h (one-sided) instead of h squared."""
    error = abs(_gradient(lambda f, w: function(f, w, 0.1), lambda w: float(w[0] ** 3), [1.0])[0] - 3)
    return error > 0.1
