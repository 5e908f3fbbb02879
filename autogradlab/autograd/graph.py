"""The nodes of the backward graph, as PyTorch shows them.

In the forward pass each recorded operation leaves one node. The node knows where its gradients go (`_edges`, toward
the inputs) and what its rule will need (`_saved`).

An edge is a Node; a Port, for one result of a node that has several; or the leaf itself, where a path ends.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from importlib import import_module
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from . import hooks
from .rules import rules
from .sentences import no_such_name, read_only

if TYPE_CHECKING:
    from . import Tensor
    from .hooks import RemovableHandle

    Gradients = tuple[Tensor | None, ...]


next_number = count().__next__


#: The other names of `torch.autograd.graph`, and the file that each is in.
TOOLS = {
    **dict.fromkeys(("get_gradient_edge", "increment_version", "register_multi_grad_hook"), "graph_tools"),
    **dict.fromkeys(("disable_saved_tensors_hooks", "save_on_cpu", "saved_tensors_hooks"), "saved_hooks"),
}

__all__ = ["GradientEdge", "Node", *TOOLS]


def __getattr__(name: str) -> Any:
    """Import a name in `TOOLS` on first use: its file imports this one, so this one cannot import it at once."""
    if name not in TOOLS:
        raise no_such_name("torch.autograd.graph", name)
    return getattr(import_module(f"{__package__}.{TOOLS[name]}"), name)


class NodeType(type):
    """The metaclass of nodes: a class prints as PyTorch's do, such as `<class 'MulBackward0'>`, without our module."""

    def __new__(cls, name, bases, namespace):
        for word, value in namespace.items():
            if isinstance(value, property) and value.fset is None:
                namespace[word] = read_only(word, value.fget, doc=value.__doc__)
        return super().__new__(cls, name, bases, namespace)

    def __repr__(cls) -> str:
        return f"<class '{cls._module}{cls.__name__}'>"  # type: ignore[attr-defined]


