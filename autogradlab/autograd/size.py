"""A shape, as PyTorch has it."""

from math import prod


class Size(tuple):
    """A tuple of ints that prints as PyTorch prints it, and stays one when it is cut, joined or repeated."""

    __slots__ = ()

    def __repr__(self):
        return f"torch.Size({list(self)})"

    def __getitem__(self, key):
        found = tuple.__getitem__(self, key)
        return Size(found) if type(found) is tuple else found

    def __add__(self, other):
        return Size((*self, *other))

    def __radd__(self, other):
        return Size((*other, *self))

    def __mul__(self, times):
        return Size(tuple.__mul__(self, times))

    __rmul__ = __mul__

    def numel(self):
        """How many entries such a tensor has."""
        return prod(self)
