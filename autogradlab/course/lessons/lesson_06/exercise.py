"""Exercise 06: the whole table of slopes, one weighted row without the table, and the tables of a whole batch."""

from functools import partial

import numpy as np

import autogradlab as ag
from autogradlab.course import exercise
from autogradlab.course.exercise import passed, require

#: The tables are made by the learner's own walks.
WITHHELD = ("autogradlab.autograd.functional", "autogradlab.autograd.differences", "autogradlab.course")
call = partial(exercise.call, without=WITHHELD)

TABLE, WEIGHED, BATCH = "jacobian", "weighed_rows", "batch_jacobian"


class Counting:
    """A function of one vector that counts its calls and keeps the gradient that each walk back sends to its result."""

    def __init__(self, f):
        self.f, self.forwards, self.arrived = f, 0, []

    def __call__(self, x):
        self.forwards += 1
        y = self.f(x)
        if y.requires_grad:
            y.register_hook(self._walked)
        return y

    def _walked(self, grad):
        self.arrived.append(grad.tolist())

    @property
    def walks(self):
        return len(self.arrived)


def three_of_two(x):
    """[x0 * x1, x0 + x1, x0**2]: three outputs of two inputs."""
    return ag.stack([x[0] * x[1], x[0] + x[1], x[0] ** 2])


def two_of_four(x):
    """Two outputs of four inputs; the second does not depend on the first two inputs."""
    return ag.stack([(x * x).sum(), x[2] - 3 * x[3]])


# ---- a: the table ---------------------------------------------------------------------------------------------------


