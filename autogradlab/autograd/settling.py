"""What a walk does where learners' code runs on the way: a hook, or the backward of a Function.

The gradients of leaves are then accumulated before that code runs, as PyTorch does, so that it sees them. A walk that
fails takes them back, except where hooks on the finished `.grad` have seen it.
"""

from math import inf

import numpy as np

from .graph import AccumulateGrad, Node, Port
from .hooks import shown
from .modes import become, mode, set_grad_enabled
from .rules import rules


class Settling:
    """The part of `Arrivals` that shows gradients to learners' code and hands them over to leaves in time.

    entered       whether learners' code may be running, with this as the current walk
    around        the outer walk, and the modes to restore after this one
    completed_by  None, or {edge: the number of the last node that leads there} since learners' code has run
    handed        the leaves whose `.grad` has been changed already, and what it was
    """

    __slots__ = ("entered", "around", "completed_by", "handed")

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
        check_leaf(leaf)
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


def check_leaf(edge):
    """Refuse a leaf that has become the result of an operation, written into it, since the graph used it."""
    if not isinstance(edge, (Node, Port)) and edge._edge is not None:
        raise RuntimeError("leaf variable has been moved into the graph interior")


def with_leaves(order, leaves):
    """`order` with the nodes of `leaves`, each to run right after the oldest node that leads to it."""
    waiting, complete = set(leaves), []
    for node in order:
        for edge in reversed(node._edges):
            if edge in waiting:
                waiting.remove(edge)
                complete.append(AccumulateGrad.of(edge))
        complete.append(node)
    return complete + [AccumulateGrad.of(leaf) for leaf in leaves if leaf in waiting]
