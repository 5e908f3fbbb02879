"""The walk: carries a gradient from the roots back to the leaves.

No recursion, so a chain of 100,000 operations is an ordinary graph. Every node runs once, after all that it
will receive has arrived: the youngest node first, as in PyTorch, because whatever uses a result is younger than it.
What leaves receive is handed back at the end, so a walk that fails has changed no `.grad`.
"""
from operator import attrgetter

import numpy as np

from .graph import Node, Port, node_of
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
    rules.check_freed(order)
    only_reached = () if targets is None else set(map(node_of, targets)).difference(order)
    arrivals = Arrivals(keep, recorded, targets, needed)
    for edge, grad in starts:
        arrivals.add(edge, grad, borrowed=True)
    with np.errstate(all="ignore"):
        while order:
            order.pop().run(arrivals)
    for end in only_reached:
        if isinstance(end, Node) and end.hooks is not None:
            arrivals.show(end)
    return {edge: arrivals.owned(edge) for edge in arrivals.sums if targets is None or edge in targets}


class Arrivals:
    """Gradients on their way: `sums[edge]` is what has arrived there so far, and how this walk wants to be walked.

    borrowed  the edges whose array may belong to somebody else as well, so that nothing may be written into it
    needed    the nodes and leaves on the way to the targets, or None for all
    unusual   whether more is to be done than the `run` that is written for each operation does
    """
    __slots__ = ("sums", "borrowed", "keep", "recorded", "targets", "needed", "unusual")

    def __init__(self, keep, recorded, targets, needed):
        self.sums, self.borrowed = {}, set()
        self.keep, self.recorded, self.targets, self.needed = keep, recorded, targets or (), needed
        self.unusual = recorded or targets is not None or rules.are_replaced()

    def add(self, edge, grad, borrowed):
        """One contribution arrives. `borrowed` says that its array may belong to somebody else as well."""
        if edge in self.sums:
            so_far = self.sums.pop(edge)                                # a leaf's place in line is its last arrival
            self.sums[edge] = self.joined(edge, so_far, grad)
        else:
            self.sums[edge] = grad
            if borrowed and type(grad) is np.ndarray:
                self.borrowed.add(edge)

    def joined(self, edge, so_far, grad):
        """The sum at `edge`: in the array that is there already if that belongs to nobody else."""
        if type(so_far) is np.ndarray and not self.unusual and edge not in self.borrowed:
            return rules.sum_paths(so_far, grad, so_far)
        self.borrowed.discard(edge)
        return rules.sum_paths(so_far, grad)

    def take(self, node):
        """What a node that is about to run has received: a gradient, or a list of them if it has several results; None
        if nothing has arrived. What is a target as well stays."""
        if node.hooks is not None:
            self.show(node)
        if node.outputs == 1:
            return self.sums.get(node) if node in self.targets else self.sums.pop(node, None)
        ports = [Port(node, i) for i in range(node.outputs)]
        grads = [self.sums.get(port) if port in self.targets else self.sums.pop(port, None) for port in ports]
        return None if all(grad is None for grad in grads) else grads

    def wanted(self, edges):
        """The edges with None in place of those that lead to no target."""
        if self.needed is None:
            return edges
        return [edge if node_of(edge) in self.needed else None for edge in edges]

    def show(self, node):
        """Let the hooks on a node's results see what has arrived, and put what they give in its place."""
        for number, hooks in node.hooks.items():
            edge = node if node.outputs == 1 else Port(node, number)
            if edge in self.sums:
                self.sums[edge] = hooks.changed(self.owned(edge), self.recorded)
                self.borrowed.add(edge)

    def owned(self, edge):
        """The sum at `edge`, in an array that nobody else holds."""
        grad = self.sums[edge]
        return grad.copy() if edge in self.borrowed and type(grad) is np.ndarray else grad


def run(node, arrivals):
    """Run one node: send along each of its edges what the node contributes there."""
    grad = arrivals.take(node)
    if grad is None:
        return
    edges = arrivals.wanted(node.edges)
    for edge, contribution in zip(edges, node.contributions(grad, arrivals.recorded, edges)):
        if edge is not None and contribution is not None:
            arrivals.add(edge, contribution, node.passes_through)
    if not arrivals.keep:
        rules.free(node)


def repaired(grad, shape, dtype):
    """A gradient in its input's own shape and number type."""
    if grad.shape != shape:
        grad = rules.unbroadcast(grad, shape)
    if isinstance(grad, (np.ndarray, np.generic)):
        return grad if grad.dtype is dtype.numpy else grad.astype(dtype.numpy)
    return grad.to(dtype)


def _reachable(roots):
    """Every node behind `roots` that has a rule to run, oldest first."""
    seen, order, stack = {None}, [], [roots]
    while stack:
        for edge in stack.pop():
            if edge in seen:
                continue
            if type(edge) is Port:
                edge = edge.node
                if edge in seen:
                    continue
            seen.add(edge)
            onward = edge.edges
            if onward is not None:                      # a leaf leads nowhere
                order.append(edge)
                stack.append(onward)
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
