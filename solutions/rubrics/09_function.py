"""How exercise 09 is graded: rules of one's own, compared with formulas in NumPy and with measured slopes."""

import numpy as np

from autogradlab.course.lessons.lesson_09.exercise import RULES, WITHHELD
from autogradlab.grading.rubric import PRELUDE, Known, Question, Rubric, Trial, changed

TOOLS = """
from autogradlab.confine.withheld import Withheld
from autogradlab.course.lessons.lesson_09.exercise import applied as applied_alone, walked

def double(values, tracked=True):
    return ag.tensor(values, dtype=ag.float64, requires_grad=tracked)

def applied(function, *given):
    if not (isinstance(function, type) and issubclass(function, ag.autograd.Function)):
        raise Withheld("no rule of its own")
    return applied_alone(function, *given)
"""
GIVEN = (
    PRELUDE
    + """
import itertools
def places(x):
    return list(itertools.product(*map(range, x.shape)))
"""
)


# ---- inputs ---------------------------------------------------------------------------------------------------------


def errors(rng, shape, delta):
    """Errors on both sides of delta, none of them at the kink."""
    size = int(np.prod(shape))
    far = np.arange(size) % 2 == 1
    size_of = np.where(far, rng.uniform(1.2, 4, size), rng.uniform(0.1, 0.8, size)) * delta
    return (rng.permutation(size_of) * rng.choice([-1, 1], size)).reshape(shape)


def row(rng):
    """(guess, wish, delta, weights) of one shape."""
    delta, shape = round(float(rng.uniform(0.5, 4)), 2), int(rng.integers(4, 9))
    wish = rng.normal(size=shape).round(2)
    weights = rng.choice([-3, 2, 5, 7], shape) + 0.5
    return (wish + errors(rng, shape, delta)).tolist(), wish.tolist(), delta, weights.tolist()


def one(rng):
    """As `row`, with single numbers, for tensors of shape (); the error is larger than delta."""
    guess, wish, delta, weights = row(rng)
    place = int(np.argmax(np.abs(np.array(guess) - wish)))
    return guess[place], wish[place], delta, weights[place]


def broadcast(rng):
    """A column of guesses against a row of wishes."""
    shape, delta = (int(rng.integers(2, 5)), int(rng.integers(2, 5))), round(float(rng.uniform(1, 2)), 2)
    return (
        (rng.normal(size=(shape[0], 1)) * 4).tolist(),
        (rng.normal(size=shape[1]) * 4).tolist(),
        delta,
        rng.choice([-3.5, 2.5, 5.0], shape).tolist(),
    )


def vector(rng):
    """(entries, incoming gradient)"""
    return (rng.normal(size=int(rng.integers(3, 7))) * 2).round(3).tolist(), float(rng.choice([-3, 4, 6]) + 0.5)


def large(rng):
    """Large entries; the incoming gradient is 1, so that a rule without grad_output loses points elsewhere only."""
    x, _ = vector(rng)
    return (np.array(x) + rng.choice([-1, 1]) * 1e3 * rng.integers(1, 4)).tolist(), 1.0


def apart(rng):
    """Entries that lie far from each other."""
    x = rng.permutation([-1200.0, 3.0, 900.0, 901.0])
    return x.tolist(), 1.0


def points(rng, shape):
    return (rng.normal(size=shape).round(3).tolist(),)


# ---- expected answers -----------------------------------------------------------------------------------------------


def huber(guess, wish, delta, weights):
    error = np.array(guess) - np.array(wish)
    part = np.clip(error, -delta, delta)
    return part * (error - part / 2)


def slopes(guess, wish, delta, weights):
    """[gradient for the guess, gradient for the wish]"""
    each = np.clip(np.array(guess) - np.array(wish), -delta, delta) * np.array(weights)
    return [summed(each, np.shape(guess)).tolist(), summed(-each, np.shape(wish)).tolist()]


def summed(each, shape):
    """A gradient added up over the axes that broadcasting added or stretched, back to `shape`."""
    each = each.sum(axis=tuple(range(each.ndim - len(shape))))
    return each.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1 and each.shape[i] > 1), keepdims=True)


def log_sum(x, incoming):
    x = np.array(x)
    return float(x.max() + np.log(np.exp(x - x.max()).sum()))


