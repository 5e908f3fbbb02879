"""How long a graph keeps its saved values, and for which losses."""

from contextlib import contextmanager

from autogradlab.autograd import derivatives
from autogradlab.autograd.graph import Node, node_of
from autogradlab.autograd.rules import rules
from autogradlab.autograd.sentences import FREED_SENTENCE

from .patching import around_backward, patched, received, together


def never_freed():
    """M10: saved values are never freed, so a second backward adds the gradient again."""
    return rules.replaced(free=lambda node: None)


def always_freed():
    """M11: a graph can be walked once, whatever it saved."""
    free = rules.free

    def free_all(node):
        free(node)
        node._freed = True

    return rules.replaced(free=free_all)


@contextmanager
def retain_keeps_grad():
    """M13: after a backward with `retain_graph=True`, `.grad` is kept as it is until the next backward replaces it."""
    add = rules.accumulate

    def accumulate(tensor, grad):
        if tensor.__dict__.pop("kept_once", False):
            tensor._grad = None
        add(tensor, grad)

    def wrap(backward):
        def backward_and_keep(roots, gradients, retain_graph, *others):
            arrived = received(lambda: backward(roots, gradients, retain_graph, *others))
            for leaf, _ in arrived.values():
                leaf.__dict__["kept_once"] = bool(retain_graph)

        return backward_and_keep

    with together(rules.replaced(accumulate=accumulate), around_backward(wrap)):
        yield


@contextmanager
def rebuilt_for_each_loss():
    """M15: a new loss has an entirely new graph, so only the very same loss cannot call backward twice."""
    walk, check = derivatives._walk, rules.check_version
    walked, again = set(), [False]

    def walk_new(starts, retain_graph, create_graph, *others, **purpose):
        roots = {node_of(edge) for edge, _ in starts if isinstance(node_of(edge), Node)}
        if not roots.isdisjoint(walked) and any(_saved(node) for node in _behind(roots)):
            raise RuntimeError(FREED_SENTENCE)
        again[0] = any("walked" in node.metadata for node in _behind(roots))
        found = walk(starts, retain_graph, create_graph, *others, **purpose)
        if not (create_graph if retain_graph is None else retain_graph):
            walked.update(roots)
            for node in _behind(roots):
                node.metadata["walked"] = True
        return found

    def check_new(tensor, saved_version, maker):
        if not again[0]:
            check(tensor, saved_version, maker)

    with together(
        patched(derivatives, "_walk", walk_new), rules.replaced(free=lambda node: None, check_version=check_new)
    ):
        yield


def _behind(roots):
    """All nodes that are reached from these roots; the leaves at the ends are left out."""
    seen, waiting = set(), list(roots)
    while waiting:
        node = node_of(waiting.pop())
        if isinstance(node, Node) and node not in seen:
            seen.add(node)
            waiting += [edge for edge in node._edges if edge is not None]
    return seen


def _saved(node):
    return any(entry is not None for entry in (node._saved or ())[: node._tensors_saved])
