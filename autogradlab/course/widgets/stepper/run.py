"""One backward pass in slow motion: which node runs, what arrived there, what it sends, and what adds up where.

Nodes run in the engine's own order: of those that have received everything they will, the youngest first.
"""

from collections import Counter
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

import numpy as np

from autogradlab.draw.numbers import Snapshot, snapshot
from autogradlab.draw.walk import is_end, reached_from, walk

from .engines import engine_of


@dataclass(frozen=True)
class Sent:
    """What one node contributes to one of its inputs.

    key      (node, output number) of what receives it, or None for an input that is not tracked
    value    None if nothing is sent
    local    what is sent for an incoming gradient of ones, if `value` is just that times what arrived; else None
    terms    all that has arrived at the receiver so far, this included, in order of arrival; `total` is their sum
    missing  how many contributions the receiver still waits for
    """

    position: int
    key: tuple | None = None
    value: Snapshot | None = None
    local: Snapshot | None = None
    terms: tuple = ()
    total: Snapshot | None = None
    missing: int = 0


@dataclass(frozen=True)
class Step:
    """One node's turn. `received` is its incoming gradient, `terms` are what it is the sum of.

    A node with several results shows that of the first one at which anything arrived.
    before, after   for the end of a path: what its leaf's `.grad` held, and what it would hold now
    """

    node: object
    received: Snapshot
    terms: tuple
    sent: tuple = ()
    before: Snapshot | None = None
    after: Snapshot | None = None

    @property
    def is_leaf(self):
        return self.after is not None


class Failed(Exception):
    """`node` could not run. The message is the first sentence of its engine's error."""

    def __init__(self, node, error):
        super().__init__(str(error).split(". ")[0])
        self.node = node


def run(root):
    """The Steps of root.backward(), without any of its effects. Raises Failed."""
    with np.errstate(all="ignore"):
        return _Pass(root).steps


class _Pass:
    """The walk itself. `arrived[key]` are the contributions so far, `waiting[key]` how many are still to come."""

    def __init__(self, root):
        self.engine, self.steps = engine_of(root), []
        self.arrived, self.totals, self.ready, self._tie = {}, {}, [], count()
        self.waiting, self.unfinished, self.inputs = _expected(root.grad_fn)
        start = root.grad_fn, getattr(root, "output_nr", 0)
        self._arrive(start, self.engine.first(root))
        self._push(root.grad_fn)
        while self.ready:
            node = heappop(self.ready)[-1]
            grads = [self.totals.get((node, i)) for i in range(_outputs(node, self.arrived))]
            if all(grad is None for grad in grads):
                self._skip(node)
            else:
                self.steps.append(self._accumulated(node, grads[0]) if is_end(node) else self._fired(node, grads))
            for before, _ in self.inputs[node]:
                self._one_less(before)

    def _push(self, node):
        heappush(self.ready, (-self.engine.number(node), next(self._tie), node))

    def _one_less(self, node):
        if node is not None:
            self.unfinished[node] -= 1
            if not self.unfinished[node]:
                self._push(node)

    def _skip(self, node):
        """Nothing arrived at this node: it sends nothing, and its inputs no longer wait for it."""
        for edge in self.inputs[node]:
            if edge[0] is not None:
                self.waiting[edge] -= 1

    def _arrive(self, key, grad):
        self.totals[key] = self.engine.joined(self.totals[key], grad) if key in self.totals else grad
        self.arrived[key] = (*self.arrived.get(key, ()), snapshot(grad))

    def _total(self, key):
        """The sum of what has arrived at this key so far."""
        terms = self.arrived[key]
        return terms[0] if len(terms) == 1 else snapshot(self.totals[key])

    def _fired(self, node, grads):
        parts = self._run(node, grads)
        local = (
            self._run(node, [self.engine.ones(grads[0])])
            if len(grads) == 1 and _is_plain(node)
            else [None] * len(parts)
        )
        sent = [
            self._sent(position, edge, part, ones, grads[0])
            for position, (edge, part, ones) in enumerate(zip(self.inputs[node], parts, local))
        ]
        return Step(node, *self._received(node, grads), tuple(sent))

    def _run(self, node, grads):
        try:
            return self.engine.run(node, grads)
        except Exception as error:
            raise Failed(node, error) from None

    def _received(self, node, grads):
        """(what arrived, the terms of that sum); of several results, for the first at which anything arrived."""
        place = next(i for i, grad in enumerate(grads) if grad is not None)
        return self._total((node, place)), self.arrived[node, place]

    def _sent(self, position, edge, part, ones, grad):
        if edge[0] is None:
            return Sent(position)
        self.waiting[edge] -= 1
        if part is None:
            return Sent(position, edge)
        self._arrive(edge, part)
        local = snapshot(ones) if ones is not None and _is_product(grad, ones, part) else None
        terms = self.arrived[edge]
        return Sent(position, edge, terms[-1], local, terms, self._total(edge), self.waiting[edge])

    def _accumulated(self, node, grad):
        leaf = node.variable
        before = None if leaf.grad is None else snapshot(leaf.grad)
        received = self._total((node, 0))
        after = snapshot(self.engine.added_to_grad(leaf, grad)) if before else received
        return Step(node, received, self.arrived[node, 0], before=before, after=after)


def _expected(start):
    """(key -> how many contributions it will get, node -> how many inputs lead to it, node -> its inputs)."""
    edges = [(before, output) for _, _, before, output in walk(start) if before is not None]
    inputs = {node: node.next_functions for node in reached_from(start)}
    return Counter(edges), Counter(node for node, _ in edges), inputs


def _outputs(node, arrived):
    """How many results a node has; if it does not tell, enough for those at which a gradient has arrived."""
    known = getattr(node, "_outputs", None) or len(getattr(node, "_input_metadata", ()))
    return known or max(number + 1 for other, number in arrived if other is node)


def _is_plain(node):
    """Whether running the node once more is harmless: a Function, which the learner wrote, may have side effects."""
    return not hasattr(node, "saved_tensors")


def _is_product(grad, ones, part):
    """Whether `part` is grad × ones, entry by entry."""
    if not tuple(grad.shape) == tuple(ones.shape) == tuple(part.shape):
        return False
    product, part = np.asarray(grad * ones, "float64"), np.asarray(part, "float64")
    return bool((product == part).all()) or np.allclose(product, part, rtol=1e-5, equal_nan=True)
