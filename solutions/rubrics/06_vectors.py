"""How exercise 06 is graded: tables of slopes of polynomials, compared with derivatives worked out in NumPy."""

import numpy as np

from autogradlab.course.lessons.lesson_06.exercise import WITHHELD
from autogradlab.grading.rubric import Known, Question, Rubric, Trial, changed

# Every function is y_i = sum_j a_ij * x_j + b_ij * x_j**2, so that its table is a_ij + 2 * b_ij * x_j.
TOOLS = """
walks, forwards = [], []

def listed(value):
    value = value.tolist() if hasattr(value, "tolist") else value
    return [listed(entry) for entry in value] if isinstance(value, (list, tuple)) else value

def number(values, **options):
    return ag.tensor(values, dtype=ag.float64, **options)

def watched(f):
    def counting(x):
        forwards.append(1)
        y = f(x)
        if y.requires_grad:
            y.register_hook(lambda grad: walks.append(1))
        return y
    return counting

def with_old_gradient(f, values):
    # what f gives for an x that has a gradient and for one that asks for none, and how it leaves both
    asking, plain = number(values, requires_grad=True), number(values)
    asking.grad = plain * 0 + 7
    found = [listed(f(x)) for x in (asking, plain)]
    left = [[x.tolist(), x.requires_grad, x.grad is not None] for x in (asking, plain)]
    return [found, left, asking.grad.tolist()]

def polynomial(a, b):
    a, b = number(a), number(b)
    return lambda x: (a * x + b * x**2).sum(dim=-1)

def by_sample(a, b):
    a, b = number(a), number(b)
    return lambda x: (a * x.reshape(x.shape[0], 1, -1) + b * x.reshape(x.shape[0], 1, -1)**2).sum(dim=-1)
"""

# ---- inputs ---------------------------------------------------------------------------------------------------------


def drawn(rng, outputs, inputs, samples=0):
    """(a, b, x) with x of shape [inputs], or [samples, inputs]."""
    shape = (samples, inputs) if samples else (inputs,)
    values = rng.uniform(-3, 3, (outputs, inputs)), rng.uniform(0.5, 2, (outputs, inputs)), rng.uniform(-3, 3, shape)
    return tuple(value.round(3).tolist() for value in values)


def wide(rng):
    return drawn(rng, int(rng.integers(2, 4)), int(rng.integers(4, 8)))


def tall(rng):
    return drawn(rng, int(rng.integers(5, 9)), int(rng.integers(2, 4)))


def edges(rng):
    """One output, one input, and one of each, in any order."""
    return tuple(drawn(rng, *sizes) for sizes in rng.permutation([(1, 4), (4, 1), (1, 1)]).tolist())


def with_zero_rows(rng):
    a, b, x = drawn(rng, 4, 3)
    place = int(rng.integers(4))
    a[place] = b[place] = [0.0] * 3
    x[int(rng.integers(3))] = 0.0
    return a, b, x


def with_weights(rng):
    outputs, inputs = int(rng.integers(2, 7)), int(rng.integers(2, 7))
    return (*drawn(rng, outputs, inputs), rng.uniform(-5, 5, outputs).round(2).tolist())


def batch(rng):
    return drawn(rng, int(rng.integers(2, 5)), int(rng.integers(2, 5)), int(rng.integers(5, 9)))


def small_batches(rng):
    """One sample, one output, and one input, in any order."""
    return tuple(drawn(rng, *sizes) for sizes in rng.permutation([(3, 2, 1), (1, 3, 4), (2, 1, 3)]).tolist())


# ---- expected answers -----------------------------------------------------------------------------------------------


def table(a, b, x):
    return np.array(a) + 2 * np.array(b) * np.array(x)


def weighed(a, b, x, v):
    return np.array(v) @ table(a, b, x)


def tables(a, b, x):
    return np.array([table(a, b, row) for row in x])


def each(reference):
    """A reference for several cases, each of them (a, b, x)."""
    return lambda *cases: [reference(*case) for case in cases]


# ---- trials ---------------------------------------------------------------------------------------------------------

TABLE = TOOLS + "a, b, x = inputs\nanswer = listed(jacobian(polynomial(a, b), number(x)))"
TABLE_OF_EACH = TOOLS + "answer = [listed(jacobian(polynomial(a, b), number(x))) for a, b, x in inputs]"

