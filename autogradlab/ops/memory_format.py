"""How numbers lie in memory: the order of a copy by PyTorch's names for it, and the steps from one to the next."""

from autogradlab.autograd.wrong_type import wrong_type

from .left_out import option_left_out


class memory_format:  # noqa: N801
    """An order of the numbers in memory, such as `preserve_format`; there are no others than those below."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return f"torch.{self._name}"


preserve_format, contiguous_format, channels_last = map(
    memory_format, ("preserve_format", "contiguous_format", "channels_last")
)


def check_order(function, wanted):
    """Refuse what is no order."""
    if not isinstance(wanted, memory_format):
        raise wrong_type(function, "memory_format", None, "torch.memory_format", wanted)


def order_in(function, wanted):
    """NumPy's letter for an order, or for None: "K" as it is, "C" by position."""
    if wanted is not None:
        check_order(function, wanted)
    if wanted is channels_last:
        raise option_left_out(f"{function}(memory_format=torch.channels_last)")
    return "C" if wanted is contiguous_format else "K"


def steps_of(array):
    """How many entries of memory lie between neighbours, along each dimension, as PyTorch counts them."""
    steps, beyond = [], 1
    for n, step in zip(reversed(array.shape), reversed(array.strides)):
        if not array.size or n == 1 and step == 0:  # nothing there, or a new dimension: not counted by NumPy
            step = beyond
        else:
            step //= array.itemsize
        steps.insert(0, step)
        beyond = max(n, 1) * step
    return tuple(steps)
