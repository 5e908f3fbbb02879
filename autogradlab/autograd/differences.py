"""Checks of backward rules: gradients against central differences, as in `torch.autograd.gradcheck`.

Entry (i, j) of a Jacobian here is the derivative of output entry j by input entry i, the layout of PyTorch's messages.
Source: Griewank and Walther, Evaluating Derivatives (2008), section 8.1, on differences and their step.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .derivatives import grad
from .dtypes import from_numpy
from .graph import Node
from .layout import is_expanded
from .quiet import quiet
from .sentences import noted
from .size import Size
from .tensor import Tensor, edge_of, new_tensor, with_history


class GradcheckError(RuntimeError):
    """A rule and its forward disagree; the message shows both Jacobians."""


def gradcheck(
    func: Callable[..., Tensor | Sequence[Tensor]],
    inputs: Tensor | Sequence[Any],
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Whether the gradients of `func(*inputs)` agree with central differences of step `eps`.

    inputs                a tensor, or several; those that require grad are checked and should be float64
    nondet_tol            how far two backward passes over the same graph may differ
    check_undefined_grad  also check that backward copes with gradients that never arrive
    fast_mode, masked     accepted, and so are check_grad_dtypes and check_batched_grad; the full check is made anyway
    Raises:  GradcheckError, mostly showing both Jacobians, unless `raise_exception` is False;
             ValueError if no input requires grad; NotImplementedError for forward mode.
    """
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    if check_forward_ad or check_batched_forward_grad:
        raise NotImplementedError("autogradlab leaves out forward mode; see docs/differences.md")
    inputs = _tuple(inputs)
    checked = _checked_inputs(inputs)
    try:
        outputs = _tuple(func(*inputs))
        _check_jacobians(func, outputs, inputs, checked, eps, atol, rtol, nondet_tol)
        if not _zeros_give_zeros(_tracked(outputs), checked):
            raise GradcheckError("backward not multiplied by grad_output")
        if check_undefined_grad:
            _check_undefined(func, inputs, checked)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Callable[..., Tensor | Sequence[Tensor]],
    inputs: Tensor | Sequence[Any],
    grad_outputs: Tensor | Sequence[Tensor] | None = None,
    *,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    gen_non_contig_grad_outputs: bool = False,
    **settings: Any,
) -> bool:
    """Whether the gradients of `func` have the right gradients themselves: gradcheck of the first backward.

    grad_outputs   the gradient for each output; by default random numbers from -1 to 1, the same ones each time
    settings       those of `gradcheck`
    """
    inputs = _tuple(inputs)
    if grad_outputs is None:
        grad_outputs = [_any_like(out) for out in _tracked(func(*inputs))]
    arriving = _tuple(grad_outputs)
    count = len(arriving)  # if no output asks for gradients, `func` is called without inputs, as in PyTorch, and stops

    def first_gradients(*both):
        given, arrived = both[:-count], both[-count:]
        wanted = [x for x in given if isinstance(x, Tensor) and x.requires_grad]
        found = grad(_tracked(func(*given)), wanted, arrived, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    directions = {"check_forward_ad": check_fwd_over_rev, "check_backward_ad": check_rev_over_rev}
    return gradcheck(first_gradients, inputs + arriving, **directions, **settings)


# ---- the checks -----------------------------------------------------------------------------------------------


def _checked_inputs(inputs):
    """The inputs to check. Warns if not float64. Raises ValueError if there are none, RuntimeError for stride 0."""
    checked = {i: x for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad}
    for i, x in checked.items():
        if x.dtype.name != "float64":
            warnings.warn(
                f"Input #{i} requires gradient and is not a double precision floating point or complex. This check "
                "will likely fail if all the inputs are not of double precision floating point or complex. ",
                stacklevel=1,
            )
        if is_expanded(x._data):
            raise RuntimeError(
                f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that "
                "are non-overlapping to be able to compute the numerical gradients correctly. You "
                "should call .contiguous on the input before passing it to gradcheck."
            )
    if not checked:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True."
        )
    return list(checked.values())


def _check_jacobians(func, outputs, inputs, checked, eps, atol, rtol, nondet_tol):
    places = [i for i, out in enumerate(outputs) if out.requires_grad]
    for out in outputs if any(x.numel() for x in checked) else ():
        if out.dtype.name == "bool":
            out - out  # raises: PyTorch takes differences of all outputs, even where there is nothing to check
    if not places:
        return _check_independent(func, outputs, inputs, checked, eps)
    numeric = [_numeric(func, inputs, x, eps) for x in checked]
    for number, o in enumerate(places):
        analytic, again = _analytic(outputs[o], checked), _analytic(outputs[o], checked)
        if any(a.size and np.abs(quiet.run(np.subtract, a, b)).max() > nondet_tol for a, b in zip(analytic, again)):
            raise GradcheckError(
                "Backward is not reentrant, i.e., running backward with same input and grad_output "
                "multiple times gives different values, although analytical gradient matches "
                f"numerical gradient.The tolerance for nondeterminism was {nondet_tol}."
            )
        for i, (a, by_output) in enumerate(zip(analytic, numeric)):
            n = by_output[o] if by_output else np.zeros_like(a)
            if not np.allclose(a, n, rtol=rtol, atol=atol):
                raise _mismatch(number, i, n.astype(outputs[o]._data.dtype), a, checked[i])


