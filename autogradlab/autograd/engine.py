"""The walk: carries a gradient from the roots back to the leaves.

No recursion, so a chain of 100,000 operations is an ordinary graph. Every node runs once, when all of its
gradients have arrived: the youngest node first, as in PyTorch, because a node is younger than the nodes whose results
it uses.
The gradients of leaves are returned at the end, so a walk that fails has changed no `.grad`. What is different where
learners' code runs on the way is in `settling.py`.
"""

from operator import attrgetter

import numpy as np

from .graph import Node, Port, node_of
from .modes import mode, unusual
from .quiet import restore, silence
from .rules import rules
from .settling import Settling, check_leaf, with_leaves


def walk(starts, *, keep, recorded, targets=None, accumulates=False, lent=False):
    """Run the graph behind `starts`, a list of (edge, gradient) pairs; return {edge: gradient} for leaves or targets.

    keep         saved values stay, so that the graph can be walked again
    recorded     gradients are Tensors and the walk itself is recorded; otherwise they are arrays
    targets      the only edges whose gradients are wanted; None means every leaf
    accumulates  the gradients of leaves are meant for their `.grad`: they are added to it during the walk if learners'
                 code may see it, otherwise by the caller
    lent         the returned gradients may share memory with other arrays, as those of `autograd.grad` do
    """
    order, hooked = _reachable([node_of(edge) for edge, _ in starts])
    arrivals = Arrivals(keep, recorded, targets, accumulates)
    if targets is not None:
        order, hooked = arrivals.only_toward(targets, order, hooked)
    arrivals.check_freed(order if targets is None else [node for node in order if node not in arrivals.ends])
    if hooked:
        order = with_leaves(order, hooked)
    arrivals.order, arrivals.roots = order, starts
    for edge, grad in starts:
        arrivals.add(edge, grad, borrowed=True)
    before = silence()
    try:
        while order:
            order.pop()._run(arrivals)
        if accumulates:
            for edge in arrivals.sums:
                check_leaf(edge)
    except BaseException:
        arrivals.take_back()
        raise
    finally:
        restore(before)
        if arrivals.entered:
            arrivals.leave()
    found = arrivals.sums
    if targets is not None:
        found = {edge: grad for edge, grad in found.items() if edge in targets}
    if not lent:
        found |= {edge: arrivals.owned(edge) for edge in arrivals.borrowed if edge in found}
    return found


