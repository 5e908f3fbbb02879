"""All parameters as one vector, and back."""
from autogradlab.autograd.tensor import Tensor
from autogradlab.nn.registry import typename
from autogradlab.ops.register import functions


def parameters_to_vector(parameters):
    """The numbers of all parameters one after the other; gradients find their way back."""
    return functions["cat"]([param.view(-1) for param in parameters])


def vector_to_parameters(vec, parameters):
    """Put the numbers of `vec`, in the order of `parameters_to_vector`, into the parameters; they share its memory."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    start, numbers = 0, vec.data
    for param in parameters:
        end = start + param.numel()
        param.data = numbers[start:end].view(param.shape)
        start = end
