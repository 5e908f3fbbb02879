"""Derivatives of functions rather than of tensors: Jacobians, Hessians, and their products with vectors.

Rows of a Jacobian are outputs: one backward gives one row. A product Jacobian · v (`jvp`) is a derivative of the
backward pass itself: vᵀ·J is linear in v, and its derivative by v is J (the "double backward trick").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .derivatives import grad, stacked
from .modes import enable_grad, is_grad_enabled, set_grad_enabled
from .tensor import Tensor

Tensors = Tensor | tuple[Tensor, ...]
Func = Callable[..., Tensors]
ScalarFunc = Callable[..., Tensor]


__all__ = ["vjp", "jvp", "jacobian", "hessian", "hvp", "vhp"]


def vjp(
    func: Func, inputs: Tensors, v: Tensors | None = None, create_graph: bool = False, strict: bool = False
) -> tuple[Tensors, Tensors]:
    """(outputs, vᵀ · Jacobian) of `func(*inputs)`; `v` has the outputs' shapes and is optional for a single number."""
    with enable_grad():
        call = _Call(func, inputs, "vjp", create_graph, strict)
        v = call.vector(v, call.outputs, call.several_outputs, "user-provided function returns")
    return call.product(call.outputs, call.inputs, v, call.inputs, call.several_inputs)


def jvp(
    func: Func, inputs: Tensors, v: Tensors | None = None, create_graph: bool = False, strict: bool = False
) -> tuple[Tensors, Tensors]:
    """(outputs, Jacobian · v) of `func(*inputs)`; `v` has the inputs' shapes and is optional for a single number."""
    with enable_grad():
        call = _Call(func, inputs, "jvp", create_graph, strict, v)
        dummies = tuple(_zeros(out) for out in call.outputs)
        slopes = _grad(call.outputs, call.inputs, dummies, create_graph=True)
        _check_tracked(slopes, "grad_inputs", strict)
    return call.product(slopes, dummies, call.v, call.outputs, call.several_outputs)


def vhp(
    func: ScalarFunc, inputs: Tensors, v: Tensors | None = None, create_graph: bool = False, strict: bool = False
) -> tuple[Tensor, Tensors]:
    """(output, vᵀ · Hessian) of a `func` that returns a single number."""
    with enable_grad():
        call = _Call(func, inputs, "vhp", create_graph, strict, v)
        slopes = call.slopes()
    return call.product(slopes, call.inputs, call.v, call.inputs, call.several_inputs)


def hvp(
    func: ScalarFunc, inputs: Tensors, v: Tensors | None = None, create_graph: bool = False, strict: bool = False
) -> tuple[Tensor, Tensors]:
    """(output, Hessian · v) of a `func` that returns a single number; `vhp` gets the same with less work."""
    with enable_grad():
        call = _Call(func, inputs, "hvp", create_graph, strict, v)
        slopes = call.slopes()
        dummies = tuple(_zeros(x) for x in call.inputs)
        again = _grad(slopes, call.inputs, dummies, create_graph=True)
        _check_tracked(slopes, "hessian", strict)
    return call.product(again, dummies, call.v, call.inputs, call.several_inputs)