WALKED = TOOLS + "a, b, x = inputs\njacobian(watched(polynomial(a, b)), number(x))\nanswer = bool(walks)"

MIXED = (
    TOOLS
    + """
start, scale = inputs
def f(x):
    shifted = x.reshape(2, 2) + x[:2]
    return ag.cat([(shifted * scale).reshape(4), x[1:3] * x[0]])
answer = listed(jacobian(f, number(start)))
"""
)

ALONE = TOOLS + "a, b, x = inputs\nanswer = with_old_gradient(lambda x: jacobian(polynomial(a, b), x), x)"

WEIGHED = TOOLS + "a, b, x, v = inputs\nanswer = listed(weighed_rows(polynomial(a, b), number(x), number(v)))"

ONE_WALK = (
    TOOLS
    + """
a, b, x, v = inputs
weighed_rows(watched(polynomial(a, b)), number(x), number(v))
answer = [len(forwards), len(walks)]
"""
)

WEIGHED_ALONE = (
    TOOLS
    + """
a, b, x, v = inputs
v = number(v)
answer = [*with_old_gradient(lambda x: weighed_rows(polynomial(a, b), x, v), x), v.tolist()]
"""
)

BATCH = TOOLS + "a, b, x = inputs\nanswer = listed(batch_jacobian(by_sample(a, b), number(x)))"
BATCH_ALONE = TOOLS + "a, b, x = inputs\nanswer = with_old_gradient(lambda x: batch_jacobian(by_sample(a, b), x), x)"

BATCH_OF_EACH = TOOLS + "answer = [listed(batch_jacobian(by_sample(a, b), number(x))) for a, b, x in inputs]"

WALKS = (
    TOOLS
    + """
a, b, x = inputs
batch_jacobian(watched(by_sample(a, b)), number(x))
answer = len(walks)
"""
)


def _alone(slopes, x):
    """What `with_old_gradient` gives for a function that leaves x alone."""
    return [[slopes.tolist()] * 2, [[x, True, True], [x, False, False]], np.full(np.shape(x), 7.0).tolist()]


def _mixed(start, scale):
    rows = [[2, 0, 0, 0], [0, 2, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]]
    return [*(np.array(rows) * scale).tolist(), [start[1], start[0], 0, 0], [start[2], 0, start[0], 0]]


def _few_walks(answer, inputs):
    outputs, samples = len(inputs[0]), len(inputs[2])
    return (
        answer <= outputs or f"There are {outputs} outputs and {samples} samples, and you walked back {answer} times."
    )


LEFT_ALONE = (
    "The slopes are off where x has an old .grad, or the caller's x did not keep its numbers, its .grad and its "
    "requires_grad."
)
JACOBIAN = (
    Trial(
        "more inputs than outputs",
        5,
        wide,
        TABLE,
        "The table should have a row for each output and a column for each input.",
        reference=table,
    ),
    Trial(
        "more outputs than inputs",
        5,
        tall,
        TABLE,
        "The table should have a row for each output and a column for each input.",
        reference=table,
    ),
    Trial(
        "a single row or column",
        5,
        edges,
        TABLE_OF_EACH,
        "A table of one row, or of one column, is still a table.",
        reference=each(table),
    ),
    Trial(
        "rows of zeros",
        5,
        with_zero_rows,
        TABLE,
        "An output that feels no input gets a row of zeros, in its place.",
        reference=table,
    ),
    Trial(
        "broadcasting",
        5,
        lambda rng: (rng.uniform(-3, 3, 4).round(2).tolist(), float(rng.integers(2, 6))),
        MIXED,
        "Where an input is used in several places, its slopes should be added.",
        reference=_mixed,
        idea="M71",
    ),
    Trial(
        "the caller's x", 6, wide, ALONE, LEFT_ALONE, reference=lambda a, b, x: _alone(table(a, b, x), x), idea="M03"
    ),
    Trial(
        "gradients from a backward pass",
        4,
        wide,
        WALKED,
        "No walk back went through f: the slopes come from somewhere else.",
        reference=lambda a, b, x: True,
        reported=True,
    ),
)

