"""All parameters as one vector, and back."""

from autogradlab.ops.register import functions


def parameters_to_vector(parameters):
    """The numbers of all parameters one after the other; gradients find their way back."""
    return functions["cat"]([param.view(-1) for param in parameters])


def vector_to_parameters(vec, parameters):
    """Put the numbers of `vec`, in the order of `parameters_to_vector`, into the parameters; they share its memory."""
    start = 0
    for param in parameters:
        end = start + param.numel()
        param.data = vec.data[start:end].view(param.shape)
        start = end
