"""Turn a value into plain data that fits into a frame. The sender does this and may lie, so the reader checks it."""

import math

from .outcome import LARGEST_BITS

MOST_NUMBERS = 10_000  # of an array
MOST_ENTRIES = 30_000  # of everything, each list counted as one more
LONGEST_TEXT = 2_000
LETTERS_PER_ENTRY, BITS_PER_ENTRY = 8, 64  # a long text or a large number counts as more than one entry
DEEPEST = 20


class _TooMuch(Exception):
    """More entries, or deeper ones, than a frame may have."""


def plain(value):
    """The value as a number, bool, None, text, nested list, or a dict that describes it (see `Result`)."""
    try:
        return _Converter().convert(value)
    except _TooMuch:
        return described(value)


def described(value) -> dict:
    """A description of any other value: the name of its type, and its repr."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"(its repr raises {type(error).__name__})"
    return {"type": type(value).__name__, "repr": text[:LONGEST_TEXT]}


class _Converter:
    """A converter of one value that counts its entries, so that even a wide list that contains itself ends."""

    def __init__(self):
        self.left = MOST_ENTRIES

    def convert(self, value, depth: int = 0):
        self._count(1)
        if depth > DEEPEST:
            raise _TooMuch
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return self._number(int(value))
        if isinstance(value, float):
            return float(value)
        if isinstance(value, str):
            return self._text(value[:LONGEST_TEXT])
        if isinstance(value, (list, tuple)):
            return [self.convert(entry, depth + 1) for entry in value]
        return self._array(value) if _is_array(value) else self._described(value)

    def _number(self, value: int):
        self._count(value.bit_length() // BITS_PER_ENTRY)
        return value if value.bit_length() <= LARGEST_BITS else self._described(value)

    def _text(self, value: str) -> str:
        self._count(len(value) // LETTERS_PER_ENTRY)
        return value

    def _described(self, value) -> dict:
        record = described(value)
        self._text(record["repr"])
        return record

    def _count(self, entries: int) -> None:
        """Count entries that go into the frame. Errors: _TooMuch."""
        self.left -= entries
        if self.left < 0:
            raise _TooMuch

    def _array(self, value):
        shape = [int(size) for size in value.shape]
        if not shape and not hasattr(value, "detach"):
            return self._single(value)
        return {"shape": shape, "dtype": str(value.dtype), "values": self._values(value, math.prod(shape))}

    def _single(self, value):
        """A NumPy number; the item of a long double is a long double again, and becomes a float."""
        item = value.item()
        if type(item) is not type(value):
            return self.convert(item, DEEPEST)
        return float(item) if value.dtype.kind == "f" else self._described(value)

    def _values(self, value, size: int):
        """The nested list of an array's numbers; None where there are too many of them."""
        return self.convert(value.tolist()) if size <= MOST_NUMBERS else None


def _is_array(value) -> bool:
    """Whether it is an array, a NumPy number or a tensor, ours or PyTorch's."""
    return all(hasattr(value, name) for name in ("shape", "dtype", "tolist")) and not isinstance(value, type)
