"""The walk: carries a gradient from the roots back to the leaves.

No recursion, so a chain of 100,000 operations is an ordinary graph. Every node runs once, when all of its
gradients have arrived: the youngest node first, as in PyTorch, because a node is younger than the nodes whose results
it uses.
The gradients of leaves are returned at the end. Where learners' code runs on the way, as a hook or in a Function, they
are accumulated before, as PyTorch does, so that this code sees them; a walk that fails takes them back, so that it has
changed no leaf's `.grad`, except where hooks on the finished `.grad` have seen it.
"""

from math import inf
from operator import attrgetter

import numpy as np

from .graph import AccumulateGrad, Node, Port, node_of
from .hooks import shown
from .modes import become, mode, set_grad_enabled, unusual
from .rules import rules


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
        order = _with_leaves(order, hooked)
    arrivals.order = order
    for edge, grad in starts:
        arrivals.add(edge, grad, borrowed=True)
    try:
        with np.errstate(all="ignore"):
            while order:
                order.pop()._run(arrivals)
        if accumulates:
            for edge in arrivals.sums:
                _check_leaf(edge)
    except BaseException:
        arrivals.take_back()
        raise
    finally:
        if arrivals.entered:
            arrivals.leave()
    found = arrivals.sums
    if targets is not None:
        found = {edge: grad for edge, grad in found.items() if edge in targets}
    if not lent:
        found |= {edge: arrivals.owned(edge) for edge in arrivals.borrowed if edge in found}
    return found


class Arrivals:
    """The gradients of one walk (`sums[edge]` is the sum of what has arrived there so far), and the walk's settings.

    order     the nodes that are still to run, the next one last
    borrowed  the edges whose array may also be in use elsewhere, so that nothing may be written into it
    needed    the nodes and leaves on the way to the targets, or None for all
    ends      the targets that lead to no other target: they receive gradients, but do not run
    completed_by  None, or {edge: the number of the last node that leads there} since learners' code has run
    handed    the leaves whose `.grad` has been changed already, and what it was
    unusual   whether nodes need `run` below, because the `_run` that is generated for each operation does too little
    """

    __slots__ = """
        order sums borrowed keep recorded targets accumulates needed ends observers entered around unusual
        completed_by handed
        __weakref__
        """.split()

    def __init__(self, keep, recorded, targets, accumulates):
        self.sums, self.borrowed = {}, set()
        self.keep, self.recorded, self.targets, self.accumulates = keep, recorded, targets or (), accumulates
        self.needed, self.ends, self.entered, self.completed_by, self.handed = None, (), False, None, []
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

    def enter(self):
        """Make this the current walk, `mode.walk`, before learners' code runs."""
        self.entered, self.around, mode.walk = True, (mode.walk, mode.inference, mode.observers), self

    def leave(self):
        """Restore the outer walk, and the modes that learners' code has changed in this one and that end with it."""
        mode.walk, inference, observers = self.around
        if mode.inference is not inference or mode.observers is not observers:
            staying = [observer for observer in mode.observers if not observer.ends_with_walk]
            before = [observer for observer in observers if observer.ends_with_walk]
            become(inference=inference, observers=(*staying, *before))

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

    def show(self, node):
        """Show the gradients of a node's results to the hooks there, and replace them by what the hooks return.

        Returns {edge: gradient before the hooks} for the results that `autograd.grad` was asked for: if the walk goes
        on past such a result, these are what `grad` returns, as in PyTorch.
        """
        asked = {}
        for number, hooks in node._hooks.items():
            port = node._port(number)
            arrived = self.shared(port)
            if port in self.targets and arrived is not None and not self.accumulates:
                asked[port] = arrived
            self.put(port, hooks.changed(arrived, self.recorded))
        return asked

    def shared(self, edge):
        """What has arrived at `edge`, itself: as in PyTorch, a hook writes into it wherever it is in use."""
        grad = self.sums.get(edge)
        if isinstance(grad, np.ndarray) and (0 in grad.strides or not grad.flags.writeable):
            return grad.copy()
        return grad

    def settle(self, node, until=None):
        """Hand each leaf its gradient if that is complete, before learners' code at `node` can look or write into it.

        Leaves from `until` on, in the order in which their gradients arrived, have to wait, as do those with hooks.
        """
        if self.completed_by is None:
            left = (node, *reversed(self.order))
            self.completed_by = {edge: each._number for each in left for edge in each._edges}
        running = node if until is None else next((each for each in reversed(self.order) if each._edges), None)
        for edge in list(self.sums):
            if edge is until:
                break
            complete = running is None or self.completed_by.get(edge, inf) > running._number
            if complete and not isinstance(edge, (Node, Port)) and edge._hooks is None:
                self.hand_over(edge)

    def hand_over(self, leaf):
        """Accumulate the gradient of `leaf` now, if that is what it is for; a walk that fails takes it back."""
        grad = self.get(leaf)
        self.borrowed.discard(leaf)
        if not self.accumulates:
            self.sums[leaf] = grad
            return
        _check_leaf(leaf)
        self.sums.pop(leaf, None)
        if grad is not None and leaf.requires_grad:
            before = leaf._grad
            numbers = None if before is None else before._data.copy()
            with set_grad_enabled(self.recorded):
                rules.accumulate(leaf, shown(grad))
            self.handed.append((leaf, leaf._grad, before, numbers))

    def take_back(self):
        """Undo what has been handed over, except where somebody else has changed it since."""
        for leaf, grad, before, numbers in reversed(self.handed):
            if leaf._grad is grad:
                leaf._grad = before
                if grad is before:
                    before._shared_array()[...] = numbers

    def get(self, edge):
        """What has arrived at `edge`, in an array that nothing else uses; None if nothing has."""
        return self.owned(edge) if edge in self.sums else None

    def put(self, edge, grad):
        """Replace what has arrived at `edge`; None means nothing has."""
        self.sums.pop(edge, None)
        if grad is not None:
            self.sums[edge] = grad
            self.borrowed.add(edge)

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


def _check_leaf(edge):
    """Refuse a leaf that has become the result of an operation, written into it, since the graph used it."""
    if not isinstance(edge, (Node, Port)) and edge._edge is not None:
        raise RuntimeError("leaf variable has been moved into the graph interior")


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


def _with_leaves(order, leaves):
    """`order` with the nodes of `leaves`, each to run right after the oldest node that leads to it."""
    waiting, complete = set(leaves), []
    for node in order:
        for edge in reversed(node._edges):
            if edge in waiting:
                waiting.remove(edge)
                complete.append(AccumulateGrad.of(edge))
        complete.append(node)
    return complete + [AccumulateGrad.of(leaf) for leaf in leaves if leaf in waiting]


Node._run = run  # the default; each operation gets a generated one, and a leaf's node has its own
