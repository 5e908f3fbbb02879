"""How exercise 10 is graded: bends along directions, the sharpest bend, all bends; compared with matrices in NumPy."""

import numpy as np

from autogradlab.course.lessons.lesson_10.exercise import WITHHELD
from autogradlab.grading.rubric import PRELUDE, Known, Question, Rubric, Trial

GIVEN = (
    PRELUDE
    + """
import gc, math
def length(vectors):
    return math.sqrt(sum((vector.detach() ** 2).sum().item() for vector in vectors))
"""
)
TOOLS = """
def double(values, tracked=True):
    return ag.tensor(values, dtype=ag.float64, requires_grad=tracked)

def listed(tensors):
    return [tensor.tolist() for tensor in tensors]

def bowl(A, b=0.0):
    return lambda weights: (weights[0] * (double(A, False) @ weights[0])).sum() / 2 + (weights[0] * b).sum()

def rising(A):
    return lambda weights: bowl(A)(weights) + (weights[0] ** 3).sum() / 3
"""


# ---- inputs ---------------------------------------------------------------------------------------------------------


def with_bends(rng, bends, shares=1.0):
    """(symmetric matrix with these bends as eigenvalues, in random directions; vector with these shares of each)"""
    turn, _ = np.linalg.qr(rng.normal(size=(len(bends), len(bends))))
    A = turn @ np.diag(bends) @ turn.T
    return (A + A.T) / 2, turn @ np.broadcast_to(shares, len(bends))


def matrix_and_place(rng):
    """(matrix, place, direction)"""
    n = int(rng.integers(3, 6))
    return with_bends(rng, rng.uniform(-3, 3, n))[0].tolist(), rng.normal(size=n).tolist(), rng.normal(size=n).tolist()


def place_and_direction(rng):
    n = int(rng.integers(2, 6))
    return rng.normal(size=n).tolist(), rng.normal(size=n).tolist()


def matrix_vector(rng):
    """(C, a, direction of C, direction of a)"""
    m, n = int(rng.integers(2, 4)), int(rng.integers(2, 5))
    return tuple(rng.normal(size=shape).tolist() for shape in ((m, n), n, (m, n), n))


ROUNDS = 8


def sharp(rng, top=6.0):
    """(matrix, start): the top bend is so much larger than the others that ROUNDS rounds find it, but one does not."""
    others = int(rng.integers(2, 5))
    rest = rng.choice([-1, 1], others) * rng.uniform(0.05, 0.1, others) * abs(top)
    A, start = with_bends(rng, [top, *rest], [0.3] + [1.0] * others)
    return A.tolist(), start.tolist()


def sharp_in_parts(rng):
    """(matrix for five weights, start of the first two, start of the others), which are two tensors."""
    A, start = with_bends(rng, [5.0, *rng.uniform(-0.5, 0.5, 4)])[0], rng.normal(size=5)
    return A.tolist(), start[:2].tolist(), start[2:].tolist()


# ---- expected answers -----------------------------------------------------------------------------------------------


def turned(A, place, direction):
    return [(np.array(A) @ direction).tolist()]


def of_powers(place, direction):
    """The bends of (w**4 + w.sin()).sum() along `direction`; adding a linear term to it would change nothing."""
    w = np.array(place)
    return [((12 * w**2 - np.sin(w)) * direction).tolist()]


def of_rows(C, a, to_C, to_a):
    """The bends of ((C @ a)**2).sum() along `to_C` and `to_a`."""
    C, a, to_C, to_a = map(np.array, (C, a, to_C, to_a))
    rows, change = C @ a, C @ to_a + to_C @ a
    return [(2 * (np.outer(change, a) + np.outer(rows, to_a))).tolist(), (2 * (to_C.T @ rows + C.T @ change)).tolist()]


def with_zeros(place, direction):
    w = np.array(place)
    return [(6 * w * direction).tolist(), [[0.0, 0.0]], 0.0]


