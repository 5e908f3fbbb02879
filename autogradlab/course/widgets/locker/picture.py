"""The locker's picture: the node with its wires and its locker, the forgetful node below, and gradcheck beside them."""

from autogradlab.draw.numbers import bracketed, written
from autogradlab.draw.paper import arrow_head, box, line, paper, words
from autogradlab.draw.theme import (
    BACKWARD,
    BACKWARD_TINT,
    FORWARD,
    FORWARD_TINT,
    GRID,
    HAIRLINE,
    IDLE_TINT,
    INK,
    PAPER,
    SECONDARY,
)

from .words import finding, measures, power, probe_words, verdict_word

WIDTH, HEIGHT = 616, 432  # narrow, so that the verdicts at the right are seen on a small page, too
LEFT, RIGHT = 100, 348  # the node's edges
FAR_LEFT, FAR_RIGHT = 16, 432  # where its wires begin and end
BEFORE, AFTER = (FAR_LEFT + LEFT) / 2, (RIGHT + FAR_RIGHT) / 2
TABLE = 452


def draw_locker(r, description):
    """The SVG of one reading."""
    svg = paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, finding(r), "b", size=16),
        _node(64, 230, "class Power(Function)"),
        _forward(r, 100),
        _locker(r, 124),
        _backward(r, 222),
        _node(312, 96, "the same, grad_output forgotten"),
        _forgetful(r, 364),
        _table(r),
    )
    return svg.replace("<svg ", f'<svg style="min-width:{WIDTH}px;max-width:{1.3 * WIDTH:g}px" ', 1)


def _node(top, height, name):
    return (
        box(LEFT, top, RIGHT - LEFT, height, PAPER, INK, 1.5, 8)
        + box(LEFT + 1, top + 1, RIGHT - LEFT - 2, 22, IDLE_TINT, radius=7)
        + words((LEFT + RIGHT) / 2, top + 16, name, "m s sec" if "class" in name else "s sec", "middle")
    )


def _forward(r, y):
    """Solid and blue, from left to right."""
    return (
        _wire(FAR_LEFT, LEFT, y, "right")
        + _wire(RIGHT, FAR_RIGHT, y, "right")
        + words(BEFORE, y - 10, f"x = {written(r.x)}", "f b", "middle", 15)
        + words(AFTER, y - 10, f"y = {written(r.y)}", "f b", "middle", 15)
        + words((LEFT + RIGHT) / 2, y + 5, f"forward: {power(r.n)} = {written(r.y)}", "f b", "middle", 15)
        + words(BEFORE, y + 26, f"n = {r.n}", "m sec", "middle", 13)
    )


def _locker(r, top):
    x, n = f"x = {written(r.saved['x'])}", f"n = {r.saved['n']}"
    return (
        box(LEFT + 16, top, RIGHT - LEFT - 32, 66, PAPER, SECONDARY, 1.25, 4)
        + words((LEFT + RIGHT) / 2, top + 16, "the locker, ctx", "s sec", "middle")
        + _tag(LEFT + 24, 126, top + 24, x, "save_for_backward")
        + _tag(LEFT + 164, 60, top + 24, n, "ctx.n")
    )


def _tag(x, width, y, cell, how):
    return (
        box(x, y, width, 22, FORWARD_TINT, FORWARD, 1.25, 3)
        + box(x, y, 5, 22, FORWARD, radius=0)
        + words(x + width / 2 + 2, y + 16, cell, "m s f", "middle")
        + words(x + width / 2, y + 37, how, "m s sec", "middle")
    )


def _backward(r, y):
    """Dashed and vermilion, from right to left: the incoming number, the local factor, the product."""
    middle = (LEFT + RIGHT) / 2
    product = f"{bracketed(written(r.local))} × {bracketed(written(r.incoming))} = {written(r.sent)}"
    return (
        _incoming(r, y)
        + _sent(y, written(r.sent))
        + box(LEFT + 16, y - 24, RIGHT - LEFT - 32, 62, BACKWARD_TINT)
        + words(middle, y - 2, "local × incoming", "g", "middle", 13)
        + words(middle, y + 24, product, "g b", "middle", 18)
        + words(middle, y + 60, f"returns ({written(r.sent)}, None)", "m s", "middle")
        + words(BEFORE, y + 26, "None for n", "s sec", "middle")
    )


def _forgetful(r, y):
    middle = (LEFT + RIGHT) / 2
    wrong = r.sent != r.sent_wrong
    return (
        _incoming(r, y)
        + _sent(y, written(r.sent_wrong))
        + words(middle, y, f"local {written(r.local)}", "g b", "middle", 18)
        + words(middle, y + 26, f"sends {written(r.sent_wrong)}, whatever arrives", "s sec", "middle")
        + words(BEFORE, y + 26, f"✗ not {written(r.sent)}" if wrong else "the same", "s b", "middle")
    )


def _incoming(r, y):
    return (
        _wire(FAR_RIGHT, RIGHT, y, "left")
        + words(AFTER, y - 10, written(r.incoming), "g b", "middle", 15)
        + words(AFTER + 4, y + 26, "grad_output", "m s sec", "middle")
    )


def _sent(y, value):
    return _wire(LEFT, FAR_LEFT, y, "left") + words(BEFORE + 8, y - 10, value, "g b", "middle", 15)


def _wire(start, end, y, direction):
    """A stroke with an arrow head; one to the left carries a gradient and is dashed."""
    gradient = direction == "left"
    color, dash = (BACKWARD, "6 4") if gradient else (FORWARD, "")
    stop = end + (8 if gradient else -8)
    return line(start, y, stop, y, color, 2.25, dash) + arrow_head(end, y, direction, color, 9)


def _table(r):
    """gradcheck's verdicts, and why the forgetful rule fails."""
    passes = r.check.passes
    return (
        line(TABLE - 10, 60, TABLE - 10, HEIGHT - 24, HAIRLINE)
        + words(TABLE, 78, "gradcheck", "m b", size=15)
        + words(TABLE, 98, f"at x = {written(r.x)} and {written(r.x + 1)}", "sec", size=13)
        + words(TABLE, 134, "local × incoming", "b")
        + "".join(
            _verdict(160 + 46 * i, kind, passes[kind], measures(r, kind))
            for i, kind in enumerate(("float64", "float32"))
        )
        + words(TABLE, 248, "Compare in float64.", "s sec")
        + line(TABLE, 268, WIDTH - 20, 268, GRID)
        + words(TABLE, 300, "local alone", "b")
        + _verdict(326, "float64", passes["forgetful"], "for incoming [1, 0]")
        + "".join(words(WIDTH - 20, 364 + 18 * i, said, "s sec", "end") for i, said in enumerate(probe_words(r)))
    )


def _verdict(y, kind, passes, more):
    return (
        words(TABLE, y, kind, "m", size=13)
        + words(WIDTH - 20, y, verdict_word(passes), "ok b" if passes else "b", "end")
        + words(WIDTH - 20, y + 18, more, "s sec", "end")
    )
