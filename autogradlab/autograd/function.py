"""Your own operation: `Function` with `forward` and `backward`, as in PyTorch.

`ctx` is the node that the results carry as `grad_fn`: what forward stores on it, backward finds there.
`forward` runs unrecorded; `backward` is recorded only if the backward pass itself is (create_graph).
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from . import sentences
from .applying import SavedResult, by_place, finished
from .graph import Node
from .hooks import hidden
from .modes import mode, no_grad, set_grad_enabled
from .rules import freed_error, rules
from .saved_hooks import Packed
from .tensor import Tensor, edge_into, new_tensor, with_history
from .wrong_type import kind_of


class FunctionCtx(Node):
    """The node of a `Function`, and the `ctx` of its forward and backward."""

    takes_none, needs_saved = True, False
    _module = "torch.autograd.function."
    _function: Any = None
    _forms = ()
    needs_input_grad: tuple[bool, ...]
    to_save: tuple[Tensor | None, ...] = ()
    dirty_tensors: tuple[Tensor, ...] = ()
    non_differentiable: tuple[Tensor, ...] = ()
    materialize_grads = True
    _cleared = _released = False
    _in_dir = Node._in_dir | set(
        "apply save_for_backward save_for_forward saved_tensors saved_variables to_save mark_dirty dirty_tensors "
        "mark_non_differentiable non_differentiable set_materialize_grads materialize_grads needs_input_grad".split()
    )

    def __dir__(self):
        own = [name for name in vars(self) if not name.startswith("_")]
        return {*super().__dir__(), *own}  # with what forward has put there

    def __call__(self, *grads: Any) -> Any:
        raise TypeError(f"'{type(self).__name__}' object is not callable")

    def apply(self, *grads: Any) -> Any:
        """Return what the learner's backward returns for these gradients."""
        return _rule(self._function)(self, *grads)

    def _listed(self):
        return [i for i, form in enumerate(self._repairs) if form is not None]

    # ---- for use in forward -----------------------------------------------------------------------------------

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep these tensors (or None) for backward; a write to one of them in between is then noticed."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Do nothing: this is for forward mode, which does not exist here."""

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Declare that forward wrote into these inputs and returns them as results."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Declare that these results have no gradient."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Choose whether backward gets zeros (True) or None for results that received no gradient."""
        if not isinstance(value, bool):
            raise TypeError(
                "set_materialize_grads received an invalid combination of arguments - got (), but expected (bool)"
            )
        self.materialize_grads = value

    def _has_setup(self):
        """Whether the Function is written in the style with `setup_context`."""
        return self._function.setup_context is not Function.setup_context

    # ---- for use in backward ----------------------------------------------------------------------------------

    @property
    def saved_tensors(self) -> tuple[Tensor, ...]:
        """The tensors that `save_for_backward` kept. Raises RuntimeError if they were freed or written to."""
        if not hasattr(self, "_saved"):
            return ()  # forward is still at work
        if self._released:
            raise freed_error(self)
        if self._cleared:
            raise RuntimeError(sentences.ACCESSED_ONCE)
        tensors = tuple([self._as_saved(k) for k in range(len(self._saved))])
        if self._function.clear_saved_tensors_on_access:
            self._saved, self._cleared = (None,) * len(tensors), True
        return tensors

    @property
    def saved_variables(self) -> tuple[Tensor, ...]:
        """`saved_tensors` under its old name."""
        warnings.warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning, stacklevel=2)
        return self.saved_tensors

    def _as_saved(self, k):
        entry = self._saved[k]
        if isinstance(entry, Packed):
            return entry.tensor(self)
        if not isinstance(entry, SavedResult):
            if entry is not None:
                rules.check_version(entry, self._version_of(k), entry.grad_fn)
            return entry
        rules.check_version(entry.kept, self._version_of(k), self._port(entry.number))
        result = with_history(entry.kept._data, self._port(entry.number))
        result._counter = entry.kept._counter
        return result

    @property
    def _tensors_saved(self):
        return len(self._saved)

    # ---- the walk ---------------------------------------------------------------------------------------------

    def _release_saved(self):
        """Drop the saved tensors; nobody may ask for them from now on, even if there were none."""
        super()._release_saved()
        self._released = True

    def _contributions(self, grad, recorded, edges):
        """Run the learner's backward on the incoming gradients; return a gradient (array, Tensor or None) per input."""
        incoming = grad if self._outputs > 1 else [grad]
        with set_grad_enabled(bool(recorded)):
            given = _rule(self._function)(self, *[self._incoming(g, i) for i, g in enumerate(incoming)])
        given = given if isinstance(given, tuple) else (given,)
        expected = len(self._edges)
        if len(given) < expected or any(g is not None for g in given[expected:]):
            error = RuntimeError(sentences.WRONG_COUNT.format(type(self).__name__, expected, len(given)))
            raise sentences.noted(error, sentences.COUNT_OF_GRADIENTS)
        for i, (form, g) in enumerate(zip(self._repairs, given)):
            if form is None and g is not None:
                raise RuntimeError(sentences.GRADIENT_OF_A_NUMBER.format(type(self).__name__, i + 1))
            if g is not None and not isinstance(g, Tensor):
                raise RuntimeError(f"expected Variable or None (got {kind_of(g)})")
        # Those that nobody asks for, too: the hooks of this node see them.
        return [self._checked(g, i, recorded) for i, g in enumerate(given[:expected])]

    def _incoming(self, grad, i):
        if grad is None:
            form = self._forms[i] if self.materialize_grads else None
            return form and new_tensor(np.zeros(form[0], form[1].numpy)[()])
        if isinstance(grad, Tensor):
            return grad
        return new_tensor(grad.copy() if 0 in grad.strides else grad)  # a broadcast array: learners may write into it

    def _checked(self, grad, i, recorded):
        """The gradient of input `i` in the input's shape and number type, which it must fit if the input is tracked."""
        if grad is None or self._edges[i] is None:
            return hidden(grad, recorded)
        shape, kind = self._repairs[i]
        if grad.shape != shape:
            if not _stretches_to(shape, grad.shape):
                place = sum(form is not None for form in self._repairs[:i])  # among the tensors
                sizes = list(grad.shape), list(shape)
                raise RuntimeError(sentences.WRONG_SHAPE.format(type(self).__name__, place, *sizes))
            grad = rules.unbroadcast(grad, shape)
        return hidden(grad.to(kind), recorded)


