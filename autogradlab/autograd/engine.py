"""The walk: carries a gradient from the roots back to the leaves.

No recursion, so a chain of 100,000 operations is an ordinary graph. Every node runs once, after all that it
will receive has arrived: the youngest node first, as in PyTorch, because whatever uses a result is younger than it.
What leaves receive is handed back at the end, so a walk that fails has changed no `.grad`.
"""

from operator import attrgetter

import numpy as np

from .graph import AccumulateGrad, Node, Port, node_of
from .modes import mode, unusual
from .rules import rules


def walk(starts, *, keep, recorded, targets=None, accumulates=False, lent=False):
    """Run the graph behind `starts`, a list of (edge, gradient) pairs; give {edge: gradient} for leaves or targets.

    keep         saved values stay, so that the graph can be walked again
    recorded     gradients are Tensors and the walk itself is recorded; otherwise they are arrays
    targets      the edges whose gradient is wanted, and nothing else; None means every leaf
    accumulates  the gradients of leaves are meant for their `.grad`: a leaf with hooks on its finished `.grad` gets it
                 during the walk
    lent         the gradients may share their memory with others, as those of `autograd.grad` do
    """
    order, hooked = _reachable([node_of(edge) for edge, _ in starts])
    arrivals = Arrivals(keep, recorded, targets, accumulates)
    if targets is not None:
        order, hooked = arrivals.only_toward(targets, order, hooked)
    rules.check_freed(order if targets is None else [node for node in order if node not in arrivals.ends])
    if hooked:
        order = _with_leaves(order, hooked)
    arrivals.order = order
    for edge, grad in starts:
        arrivals.add(edge, grad, borrowed=True)
    try:
        with np.errstate(all="ignore"):
            while order:
                order.pop().run(arrivals)
    finally:
        if arrivals.entered:
            mode.walk = arrivals.around
    found = arrivals.sums if targets is None else [edge for edge in arrivals.sums if edge in targets]
    return {edge: arrivals.sums[edge] if lent else arrivals.owned(edge) for edge in found}


class Arrivals:
    """Gradients on their way: `sums[edge]` is what has arrived there so far, and how this walk wants to be walked.

    order     the nodes that are still to run, the next one last
    borrowed  the edges whose array may belong to somebody else as well, so that nothing may be written into it
    needed    the nodes and leaves on the way to the targets, or None for all
    ends      the targets that lead to no other target: they receive, and do not run
    unusual   whether more is to be done than the `run` that is written for each operation does
    """

    __slots__ = """
        order sums borrowed keep recorded targets accumulates needed ends observers entered around unusual
        """.split()

    def __init__(self, keep, recorded, targets, accumulates):
        self.sums, self.borrowed = {}, set()
        self.keep, self.recorded, self.targets, self.accumulates = keep, recorded, targets or (), accumulates
        self.needed, self.ends, self.entered = None, (), False
        self.observers = mode.observers if unusual else ()
        self.unusual = recorded or targets is not None or rules.are_replaced() or bool(self.observers)

    def only_toward(self, targets, order, hooked):
        """Leave out of `order` and `hooked` what leads to no target."""
        self.needed, running = set(map(node_of, targets)), set()
        for node in order:
            if any(node_of(edge) in self.needed for edge in node.edges):
                self.needed.add(node)
                running.add(node)
        self.ends = () if self.accumulates else self.needed.difference(running)
        return [node for node in order if node in self.needed], self.needed.intersection(hooked)

    def enter(self):
        """From here on this is the walk that learners' code finds itself in, until the one around it goes on."""
        self.entered, self.around, mode.walk = True, mode.walk, self

    def add(self, edge, grad, borrowed):
        """One contribution arrives. `borrowed` says that its array may belong to somebody else as well."""
        if edge in self.sums:
            so_far = self.sums.pop(edge)  # a leaf's place in line is its last arrival
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
        """What each result of a node that is about to run has received, None for nothing. A target's stays."""
        ports = [node.port(number) for number in range(node.outputs)]
        return [self.sums.get(port) if port in self.targets else self.sums.pop(port, None) for port in ports]

    def wanted(self, edges):
        """The edges with None in place of those that lead to no target."""
        if self.needed is None:
            return edges
        return [edge if node_of(edge) in self.needed else None for edge in edges]

    def show(self, node):
        """Let the hooks on a node's results see what has arrived, and put what they give in its place.

        Gives what `grad` hands out for those of them that it was asked for: as in PyTorch, where the walk goes on
        past a result, that is what had arrived before the hooks.
        """
        asked = {}
        for number, hooks in node.hooks.items():
            port = node.port(number)
            arrived = self.get(port)
            if port in self.targets and arrived is not None and not self.accumulates:
                asked[port] = arrived
            self.put(port, hooks.changed(arrived, self.recorded))
        return asked

    def get(self, edge):
        """What has arrived at `edge` in an array of its own, or None."""
        return self.owned(edge) if edge in self.sums else None

    def put(self, edge, grad):
        """Replace what has arrived at `edge`; None means nothing has."""
        self.sums.pop(edge, None)
        if grad is not None:
            self.sums[edge] = grad
            self.borrowed.add(edge)

    def owned(self, edge):
        """The sum at `edge`, in an array that nobody else holds."""
        grad = self.sums[edge]
        return grad.copy() if edge in self.borrowed and type(grad) is np.ndarray else grad


