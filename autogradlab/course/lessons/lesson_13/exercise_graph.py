"""Exercise 13, stages 1 and 2: the record, the walk back, and what lands in leaves."""

import numpy as np

from autogradlab.course.exercise import passed, require

from .exercise_numbers import backward, call, grad_of, near, parts_of, raised, result_of

DEEP, LEVELS = 5_000, 10


def check_graph(Tensor, history, walk):
    """Single numbers: products, paths that meet, many uses, a long chain."""
    x, y = Tensor(3.0, True), Tensor(5.0, True)
    product = result_of(Tensor, lambda: x * y, "x * y")
    require(near(product.data, 15.0), f"`x * y` is {product.data} for 3 and 5", "multiply the arrays in `data`")
    sent = [float(part) for part in parts_of(product, 10.0, "x * y")]
    require(
        sent == [50.0, 30.0],
        f"where 10 arrives, your rule of 3 * 5 sends on {sent[0]:g} and {sent[1]:g}",
        "each factor gets what arrives times the *other* factor: 50 and 30",
    )
    root = product + x
    order = call(history, root, name="history")
    require(
        len(order) == len(set(order)) == 4,
        f"the history of `x * y + x` has {len(order)} entries, not 4",
        "each tensor is in it once, even one that is used twice",
    )
    place = {tensor: i for i, tensor in enumerate(order)}
    require(
        all(place[each] < place[tensor] for tensor in order for each in tensor.inputs),
        "in the history of `x * y + x` a result comes before one of its inputs",
        "append a tensor only when it comes from the stack a second time, after its inputs",
    )
    _once(Tensor, history)
    _walks(Tensor, walk, x, y, root)
    passed("products, paths that meet, a value used 100 times, and a chain of 5,000")


class Counted(tuple):
    """A tuple of inputs that counts how often it is iterated over."""

    times = 0

    def __iter__(self):
        self.times += 1
        return super().__iter__()


def _once(Tensor, history):
    """Check that `history` visits each result in a chain of doublings once, not once for each path."""
    end = a = Tensor(1.0, True, Counted())
    for _ in range(LEVELS):
        a = a + a
    call(history, a, name="history")
    require(
        end.inputs.times <= LEVELS,
        f"after {LEVELS} times `a = a + a`, the first `a` is visited {end.inputs.times:,} times",
        "pass over a tensor that has its place in `order` already",
    )


def _walks(Tensor, walk, x, y, root):
    found = call(walk, root, 1.0, name="walk")
    require(
        set(found) == {x, y},
        f"for `x * y + x`, `walk` gives entries for {len(found)} tensors, and there are 2 leaves",
        "`pop` takes a result out of `arrived` when it has its turn",
    )
    tracked = call(walk, _doubled(Tensor, x), 1.0, name="walk")
    require(
        set(tracked) == {x},
        f"for `x * 2`, `walk` gives entries for {len(tracked)} tensors, and only x asks for a gradient",
        "pass over inputs whose `requires_grad` is False",
    )
    require(
        not near(found[x], 1.0) and not near(found[x], 5.0),
        f"x is used twice, and {found[x]} arrives there",
        "what arrives on a second path is added to what is there",
    )
    require(
        near(found[x], 6.0) and near(found[y], 3.0),
        f"{found[x]} and {found[y]} arrive at x and y",
        "for `x * y + x` at 3 and 5 it is 6 and 3",
    )
    a = 2 * x
    late = call(walk, a * (a * a + a), 1.0, name="walk")[x]
    require(
        near(late, 2 * (3 * 36 + 2 * 6)),
        f"where paths of different length meet, {late} arrives, not 240",
        "a result has its turn when everything has arrived: go through `reversed(history(root))`",
    )
    hundred = x * 1
    for _ in range(99):
        hundred = hundred + x
    require(
        near(call(walk, hundred, 1.0, name="walk")[x], 100.0),
        "x added 100 times does not give the slope 100",
        "each use is a path of its own",
    )
    deep = x
    for _ in range(DEEP):
        deep = deep + 1
    require(near(call(walk, deep, 1.0, name="walk")[x], 1.0), "a chain of 5,000 does not give 1", "no recursion")


def _doubled(Tensor, x):
    """`x * 2`, checked to stand beside a tensor and not beside the plain number."""
    error = raised(lambda: x * 2.0)
    beside = "begin with `other = beside(self, other)`, as in `__add__`"
    require(not isinstance(error, (AttributeError, TypeError)), "`x * 2` stops, because 2 is a plain number", beside)
    result = call(lambda: x * 2.0, name="x * 2")
    require(all(isinstance(each, Tensor) for each in result.inputs), "an input of `x * 2` is a plain number", beside)
    return result


def check_leaves(Tensor):
    """Which gradients land in `.grad`, that later ones are added, and where none lands."""
    x, data = Tensor(3.0, True), Tensor(2.0)
    middle = call(lambda: x * data, name="__mul__")
    require(
        call(backward, middle * middle, name="backward") and x.grad is not None,
        "nothing lands in `x.grad`",
        "go through `walk(self, gradient).items()`",
    )
    require(near(grad_of(x), 24.0), f"for (2x)**2 at 3, `x.grad` is {grad_of(x)}, not 24", "what does `walk` give?")
    require(
        middle.grad is None and data.grad is None,
        "a middle tensor or plain data got a `.grad`",
        "only leaves that ask for a gradient are in what `walk` gives",
    )
    call(backward, 3 * x, name="backward")
    require(not near(grad_of(x), 3.0), "a second loss replaces what is there", "a later gradient is added")
    require(near(grad_of(x), 27.0), f"24, then 3 more: `x.grad` is {grad_of(x)}", "add what arrives")
    x.grad = None
    call(backward, 3 * x, name="backward")
    require(
        near(grad_of(x), 3.0),
        f"after `x.grad = None`, 3 arrives and {grad_of(x)} is there",
        "the first gradient is stored",
    )
    _new_array(Tensor)
    require(not (data * 2).requires_grad and not (data * 2).inputs, "plain data is recorded", "`record` decides that")
    passed("24, then 27, then 3 after clearing; nothing in the middle and nothing in plain data")


def _new_array(Tensor):
    """Check that a later gradient leaves the array of the first alone; two entries, as one number is never changed."""
    pair = Tensor([1.0, 2.0], True)
    call(backward, 3 * pair, np.ones(2), name="backward")
    first = grad_of(pair)
    call(backward, 3 * pair, np.ones(2), name="backward")
    require(near(grad_of(pair), [6.0, 6.0]), f"3 and 3, twice: `.grad` is {grad_of(pair)}", "add what arrives")
    require(near(first, [3.0, 3.0]), "the second call wrote into the array of the first", "make a new one: no `+=`")