WEIGHED_TRIALS = (
    Trial(
        "any weights",
        8,
        with_weights,
        WEIGHED,
        "Each row should count as much as its weight says.",
        reference=weighed,
        idea="M32",
    ),
    Trial(
        "a single backward pass",
        7,
        with_weights,
        ONE_WALK,
        "One forward run and one walk back are enough: backward(v) does the adding.",
        reference=lambda a, b, x, v: [1, 1],
        reported=True,
    ),
    Trial(
        "the caller's x, again",
        5,
        with_weights,
        WEIGHED_ALONE,
        LEFT_ALONE,
        reference=lambda a, b, x, v: [*_alone(weighed(a, b, x, v), x), v],
        idea="M03",
    ),
)

BATCH_TRIALS = (
    Trial(
        "a table for each sample",
        6,
        batch,
        BATCH,
        "The answer should have the shape (samples, outputs, inputs).",
        reference=tables,
    ),
    Trial(
        "one sample, output or input",
        5,
        small_batches,
        BATCH_OF_EACH,
        "With one sample, one output or one input, the answer should still have the shape (samples, outputs, inputs).",
        reference=each(tables),
    ),
    Trial(
        "the caller's x, once more",
        4,
        batch,
        BATCH_ALONE,
        LEFT_ALONE,
        reference=lambda a, b, x: _alone(tables(a, b, x), x),
        idea="M03",
    ),
    Trial(
        "one backward pass for each output",
        10,
        batch,
        WALKS,
        "The number of walks must not grow with the number of samples.",
        holds=_few_walks,
    ),
)

# ---- known answers --------------------------------------------------------------------------------------------------

OWN = "leaf = x.detach().requires_grad_()"
ROWS = """
def jacobian(f, x):
    rows = []
    for i in range(len(f(x.detach()))):
        leaf = x.detach().requires_grad_()
        y = f(leaf)
        v = ag.zeros(len(y))
        v[i] = 1.0
        y.backward(v)
        rows.append(leaf.grad)
    return ag.stack(rows)
"""

PICKED = """
def jacobian(f, x):
    leaf = x.detach().requires_grad_()
    y, rows = f(leaf), []
    for output in y:
        leaf.grad = None
        output.backward(retain_graph=True)
        rows.append(leaf.grad.tolist())
    return rows
"""

GRAD = """
def jacobian(f, x):
    leaf = x.detach().requires_grad_()
    y = f(leaf)
    picks = [ag.tensor([float(i == j) for j in range(len(y))]) for i in range(len(y))]
    return ag.stack([ag.autograd.grad(y, leaf, pick, retain_graph=True)[0] for pick in picks])
"""

DIFFERENCES = """
def jacobian(f, x):
    x, columns = x.detach(), []
    for j in range(len(x)):
        step = x * 0
        step[j] = 1e-5
        columns.append((f(x + step) - f(x - step)) / 2e-5)
    return ag.stack(columns, dim=1)
"""

ONE = """
def weighed_rows(f, x, v):
    leaf = x.detach().requires_grad_()
    f(leaf).backward(v)
    return leaf.grad
"""

BY_HAND = """
def weighed_rows(f, x, v):
    leaf = x.detach().requires_grad_()
    (v * f(leaf)).sum().backward()
    return leaf.grad
"""

BY_TABLE = """
def weighed_rows(f, x, v):
    return sum(weight * row for weight, row in zip(v, jacobian(f, x)))
"""

COLUMNS = """
def batch_jacobian(f, x):
    rows = []
    for i in range(f(x.detach()).shape[1]):
        leaf = x.detach().requires_grad_()
        y = f(leaf)
        v = ag.zeros(y.shape)
        v[:, i] = 1.0
        y.backward(v)
        rows.append(leaf.grad)
    return ag.stack(rows, dim=1)
"""

SUMMED = """
def batch_jacobian(f, x):
    leaf = x.detach().requires_grad_()
    total = f(leaf).sum(dim=0)
    rows = [ag.autograd.grad(each, leaf, retain_graph=True)[0] for each in total]
    return [[row[s].tolist() for row in rows] for s in range(len(x))]
"""

