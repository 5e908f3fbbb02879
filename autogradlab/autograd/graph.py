"""The nodes of the backward graph, as PyTorch shows them.

Forward, each recorded operation leaves one node. The node knows where its gradients go (`edges`, toward
the inputs) and what its rule will need (`saved`).

An edge is a Node; a Port, for one result of a node that has several; or the leaf itself, where a path ends.
"""

from __future__ import annotations

import weakref
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from . import hooks
from .modes import set_grad_enabled
from .rules import rules
from .sentences import no_such_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar

    from . import Tensor
    from .hooks import RemovableHandle

    Gradients = tuple[Tensor | None, ...]


next_number = count().__next__


#: What else `torch.autograd.graph` has, and the file that it stands in.
TOOLS = {
    **dict.fromkeys(("get_gradient_edge", "increment_version", "register_multi_grad_hook"), "graph_tools"),
    **dict.fromkeys(("disable_saved_tensors_hooks", "save_on_cpu", "saved_tensors_hooks"), "saved_hooks"),
}


def __getattr__(name: str) -> Any:
    """What else `torch.autograd.graph` has needs this file first, so it is opened when it is asked for."""
    if name not in TOOLS:
        raise no_such_name("torch.autograd.graph", name)
    return getattr(import_module(f"{__package__}.{TOOLS[name]}"), name)


class NodeType(type):
    """A class of nodes shows itself as PyTorch's do, which are of no Python module."""

    _module = ""

    def __repr__(cls) -> str:
        return f"<class '{cls._module}{cls.__name__}'>"


