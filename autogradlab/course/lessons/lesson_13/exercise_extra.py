"""Exercise 13, stage 7: one of four rooms to add."""

import numpy as np

import autogradlab as ag
from autogradlab.course.exercise import NotYet, passed, require

from .exercise_numbers import backward, call, grad_of, near


def check_extra(names):
    """Check the room that `CHOICE` names; `names` are all names of the notebook."""
    choice = names.get("CHOICE")
    if choice is None:
        raise NotYet("○ not attempted:", "there is no `CHOICE` yet", f"write CHOICE = one of {', '.join(ROOMS)}")
    require(choice in ROOMS, f"`CHOICE` is {choice!r}", f"choose one of {', '.join(ROOMS)}")
    passed(ROOMS[choice](names))


def _written(names, first_line):
    """The learner's function with this first line; raises NotYet if it is missing."""
    name = first_line.partition("(")[0]
    require(name in names, f"there is no `{name}` yet", f"write it below your choice: def {first_line}:")
    return names[name]


def _of_tensors(tensor, name):
    """Check that the learner has given tensors a method or a property of this name."""
    require(name in dir(tensor), f"a tensor has no `{name}` yet", f"give it to the class: Tensor.{name} = ...")


def _hooks(names):
    x = names["Tensor"]([1.0, 2.0], True)
    seen, middle = [], x * 3
    _of_tensors(middle, "register_hook")
    call(lambda: middle.register_hook(lambda grad: seen.append(np.array(grad))) or True, name="register_hook")
    middle.register_hook(lambda grad: grad * 10)
    call(backward, (middle * middle + middle).sum(), name="backward")
    require(
        len(seen) == 1,
        f"a hook in the middle ran {len(seen)} times for one `backward()`",
        "call it once, when everything has arrived",
    )
    require(
        not near(seen[0], [70.0, 130.0]),
        "the hook that was registered first saw what the second one gives",
        "several hooks run in the order in which they were registered",
    )
    require(
        near(seen[0], [7.0, 13.0]),
        f"the hook saw {seen[0]}, and [7, 13] arrives there in all",
        "two paths lead there: wait for both",
    )
    require(
        near(grad_of(x), [210.0, 390.0]),
        f"with a second hook that gives 10 times as much, `x.grad` is {x.grad}",
        "what a hook returns takes the place of what arrived; None changes nothing",
    )
    leaf = names["Tensor"](2.0, True)
    leaf.register_hook(lambda grad: -grad)
    call(backward, leaf * leaf, name="backward")
    call(backward, leaf * leaf, name="backward")
    require(
        near(grad_of(leaf), -8.0),
        f"a hook on a leaf that turns the sign: after two walks of 4 you have {leaf.grad}",
        "a hook sees what arrives, not what is in `.grad` already",
    )
    return "hooks see the whole gradient once, and what they return takes its place"


def _render(names):
    Tensor = names["Tensor"]
    x, w, data = Tensor([1.0, 2.0], True), Tensor([3.0, -1.0], True), Tensor([5.0, 5.0])
    loss = call(lambda: ((x * w + data).exp() * x).sum(), name="an expression")
    _of_tensors(loss, "grad_fn")
    node = call(lambda: loss.grad_fn, name="grad_fn")
    require(x.grad_fn is None, f"`grad_fn` of a leaf is {x.grad_fn!r}", "None")
    require(node is loss.grad_fn, "`grad_fn` gives a different node each time", "make it once, and keep it")
    listed = call(_listed, node, name="next_functions")
    require(listed == WANTED, f"from the loss the nodes are {listed}", f"in PyTorch they are {WANTED}")
    product = node.next_functions[0][0]
    require(product.next_functions[1][0].variable is x, "the node of the leaf x does not know it", "its `variable`")
    text = call(lambda: ag.draw(loss, names={"x": x, "w": w, "loss": loss}, layout="own"), name="ag.draw").text
    require("leaf x = [1, 2]" in text, "the drawing does not show the numbers of x", "`numpy()` gives the array")
    return "the drawing room draws your graph"


WANTED = [
    "SumBackward0",
    "MulBackward0",
    "ExpBackward0",
    "AddBackward0",
    "MulBackward0",
    "AccumulateGrad",
    "AccumulateGrad",
]


def _listed(node):
    """The names of all nodes, each once, depth first."""
    seen, stack, names = set(), [node], []
    while stack:
        node = stack.pop()
        if node is not None and node not in seen:
            seen.add(node)
            names.append(type(node).__name__)
            stack.extend(each for each, _ in reversed(node.next_functions))
    return names


def _fusion(names):
    x = names["Tensor"](np.array([0.5, -1.0, 2.0]), True)
    steps = ["exp", ("mul", -2.0), ("add", 3.0), "relu", ("add", 1.0), "log"]
    y = call(_written(names, "fused(x, steps)"), x, steps, name="fused")
    middle = -2 * np.exp(x.data) + 3
    require(near(y.data, np.log(np.maximum(middle, 0) + 1)), f"the chain gives {y.data}", "one step after the other")
    require(
        len(names["history"](y)) == 2,
        f"the history has {len(names['history'](y))} entries, not 2",
        "compute with arrays, and call `record` once",
    )
    call(backward, y, np.array([1.0, 10.0, 100.0]), name="backward")
    above = middle > 0
    wanted = np.array([1.0, 10.0, 100.0]) * above * -2 * np.exp(x.data) / (np.maximum(middle, 0) + 1)
    require(
        near(grad_of(x), wanted),
        f"{x.grad} arrives at x, and it should be {wanted}",
        "on the way back, the slopes of all steps are multiplied",
    )
    return "one result with one rule for a chain of six steps"


def _second(names):
    x, other = names["Tensor"](2.0, True), names["Tensor"](5.0, True)
    y = call(lambda: x**3 * other + x * x, name="an expression")
    slope = _written(names, "slope(y, x)")
    first = call(slope, y, x, name="slope")
    require(near(first.data, 64.0), f"the slope of 5 x**3 + x**2 at 2 is {first.data}", "15 x**2 + 2 x is 64")
    second = call(slope, first, x, name="slope of a slope")
    require(near(second.data, 62.0), f"its second slope is {second.data}", "30 x + 2 is 62")
    mixed = call(slope, first, other, name="slope of a slope")
    require(
        near(mixed.data, 12.0),
        f"the slope of the slope with respect to the other factor is {mixed.data}",
        "3 x**2 is 12",
    )
    require(x.grad is None, "`slope` wrote into `.grad`", "it returns what arrives, and nothing lands")
    row = names["Tensor"]([1.0, 2.0, 3.0], True)
    first = call(slope, (row * row * row).sum(), row, name="slope")
    second = call(slope, (first * first).sum(), row, name="slope of a slope")
    require(near(second.data, 36 * row.data**3), f"for arrays, the second slope is {second.data}", "36 x**3")
    return "slopes of slopes, including mixed ones and those of arrays"


ROOMS = {"hooks": _hooks, "render": _render, "fusion": _fusion, "second": _second}