def called_again(A, place, direction):
    return [turned(A, place, direction), turned(A, place, direction), [7.0] * len(place), place]


def top_of(A, *starts):
    bends = np.linalg.eigvalsh(np.array(A))
    return float(max(bends, key=abs))


def all_of_rising(A, place, direction=None):
    return (np.array(A) + np.diag(2 * np.array(place))).tolist()


def all_of_products(place):
    """All bends of w[0] * w[1] * w[2] + (w**3).sum()."""
    a, b, c = place
    return (np.array([[0, c, b], [c, 0, a], [b, a, 0]]) + np.diag(6 * np.array(place))).tolist()


# ---- trials ---------------------------------------------------------------------------------------------------------

BOWL = (
    TOOLS
    + """
A, place, direction = inputs
answer = listed(bend_along(bowl(A, 3.0), [double(place)], [double(direction, False)]))
"""
)
POWERS = (
    TOOLS
    + """
place, direction = inputs
steep = lambda ws: (ws[0] ** 4 + ws[0].sin() + 1e6 * ws[0]).sum()
answer = listed(bend_along(steep, [double(place)], [double(direction, False)]))
"""
)
ROWS = (
    TOOLS
    + """
C, a, to_C, to_a = inputs
answer = listed(bend_along(lambda ws: ((ws[0] @ ws[1]) ** 2).sum(), [double(C), double(a)],
                           [double(to_C, False), double(to_a, False)]))
"""
)
UNUSED = (
    TOOLS
    + """
place, direction = inputs
weights = [double(place), double([[1., 2.]]), double(5.)]
directions = [double(direction, False), double([[3., 4.]], False), double(6., False)]
answer = listed(bend_along(lambda ws: (ws[0] ** 3).sum() + 4 * ws[2], weights, directions))
"""
)
AGAIN = (
    TOOLS
    + """
A, place, direction = inputs
w = double(place)
(7 * w).sum().backward()
calls = [listed(bend_along(bowl(A), [w], [double(direction, False)])) for call in range(2)]
answer = [*calls, w.grad.tolist(), w.tolist()]
"""
)
PLAIN = (
    TOOLS
    + """
place, direction = inputs
given = bend_along(lambda ws: (ws[0] ** 4 + ws[0].sin()).sum(), [double(place)], [double(direction, False)])
answer = [given[0].tolist(), given[0].requires_grad]
"""
)
LEFT = (
    TOOLS
    + """
A, place, direction = inputs
w = double(place)
for calls in (2, 6):
    for call in range(calls):
        given = bend_along(bowl(A), [w], [double(direction, False)])
    gc.collect()
    nodes = sum(isinstance(thing, ag.autograd.Node) for thing in gc.get_objects())
    before, after = (nodes, nodes) if calls == 2 else (before, nodes)
answer = [given[0].tolist(), after - before <= 2]
"""
)
TOP = (
    TOOLS
    + f"""
A, start = inputs
w = double([0.1] * len(start))
found = top_bend(bowl(A), [w], [double(start, False)], {ROUNDS})
answer = float(found)
"""
)
PARTS = (
    TOOLS
    + f"""
A, one, other = inputs
whole = double(A, False)
def loss_of(ws):
    a, b = ws
    return (a * (whole[:2, :2] @ a)).sum() / 2 + (a * (whole[:2, 2:] @ b)).sum() + (b * (whole[2:, 2:] @ b)).sum() / 2
weights = [double([0.1, 0.2]), double([0.3, 0.4, 0.5])]
answer = float(top_bend(loss_of, weights, [double(one, False), double(other, False)], {ROUNDS}))
"""
)
STARTS = (
    TOOLS
    + f"""
A, start = inputs
w, first = double([0.1] * len(start)), double(start, False)
found = float(top_bend(bowl(A), [w], [first], {ROUNDS}))
answer = [found, first.tolist(), w.tolist(), w.grad is None]
"""
)
ALL = (
    TOOLS
    + """
A, place, direction = inputs
answer = all_bends(rising(A), double(place)).tolist()
"""
)
PRODUCTS = (
    TOOLS
    + """
w = double(inputs[0])
answer = all_bends(lambda ws: ws[0].prod() + (ws[0] ** 3).sum(), w).tolist()
"""
)
ONE = (
    TOOLS
    + """
answer = all_bends(lambda ws: (ws[0] ** 4).sum(), double(inputs[0])).tolist()
"""
)
KEPT = (
    TOOLS
    + """
A, place, direction = inputs
w = double(place)
(7 * w).sum().backward()
answer = [all_bends(rising(A), w).tolist(), w.tolist(), w.grad.tolist()]
"""
)

