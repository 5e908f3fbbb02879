"""Clipping: gradients that are too large are made smaller before the optimizer sees them."""

from __future__ import annotations

import types
import warnings
from collections.abc import Iterable

import numpy as np

from autogradlab.autograd.dtypes import Default
from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.autograd.trace import users_level


@no_grad()
def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale all gradients by one factor so that together they are no longer than `max_norm`; returns their old length.

    The factor is max_norm / (length + 10⁻⁶), but at most 1.

    norm_type            2 for the Euclidean length, inf for the largest entry
    error_if_nonfinite   raise RuntimeError if the length is inf or nan
    foreach              chooses among PyTorch's implementations of the same formula; here it changes nothing
    """
    if isinstance(parameters, types.GeneratorType):
        parameters = list(parameters)
        if not parameters:
            warnings.warn(NO_PARAMETERS, stacklevel=users_level())
    grads = _gradients(parameters)
    total_norm = get_total_norm(grads, norm_type, error_if_nonfinite)
    factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
    for grad in grads:
        grad.mul_(factor)
    return total_norm


@no_grad()
def get_total_norm(
    tensors: Iterable[Tensor], norm_type: float = 2.0, error_if_nonfinite: bool = False, foreach: bool | None = None
) -> Tensor:
    """The length of all tensors taken as one vector."""
    norm_type = float(norm_type)
    norms = [_norm(tensor._data.ravel(), norm_type) for tensor in tensors]
    total = _norm(np.array(norms), norm_type) if norms else Default.numpy.type(0)
    if error_if_nonfinite and not np.isfinite(total):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it "
            "cannot be clipped. To disable this error and scale the gradients by the non-finite norm "
            "anyway, set `error_if_nonfinite=False`"
        )
    return new_tensor(total)


@no_grad()
def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None) -> None:
    """Clip every entry of every gradient to [-clip_value, clip_value]. Raises RuntimeError if there is no gradient."""
    limit, grads = float(clip_value), _gradients(parameters)
    if not grads:
        raise RuntimeError(NOTHING_TO_CLIP)
    for grad in grads:  # PyTorch writes twice, unless `foreach` is False, and `_version` counts it
        grad.clamp_(-limit, limit) if foreach is False else grad.clamp_min_(-limit).clamp_max_(limit)


def _gradients(parameters):
    params = [parameters] if isinstance(parameters, Tensor) else parameters
    return [param.grad for param in params if param.grad is not None]


def _norm(entries, norm_type):
    """The norm of a flat array in its own number type: for inf the largest absolute entry; 0 if the array is empty."""
    return entries.dtype.type(quiet.run(np.linalg.norm, entries, norm_type) if entries.size else 0)


NO_PARAMETERS = "`parameters` is an empty generator, no gradient clipping will occur."
NOTHING_TO_CLIP = (
    "Expected !nested_tensorlist[0].empty() to be true, but got false.  (Could this error message be improved?  If so, "
    "please report an enhancement request to PyTorch.)"
)
