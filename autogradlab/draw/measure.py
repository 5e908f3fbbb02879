"""The width of text in px, the shortening of long text, and the lengths that layout and drawing share."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from .numbers import Snapshot


MARGIN, ROW, RADIUS = 20, 24, 20
BOX_WIDTH, NAME_WIDTH = 92, 44  # the least width of a box with rows, and of one that shows its name alone
PORT, LANE = 20, 5  # between two wires at one node; from a wire's middle to each of its two lanes
TAG_HEIGHT, TAG_GAP, TAG_SHIFT = 22, 8, 6
NAME_RISE = 30  # from the middle of an operation's first port up to the baseline of its name
_LONGEST_VALUE = 24


@lru_cache(4096)
def text_width(text: str, size: float = 14, mono: bool = False) -> float:
    """An estimate of a text's width in px, wide enough for the wider fallback fonts."""
    wide = 0 if text.isascii() else sum(east_asian_width(letter) in "WF" for letter in text)
    return (len(text) - wide) * size * (0.61 if mono else 0.59) + wide * size


def shortened(text: str, longest: int = 28) -> str:
    """The text, cut in its middle to `longest` characters: ends tell names apart. The text version never cuts."""
    if len(text) <= longest:
        return text
    tail = (longest - 1) * 2 // 3
    return f"{text[: longest - 1 - tail]}…{text[-tail:]}"


def shown(snapshot: Snapshot) -> str:
    """A value as a picture shows it, marked if some number is nan or inf."""
    text = snapshot.text if fits(snapshot) else snapshot.range
    return text + (" !" if snapshot.odd else "")


def brief(snapshot: Snapshot) -> str:
    """The same for places with little room: many numbers are reduced to their shape."""
    return shown(snapshot) if fits(snapshot) else snapshot.form + (f" {snapshot.odd} !" if snapshot.odd else "")


def fits(snapshot: Snapshot) -> bool:
    """Whether a picture shows every number of this value."""
    return snapshot.entries is not None and len(snapshot.text) <= _LONGEST_VALUE
