"""Your own operation: `Function` with `forward` and `backward`, as in PyTorch.

`ctx` is the node that the results carry as `grad_fn`: what forward puts there, backward finds there.
`forward` runs unrecorded; `backward` is recorded only where the backward pass itself is (create_graph).
"""
import functools

import numpy as np

from .engine import run
from .graph import Node, Port
from .modes import mode, no_grad, set_grad_enabled
from .rules import noted, rules
from .tensor import Tensor, edge_of, new_tensor
from .views import OF_A_FUNCTION


class FunctionCtx(Node):
    """The node of a `Function`, and the `ctx` of its forward and backward."""

    run = run
    function = None
    forms = ()
    _to_save = _dirty = _constant = ()
    _materialize = True

    # ---- what forward may say ---------------------------------------------------------------------------------

    def save_for_backward(self, *tensors):
        """Keep these tensors (or None) for backward; a write to one of them in between is then noticed."""
        for i, tensor in enumerate(tensors):
            if tensor is not None and not isinstance(tensor, Tensor):
                raise TypeError("save_for_backward can only save variables, but argument "
                                f"{i} is of type {type(tensor).__name__}")
        self._to_save = tensors

    def mark_dirty(self, *tensors):
        """Say that forward wrote into these inputs and gives them back as results."""
        self._dirty = tensors
        for tensor in tensors:
            tensor._share_counter().value += 1

    def mark_non_differentiable(self, *tensors):
        """Say that these results have no gradient."""
        self._constant = tensors

    def set_materialize_grads(self, value):
        """Whether backward gets zeros (True) or None for results that nothing used."""
        self._materialize = bool(value)

    # ---- what backward may ask --------------------------------------------------------------------------------

    @property
    def saved_tensors(self):
        """The tensors that `save_for_backward` kept. Raises RuntimeError once they are freed or were written to."""
        rules.check_freed([self])
        return tuple(self._unpacked(k) for k in range(len(self.saved)))

    def _unpacked(self, k):
        entry = self.saved[k]
        if not isinstance(entry, _Result):
            if entry is not None:
                rules.check_version(entry, self.versions[k], entry.grad_fn)
            return entry
        rules.check_version(entry.kept, self.versions[k], self)
        result = new_tensor(entry.kept._data, requires_grad=True)
        result._counter, result._edge = entry.kept._counter, self._port(entry.number)
        return result

    @property
    def tensors_saved(self):
        return len(self.saved)

    def _port(self, number):
        return self if self.outputs == 1 else Port(self, number)

    # ---- the walk ---------------------------------------------------------------------------------------------

    def contributions(self, grad, recorded, edges):
        """The learner's backward on the incoming gradients: one gradient, array or Tensor, per input."""
        incoming = grad if self.outputs > 1 else [grad]
        with set_grad_enabled(recorded):
            given = self.function.backward(self, *[self._incoming(g, i) for i, g in enumerate(incoming)])
        given = list(given) if isinstance(given, tuple) else [given]
        while len(given) > len(self.edges) and given[-1] is None:
            given.pop()
        if len(given) != len(self.edges):
            raise noted(RuntimeError(f"function {self.name()} returned an incorrect number of gradients (expected "
                                     f"{len(self.edges)}, got {len(given)})"),
                        "help: backward() returns one gradient for each argument of forward() after ctx, None for "
                        "those that need none")
        return [None if edge is None else self._checked(g, i, recorded)
                for i, (edge, g) in enumerate(zip(edges, given))]

    def _incoming(self, grad, i):
        if grad is None:
            form = self.forms[i] if self._materialize else None
            return form and new_tensor(np.zeros(form[0], form[1].numpy)[()])
        return grad if isinstance(grad, Tensor) else new_tensor(grad)

    def _checked(self, grad, i, recorded):
        """The gradient of input `i` in the input's shape and number type. Raises RuntimeError if it cannot be."""
        if grad is None:
            return None
        if not isinstance(grad, Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(grad).__name__})")
        shape, kind = self.repairs[i]
        if tuple(grad.shape) != shape:
            if not _stretches_to(shape, tuple(grad.shape)):
                raise RuntimeError(f"Function {self.name()} returned an invalid gradient at index {i} - got "
                                   f"{list(grad.shape)} but expected shape compatible with {list(shape)}")
            grad = rules.unbroadcast(grad, shape)
        return grad.to(kind) if recorded else grad.to(kind)._data