def jacobian(
    func: Func,
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Tensors | tuple[tuple[Tensor, ...], ...]:
    """∂output/∂input of `func(*inputs)`: for each output and input a tensor of the output's shape + the input's.

    create_graph   the result can be differentiated
    strict         an output that does not depend on an input is an error, not zeros
    vectorize      accepted; the numbers are the same
    strategy       "reverse-mode"; "forward-mode" is accepted with `vectorize`, and computed in reverse
    """
    _check_strategy(strategy, create_graph, strict, vectorize)
    with enable_grad():
        call = _Call(func, inputs, "jacobian", create_graph, strict)
        if vectorize and strict:
            raise RuntimeError(
                "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not "
                "supported together. Please either set `strict=False` or `vectorize=False`."
            )
        rows = tuple(call.jacobians_of(i, out) for i, out in enumerate(call.outputs))
        shown = tuple(call.shown(row, call.several_inputs) for row in rows)
    return shown if call.several_outputs else shown[0]


def hessian(
    func: ScalarFunc,
    inputs: Tensors,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Tensor | tuple[tuple[Tensor, ...], ...]:
    """∂²output/∂input∂input of a `func` that returns a single number: the Jacobian of its Jacobian."""
    several, _ = _as_tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in _STRATEGIES:
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    def single(*inputs):
        out = func(*inputs)
        _check_tracked(_as_tuple(out, "outputs of the user-provided function", "hessian")[1], "outputs", strict)
        _check_single(out, "hessian")
        return out.squeeze()

    def slopes(*inputs):
        jac = jacobian(single, inputs, create_graph=True)
        _check_tracked(jac, "jacobian", strict)
        return jac

    given: Any = inputs if several else (inputs,)
    rows: Any = jacobian(slopes, given, create_graph, strict, vectorize, outer_jacobian_strategy)
    return rows if several else rows[0][0]


class _Call:
    """One recorded call of a function, on new tensors with the numbers of its inputs."""

    def __init__(self, func, inputs, name, create_graph, strict, v=None):
        self.name, self.create_graph, self.strict = name, create_graph, strict
        self.several_inputs, inputs = _as_tuple(inputs, "inputs", name)
        self.inputs = tuple(_fresh(x, create_graph, True) for x in inputs)
        if name in ("jvp", "vhp", "hvp"):
            self.v = self.vector(v, self.inputs, self.several_inputs, "input to the user-provided function is")
        given = func(*self.inputs)
        self.several_outputs, self.outputs = _as_tuple(given, "outputs of the user-provided function", name)
        _check_tracked(self.outputs, "outputs", strict)

    def vector(self, v, like, several, what):
        """The `v` of a product as a tuple, checked against the tensors `like`; None if it is left out."""
        if v is None:
            if len(like) != 1 or like[0].numel() != 1:
                raise RuntimeError(
                    f"The vector v can only be None if the {what} a single Tensor with a single element."
                )
            return None
        v = tuple(_fresh(x, self.create_graph, False) for x in _as_tuple(v, "v", self.name)[1])
        if len(v) != len(like):
            raise RuntimeError(
                f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}."
                if several
                else "The given v should contain a single Tensor."
            )
        for i, (given, wanted) in enumerate(zip(v, like)):
            if given.shape != wanted.shape:
                raise RuntimeError(
                    f"{f'Entry {i} in ' if several else ''}v has invalid size: should be {wanted.shape} "
                    f"but got {given.shape}."
                )
        return v

    def slopes(self):
        """The gradients of the output, a single number, from a recorded backward."""
        _check_single(self.outputs if self.several_outputs else self.outputs[0], self.name)
        slopes = _grad(self.outputs, self.inputs, None, create_graph=True)
        _check_tracked(slopes, "jacobian", self.strict)
        return slopes

    def jacobians_of(self, i, out):
        """The Jacobians of output `i`, one for each input, from one backward for each entry of the output."""
        if not out.numel():
            raise RuntimeError("stack expects a non-empty TensorList")
        columns = [[] for _ in self.inputs]
        entries = out.reshape(-1)
        for j in range(out.numel()):
            found = _grad((entries[j],), self.inputs, None, self.create_graph, retain_graph=True)
            for k, (column, slope, x) in enumerate(zip(columns, found, self.inputs)):
                self.check_strictly(slope, i, k)
                column.append(_zeros(x, False) if slope is None else slope)
        return tuple(stacked(column, x).view((*out.shape, *x.shape)) for column, x in zip(columns, self.inputs))

    def product(self, functions, arguments, v, like, several):
        """(outputs, vᵀ · Jacobian of `functions` by `arguments`), the product in the shapes of the tensors `like`."""
        with set_grad_enabled(bool(self.create_graph) or is_grad_enabled()):
            grads = _grad(functions, arguments, v, self.create_graph)
            for i, found in enumerate(grads):
                self.check_strictly(found, i)
            grads = tuple(_zeros(x, False) if found is None else found for found, x in zip(grads, like))
        return self.shown(self.outputs, self.several_outputs), self.shown(grads, several)

    def check_strictly(self, found, *places):
        """In strict mode, raise RuntimeError for a derivative that is None or, under create_graph, not tracked."""
        if self.strict and found is None:
            raise RuntimeError(_INDEPENDENT[self.name].format(*places))
        if self.strict and self.create_graph and not found.requires_grad:
            what = "hessian" if self.name in ("vhp", "hvp") else "jacobian"
            raise RuntimeError(
                f"The {what} of the user-provided function is independent of input {places[0]}. This is not "
                "allowed in strict mode when create_graph=True."
            )

    def shown(self, tensors, several):
        """The tensors as the caller gets them: detached unless create_graph, alone if there was no tuple."""
        tensors = tensors if self.create_graph else tuple(x.detach() for x in tensors)
        return tensors if several else tensors[0]


# ---- helpers --------------------------------------------------------------------------------------------------


def _as_tuple(value, what, function):
    """(whether `value` is a tuple, `value` as a tuple of tensors). Raises TypeError for anything but tensors."""
    several = isinstance(value, tuple)
    values = value if several else (value,)
    for i, entry in enumerate(values):
        if not isinstance(entry, Tensor):
            which = f"value at index {i}" if several else f"given {what}"
            raise TypeError(
                f"The {what} given to {function} must be either a Tensor or a tuple of Tensors but the "
                f"{which} has type {type(entry)}."
            )
    return several, values


def _fresh(x, create_graph, requires_grad):
    """A new tensor with the numbers of `x`, and with its history only under create_graph."""
    if create_graph and x.requires_grad:
        return x.view(x.shape)
    return x.detach().requires_grad_(requires_grad)


def _zeros(like, requires_grad=True):
    return like.new_zeros(like.shape, requires_grad=requires_grad)


def _grad(outputs, inputs, vectors, create_graph, retain_graph=None):
    """`grad` of those outputs that are tracked; None where an input is not reached."""
    vectors = vectors or (None,) * len(outputs)
    tracked = [(out, v) for out, v in zip(outputs, vectors) if out is not None and out.requires_grad]
    if not tracked:
        return (None,) * len(inputs)
    outputs, vectors = zip(*tracked)
    return grad(outputs, inputs, vectors, create_graph=create_graph, retain_graph=retain_graph, allow_unused=True)


def _check_single(out, name):
    if not isinstance(out, Tensor):
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if out.numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")


def _check_tracked(tensors, kind, strict):
    """In strict mode, raise RuntimeError naming the first of these that does not depend on the inputs."""
    for i, x in enumerate(tensors if strict else ()):
        if x is None:
            raise RuntimeError(_INDEPENDENT["vjp"].format(i))
        if not x.requires_grad:
            raise RuntimeError(_UNTRACKED[kind].format(i))


_STRATEGIES = ("forward-mode", "reverse-mode")


def _check_strategy(strategy, create_graph, strict, vectorize):
    if strategy not in _STRATEGIES:
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs '
            'than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".'
        )
    if strategy == "reverse-mode":
        return
    if create_graph:
        raise NotImplementedError(
            'torch.autograd.functional.jacobian: `create_graph=True` and `strategy="forward-mode"` are not supported '
            'together (yet). Please either set `create_graph=False` or `strategy="reverse-mode"`.'
        )
    if strict:
        raise RuntimeError(
            'torch.autograd.functional.jacobian: `strict=True` and `strategy="forward-mode"` are not '
            'supported together (yet). Please either set `strict=False` or `strategy="reverse-mode"`.'
        )
    if not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly "
            "implemented for `vectorize=True`."
        )


