"""The walk: carries a gradient from the roots back to the leaves.

No recursion, so a chain of 100,000 operations is an ordinary graph. Every node runs once, after all that it
will receive has arrived: the youngest node first, as in PyTorch, because whatever uses a result is younger than it.
What leaves receive is handed back at the end, so a walk that fails has changed no `.grad`.
"""
from operator import attrgetter

import numpy as np

from .graph import AccumulateGrad, Port, node_of
from .rules import rules


def walk(starts, *, keep, recorded, targets=None):
    """Run the graph behind `starts`, a list of (edge, gradient) pairs; give {edge: gradient} for leaves or targets.

    keep      saved values stay, so that the graph can be walked again
    recorded  gradients are Tensors and the walk itself is recorded; otherwise they are arrays
    targets   the edges whose gradient is wanted, and nothing else; None means every leaf
    """
    order = _reachable([node_of(edge) for edge, _ in starts])
    needed = None
    if targets is not None:
        order, needed = _leading_to(targets, order)
    for node in order:
        rules.check_freed(node)
    only_reached = set() if targets is None else set(map(node_of, targets)).difference(order)
    arrivals = _Arrivals()
    for edge, grad in starts:
        arrivals.add(edge, grad, borrowed=True)
    with np.errstate(all="ignore"):
        while order:
            node = order.pop()
            if node.hooks is not None:
                arrivals.show(node, recorded)
            grad = arrivals.take(node, targets)
            if grad is None:
                continue
            _run(node, grad, recorded, arrivals, needed)
            if not keep:
                rules.free(node)
    for node in only_reached:
        arrivals.show(node, recorded)
    return {edge: arrivals.owned(edge) for edge in arrivals.sums if targets is None or edge in targets}


class _Arrivals:
    """Gradients on their way: `sums[edge]` is what has arrived there so far."""
    __slots__ = ("sums", "borrowed")

    def __init__(self):
        self.sums, self.borrowed = {}, set()

    def add(self, edge, grad, borrowed):
        """One contribution arrives. `borrowed` says that its array may belong to somebody else as well."""
        sums = self.sums
        if edge in sums:
            sums[edge] = rules.sum_paths(sums.pop(edge), grad)          # a leaf's place in line is its last arrival
            self.borrowed.discard(edge)
        else:
            sums[edge] = grad
            if borrowed and type(grad) is np.ndarray:
                self.borrowed.add(edge)

    def take(self, node, targets):
        """What a node that is about to run has received: a gradient, or a list of them if it has several results; None
        if nothing has arrived. What is a target as well stays."""
        if node.outputs == 1:
            return self.sums.get(node) if targets and node in targets else self.sums.pop(node, None)
        ports = [Port(node, i) for i in range(node.outputs)]
        grads = [self.sums.get(port) if targets and port in targets else self.sums.pop(port, None) for port in ports]
        return None if all(grad is None for grad in grads) else grads

    def show(self, node, recorded):
        """Let the hooks on a node's results see what has arrived, and put what they give in its place."""
        for number, hooks in (node.hooks or {}).items():
            edge = node if node.outputs == 1 else Port(node, number)
            if edge in self.sums:
                self.sums[edge] = hooks.changed(self.owned(edge), recorded)
                self.borrowed.add(edge)

    def owned(self, edge):
        """The sum at `edge`, in an array that nobody else holds."""
        grad = self.sums[edge]
        return grad.copy() if edge in self.borrowed and type(grad) is np.ndarray else grad


def _run(node, grad, recorded, arrivals, needed):
    """Apply one node's rule and send each contribution along its edge."""
    if node.partials is None:
        return _run_whole(node, grad, recorded, arrivals)
    values, repairs, chain = node.saved_values(recorded), node.repairs, rules.chain
    for position, edge in enumerate(node.edges):
        if edge is None or (needed is not None and node_of(edge) not in needed):
            continue
        partial, take = node.partials[position]
        contribution = chain(partial, grad, take(values))
        if repairs is not None:
            contribution = _repaired(contribution, *repairs[position])
        arrivals.add(edge, contribution, node.passes_through)


def _run_whole(node, grad, recorded, arrivals):
    """Run a node that gives all contributions at once."""
    for edge, contribution in zip(node.edges, node.contributions(grad, recorded)):
        if edge is not None and contribution is not None:
            arrivals.add(edge, contribution, borrowed=True)


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
            if type(edge) is Port:
                edge = edge.node
            if edge is not None and edge not in seen:
                seen.add(edge)
                stack.append(edge)
    order.sort(key=attrgetter("number"))
    return order


def _leading_to(targets, order):
    """The nodes of `order` that must run to reach `targets`, and those together with the targets themselves."""
    needed, running = set(map(node_of, targets)), []
    for node in order:
        if any(node_of(edge) in needed for edge in node.edges):
            needed.add(node)
            running.append(node)
    return running, needed