ALONG = Question(
    cell="bend-along",
    entry=("bend_along",),
    withheld=WITHHELD,
    prelude=GIVEN,
    trials=(
        Trial(
            "a bowl", 5, matrix_and_place, BOWL, "For a bowl, the bends along a direction are off.", reference=turned
        ),
        Trial(
            "bends that vary from place to place",
            5,
            place_and_direction,
            POWERS,
            "Where the bend depends on the weights, the answer is off; differences of slopes get lost in rounding.",
            reference=of_powers,
            relative=1e-8,
            absolute=1e-8,
        ),
        Trial(
            "tensors that interact",
            8,
            matrix_vector,
            ROWS,
            "For a matrix and a vector that are multiplied, the bends are off.",
            reference=of_rows,
        ),
        Trial(
            "weights without a bend",
            4,
            place_and_direction,
            UNUSED,
            "With weights that the loss does not use, or uses only as a line, bends are off or zeros are missing.",
            reference=with_zeros,
        ),
        Trial(
            "called twice",
            7,
            matrix_and_place,
            AGAIN,
            "In one of two calls the bends are off, or the weights or their `.grad` were changed.",
            reference=called_again,
            idea="M52",
        ),
        Trial(
            "a plain result",
            3,
            place_and_direction,
            PLAIN,
            "The bends are off, or what is returned still has a history.",
            reference=lambda *inputs: [of_powers(*inputs)[0], False],
        ),
        Trial(
            "nothing left in memory",
            3,
            matrix_and_place,
            LEFT,
            "After many calls, there are more nodes in memory.",
            reference=lambda *inputs: [turned(*inputs)[0], True],
            reported=True,
        ),
    ),
    known=(
        Known(
            "each tensor for itself",
            """
def bend_along(loss_of, weights, directions):
    slopes = ag.autograd.grad(loss_of(weights), weights, create_graph=True, materialize_grads=True)
    return [ag.autograd.grad((slope * direction).sum(), weight, retain_graph=True, materialize_grads=True)[0]
            for slope, direction, weight in zip(slopes, directions, weights)]
""",
            "tensors that interact",
        ),
        Known(
            "differences of slopes",
            """
def bend_along(loss_of, weights, directions):
    def slopes(h):
        moved = [(w.detach() + h * d).requires_grad_() for w, d in zip(weights, directions)]
        return ag.autograd.grad(loss_of(moved), moved, materialize_grads=True)
    return [(one - other) / 2e-5 for one, other in zip(slopes(1e-5), slopes(-1e-5))]
""",
            "bends that vary from place to place",
        ),
        Known(
            "direction forgotten",
            """
def bend_along(loss_of, weights, directions):
    slopes = ag.autograd.grad(loss_of(weights), weights, create_graph=True, materialize_grads=True)
    return ag.autograd.grad(sum(slope.sum() for slope in slopes), weights, materialize_grads=True)
""",
            "a bowl",
        ),
        Known(
            "direction afterwards",
            """
def bend_along(loss_of, weights, directions):
    slopes = ag.autograd.grad(loss_of(weights), weights, create_graph=True, materialize_grads=True)
    bends = ag.autograd.grad(sum(slope.sum() for slope in slopes), weights, materialize_grads=True)
    return [bend * direction for bend, direction in zip(bends, directions)]
""",
            "a bowl",
        ),
        Known(
            "retain_graph only",
            """
def bend_along(loss_of, weights, directions):
    slopes = ag.autograd.grad(loss_of(weights), weights, retain_graph=True)
    along = sum((slope * direction).sum() for slope, direction in zip(slopes, directions))
    return ag.autograd.grad(along, weights)
""",
            "a bowl",
        ),
        Known(
            "unused weights stop it",
            """
def bend_along(loss_of, weights, directions):
    slopes = ag.autograd.grad(loss_of(weights), weights, create_graph=True)
    along = sum((slope * direction).sum() for slope, direction in zip(slopes, directions))
    return ag.autograd.grad(along, weights)
""",
            "weights without a bend",
        ),
        Known(
            "through .grad",
            """
import warnings
def bend_along(loss_of, weights, directions):
    with warnings.catch_warnings(action="ignore"):
        loss_of(weights).backward(create_graph=True)
    along = sum((w.grad * direction).sum() for w, direction in zip(weights, directions))
    for w in weights:
        w.grad = None
    along.backward()
    return [w.grad for w in weights]
""",
            "called twice",
        ),
        Known(
            "a history handed out",
            """
def bend_along(loss_of, weights, directions):
    slopes = ag.autograd.grad(loss_of(weights), weights, create_graph=True, materialize_grads=True)
    along = sum((slope * direction).sum() for slope, direction in zip(slopes, directions))
    return ag.autograd.grad(along, weights, create_graph=True, materialize_grads=True)
""",
            "a plain result",
        ),
        Known(
            "slopes kept outside",
            """
seen = []
def bend_along(loss_of, weights, directions):
    slopes = ag.autograd.grad(loss_of(weights), weights, create_graph=True, materialize_grads=True)
    seen.append(slopes)
    along = sum((slope * direction).sum() for slope, direction in zip(slopes, directions))
    return ag.autograd.grad(along, weights, materialize_grads=True)
""",
            "nothing left in memory",
        ),
        Known(
            "weighted at the start of the second walk",
            """
def bend_along(loss_of, weights, directions):
    slopes = ag.autograd.grad(loss_of(weights), weights, create_graph=True, materialize_grads=True)
    return list(ag.autograd.grad(slopes, weights, grad_outputs=directions, materialize_grads=True))
""",
            "weights without a bend",
        ),
        Known(
            "by the operator @",
            """
def bend_along(loss_of, weights, directions):
    loss = loss_of(weights)
    slopes = ag.autograd.grad(loss, weights, create_graph=True, allow_unused=True, materialize_grads=True)
    along = ag.tensor(0.0, dtype=ag.float64)
    for slope, direction in zip(slopes, directions):
        along = along + slope.reshape(-1) @ direction.reshape(-1)
    return tuple(ag.autograd.grad(along, weights, materialize_grads=True))
""",
        ),
        Known(
            "zeros put in by hand",
            """
def bend_along(loss_of, weights, directions):
    slopes = ag.autograd.grad(loss_of(weights), weights, create_graph=True, allow_unused=True)
    along = 0.0
    for slope, direction in zip(slopes, directions):
        if slope is not None:
            along = along + (slope * direction).sum()
    bends = ag.autograd.grad(along, weights, allow_unused=True)
    return [weight.detach() * 0 if bend is None else bend for bend, weight in zip(bends, weights)]
""",
        ),
        Known(
            "borrowed",
            """
def bend_along(loss_of, weights, directions):
    places = tuple(weight.detach() for weight in weights)
    return ag.autograd.functional.hvp(lambda *weights: loss_of(weights), places, tuple(directions))[1]
""",
            "a bowl",
        ),
    ),
)