class Arrivals(Settling):
    """The gradients of one walk (`sums[edge]` is the sum of what has arrived there so far), and the walk's settings.

    order     the nodes that are still to run, the next one last
    roots     the (edge, gradient) pairs that the walk started with
    borrowed  the edges whose array may also be in use elsewhere, so that nothing may be written into it
    needed    the nodes and leaves on the way to the targets, or None for all
    ends      the targets that lead to no other target: they receive gradients, but do not run
    unusual   whether nodes need `run` below, because the `_run` that is generated for each operation does too little
    """

    __slots__ = """
        order roots sums borrowed keep recorded targets accumulates needed ends observers unusual __weakref__
        """.split()

    def __init__(self, keep, recorded, targets, accumulates):
        self.sums, self.borrowed = {}, set()
        self.keep, self.recorded, self.targets, self.accumulates = keep, recorded, targets or (), accumulates
        self.needed, self.ends = None, ()
        self.entered, self.completed_by, self.handed = False, None, []
        self.observers = mode.observers if unusual else ()
        self.unusual = recorded or targets is not None or rules.are_replaced() or bool(self.observers)

    def only_toward(self, targets, order, hooked):
        """Return `order` and `hooked` without what leads to no target; set `needed` and `ends`."""
        self.needed, running = set(map(node_of, targets)), set()
        for node in order:
            if any(node_of(edge) in self.needed for edge in node._edges):
                self.needed.add(node)
                running.add(node)
        self.ends = () if self.accumulates else self.needed.difference(running)
        return [node for node in order if node in self.needed], self.needed.intersection(hooked)

    def check_freed(self, order):
        """Refuse a walk of which a node has given up what it saved; observers are told which."""
        try:
            rules.check_freed(order)
        except RuntimeError as error:
            for observer in self.observers:
                observer.failed(next(node for node in order if node._freed and type(node).needs_saved), error)
            raise

    def add(self, edge, grad, borrowed):
        """Add a contribution to the sum at `edge`. `borrowed` says that its array may also be in use elsewhere."""
        if edge in self.sums:
            so_far = self.sums.pop(edge)  # and to the end: leaves are returned in the order of their last arrivals
            self.sums[edge] = self.joined(edge, so_far, grad)
        else:
            self.sums[edge] = grad
            if borrowed and type(grad) is np.ndarray:
                self.borrowed.add(edge)

    def joined(self, edge, so_far, grad):
        """The sum of `so_far` and `grad`, written into the array of `so_far` if that is in use nowhere else."""
        if type(so_far) is np.ndarray and not self.unusual and edge not in self.borrowed:
            return rules.sum_paths(so_far, grad, so_far)
        self.borrowed.discard(edge)
        return rules.sum_paths(so_far, grad)

    def take(self, node):
        """Take out what each result of a node about to run has received, None for nothing. A target's stays."""
        ports = [node._port(number) for number in range(node._outputs)]
        return [self.sums.get(port) if port in self.targets else self.sums.pop(port, None) for port in ports]

    def wanted(self, edges):
        """The edges with None in place of those that lead to no target."""
        if self.needed is None:
            return edges
        return [edge if node_of(edge) in self.needed else None for edge in edges]

    def owned(self, edge):
        """The sum at `edge`, in an array that nothing else uses."""
        grad = self.sums[edge]
        return grad.copy() if edge in self.borrowed and type(grad) is np.ndarray else grad


def run(node, arrivals):
    """Run one node: send along each of its edges what the node contributes there."""
    if node._freed and node not in arrivals.ends:  # by a walk inside this one
        rules.check_freed([node])
    if not arrivals.entered:
        arrivals.enter()
    if node._hooks is not None or type(node).takes_none:
        arrivals.settle(node)
    asked = None if node._hooks is None else arrivals.show(node)
    if node in arrivals.ends:
        return
    edges, contributions = arrivals.wanted(node._edges), _observed if arrivals.observers else _contributions
    for edge, contribution in zip(edges, contributions(node, arrivals.take(node), arrivals, edges)):
        if edge is not None and contribution is not None:
            arrivals.add(edge, contribution, type(node).passes_through or node._hooks is not None)  # a hook may keep it
    if asked:
        arrivals.sums |= asked
    if not arrivals.keep:
        rules.free(node)


def _contributions(node, grads, arrivals, edges):
    """What the node contributes to each edge; its own hooks run before and after."""
    hooks, recorded = node._hooks, arrivals.recorded
    if hooks is not None and hooks.before:
        grads = hooks.changed_before(grads, recorded)
    if type(node).takes_none or any([grad is not None for grad in grads]):
        given = node._contributions(grads if node._outputs > 1 else grads[0], recorded, edges)
    else:
        given = [None] * len(edges)
    return given if hooks is None or not hooks.after else node._after_hooks(given, grads, recorded)


def _observed(node, grads, arrivals, edges):
    """Like `_contributions`, but tells the observers what happens."""
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
    seen, order, hooked, found = {None}, [], [], list(roots)
    for edge in found:  # `found` grows in the loop
        if edge in seen:
            continue
        if type(edge) is Port:
            edge = edge.node
            if edge in seen:
                continue
        seen.add(edge)
        onward = edge._edges
        if onward is not None:
            order.append(edge)
            found += onward
        elif edge._hooks is not None:  # a leaf leads nowhere
            hooked.append(edge)
    order.sort(key=attrgetter("_number"))
    return order, hooked


Node._run = run  # the default; each operation gets a generated one, and a leaf's node has its own
