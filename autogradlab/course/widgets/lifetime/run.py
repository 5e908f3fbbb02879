"""A short program with or without a write in place, run for real: what each node's locker holds after every line.

It calls backward once or twice; there, the lockers are noted after every node that ran.
"""

from dataclasses import dataclass
from functools import cache

import autogradlab as ag
from autogradlab.draw.walk import nodes_behind

from ..parts.script import Stop, run_lines

W, X = [0.5, 1.0], 2.0
OPERATIONS = {"exp": "b = a.exp()", "square": "b = a**2"}
SAVED = {"exp": "b", "square": "a"}  # what the operation keeps for backward: its result, or its input
WRITES = {"": None, "input": "a += 1", "output": "b += 1", "data": None}


@dataclass(frozen=True)
class Choices:
    operation: str = "exp"
    write: str = ""
    retain_graph: bool = False
    second: bool = True


@dataclass(frozen=True)
class Locker:
    """A value that a node keeps for backward.

    tensor   the name of what it keeps;  saved_at, now  its version when it was saved, and its version now
    changed  whether its numbers differ from those that were saved;  freed  whether the node has released it
    """

    tensor: str
    saved_at: int
    now: int
    changed: bool = False
    freed: bool = False

    @property
    def spoiled(self):
        """Whether backward will refuse to use it."""
        return self.now != self.saved_at and not self.freed


@dataclass(frozen=True)
class Moment:
    """One line of the program, or one node that ran in backward.

    code      the line, or the node's short name;  kind  'forward', 'write', 'backward' (the call itself) or 'node'
    lockers   short name of the node -> Locker, for the nodes made so far that keep something
    grad      what `w.grad` holds;  stops  whether the program stops here
    """

    code: str
    kind: str
    lockers: dict
    grad: tuple | None = None
    stops: bool = False


@dataclass(frozen=True)
class Run:
    """moments  what happened, in order;  stop  the error or None;  right  the gradient without any write"""

    choices: Choices
    moments: tuple
    stop: Stop | None
    right: tuple

    @property
    def grad(self):
        return self.moments[-1].grad

    @property
    def silently_wrong(self):
        return self.choices.write == "data" and self.grad is not None and self.grad != self.right


def program(choices):
    """[(line, kind)]"""
    write = f"{SAVED[choices.operation]}.data.zero_()" if choices.write == "data" else WRITES[choices.write]
    keep = "retain_graph=True" if choices.retain_graph else ""
    return [
        (line, kind)
        for line, kind in (
            ("a = w * x", "forward"),
            (OPERATIONS[choices.operation], "forward"),
            (write, "write"),
            ("loss = b.sum()", "forward"),
            (f"loss.backward({keep})", "backward"),
            ("loss.backward()" if choices.second else "", "backward"),
        )
        if line
    ]


@cache
def run(choices):
    """Run the program and note every moment of it."""
    lines, watcher = program(choices), _Watcher(choices)
    start = {"w": ag.tensor(W, requires_grad=True), "x": ag.tensor(X)}
    _, stop = run_lines([line for line, _ in lines], lambda place, names: watcher.after(names, *lines[place]), start)
    if stop:
        watcher.stopped(lines[stop.line][0])
    plain = choices.write or choices.second or choices.retain_graph
    right = run(Choices(choices.operation, second=False)).grad if plain else watcher.moments[-1].grad
    return Run(choices, tuple(watcher.moments), stop, right)


class _Watcher:
    """The notes of a run: the lockers after each line and, in backward, after each node."""

    def __init__(self, choices):
        self.choices, self.moments, self.nodes, self.saved = choices, [], {}, {}

    def after(self, names, line, kind):
        self.names = names
        if kind == "backward":
            self._walked(line, self._chain())
            return
        self._find_nodes(line)
        self._note(line, kind)

    def stopped(self, line):
        """Note the call that raised, and the nodes that ran, up to the one whose value was written over."""
        lockers, chain = self._lockers(), self._chain()
        refusing = next((name for name in chain if name in lockers and lockers[name].spoiled), None)
        if refusing is None:
            self._note(line, "backward", stops=True)
            return
        self._note(line, "backward")
        for name in chain[: chain.index(refusing) + 1]:
            self._note(name, "node", stops=name == refusing)

    def _walked(self, line, chain):
        """Note a call that went through: each node frees its locker when it has run, unless the graph is retained."""
        after, before, held = self._lockers(), self.moments[-1].lockers, self.moments[-1].grad
        self._note(line, "backward", before, held)
        for i, name in enumerate(chain, 1):
            done = {node: after[node] if node in chain[:i] else before[node] for node in after}
            self._note(name, "node", done, _numbers(self.names["w"].grad) if i == len(chain) else held)

    def _find_nodes(self, line):
        """Remember the node that this line made, if it keeps something, with the numbers that it keeps."""
        result = line[0]
        if line in ("a = w * x", OPERATIONS[self.choices.operation]):
            kept = "x" if result == "a" else SAVED[self.choices.operation]
            node, tensor = self.names[result].grad_fn, self.names[kept]
            self.nodes[short(node)] = node
            self.saved[short(node)] = kept, tensor._version, _numbers(tensor)

    def _chain(self):
        """The short names of the nodes from the loss back to the leaf: each has one tracked input."""
        return [short(node) for node in nodes_behind(self.names["loss"].grad_fn)]

    def _note(self, code, kind, lockers=None, grad=None, stops=False):
        grad = grad if lockers is not None else _numbers(self.names["w"].grad)
        self.moments.append(Moment(code, kind, self._lockers() if lockers is None else lockers, grad, stops))

    def _lockers(self):
        return {name: self._locker(node, *self.saved[name]) for name, node in self.nodes.items()}

    def _locker(self, node, kept, version, numbers):
        tensor = self.names[kept]
        return Locker(kept, version, tensor._version, _numbers(tensor) != numbers, node._freed)


def short(node):
    """'Exp' for ExpBackward0."""
    return node.name().removesuffix("Backward0")


def _numbers(tensor):
    return None if tensor is None else tuple(tensor.detach().reshape(-1).tolist())