def shares(x, incoming):
    e = np.exp(np.array(x) - max(x))
    return [log_sum(x, incoming), (incoming * e / e.sum()).tolist()]


def of_sines(x):
    return (np.cos(np.array(x)) * 3).tolist()


def of_products(x):
    """The gradients of (x[0] * x[0] * x[1]).sum()."""
    first, second = np.array(x)
    return [(2 * first * second).tolist(), (first**2).tolist()]


# ---- trials ---------------------------------------------------------------------------------------------------------

VALUES = (
    TOOLS
    + """
guess, wish, delta, weights = inputs
answer = applied(Huber, double(guess), double(wish), delta).tolist()
"""
)
SLOPES = (
    TOOLS
    + """
guess, wish, delta, weights = inputs
guess, wish = double(guess), double(wish)
walked((applied(Huber, guess, wish, delta) * double(weights, False)).sum())
answer = [guess.grad.tolist(), wish.grad.tolist()]
"""
)
ONLY_GUESS = (
    TOOLS
    + """
guess, wish, delta, weights = inputs
guess, wish = double(guess), double(wish, False)
walked((applied(Huber, guess, wish, delta) * double(weights, False)).sum())
answer = [guess.grad.tolist(), wish.grad is None]
"""
)
TWO_CALLS = (
    TOOLS
    + """
guess, wish, delta, weights = inputs
one, other, wish = double(guess), double(guess), double(wish, False)
near, far = applied(Huber, one, wish, delta / 4), applied(Huber, other, wish, delta * 4)
walked(((near + far) * double(weights, False)).sum())
answer = [one.grad.tolist(), other.grad.tolist()]
"""
)
WRITTEN = (
    TOOLS
    + """
guess, wish, delta, weights = inputs
w = double(guess)
middle = w * 1
loss = (applied(Huber, middle, double(wish, False), delta) * double(weights, False)).sum()
middle += 100
try:
    walked(loss)
    answer = w.grad.tolist()
except RuntimeError:
    answer = "error"
"""
)
LOG_SUM = (
    TOOLS
    + """
x, incoming = inputs
x = double(x)
y = applied(LogSumExp, x)
walked(incoming * y)
answer = [y.item(), x.grad.tolist()]
"""
)
TWICE = (
    TOOLS
    + """
x, incoming = inputs
x = double(x)
walked(applied(LogSumExp, x) + (incoming - 1) * applied(LogSumExp, x * 1))
answer = [applied(LogSumExp, x).item(), x.grad.tolist()]
"""
)
CLOSE = dict(relative=1e-7, absolute=1e-8)  # too tight for one-sided differences, which lose points here only
CHECKED = (
    TOOLS
    + """
x, incoming = inputs
answer = ag.autograd.gradcheck(lambda x: applied(LogSumExp, x), double(x))
"""
)
SINES = (
    TOOLS
    + """
x = double(inputs[0])
answer = measured_slopes(lambda x: 3 * x.sin().sum(), x).tolist()
"""
)
PRODUCTS = (
    TOOLS
    + """
x = double(inputs[0])
answer = measured_slopes(lambda x: (x[0] * x[0] * x[1]).sum(), x).tolist()
"""
)
UNTOUCHED = (
    TOOLS
    + """
x = double(inputs[0])
before = x.tolist()
measured_slopes(lambda x: (x * x).sum(), x)
answer = [x.tolist() == before, x.grad is None, x._version]
"""
)


def no_silent_harm(answer, inputs):
    return answer == "error" or bool(np.allclose(answer, slopes(*inputs)[0]))


# The whole operation is handed to the package: it computes, and it walks back within the rule.
BORROWED_HUBER = """
class Huber(ag.autograd.Function):
    @staticmethod
    def forward(ctx, guess, wish, delta):
        with ag.enable_grad():
            ctx.to = [guess.detach().requires_grad_(), wish.detach().requires_grad_()]
            ctx.loss = ag.nn.functional.huber_loss(*ctx.to, reduction="none", delta=delta)
        return ctx.loss.detach()
    @staticmethod
    def backward(ctx, grad_output):
        return *ag.autograd.grad(ctx.loss, ctx.to, grad_output, retain_graph=True), None
"""
FORMULA = """    @staticmethod
    def formula(error, delta):
        part = error.clamp(-delta, delta)
        return part * (error - part / 2)
"""
BORROWED_SUM = """
class LogSumExp(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        with ag.enable_grad():
            ctx.x = x.detach().requires_grad_()
            ctx.y = ctx.x.logsumexp(0)
        return ctx.y.detach()
    @staticmethod
    def backward(ctx, grad_output):
        return ag.autograd.grad(ctx.y, ctx.x, grad_output, retain_graph=True)[0]
"""

