"""How exercise 01 is graded: slopes by subtraction, for polynomials and for functions with a kink, and their errors."""

import numpy as np

from autogradlab.course.lessons.lesson_01.exercise import WITHHELD
from autogradlab.grading.rubric import Known, Question, Rubric, Trial, changed

# They make the functions whose slopes are asked for: from an array of weights to one float. Each has waves on top, of a
# drawn form: the numbers that a function holds are not enough for its slopes, it has to be called. Along one weight,
# `narrow` is a straight line with waves; as soon as two weights have left the start together, it is far from that.
TOOLS = """
def waves(words, w):
    for word in words:
        w = getattr(np, word)(w)
    return w.sum()

def cubic(a, b, words, size):
    def f(w):
        w = w / size
        return float(size * ((np.array(a) * w**3 + np.array(b) * w).sum() + waves(words, w)))
    return f

def narrow(a, words, start):
    def f(w):
        moved = w - np.array(start)
        return float((np.array(a) * w).sum() + 1e6 * (moved.sum() ** 2 - (moved**2).sum()) + waves(words, w))
    return f

def mixed(a, b, words):
    return lambda w: float((np.array(a) * w**2).sum() + b * w.ravel()[0] * w.ravel()[-1] + waves(words, w))

def bent(a, at, words):
    return lambda w: float((np.array(a) * np.maximum(w - np.array(at), 0.0)).sum() + waves(words, w))

def listed(value):
    return np.asarray(value).tolist()
"""

_built = {"np": np}
exec(TOOLS, _built)

# ---- inputs ---------------------------------------------------------------------------------------------------------


def numbers(rng, shape, low=0.5, high=3.0):
    """Numbers of both signs, none of them near 0."""
    return (rng.uniform(low, high, shape) * rng.choice([-1, 1], shape)).round(3)


def form(rng):
    """What waves are made of: functions of NumPy, each applied to the result of the one before it."""
    return rng.choice(list(SLOPES), int(rng.integers(2, 5))).tolist()


def cubic_at(rng, shape, size, h):
    """(coefficients, waves, size, w, h), with weights and h of that size."""
    a, b, w = (numbers(rng, shape) for _ in range(3))
    return a.tolist(), b.tolist(), form(rng), size, (w * size).tolist(), h * size


def wide_step(rng):
    """One weight, and an h so large that a one-sided difference is clearly another slope."""
    return cubic_at(rng, 1, 1.0, round(float(rng.uniform(0.1, 0.4)), 2))


def mixed_at(rng, shape):
    return numbers(rng, shape).tolist(), float(numbers(rng, ())), form(rng), numbers(rng, shape).tolist()


def several(rng):
    return mixed_at(rng, int(rng.integers(3, 7)))


def together(rng):
    a, _, words, w = several(rng)
    return a, words, w


def rows(rng):
    return mixed_at(rng, [(2, 3), (3, 2), (2, 1, 2), (1, 4)][int(rng.integers(4))])


def single(rng):
    """A number without a shape, a list of one and a table of one, in any order."""
    return tuple(mixed_at(rng, (1,) * int(ndim)) for ndim in rng.permutation(3))


def kinks(rng):
    """(slopes beyond the kinks, their places, waves, w): weights before, on and beyond their kinks, in any order."""
    at, order = numbers(rng, 3), rng.permutation(3)
    return numbers(rng, 3).tolist(), at.tolist(), form(rng), (at + np.array([-1.0, 0.0, 1.0])[order]).tolist()


def far_out(rng):
    """Large weights, and an h that fits them."""
    return cubic_at(rng, 2, 10.0 ** int(rng.integers(2, 5)), 0.1)


def whole(rng):
    return *mixed_at(rng, 3)[:3], [int(value) for value in rng.integers(1, 9, 3) * rng.choice([-1, 1], 3)]


def two(rng):
    return (*several(rng), *numbers(rng, 2).tolist())


def distances(rng):
    return (rng.uniform(0.3, 0.9, 3).round(3).tolist(),)


def small_distances(rng):
    return ((10 ** rng.uniform(-3, -2, 3)).tolist(),)


def tiny_distances(rng):
    return ((10 ** rng.uniform(-12, -11, 12)).tolist(),)


# ---- expected answers -----------------------------------------------------------------------------------------------


SLOPES = {"sin": np.cos, "cos": lambda w: -np.sin(w), "arctan": lambda w: 1 / (1 + w**2)}


def of_waves(words, w):
    """The slope of waves at each weight."""
    slope = 1.0
    for word in words:
        slope, w = slope * SLOPES[word](w), getattr(np, word)(w)
    return slope