class Function:
    """Subclass it with static methods `forward(ctx, *inputs)` and `backward(ctx, *grads)`; run it by `.apply(...)`.

    In PyTorch's other style `forward(*inputs)` takes no ctx, and `setup_context(ctx, inputs, output)` fills it.

    clear_saved_tensors_on_access   whether a node gives up its saved tensors when backward reads them, which it may
                                    then do only once: so memory is free before the gradients are computed
    """

    generate_vmap_rule = clear_saved_tensors_on_access = False
    _backward_cls: type[FunctionCtx]

    def __init_subclass__(cls) -> None:
        cls._backward_cls = type(cls.__name__ + "Backward", (FunctionCtx,), {"_function": cls})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(sentences.INSTANTIATED.format(type(self)), DeprecationWarning, stacklevel=2)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(sentences.LEGACY_FUNCTION)

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs: tuple[Any, ...], output: Any) -> Any:
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs: Any) -> Any:
        raise NotImplementedError(sentences.NO_BACKWARD)

    vjp = backward

    @staticmethod
    def jvp(ctx, *grad_inputs: Any) -> Any:
        raise NotImplementedError(sentences.NO_JVP)

    @staticmethod
    def vmap(info: Any, in_dims: tuple[int | None, ...], *args: Any) -> Any:
        raise NotImplementedError(sentences.NO_VMAP)

    @classmethod
    def apply(cls, *inputs: Any, **kwargs: Any) -> Any:
        """Run forward on the inputs; if an input is tracked, the results get a node that runs backward."""
        ctx = object.__new__(cls._backward_cls)
        with_setup = ctx._has_setup()
        inputs = by_place(cls.forward, not with_setup, inputs, kwargs)
        edges = tuple([edge_into(x) if isinstance(x, Tensor) else None for x in inputs])
        ctx.needs_input_grad = tuple([edge is not None for edge in edges])
        tracked = mode.recording and any(ctx.needs_input_grad)
        with no_grad():
            given = cls.forward(*inputs) if with_setup else cls.forward(ctx, *inputs)
            if with_setup:
                cls.setup_context(ctx, inputs, given)
        return finished(ctx, inputs, given, edges if tracked else None)


Function._backward_cls, FunctionCtx._function = FunctionCtx, Function


class InplaceFunction(Function):
    """`Function` under an old name, from which programs for older versions of PyTorch inherit."""


def _rule(function):
    """The Function's `backward` or `vjp`, whichever it defines. Raises RuntimeError if it defines both."""
    if function.vjp is Function.vjp:
        return function.backward
    if function.backward is not Function.backward:
        raise RuntimeError(sentences.BACKWARD_AND_VJP)
    return function.vjp


def _stretches_to(shape, wider):
    """Whether broadcasting stretches `shape` to `wider`."""
    return len(shape) <= len(wider) and all(n in (1, m) for n, m in zip(shape[::-1], wider[::-1]))


# ---- once only ------------------------------------------------------------------------------------------------


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator for a `backward` that must not be differentiated again; trying to raises RuntimeError."""

    @functools.wraps(backward)
    def wrapped(ctx, *grads):
        with no_grad():
            given = backward(ctx, *grads)
        if not mode.recording or not any(isinstance(g, Tensor) and g._requires_grad for g in grads):
            return given
        several = isinstance(given, tuple)
        refusing = _NotTwice.before(given if several else (given,))
        return refusing if several else refusing[0]

    return wrapped


class _NotTwice(Node):
    """The history of what a `once_differentiable` backward returns; in backward it raises RuntimeError."""

    @classmethod
    def before(cls, given):
        """The same numbers, each with this history; what is no tensor stays."""
        node = object.__new__(cls)
        node._start(tuple([new_tensor(g._data, requires_grad=True) if isinstance(g, Tensor) else None for g in given]))
        node._outputs = len(given)
        return tuple(
            [with_history(g._data, node._port(i)) if isinstance(g, Tensor) else g for i, g in enumerate(given)]
        )

    def name(self):
        return "torch::autograd::Error"

    def _contributions(self, grad, recorded, edges):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


_NotTwice.__name__ = "Error"  # as PyTorch shows it
