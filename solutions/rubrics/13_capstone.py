"""How exercise 13 is graded: an engine of one's own, compared with measured slopes and with the course's engine.

References are computed here, never beside the learner's code. The faulty engines of the last question are the model
solution with one fault in it; many of the sound ones are the model solution with some lines written otherwise.
"""

import re
import warnings
from itertools import product
from pathlib import Path

import nbformat
import numpy as np

import autogradlab as ag
from autogradlab.course.data import two_moons
from autogradlab.course.lessons.lesson_13.exercise_numbers import WITHHELD
from autogradlab.grading.comparing import OneOf
from autogradlab.grading.rubric import PRELUDE, Known, Question, Rubric, Trial

NOTEBOOK = nbformat.read(Path(__file__).parents[1] / "13_capstone.ipynb", as_version=4)
CELLS = {cell.id: cell.source for cell in NOTEBOOK.cells if cell.cell_type == "code"}
HOLES = CELLS["holes"].partition("print(")[0]
ENGINE = ("graph", "leaves", "arrays", "operations", "modes")
GIVEN = (
    PRELUDE + "\nfrom types import SimpleNamespace\nfrom autogradlab.course.data import two_moons\n"
    "from autogradlab.course.lessons.lesson_13.exercise_modes import engine_lines\n" + HOLES
)
DEEP = 1_500  # operations in a chain, more than the 1,000 nested calls that Python allows


def changed(cell, old, new):
    """A cell of the model solution with one place changed."""
    source = CELLS[cell]
    assert source.count(old) == 1, (cell, old)
    return source.replace(old, new)


# ---- one program, two engines ---------------------------------------------------------------------------------------

TOOLS = """
def leaf(data, kind="float64"):
    return Tensor(np.array(data, dtype=kind), True)
def plain(data):
    return Tensor(np.array(data, dtype="float64"))
arriving = np.array
def listed(found):
    return None if found is None else np.asarray(found).tolist()
"""


def leaf(data, kind="float64"):
    return ag.tensor(np.array(data, dtype=kind), requires_grad=True)


TRUE = {
    "leaf": leaf,
    "plain": lambda data: ag.tensor(np.array(data, dtype="float64")),
    "arriving": lambda data: ag.tensor(np.array(data, dtype="float64")),
    "listed": lambda found: None if found is None else found.tolist(),
    "no_grad": ag.no_grad,
}


def by_our_engine(program):
    """A reference: from the inputs to the answer of a probe's program with the course's own engine."""

    code = compile(program, "<reference>", "exec")

    def reference(*inputs):
        names = {"np": np, "inputs": inputs, **TRUE}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(code, names)
        return names["answer"]

    return reference


def compared(name, points, inputs, program, message, **more):
    """A trial whose reference is the same program, run with the course's engine."""
    return Trial(name, points, inputs, TOOLS + program, message, reference=by_our_engine(program), **more)


# ---- expressions drawn at random ------------------------------------------------------------------------------------

SHAPES = ((2, 3), (3,), (2, 1), ())
PAIRS = {"+": np.add, "*": np.multiply, "-": np.subtract}
SINGLE = {"exp": lambda x: np.exp(x * 0.5), "relu": lambda x: np.maximum(x, 0), "log": lambda x: np.log(x * x + 1)}


def computed(values, steps):
    """Every result of an expression, in NumPy."""
    made = list(values)
    for word, *places in steps:
        made.append((PAIRS | SINGLE)[word](*(made[place] for place in places)))
    return made


def expression(rng, shapes=SHAPES, words=(*PAIRS, *SINGLE), length=8):
    """(values of the leaves, steps, weights of the result): no entry near a kink of relu, none that is huge."""
    while True:
        values = [rng.uniform(0.3, 1.6, shape) * rng.choice([-1, 1], shape) for shape in shapes]
        steps = [_step(rng, len(shapes) + number, words) for number in range(length)]
        with np.errstate(over="ignore", invalid="ignore"):  # a huge number or nan causes another draw
            made = computed(values, steps)
        kinks = [np.abs(made[step[1]]).min() for step in steps if step[0] == "relu"]
        if min(kinks, default=1) > 1e-3 and all(np.abs(each).max() < 30 for each in made):
            return _weighted(rng, values, steps, made[-1].shape)


def each_by_itself(rng):
    """relu of a product, in which one row passes where the other is clipped; and log, then exp."""
    rows, factors = rng.uniform(0.3, 1.6, (2, 3)) * [[1], [-1]], rng.uniform(0.3, 1.6, 3) * rng.choice([-1, 1], 3)
    return [
        _weighted(rng, [rows, factors], steps, (2, 3))
        for steps in ([["*", 0, 1], ["relu", 2]], [["log", 0], ["exp", 2], ["*", 1, 3]])
    ]


def _weighted(rng, values, steps, shape):
    weights = rng.uniform(0.5, 2, shape) * rng.choice([-1, 1], shape)
    return [each.tolist() for each in values], steps, weights.tolist()


def _step(rng, known, words):
    """A word and the places of its operands among the `known` results; the newest is always used."""
    word = str(rng.choice(words))
    others = [int(rng.integers(known)) for _ in range(word in PAIRS)]
    return [word, *rng.permutation([known - 1, *others]).tolist()]


def measured(values, steps, weights, h=1e-6):
    """Slopes of the weighted sum with respect to every entry of every leaf, from differences on both sides.

    All differences are computed at once: along a new first axis, each entry is shifted once by h, and once by -h.
    """
    values = [np.array(each) for each in values]
    entries, axes = sum(each.size for each in values), max(each.ndim for each in values)
    steps_aside, leaves, before = h * np.concatenate([np.eye(entries), -np.eye(entries)]), [], 0
    for value in values:
        aside = steps_aside[:, before : before + value.size]
        leaves.append((value.ravel() + aside).reshape(2 * entries, *(1,) * (axes - value.ndim), *value.shape))
        before += value.size
    ends = (computed(leaves, steps)[-1] * np.array(weights)).reshape(2 * entries, -1).sum(1)
    slopes = (ends[:entries] - ends[entries:]) / (2 * h)
    parts = np.split(slopes, np.cumsum([each.size for each in values])[:-1])
    return [part.reshape(each.shape).tolist() for part, each in zip(parts, values)]


MADE = """
def made_of(made, steps):
    for word, *places in steps:
        a = [made[place] for place in places]
        made.append({"+": lambda: a[0] + a[1], "*": lambda: a[0] * a[1], "-": lambda: a[0] - a[1],
                     "exp": lambda: (a[0] * 0.5).exp(), "relu": lambda: a[0].relu(),
                     "log": lambda: (a[0] * a[0] + 1).log()}[word]())
    return made[-1]
"""

# ---- stage 1 --------------------------------------------------------------------------------------------------------

WALKED = (
    TOOLS
    + MADE
    + """
answer = []
for values, steps, weights in inputs[0]:
    leaves = [leaf(value) for value in values]
    found = walk(made_of(list(leaves), steps), np.array(weights))
    answer.append([listed(found.get(each, 0.0)) for each in leaves])
"""
)
UNEVEN = (
    TOOLS
    + """
x, y = map(leaf, inputs)
a = x * y
b = a * a * a + a
root = a * (b + x) + b * x
found = walk(root, np.array(1.0))
answer = [listed(root.data), listed(found[x]), listed(found[y]), len(found)]
"""
)
HUNDRED = (
    TOOLS
    + """
x, times = leaf(inputs[0]), inputs[1]
total = x * x
for number in range(times):
    total = total + number * x
for level in range(30):
    total = total * 0.5 + total * 0.5
answer = listed(walk(total, np.array(1.0))[x])
"""
)
CHAIN = (
    TOOLS
    + f"""
x = y = leaf(inputs[0])
for number in range({DEEP}):
    y = y + 1.0 if number % 2 else y * inputs[1]
answer = listed(walk(y, np.array(1.0))[x])
"""
)


def numbers(rng, count=2):
    return tuple((rng.uniform(0.5, 2, count) * rng.choice([-1, 1], count)).round(3).tolist())


def several(rng, count=8, **how):
    return ([expression(rng, **how) for _ in range(count)],)


def several_and_each(rng):
    return ([*several(rng)[0], *each_by_itself(rng)],)


def all_measured(expressions):
    return [measured(*each) for each in expressions]