def of_cubic(a, b, words, size, w, h):
    """The slopes of secants from w - h to w + h."""
    a, b, w, h = np.array(a), np.array(b), np.array(w) / size, h / size
    right, left = (np.array([_built["waves"](words, each) for each in moved]) for moved in (w + h, w - h))
    return 3 * a * w**2 + a * h**2 + b + (right - left) / (2 * h)


def of_mixed(a, b, words, w):
    """The slopes of (a * w**2).sum() + b * first * last, for which central differences are exact, and of waves."""
    w = np.array(w, dtype=float)
    slopes = np.array(2 * np.array(a) * w + of_waves(words, w))
    first, last = w.ravel()[0], w.ravel()[-1]
    slopes.reshape(-1)[0] += b * last
    slopes.reshape(-1)[-1] += b * first
    return slopes.tolist()


def of_narrow(a, words, w):
    return (np.array(a) + of_waves(words, np.array(w))).tolist()


def of_bent(a, at, words, w):
    """The slopes of waves, and 0 before a kink, `a` beyond it; right on it, central differences find half of `a`."""
    return np.array(a) * (1 + np.sign(np.array(w) - np.array(at)).round()) / 2 + of_waves(words, np.array(w))


def errors(hs):
    """The errors for sin at 1, where central differences give cos(1) * sin(h) / h."""
    return [abs(np.cos(1.0) * (np.sin(h) / h - 1)) for h in hs]


def rounding_shows(answer, inputs):
    if not all(isinstance(error, float) and 0 <= error < 1 for error in answer):
        return "At a tiny h, the error is not a small, positive number."
    return max(answer) > 1e-8 or "At a tiny h, the error stays small, which subtraction in floats cannot achieve."


# ---- trials ---------------------------------------------------------------------------------------------------------

CUBIC = (
    TOOLS
    + "a, b, words, size, w, h = inputs\nanswer = listed(numeric_gradient(cubic(a, b, words, size), np.array(w), h))"
)
# An h so small that a one-sided difference agrees as well: using one costs points in other trials only.
SMALL = 1e-7
MIXED = TOOLS + f"a, b, words, w = inputs\nanswer = listed(numeric_gradient(mixed(a, b, words), np.array(w), {SMALL}))"
SINGLE = (
    TOOLS
    + f"""
answer = [listed(numeric_gradient(mixed(a, b, words), np.array(w), {SMALL})) for a, b, words, w in inputs]
"""
)
NARROW = TOOLS + f"a, words, w = inputs\nanswer = listed(numeric_gradient(narrow(a, words, w), np.array(w), {SMALL}))"
BENT = TOOLS + "a, at, words, w = inputs\nanswer = listed(numeric_gradient(bent(a, at, words), np.array(w)))"
UNTOUCHED = (
    TOOLS
    + f"""
a, b, words, w = inputs
callers = np.array(w)
answer = [listed(numeric_gradient(mixed(a, b, words), callers, {SMALL})), (callers == np.array(w)).tolist()]
"""
)
TWO = (
    TOOLS
    + f"""
a, b, words, w, other, scale = inputs
first = numeric_gradient(mixed(a, b, words), np.array(w), {SMALL})
second = numeric_gradient(mixed([other] * len(w), scale, words), np.array(w), {SMALL})
answer = [listed(first), listed(second)]
"""
)
ERRORS = "answer = [np.asarray(error_at(h)).item() for h in inputs[0]]"
CLOSE = dict(relative=1e-4, absolute=1e-6)

# Right solutions; some of the known mistakes are these with one place changed.
BY_COPIES = """
def numeric_gradient(f, w, h=1e-4):
    w = np.array(w, dtype=float)
    slopes = np.zeros_like(w)
    for i in np.ndindex(w.shape):
        left, right = w.copy(), w.copy()
        left[i] -= h
        right[i] += h
        slopes[i] = (f(right) - f(left)) / (2 * h)
    return slopes
"""
BY_STEPS = """
def numeric_gradient(f, w, h=1e-4):
    w = np.array(w, dtype=float)
    slopes = np.zeros_like(w)
    for i in np.ndindex(w.shape):
        step = np.zeros_like(w)
        step[i] = h
        slopes[i] = (f(w + step) - f(w - step)) / (2 * h)
    return slopes
"""
BY_MOVES = """
def numeric_gradient(f, w, h=1e-4):
    w = np.array(w, dtype=float)
    slopes = np.zeros_like(w)
    for i in np.ndindex(w.shape):
        w[i] += h
        right = f(w)
        w[i] -= 2 * h
        slopes[i] = (right - f(w)) / (2 * h)
        w[i] += h
    return slopes
"""