class Node(metaclass=NodeType):
    """One operation of the backward graph. `y.grad_fn` is the node that made `y`.

    _edges     one per input: None for an input that is not tracked; an operation keeps few of them in slots (`inline`)
    _saved     what the rules need: tensors (or numbers in their place) first, then settings and shapes; kept likewise
    _versions  the version of each saved tensor when it was saved; None if all were 0
    _repairs   each input's own (shape, dtype), None for a number; or None if no gradient needs reshaping or converting
    _number    grows with each new node: a node is younger than the nodes whose results it uses
    _freed     whether the saved tensors have been given up
    _hooks     None, or this node's `NodeHooks`: empty ones if only `saved_tensors_hooks` packed what it saved

    These and the methods that PyTorch's nodes lack begin with an underscore: the `ctx` of a Function is a node too, on
    which learners put attributes of their own, such as `ctx.saved`. What a class declares is asked of the class.
    """

    __slots__ = """
        _edges _saved _versions _repairs _number _freed _hooks _notes _told
        __weakref__
        """.split()

    #: How many of `_saved`'s entries are tensors; the others are settings and shapes, which are never freed.
    _tensors_saved = 0
    #: Whether what it contributes may be the incoming array itself, a view of it, or an array that it keeps.
    passes_through = True
    #: How many results the operation has; an edge to a node with several is a Port.
    _outputs = 1
    #: Whether it runs even if no gradient arrives at any of its results.
    takes_none = False
    #: Whether it cannot run once its saved values are freed; a Function is asked when it looks for them.
    needs_saved = True
    #: Whether a tensor with this node as its history looks like a leaf: its `grad_fn` is None.
    _hidden = False
    #: Always, as in PyTorch: what asks for no gradients has no node.
    requires_grad = property(lambda self: True)
    #: What precedes the name of its class in print.
    _module = ""
    #: What `dir` lists of it, besides what it saved: what PyTorch's nodes have. The rest is how it is made here.
    _in_dir = frozenset("metadata name next_functions register_hook register_prehook requires_grad".split())
    #: One step of the walk; `engine.run`, unless the class has its own.
    _run: ClassVar[Callable[..., None]]

    def _start(self, edges, repairs=None, saved=(), versions=None):
        """Initialize a new node."""
        self._edges, self._repairs, self._saved, self._versions = edges, repairs, saved, versions
        self._freed, self._hooks, self._number = False, None, next_number()

    def __dir__(self):
        return [name for name in super().__dir__() if name in self._in_dir or name.startswith(("__", "_saved_"))]

    def __reduce__(self):
        raise TypeError(f"cannot pickle '{type(self).__name__}' object")

    def name(self) -> str:
        """The node's name as PyTorch writes it: 'MulBackward0'."""
        return type(self).__name__

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """((node, output number), ...) toward the inputs; (None, 0) for an input that is not tracked.

        A leaf's node lives as long as a graph that has told of it, as in PyTorch: nobody else may hold it, and those
        who go through a graph remember where they were, some by `id`.
        """
        self._told = tuple([_shown(self._edges[i]) for i in self._listed()])
        return self._told

    def _listed(self):
        """The indices of the inputs that PyTorch's node has too: all but index tensors, masks and non-tensors."""
        return range(len(self._edges))

    @property
    def metadata(self) -> dict[str, Any]:
        """A dictionary for your own notes on this node."""
        if not hasattr(self, "_notes"):
            self._notes = {}
        return self._notes

    def _port(self, number: int) -> Node | Port | Tensor:
        """The edge to result `number`."""
        return self if self._outputs == 1 else Port(self, number)

    def register_hook(self, fn: Callable[[Gradients, Gradients], Gradients | None]) -> RemovableHandle:
        """Call `fn(grad_inputs, grad_outputs)` after this node has run; a tuple it returns replaces `grad_inputs`."""
        return hooks.add(self._own_hooks().after, fn)

    def register_prehook(self, fn: Callable[[Gradients], Gradients | None]) -> RemovableHandle:
        """Call `fn(grad_outputs)` before this node runs; a tuple it returns replaces them."""
        return hooks.add(self._own_hooks().before, fn)

    def __call__(self, *grads: Tensor | None) -> Tensor | Gradients | None:
        """Return the gradients of this node's inputs for the given gradients of its results.

        A tuple, or the gradient itself if there is one input. Raises TypeError for another number of gradients.
        """
        if len(grads) != self._outputs:
            raise TypeError(f"expected {self._outputs} arguments, got {len(grads)} instead")
        for i, grad in enumerate(grads):
            if not (grad is None or hasattr(grad, "grad_fn")):
                raise TypeError(f"argument {i} is not a Variable")
        rules.check_freed([self])
        given = [None] * len(self._edges)
        if self.takes_none or any(grad is not None for grad in grads):
            try:
                given = self._contributions(grads if self._outputs > 1 else grads[0], True, self._edges)  # type: ignore[attr-defined]
            except ValueError as error:  # a shape that does not fit; only NumPy calls this a ValueError
                raise RuntimeError(str(error)) from None
        found = tuple([given[i] for i in self._listed()])
        return found[0] if len(found) == 1 else found

    def _own_hooks(self):
        if self._hooks is None:
            self._hooks = hooks.NodeHooks()
        return self._hooks

    def _after_hooks(self, given, grads, recorded):
        """The contributions that `next_functions` lists, after the node's hooks have seen them; None for the others."""
        places, changed = self._listed(), [None] * len(given)
        for i, grad in zip(places, self._hooks.changed_after([given[i] for i in places], grads, recorded)):
            changed[i] = grad
        return changed

    def _sequence_nr(self):
        return self._number

    def _result_shared(self, result: Tensor) -> None:
        """Called when the result starts to share its memory or version; a node that saved it then tracks both."""

    def _version_of(self, k):
        """The version that the tensor at index `k` had when it was saved."""
        return self._versions[k] if self._versions else 0

    def _release_saved(self) -> None:
        """Drop the saved tensors and set `_freed`, unless there are none: then the node can run again."""
        n = self._tensors_saved
        for entry in self._saved[:n]:
            if entry is not None:
                self._saved, self._freed = (None,) * n + self._saved[n:], True
                return

    def __repr__(self) -> str:
        return f"<{self._module}{type(self).__name__} object at {id(self):#x}>"