SHARPEST = Question(
    cell="top-bend",
    entry=("top_bend",),
    withheld=WITHHELD,
    needs=("bend-along",),
    prelude=GIVEN,
    trials=(
        Trial("a known top bend", 10, sharp, TOP, "The top bend of a bowl is off.", reference=top_of),
        Trial(
            "downwards",
            7,
            lambda rng: sharp(rng, -7.0),
            TOP,
            "A loss that bends most strongly downwards has a negative top bend.",
            reference=top_of,
        ),
        Trial(
            "two tensors", 5, sharp_in_parts, PARTS, "For a loss of two tensors, the top bend is off.", reference=top_of
        ),
        Trial(
            "very sharp",
            5,
            lambda rng: sharp(rng, 1e22),
            TOP,
            "With a very sharp bend, the numbers run away.",
            reference=top_of,
        ),
        Trial(
            "start unchanged",
            3,
            sharp,
            STARTS,
            "The top bend is off, or the call has changed the start, the weights or their `.grad`.",
            reference=lambda A, start: [top_of(A), start, [0.1] * len(start), True],
        ),
    ),
    known=(
        Known(
            "length in place of the product",
            """
def top_bend(loss_of, weights, start, rounds):
    direction = start
    for turn in range(rounds):
        bend = bend_along(loss_of, weights, direction)
        size = length(bend)
        direction = [part / size for part in bend]
    return size
""",
            "downwards",
        ),
        Known(
            "each tensor by its own length",
            """
def top_bend(loss_of, weights, start, rounds):
    direction = start
    for turn in range(rounds):
        direction = [part / length([part]) for part in bend_along(loss_of, weights, direction)]
    bend = bend_along(loss_of, weights, direction)
    return sum((one * other).sum().item() for one, other in zip(direction, bend))
""",
            "two tensors",
        ),
        Known(
            "not shortened",
            """
def top_bend(loss_of, weights, start, rounds):
    direction = start
    for turn in range(rounds):
        direction = bend_along(loss_of, weights, direction)
    bend = bend_along(loss_of, weights, direction)
    product = sum((one * other).sum().item() for one, other in zip(direction, bend))
    return product / length(direction) ** 2
""",
            "very sharp",
        ),
        Known(
            "shortened only at the end",
            """
def top_bend(loss_of, weights, start, rounds):
    direction = start
    for turn in range(rounds):
        bend = bend_along(loss_of, weights, direction)
    size = length(bend)
    direction = [part / size for part in bend]
    bend = bend_along(loss_of, weights, direction)
    return sum((one * other).sum().item() for one, other in zip(direction, bend))
""",
            "a known top bend",
        ),
        Known(
            "start in place",
            """
def top_bend(loss_of, weights, start, rounds):
    for turn in range(rounds):
        bend = bend_along(loss_of, weights, start)
        size = length(bend)
        for part, new in zip(start, bend):
            part.data[...] = new.detach() / size
    bend = bend_along(loss_of, weights, start)
    return sum((one * other).sum().item() for one, other in zip(start, bend))
""",
            "start unchanged",
        ),
        Known(
            "starts from ones",
            """
def top_bend(loss_of, weights, start, rounds):
    return sum(part.sum().item() for part in bend_along(loss_of, weights, [w.detach() * 0 + 1 for w in weights]))
""",
            "a known top bend",
        ),
        Known(
            "with the quotient at the end",
            """
def top_bend(loss_of, weights, start, rounds):
    d = [part / length(start) for part in start]
    for turn in range(rounds):
        h = bend_along(loss_of, weights, d)
        d = [part * (1 / length(h)) for part in h]
    h = bend_along(loss_of, weights, d)
    above, below = 0.0, 0.0
    for one, other in zip(d, h):
        above, below = above + (one * other).sum(), below + (one * one).sum()
    return above / below
""",
        ),
        Known(
            "in NumPy",
            """
def top_bend(loss_of, weights, start, rounds):
    def bend(parts):
        return [part.detach().numpy() for part in bend_along(loss_of, weights, [ag.tensor(each) for each in parts])]
    parts = [part.detach().numpy() for part in start]
    for turn in range(rounds):
        parts = bend(parts)
        size = np.sqrt(sum((part ** 2).sum() for part in parts))
        parts = [part / size for part in parts]
    return float(sum((one * other).sum() for one, other in zip(parts, bend(parts))))
""",
        ),
    ),
)