def _check_independent(func, outputs, inputs, checked, eps):
    """Check that outputs without history do not change with the inputs."""
    for by_output in [_numeric(func, inputs, x, eps) for x in checked]:
        if any(jacobian.any() for out, jacobian in zip(outputs, by_output) if out.dtype.is_floating_point):
            raise GradcheckError("Numerical gradient for function expected to be zero")


def _check_undefined(func, inputs, checked):
    """Check that outputs that receive no gradient contribute none: first all outputs, then each of several alone."""
    outputs = _tracked(func(*inputs))
    count = len(outputs)
    for missing in [range(count), *([i] for i in range(count) if count > 1)]:
        outputs = _tracked(func(*inputs)) if len(missing) < count else outputs
        for i in missing:
            outputs[i] = with_history(outputs[i]._data, _Undefined(outputs[i]))
        try:
            all_zero = _zeros_give_zeros(outputs, checked)
        except RuntimeError as error:
            raise _undefined("Expected backward function to handle undefined output grads.") from error
        if not all_zero:
            raise _undefined(
                "Expected all input grads to be undefined or zero when all output grads are undefined or zero."
            )


def _undefined(problem):
    """Warn of the check for undefined gradients, which is not as old as some callers, and return its error."""
    warnings.warn(MAY_BREAK, stacklevel=1)
    place = '"Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'
    return GradcheckError(f"{problem} Please look at {place}")


MAY_BREAK = (
    "Backwards compatibility: New undefined gradient support checking feature is enabled by default, but it may break "
    "existing callers of this function. If this is true for you, you can call this function with "
    '"check_undefined_grad=False" to disable the feature'
)


def _zeros_give_zeros(outputs, checked):
    """Whether gradients of zero lead to zeros, as they must: a backward is linear in the gradients that arrive."""
    zeros = [new_tensor(np.zeros_like(out._data)) for out in outputs]
    found = grad(outputs, checked, zeros, allow_unused=True)
    return not any(g is not None and g._data.any() for g in found)


class _Undefined(Node):
    """A node in front of a tensor's history that passes no gradient on."""

    def __init__(self, tensor):
        self._start(edges=(edge_of(tensor),))

    def _contributions(self, grad, recorded, edges):
        return [None]


# ---- two Jacobians --------------------------------------------------------------------------------------------


def _numeric(func, inputs, x, eps):
    """The Jacobian of each output by the input `x`, from moving one entry of `x` at a time by -eps and by +eps.

    Without entries there is nothing to move, and the list is empty.
    """
    numbers, rows = x._shared_array(), []
    for index in np.ndindex(numbers.shape):
        here = numbers[index]
        numbers[index] = here - eps
        below = [np.array(out._data) for out in _tuple(func(*inputs))]
        numbers[index] = here + eps
        above = [np.array(out._data) for out in _tuple(func(*inputs))]
        numbers[index] = here
        for low, high in zip(below, above):
            _check_alike(low, high, index, eps)
        rows.append([quiet.run(_slope, low, high, 2 * eps) for low, high in zip(below, above)])
    return [np.array(by_entry) for by_entry in zip(*rows)]


def _slope(low, high, step):
    return np.ravel(high - low) / step


def _check_alike(below, above, index, eps):
    """Raise AssertionError for an output whose shape or number type depends on the inputs' numbers."""
    for what, of in (("shape", lambda x: Size(x.shape)), ("dtype", lambda x: from_numpy(x.dtype))):
        if of(below) != of(above):
            raise AssertionError(
                f"Expected `func` to return outputs with the same {what} when inputs are perturbed on index {index} by "
                f"{eps}, but got: {what}s {of(below)} and {of(above)}."
            )


def _analytic(output, inputs):
    """The Jacobians of `output`, one for each input, from one backward for each entry of the output."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(output._data.shape):
        one_hot = np.zeros_like(output._data, shape=output._data.shape)
        one_hot[index] = 1
        found = grad(output, inputs, new_tensor(one_hot), retain_graph=True, allow_unused=True)
        for column, g, x in zip(columns, found, inputs):
            column.append(np.zeros(x._data.size) if g is None else np.ravel(g._data))
    return [np.array(column).reshape(len(column), x._data.size).T for column, x in zip(columns, inputs)]


def _mismatch(o, i, numeric, analytic, x):
    message = (
        f"Jacobian mismatch for output {o} with respect to input {i},\n"
        f"numerical:{new_tensor(numeric)}\nanalytical:{new_tensor(analytic.astype(x._data.dtype))}\n"
    )
    worst = np.unravel_index(np.argmax(np.abs(analytic - numeric)), numeric.shape)
    return noted(
        GradcheckError(message),
        f"help: they differ most at input entry {worst[0]} and output entry {worst[1]}: the rule says "
        f"{analytic[worst]:.6g}, moving the input says {numeric[worst]:.6g}",
    )


def _tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def _tracked(outputs):
    return [out for out in _tuple(outputs) if out.requires_grad]


def _any_like(out):
    numbers = np.random.default_rng(0).uniform(-1, 1, out._data.shape).astype(out._data.dtype)
    return new_tensor(numbers, requires_grad=True)
