"""`backward()` and `grad()`: check the arguments, start the walk, and store or return the gradients."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from math import prod
from operator import index
from typing import Any

import numpy as np

from .engine import walk
from .graph import GradientEdge, Nowhere
from .hooks import shown
from .modes import enable, enable_grad
from .rules import rules
from .sentences import noted
from .tensor import Tensor, edge_of, new_tensor, tensor_types


def backward(
    tensors: Tensor | GradientEdge | Iterable[Tensor | GradientEdge],
    grad_tensors: Tensor | Iterable[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Tensor | Iterable[Tensor | None] | None = None,
    inputs: Tensor | GradientEdge | Iterable[Tensor | GradientEdge] | dict[Any, Tensor | GradientEdge] | None = None,
) -> None:
    """`Tensor.backward` from several tensors at once: each leaf gets the sum of its gradients from all of them."""
    if grad_variables is not None:
        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to "
                "`backward()`. Please only use `grad_tensors`."
            )
        grad_tensors = grad_variables
    _backward(_several(tensors), grad_tensors, retain_graph, create_graph, inputs)


def _backward_of_one(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Add the derivative of this tensor to the `.grad` of every leaf that it depends on.

    gradient      d(loss)/d(this tensor), same shape; may be left out for a single number
    retain_graph  keep the saved values for another backward; by default the value of create_graph
    create_graph  record the backward pass, so that gradients have gradients
    inputs        only these tensors get a `.grad`
    """
    _backward((self,), gradient, retain_graph, create_graph, inputs)


_backward_of_one.__name__, _backward_of_one.__qualname__ = "backward", "Tensor.backward"
Tensor.backward = _backward_of_one  # type: ignore[method-assign]


def _backward(roots, gradients, retain_graph, create_graph, inputs):
    wanted = () if inputs is None else _wanted(inputs, "backward")
    starts = _starts(roots, gradients)
    _check_places(wanted)
    retain_graph, create_graph = _switches(retain_graph, create_graph)
    for x in wanted:
        if isinstance(x, Tensor):
            x.retain_grad()  # so that a computed tensor gets a `.grad`; it retains later ones too
    try:
        found = _walk(starts, retain_graph, create_graph, wanted or None, accumulates=True)
        before = enable(create_graph)
        try:
            for edge, grad in found.items():  # after the walk: one that fails changes no `.grad` here
                if type(edge) in tensor_types and edge._requires_grad:
                    rules.accumulate(edge, grad if create_graph else new_tensor(grad))
        finally:
            enable(before)
    finally:
        if create_graph:
            warnings.warn(REFERENCE_CYCLE, stacklevel=4)


def grad(
    outputs: Tensor | GradientEdge | Iterable[Tensor | GradientEdge],
    inputs: Tensor | GradientEdge | Iterable[Tensor | GradientEdge] | dict[Any, Tensor | GradientEdge],
    grad_outputs: Tensor | Iterable[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor, ...]:
    """The derivatives of `outputs` with respect to `inputs`, as a tuple; no leaf's `.grad` is touched.

    An input that was not used is an error, or None with `allow_unused`, or zeros with `materialize_grads`. If
    `inputs` is a dictionary, so is the result. With `is_grads_batched`, each entry along the first dimension of
    `grad_outputs` is a gradient of its own, and the results have that dimension as well.
    """
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
        )
    outputs, wanted = _several(outputs), _wanted(inputs, "grad")
    if not only_inputs:
        warnings.warn(ONLY_INPUTS, FutureWarning, stacklevel=2)
    allow_unused = materialize_grads if allow_unused is None else allow_unused
    settings = wanted, retain_graph, create_graph, allow_unused, materialize_grads
    found = _batched(outputs, grad_outputs, *settings) if is_grads_batched else _grad(outputs, grad_outputs, *settings)
    return dict(zip(inputs, found)) if type(inputs) is dict else found  # type: ignore[return-value]