class _Result:
    """A saved result: its numbers and version without its history, which is the node that saves it."""
    __slots__ = ("kept", "number")

    def __init__(self, result, number):
        self.kept, self.number = new_tensor(result._data), number
        self.kept._counter = result._share_counter()


class Function:
    """Subclass it with static methods `forward(ctx, *inputs)` and `backward(ctx, *grads)`; call it by `.apply(...)`.

    In the other style `forward(*inputs)` goes without ctx and `setup_context(ctx, inputs, output)` fills it.
    """

    def __init_subclass__(cls):
        cls._node_class = type(cls.__name__ + "Backward", (FunctionCtx,), {"function": cls})

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom "
                                  "autograd.Function to use it with backward mode AD.")

    setup_context = None

    @classmethod
    def apply(cls, *inputs):
        """Run forward on the inputs; the results remember how to go back if an input is tracked."""
        ctx = object.__new__(cls._node_class)
        ctx.needs_input_grad = tuple(isinstance(x, Tensor) and x._requires_grad for x in inputs)
        tracked = mode.recording and any(ctx.needs_input_grad)
        edges = tuple(edge_of(x) if tracked and need else None for x, need in zip(inputs, ctx.needs_input_grad))
        with no_grad():
            if cls.setup_context is None:
                given = cls.forward(ctx, *inputs)
            else:
                given = cls.forward(*inputs)
                cls.setup_context(ctx, inputs, given)
        results = list(given) if isinstance(given, tuple) else [given]
        if tracked:
            _join(ctx, inputs, results, edges)
        return tuple(results) if isinstance(given, tuple) else results[0]


def _join(ctx, inputs, results, edges):
    """Hang the results on the node, and fill the node."""
    ctx.outputs = len(results)
    ctx.forms = _forms(results)
    ctx.start(edges, repairs=_forms(inputs))
    for i, result in enumerate(results):
        if isinstance(result, Tensor) and not _among(result, ctx._constant) and result.dtype.is_floating_point:
            results[i] = _with_history(ctx, inputs, result, i)
    places = {id(result): i for i, result in enumerate(results)}
    ctx.saved = tuple(_Result(t, places[id(t)]) if t is not None and id(t) in places else t for t in ctx._to_save)
    ctx.versions = tuple(0 if t is None else t._version for t in ctx._to_save)
    ctx._to_save = ctx._dirty = ctx._constant = ()


def _forms(values):
    """(shape, dtype) of each tensor, None for anything else."""
    return tuple((tuple(x.shape), x.dtype) if isinstance(x, Tensor) else None for x in values)


def _with_history(ctx, inputs, result, i):
    if _among(result, ctx._dirty):
        if result._requires_grad and result.is_leaf:
            raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
        if result._requires_grad and result._base is not None and result._base.is_leaf:
            raise RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation.")
        result._take_history(ctx, i)
        return result
    if _among(result, inputs):
        result = result.view(result.shape)             # an input handed through is a result of its own
    if result._view_of is not None:
        result._view_of = (*result._view_of[:3], OF_A_FUNCTION)
    result._edge, result._requires_grad = ctx._port(i), True
    return result


def _among(tensor, tensors):
    return any(tensor is other for other in tensors)


def _stretches_to(shape, wider):
    """Whether broadcasting stretches `shape` to `wider`."""
    return len(shape) <= len(wider) and all(n in (1, m) for n, m in zip(shape[::-1], wider[::-1]))


def once_differentiable(backward):
    """Decorator for a `backward` that must not be differentiated again; trying to raises RuntimeError."""
    @functools.wraps(backward)
    def wrapped(ctx, *grads):
        with no_grad():
            given = backward(ctx, *grads)
        if not mode.recording or not any(isinstance(g, Tensor) and g._requires_grad for g in grads):
            return given
        several = given if isinstance(given, tuple) else (given,)
        refusing = tuple(_refusing(g) if isinstance(g, Tensor) else g for g in several)
        return refusing if isinstance(given, tuple) else refusing[0]
    return wrapped


def _refusing(grad):
    """The same numbers, with a history that says no."""
    refusing = new_tensor(grad._data, requires_grad=True)
    refusing._edge = _NotTwice()
    return refusing


class _NotTwice(Node):
    run = run

    def __init__(self):
        self.start(edges=(None,))

    def name(self):
        return "torch::autograd::Error"

    def contributions(self, grad, recorded, edges):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