def check_table(jacobian):
    """Three outputs, two inputs."""
    f = Counting(three_of_two)
    got = _array(TABLE, call(jacobian, f, ag.tensor([2.0, 5.0]), name=TABLE))
    wanted = np.array([[5.0, 2.0], [1.0, 1.0], [4.0, 0.0]])
    require(
        got.shape != (2, 3) or not np.allclose(got, wanted.T),
        "rows and columns have changed places",
        "row i belongs to output i: one line for each output",
    )
    one_each = sorted(f.arrived) == [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    require(
        not (got.shape == (3, 2) and (got == got[0]).all() and one_each),
        "all rows of your table are equal",
        "the list holds one tensor, and each walk has added to it: make a new leaf for each row",
    )
    require(
        not _is(got, np.cumsum(wanted, axis=0)) or one_each,
        "each row holds the rows above it as well: the weights of the rows before still count 1",
        "set the old entry of v back to 0, or make a new v for each row: ag.zeros(m)",
    )
    require(
        not _is(got, np.cumsum(wanted, axis=0)),
        "each row holds the rows above it as well",
        "clear between two walks, or make a new leaf for each",
    )
    require(
        got.shape == (3, 2),
        f"for three outputs of two inputs your table has the shape {got.shape}",
        "one row for each output, one column for each input",
    )
    require(
        _is(got, wanted),
        f"at [2, 5] you give {got.tolist()}, not {wanted.tolist()}",
        "row i is what x.grad holds when output i counts 1 and the others count 0",
    )
    require(
        f.walks,
        "your table is right here, but no walk back made it",
        "differences are only near the slopes: let backward bring each row",
    )
    passed("three outputs of two inputs: rows [5, 2], [1, 1] and [4, 0]")


def check_shapes(jacobian):
    """More inputs than outputs, a single output, and slopes of 0."""
    got = _array(TABLE, call(jacobian, two_of_four, ag.tensor([1.0, 2.0, 3.0, 4.0]), name=TABLE))
    wanted = [[2.0, 4.0, 6.0, 8.0], [0.0, 0.0, 1.0, -3.0]]
    told = f"two outputs of four inputs: you give {got.tolist()}, not {wanted}"
    require(
        got.shape == (2, 4), told, "how many rows does your loop go through: as many as there are outputs, or inputs?"
    )
    require(_is(got, wanted), told, "see the check above: each row is that of one output alone")
    got = _array(TABLE, call(jacobian, lambda x: x[:1] ** 2, ag.tensor([3.0, 7.0]), name=TABLE))
    require(
        _is(got, [[6.0, 0.0]]),
        f"for one output of two inputs you give {got.tolist()}, not [[6.0, 0.0]]",
        "a table of one row still has two pairs of brackets",
    )
    passed("two outputs of four inputs, and a single one: slopes of 0 included")


def check_alone(jacobian):
    """The caller's tensor stays as it was."""
    x = ag.tensor([2.0, 5.0], requires_grad=True)
    x.grad = ag.tensor([100.0, 100.0])
    got = _array(TABLE, call(jacobian, three_of_two, x, name=TABLE))
    require(
        got.shape == (3, 2), f"your table has the shape {got.shape}, and it should be (3, 2)", "see the check above"
    )
    first = np.round(got[0], 4).tolist()
    require(
        np.max(first) < 100,
        f"with an old gradient of 100 in x.grad your first row is {first}",
        "make a leaf of your own: x.detach().requires_grad_()",
    )
    require(_is(got[0], [5.0, 2.0]), f"your first row is {first}, and it should be [5.0, 2.0]", "see the check above")
    require(
        x.grad is not None and _is(x.grad.tolist(), [100.0, 100.0]),
        "x.grad was [100, 100] before the call, and now it is not",
        "make a leaf of your own: x.detach().requires_grad_()",
    )
    require(_is(x.tolist(), [2.0, 5.0]), "x itself has changed", "nothing in this task needs a step")
    passed("the caller's x and its .grad are as before")


# ---- b: without the table -------------------------------------------------------------------------------------------


def check_weighed(weighed_rows):
    """v @ J, in one walk."""
    f, x, v = Counting(three_of_two), ag.tensor([2.0, 5.0]), ag.tensor([1.0, 10.0, 100.0])
    given = call(weighed_rows, f, x, v, name=WEIGHED)
    require(
        not (isinstance(given, tuple) and len(given) == 1),
        f"`{WEIGHED}` gave a tuple with one tensor in it",
        "`autograd.grad` gives a tuple with one gradient for each input: take `[0]`",
    )
    got = _array(WEIGHED, given)
    require(not _is(got, [10.0, 3.0]), "you give [10, 3], which is all rows added with weight 1", "hand v to backward")
    require(
        _is(got, [415.0, 12.0]),
        f"for the weights 1, 10, 100 you give {got.tolist()}, not [415.0, 12.0]",
        "each row times its weight, added: backward does both",
    )
    require(
        f.walks == 1 and f.forwards == 1,
        f"you called f {f.forwards} times and walked back {f.walks} times",
        "one forward and one backward(v) are enough: no table is needed",
    )
    _is_left_alone(x)
    x = ag.tensor([2.0, 5.0], requires_grad=True)
    x.grad = ag.tensor([100.0, 100.0])
    got = _array(WEIGHED, call(weighed_rows, three_of_two, x, v, name=WEIGHED))
    require(
        _is(got, [415.0, 12.0]) and x.grad is not None and _is(x.grad.tolist(), [100.0, 100.0]),
        f"x.grad was [100, 100] before the call, and after it x.grad is {x.grad!r}; you give {got.tolist()}",
        "make a leaf of your own: x.detach().requires_grad_()",
    )
    passed("weights 1, 10, 100: [415, 12], with one walk back, and x is as before")


# ---- c: a batch of tables -------------------------------------------------------------------------------------------


def batched(x):
    """Three outputs of two inputs for each row of x."""
    return ag.stack([x[:, 0] * x[:, 1], x[:, 0] + x[:, 1], x[:, 0] ** 2], dim=1)


def check_batch(batch_jacobian):
    """A table for each row, in as many walks as there are outputs."""
    f, x = Counting(batched), ag.tensor([[2.0, 5.0], [1.0, -1.0], [0.0, 3.0], [4.0, 4.0]])
    got = _array(BATCH, call(batch_jacobian, f, x, name=BATCH))
    wanted = np.array([[[b, a], [1, 1], [2 * a, 0]] for a, b in ([2, 5], [1, -1], [0, 3], [4, 4])], dtype=float)
    require(
        got.shape != (3, 4, 2) or not _is(got.swapaxes(0, 1), wanted),
        "you give a table for each output, with a row for each sample",
        "sample first: the shape is (samples, outputs, inputs); ag.stack(rows, dim=1) puts the rows in the middle",
    )
    require(
        got.shape == (4, 3, 2),
        f"four samples, three outputs, two inputs: you give the shape {got.shape}",
        "a table of shape (3, 2) for each of the four samples",
    )
    require(
        _is(got, wanted),
        f"the table of the first sample should be {wanted[0].tolist()}, and is {got[0].tolist()}",
        "let output i of every sample count 1, and all the others 0: a column of ones in v",
    )
    require(
        f.walks <= 3,
        f"you walked back {f.walks} times for 3 outputs",
        "samples do not feel each other, so one walk brings row i of every table at once",
    )
    _is_left_alone(x)
    passed("four tables of three rows in three walks")


# ---- d: what it costs -----------------------------------------------------------------------------------------------


def show_cost(jacobian, weighed_rows):
    """Print how many walks back each of the two functions takes, for more and more outputs."""
    lines = ["outputs  inputs   walks for the table   walks for v @ J"]
    for outputs, inputs in ((1, 1000), (3, 3), (30, 3), (300, 3)):
        lines.append(f"{outputs:7}  {inputs:6}   " + _cost(jacobian, weighed_rows, outputs, inputs))
    print("\n".join(lines))


def _cost(jacobian, weighed_rows, outputs, inputs):
    """The walks of both, or two dashes if one of the functions does not run yet."""
    table, product = (Counting(lambda x: ag.stack([(x * i).sum() for i in range(outputs)])) for _ in range(2))
    try:
        jacobian(table, ag.ones(inputs))
        weighed_rows(product, ag.ones(inputs), ag.ones(outputs))
    except Exception:
        return f"{'-':>19}   {'-':>15}"
    return f"{table.walks:19}   {product.walks:15}"


def _is_left_alone(x):
    """The caller's x asks for no gradient, as before the call."""
    require(
        not x.requires_grad and x.grad is None,
        "the caller's x asked for no gradient before the call, and now it does",
        "make a leaf of your own: x.detach().requires_grad_()",
    )


def _is(got, wanted):
    return np.shape(got) == np.shape(wanted) and np.allclose(got, wanted, rtol=1e-4, atol=1e-5)


def _array(name, given):
    """The result of the learner's function, as an array of floats."""
    plain = given.tolist() if hasattr(given, "tolist") else given
    if isinstance(plain, (list, tuple)):
        plain = [row.tolist() if hasattr(row, "tolist") else row for row in plain]
    try:
        return np.array(plain, dtype=float)
    except (TypeError, ValueError):
        require(False, f"`{name}` gave {given!r:.80}", "give a tensor; ag.stack makes one of a list of rows")
