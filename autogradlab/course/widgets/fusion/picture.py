"""The fusion experiment's picture: the chain one after another and in one loop, and bars for bytes and time."""

from autogradlab.draw.numbers import grouped
from autogradlab.draw.paper import arrow_head, box, line, paper, words
from autogradlab.draw.theme import FORWARD, FORWARD_TINT, GRID, HAIRLINE, IDLE, IDLE_TINT, INK, PAPER, SECONDARY

from .run import middle_half
from .words import duration, faster, fewer, finding

WIDTH, HEIGHT = 800, 424
LEFT, RIGHT = 190, 530  # where bars begin, and how far the longest may go


def draw_fusion(model, times, description):
    """The SVG of one setting."""
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, finding(model, times), "b", size=16),
        words(WIDTH - 20, 32, f"{grouped(model.size)} numbers", "m", "end", 13),
        _one_after_another(model, 72),
        _fused(model, 150),
        line(20, 214, WIDTH - 20, 214, HAIRLINE),
        _bytes(model, 232),
        _times(times, 322),
    )


def _one_after_another(model, top):
    """After each operation the whole array goes out to memory and comes back."""
    gap = 560 / model.operations
    parts = [words(20, top + 22, "one after another", "b", size=13), _array(LEFT, top)]
    for i, step in enumerate(model.steps):
        x = LEFT + gap * i
        parts += [
            _arrow(x + 18, x + gap - 4, top + 16),
            _array(x + gap, top),
            words(x + 18 + (gap - 22) / 2, top + 8, step, "s", "middle"),
        ]
    return "".join([*parts, words(LEFT, top + 50, "each arrow reads a whole array and writes a whole array", "s sec")])


def _fused(model, top):
    """Each block in turn goes through all operations while it is in the cache."""
    right = LEFT + 560
    inside = " → ".join(model.steps)
    return (
        words(20, top + 22, "fused", "b", size=13)
        + _array(LEFT, top)
        + _array(right, top)
        + _arrow(LEFT + 18, LEFT + 60, top + 16)
        + box(LEFT + 62, top - 2, 440, 36, GRID, INK, 1.5, 8)
        + words(LEFT + 282, top + 20, inside, "s", "middle")
        + _arrow(LEFT + 504, right - 4, top + 16)
        + words(LEFT, top + 50, "one loop over blocks: the steps between stay in the processor's cache", "s sec")
    )


def _array(x, top):
    return box(x, top, 14, 32, FORWARD_TINT, FORWARD, 1.25, 2) + "".join(
        line(x, top + 8 * i, x + 14, top + 8 * i, FORWARD, 0.75) for i in (1, 2, 3)
    )


def _arrow(start, end, y):
    return line(start, y, end - 6, y, SECONDARY, 1.5) + arrow_head(end, y, "right", SECONDARY, 7)


def _bytes(model, top):
    most = max(model.bytes_eager, model.bytes_fused)
    return (
        words(20, top + 8, "bytes moved, counted", "b", size=13)
        + _bar(top + 18, "one after another", model.bytes_eager / most, grouped(model.bytes_eager))
        + _bar(top + 48, "fused", model.bytes_fused / most, grouped(model.bytes_fused))
        + _said(top + 48, fewer(model))
    )


def _times(times, top):
    head = words(20, top + 8, "time, measured", "b", size=13)
    if times is None:
        return (
            head
            + box(LEFT, top + 18, RIGHT - LEFT, 52, PAPER, IDLE, 1.25, 5, "2 3")
            + words((LEFT + RIGHT) / 2, top + 49, "not measured yet", "sec", "middle", 13)
        )
    spreads = [middle_half(taken) for taken in (times.eager, times.fused)]
    most = max(high for _, _, high in spreads)
    bars = "".join(
        _bar(top + 18 + 30 * i, name, middle / most, duration(middle), high / most)
        + _spread(top + 18 + 30 * i, low / most, high / most)
        for i, (name, (low, middle, high)) in enumerate(zip(("one after another", "fused"), spreads))
    )
    return (
        head
        + bars
        + (_said(top + 48, faster(times)) if times.apart else "")
        + words(LEFT, top + 84, "the stroke on a bar: half of the runs lie within", "s sec")
    )


def _bar(y, name, share, value, reach=0.0):
    """A bar, its name before it, and its number after it (or after its stroke, up to `reach`, if that is longer)."""
    fill, stroke = (GRID, INK) if name == "fused" else (IDLE_TINT, IDLE)
    end = LEFT + max(share, reach) * (RIGHT - LEFT)
    return (
        words(LEFT - 12, y + 16, name, "s", "end")
        + box(LEFT, y, max(2, share * (RIGHT - LEFT)), 22, fill, stroke, 1.25, 2)
        + words(end + 12, y + 16, value, "b", size=13)
    )


def _said(y, text):
    return words(WIDTH - 20, y + 16, text, "b", "end", 13)


def _spread(y, low, high):
    start, end = (LEFT + share * (RIGHT - LEFT) for share in (low, high))
    return (
        line(start, y + 11, end, y + 11, INK, 2)
        + line(start, y + 6, start, y + 16, INK, 2)
        + line(end, y + 6, end, y + 16, INK, 2)
    )
