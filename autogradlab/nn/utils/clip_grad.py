"""Clipping: gradients that are too large are made smaller before the optimizer sees them."""
import types
import warnings

import numpy as np

from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.tensor import Tensor, new_tensor


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Shorten all gradients by one factor so that together they are no longer than `max_norm`; gives their old length.

    norm_type            2 for the Euclidean length, inf for the largest entry
    error_if_nonfinite   raise RuntimeError if the length is inf or nan
    foreach              chooses among PyTorch's programs for the same; here it changes nothing
    """
    params = _listed(parameters)
    if isinstance(parameters, types.GeneratorType) and not params:
        warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", UserWarning,
                      stacklevel=2)
    total_norm = get_total_norm(_gradients(params), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(params, max_norm, total_norm)
    return total_norm


@no_grad()
def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The length of all tensors taken as one vector."""
    norm_type = float(norm_type)
    norms = [_norm(tensor._data.ravel(), norm_type) for tensor in _listed(tensors)]
    total = _norm(np.array(norms), norm_type) if norms else np.float32(0)
    if error_if_nonfinite and not np.isfinite(total):
        raise RuntimeError(f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it "
                           "cannot be clipped. To disable this error and scale the gradients by the non-finite norm "
                           "anyway, set `error_if_nonfinite=False`")
    return new_tensor(total)


@no_grad()
def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Multiply all gradients by max_norm / (total_norm + 10⁻⁶), or by 1 if that is larger."""
    factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
    for grad in _gradients(_listed(parameters)):
        grad.mul_(factor)


@no_grad()
def clip_grad_value_(parameters, clip_value, foreach=None):
    """Every entry of every gradient into [-clip_value, clip_value]."""
    bound = float(clip_value)
    for grad in _gradients(_listed(parameters)):
        grad.copy_(grad.clamp(min=-bound))
        grad.copy_(grad.clamp(max=bound))


def _listed(tensors):
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


def _gradients(params):
    return [param.grad for param in params if param.grad is not None]


def _norm(entries, norm_type):
    """The norm of a flat array in its own number type, its largest entry for inf; of nothing 0."""
    if not entries.size:
        return entries.dtype.type(0)
    return entries.dtype.type(np.linalg.norm(entries, norm_type))
