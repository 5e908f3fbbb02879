"""The walk: carries a gradient from the roots back to the leaves.

No recursion, so a chain of 100,000 operations is an ordinary graph. Every node runs once, after all that it
will receive has arrived: the youngest node first, as in PyTorch, because whatever uses a result is younger than it.
What leaves receive is handed back at the end, so a walk that fails has changed no `.grad`.
"""
from operator import attrgetter

import numpy as np

from .graph import AccumulateGrad
from .rules import rules


def walk(starts, *, keep, recorded, targets=None):
    """Run the graph behind `starts`, a list of (node, gradient) pairs; give {node: gradient} for leaves or targets.

    keep      saved values stay, so that the graph can be walked again
    recorded  gradients are Tensors and the walk itself is recorded; otherwise they are arrays
    targets   set of nodes whose incoming gradient is wanted, and nothing else; None means every leaf
    """
    order = _reachable([node for node, _ in starts])
    needed = None
    if targets is not None:
        order, needed = _leading_to(targets, order)
    for node in order:
        rules.check_freed(node)
    arrivals = _Arrivals()
    for node, grad in starts:
        arrivals.add(node, grad, borrowed=True)
    with np.errstate(all="ignore"):
        while order:
            node = order.pop()
            grad = arrivals.sums.get(node)
            if grad is None:
                continue
            _run(node, grad, recorded, arrivals, needed)
            if not keep:
                rules.free(node)
            if targets is None or node not in targets:
                del arrivals.sums[node]
    return {node: arrivals.owned(node) for node in arrivals.sums if targets is None or node in targets}


class _Arrivals:
    """Gradients that have reached a node: `sums[node]` is what has arrived there so far."""
    __slots__ = ("sums", "borrowed")

    def __init__(self):
        self.sums, self.borrowed = {}, set()

    def add(self, node, grad, borrowed):
        """One contribution arrives. `borrowed` says that its array may belong to somebody else as well."""
        sums = self.sums
        if node in sums:
            sums[node] = rules.sum_paths(sums[node], grad)
            self.borrowed.discard(node)
        else:
            sums[node] = grad
            if borrowed and type(grad) is np.ndarray:
                self.borrowed.add(node)

    def owned(self, node):
        """The sum at `node`, in an array that nobody else holds."""
        grad = self.sums[node]
        return grad.copy() if node in self.borrowed else grad


def _run(node, grad, recorded, arrivals, needed):
    """Apply one node's rule and send each contribution along its edge."""
    values, repairs, chain = node.saved_values(recorded), node.repairs, rules.chain
    for position, edge in enumerate(node.edges):
        if edge is None or (needed is not None and edge not in needed):
            continue
        partial, take = node.partials[position]
        contribution = chain(partial, grad, take(values))
        if repairs is not None:
            contribution = _repaired(contribution, *repairs[position])
        arrivals.add(edge, contribution, node.passes_through)


def _repaired(grad, shape, dtype):
    """A gradient in its input's own shape and number type."""
    if grad.shape != shape:
        grad = rules.unbroadcast(grad, shape)
    if isinstance(grad, (np.ndarray, np.generic)):
        return grad.astype(dtype.numpy, copy=False)
    return grad.to(dtype)


def _reachable(roots):
    """Every node behind `roots` that has a rule to run, oldest first."""
    seen, stack = set(roots), list(dict.fromkeys(roots))
    order = []
    while stack:
        node = stack.pop()
        if type(node) is AccumulateGrad:
            continue
        order.append(node)
        for edge in node.edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                stack.append(edge)
    order.sort(key=attrgetter("number"))
    return order


def _leading_to(targets, order):
    """The nodes of `order` that must run to reach `targets`, and those together with the targets themselves."""
    needed, running = set(targets), []
    for node in order:
        if any(edge in needed for edge in node.edges):
            needed.add(node)
            running.append(node)
    return running, needed