HUBER_BY_RULE = """
class Huber(ag.autograd.Function):
    @staticmethod
    def forward(ctx, guess, wish, delta):
        ctx.save_for_backward(guess, wish)
        ctx.delta = delta
        part = (guess - wish).clamp(-delta, delta)
        return part * (guess - wish - part / 2)
    @staticmethod
    def backward(ctx, grad_output):
        guess, wish = ctx.saved_tensors
        slope = grad_output * (guess - wish).clamp(-ctx.delta, ctx.delta)
        return slope, -slope, None
"""

HUBER = Question(
    cell="huber",
    entry=("Huber",),
    withheld=RULES,
    trials=(
        Trial("values", 4, row, VALUES, "The loss of each entry is not the Huber loss.", reference=huber),
        Trial(
            "incoming gradients",
            8,
            row,
            SLOPES,
            "With incoming gradients that are not 1, the gradients are off.",
            reference=slopes,
            idea="M46",
        ),
        Trial("single numbers", 3, one, SLOPES, "For single numbers, the gradients are off.", reference=slopes),
        Trial(
            "broadcast",
            4,
            broadcast,
            SLOPES,
            "For a column of guesses and a row of wishes, the gradients are off.",
            reference=slopes,
            idea="M71",
        ),
        Trial(
            "only the guess learns",
            4,
            row,
            ONLY_GUESS,
            "It does not work with a wish that asks for no gradient.",
            reference=lambda *inputs: [slopes(*inputs)[0], True],
            idea="M47",
        ),
        Trial(
            "two calls",
            6,
            row,
            TWO_CALLS,
            "With two calls before one backward, the gradients are off.",
            reference=lambda guess, wish, delta, weights: [
                slopes(guess, wish, delta * by, weights)[0] for by in (1 / 4, 4)
            ],
        ),
        Trial(
            "a write in between",
            6,
            row,
            WRITTEN,
            "After a write into the guess, the gradient is off, without a word of warning.",
            holds=no_silent_harm,
            idea="M49",
        ),
    ),
    known=(
        Known("incoming forgotten", changed(HUBER_BY_RULE, ("grad_output * (guess", "(guess")), "incoming gradients"),
        Known(
            "too few results",
            changed(HUBER_BY_RULE, ("slope = grad", "return grad"), ("        return slope, -slope, None\n", "")),
            "only the guess learns",
        ),
        Known(
            "nothing for the wish",
            changed(
                HUBER_BY_RULE,
                ("slope = grad", "return grad"),
                ("delta)\n        return slope, -slope, None", "delta), None, None"),
            ),
            "incoming gradients",
        ),
        Known(
            "squared everywhere",
            """
class Huber(ag.autograd.Function):
    @staticmethod
    def forward(ctx, guess, wish, delta):
        ctx.save_for_backward(guess, wish)
        return (guess - wish) ** 2 / 2
    @staticmethod
    def backward(ctx, grad_output):
        guess, wish = ctx.saved_tensors
        slope = grad_output * (guess - wish)
        return slope, -slope, None
""",
            "values",
        ),
        Known("delta kept in the class", changed(HUBER_BY_RULE, ("ctx.delta", "Huber.delta")), "two calls"),
        Known(
            "tensors as attributes",
            """
class Huber(ag.autograd.Function):
    @staticmethod
    def forward(ctx, guess, wish, delta):
        ctx.guess, ctx.wish, ctx.delta = guess, wish, delta
        part = (guess - wish).clamp(-delta, delta)
        return part * (guess - wish - part / 2)
    @staticmethod
    def backward(ctx, grad_output):
        slope = grad_output * (ctx.guess - ctx.wish).clamp(-ctx.delta, ctx.delta)
        return slope, -slope, None
""",
            "a write in between",
        ),
        Known(
            "two branches and the error kept",
            """
class Huber(ag.autograd.Function):
    @staticmethod
    def forward(ctx, guess, wish, delta):
        error = guess - wish
        ctx.save_for_backward(error)
        ctx.delta = delta
        return ag.where(error.abs() <= delta, error ** 2 / 2, delta * (error.abs() - delta / 2))
    @staticmethod
    def backward(ctx, grad_output):
        error, = ctx.saved_tensors
        slope = ag.where(error.abs() <= ctx.delta, error, ctx.delta * error.sign())
        return grad_output * slope, -grad_output * slope, None
""",
        ),
        Known(
            "the slope kept",
            """
class Huber(ag.autograd.Function):
    @staticmethod
    def forward(ctx, guess, wish, delta):
        part = (guess - wish).clamp(-delta, delta)
        ctx.save_for_backward(part)
        return part * (guess - wish - 0.5 * part)
    @staticmethod
    def backward(ctx, grad_output):
        slope = ctx.saved_tensors[0] * grad_output
        return slope, slope * -1, None
""",
        ),
        Known(
            "borrowed",
            """
class Huber:
    @staticmethod
    def apply(guess, wish, delta):
        error = guess - wish
        part = error.clamp(-delta, delta)
        return part * (error - part / 2)
""",
            "incoming gradients",
        ),
        Known("borrowed from the losses", BORROWED_HUBER, "values"),
        Known(
            "the rule left to the engine",
            changed(
                BORROWED_HUBER,
                (
                    'ag.nn.functional.huber_loss(*ctx.to, reduction="none", delta=delta)',
                    "Huber.formula(ctx.to[0] - ctx.to[1], delta)",
                ),
                ("    @staticmethod\n    def backward", FORMULA + "    @staticmethod\n    def backward"),
            ),
            "incoming gradients",
        ),
    ),
)

