"""Does a backward rule agree with its forward? Gradients against central differences, as `torch.autograd.gradcheck`.

Entry (i, j) of a Jacobian here is how output entry j moves with input entry i, the layout of PyTorch's messages.
Source: Griewank and Walther, Evaluating Derivatives (2008), section 8.1, on differences and their step.
"""
import itertools
import warnings

import numpy as np

from .rules import noted
from .tensor import Tensor, grad, new_tensor


class GradcheckError(RuntimeError):
    """A rule and its forward disagree; the message shows both Jacobians."""


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, create_graph=False):
    """Whether the gradients of `func(*inputs)` agree with central differences over `eps`.

    inputs   a tensor or a tuple; those that require grad are checked and should be float64
    Raises:  GradcheckError showing both Jacobians, unless `raise_exception` is False;
             ValueError if no input requires grad.
    """
    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    checked = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]
    if not checked:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have "
                         "requires_grad=True.")
    _warn_of_single_precision(inputs, checked)
    outputs = [out for out in _tuple(func(*inputs)) if isinstance(out, Tensor) and out.requires_grad]
    for (o, output), i in itertools.product(enumerate(outputs), checked):
        numeric = _numeric(lambda: _tuple(func(*inputs))[o], inputs[i], eps)
        analytic = _analytic(output, inputs[i], create_graph)
        if not np.allclose(analytic, numeric, rtol=rtol, atol=atol, equal_nan=True):
            if not raise_exception:
                return False
            raise _mismatch(o, i, numeric, analytic, inputs[i])
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True):
    """Whether the gradients of `func` have the right gradients themselves: gradcheck of the first backward.

    grad_outputs   what arrives at each output; ones unless given
    """
    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)

    def first_gradients(*inputs):
        outputs = _tuple(func(*inputs))
        arriving = grad_outputs or tuple(new_tensor(np.ones_like(out._data)) for out in outputs)
        wanted = [x for x in inputs if isinstance(x, Tensor) and x.requires_grad]
        return grad(outputs, wanted, _tuple(arriving), create_graph=True, allow_unused=True, materialize_grads=True)

    return gradcheck(first_gradients, inputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception)


def _numeric(output, x, eps):
    """The Jacobian of `output()` by moving one entry of `x` at a time, there and back."""
    numbers, rows = x._shared_array(), []
    for index in np.ndindex(numbers.shape):
        here = numbers[index]
        numbers[index] = here + eps
        above = np.array(output()._data)
        numbers[index] = here - eps
        below = np.array(output()._data)
        numbers[index] = here
        rows.append(((above - below) / (2 * eps)).ravel())
    return np.array(rows).reshape(numbers.size, -1)


def _analytic(output, x, create_graph):
    """The Jacobian by one backward for each entry of the output."""
    columns = []
    for index in np.ndindex(output._data.shape):
        one_hot = np.zeros_like(output._data, shape=output._data.shape)
        one_hot[index] = 1
        column, = grad(output, x, new_tensor(one_hot), retain_graph=True, create_graph=create_graph,
                       materialize_grads=True)
        columns.append(np.ravel(column._data))
    return np.array(columns).reshape(-1, x._data.size).T


def _mismatch(o, i, numeric, analytic, x):
    kind = x._data.dtype
    message = (f"Jacobian mismatch for output {o} with respect to input {i},\n"
               f"numerical:{new_tensor(numeric.astype(kind))}\nanalytical:{new_tensor(analytic.astype(kind))}\n")
    worst = np.unravel_index(np.argmax(np.abs(analytic - numeric)), numeric.shape)
    return noted(GradcheckError(message),
                 f"help: they differ most at input entry {worst[0]} and output entry {worst[1]}: the rule says "
                 f"{analytic[worst]:.6g}, moving the input says {numeric[worst]:.6g}")


def _warn_of_single_precision(inputs, checked):
    for i in checked:
        if inputs[i].dtype.name != "float64":
            warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. This "
                          "check will likely fail if all the inputs are not of double precision floating point or "
                          "complex. ", UserWarning, stacklevel=3)


def _tuple(value):
    return value if isinstance(value, tuple) else (value,)
