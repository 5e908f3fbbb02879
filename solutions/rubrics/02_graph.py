"""Exercise 02: a printed graph and the number of its paths, on graphs drawn from a seed."""

from collections import Counter

from autogradlab.course.lessons.lesson_02.exercise import WITHHELD
from autogradlab.grading.rubric import Known, Question, Rubric, Trial, drawn_until

# A graph as plain data: (operation, first place, second place) for each result. Places 0, 1 and 2 are x, w and the
# constant c; every result takes the next place. The same text builds graphs in the learner's process and here.
BUILD = """
import autogradlab as ag

def build(steps):
    places = [ag.tensor(1.1, requires_grad=True), ag.tensor(0.7, requires_grad=True), ag.tensor(0.9)]
    for operation, first, second in steps:
        a, b = places[first], places[second]
        places.append(a + b if operation == "+" else a - b if operation == "-" else a * b if operation == "*" else
                      a.exp() if operation == "exp" else a.sin())
    return places

def led(words):
    x = result = ag.tensor(1.5, requires_grad=True)
    for word in words:
        result = result + result if word == "twice" else result + x if word == "x" else (
            result + 1 if word == "+ 1" else result * 0.5)
    return result, x
"""
_built = {}
exec(BUILD, _built)
build = _built["build"]
LONG = 1300, 1700  # operations, more than the 1000 nested calls that Python allows


def long_chain(rng):
    """One word for each operation of a long chain, in which no operation uses a result twice."""
    return (rng.choice(["+ 1", "* 0.5"], rng.integers(*LONG)).tolist(),)


def long_way(rng):
    """A long chain, and at its end a few operations that make several paths."""
    words = ["twice"] * int(rng.integers(2, 5)) + ["x"] * int(rng.integers(1, 4))
    return (long_chain(rng)[0] + rng.permutation(words).tolist(),)


def many_ways(rng):
    """40 doublings or more, mixed with other operations."""
    words = ["twice"] * int(rng.integers(40, 50)) + ["x"] * int(rng.integers(2, 8)) + ["* 0.5"] * 3
    return (rng.permutation(words).tolist(),)


def told_apart(draw):
    """Inputs whose nodes all have different lines: telling nodes apart by their lines costs points in other trials."""

    def inputs(rng):
        return (drawn_until(lambda steps: len(set(lines := lines_of(steps)[1])) == len(lines), lambda: draw(rng)),)

    return inputs


@told_apart
def chain(rng):
    """Steps of one operation after the other."""
    names = rng.choice(["exp", "sin"], size=rng.integers(2, 6))
    return [[str(name), 0 if place == 0 else place + 2, 0] for place, name in enumerate(names)]


@told_apart
def shared(rng):
    """Steps in which results and x are used several times."""
    steps = [["*", 0, 0], ["+", 3, 0]]
    for place in range(5, rng.integers(7, 10)):
        steps.append([str(rng.choice(["+", "-", "*"])), place - 1, int(rng.integers(3, place))])
    return steps


def with_constants(rng):
    """A chain whose other operands are x, w and c, each of them used, one of x and w more often than the other, and c
    on the left as well as on the right."""
    used = [0, 1, *rng.integers(0, 2, rng.integers(1, 6)).tolist()]
    used += [int(rng.integers(2))] * (2 * sum(used) == len(used))
    first, *others = rng.permutation(used).tolist()
    sides = [[other, bool(rng.integers(2))] for other in others] + [[2, True], [2, False]]
    steps, result = [], first
    for place, side in enumerate(rng.permutation(len(sides)).tolist()):
        other, on_the_left = sides[side]
        operands = [other, result] if on_the_left else [result, other]
        steps.append([str(rng.choice(["+", "-", "*"])), *operands])
        result = place + 3
    return (steps,)


def lines_of(steps):
    """[the line that has to come first, all lines sorted]"""
    lines = [_line(node) for node in _nodes(build(steps)[-1])]
    return [lines[0], sorted(lines)]


def paths_of(steps):
    """The number of paths to x and to w, walked one by one."""
    places = build(steps)
    ends = _ends(places[-1].grad_fn)
    return [sum(end is leaf for end in ends) for leaf in places[:2]]


def lines_counted(words):
    """How often each line occurs."""
    return sorted(map(list, Counter(map(_line, _nodes(_built["led"](words)[0]))).items()))


def paths_led(words):
    """The number of paths to x, updated word by word."""
    paths = 1
    for word in words:
        paths = 2 * paths if word == "twice" else paths + (word == "x")
    return paths


def _nodes(result):
    found, waiting = {}, [result.grad_fn]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found[node] = True
            waiting += _targets(node)
    return [result.grad_fn, *(node for node in found if node is not result.grad_fn)]


def _targets(node):
    return list(dict.fromkeys(target for target, _ in node.next_functions if target is not None))


