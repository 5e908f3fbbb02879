"""A function that is traced once for each kind of input, and from then on run in blocks, forward and backward."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from autogradlab.autograd.derivatives import grad
from autogradlab.autograd.dtypes import Default
from autogradlab.autograd.graph import Node
from autogradlab.autograd.modes import announce, become, mode
from autogradlab.autograd.rules import rules
from autogradlab.autograd.saved_hooks import Packed
from autogradlab.autograd.tensor import Tensor, edge_of, new_tensor, versions_of
from autogradlab.ops.generator import default_generator

from .explanation import Explanation
from .outside import now, readers
from .plan import Plan
from .stand_in import StandIn, Untraceable

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class CompiledFunction(Protocol):
        def __call__(self, *args: Any, **words: Any) -> Any: ...

        def explain(self) -> Explanation: ...


#: How many kinds of input are traced; for any further kind the function itself is run.
MOST_PLANS = 64


def compile(function: Callable[..., Any]) -> CompiledFunction:
    """`function`, run in blocks that stay in the cache: the same numbers with far fewer bytes moved.

    function    plain Python on tensors: arithmetic entry by entry, then, if wanted, a sum or mean of all entries.
                Its arguments are tensors of one shape, 0-d tensors and Python numbers; it reads no other tensors.
    Returns     a function that is called in the same way; `.explain()` says what was fused in the latest call,
                or why nothing was fused and `function` itself was run.

    At the first call for each kind of input `function` runs on stand-ins, twice: that is when it prints or counts. A
    fused call does not run it again; only a backward with create_graph does.
    """
    compiled = Compiled(function)

    @functools.wraps(function)
    def run_compiled(*args, **words):
        return compiled(*args, **words)

    run_compiled.explain = compiled.explain  # type: ignore[attr-defined]
    return run_compiled  # type: ignore[return-value]


class Compiled:
    """A compiled function and its plans: {kind of input: Plan, or the reason why there is none}."""

    plans: dict[Any, Plan | str]
    latest: Plan | str | None

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.plans, self.latest = function, {}, None
        try:
            self.readers, self.refused = readers(function), None
        except Untraceable as refused:
            self.readers, self.refused = (), str(refused)

    def __call__(self, *args: Any, **words: Any) -> Any:
        inputs = (*args, *words.values())
        tensors = [x for x in inputs if isinstance(x, Tensor)]
        if any(isinstance(x._data, StandIn) for x in tensors):  # called by a function that is itself being traced
            return self.function(*args, **words)
        plan = self.latest = self.refused or self._plan(inputs, args, words)
        if isinstance(plan, str):
            return self.function(*args, **words)
        return _apply(plan, tensors, args, words)

    def _plan(self, inputs, args, words):
        if not rules.__dict__.keys().isdisjoint(("chain", "sum_paths", "unbroadcast")):
            return "other rules of backward are in force"
        if mode.inference:
            return "inference mode is on"
        kind = (*map(_kind, inputs), *words, *now(self.readers), Default.dtype)
        plan = self.plans.get(kind)
        if plan is None and len(self.plans) < MOST_PLANS:
            plan = self.plans[kind] = _plan_or_reason(self.function, args, words)
        return plan or f"it was called with more than {MOST_PLANS} kinds of input"

    def explain(self) -> Explanation:
        """What the latest call did, an `Explanation`. Raises RuntimeError before the first call."""
        if self.latest is None:
            raise RuntimeError("nothing is compiled before the first call\n  help: call the function, then explain()")
        return Explanation(getattr(self.function, "__name__", "a function"), self.latest)


def _kind(x):
    """What a program depends on: a tensor's shape and number type and whether it is tracked, a number's value."""
    if isinstance(x, Tensor):
        if x._view_of is not None:
            x._follow_base()
        return x._data.shape, x._data.dtype, x._requires_grad and bool(mode.recording)
    return repr(x) if isinstance(x, (int, float, str, type(None))) else type(x)


def _plan_or_reason(function, args, words):
    before, observers = default_generator.get_state(), mode.observers
    become(observers=())
    try:
        plan, again = Plan(function, args, words), Plan(function, args, words)
        if before.tolist() != default_generator.get_state().tolist():
            return "it draws random numbers"
        return plan if plan.text == again.text else "it does not do the same every time"
    except Exception as error:  # Untraceable, or an error that running the function itself will show
        return str(error) or type(error).__name__
    finally:
        become(observers=observers)
        default_generator.set_state(before)


def _apply(plan, tensors, args, words):
    """Run the forward program on these tensors, and give the result a node if one of them is tracked."""
    data, *kept = plan.forward.run(*[_flat(x._data) for x in tensors])
    out = new_tensor(data.reshape(plan.result_shape) if plan.result_shape else data)
    if plan.backward is not None:
        node = out._edge = CompiledFunctionBackward(plan, tensors, kept, args, words)
        out._requires_grad = True
        announce(node)
    return out


class CompiledFunctionBackward(Node):
    """The one node of a compiled function. It saves only the arguments, and the sums, that its backward reads."""

    passes_through = False

    def __init__(self, plan, tensors, kept, args, words):
        self.plan, self.kept, self._tensors_saved = plan, kept, len(tensors)
        self.words = tuple(words)
        self.given = [None if isinstance(x, Tensor) else (x,) for x in (*args, *words.values())]
        saved = tuple([x if needed else None for x, needed in zip(tensors, plan.needed)])
        self._start(tuple([edge_of(x) if x._requires_grad else None for x in tensors]), None, saved, versions_of(saved))

    def _contributions(self, grad, recorded, edges):
        """The gradient of each tensor argument: by the program, or by the function itself if backward is `recorded`."""
        saved = [self._as_saved(k) for k in range(len(edges))]
        if recorded:
            return self._by_the_function(grad, saved, edges)
        plan, received = self.plan, [None] * len(edges)
        arrays = [None if x is None else _flat(x._data) for x in saved]
        for i, given in zip(plan.tracked, plan.backward.run(*arrays, *self.kept, _flat(grad))):
            received[i] = given.reshape(plan.forms[i][0]) if plan.forms[i][0] else given
        return received

    def _as_saved(self, k):
        entry = self._saved[k]
        if isinstance(entry, Packed):
            return entry.tensor(self)
        if entry is not None and entry._counter is not None:
            rules.check_version(entry, self._version_of(k), entry.grad_fn)
        return entry

    def _by_the_function(self, incoming, saved, edges):
        """Run the function again, recorded, and differentiate that: for gradients of gradients."""
        tensors = [_again(x, form, edge) for x, form, edge in zip(saved, self.plan.forms, edges)]
        wanted, rest = [x for x, edge in zip(tensors, edges) if edge is not None], iter(tensors)
        given = [next(rest) if plain is None else plain[0] for plain in self.given]
        n = len(given) - len(self.words)
        result = self.plan.function(*given[:n], **dict(zip(self.words, given[n:])))
        found = iter(grad(result, wanted, incoming, create_graph=True, allow_unused=True))
        return [None if edge is None else next(found) for edge in edges]


def _again(saved, form, edge):
    """A saved argument, as a view to keep its hooks from running; zeros for one that backward does not read."""
    if saved is None:
        return new_tensor(np.zeros(*form)[()], edge is not None)
    return saved.view(saved.shape) if edge is not None else saved


def _flat(data):
    return data.reshape(-1) if data.shape else data[()]