_UNTRACKED = {
    "outputs": "Output {} of the user-provided function does not require gradients. The outputs must be computed in a "
    "differentiable manner from the input when running in strict mode.",
    "grad_inputs": "The gradient with respect to input {} is independent of the inputs of the user-provided function. "
    "This is not allowed in strict mode.",
    "jacobian": "While computing the hessian, found that the jacobian of the user-provided function with respect to "
    "input {} is independent of the input. This is not allowed in strict mode. You should ensure that "
    "your function is twice differentiable and that the jacobian depends on the inputs (this would be "
    "violated by a linear function for example).",
    "hessian": "The hessian of the user-provided function with respect to input {} is independent of the input. This "
    "is not allowed in strict mode. You should ensure that your function is thrice differentiable and that "
    "the hessian depends on the inputs.",
}

_INDEPENDENT = {
    "jacobian": "Output {} of the user-provided function is independent of input {}. This is not allowed in strict "
    "mode.",
    "vjp": "The output of the user-provided function is independent of input {}. This is not allowed in strict mode.",
    "jvp": "The gradient with respect to the input is independent of entry {} in the grad_outputs when using the "
    "double backward trick to compute forward mode gradients. This is not allowed in strict mode.",
    "vhp": "The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode.",
    "hvp": "The hessian of the user-provided function is independent of entry {} in the grad_jacobian. This is not "
    "allowed in strict mode as it prevents from using the double backward trick to replace forward mode AD.",
}