def _line(node):
    names = [target.name() if target else "None" for target, _ in node.next_functions]
    return f"{node.name()} -> {', '.join(names)}" if names else node.name()


def _ends(node):
    if not node.next_functions:
        return [node.variable]
    return [end for target, _ in node.next_functions if target is not None for end in _ends(target)]


LINES = BUILD + "\nlines = list(graph_lines(build(inputs[0])[-1]))\nanswer = [lines[0], sorted(lines)]"
PATHS = BUILD + "\nplaces = build(inputs[0])\nanswer = [count_paths(places[-1], leaf) for leaf in places[:2]]"
LED = BUILD + "\nanswer = count_paths(*led(inputs[0]))"
COUNTED = (
    BUILD
    + """
from collections import Counter
answer = sorted(map(list, Counter(graph_lines(led(inputs[0])[0])).items()))
"""
)

GRAPH_LINES = Question(
    cell="a-answer",
    entry=("graph_lines",),
    trials=(
        Trial(
            "a chain",
            10,
            chain,
            LINES,
            "On a chain of operations, the lines are not yet those of its nodes.",
            reference=lines_of,
        ),
        Trial(
            "shared results",
            10,
            shared,
            LINES,
            "Where a result is used twice, its node must have only one line.",
            reference=lines_of,
            idea="M38",
        ),
        Trial(
            "constants",
            10,
            with_constants,
            LINES,
            "A link that leads nowhere is written as None, in its place among the links.",
            reference=lines_of,
        ),
        Trial(
            "a long chain",
            10,
            long_chain,
            COUNTED,
            "A chain may have more operations than Python allows nested calls, and each of them needs a line: "
            "visit them without a function that calls itself.",
            reference=lines_counted,
        ),
    ),
    known=(
        Known(
            "every path walked",
            """
def graph_lines(result):
    lines, waiting = [], [result.grad_fn]
    while waiting:
        node = waiting.pop()
        names = ["None" if target is None else target.name() for target, _ in node.next_functions]
        lines.append(f"{node.name()} -> {', '.join(names)}" if names else node.name())
        waiting += [target for target, _ in node.next_functions if target is not None]
    return lines
""",
            "shared results",
        ),
        Known(
            "told apart by name",
            """
def graph_lines(result):
    lines, seen, waiting = [], set(), [result.grad_fn]
    while waiting:
        node = waiting.pop()
        names = ["None" if target is None else target.name() for target, _ in node.next_functions]
        line = f"{node.name()} -> {', '.join(names)}" if names else node.name()
        if line not in seen:
            seen.add(line)
            lines.append(line)
            waiting += [target for target, _ in node.next_functions if target is not None]
    return lines
""",
            "a long chain",
        ),
        Known(
            "links that lead nowhere left out",
            """
def graph_lines(result):
    lines, seen, waiting = [], {result.grad_fn}, [result.grad_fn]
    while waiting:
        node = waiting.pop()
        targets = [target for target, _ in node.next_functions if target is not None]
        names = [target.name() for target in targets]
        lines.append(f"{node.name()} -> {', '.join(names)}" if names else node.name())
        for target in targets:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return lines
""",
            "constants",
        ),
        Known(
            "a function that calls itself",
            """
def graph_lines(result):
    lines, seen = [], set()
    def visit(node):
        if node is None or node in seen:
            return
        seen.add(node)
        names = ["None" if target is None else target.name() for target, _ in node.next_functions]
        lines.append(f"{node.name()} -> {', '.join(names)}" if names else node.name())
        for target, _ in node.next_functions:
            visit(target)
    visit(result.grad_fn)
    return lines
""",
            "a long chain",
        ),
        Known(
            "nearest nodes first, in a dictionary",
            """
def graph_lines(result):
    lines, waiting = {}, [result.grad_fn]
    while waiting:
        node = waiting.pop(0)
        if node is None or node in lines:
            continue
        names = [target.name() if target else "None" for target, _ in node.next_functions]
        lines[node] = " -> ".join(filter(None, [node.name(), ", ".join(names)]))
        waiting.extend(target for target, _ in node.next_functions)
    return list(lines.values())
""",
        ),
        Known(
            "a list that grows while it is read",
            """
def graph_lines(result):
    found, seen = [result.grad_fn], {result.grad_fn}
    for node in found:
        for target, _ in node.next_functions:
            if target is not None and target not in seen:
                seen.add(target)
                found.append(target)
    lines = []
    for node in found:
        targets = [str(target and target.name()) for target, _ in node.next_functions]
        lines.append(node.name() + " -> " * bool(targets) + ", ".join(targets))
    return lines
""",
        ),
        Known(
            "borrowed from the drawing",
            """
from autogradlab.draw.walk import reached_from
def graph_lines(result):
    lines = []
    for node in reached_from(result.grad_fn):
        targets = [str(target and target.name()) for target, _ in node.next_functions]
        lines.append(node.name() + " -> " * bool(targets) + ", ".join(targets))
    return lines
""",
            "a chain",
        ),
        Known(
            "borrowed from the count of bytes",
            """
from autogradlab.memory.holdings import nodes_behind
def graph_lines(result):
    inner = [result.grad_fn, *nodes_behind([result])]
    ends = [end for node in inner for end, _ in node.next_functions if end is not None]
    lines = []
    for node in dict.fromkeys(inner + ends):
        targets = [str(target and target.name()) for target, _ in node.next_functions]
        lines.append(node.name() + " -> " * bool(targets) + ", ".join(targets))
    return lines
""",
            "a chain",
        ),
    ),
    withheld=WITHHELD,
)