GRADIENT = Question(
    cell="numeric-gradient",
    entry=("numeric_gradient",),
    trials=(
        Trial(
            "one weight, a wide h",
            10,
            wide_step,
            CUBIC,
            "With a wide h, the slope is not that of the secant from w - h to w + h.",
            reference=of_cubic,
        ),
        Trial(
            "several weights",
            12,
            together,
            NARROW,
            "With several weights, each should be moved alone while the others stay where they were.",
            reference=of_narrow,
            **CLOSE,
        ),
        Trial(
            "rows and columns",
            8,
            rows,
            MIXED,
            "The answer should have the shape of w, for a table as well as for a list.",
            reference=of_mixed,
            **CLOSE,
        ),
        Trial(
            "a single weight",
            4,
            single,
            SINGLE,
            "A single weight, with or without a shape, is not handled.",
            reference=lambda *cases: [of_mixed(*each) for each in cases],
            **CLOSE,
        ),
        Trial(
            "a kink",
            6,
            kinks,
            BENT,
            "Right on a kink, the points to the left and to the right should count equally.",
            reference=lambda *inputs: of_bent(*inputs).tolist(),
            **CLOSE,
        ),
        Trial(
            "large weights and their h",
            6,
            far_out,
            CUBIC,
            "The distance that is used is not the h that is given.",
            reference=lambda *inputs: of_cubic(*inputs).tolist(),
        ),
        Trial(
            "whole numbers", 5, whole, MIXED, "For whole numbers in w, the slopes are off.", reference=of_mixed, **CLOSE
        ),
        Trial(
            "the caller's array",
            5,
            several,
            UNTOUCHED,
            "The slopes are off, or the caller's w has changed after the call.",
            reference=lambda *inputs: [of_mixed(*inputs), [True] * len(inputs[-1])],
            **CLOSE,
        ),
        Trial(
            "two calls",
            4,
            two,
            TWO,
            "Of two calls, one gives slopes that are off, or the second changes what the first returned.",
            reference=lambda a, b, words, w, other, scale: [
                of_mixed(a, b, words, w),
                of_mixed([other] * len(w), scale, words, w),
            ],
            **CLOSE,
        ),
    ),
    known=(
        Known(
            "to one side",
            """
def numeric_gradient(f, w, h=1e-4):
    w = np.array(w, dtype=float)
    slopes = np.zeros_like(w)
    for i in np.ndindex(w.shape):
        right = w.copy()
        right[i] += h
        slopes[i] = (f(right) - f(w)) / h
    return slopes
""",
            "one weight, a wide h",
        ),
        Known(
            "left minus right", changed(BY_COPIES, ("f(right) - f(left)", "f(left) - f(right)")), "one weight, a wide h"
        ),
        Known("divided by h", changed(BY_COPIES, ("/ (2 * h)", "/ h")), "several weights"),
        Known(
            "all weights at once",
            """
def numeric_gradient(f, w, h=1e-4):
    w = np.array(w, dtype=float)
    return np.full_like(w, (f(w + h) - f(w - h)) / (2 * h))
""",
            "several weights",
        ),
        Known("never put back", changed(BY_MOVES, ("        w[i] += h\n    return", "    return")), "several weights"),
        Known(
            "a list of slopes",
            """
def numeric_gradient(f, w, h=1e-4):
    w = np.array(w, dtype=float)
    slopes = []
    for i in np.ndindex(w.shape):
        step = np.zeros_like(w)
        step[i] = h
        slopes.append((f(w + step) - f(w - step)) / (2 * h))
    return np.array(slopes)
""",
            "rows and columns",
        ),
        Known("places counted by len", changed(BY_STEPS, ("np.ndindex(w.shape)", "range(len(w))")), "rows and columns"),
        Known(
            "an h of its own",
            changed(BY_STEPS, ("    w = np.array", "    h = 1e-4\n    w = np.array")),
            "large weights and their h",
        ),
        Known(
            "kept as whole numbers",
            """
def numeric_gradient(f, w, h=1e-4):
    slopes = np.zeros(w.shape)
    for i in np.ndindex(w.shape):
        left, right = w.copy(), w.copy()
        left[i] = left[i] - h
        right[i] = right[i] + h
        slopes[i] = (f(right) - f(left)) / (2 * h)
    return slopes
""",
            "whole numbers",
        ),
        Known(
            "moved in the caller's array",
            """
def numeric_gradient(f, w, h=1e-4):
    slopes = np.zeros(w.shape)
    moved = w if w.dtype == float else w.astype(float)
    for i in np.ndindex(w.shape):
        moved[i] += h
        right = f(moved)
        moved[i] -= 2 * h
        slopes[i] = (right - f(moved)) / (2 * h)
        moved[i] += h + 1e-12
    return slopes
""",
            "the caller's array",
        ),
        Known(
            "one array for all calls",
            """
kept = {}
def numeric_gradient(f, w, h=1e-4):
    w = np.array(w, dtype=float)
    slopes = kept.setdefault(w.shape, np.zeros_like(w))
    for i in np.ndindex(w.shape):
        step = np.zeros_like(w)
        step[i] = h
        slopes[i] = (f(w + step) - f(w - step)) / (2 * h)
    return slopes
""",
            "two calls",
        ),
        Known(
            "a step array",
            """
def numeric_gradient(f, w, h=1e-4):
    w = np.asarray(w).astype(float)
    slopes = np.empty(w.shape)
    for place in range(w.size):
        step = np.zeros(w.size)
        step[place] = h
        step = step.reshape(w.shape)
        slopes.reshape(-1)[place] = (f(w + step) - f(w - step)) / 2 / h
    return slopes
""",
        ),
        Known("put back by adding", BY_MOVES),
        Known(
            "put back after each move",
            """
def numeric_gradient(f, w, h=1e-4):
    w = np.array(w, dtype=np.float64)
    flat, slopes = w.reshape(-1), []
    for i, before in enumerate(flat.tolist()):
        values = []
        for moved in (before - h, before + h):
            flat[i] = moved
            values.append(f(w))
        flat[i] = before
        slopes.append((values[1] - values[0]) / (h + h))
    return np.array(slopes).reshape(w.shape)
""",
        ),
        Known(
            "borrowed from the gradient check",
            """
import autogradlab as ag
from autogradlab.autograd.differences import _numeric
def numeric_gradient(f, w, h=1e-4):
    x = ag.tensor(np.array(w, dtype=float))
    return _numeric(lambda x: ag.tensor(f(x.numpy())), (x,), 0, x, h).reshape(np.shape(w))
""",
            "one weight, a wide h",
        ),
        Known(
            "borrowed from a later exercise",
            """
def numeric_gradient(f, w, h=1e-4):
    from autogradlab.course.lessons.lesson_13.exercise_numbers import measured
    return measured(f, np.array(w, dtype=float), h)
""",
            "one weight, a wide h",
        ),
    ),
    withheld=WITHHELD,
)