EACH_SAMPLE = """
def batch_jacobian(f, x):
    return ag.stack([jacobian(lambda row: f(row.reshape(1, -1))[0], row) for row in x])
"""
# The package has all of it ready.
BORROWED = """
def jacobian(f, x):
    return ag.autograd.functional.jacobian(f, x.detach())
"""
BORROWED_CHECK = """
from autogradlab.autograd.differences import _analytic
def jacobian(f, x):
    x = x.detach().requires_grad_()
    return ag.tensor(_analytic(f(x), (x,))[0].T)
"""
BORROWED_ROWS = """
def weighed_rows(f, x, v):
    return ag.autograd.functional.vjp(f, x.detach(), v)[1]
"""
BORROWED_TABLES = """
def batch_jacobian(f, x):
    return ag.autograd.functional.jacobian(lambda x: f(x).sum(0), x.detach()).transpose(0, 1)
"""


RUBRIC = Rubric(
    "06_vectors",
    (
        Question(
            "a-answer",
            ("jacobian",),
            JACOBIAN,
            (
                Known(
                    "columns for rows",
                    changed(ROWS, ("ag.stack(rows)", "ag.stack(rows, dim=1)")),
                    "more inputs than outputs",
                ),
                Known(
                    "as many rows as inputs",
                    changed(ROWS, ("len(f(x.detach()))", "len(x)")),
                    "more outputs than inputs",
                ),
                Known(
                    "brackets lost",
                    changed(ROWS, ("ag.stack(rows)", "ag.stack(rows).squeeze()")),
                    "a single row or column",
                ),
                Known(
                    "zeros left out",
                    changed(
                        ROWS, ("rows.append(leaf.grad)", "rows += [leaf.grad] if leaf.grad.abs().sum() > 0 else []")
                    ),
                    "rows of zeros",
                ),
                Known("never cleared", changed(PICKED, ("leaf.grad = None", "pass")), "broadcasting"),
                Known(
                    "the caller's leaf",
                    changed(
                        ROWS,
                        ("leaf = x.detach().requires_grad_()", "leaf = x.requires_grad_()\n        leaf.grad = None"),
                    ),
                    "the caller's x",
                ),
                Known("asked on the caller's x", changed(GRAD, (OWN, "leaf = x.requires_grad_()")), "the caller's x"),
                Known("differences", DIFFERENCES, "gradients from a backward pass"),
                Known("one entry at a time", PICKED),
                Known("autograd.grad", GRAD),
                Known("as in the solution", ROWS),
                Known("borrowed", BORROWED, "more inputs than outputs"),
                Known("borrowed from the gradient check", BORROWED_CHECK, "more inputs than outputs"),
            ),
            withheld=WITHHELD,
        ),
        Question(
            "b-answer",
            ("weighed_rows",),
            WEIGHED_TRIALS,
            (
                Known("weights ignored", changed(ONE, (".backward(v)", ".sum().backward()")), "any weights"),
                Known("by way of the table", BY_TABLE, "a single backward pass"),
                Known(
                    "the caller's leaf",
                    changed(ONE, ("x.detach().requires_grad_()", "x.requires_grad_()")),
                    "the caller's x, again",
                ),
                Known(
                    "asked on the caller's x",
                    "def weighed_rows(f, x, v):\n    return ag.autograd.grad(f(x.requires_grad_()), x, v)[0]",
                    "the caller's x, again",
                ),
                Known("weighted forward", BY_HAND),
                Known("as in the solution", ONE),
                Known("borrowed", BORROWED_ROWS, "any weights"),
            ),
            needs=("a-answer",),
            withheld=WITHHELD,
        ),
        Question(
            "c-answer",
            ("batch_jacobian",),
            BATCH_TRIALS,
            (
                Known(
                    "outputs first",
                    changed(COLUMNS, ("ag.stack(rows, dim=1)", "ag.stack(rows)")),
                    "a table for each sample",
                ),
                Known("the whole batch counts", changed(COLUMNS, ("v[:, i]", "v[:]")), "a table for each sample"),
                Known(
                    "asked on the caller's x",
                    changed(SUMMED, (OWN, "leaf = x.requires_grad_()")),
                    "the caller's x, once more",
                ),
                Known("sample by sample", EACH_SAMPLE, "one backward pass for each output"),
                Known("outputs summed over the samples", SUMMED),
                Known("as in the solution", COLUMNS),
                Known("borrowed", BORROWED_TABLES, "a table for each sample"),
            ),
            needs=("a-answer",),
            withheld=WITHHELD,
        ),
    ),
    written={"d-answer": 20},
)
