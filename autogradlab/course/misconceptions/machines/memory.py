"""Graphs that stay alive because a result is still referenced, and what fusing saves."""

import weakref
from contextlib import contextmanager

from autogradlab.autograd.graph import Node, node_of
from autogradlab.autograd.observers import Observer, observing
from autogradlab.autograd.tensor import Tensor
from autogradlab.fuse import explanation

from .operations import seeing_results
from .patching import around_backward, patched, together


@contextmanager
def loss_holds_nothing():
    """M53: after its backward, neither a loss nor a sum of losses holds a graph."""
    results = []

    def wrap(backward):
        def backward_and_let_go(roots, gradients, retain_graph, create_graph, inputs):
            backward(roots, gradients, retain_graph, create_graph, inputs)
            if not (create_graph if retain_graph is None else retain_graph):
                ends = {node_of(root._edge) for root in roots if isinstance(root, Tensor)}
                for tensor in [*roots, *(ref() for ref in results)]:
                    if isinstance(tensor, Tensor) and _leads_to(tensor, ends):
                        tensor._edge, tensor._requires_grad = None, False

        return backward_and_let_go

    with together(seeing_results(lambda result, inputs: results.append(weakref.ref(result))), around_backward(wrap)):
        yield


def _leads_to(tensor, ends):
    """Whether the tensor's graph contains one of the nodes `ends`."""
    seen, waiting = set(), [tensor._edge]
    while waiting:
        node = node_of(waiting.pop())
        if isinstance(node, Node) and node not in seen:
            if node in ends:
                return True
            seen.add(node)
            waiting += [edge for edge in node._edges if edge is not None]
    return False


class _NewGraph(Observer):
    """An observer that cuts losses off from their graphs, after their backward, as soon as a new graph begins."""

    def __init__(self):
        self.old = []

    def made(self, node):
        for ref in self.old:
            loss = ref()
            if loss is not None:
                loss._edge, loss._requires_grad = None, False
        self.old = []


@contextmanager
def one_graph_at_a_time():
    """M55: when the next forward begins, the graph of the previous loss is gone."""
    watcher = _NewGraph()

    def wrap(backward):
        def backward_and_note(roots, *others):
            backward(roots, *others)
            watcher.old = [weakref.ref(root) for root in roots if isinstance(root, Tensor)]

        return backward_and_note

    with together(observing(watcher), around_backward(wrap)):
        yield


def fusion_saves_arithmetic():
    """M70: fusing saves operations and moves as many bytes as before."""
    read = explanation.Part.__init__

    def part(self, program, steps, size):
        read(self, program, steps, size)
        self.operations = self.operations[:1]
        self.bytes_fused, self.ratio = self.bytes_eager, 1.0

    return patched(explanation.Part, "__init__", part)