ERROR = Question(
    cell="error-at",
    entry=("error_at",),
    needs=("numeric-gradient",),
    trials=(
        Trial(
            "a wide h",
            8,
            distances,
            ERRORS,
            "For a wide h, the answer is not the distance between the slope and the truth.",
            reference=errors,
            absolute=1e-6,  # rounding to six places costs points in another trial
        ),
        Trial(
            "a smaller h",
            7,
            small_distances,
            ERRORS,
            "For a smaller h, the answer is not the distance between the slope and the truth.",
            reference=errors,
            relative=1e-2,
            absolute=0.0,
        ),
        Trial("a tiny h", 5, tiny_distances, ERRORS, "", holds=rounding_shows),
    ),
    known=(
        Known(
            "with its sign",
            """
def error_at(h):
    return numeric_gradient(lambda w: float(np.sin(w[0])), np.array([1.0]), h)[0] - np.cos(1.0)
""",
            "a wide h",
        ),
        Known(
            "of the loss instead of the slope",
            """
def error_at(h):
    return abs(np.sin(1.0 + h) - np.sin(1.0))
""",
            "a wide h",
        ),
        Known(
            "to one side",
            """
def error_at(h):
    return abs((np.sin(1.0 + h) - np.sin(1.0)) / h - np.cos(1.0))
""",
            "a wide h",
        ),
        Known(
            "relative to the truth",
            """
def error_at(h):
    slope = numeric_gradient(lambda w: float(np.sin(w[0])), np.array([1.0]), h)[0]
    return abs(slope - np.cos(1.0)) / np.cos(1.0)
""",
            "a smaller h",
        ),
        Known(
            "rounded",
            """
def error_at(h):
    slope = numeric_gradient(lambda w: float(np.sin(w[0])), np.array([1.0]), h)[0]
    return round(abs(slope - np.cos(1.0)), 6)
""",
            "a smaller h",
        ),
        Known(
            "from the formula",
            """
def error_at(h):
    return abs(np.cos(1.0) * h**2 / 6)
""",
            "a tiny h",
        ),
        Known(
            "the sine of the whole array",
            """
def error_at(h):
    slope = numeric_gradient(lambda w: np.sin(w).sum(), np.array([1.0]), h)
    return float(np.abs(slope - np.cos(1.0)).max())
""",
        ),
        Known(
            "without numeric_gradient",
            """
import math
def error_at(h):
    return abs((math.sin(1 + h) - math.sin(1 - h)) / (2 * h) - math.cos(1))
""",
        ),
    ),
)

RUBRIC = Rubric("01_slope", (GRADIENT, ERROR), {"explain": 20})
