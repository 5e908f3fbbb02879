"""All parameters as one vector, and back."""

from __future__ import annotations

from collections.abc import Iterable

from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.queries import typename
from autogradlab.ops.register import functions


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """The numbers of all parameters one after the other; gradients flow back to the parameters."""
    return functions["cat"]([param.view(-1) for param in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Put the numbers of `vec`, in the order of `parameters_to_vector`, into the parameters; they share its memory."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    start = 0
    for param in parameters:
        end = start + param.numel()
        param.data = vec.data[start:end].view(param.shape)
        start = end
