"""The picture of a summary: how many operations of each kind, what they keep, and three facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .measure import MARGIN, shortened, text_width
from .numbers import grouped
from .paper import box, line, words
from .svg import framed, wrapped
from .theme import FORWARD, FORWARD_TINT, HAIRLINE, IDLE, IDLE_TINT, INK, PAPER

if TYPE_CHECKING:
    from typing import Any


_WIDTH, _ROW, _FIRST, _BARS, _LONGEST = 800, 34, 72, 250, 440
_MOST = 6


def draw_summary(summary: Any) -> str:
    """The SVG of one `Summary`."""
    kinds = summary.kinds[:_MOST]
    rest = summary.kinds[_MOST:]
    if rest:
        kinds.append((f"{len(rest)} other kinds", *(sum(column) for column in list(zip(*rest))[1:])))
    scale = _LONGEST / max(count for _, count, *_ in kinds)
    bars = "".join(_bar(_FIRST + i * _ROW, scale, *kind) for i, kind in enumerate(kinds))
    below = _FIRST + len(kinds) * _ROW + 14
    facts, bottom = _facts(summary.facts[1:], below + 52)
    body = (
        words(MARGIN, MARGIN + 14, summary.title, "b", size=16)
        + words(MARGIN, MARGIN + 36, f"{shortened(summary.root_text, 60)}, operations by kind", "sec", size=13)
        + bars
        + _key(below)
        + line(MARGIN, below + 30, _WIDTH - MARGIN, below + 30, HAIRLINE)
        + facts
    )
    return framed(_WIDTH, round(bottom + 4), body, summary.title, summary.description)


def _bar(y, scale, name, count, keeping, freed):
    """The bar of one kind: operations that keep saved values, that had them freed, and that save nothing."""
    parts, x = [words(_BARS - 12, y + 16, shortened(name, 30), "m", "end", 13)], _BARS
    for many, look in ((keeping, _KEEPING), (freed, _FREED), (count - keeping - freed, _NOTHING)):
        if many:
            width = max(2, many * scale)
            parts.append(box(x, y, width, 22, *look))
            x += width
    return "".join(parts) + words(x + 8, y + 16, grouped(count), "b")


_KEEPING = FORWARD_TINT, FORWARD, 1.25, 2
_FREED = IDLE_TINT, IDLE, 1.25, 2, "2 3"
_NOTHING = PAPER, INK, 1.25, 2


def _key(y):
    parts, x = [], MARGIN
    for text, look in (("keeps saved values", _KEEPING), ("saved values freed", _FREED), ("saves nothing", _NOTHING)):
        parts += [box(x, y - 2, 28, 14, *look), words(x + 36, y + 10, text, "s")]
        x += 36 + text_width(text, 12) + 28
    return "".join(parts)


def _facts(facts, y):
    parts = []
    for label, text in facts:
        lines = wrapped(text, 560, 14)
        parts.append(words(MARGIN, y, label, "sec", size=13))
        for piece in lines:
            parts.append(words(_BARS - 42, y, piece, "", size=14))
            y += 20
        y += 6
    return "".join(parts), y