COUNT_PATHS = Question(
    cell="b-answer",
    seconds=5.0,
    entry=("count_paths",),
    trials=(
        Trial(
            "shared results",
            10,
            shared,
            PATHS,
            "Where a result is used twice, every path that reaches it goes on.",
            reference=paths_of,
            idea="M38",
        ),
        Trial(
            "two tensors and a constant",
            10,
            with_constants,
            PATHS,
            "Paths to x end at x, and those to w at w; a link that leads nowhere is not a path.",
            reference=paths_of,
        ),
        Trial(
            "a long chain",
            10,
            long_way,
            LED,
            "A long chain of operations is one long path: follow it without a function that calls itself.",
            reference=paths_led,
        ),
        Trial(
            "very many paths",
            10,
            many_ways,
            LED,
            "40 lines of x = x + x have 2**40 paths: work out the number for each node once.",
            reference=paths_led,
        ),
    ),
    known=(
        Known(
            "nodes instead of paths",
            """
def count_paths(result, x):
    seen, waiting, paths = set(), [result.grad_fn], 0
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        paths += not node.next_functions and node.variable is x
        waiting += [target for target, _ in node.next_functions]
    return int(paths)
""",
            "shared results",
        ),
        Known(
            "every end counted",
            """
def count_paths(result, x):
    paths, waiting = {}, [result.grad_fn]
    while waiting:
        node = waiting[-1]
        targets = [target for target, _ in node.next_functions if target is not None]
        not_yet = [target for target in targets if target not in paths]
        if not_yet:
            waiting += not_yet
        else:
            waiting.pop()
            paths[node] = sum(paths[target] for target in targets) if targets else 1
    return paths[result.grad_fn]
""",
            "two tensors and a constant",
        ),
        Known(
            "a function that calls itself and remembers",
            """
def count_paths(result, x):
    known = {}
    def paths(node):
        if node is None:
            return 0
        if node not in known:
            own = not node.next_functions and node.variable is x
            known[node] = int(own) + sum(paths(target) for target, _ in node.next_functions)
        return known[node]
    return paths(result.grad_fn)
""",
            "a long chain",
        ),
        Known("the same for all", "def count_paths(result, x):\n    return 2", "two tensors and a constant"),
        Known(
            "path by path",
            """
def count_paths(result, x):
    waiting, paths = [result.grad_fn], 0
    while waiting:
        node = waiting.pop()
        if node is not None:
            paths += not node.next_functions and node.variable is x
            waiting += [target for target, _ in node.next_functions]
    return int(paths)
""",
            "very many paths",
        ),
        Known(
            "forward from the result, in the order of backward",
            """
def count_paths(result, x):
    order, seen, waiting = [], set(), [(result.grad_fn, False)]
    while waiting:
        node, done = waiting.pop()
        if done:
            order.append(node)
        elif node is not None and node not in seen:
            seen.add(node)
            waiting.append((node, True))
            waiting += [(target, False) for target, _ in node.next_functions]
    arrived = {node: 0 for node in order}
    arrived[result.grad_fn] = 1
    for node in reversed(order):
        for target, _ in node.next_functions:
            if target is not None:
                arrived[target] += arrived[node]
    return sum(arrived[node] for node in order if not node.next_functions and node.variable is x)
""",
        ),
        Known(
            "borrowed from the engine",
            """
from autogradlab.autograd.engine import _reachable
def count_paths(result, x):
    arrived, at_x = {result.grad_fn: 1}, 0
    for node in reversed(_reachable([result.grad_fn])[0]):
        for target, _ in node.next_functions:
            if target is not None:
                arrived[target] = arrived.get(target, 0) + arrived[node]
                at_x += arrived[node] * (not target.next_functions and target.variable is x)
    return at_x
""",
            "shared results",
        ),
    ),
    withheld=WITHHELD,
)

RUBRIC = Rubric("02_graph", (GRAPH_LINES, COUNT_PATHS), written={"c-answer": 20})