class Nowhere(Node):
    """Where gradients end for a view made under no_grad, which requires grad as its base does but has no history."""

    _hidden = True
    _edges, _saved, _versions, _repairs, _freed, _hooks = (), (), None, None, False, None
    _number = -1  # it is no step of the program, and not counted

    def _run(self, arrivals):
        arrivals.take(self)


class Port(NamedTuple):
    """An edge to one result of a node that has several: each result collects its gradients separately."""

    node: Node
    number: int


def _shown(edge):
    """An edge as `next_functions` shows it."""
    if type(edge) is Port:
        return tuple(edge)
    if edge is None or type(edge) is Nowhere:
        return None, 0
    if not isinstance(edge, Node):
        return AccumulateGrad.of(edge), 0
    return _shown(edge._edges[0]) if edge._hidden else (edge, 0)


class _Edge(NamedTuple):
    node: Node
    output_nr: int
    ownership_token: object = None


class GradientEdge(_Edge):
    """The place in the graph where a tensor's gradient arrives; `backward` and `grad` accept it like a tensor."""

    #: (shape, number type) of the tensor.
    form: tuple[Any, Any] | None = None


def node_of(edge: Any) -> Node | Tensor | None:
    """The node, or the leaf, that an edge leads to."""
    return edge.node if type(edge) is Port else edge


class AccumulateGrad(Node):
    """The node at the end of a path, as PyTorch shows it: adds the gradient to the `.grad` of its leaf, `variable`.

    A walk needs no such node to reach a leaf; it runs one only for a leaf with hooks.
    """

    __slots__ = ("_leaf",)
    _in_dir = Node._in_dir | {"variable"}
    _edges, _saved, _versions, _repairs, _freed = (), (), None, None, False
    takes_none = True
    _number = float("inf")  # the highest: it runs as soon as its whole gradient has arrived
    variable = property(attrgetter("_leaf"))

    def __init__(self, variable: Tensor) -> None:
        self._leaf = variable

    def name(self) -> str:
        return "torch::autograd::AccumulateGrad"

    @property
    def _hooks(self):
        """Stored on the leaf, which lives longer than this node."""
        return self._leaf._hooks

    @_hooks.setter
    def _hooks(self, hooks):
        self._leaf._hooks = hooks

    def _port(self, number: int) -> Tensor:
        return self._leaf

    def _contributions(self, grad, recorded, edges):
        """Add `grad` to the leaf when the node is called as a function; nothing is sent on."""
        if grad is not None and grad.shape != self._leaf.shape:
            grad = self._leaf.new_zeros(self._leaf.shape) + grad
        hooks.add_to_leaf(self._leaf, grad)
        return ()

    def _run(self, arrivals):
        """Run the leaf's hooks: first those on its gradient, then those around adding it to `.grad`."""
        if not arrivals.entered:
            arrivals.enter()
        arrivals.settle(self, until=self._leaf)
        arrivals.show(self)
        if arrivals.accumulates:
            self._hooks.accumulate(self._leaf, arrivals)

    @classmethod
    def of(cls, leaf: Tensor) -> AccumulateGrad:
        """The leaf's only such node, made on first use and alive as long as something refers to it.

        The leaf's own reference is weak: the node refers to the leaf, and two strong references would be a cycle.
        """
        node = leaf._accumulator and leaf._accumulator()
        if node is None:
            node = cls(leaf)
            leaf._accumulator = weakref.ref(node)
        return node
