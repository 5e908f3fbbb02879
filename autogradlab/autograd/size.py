"""A shape, as PyTorch has it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import prod
from operator import index
from typing import Any, SupportsIndex

from .wrong_type import ShortlyNamed, kind_of


class Size(tuple, metaclass=ShortlyNamed):
    """A tuple of ints that prints as in PyTorch and remains a Size when it is sliced, joined or repeated."""

    __slots__ = ()

    def __new__(cls, *sizes: Iterable[Any]) -> Size:
        found = []
        for i, size in enumerate(tuple(*sizes)):
            try:
                found.append(int(index(size)))
            except TypeError:
                kind = kind_of(size)
                raise TypeError(f"torch.Size() takes an iterable of 'int' (item {i} is '{kind}')") from None
        return tuple.__new__(cls, found)

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def __getitem__(self, key: Any) -> Any:
        found = tuple.__getitem__(self, key)
        return size_of(found) if type(found) is tuple else found

    def __add__(self, other: tuple[Any, ...]) -> Size:
        if not isinstance(other, tuple):
            raise TypeError(f"can only concatenate tuple (not {kind_of(other)}) to torch.Size")
        return Size((*self, *other))

    def __radd__(self, other: tuple[Any, ...]) -> Size:
        return Size((*other, *self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, times: SupportsIndex) -> Size:
        if not hasattr(times, "__index__"):
            raise TypeError(f"can't multiply sequence by non-int of type '{kind_of(times)}'")
        return size_of(tuple.__mul__(self, times))

    __rmul__ = __mul__

    def numel(self) -> int:
        """The number of entries of a tensor of this shape."""
        return prod(self)


Size.__name__ = "torch.Size"  # the name in Python's own error messages

#: Makes a Size of a tuple that is known to hold ints, without checking.
size_of = partial(tuple.__new__, Size)
