"""Bars of `.grad`, one for each call: what was held is pale, what this call added is solid."""

from math import ceil, inf

from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import written
from autogradlab.draw.paper import box, line, paper, words
from autogradlab.draw.theme import (
    BACKWARD,
    BACKWARD_TEXT,
    BACKWARD_TINT,
    GRID,
    HIGHLIGHT,
    HIGHLIGHT_TINT,
    IDLE,
    IDLE_TINT,
    PAPER,
)

from .run import BACKWARD as BACKWARD_CALL
from .run import LR, ZERO
from .words import finding

WIDTH, HEIGHT, SHOWN = 800, 412, 7
LEFT, RIGHT, TOP, BOTTOM, BAR = 64, 756, 104, 292, 54  # on the right, room for a number beside the last bar
SPAN = (RIGHT - LEFT) / SHOWN
COLUMN = SPAN - 6  # the width of what stands in a column
SHORT = {"": "start", BACKWARD_CALL: "backward()", ZERO: "zero_grad(\nset_to_none\n=False)"}


def draw_accumulation(notes, description, momentum):
    """The SVG of the last calls."""
    axis, shown = _Axis(notes), notes[-SHOWN:]
    columns = [
        _column(LEFT + SPAN * (i + 0.5), axis, note, before)
        for i, (before, note) in enumerate(zip([_before(notes), *shown], shown))
    ]
    rule = "loss = w**2, lr = " + written(LR) + (f", momentum = {written(momentum)}" if momentum else "")
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, finding(notes), "b", size=16),
        words(20, 58, rule, "m sec", size=13),
        words(780, 58, _hidden(notes), "sec", "end", 13),
        words(20, TOP - 14, "w.grad", "m b"),
        axis.drawn(),
        *columns,
        words(20, 382, "w", "m b", size=15),
    )


def _before(notes):
    """The note before the first one shown."""
    return notes[-SHOWN - 1] if len(notes) > SHOWN else None


def _hidden(notes):
    hidden = len(notes) - SHOWN
    return f"the last {SHOWN - 1} calls; {hidden} more before them" if hidden > 0 else ""


class _Axis:
    """The axis of gradients. Its limits grow in whole steps, so that most calls leave them as they are."""

    def __init__(self, notes):
        heights = [0.0, *(note.grad or 0.0 for note in notes)]
        highest, lowest = max(heights), min(heights)
        self.step = next(
            step
            for m in (1, 10, 100, 1e3, 1e4, 1e6, 1e9, 1e18, 1e40)
            for step in (6 * m, 12 * m, 30 * m)
            if highest - lowest <= 4 * step
        )
        self.high = max(3, ceil(highest / self.step)) * self.step
        self.low = -ceil(-lowest / self.step) * self.step

    def y(self, value):
        return BOTTOM - (value - self.low) / (self.high - self.low) * (BOTTOM - TOP)

    def drawn(self):
        count = round((self.high - self.low) / self.step)
        ticks = [self.low + self.step * i for i in range(count + 1)]
        return "".join(
            line(LEFT, self.y(tick), RIGHT, self.y(tick), GRID if tick else IDLE, 1 if tick else 1.5)
            + words(LEFT - 8, self.y(tick) + 4, written(tick), "s sec", "end")
            for tick in ticks
        )


def _column(x, axis, note, before):
    return _bar(x, axis, note, before) + _call_name(x, note) + _weight(x, note, before)


def _bar(x, axis, note, before):
    zero = axis.y(0)
    if note.grad is None:
        return box(x - BAR / 2, zero - 34, BAR, 30, IDLE_TINT, IDLE, 1.25, 3, "2 3") + words(
            x, zero - 14, "None", "m sec", "middle", 13
        )
    fresh = note.call == BACKWARD_CALL
    kept = note.parts[:-1] if fresh else note.parts
    pale = _stack(x, axis, kept, note.grad) if _stackable(axis, kept) else _block(x, axis, 0, sum(kept))
    solid = (
        _block(
            x, axis, sum(kept), note.grad, f"{'+' if note.parts[-1] > 0 else ''}{written(note.parts[-1])}", solid=True
        )
        if fresh
        else ""
    )
    highest = max(note.grad, sum(kept) if fresh else note.grad, 0)
    flat = box(x - BAR / 2, zero - 1.5, BAR, 3, BACKWARD, radius=0) if note.grad == 0 else ""
    return pale + solid + flat + _number(x, axis.y(highest) - 8, note.grad, "g b h", 17)


def _number(x, y, value, css, size):
    """A number in its column, in smaller letters where it would reach into the next one."""
    return words(x, y, written(value), css, "middle", _size(written(value), size, COLUMN))


def _size(text, size, room):
    """This size of letters, or the smaller one at which the text has room."""
    return round(size * min(1, room / text_width(text, size)), 1)


def _room_beside(grad):
    """The width between a bar and the next one, whose number above it mostly is the same `.grad`."""
    return SPAN - BAR / 2 - max(BAR, min(COLUMN, text_width(written(grad), 17))) / 2 - 6


def _stackable(axis, parts):
    """Whether each part makes a visible block: positive and high enough."""
    return all(axis.y(0) - axis.y(part) > 12 for part in parts)


def _stack(x, axis, parts, left):
    """The contributions on top of each other, each with its number where there is room below what is `left` of them."""
    blocks, level = [], 0.0
    for part in parts:
        blocks.append(_block(x, axis, level, level + part, f"+{written(part)}", seen=max(level, left)))
        level += part
    return "".join(blocks)


def _block(x, axis, start, end, said="", solid=False, seen=inf):
    """A piece of a bar from one level to another. Its number stands in the part that is seen, up to that level; a long
    one is left to the title and the table of text."""
    top, bottom = sorted((axis.y(start), axis.y(end)))
    free = max(top, axis.y(seen))
    fill, stroke, css, dash = _look(solid, taken_away=(end - start) * start < 0)
    number = ""
    if bottom - free >= 18 and text_width(said, 13) <= BAR:
        number = words(x, (free + bottom) / 2 + 5, said, css, "middle", 13)
    elif bottom - free < 18 and solid and (size := _size(said, 12, _room_beside(end))) >= 10:
        number = words(x + BAR / 2 + 5, (top + bottom) / 2 + 5, said, "g b h", size=size)
    return box(x - BAR / 2, top + 0.6, BAR, max(1.2, bottom - top - 1.2), fill, stroke, 1, 2, dash) + number


def _look(solid, taken_away):
    """(fill, stroke, text classes, dash): new is solid; what a gradient of the other sign takes away, an outline."""
    if solid and taken_away:
        return PAPER, BACKWARD, "g b", "4 3"
    return (BACKWARD_TEXT, BACKWARD_TEXT, "b on", "") if solid else (BACKWARD_TINT, BACKWARD, "g", "")


def _call_name(x, note):
    name = SHORT.get(note.call, note.call)
    return "".join(words(x, BOTTOM + 26 + 15 * i, part, "m s", "middle") for i, part in enumerate(name.split("\n")))


def _weight(x, note, before):
    moved = before is not None and before.w != note.w
    half = max(30, min(COLUMN, text_width(written(note.w), 15)) / 2)
    frame = box(x - half, 364, 2 * half, 26, HIGHLIGHT_TINT, HIGHLIGHT, 1.5, 5) if moved else ""
    return frame + _number(x, 382, note.w, "f b", 15)