def _grad(outputs, grad_outputs, wanted, retain_graph, create_graph, allow_unused, materialize_grads):
    starts = _starts(outputs, grad_outputs)
    _check_places(wanted)
    if not all(isinstance(x, GradientEdge) or x.requires_grad for x in wanted):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    allow_unused, (retain_graph, create_graph) = _switch(allow_unused), _switches(retain_graph, create_graph)
    found = _walk(starts, retain_graph, create_graph, wanted, lent=True)
    places = [_edge(x) for x in wanted]
    grads = [None if type(place) is Nowhere else shown(found.get(place)) for place in places]
    for i, x in enumerate(wanted):
        if grads[i] is None:
            grads[i] = _unused(x, i, create_graph, allow_unused, materialize_grads)
    return tuple(grads)


def _batched(outputs, grad_outputs, wanted, retain_graph, create_graph, *unused):
    """Run one walk for each entry along the first dimension of `grad_outputs`, and stack their results."""
    several = _given(grad_outputs, outputs)
    for i, (given, output) in enumerate(zip(several, outputs)):
        if isinstance(given, Tensor) and given[0].shape != output.shape:
            raise RuntimeError(NOT_A_BATCH.format(i, given.shape[2:], output.shape))
    several = [_ones(output) if given is None else given for given, output in zip(several, outputs)]
    sizes = [len(given) if given.ndim else None for given in several if isinstance(given, Tensor)]
    if None in sizes:
        raise ValueError(NO_BATCH_DIMENSION)
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    count = sizes[0] if sizes else 1
    each = []
    for k in range(count):
        entries, keep = [g if g is None else g[k] for g in several], retain_graph or k < count - 1
        each.append(_grad(outputs, entries, wanted, keep, create_graph, True, False))
    return tuple(
        _unused(wanted[i], i, create_graph, *unused) if grads[0] is None else stacked(grads, grads[0])
        for i, grads in enumerate(zip(*each))
    )


def stacked(rows: Sequence[Tensor], like: Tensor) -> Tensor:
    """The rows, tensors in the shape and number type of `like`, stacked along a new first dimension."""
    whole = like.new_zeros((len(rows), *like.shape))
    for k, row in enumerate(rows):
        whole[k] = row
    return whole


def _switches(retain_graph, create_graph):
    """(retain_graph, create_graph) as bools; only the first may be None."""
    return None if retain_graph is None else _switch(retain_graph), _switch(create_graph)


def _switch(value):
    """A switch as a bool. As PyTorch reads it, 1 is True and strings raise, as do numbers that fit into no byte."""
    number = index(value)
    if not 0 <= number <= 255:
        bound = "less than minimum" if number < 0 else "greater than maximum"
        raise OverflowError(f"unsigned byte integer is {bound}")
    return number > 0


def _walk(starts, retain_graph, create_graph, wanted, **purpose):
    targets = None if wanted is None else set(map(_edge, wanted))
    keep = create_graph if retain_graph is None else retain_graph
    if not create_graph:
        return walk([(edge, g._data) for edge, g in starts], keep=keep, recorded=False, targets=targets, **purpose)
    with enable_grad():
        return walk(starts, keep=keep, recorded=True, targets=targets, **purpose)


# ---- the arguments --------------------------------------------------------------------------------------------


def _several(tensors):
    return (tensors,) if isinstance(tensors, (Tensor, GradientEdge)) else tuple(tensors)


def _wanted(inputs, function):
    wanted = tuple(inputs.values()) if type(inputs) is dict else _several(inputs)
    if not wanted:
        raise RuntimeError(f"`inputs` argument to `{function}()` cannot be empty.")
    return wanted


def _check_places(wanted):
    """Refuse a place for a gradient that is none; as in PyTorch, after the roots and their gradients were looked at."""
    for x in wanted:
        if not isinstance(x, (Tensor, GradientEdge)):
            raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {type(x).__name__}")