class Node(metaclass=NodeType):
    """One operation on the way back. `y.grad_fn` is the node that made `y`.

    edges     one per input: None for an input that is not tracked
    saved     what the rules need: tensors (or numbers in their place) first, then settings and shapes
    versions  the version of each saved tensor when it was saved; None if all were 0
    repairs   each input's own (shape, dtype), None for a number; or None if no gradient needs reshaping or converting
    number    grows with each node: whatever uses a result is younger than what made it
    freed     whether the saved tensors have been given up
    hooks     None, or the `NodeHooks` of who wants to see gradients here, or has packed what is saved
    """

    __slots__ = ("edges", "saved", "versions", "repairs", "number", "freed", "hooks", "_notes", "__weakref__")

    #: How many of `saved`'s entries are tensors; the others are plain numbers and shapes, which are never freed.
    tensors_saved = 0
    #: Whether it may hand on the very array that came in, or one that it keeps.
    passes_through = True
    #: How many results the operation has; an edge to a node with several is a Port.
    outputs = 1
    #: Whether it runs even if no gradient arrives at any of its results.
    takes_none = False
    #: Whether a tensor that hangs on it looks like a leaf.
    _hidden = False
    #: One step of the walk; most nodes have the one in engine.py.
    run: ClassVar[Callable[..., None]]

    def start(self, edges, repairs=None, saved=(), versions=None):
        """Fill a fresh node."""
        self.edges, self.repairs, self.saved, self.versions = edges, repairs, saved, versions
        self.freed, self.hooks, self.number = False, None, next_number()

    def __reduce__(self):
        raise TypeError(f"cannot pickle '{type(self).__name__}' object")

    def name(self) -> str:
        """The node's name as PyTorch writes it: 'MulBackward0'."""
        return type(self).__name__

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """((node, output number), ...) toward the inputs; (None, 0) for an input that is not tracked."""
        return tuple(
            tuple(edge)  # type: ignore[misc]
            if type(edge) is Port
            else (None, 0)
            if edge is None or edge is NOWHERE
            else (edge if isinstance(edge, Node) else AccumulateGrad.of(edge), 0)
            for edge in map(self.edges.__getitem__, self._listed())
        )

    def _listed(self):
        """The places of the inputs that PyTorch's node has, too: all but positions, masks and what is no tensor."""
        return range(len(self.edges))

    @property
    def metadata(self) -> dict[str, Any]:
        """A dictionary for your own notes on this node."""
        if not hasattr(self, "_notes"):
            self._notes = {}
        return self._notes

    def port(self, number: int) -> Node | Port | Tensor:
        """The edge to result `number`."""
        return self if self.outputs == 1 else Port(self, number)

    def register_hook(self, fn: Callable[[Gradients, Gradients], Gradients | None]) -> RemovableHandle:
        """Call `fn(grad_inputs, grad_outputs)` after this node has run; a tuple that it returns replaces the first."""
        return hooks.add(self.own_hooks().after, fn)

    def register_prehook(self, fn: Callable[[Gradients], Gradients | None]) -> RemovableHandle:
        """Call `fn(grad_outputs)` before this node runs; a tuple that it returns takes their place."""
        return hooks.add(self.own_hooks().before, fn)

    def __call__(self, *grads: Tensor | None) -> Tensor | Gradients | None:
        """What this node contributes to each of its inputs if these gradients, one for each result, arrive at it: a
        tuple, or the gradient itself where there is one input. Raises TypeError for another number of gradients."""
        if len(grads) != self.outputs:
            raise TypeError(f"expected {self.outputs} arguments, got {len(grads)} instead")
        for i, grad in enumerate(grads):
            if not (grad is None or hasattr(grad, "grad_fn")):
                raise TypeError(f"argument {i} is not a Variable")
        rules.check_freed([self])
        given = self.contributions(grads if self.outputs > 1 else grads[0], True, self.edges)  # type: ignore[attr-defined]
        found = tuple([given[i] for i in self._listed()])
        return found[0] if len(found) == 1 else found

    def own_hooks(self):
        if self.hooks is None:
            self.hooks = hooks.NodeHooks()
        return self.hooks

    def after_hooks(self, given, grads, recorded):
        """What the node contributes after its hooks have seen it: as much of it as `next_functions` lists."""
        places, changed = self._listed(), [None] * len(given)
        for i, grad in zip(places, self.hooks.changed_after([given[i] for i in places], grads, recorded)):
            changed[i] = grad
        return changed

    def _sequence_nr(self):
        return self.number

    def result_shared(self, result: Tensor) -> None:
        """The result's memory is no longer its own. A node that saved its result follows it from here on."""

    def result_saved(self, k: int) -> int | None:
        """Which of the results is saved in place `k`, None if it is none of them."""

    def _version_of(self, k):
        """The version that the tensor saved in place `k` had then."""
        return self.versions[k] if self.versions else 0

    def release_saved(self) -> None:
        """Give up the saved tensors; `freed` says so from then on. A node that saved none can run again."""
        n = self.tensors_saved
        for entry in self.saved[:n]:
            if entry is not None:
                self.saved, self.freed = (None,) * n + self.saved[n:], True
                return

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object at {id(self):#x}>"


class _Nowhere(Node):
    """Where gradients end that arrive at a view made under no_grad: it requires grad as its base does, no more."""

    _hidden = True

    def run(self, arrivals):
        arrivals.take(self)


NOWHERE = _Nowhere()
NOWHERE.start(edges=())


class Port(NamedTuple):
    """An edge to one result of a node that has several: gradients for each arrive apart."""

    node: Node
    number: int


class _Edge(NamedTuple):
    node: Node
    output_nr: int
    ownership_token: object = None


class GradientEdge(_Edge):
    """The place in the graph where a tensor's gradient arrives; `backward` and `grad` take it as they take tensors."""

    #: (shape, number type) of the tensor.
    form: tuple[Any, Any] | None = None


def node_of(edge: Any) -> Node | Tensor | None:
    """The node, or the leaf, that an edge leads to."""
    return edge.node if type(edge) is Port else edge


class AccumulateGrad(Node):
    """The end of a path as PyTorch shows it: adds what arrives to the `.grad` of its leaf, `variable`.

    A walk adds to the leaves by itself; only for a leaf with hooks it runs this node.
    """

    __slots__ = ("variable",)
    edges, saved, versions, repairs, freed = (), (), None, None, False
    number = float("inf")  # runs as soon as all has arrived

    def __init__(self, variable: Tensor) -> None:
        self.variable = variable

    def name(self) -> str:
        return "torch::autograd::AccumulateGrad"

    @property
    def hooks(self):
        """The leaf holds them: it lives longer than this node."""
        return self.variable._hooks

    @hooks.setter
    def hooks(self, hooks):
        self.variable._hooks = hooks

    def port(self, number: int) -> Tensor:
        return self.variable

    def contributions(self, grad, recorded, edges):
        """Whoever calls the node adds to the leaf; it has nothing to send on."""
        if grad is not None:
            fits = grad.shape == self.variable.shape
            rules.accumulate(self.variable, grad if fits else self.variable.new_zeros(self.variable.shape) + grad)
        return ()

    def run(self, arrivals):
        """Let the hooks see what has arrived. Whoever wants to know of the finished `.grad` gets it now."""
        if not arrivals.entered:
            arrivals.enter()
        arrivals.show(self)
        if not (arrivals.accumulates and self.variable.requires_grad):
            return
        leaf, here = self.variable, self.hooks
        if here.before:
            arrivals.put(leaf, here.changed_before([arrivals.get(leaf)], arrivals.recorded)[0])
        after = list(here[0].after.values()) if 0 in here else []
        if after or here.after:
            grad = hooks.shown(arrivals.get(leaf))
            arrivals.put(leaf, None)
            with set_grad_enabled(arrivals.recorded):
                if grad is not None:
                    rules.accumulate(leaf, grad)
                given = [hooks.checked(said, leaf, hook) for hook in after if (said := hook(leaf)) is not None]
                if any(tensor is not leaf for tensor in given):
                    raise RuntimeError("Tensor post accumulate grad hooks should return None.")
            here.changed_after((), [grad], arrivals.recorded)

    @classmethod
    def of(cls, leaf: Tensor) -> AccumulateGrad:
        """The leaf's one node, made when first asked for and kept as long as somebody looks at it.

        The leaf holds it weakly: the node holds the leaf, and two strong holds would be a cycle.
        """
        node = leaf._accumulator and leaf._accumulator()
        if node is None:
            node = cls(leaf)
            leaf._accumulator = weakref.ref(node)
        return node
