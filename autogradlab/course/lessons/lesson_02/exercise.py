"""Exercise 02: a graph as lines of text, each node once; and the number of paths from a result back to a tensor."""

from collections.abc import Iterator
from functools import partial

import numpy as np

import autogradlab as ag
from autogradlab.course import exercise
from autogradlab.course.exercise import NotYet, passed, require

#: The graph is walked by the learner's own function, not by the engine, a drawing, or a tool of another lesson.
WITHHELD = (
    "autogradlab.autograd.engine",
    "autogradlab.autograd.trace_torch",
    "autogradlab.course",
    "autogradlab.draw",
    "autogradlab.memory",
)
call = partial(exercise.call, without=WITHHELD)

END = "torch::autograd::AccumulateGrad"


def check_chain(graph_lines):
    """A chain of two operations: three nodes, three lines, the result's own first."""
    x = ag.tensor(2.0, requires_grad=True)
    lines = _lines(graph_lines, x.exp() ** 2)  # whose lines are not in order of the alphabet
    require(
        len(lines) == 3,
        f"for `x.exp() ** 2` you give {_counted(lines)}, and there are 3 nodes",
        "the two operations have a node each, and the end of the path is a node, too",
    )
    require(lines[0].startswith("Pow"), f"your first line is `{lines[0]}`", "begin with result.grad_fn")
    _require_same(lines, ["PowBackward0 -> ExpBackward0", f"ExpBackward0 -> {END}", END])
    passed("a chain of two operations: three nodes, three lines")


def check_shared(graph_lines):
    """A node that two links lead to gets a single line."""
    x = ag.tensor(2.0, requires_grad=True)
    s = x.exp()
    lines = _lines(graph_lines, s * (s + x))
    require(
        len(lines) >= 4,
        f"for `s * (s + x)` with `s = x.exp()` you give {_counted(lines)}, and there are 4 nodes",
        "three operations and the end at x: go on from every node that a link leads to, and give the end its line",
    )
    require(
        len(lines) == 4,
        f"for `s * (s + x)` with `s = x.exp()` you give {_counted(lines)}, and there are 4 nodes",
        "two links lead to the node of s, and two to the end at x: keep a set of the nodes that you have met",
    )
    _require_same(
        lines,
        [
            "MulBackward0 -> ExpBackward0, AddBackward0",
            f"AddBackward0 -> ExpBackward0, {END}",
            f"ExpBackward0 -> {END}",
            END,
        ],
    )
    lines = _lines(graph_lines, ((x**2) ** 2) ** 2)
    require(
        len(lines) == 4,
        f"for `((x**2)**2)**2` you give {_counted(lines)}, and there are 4 nodes",
        "two nodes may have the same name: remember the nodes themselves",
    )
    _require_same(lines, ["PowBackward0 -> PowBackward0", f"PowBackward0 -> {END}", END])
    passed("what is used twice has one line, and what has the same name has its own")


def check_constants(graph_lines):
    """A link that leads nowhere is written as None, in its position."""
    x, c = ag.tensor(2.0, requires_grad=True), ag.tensor(3.0)
    lines = _lines(graph_lines, c - x * 5)
    require(
        any("None" in line for line in lines),
        "in `c - x * 5` two links lead nowhere, and no line says so",
        "where a link leads nowhere, its node is None: write that word",
    )
    require("None" not in lines, "you give a line for None, which is not a node", "None appears only behind an arrow")
    require(
        lines[0] != "SubBackward0 -> MulBackward0, None",
        "in `c - x * 5` your None is second, not first",
        "keep the links in the order in which next_functions has them",
    )
    _require_same(lines, ["SubBackward0 -> None, MulBackward0", f"MulBackward0 -> {END}, None", END])
    passed("links that lead nowhere say None")


def check_paths(count_paths):
    """One path, two paths, four paths."""
    x = ag.tensor(2.0, requires_grad=True)
    require(
        _count(count_paths, (x**2).exp(), x) == 1,
        f"`(x**2).exp()` has one path back to x, and you find {_count(count_paths, (x**2).exp(), x)}",
        "the end of a path counts 1 if its variable is x",
    )
    found = _count(count_paths, x * x, x)
    require(
        found == 2,
        f"`x * x` has two paths back to x, and you find {found}",
        "both links of the product lead to x: each of them is a path",
    )
    s = x * x
    found = _count(count_paths, s + s, x)
    require(
        found == 4,
        f"`s + s` with `s = x * x` has four paths back to x, and you find {found}",
        "two paths lead to s, and two lead on from s: combine each with each",
    )
    passed("one path, two paths, four paths")


def check_tensors(count_paths):
    """Paths to one tensor are not those to another; a tensor that was not used has none."""
    x, w, unused = (
        ag.tensor(2.0, requires_grad=True) for _ in range(3)
    )  # equal numbers: `==` does not tell them apart
    result = x * w + x * 5
    found = [_count(count_paths, result, each) for each in (x, w, unused)]
    require(
        found != [3, 3, 3],
        "you count 3 paths to x, to w, and to a tensor that was not used at all",
        "a path counts if it ends at the tensor that was asked for: `is`, not `==`, which compares numbers",
    )
    require(
        found == [2, 1, 0],
        f"`x * w + x * 5` has 2 paths to x, 1 to w and 0 to a tensor that was not used; you find {found}",
        "a path counts if it ends at the tensor that was asked for: node.variable is x",
    )
    passed("2 paths to x, 1 to w, none to a tensor that was not used")


def show_lines(graph_lines, result):
    """Print the learner's lines of a graph, or say once what is not yet right."""
    try:
        print("\n".join(_lines(graph_lines, result)))
    except NotYet as not_yet:
        print(not_yet)


def show_doubling(count_paths):
    """Print how fast paths grow when `x = x + x` is repeated, or say once what is not yet right."""
    try:
        for doublings in (1, 2, 4, 8, 16):
            result = leaf = ag.tensor(1.0, requires_grad=True)
            for _ in range(doublings):
                result = result + result
            print(f"{doublings:3} additions: {doublings + 1:3} nodes, {_count(count_paths, result, leaf):6} paths")
    except NotYet as not_yet:
        print(not_yet)


def _lines(graph_lines, result):
    """The lines that the learner's function returns for a result: a list of strings."""
    lines = call(graph_lines, result, name="graph_lines")
    if isinstance(lines, (tuple, Iterator)):  # a generator runs only now, and its errors are the learner's
        lines = call(list, lines, name="graph_lines")
    texts = isinstance(lines, list) and all(isinstance(line, str) for line in lines)
    require(texts and lines, f"`graph_lines` gave {lines!r}", "give a list with a text for each node")
    return lines


def _counted(lines):
    return f"{len(lines)} line{'s' * (len(lines) != 1)}"


def _require_same(lines, wanted):
    missing = [line for line in wanted if line not in lines]
    require(
        not missing,
        f"among your lines `{missing[0] if missing else ''}` is missing; yours are {lines}",
        "a line is the node's name(), then ` -> ` and the names that its links lead to, with `, ` between them; "
        "without links, the name alone",
    )


def _count(count_paths, result, leaf):
    found = call(count_paths, result, leaf, name="count_paths")
    whole = isinstance(found, (int, np.integer)) and not isinstance(found, bool)
    require(whole, f"`count_paths` gave {found!r}", "give a whole number")
    return found
