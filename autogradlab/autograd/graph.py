"""The nodes of the backward graph, as PyTorch shows them.

Forward, each recorded operation leaves one node. The node knows where its gradients go (`edges`, toward
the inputs) and what its rule will need (`saved`). A leaf's edges end in its one `AccumulateGrad`.
"""
import weakref
from itertools import count
from typing import NamedTuple

_numbers = count()
_YOUNGEST = float("inf")


class Node:
    """One operation on the way back. `y.grad_fn` is the node that made `y`."""
    __slots__ = ("edges", "repairs", "saved", "versions", "freed", "number", "hooks", "_metadata")

    #: How many of `saved`'s entries are tensors; the others are plain numbers and shapes, which are never freed.
    tensors_saved = 0
    #: Whether the rule may hand on the very array that came in.
    passes_through = False
    #: How many results the operation has; an edge to a node with several is a Port.
    outputs = 1

    def start(self, edges, repairs=None, saved=(), versions=None):
        """Fill a fresh node: one edge (node or None) per input.

        repairs   each input's own (shape, dtype) if the operation stretched or converted one of them, else None
        versions  the versions of the saved tensors, or None if all are 0

        `hooks` is None, or a Hooks for each result that has some, by the result's number.
        """
        self.edges, self.repairs, self.saved, self.versions = edges, repairs, saved, versions
        self.freed, self.hooks, self._metadata, self.number = False, None, None, next(_numbers)

    def name(self):
        """The node's name as PyTorch writes it: 'MulBackward0'."""
        return type(self).__name__

    @property
    def next_functions(self):
        """((node, output number), ...) toward the inputs; (None, 0) for an input that is not tracked."""
        return tuple(edge if isinstance(edge, Port) else (edge, 0) for edge in self.edges)

    @property
    def metadata(self):
        """A dictionary for your own notes on this node."""
        if self._metadata is None:
            self._metadata = {}
        return self._metadata

    def result_moved(self, array):
        """The result's numbers now live in `array`. A node that saved its result follows them."""

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
    """The node that an edge leads to."""
    return edge.node if isinstance(edge, Port) else edge


class AccumulateGrad(Node):
    """The end of a path: adds what arrives to the `.grad` of its leaf, `variable`."""
    __slots__ = ("variable", "__weakref__")

    def __init__(self, variable):
        self.start(edges=())
        self.variable, self.number = variable, _YOUNGEST

    def name(self):
        return "torch::autograd::AccumulateGrad"

    @classmethod
    def of(cls, leaf):
        """The leaf's one node, made when first asked for and kept as long as some graph uses it.

        The leaf holds it weakly: the node holds the leaf, and two strong holds would be a cycle.
        """
        node = leaf._accumulator and leaf._accumulator()
        if node is None:
            node = cls(leaf)
            leaf._accumulator = weakref.ref(node)
        return node