def uneven(x, y):
    """[root, slope for x, slope for y, number of leaves] of root = a (b + x) + b x with a = x y and b = a**3 + a."""
    a = x * y
    b, slope_b = a**3 + a, 3 * a**2 + 1
    by_a = b + x + a * slope_b + slope_b * x
    return [a * (b + x) + b * x, by_a * y + a + b, by_a * x, 2]


COAT = """
class Tensor:
    def __init__(self, data, requires_grad=False, inputs=(), rule=None, kept=None):
        data = np.array(data)
        data = data if data.dtype.kind == "f" else data.astype(float)
        self.kept = ag.from_numpy(data).requires_grad_(requires_grad) if kept is None else kept
        self.inputs, self.rule = inputs, rule
    data = property(lambda self: self.kept.detach().numpy())
    requires_grad = property(lambda self: self.kept.requires_grad)
    def __add__(self, other):
        other = beside(self, other)
        return made(self.kept + other.kept, self, other)
    def __mul__(self, other):
        other = beside(self, other)
        return made(self.kept * other.kept, self, other)
    __radd__, __rmul__ = __add__, __mul__

def beside(tensor, other):
    return other if isinstance(other, Tensor) else Tensor(np.array(other, dtype=tensor.data.dtype))

def made(kept, *inputs):
    return Tensor(None, inputs=inputs, rule=kept.grad_fn, kept=kept)

def history(root):
    order, stack = {}, [(root, False)]
    while stack:
        tensor, inputs_listed = stack.pop()
        if inputs_listed:
            order[tensor] = True
        elif tensor not in order:
            stack.append((tensor, True))
            stack.extend((each, False) for each in tensor.inputs)
    return list(order)

def walk(root, gradient):
    leaves = [each for each in history(root) if each.rule is None and each.requires_grad]
    arriving = ag.from_numpy(np.full(root.data.shape, gradient))
    found = ag.autograd.grad(root.kept, [leaf.kept for leaf in leaves], arriving, retain_graph=True)
    return dict(zip(leaves, (each.numpy() for each in found)))
"""
GRAPH = Question(
    cell="graph",
    entry=("Tensor", "history", "walk"),
    withheld=WITHHELD,
    seconds=3.0,
    prelude=GIVEN,
    trials=(
        Trial(
            "random expressions",
            4,
            lambda rng: several(rng, shapes=((), (), ()), words=("+", "*")),
            WALKED,
            "In random sums and products, slopes differ from measured ones.",
            reference=all_measured,
            idea="M38",
        ),
        Trial(
            "paths of different length",
            2,
            numbers,
            UNEVEN,
            "Where paths of different lengths meet, slopes are off.",
            reference=uneven,
            idea="M38",
        ),
        Trial(
            "many paths",
            2,
            lambda rng: (*numbers(rng, 1), 100),
            HUNDRED,
            "Where very many paths lead to a leaf, its slope is off or never arrives.",
            reference=lambda x, times: 2 * x + sum(range(times)),
            idea="M38",
        ),
        Trial(
            "a long chain",
            2,
            lambda rng: (*numbers(rng, 1), float(rng.uniform(0.3, 3)) ** (2 / DEEP)),
            CHAIN,
            "Through a long chain of operations, the slope is off or never arrives.",
            reference=lambda x, factor: factor ** (DEEP // 2),
        ),
    ),
    known=(
        Known(
            "one path only",
            changed("graph", "arrived[each] + part if each in arrived else part", "part"),
            "random expressions",
        ),
        Known(
            "rules with their own factor",
            changed("graph", "(grad * b, grad * a)", "(grad * a, grad * b)"),
            "random expressions",
        ),
        Known("what arrives is ignored", changed("graph", "(grad * b, grad * a)", "(b, a)"), "random expressions"),
        Known(
            "each tensor as soon as it is seen",
            changed(
                "graph",
                """        if inputs_listed:
            order[tensor] = True
        elif tensor not in order:
            stack.append((tensor, True))
            stack.extend((each, False) for each in tensor.inputs)
""",
                """        if tensor not in order:
            order[tensor] = True
            stack.extend((each, False) for each in tensor.inputs)
""",
            ).replace("list(order)", "list(order)[::-1]"),
            "paths of different length",
        ),
        Known("every path by itself", changed("graph", "elif tensor not in order:", "else:"), "many paths"),
        Known(
            "recursion",
            re.sub(
                r"def history.*?return list\(order\)\n",
                """def history(root):
    order, seen = [], set()
    def visit(tensor):
        if tensor not in seen:
            seen.add(tensor)
            for each in tensor.inputs:
                visit(each)
            order.append(tensor)
    visit(root)
    return order
""",
                CELLS["graph"],
                flags=re.S,
            ),
            "a long chain",
        ),
        Known(
            "counted uses in place of marks",
            re.sub(
                r"def history.*?return list\(order\)\n",
                """def history(root):
    uses, stack = {root: 0}, [root]
    while stack:
        for each in stack.pop().inputs:
            if each not in uses:
                uses[each] = 0
                stack.append(each)
            uses[each] += 1
    order, free = [], [root]
    while free:
        order.append(free.pop())
        for each in order[-1].inputs:
            uses[each] -= 1
            if not uses[each]:
                free.append(each)
    return order[::-1]
""",
                CELLS["graph"],
                flags=re.S,
            ),
        ),
        Known(
            "numbered when made",
            changed(
                "graph",
                "        self.inputs, self.rule = inputs, rule\n",
                "        self.inputs, self.rule = inputs, rule\n        Tensor.made = self.number = "
                "getattr(Tensor, 'made', 0) + 1\n",
            ).replace("return list(order)", "return sorted(order, key=lambda each: each.number)"),
        ),
        Known("borrowed", COAT, "random expressions"),
    ),
)

# ---- stage 2 --------------------------------------------------------------------------------------------------------

LOSSES = """
x, y = map(leaf, inputs[0])
for factor in inputs[1]:
    (factor * x * y + x).backward()
answer = [listed(x.grad), listed(y.grad)]
"""
CLEARED = """
x, y = map(leaf, inputs[0])
(x * x * y).backward()
x.grad = None
(x * y * inputs[1][0]).backward()
answer = [listed(x.grad), listed(y.grad)]
"""
ELSEWHERE = """
x, data = leaf(inputs[0][0]), plain(inputs[0][1])
middle = x * data
(middle * middle).backward()
answer = [listed(middle.grad), listed(data.grad), listed(x.grad), (data * data).requires_grad, middle.requires_grad]
"""
HELD = (
    TOOLS
    + """
x, y = map(leaf, inputs[0])
(x + y).backward(np.array(1.0))
held = x.grad
(x * inputs[1][0]).backward()
answer = [listed(held), listed(x.grad), listed(y.grad)]
"""
)


def losses(rng):
    return list(numbers(rng)), rng.integers(2, 9, int(rng.integers(2, 6))).astype(float).tolist()


LEAVES = Question(
    cell="leaves",
    entry=("backward",),
    withheld=WITHHELD,
    needs=("graph",),
    prelude=GIVEN,
    trials=(
        compared("several losses", 2, losses, LOSSES, "Gradients of several losses do not add up.", idea="M03"),
        compared(
            "cleared",
            1,
            losses,
            CLEARED,
            "After `x.grad = None`, `.grad` holds something other than the next gradient.",
            idea="M06",
        ),
        compared(
            "nowhere else", 2, losses, ELSEWHERE, "Something landed in a middle tensor or in plain data.", idea="M16"
        ),
        Trial(
            "somebody still holds an old gradient",
            1,
            losses,
            HELD,
            "A later call wrote into a gradient that somebody still held.",
            reference=lambda values, factors: [1.0, 1.0 + factors[0], 1.0],
        ),
    ),
    known=(
        Known(
            "replaced", changed("leaves", "grad if leaf.grad is None else leaf.grad + grad", "grad"), "several losses"
        ),
        Known("averaged", changed("leaves", "leaf.grad + grad", "(leaf.grad + grad) / 2"), "several losses"),
        Known(
            "in place",
            changed(
                "leaves",
                "        leaf.grad = grad if leaf.grad is None else leaf.grad + grad\n",
                "        grad = np.asarray(grad)\n        if leaf.grad is None:\n            leaf.grad = grad\n"
                "        else:\n            np.add(leaf.grad, grad, out=leaf.grad)\n",
            ),
            "somebody still holds an old gradient",
        ),
        Known(
            "everything keeps its gradient",
            """
def backward(self, gradient=1.0):
    arrived = {self: gradient}
    for tensor in reversed(history(self)):
        tensor.grad = arrived[tensor] if tensor.grad is None else tensor.grad + arrived[tensor]
        if tensor.rule is not None:
            for each, part in zip(tensor.inputs, tensor.rule(arrived[tensor])):
                arrived[each] = arrived.get(each, 0.0) + part

Tensor.backward = backward
""",
            "nowhere else",
        ),
        Known(
            "a loop over leaves",
            """
def backward(self, gradient=1.0):
    found = walk(self, gradient)
    for leaf in found:
        if leaf.grad is None:
            leaf.grad = np.zeros_like(leaf.data)
        leaf.grad = leaf.grad + found[leaf]

Tensor.backward = backward
""",
        ),
        Known(
            "as a method of a new class body",
            """
def land(leaf, grad):
    before = 0 if leaf.grad is None else leaf.grad
    leaf.grad = np.add(before, grad)

Tensor.backward = lambda self, gradient=1.0: [land(*each) for each in walk(self, gradient).items()] and None
""",
        ),
    ),
)

# ---- stage 3 --------------------------------------------------------------------------------------------------------

STRETCHED = """
answer = []
for one, two, weights in inputs[0]:
    a, b = leaf(one), leaf(two)
    (a * b + a).backward(arriving(weights))
    answer.append([listed(a.grad), listed(b.grad)])
"""
POWERS = """
x, y, flat = leaf(inputs[0]), leaf(inputs[1]), leaf(0.0)
(3 - x / y + 2 / x - x**3 + (-y)**-2 - y).backward(arriving(inputs[2]))
(flat**2).backward()
answer = [listed(x.grad), listed(y.grad), listed(flat.grad)]
"""
NUMBER_TYPES = (
    TOOLS
    + """
x, y = leaf(inputs[0], "float32"), leaf(inputs[1])
single = 2 * x + 1 - x / 3
(single * y).backward(np.ones(len(inputs[0])))
answer = [str(single.data.dtype), str(np.asarray(x.grad).dtype), str(np.asarray(y.grad).dtype), listed(y.grad)]
"""
)


def stretched(rng, pairs):
    """[(values, values, weights), ...] for pairs of shapes."""
    return (
        [
            [
                rng.normal(size=one).tolist(),
                rng.normal(size=two).tolist(),
                rng.normal(size=np.broadcast_shapes(one, two)).tolist(),
            ]
            for one, two in pairs
        ],
    )


def some_shapes(rng):
    n, m, k = (int(each) for each in rng.choice([2, 3, 4, 5], 3, replace=False))
    return stretched(
        rng,
        [((n, 1), (m,)), ((1, m), (n, 1)), ((k, n, m), (n, 1)), ((1, 1), (n, m)), ((n, m), (n, m)), ((m,), (k, 1, 1))],
    )


def single_numbers(rng):
    n, m = (int(each) for each in rng.choice([2, 3, 4], 2, replace=False))
    return stretched(rng, [((), (n, m)), ((n,), ()), ((), ()), ((1,), ()), ((), (1, 1))])


def rows(rng, count=3):
    size = int(rng.integers(2, 6))
    return tuple((rng.uniform(0.5, 2, size) * rng.choice([-1, 1], size)).round(3).tolist() for _ in range(count))


ARRAYS = Question(
    cell="arrays",
    entry=("fit", "power"),
    withheld=WITHHELD,
    needs=("graph", "leaves"),
    prelude=GIVEN,
    trials=(
        compared(
            "broadcasting",
            3,
            some_shapes,
            STRETCHED,
            "After broadcasting, a gradient is off or does not have the shape of its data.",
            idea="M71",
        ),
        compared(
            "down to a single number",
            2,
            single_numbers,
            STRETCHED,
            "A single number beside an array gets a gradient that is off or has a shape.",
            idea="M71",
        ),
        compared("powers, minus, division", 2, rows, POWERS, "Slopes of powers, minus or division are off."),
        Trial(
            "number types",
            1,
            lambda rng: rows(rng, 2),
            NUMBER_TYPES,
            "A number type is not kept.",
            reference=lambda x, y: ["float32", "float32", "float64", (np.array(x) * 5 / 3 + 1).tolist()],
            relative=1e-5,
        ),
    ),
    known=(
        Known(
            "the mean of what was stretched",
            changed("arrays", "grad.sum(axis=stretched", "grad.mean(axis=stretched"),
            "broadcasting",
        ),
        Known(
            "first axes only",
            changed("arrays", "return grad.sum(axis=stretched, keepdims=True)", "return grad"),
            "broadcasting",
        ),
        Known(
            "axes of length 1 only",
            changed(
                "arrays",
                "    grad = grad.sum(axis=tuple(range(grad.ndim - data.ndim)))\n",
                "    if grad.ndim > data.ndim:\n        return grad.sum()\n",
            ),
            "broadcasting",
        ),
        Known(
            "the shape cut to size",
            changed(
                "arrays",
                "    grad = grad.sum(axis=tuple(range(grad.ndim - data.ndim)))\n",
                "    if data.ndim == 0:\n        return grad.flat[0]\n    grad = "
                "grad.sum(axis=tuple(range(grad.ndim - data.ndim)))\n",
            ),
            "down to a single number",
        ),
        Known(
            "the number type of what arrives",
            changed("arrays", "np.asarray(grad, dtype=data.dtype)", "np.asarray(grad)"),
            "number types",
        ),
        Known("exponent left as it was", changed("arrays", "x ** (n - 1)", "x**n"), "powers, minus, division"),
        Known("a slope by division", changed("arrays", "x ** (n - 1)", "x**n / x"), "powers, minus, division"),
        Known(
            "axis by axis",
            re.sub(
                r"    ### BEGIN SOLUTION\n    grad = np\.asarray.*?### END SOLUTION",
                """
    grad = np.array(grad, dtype=data.dtype)
    while grad.ndim > data.ndim:
        grad = np.add.reduce(grad, axis=0)
    for axis in range(data.ndim):
        if data.shape[axis] == 1 and grad.shape[axis] != 1:
            grad = np.add.reduce(grad, axis=axis)
            grad = np.expand_dims(grad, axis)
    return grad""",
                CELLS["arrays"],
                count=1,
                flags=re.S,
            ),
        ),
        Known(
            "by the letters of einsum",
            re.sub(
                r"    ### BEGIN SOLUTION\n    grad = np\.asarray.*?### END SOLUTION",
                """
    grad = np.asarray(grad, dtype=data.dtype)
    letters = "abcdefgh"[: grad.ndim]
    own = letters[grad.ndim - data.ndim :]
    kept = "".join(c for c, size in zip(own, data.shape) if size != 1)
    squeezed = grad.reshape([1 if n == 1 else n for n in grad.shape])
    return np.einsum(squeezed, [ord(c) for c in letters], [ord(c) for c in kept]).reshape(data.shape)
""".replace("ord(c)", "letters.index(c)"),
                CELLS["arrays"],
                count=1,
                flags=re.S,
            ),
        ),
    ),
)

# ---- stage 4 --------------------------------------------------------------------------------------------------------

EXPRESSIONS = (
    TOOLS
    + MADE
    + """
answer = []
for values, steps, weights in inputs[0]:
    leaves = [leaf(value) for value in values]
    root = (made_of(list(leaves), steps) * plain(weights)).sum()
    root.backward()
    answer.append([listed(np.zeros_like(each.data) if each.grad is None else each.grad) for each in leaves])
"""
)
MATRICES = """
x, w, v = map(leaf, inputs[0])
(x @ w @ v).backward(arriving(inputs[1]))
answer = [listed(x.grad), listed(w.grad), listed(v.grad)]
"""
SUMS = """
x = leaf(inputs[0])
(x.sum(0) * plain(inputs[1]) + x.mean(0)).sum().backward()
first = listed(x.grad)
x.grad = None
((x * x).mean(1) * x.sum(1)).mean().backward()
answer = [first, listed(x.grad), listed(x.mean().data), listed(x.sum(-1).data)]
"""
PICKED = """
x = leaf(inputs[0])
taken = x[[0, 2, 0, 0]]
(taken * plain(inputs[1])).sum().backward()
first = listed(x.grad)
x.grad = None
(x[1, 0] * x[:, 1:].sum() + x[2].sum() * x[-1, -1]).backward()
answer = [first, listed(x.grad)]
"""
EMPTY = """
x, row = leaf(np.zeros((0, inputs[0]))), leaf(inputs[1])
loss = ((x * row).exp() + x.relu()).sum() + row.sum()
loss.backward()
answer = [list(x.grad.shape), listed(row.grad), listed(loss.data)]
"""
NET = """
x, y, first, bias, second = inputs
first, bias, second = map(leaf, (first, bias, second))
hidden = (plain(x) @ first + bias).relu()
margin = hidden @ second
loss = (1 + (-(plain(y) * margin)).exp()).log().mean() + 0.1 * (first**2).mean()
loss.backward()
answer = [listed(loss.data), *(listed(each.grad) for each in (first, bias, second))]
"""


def matrices(rng):
    n, m, k, last = (int(each) for each in rng.choice([1, 2, 3, 4, 5], 4, replace=False))
    factors = [rng.normal(size=shape).tolist() for shape in ((n, m), (m, k), (k, last))]
    return factors, rng.normal(size=(n, last)).tolist()


def table(rng):
    n, m = (int(each) for each in rng.choice([3, 4, 5], 2, replace=False))
    return rng.normal(size=(n, m)).tolist(), rng.normal(size=m).tolist()


def rows_to_pick(rng):
    n, m = int(rng.integers(3, 6)), int(rng.integers(2, 5))
    return rng.normal(size=(n, m)).tolist(), rng.normal(size=(4, m)).tolist()


def nothing(rng):
    size = int(rng.integers(1, 5))
    return size, rng.normal(size=size).tolist()


def net(rng):
    n, hidden = int(rng.integers(3, 8)), int(rng.integers(2, 6))
    return tuple(
        each.tolist()
        for each in (
            rng.normal(size=(n, 2)),
            rng.choice([-1.0, 1.0], (n, 1)),
            rng.normal(size=(2, hidden)),
            rng.normal(size=hidden),
            rng.normal(size=(hidden, 1)),
        )
    )


#: Another right engine: operations are classes, not closures; nodes are ordered by age; gradients are kept in a table.
ANOTHER = """
import itertools
clock = itertools.count()
state = {"on": True}

class no_grad:
    def __enter__(self):
        self.before, state["on"] = state["on"], False
    def __exit__(self, *problem):
        state["on"] = self.before

class Op:
    def __init__(self, *args):
        self.args, self.used = args, False

class Tensor:
    __array_ufunc__ = None
    def __init__(self, data, requires_grad=False):
        data = np.array(data)
        self.data = data if data.dtype.kind == "f" else data.astype(np.float64)
        self.requires_grad, self.grad, self.op, self.age = requires_grad, None, None, next(clock)

    def backward(self, gradient=None, retain_graph=False):
        if not self.requires_grad:
            raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
        if gradient is None:
            if self.data.size != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            gradient = np.ones(self.data.shape)
        if np.shape(gradient) != self.data.shape:
            raise RuntimeError("Mismatch in shape: grad_output and output")
        graph, stack = {id(self): self}, [self]
        while stack:
            op = stack.pop().op
            if op is not None and op.used:
                raise RuntimeError("Trying to backward through the graph a second time")
            for each in (op.parents if op else ()):
                if each.requires_grad and id(each) not in graph:
                    graph[id(each)] = each
                    stack.append(each)
        table = {id(self): np.array(gradient, dtype=self.data.dtype)}
        for tensor in sorted(graph.values(), key=lambda each: -each.age):
            grad = table.pop(id(tensor))
            if tensor.op is None:
                tensor.grad = grad + (0 if tensor.grad is None else tensor.grad)
                continue
            for each, part in zip(tensor.op.parents, tensor.op.back(grad)):
                if each.requires_grad:
                    table[id(each)] = table.get(id(each), 0) + shaped(part, each.data)
            if not retain_graph:
                tensor.op.used, tensor.op.kept = True, None

def shaped(grad, data):
    grad = np.array(grad, dtype=data.dtype)
    while grad.ndim > data.ndim:
        grad = grad.sum(0)
    for axis, size in enumerate(data.shape):
        if size == 1:
            grad = grad.sum(axis, keepdims=True)
    return grad

def apply(op, *parents):
    op.parents = parents
    result = Tensor(op.forward(*[each.data for each in parents]))
    if state["on"] and any(each.requires_grad for each in parents):
        result.requires_grad, result.op = True, op
    return result

def number(value, near):
    return value if isinstance(value, Tensor) else Tensor(np.array(value, dtype=near.data.dtype))

class Add(Op):
    def forward(self, a, b):
        return a + b
    def back(self, grad):
        return grad, grad

class Mul(Op):
    def forward(self, a, b):
        self.kept = a, b
        return a * b
    def back(self, grad):
        return grad * self.kept[1], grad * self.kept[0]

class Pow(Op):
    def forward(self, a):
        self.kept = a
        return a ** self.args[0]
    def back(self, grad):
        return (grad * self.args[0] * self.kept ** (self.args[0] - 1.0),)

class MatMul(Op):
    def forward(self, a, b):
        self.kept = a, b
        return a.dot(b)
    def back(self, grad):
        return grad.dot(self.kept[1].T), self.kept[0].T.dot(grad)

class Relu(Op):
    def forward(self, a):
        self.kept = a > 0
        return np.maximum(a, 0)
    def back(self, grad):
        return (np.where(self.kept, grad, 0),)

class Exp(Op):
    def forward(self, a):
        self.kept = np.exp(a)
        return self.kept
    def back(self, grad):
        return (grad * self.kept,)

class Log(Op):
    def forward(self, a):
        self.kept = a
        return np.log(a)
    def back(self, grad):
        return (grad / self.kept,)

class Sum(Op):
    def forward(self, a):
        self.kept = np.zeros_like(a)
        return a.sum(self.args[0])
    def back(self, grad):
        return (self.kept + (grad if self.args[0] is None else np.expand_dims(grad, self.args[0])),)

class Pick(Op):
    def forward(self, a):
        self.kept = a.shape
        return a[self.args[0]]
    def back(self, grad):
        full = np.zeros(self.kept)
        np.add.at(full, self.args[0], grad)
        return (full,)

def mean(a, dim=None):
    total = a.sum(dim)
    return total * (1 / (a.data.size // max(total.data.size, 1)))

Tensor.__add__ = Tensor.__radd__ = lambda a, b: apply(Add(), a, number(b, a))
Tensor.__mul__ = Tensor.__rmul__ = lambda a, b: apply(Mul(), a, number(b, a))
Tensor.__pow__ = lambda a, n: apply(Pow(n), a)
Tensor.__matmul__ = lambda a, b: apply(MatMul(), a, b)
Tensor.__neg__ = lambda a: a * -1.0
Tensor.__sub__ = lambda a, b: a + number(b, a) * -1.0
Tensor.__rsub__ = lambda a, b: a * -1.0 + b
Tensor.__truediv__ = lambda a, b: a * number(b, a) ** -1
Tensor.__rtruediv__ = lambda a, b: a ** -1 * b
Tensor.__getitem__ = lambda a, key: apply(Pick(key), a)
Tensor.relu, Tensor.exp = lambda a: apply(Relu(), a), lambda a: apply(Exp(), a)
Tensor.log = lambda a: apply(Log(), a)
Tensor.sum, Tensor.mean = lambda a, dim=None: apply(Sum(dim), a), mean
"""

BORROWED = """
def by(function):
    def operation(*given):
        leaves = [ag.from_numpy(each.data).requires_grad_() for each in given if isinstance(each, Tensor)]
        result = function(*leaves, *given[len(leaves):])
        def rule(grad):
            return tuple(each.numpy() for each in ag.autograd.grad(result, leaves, ag.from_numpy(np.asarray(grad))))
        return record(result.detach().numpy(), given[:len(leaves)], rule)
    return operation

matmul, relu, exp, log = by(ag.matmul), by(ag.relu), by(ag.exp), by(ag.log)
total = by(lambda a, dim=None: a.sum() if dim is None else a.sum(dim))
mean = by(lambda a, dim=None: a.mean() if dim is None else a.mean(dim))
index = by(lambda a, key: a[key])
Tensor.__matmul__, Tensor.__getitem__ = matmul, index
Tensor.relu, Tensor.exp, Tensor.log, Tensor.sum, Tensor.mean = relu, exp, log, total, mean
"""
OPERATIONS = Question(
    cell="operations",
    entry=("matmul", "relu", "exp", "log", "total", "mean", "index"),
    withheld=WITHHELD,
    needs=("graph", "leaves", "arrays"),
    prelude=GIVEN,
    trials=(
        Trial(
            "random expressions",
            4,
            several_and_each,
            EXPRESSIONS,
            "In random expressions, slopes differ from measured ones.",
            reference=all_measured,
            idea="M39",
            relative=1e-4,
            absolute=1e-6,
        ),
        compared("matrices", 2, matrices, MATRICES, "Slopes of a product of matrices are off.", idea="M71"),
        compared("sums and means", 2, table, SUMS, "Slopes of a sum or a mean along an axis are off.", idea="M34"),
        compared(
            "picked entries",
            1,
            rows_to_pick,
            PICKED,
            "Slopes of picked entries are off, perhaps where one is picked twice.",
            idea="M38",
        ),
        compared("no entries at all", 1, nothing, EMPTY, "An array without entries is not handled."),
        compared("a whole net", 2, net, NET, "The gradients of a small net differ from those of the course's engine."),
    ),
    known=(
        Known(
            "what arrives is ignored in exp",
            changed("operations", "lambda grad: (grad * result,)", "lambda grad: (result,)"),
            "random expressions",
        ),
        Known("relu lets everything back", changed("operations", "(grad * above,)", "(grad,)"), "random expressions"),
        Known("log upside down", changed("operations", "(grad / x,)", "(grad * x,)"), "random expressions"),
        Known(
            "matrices in the other order",
            changed("operations", "(grad @ y.T, x.T @ grad)", "(grad @ y.T, (grad.T @ x).T * 1.5)"),
            "matrices",
        ),
        Known(
            "the mean as a sum",
            changed(
                "operations",
                "return total(a, dim) / (a.data.size if dim is None else a.data.shape[dim])",
                "result = total(a, dim)\n    result.data = result.data"
                " / (a.data.size if dim is None else a.data.shape[dim])\n    return result",
            ),
            "sums and means",
        ),
        Known(
            "the axis does not come back",
            changed("operations", "grad if dim is None else np.expand_dims(grad, dim)", "grad"),
            "sums and means",
        ),
        Known(
            "the last one counts",
            changed("operations", "np.add.at(full, key, grad)", "full[key] += grad"),
            "picked entries",
        ),
        Known(
            "the mean with a rule of its own",
            re.sub(
                r"def mean.*?### END SOLUTION",
                """def mean(a, dim=None):
    count = a.data.size if dim is None else a.data.shape[dim]
    def rule(grad):
        grad = np.asarray(grad) / count
        return (np.zeros_like(a.data) + (grad if dim is None else np.expand_dims(grad, dim)),)
    return record(a.data.mean(axis=dim), (a,), rule)""",
                CELLS["operations"],
                flags=re.S,
            ),
        ),
        Known(
            "relu by where, picking by counting",
            changed("operations", "(grad * above,)", "(np.where(above, grad, 0.0),)").replace(
                "        np.add.at(full, key, grad)\n",
                "        places = np.arange(x.size).reshape(x.shape)[key]\n"
                "        flat = np.bincount(np.ravel(places), np.ravel(grad), minlength=x.size)\n"
                "        full += flat.reshape(x.shape)\n",
            ),
        ),
        Known("another engine", ANOTHER),
        Known("borrowed", BORROWED, "random expressions"),
    ),
)

# ---- stage 5, and the size ------------------------------------------------------------------------------------------

BLOCK = """
x, told = leaf(inputs[0]), False
with no_grad():
    inside = x * x
    with no_grad():
        x.exp()
    still = x * 3
    fresh = leaf(inputs[0])
try:
    with no_grad():
        raise KeyError
except KeyError:
    pass
try:
    (inside * still).sum().backward()
except RuntimeError as error:
    told = "does not require grad" in str(error)
outside = x * x * inside
outside.sum().backward()
answer = [inside.requires_grad, still.requires_grad, fresh.requires_grad, told, listed(inside.grad), listed(x.grad)]
"""
AGAIN = """
x = leaf(inputs[0])
trunk = x * x
one, other = trunk.exp().sum(), (trunk * 5).sum()
one.backward()
told = []
for loss in (one, other):
    try:
        loss.backward()
        told.append("")
    except RuntimeError as error:
        told.append("second time" in str(error))
answer = [told, listed(x.grad)]
"""
RETAINED = """
x = leaf(inputs[0])
loss = (x * x).exp().sum()
loss.backward(retain_graph=True)
loss.backward(retain_graph=True)
loss.backward()
first = listed(x.grad)
try:
    loss.backward()
except RuntimeError:
    first = [first, "refused"]
(x * x).sum().backward()
answer = [first, listed(x.grad)]
"""
REFUSED = """
x, told = leaf(inputs[0]), []
(x * plain(inputs[1])).sum().backward()
for gradient, phrase in ((None, "only for scalar outputs"), (arriving([1.0]), "ismatch in shape"),
                         (arriving(1.0), "ismatch in shape")):
    try:
        (x * x).backward() if gradient is None else (x * x).backward(gradient)
        told.append("")
    except RuntimeError as error:
        told.append(phrase in str(error))
try:
    (x * x)[:0].backward()
except RuntimeError as error:
    told.append("only for scalar outputs" in str(error))
(x * x).backward(arriving(inputs[2]))
(x * x)[:1].backward()
y, own = leaf(inputs[0]), arriving(inputs[2])
y.backward(own)
own *= 0
answer = [told, listed(x.grad), listed(y.grad)]
"""
UNTRACKED = """
x, told = plain(inputs[0]), []
for root in (x[0], (x * x).sum()):
    try:
        root.backward()
        told.append("")
    except RuntimeError as error:
        told.append("does not require grad" in str(error))
y = leaf(inputs[1][0])
(y * y * inputs[1][1]).backward()
answer = [told, listed(x.grad), listed(y.grad)]
"""
LONGEST = 150
SIZE = TOOLS + NET.replace("answer = [", f"answer = [0 < engine_lines(globals()) <= {LONGEST}, ")


def short_and_right(*inputs):
    return [True, *by_our_engine(NET)(*inputs)]


MODES = Question(
    cell="modes",
    entry=("no_grad", "recording", "backward"),
    withheld=WITHHELD,
    needs=ENGINE[:-1],
    prelude=GIVEN,
    trials=(
        compared(
            "no_grad",
            5,
            lambda rng: rows(rng, 1),
            BLOCK,
            "What is recorded inside a `no_grad` block or after it is not what it should be.",
            idea="M27",
        ),
        compared(
            "a second walk",
            4,
            lambda rng: rows(rng, 1),
            AGAIN,
            "A second walk is not refused, or leaves a trace in `.grad`.",
            idea="M10",
        ),
        compared(
            "a retained graph",
            2,
            lambda rng: rows(rng, 1),
            RETAINED,
            "`retain_graph=True` does not do what it should.",
            idea="M13",
        ),
        compared(
            "what arrives does not fit",
            2,
            rows,
            REFUSED,
            "A missing or unsuitable gradient is not refused with its sentence, or a suitable one is not copied.",
            idea="M31",
        ),
        compared(
            "no graph at all",
            2,
            lambda rng: rows(rng, 2),
            UNTRACKED,
            "A tensor without a graph is not refused with its sentence.",
            idea="M56",
        ),
        Trial(
            "size",
            8,
            net,
            SIZE,
            f"The engine has more than {LONGEST} lines of code, or the gradients of a small net are off.",
            reference=short_and_right,
            reported=True,
        ),
    ),
    known=(
        Known(
            "an error leaves it off",
            changed("modes", "        no_grad.depth -= 1\n", "        no_grad.depth -= error[0] is None\n"),
            "no_grad",
        ),
        Known(
            "on and off without counting",
            changed("modes", "no_grad.depth += 1", "no_grad.depth = 1").replace(
                "no_grad.depth -= 1", "no_grad.depth = 0"
            ),
            "no_grad",
        ),
        Known(
            "what arrives is not copied",
            changed(
                "modes",
                "np.array(np.ones_like(self.data) if gradient is None else gradient, dtype=self.data.dtype)",
                "np.asarray(np.ones_like(self.data) if gradient is None else gradient, dtype=self.data.dtype)",
            ),
            "what arrives does not fit",
        ),
        Known("never let go", changed("modes", "if not retain_graph:", "if False:"), "a second walk"),
        Known("always let go", changed("modes", "if not retain_graph:", "if True:"), "a retained graph"),
        Known(
            "landed on the way",
            changed(
                "modes",
                """    for leaf, grad in walk(self, gradient).items():
        leaf.grad = grad if leaf.grad is None else leaf.grad + grad
""",
                """    arrived = {self: gradient}
    for tensor in reversed(history(self)):
        if tensor.requires_grad and tensor.rule is None:
            tensor.grad = arrived[tensor] if tensor.grad is None else tensor.grad + arrived[tensor]
        elif tensor.rule is not None:
            for each, part in zip(tensor.inputs, tensor.rule(arrived.pop(tensor))):
                if each.requires_grad:
                    arrived[each] = arrived.get(each, 0) + fit(part, each.data)
                    if each.rule is None:
                        each.grad = arrived[each]
""",
            ),
            "a second walk",
        ),
        Known(
            "only the root is refused",
            changed(
                "modes",
                "        for result in history(self):\n            result.rule = result.rule and used_up\n",
                "        self.rule = self.rule and used_up\n",
            ),
            "a second walk",
        ),
        Known(
            "ones for everything",
            changed("modes", "if gradient is None and self.data.size != 1:", "if False:"),
            "what arrives does not fit",
        ),
        Known(
            "no entry at all is let in",
            changed("modes", "gradient is None and self.data.size != 1", "gradient is None and self.data.size > 1"),
            "what arrives does not fit",
        ),
        Known(
            "a shape that broadcasts is let in",
            changed("modes", "if gradient.shape != self.data.shape:", "if gradient.size > self.data.size:"),
            "what arrives does not fit",
        ),
        Known(
            "no guard for plain data", changed("modes", "if not self.requires_grad:", "if False:"), "no graph at all"
        ),
        Known("long", CELLS["modes"] + "\n" + "\n".join(f"unused_{i} = {i}" for i in range(60)), "size"),
        Known(
            "a switch that remembers",
            changed(
                "modes", "        no_grad.depth += 1\n", "        self.before, no_grad.depth = no_grad.depth, 1\n"
            ).replace("        no_grad.depth -= 1\n", "        no_grad.depth = self.before\n"),
        ),
    ),
)

# ---- stage 6 --------------------------------------------------------------------------------------------------------

STEPS = (
    TOOLS
    + """
start, gradients, lr = inputs
w, found = leaf(start), []
optimizer = SGD([w], lr)
for gradient in gradients:
    optimizer.zero_grad()
    (w * plain(gradient)).sum().backward()
    optimizer.step()
    found.append(listed(w.data))
optimizer.step()
answer = [found, listed(w.data)]
"""
)
CARE = (
    TOOLS
    + """
start, gradients, lr = inputs
w, idle, alone = leaf(start), leaf(start), leaf(start[0])
array, optimizer = w.data, SGD([w, idle, alone], lr)
(w * plain(gradients[0])).sum().backward()
optimizer.step()
optimizer.zero_grad()
answer = [listed(array), listed(idle.data), listed(alone.data), listed(w.grad)]
"""
)
LEARNED = """
x, y, points = (np.array(each) for each in inputs)
predict = train(x, y)
answer = [predict(x).tolist(), predict(points).tolist()]
"""


def descents(rng):
    start = rng.normal(size=3).round(3).tolist()
    return start, rng.normal(size=(4, 3)).round(3).tolist(), float(rng.choice([0.1, 0.25]))


def stepped(start, gradients, lr):
    gradients = [*gradients, gradients[-1]]
    places = (np.array(start) - lr * np.cumsum(gradients, axis=0)).tolist()
    return [places[:-1], places[-1]]


def with_care(start, gradients, lr):
    return [(np.array(start) - lr * np.array(gradients[0])).tolist(), start, start[0], None]


ARC = np.linspace(0, np.pi, 200)
MOONS = np.stack([np.cos(ARC), np.sin(ARC)], 1), np.stack([1 - np.cos(ARC), 0.5 - np.sin(ARC)], 1)


def moons(rng):
    """(points, classes, new points)."""
    x, y = two_moons(200, noise=0.15, seed=int(rng.integers(1_000_000)))
    return x.tolist(), y.tolist(), two_moons(400, noise=0.1, seed=int(rng.integers(1_000_000)))[0].tolist()


def classes_of(points):
    """The moon that each point is nearer to."""
    points = np.array(points)[:, None]
    upper, lower = (np.linalg.norm(points - moon, axis=2).min(axis=1) for moon in MOONS)
    return lower < upper


def learned(answer, inputs):
    trained, new = np.array(answer[0]), np.array(answer[1])
    if trained.shape != (200,) or new.shape != (400,):
        return f"For 200 and for 400 points, `predict` returns arrays of shapes {trained.shape} and {new.shape}."
    p, y = np.clip(trained, 1e-12, 1 - 1e-12), np.array(inputs[1])
    loss = -np.mean(np.where(y == 1, np.log(p), np.log(1 - p)))
    share = ((new > 0.5) == classes_of(inputs[2])).mean()
    if not share > 0.97:
        return f"{100 * share:.1f}% of 400 new points come out right; more than 97% is asked for."
    return (
        True
        if loss < 0.12
        else f"After training, the loss on the points is {loss:.2f}; a loss below 0.12 is asked for."
    )


TRAINING = Question(
    cell="training",
    entry=("SGD", "train"),
    withheld=WITHHELD,
    needs=ENGINE,
    prelude=GIVEN,
    seconds=20.0,
    trials=(
        Trial("steps", 2, descents, STEPS, "The steps of SGD are off.", reference=stepped, idea="M40"),
        Trial(
            "in place, and cleared",
            1,
            descents,
            CARE,
            "SGD does not write into the arrays, moves what has no gradient, or does not clear to None.",
            reference=with_care,
            idea="M09",
        ),
        Trial("moons", 5, moons, LEARNED, "", holds=learned),
    ),
    known=(
        Known("uphill", changed("training", "each.data -= ", "each.data += "), "steps"),
        Known(
            "another array",
            changed("training", "each.data -= self.lr * each.grad", "each.data = each.data - self.lr * each.grad"),
            "in place, and cleared",
        ),
        Known(
            "zeros in place of None",
            changed("training", "            each.grad = None", "            each.grad = np.zeros_like(each.data)"),
            "in place, and cleared",
        ),
        Known("no layer in between", changed("training", ".relu() @ second", " @ second"), "moons"),
        Known("a few steps", changed("training", "range(250)", "range(20)"), "moons"),
        Known(
            "exp as squashing, momentum",
            re.sub(
                r"def train.*?### END SOLUTION",
                """def train(x, y, progress=list):
    rng = np.random.default_rng(5)
    shapes = ((2, 20), (20,), (20, 1), (1,))
    params = [Tensor(rng.normal(size=shape), True) for shape in shapes]
    push = [0.0] * 4
    def logit(x):
        a, b, c, d = params
        return (1 / (1 + (-(Tensor(x) @ a + b)).exp())) @ c + d
    for step in progress(range(800)):
        side = Tensor(1.0 - 2.0 * np.array(y)[:, None])
        loss = ((side * logit(x)).exp() + 1).log().mean()
        for p in params:
            p.grad = None
        loss.backward()
        for i, p in enumerate(params):
            push[i] = 0.9 * push[i] + p.grad
            p.data -= 0.3 * push[i]
    return lambda points: 1 / (1 + np.exp(-logit(points).data.reshape(-1)))""",
                CELLS["training"],
                flags=re.S,
            ),
        ),
        Known(
            "smaller, longer",
            changed("training", "24", "16").replace("range(250)", "range(800)").replace("lr=2.0", "lr=1.0"),
        ),
    ),
)

# ---- stage 7 --------------------------------------------------------------------------------------------------------

ROOMS = (
    TOOLS
    + """
a, b, c = inputs
x, y = leaf(a), leaf(b)
found = None
if CHOICE == "hooks":
    seen, middle = [], x * y
    middle.register_hook(lambda grad: grad * 3.0)
    middle.register_hook(lambda grad: seen.append(np.array(grad).tolist()))
    x.register_hook(lambda grad: -grad)
    ((middle * middle + middle) * plain(c)).sum().backward()
    (x * y).sum().backward()
    found = [seen, listed(x.grad), listed(y.grad)]
elif CHOICE == "render":
    root = ((x * y + plain(c)).exp() * x + y.relu()).sum()
    nodes, stack, found = {}, [root.grad_fn], []
    while stack:
        node = stack.pop()
        if node is not None and node not in nodes:
            nodes[node] = len(nodes)
            stack.extend(each for each, _ in reversed(node.next_functions))
    for node in nodes:
        onward = [None if each is None else nodes[each] for each, _ in node.next_functions]
        leaf_there = getattr(node, "variable", None)
        found.append([type(node).__name__, onward, listed(leaf_there.data) if leaf_there is not None else None])
    found.append([root.grad_fn is root.grad_fn, x.grad_fn is None])
elif CHOICE == "fusion":
    result = fused(x, ["exp", ("add", -1.0), ("mul", b[0]), "relu", ("add", 1.5), "log"])
    count = len(history(result))
    result.backward(np.array(c))
    found = [listed(result.data), listed(x.grad), count]
elif CHOICE == "second":
    loss = (x**3 * y + x * x).sum()
    first = slope(loss, x)
    found = [listed(first.data), listed(slope((first * plain(c)).sum(), x).data),
             listed(slope((first * first).sum(), y).data), x.grad is None]
answer = [CHOICE, found]
"""
)


def both_signs(rng):
    """Three rows; the first has a number above 0 and one below 0."""
    first, *others = rows(rng)
    return [abs(first[0]), -abs(first[1]), *first[2:]], *others


def hooked(a, b, c):
    """[gradients seen in the middle, x.grad, y.grad]: one hook there triples the gradient, one at x flips its sign."""
    arrives = (2 * a * b + 1) * c
    return [[(3 * arrives).tolist()], (-3 * arrives * b - b).tolist(), (3 * arrives * a + a).tolist()]


def rendered(a, b, c):
    """[name, numbers of the next nodes, leaf's numbers] for each node, depth first; then two checks of `grad_fn`."""
    x, y = "AccumulateGrad", "AccumulateGrad"
    return [
        ["SumBackward0", [1], None],
        ["AddBackward0", [2, 8], None],
        ["MulBackward0", [3, 6], None],
        ["ExpBackward0", [4], None],
        ["AddBackward0", [5, None], None],
        ["MulBackward0", [6, 7], None],
        [x, [], a.tolist()],
        [y, [], b.tolist()],
        ["ReluBackward0", [7], None],
        [True, True],
    ]


def fused_into_one(a, b, c):
    inner = (np.exp(a) - 1) * b[0]
    above = inner > 0
    outer = inner * above + 1.5
    return [np.log(outer).tolist(), (c / outer * above * b[0] * np.exp(a)).tolist(), 2]


def twice_sloped(a, b, c):
    first = 3 * a**2 * b + 2 * a
    return [first.tolist(), (c * (6 * a * b + 2)).tolist(), (2 * first * 3 * a**2).tolist(), True]


TRUE_ROOMS = {"hooks": hooked, "render": rendered, "fusion": fused_into_one, "second": twice_sloped}


def any_room(*inputs):
    """The right answers of all rooms, by NumPy and by hand; the probe's CHOICE says which one was chosen."""
    return OneOf(*([choice, room(*map(np.array, inputs))] for choice, room in TRUE_ROOMS.items()))


HOOKS = """
CHOICE = "hooks"

def register_hook(tensor, function):
    if not hasattr(tensor, "hooks"):
        tensor.hooks = []
    tensor.hooks.append(function)

def walk(root, gradient):
    arrived, leaves = {root: gradient}, {}
    for tensor in reversed(history(root)):
        if tensor not in arrived:
            continue
        grad = arrived.pop(tensor)
        for hook in getattr(tensor, "hooks", ()):
            given = hook(grad)
            grad = grad if given is None else given
        if tensor.rule is None:
            leaves[tensor] = grad
            continue
        for each, part in zip(tensor.inputs, tensor.rule(grad)):
            if each.requires_grad:
                part = fit(part, each.data)
                arrived[each] = arrived[each] + part if each in arrived else part
    return leaves

Tensor.register_hook = register_hook
"""
FUSION = """
CHOICE = "fusion"

def fused(x, steps):
    start = x.data
    def run():
        values = [start]
        for step in steps:
            a = values[-1]
            word, number = step if isinstance(step, tuple) else (step, None)
            values.append({"exp": lambda: np.exp(a), "log": lambda: np.log(a), "relu": lambda: np.maximum(a, 0),
                           "mul": lambda: a * number, "add": lambda: a + number}[word]())
        return values
    def rule(grad):
        values = run()
        for step, before, after in zip(reversed(steps), reversed(values[:-1]), reversed(values[1:])):
            word, number = step if isinstance(step, tuple) else (step, None)
            grad = grad * {"exp": after, "log": 1 / before, "relu": before > 0, "mul": number, "add": 1.0}[word]
        return (grad,)
    return record(run()[-1], (x,), rule)
"""
SECOND = """
CHOICE = "second"

def slope(y, x):
    arrived = {y: Tensor(np.ones_like(y.data))}
    for tensor in reversed(history(y)):
        if tensor.rule is None or tensor not in arrived:
            continue
        for each, part in zip(tensor.inputs, tensor.by_tensors(arrived.pop(tensor))):
            if each.requires_grad:
                part = shrunk(part, each)
                arrived[each] = arrived[each] + part if each in arrived else part
    return arrived[x]

def shrunk(grad, like):
    if grad.data.shape == like.data.shape:
        return grad
    result = record(fit(grad.data, like.data), (grad,), lambda g: (np.broadcast_to(g, grad.data.shape),))
    result.by_tensors = lambda g: (stretched(g, grad.data.shape),)
    return result

def stretched(grad, shape):
    result = record(np.broadcast_to(grad.data, shape), (grad,), lambda g: (g,))
    result.by_tensors = lambda g: (g,)
    return result

def taught(operation, rule):
    def method(a, b=None):
        result = operation(a) if b is None else operation(a, b)
        b = beside(a, b) if b is not None and operation is not plain_power else b
        if result.requires_grad:
            if operation not in (plain_power, plain_sum):
                result.inputs = (a, b)
            result.by_tensors = lambda grad: rule(grad, a, b)
        return result
    return method

plain_add, plain_mul, plain_power, plain_sum = Tensor.__add__, Tensor.__mul__, power, total
Tensor.__add__ = Tensor.__radd__ = taught(plain_add, lambda grad, a, b: (grad, grad))
Tensor.__mul__ = Tensor.__rmul__ = taught(plain_mul, lambda grad, a, b: (grad * b, grad * a))
Tensor.__pow__ = taught(plain_power, lambda grad, a, n: (grad * n * a ** (n - 1),))
Tensor.sum = taught(plain_sum, lambda grad, a, dim: (stretched(grad, a.data.shape),))
"""

EXTRA = Question(
    cell="extra",
    entry=("CHOICE",),
    withheld=WITHHELD,
    needs=ENGINE,
    prelude=GIVEN,
    trials=(
        Trial(
            "the chosen room",
            6,
            both_signs,
            ROOMS,
            f"The room you chose does not give what it should, or CHOICE is not one of {', '.join(TRUE_ROOMS)}.",
            reference=any_room,
        ),
    ),
    known=(
        Known("nothing chosen", 'CHOICE = ""', "the chosen room"),
        Known(
            "hooks that see each part",
            HOOKS.replace("if tensor not in arrived:", "if tensor not in arrived or not tensor.requires_grad:").replace(
                "                part = fit(part, each.data)\n",
                "                part = fit(part, each.data)\n"
                "                for hook in getattr(each, 'hooks', ())[:1]:\n                    part = hook(part)\n",
            ),
            "the chosen room",
        ),
        Known(
            "a new node each time",
            changed("extra", ' and not hasattr(tensor, "node")', "").replace(
                "tensor.node = AccumulateGrad(tensor)\n    return tensor.node if",
                "return getattr(tensor, 'node', None) or AccumulateGrad(tensor)\n    return tensor.node if",
            ),
            "the chosen room",
        ),
        Known("fusion that forgets relu", FUSION.replace('"relu": before > 0', '"relu": 1.0'), "the chosen room"),
        Known(
            "slopes without a history",
            SECOND.replace("return arrived[x]", "return Tensor(arrived[x].data, True)"),
            "the chosen room",
        ),
        Known("hooks", HOOKS),
        Known("fusion", FUSION),
        Known("second", SECOND),
    ),
)

# ---- tests of their own ---------------------------------------------------------------------------------------------


def with_cells(**sources):
    """The model solution's whole engine, as a list of cells, some of them replaced by `sources`."""
    return ["import numpy as np", HOLES, *(sources.get(cell, CELLS[cell]) for cell in ENGINE)]


def another(question):
    """The other right answers to a question."""
    return [known.source for known in question.known if not known.caught_by]


# For each place: its cell, the text there, a faulty text, and other right texts. Both faulty and sound engines contain
# such other right texts, so that differing from the model solution does not reveal a fault.
PLACES = (
    (
        "modes",
        "grad if leaf.grad is None else leaf.grad + grad",
        "grad",
        "grad if leaf.grad is None else grad + leaf.grad",
        "leaf.grad + grad if leaf.grad is not None else grad",
        "grad + leaf.grad if leaf.grad is not None else grad",
    ),
    (
        "graph",
        "arrived[each] + part if each in arrived else part",
        "part",
        "part + arrived[each] if each in arrived else part",
        "part if each not in arrived else arrived[each] + part",
        "part if each not in arrived else part + arrived[each]",
    ),
    (
        "graph",
        "(grad * b, grad * a)",
        "(grad * a, grad * b)",
        "(b * grad, a * grad)",
        "(b * grad, grad * a)",
        "(grad * b, a * grad)",
    ),
    (
        "arrays",
        "size == 1 != grad.shape[axis]",
        "size == 1 != grad.shape[axis] and axis > 0",
        "size == 1 != grad.shape[axis] and axis >= 0",
        "grad.shape[axis] != 1 == size",
        "size == 1 and grad.shape[axis] != 1",
    ),
    ("operations", "(grad * above,)", "(grad,)", "(above * grad,)", "(grad * (above * 1),)", "(+grad * above,)"),
    (
        "operations",
        "np.add.at(full, key, grad)",
        "full[key] += grad",
        "np.add.at(full, key, +grad)",
        "np.add.at(full, key, grad * 1)",
        "np.subtract.at(full, key, -grad)",
    ),
    (
        "modes",
        "return no_grad.depth == 0",
        "return True",
        "return not no_grad.depth",
        "return no_grad.depth < 1",
        "return 0 == no_grad.depth",
    ),
    (
        "modes",
        "result.rule = result.rule and used_up",
        "pass",
        "result.rule = used_up if result.rule else result.rule",
        "result.rule = result.rule if not result.rule else used_up",
        "result.rule = used_up if bool(result.rule) else None",
    ),
)
STANDING, FAULT, OTHERWISE = 0, 1, (2, 3, 4)  # indices of the texts of a place


def written(cell, chosen):
    """A cell of the model solution with other texts at some places; `chosen` is {place: index of the text}."""
    source = CELLS[cell]
    for place, which in chosen.items():
        where, *texts = PLACES[place]
        if where == cell:
            assert source.count(texts[STANDING]) == 1, texts[STANDING]
            source = source.replace(texts[STANDING], texts[which])
    return source


def _faulty_cells():
    for cell in ENGINE:
        places = [place for place, (where, *_) in enumerate(PLACES) if where == cell]
        for texts in product(range(len(PLACES[0]) - 1), repeat=len(places)):
            if FAULT in texts:
                yield written(cell, dict(zip(places, texts)))


FAULTY_CELLS = frozenset(_faulty_cells())
FOREIGN = [("graph", source) for source in another(GRAPH)] + [("arrays", source) for source in another(ARRAYS)]
SOUND = 4  # engines that are the model solution with some lines written otherwise


def drawn_engines(rng):
    """Faulty engines, one for each place, and sound ones. Every text of a place but the standing one is in one engine:
    the fault in a faulty one, the others in any; SOUND of the sound ones have at least two of these others each."""
    chosen = [{place: FAULT} for place in range(len(PLACES))] + [{} for _ in range(SOUND + len(FOREIGN))]
    foreign = dict(enumerate(FOREIGN, len(PLACES) + SOUND))
    for place, (cell, *_) in enumerate(PLACES):
        first = len(PLACES) + place % SOUND
        free = [each for each in range(len(chosen)) if each not in (place, first) and foreign.get(each, "-")[0] != cell]
        for engine, which in zip(
            [first, *rng.choice(free, len(OTHERWISE) - 1, replace=False)], rng.permutation(OTHERWISE)
        ):
            chosen[engine][place] = int(which)
    made = []
    for number, lines in enumerate(chosen):
        sources = {cell: written(cell, lines) for cell in ENGINE}
        made.append(with_cells(**sources | dict([foreign[number]] if number in foreign else [])))
    made.append(["import numpy as np", ANOTHER])
    return tuple(made[place] for place in rng.permutation(len(made)))


def is_sound(engine):
    return FAULTY_CELLS.isdisjoint(engine)


TRIED = """
from functools import cache
code_of = cache(lambda cell: compile(cell, "engine", "exec"))
def goes_through(cells):
    names = {"__name__": "engine"}
    for cell in cells:
        exec(code_of(cell), names)
    own = names["Tensor"]
    try:
        test_engine(SimpleNamespace(tensor=lambda data, requires_grad=False: own(data, requires_grad),
                                    no_grad=names["no_grad"]))
    except Exception:
        return False
    return True

answer = [goes_through(cells) for cells in inputs]
"""


def at_least(count):
    def holds(answer, inputs):
        if not all(through is True for engine, through in zip(inputs, answer, strict=True) if is_sound(engine)):
            return "Your tests stop at an engine that is sound."
        found = answer.count(False)
        return (
            True if found >= count else f"Your tests find {found} of {len(PLACES)} faults; {count} are asked for here."
        )

    return holds


TESTS = Question(
    cell="tests",
    entry=("test_engine",),
    prelude=GIVEN,
    seconds=10.0,
    tells_answers=True,
    trials=(
        Trial("three faults found", 4, drawn_engines, TRIED, "", holds=at_least(3)),
        Trial("six faults found", 6, drawn_engines, TRIED, "", holds=at_least(6)),
    ),
    known=(
        Known("everything goes through", "def test_engine(engine):\n    pass\n", "three faults found"),
        Known("nothing goes through", "def test_engine(engine):\n    assert False\n", "three faults found"),
        Known(
            "one expression",
            """
def test_engine(engine):
    x = engine.tensor(3.0, requires_grad=True)
    (x * x).backward()
    assert x.grad.tolist() == 6.0
""",
            "three faults found",
        ),
        Known(
            "three programs",
            """
def test_engine(engine):
    x, y = engine.tensor(3.0, requires_grad=True), engine.tensor(2.0, requires_grad=True)
    (x * y + x).backward()
    assert x.grad.tolist() == 3.0 and y.grad.tolist() == 3.0
    (x * y).backward()
    assert x.grad.tolist() == 5.0
""",
            "six faults found",
        ),
        Known(
            "differences in place of numbers",
            """
def test_engine(engine):
    programs = [lambda x, y: (x * y + x * x).sum(), lambda x, y: (x.relu() * y).sum(), lambda x, y: (x @ y).exp().sum(),
                lambda x, y: (x[[0, 0, 1]] * y[:, :1]).mean(), lambda x, y: (x * y[:1] * 2).sum(),
                lambda x, y: (x[:, :1] * y).sum() / 3]
    rng = np.random.default_rng(1)
    for program in programs:
        a = rng.normal(size=(3, 3))
        b = rng.normal(size=(3, 3))
        x, y = engine.tensor(a, requires_grad=True), engine.tensor(b, requires_grad=True)
        for times in (1, 2):
            loss = program(x, y)
            loss.backward()
            for leaf, where in ((x, a), (y, b)):
                for place in np.ndindex(3, 3):
                    ends = []
                    for h in (1e-6, -1e-6):
                        where[place] += h
                        ends.append(float(program(engine.tensor(a), engine.tensor(b)).data.tolist()))
                        where[place] -= h
                    slope = (ends[0] - ends[1]) / 2e-6
                    assert abs(np.array(leaf.grad.tolist())[place] - times * slope) < 1e-4
    with engine.no_grad():
        assert not (x * y).requires_grad
""",
        ),
    ),
)

RUBRIC = Rubric(
    "13_capstone", (GRAPH, LEAVES, ARRAYS, OPERATIONS, MODES, TRAINING, EXTRA, TESTS), {"clarity": 7, "explain": 10}
)