def run(node, arrivals):
    """Run one node: send along each of its edges what the node contributes there."""
    if not arrivals.entered:
        arrivals.enter()
    asked = None if node.hooks is None else arrivals.show(node)
    if node in arrivals.ends:
        return
    edges, contributions = arrivals.wanted(node.edges), _observed if arrivals.observers else _contributions
    for edge, contribution in zip(edges, contributions(node, arrivals.take(node), arrivals, edges)):
        if edge is not None and contribution is not None:
            arrivals.add(edge, contribution, node.passes_through)
    if asked:
        arrivals.sums |= asked
    if not arrivals.keep:
        rules.free(node)


def _contributions(node, grads, arrivals, edges):
    """What the node contributes, with its own hooks before and after."""
    hooks, recorded = node.hooks, arrivals.recorded
    if hooks is not None and hooks.before:
        grads = hooks.changed_before(grads, recorded)
    if node.takes_none or any([grad is not None for grad in grads]):
        given = node.contributions(grads if node.outputs > 1 else grads[0], recorded, edges)
    else:
        given = [None] * len(edges)
    return given if hooks is None or not hooks.after else node.after_hooks(given, grads, recorded)


def _observed(node, grads, arrivals, edges):
    """As `_contributions`; everybody who observes is told."""
    for observer in arrivals.observers:
        observer.runs(node)
    try:
        given = _contributions(node, grads, arrivals, edges)
        for observer in arrivals.observers:
            observer.ran(node, given)
    except Exception as error:
        for observer in arrivals.observers:
            observer.failed(node, error)
        raise
    return given


def repaired(grad, shape, dtype):
    """A gradient in its input's own shape and number type."""
    if grad.shape != shape:
        grad = rules.unbroadcast(grad, shape)
    if isinstance(grad, (np.ndarray, np.generic)):
        return grad if grad.dtype is dtype.numpy else grad.astype(dtype.numpy)
    return grad.to(dtype)


def _reachable(roots):
    """Every node behind `roots` that has a rule to run, oldest first; and the leaves that have hooks."""
    seen, order, hooked, found = {None}, [], [], [roots]
    for edges in found:  # which grows meanwhile
        for edge in edges:
            if edge in seen:
                continue
            if type(edge) is Port:
                edge = edge.node
                if edge in seen:
                    continue
            seen.add(edge)
            onward = edge.edges
            if onward is not None:
                order.append(edge)
                found.append(onward)
            elif edge._hooks is not None:  # a leaf leads nowhere
                hooked.append(edge)
    order.sort(key=attrgetter("number"))
    return order, hooked


def _with_leaves(order, leaves):
    """`order` with the nodes of `leaves`, each to run as soon as the oldest node that leads to it has."""
    waiting, complete = set(leaves), []
    for node in order:
        for edge in reversed(node.edges):
            if edge in waiting:
                waiting.remove(edge)
                complete.append(AccumulateGrad.of(edge))
        complete.append(node)
    return complete + [AccumulateGrad.of(leaf) for leaf in leaves if leaf in waiting]


Node.run = run  # most nodes; an operation gets one written for its inputs, a leaf has its own
