"""The parameter types of PyTorch's C functions, for the error messages of the Python functions that call them."""

from __future__ import annotations

from operator import is_
from typing import Any

from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.wrong_type import wrong_type
from autogradlab.ops.refusals import UNFIT, fit

#: The C functions' parameters in order, each after its kind; a ? allows None, and one without a kind is not checked.
_TAKEN = {
    "batch_norm": "Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
    "bool training, float momentum, float eps",
    "binary_cross_entropy_with_logits": "Tensor input, Tensor target, Tensor? weight, Tensor? pos_weight",
    "cosine_similarity": "Tensor x1, Tensor x2, int dim, float eps",
    "cross_entropy_loss": "Tensor input, Tensor target, Tensor? weight, reduction, int ignore_index, "
    "float label_smoothing",
    "glu": "Tensor input, int dim",
    "hinge_embedding_loss": "Tensor input, Tensor target, float margin",
    "huber_loss": "Tensor input, Tensor target, reduction, float delta",
    "kl_div": "Tensor input, Tensor target",
    "layer_norm": "Tensor input, normalized_shape, Tensor? weight, Tensor? bias, float eps",
    "linear": "Tensor input, Tensor weight, Tensor? bias",
    "nll_loss_nd": "Tensor input, Tensor target, Tensor? weight, reduction, int ignore_index",
    "poisson_nll_loss": "Tensor input, Tensor target, bool log_input, bool full, float eps",
    "prelu": "Tensor input, Tensor weight",
    "smooth_l1_loss": "Tensor input, Tensor target, reduction, float beta",
}
#: (function, type of each value, ...) of calls whose values fit as they are.
_seen: set[tuple[object, ...]] = set()


def fitted(function: str, *values: Any) -> tuple[Any, ...]:
    """The values as `function` takes them, numbers as Python's. Raises TypeError for the first that does not fit."""
    types = (function, *map(type, values))
    if types in _seen:
        return values
    fitting = []
    for position, (part, value) in enumerate(zip(_TAKEN[function].split(", "), values), 1):
        kind, _, name = part.rpartition(" ")
        fitting.append(_fitting(kind, value))
        if fitting[-1] is UNFIT:
            raise wrong_type(function, name, position, kind.rstrip("?"), value)
    if all(map(is_, fitting, values)):
        _seen.add(types)
    return tuple(fitting)


def _fitting(kind, value):
    """The value as a parameter of this kind takes it, or UNFIT, as for a tracked float: it would lose its gradient."""
    if value is None and kind.endswith("?"):
        return None
    found = fit(kind.rstrip("?"), value)
    if kind != "float":
        return found
    number = as_number(found)
    return UNFIT if isinstance(number, Tensor) else number


def constant(function, name, weight, like=None):
    """A weight's numbers, copied in the type of the tensor `like` if given. Raises RuntimeError if it requires grad."""
    if weight is None:
        return None
    if weight.requires_grad:
        raise RuntimeError(
            f"The function '{function}' is not differentiable with respect to argument '{name}'. This "
            "input cannot have requires_grad True."
        )
    return weight._data if like is None else weight._data.astype(like._data.dtype)


def as_number(value: Any) -> Any:
    """The number in a tensor without dimensions that does not require grad; anything else as it is."""
    plain = isinstance(value, Tensor) and not value.ndim and not value.requires_grad
    return value.item() if plain else value