def _edge(place):
    """Where the gradient of a Tensor, or of a GradientEdge, arrives."""
    if isinstance(place, Tensor):
        if place._view_of is not None:
            place._follow_base(asked=True)
        return edge_of(place)
    return place.node._port(place.output_nr)


def _given(gradients, roots):
    """The gradients of the roots as they were given; None for each if none were."""
    return (None,) * len(roots) if gradients is None else _several(gradients)


def _starts(roots, gradients):
    """(edge, gradient) for each root: the given gradient, or 1 if the root is a single number."""
    if not all(isinstance(root, (Tensor, GradientEdge)) for root in roots):
        raise AssertionError("Expected output to be a torch.Tensor")
    pairs = zip(roots, _given(gradients, roots))
    firsts = [_first_gradient(root, gradient, i) for i, (root, gradient) in enumerate(pairs)]
    starts = list(zip(map(_edge, roots), firsts))
    if len(starts) < len(roots):
        raise RuntimeError(f"got {len(roots)} tensors and {len(starts)} gradients")
    for i, root in enumerate(roots):
        if isinstance(root, Tensor) and (not root._requires_grad or type(root._edge) is Nowhere):
            raise noted(
                RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn"), NO_GRAPH_HELP
            )
    return starts


def _first_gradient(root, gradient, i):
    if gradient is None:
        return _ones(root)
    shape, dtype = (root.shape, root.dtype) if isinstance(root, Tensor) else root.form
    if not isinstance(gradient, Tensor):
        raise TypeError(f"gradients can be either Tensors or None, but got {type(gradient).__name__}")
    if gradient.shape != shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{i}] has a shape of {gradient.shape} and output[{i}] has a "
            f"shape of {shape}."
        )
    return gradient.to(dtype)


def _ones(root):
    """A gradient of 1 for a single number; None for a root that does not require grad, which `_starts` refuses."""
    if isinstance(root, Tensor):
        shape, dtype = root._data.shape, root._data.dtype
        if not root.requires_grad:
            return None
    else:
        shape, dtype = root.form[0], root.form[1].numpy
    if prod(shape) != 1:
        raise noted(
            RuntimeError("grad can be implicitly created only for scalar outputs"),
            f"help: this tensor has shape {tuple(shape)}. Reduce it first, as in y.sum().backward(), "
            f"or pass a gradient of that shape",
        )
    return new_tensor(np.ones(shape, dtype) if shape else dtype.type(1))


def _unused(x, index, create_graph, allow_unused, materialize_grads):
    """What `grad` returns for an input that no gradient has arrived at."""
    if not allow_unused:
        raise RuntimeError(
            f"The differentiated Tensor at index {index} appears to not have been used in the graph. "
            "Set allow_unused=True if this is the desired behavior."
        )
    if not materialize_grads:
        return None
    if isinstance(x, GradientEdge):
        raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
    return new_tensor(np.zeros_like(x._data), requires_grad=bool(create_graph))


NOT_A_BATCH = (
    "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The "
    "sizes of the remaining dimensions are expected to match the shape of corresponding output, but a mismatch was "
    "detected: grad_output[{0}] has a shape of {1} and output[{0}] has a shape of {2}. If you only want some tensors "
    "in `grad_output` to be considered batched, consider using vmap."
)

NO_BATCH_DIMENSION = (
    "vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for some input, but that input is a Tensor of dimensionality 0 "
    "so expected in_dim to satisfy 0 <= in_dim < 0."
)

REFERENCE_CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
    "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you "
    "have to use this function, make sure to reset the .grad fields of your parameters to None after use to break the "
    "cycle and avoid the leak."
)

ONLY_INPUTS = (
    "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for other parts "
    "of the graph, please use torch.autograd.backward."
)

NO_GRAPH_HELP = (
    "help: nothing here was recorded. Make a leaf with requires_grad=True and compute the loss from it, "
    "outside no_grad and without item(), detach() or numpy() on the way"
)
