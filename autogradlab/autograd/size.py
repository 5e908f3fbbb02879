"""A shape, as PyTorch has it."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, SupportsIndex


class Size(tuple):
    """A tuple of ints that prints as PyTorch prints it, and stays one when it is cut, joined or repeated."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def __getitem__(self, key: Any) -> Any:
        found = tuple.__getitem__(self, key)
        return Size(found) if type(found) is tuple else found

    def __add__(self, other: Iterable[Any]) -> Size:
        return Size((*self, *other))

    def __radd__(self, other: Iterable[Any]) -> Size:
        return Size((*other, *self))

    def __mul__(self, times: SupportsIndex) -> Size:
        return Size(tuple.__mul__(self, times))

    __rmul__ = __mul__

    def numel(self) -> int:
        """How many entries such a tensor has."""
        return prod(self)