LOGSUMEXP = Question(
    cell="logsumexp",
    entry=("LogSumExp",),
    withheld=RULES,
    trials=(
        Trial(
            "value and rule",
            8,
            vector,
            LOG_SUM,
            "Value or gradient of a small vector is off.",
            reference=shares,
            idea="M46",
        ),
        Trial(
            "large entries",
            8,
            large,
            LOG_SUM,
            "With entries of a thousand and more, value or gradient is off.",
            reference=shares,
        ),
        Trial(
            "entries far apart",
            4,
            apart,
            LOG_SUM,
            "With entries far apart, value or gradient is off.",
            reference=shares,
        ),
        Trial(
            "two calls", 2, vector, TWICE, "With two calls before one backward, the gradient is off.", reference=shares
        ),
        Trial(
            "gradcheck",
            3,
            vector,
            CHECKED,
            "gradcheck is not satisfied.",
            reference=lambda *inputs: True,
            reported=True,
        ),
    ),
    known=(
        Known(
            "incoming forgotten",
            """
class LogSumExp(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.max() + (x - x.max()).exp().sum().log()
        ctx.save_for_backward(x, y)
        return y
    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved_tensors
        return (x - y).exp()
""",
            "value and rule",
        ),
        Known(
            "not stable",
            """
class LogSumExp(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.exp().sum().log()
    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        return grad_output * x.exp() / x.exp().sum()
""",
            "large entries",
        ),
        Known(
            "stable forward only",
            """
class LogSumExp(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.max() + (x - x.max()).exp().sum().log()
    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        return grad_output * x.exp() / x.exp().sum()
""",
            "large entries",
        ),
        Known(
            "the mean taken out",
            """
class LogSumExp(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        m = x.mean()
        y = m + (x - m).exp().sum().log()
        ctx.save_for_backward(x, y)
        return y
    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved_tensors
        return grad_output * (x - y).exp()
""",
            "entries far apart",
        ),
        Known(
            "shares from the largest",
            """
class LogSumExp(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        powers = (x - x.max()).exp()
        ctx.save_for_backward(powers / powers.sum())
        return powers.sum().log() + x.max()
    @staticmethod
    def backward(ctx, grad_output):
        shares, = ctx.saved_tensors
        return shares * grad_output
""",
        ),
        Known(
            "in NumPy",
            """
class LogSumExp(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        numbers = x.detach().numpy()
        result = np.logaddexp.reduce(numbers)
        ctx.save_for_backward(ag.tensor(np.exp(numbers - result)))
        return ag.tensor(result)
    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.saved_tensors[0]
""",
        ),
        Known(
            "borrowed",
            """
class LogSumExp:
    @staticmethod
    def apply(x):
        return x.logsumexp(0)
""",
            "value and rule",
        ),
        Known("borrowed from the package's own", BORROWED_SUM, "value and rule"),
        Known(
            "borrowed from the engine",
            changed(BORROWED_SUM, ("ctx.x.logsumexp(0)", "(ctx.x - x.max()).exp().sum().log() + x.max()")),
            "value and rule",
        ),
    ),
)

