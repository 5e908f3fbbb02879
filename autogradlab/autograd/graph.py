"""The nodes of the backward graph, as PyTorch shows them.

Forward, each recorded operation leaves one node. The node knows where its gradients go (`edges`, toward
the inputs) and what its rule will need (`saved`).

An edge is a Node; a Port, for one result of a node that has several; or the leaf itself, where a path ends.
"""
import weakref
from itertools import count
from typing import NamedTuple

next_number = count().__next__
_YOUNGEST = float("inf")


class Node:
    """One operation on the way back. `y.grad_fn` is the node that made `y`.

    edges     one per input: None for an input that is not tracked
    saved     what the rules need: tensors (or numbers in their place) first, then settings and shapes
    versions  the version of each saved tensor when it was saved; None if all were 0
    repairs   each input's own (shape, dtype), None for a number; or None if no gradient needs reshaping or converting
    number    grows with each node: whatever uses a result is younger than what made it
    freed     whether the saved tensors have been given up
    hooks     None, or {number of the result: Hooks} for the results whose gradient somebody wants to see
    """
    __slots__ = ("edges", "saved", "versions", "repairs", "number", "freed", "hooks", "__dict__", "__weakref__")

    #: How many of `saved`'s entries are tensors; the others are plain numbers and shapes, which are never freed.
    tensors_saved = 0
    #: Whether it may hand on the very array that came in, or one that it keeps.
    passes_through = True
    #: How many results the operation has; an edge to a node with several is a Port.
    outputs = 1
    _metadata = None

    def start(self, edges, repairs=None, saved=(), versions=None):
        """Fill a fresh node."""
        self.edges, self.repairs, self.saved, self.versions = edges, repairs, saved, versions
        self.freed, self.hooks, self.number = False, None, next_number()

    def name(self):
        """The node's name as PyTorch writes it: 'MulBackward0'."""
        return type(self).__name__

    @property
    def next_functions(self):
        """((node, output number), ...) toward the inputs; (None, 0) for an input that is not tracked."""
        return tuple(tuple(edge) if type(edge) is Port else
                     (edge if edge is None or isinstance(edge, Node) else AccumulateGrad.of(edge), 0)
                     for edge in self.edges)

    @property
    def metadata(self):
        """A dictionary for your own notes on this node."""
        if self._metadata is None:
            self._metadata = {}
        return self._metadata

    def result_shared(self, result):
        """The result's memory is no longer its own. A node that saved its result follows it from here on."""

    def release_saved(self):
        """Give up the saved tensors; `freed` says so from then on. A node that saved none can run again."""
        n = self.tensors_saved
        for entry in self.saved[:n]:
            if entry is not None:
                self.saved, self.freed = (None,) * n + self.saved[n:], True
                return

    def __repr__(self):
        return f"<{type(self).__name__} object>"


class Port(NamedTuple):
    """An edge to one result of a node that has several: gradients for each arrive apart."""
    node: Node
    number: int


def node_of(edge):
    """The node, or the leaf, that an edge leads to."""
    return edge.node if type(edge) is Port else edge


class AccumulateGrad(Node):
    """The end of a path as PyTorch shows it: adds what arrives to the `.grad` of its leaf, `variable`."""
    __slots__ = ("variable",)

    def __init__(self, variable):
        self.start(edges=())
        self.variable, self.number = variable, _YOUNGEST

    def name(self):
        return "torch::autograd::AccumulateGrad"

    @classmethod
    def of(cls, leaf):
        """The leaf's one node, made when first asked for and kept as long as somebody looks at it.

        The leaf holds it weakly: the node holds the leaf, and two strong holds would be a cycle.
        """
        node = leaf._accumulator and leaf._accumulator()
        if node is None:
            node = cls(leaf)
            leaf._accumulator = weakref.ref(node)
        return node