EVERY = Question(
    cell="all-bends",
    entry=("all_bends",),
    withheld=WITHHELD,
    needs=("bend-along",),
    prelude=GIVEN,
    trials=(
        Trial("a bowl", 5, matrix_and_place, ALL, "For a bowl, the matrix is off.", reference=all_of_rising),
        Trial(
            "bends that vary from place to place",
            5,
            lambda rng: (rng.normal(size=3).tolist(),),
            PRODUCTS,
            "For a product of weights, the matrix is off.",
            reference=all_of_products,
        ),
        Trial(
            "a single weight",
            2,
            lambda rng: ([float(rng.uniform(1, 3))],),
            ONE,
            "For one weight, the matrix should have one row with one number.",
            reference=lambda place: [[12 * place[0] ** 2]],
        ),
        Trial(
            "weights unchanged",
            3,
            matrix_and_place,
            KEPT,
            "The matrix is off, or the call has changed the weights or their `.grad`.",
            reference=lambda A, place, *rest: [all_of_rising(A, place), place, [7.0] * len(place)],
        ),
    ),
    known=(
        Known(
            "all directions at once",
            """
def all_bends(loss_of, w):
    row = bend_along(loss_of, [w], [w.detach() * 0 + 1])[0]
    return ag.stack([row for i in range(len(w))])
""",
            "a bowl",
        ),
        Known(
            "diagonal only",
            """
def all_bends(loss_of, w):
    rows = []
    for i in range(len(w)):
        direction = w.detach() * 0
        direction[i] = 1.0
        rows.append(bend_along(loss_of, [w], [direction])[0] * direction)
    return ag.stack(rows)
""",
            "a bowl",
        ),
        Known(
            "directions pile up",
            """
def all_bends(loss_of, w):
    rows, direction = [], w.detach() * 0
    for i in range(len(w)):
        direction[i] = 1.0
        rows.append(bend_along(loss_of, [w], [direction])[0])
    return ag.stack(rows)
""",
            "a bowl",
        ),
        Known(
            "written into the weights",
            """
def all_bends(loss_of, w):
    rows, direction = [], w.detach()
    for i in range(len(w)):
        direction *= 0
        direction[i] = 1.0
        rows.append(bend_along(loss_of, [w], [direction])[0])
    return ag.stack(rows)
""",
            "weights unchanged",
        ),
        Known(
            "rows of the unit matrix",
            """
def all_bends(loss_of, w):
    unit = ag.eye(len(w), dtype=w.dtype)
    return ag.stack([bend_along(loss_of, [w], [row])[0] for row in unit])
""",
        ),
        Known(
            "columns",
            """
def all_bends(loss_of, w):
    slopes, = ag.autograd.grad(loss_of([w]), w, create_graph=True)
    return ag.stack([ag.autograd.grad(slope, w, retain_graph=True)[0] for slope in slopes])
""",
        ),
        Known(
            "borrowed",
            """
def all_bends(loss_of, w):
    return ag.autograd.functional.hessian(lambda w: loss_of([w]), w.detach())
""",
            "a bowl",
        ),
        Known(
            "borrowed from the gradient check",
            """
from autogradlab.autograd.differences import _analytic
def all_bends(loss_of, w):
    w = w.detach().requires_grad_()
    gradient, = ag.autograd.grad(loss_of([w]), w, create_graph=True)
    return ag.tensor(_analytic(gradient, (w,))[0].T)
""",
            "a bowl",
        ),
    ),
)

RUBRIC = Rubric("10_gradients", (ALONG, SHARPEST, EVERY), {"explain": 20})