SLOPES = """
def measured_slopes(f, x):
    h, x = 1e-6, x.detach()
    slopes = x * 0
    for place in places(x):
        step = x * 0
        step[place] = h
        slopes[place] = (f(x + step) - f(x - step)).item() / (2 * h)
    return slopes
"""

SLOPES_MEASURED = Question(
    cell="measured-slopes",
    entry=("measured_slopes",),
    withheld=WITHHELD,
    prelude=GIVEN,
    trials=(
        Trial(
            "a vector",
            6,
            lambda rng: points(rng, 4),
            SINES,
            "For a vector, the slopes are off, or they come from one side only.",
            reference=of_sines,
            **CLOSE,
        ),
        Trial(
            "a matrix",
            6,
            lambda rng: points(rng, (2, 3)),
            PRODUCTS,
            "For a matrix, the slopes are off.",
            reference=of_products,
            absolute=1e-6,
        ),
        Trial(
            "single numbers",
            4,
            lambda rng: points(rng, ()),
            SINES,
            "For a single number, the slope is off.",
            reference=of_sines,
            absolute=1e-6,
        ),
        Trial(
            "x unchanged",
            4,
            lambda rng: points(rng, 3),
            UNTOUCHED,
            "The call wrote into x or into its gradient.",
            reference=lambda x: [True, True, 0],
            reported=True,
        ),
    ),
    known=(
        Known("not halved", changed(SLOPES, (" / (2 * h)", " / h")), "a vector"),
        Known("to one side", changed(SLOPES, ("f(x - step)).item() / (2 * h)", "f(x)).item() / h")), "a vector"),
        Known(
            "all entries at once",
            """
def measured_slopes(f, x):
    h, x = 1e-6, x.detach()
    return x * 0 + (f(x + h) - f(x - h)).item() / (2 * h)
""",
            "a vector",
        ),
        Known("rows only", changed(SLOPES, ("places(x)", "range(len(x))")), "a matrix"),
        Known(
            "written into x",
            """
def measured_slopes(f, x):
    h, here = 1e-6, x.detach()
    slopes = here * 0
    for place in places(x):
        here[place] += h
        above = f(here).item()
        here[place] -= 2 * h
        slopes[place] = (above - f(here).item()) / (2 * h)
        here[place] += h
    return slopes
""",
            "x unchanged",
        ),
        Known("a step that is added", SLOPES),
        Known(
            "a copy is moved",
            """
def measured_slopes(f, x):
    slopes = x.detach().clone()
    for place in places(x):
        above, below = x.detach().clone(), x.detach().clone()
        above[place] += 1e-6
        below[place] -= 1e-6
        slopes[place] = (f(above) - f(below)) / 2e-6
    return slopes
""",
        ),
        Known(
            "through a list",
            """
def measured_slopes(f, x):
    flat = x.detach().reshape(-1)
    found = []
    for i in range(len(flat)):
        step = flat * 0
        step[i] = 1e-6
        found.append((f((flat + step).reshape(x.shape)).item() - f((flat - step).reshape(x.shape)).item()) / 2e-6)
    return ag.tensor(found, dtype=x.dtype).reshape(x.shape)
""",
        ),
        Known(
            "borrowed",
            """
def measured_slopes(f, x):
    x = x.detach().requires_grad_()
    return ag.autograd.grad(f(x), x)[0]
""",
            "a vector",
        ),
        Known(
            "borrowed from the gradient check",
            """
from autogradlab.autograd.differences import _numeric
def measured_slopes(f, x):
    x = x.detach().clone()
    return ag.tensor(_numeric(f, (x,), 0, x, 1e-6)).reshape(x.shape)
""",
            "a vector",
        ),
    ),
)

RUBRIC = Rubric("09_function", (HUBER, LOGSUMEXP, SLOPES_MEASURED), {"explain": 20})
