"""The lifetime of saved values as a picture: time runs down, and a bar shows how long a node keeps a value."""

from autogradlab.draw.numbers import vector, written
from autogradlab.draw.paper import arrow_head, box, circle, line, paper, path, words
from autogradlab.draw.theme import (
    BACKWARD,
    FORWARD,
    FORWARD_TINT,
    GRID,
    HAIRLINE,
    HIGHLIGHT,
    HIGHLIGHT_TINT,
    IDLE,
    IDLE_TINT,
    INK,
    PAPER,
)

from .run import W, X
from .words import finding, happens

WIDTH, FIRST, ROW = 800, 118, 30
CODE, BAR, MIDDLES, SAID = 44, 88, (352, 452), 512


def draw_lifetime(run, number, description):
    """The SVG of the moments up to `number`; the later ones are only named."""
    return paper(
        WIDTH,
        FIRST + ROW * len(run.moments) + 10,
        description,
        words(20, 32, finding(run), "b", size=16),
        words(780, 64, f"w = {vector(W)}, x = {written(X)}", "m sec", "end", 13),
        _heads(run),
        *_rows(run, number),
        *(_bar(x, name, run, number) for x, name in zip(MIDDLES, run.moments[-1].lockers)),
    )


def _y(place):
    """The middle of a row."""
    return FIRST + ROW * place + ROW / 2 - 8


def _heads(run):
    lockers = "".join(
        words(x, 64, locker.tensor, "m b", "middle", 15) + words(x, 82, f"kept by {name}", "s sec", "middle")
        for x, (name, locker) in zip(MIDDLES, run.moments[-1].lockers.items())
    )
    return (
        words(20, 82, "time runs down", "s sec")
        + lockers
        + words(SAID, 82, "what happens", "s sec")
        + line(20, 94, 780, 94, INK)
    )


def _rows(run, number):
    for place, moment in enumerate(run.moments):
        y, now, later = _y(place), place == number - 1, place >= number
        band = (
            box(20, y - ROW / 2 + 1, 760, ROW - 2, IDLE_TINT, radius=4) + arrow_head(36, y, "right", size=10)
            if now
            else ""
        )
        rule = line(20, y + ROW / 2, 780, y + ROW / 2, GRID)
        yield band + rule + _code(y, moment, now, later) + ("" if later else _said(y, run, place))


def _code(y, moment, now, later):
    """A line of the program or, indented after a dashed stroke, a node that backward runs."""
    css = "m sec" if later else "m b" if now else "m"
    if moment.kind == "node":
        return line(CODE + 10, y - ROW / 2 + 2, CODE + 10, y + ROW / 2 - 2, BACKWARD, 2, "6 4") + words(
            CODE + 24, y + 5, moment.code, css, size=13
        )
    frame = (
        box(CODE - 6, y - 12, 15 + 7.9 * len(moment.code), 24, HIGHLIGHT_TINT, HIGHLIGHT, 1.5, 5)
        if moment.kind == "write"
        else ""
    )
    return frame + words(CODE, y + 5, moment.code, css, size=13)


def _said(y, run, place):
    moment = run.moments[place]
    css = "b" if moment.stops else "g" if moment.kind == "node" else "" if moment.kind == "write" else "sec"
    return words(SAID, y + 5, happens(run, place), css, size=13)


# ---- bars -----------------------------------------------------------------------------------------------------------


def _bar(x, name, run, number):
    """The life of one saved value, up to moment `number`."""
    shown = [(place, run.moments[place].lockers[name]) for place in range(number) if name in run.moments[place].lockers]
    if not shown:
        return ""
    born, locker = shown[0]
    freed = next((place for place, state in shown if state.freed), None)
    spoiled = next((place for place, state in shown if state.changed and not state.freed), None)
    end = _y(freed) if freed is not None else _y(number - 1) + ROW / 2
    top = _y(born) - ROW / 2 + 4
    parts = [
        box(x - BAR / 2, top, BAR, end - top, FORWARD_TINT, FORWARD, 1.25, 3),
        box(x - BAR / 2, top, BAR, 5, FORWARD, radius=0),
        words(x, _y(born) + 8, f"version {locker.saved_at}", "f s b", "middle"),
    ]
    if spoiled is not None:
        parts.append(_spoiled(x, _y(spoiled), end, dict(shown)[spoiled]))
    if freed is not None:
        parts += [circle(x, end, 6, PAPER, BACKWARD, 2), words(x, end - 12, "freed", "f s", "middle")]
    elif run.moments[number - 1].stops and spoiled is None:
        parts.append(words(x, end - 10, "still held", "f s", "middle"))
    if run.moments[number - 1].stops and (freed is not None or spoiled is not None):
        parts.append(_refusal(x, _y(number - 1)))
    return "".join(parts)


def _spoiled(x, top, end, locker):
    """The bar from the write on, when the value is no longer the saved one: hatched, with its version now."""
    strokes = "".join(
        line(x - BAR / 2 + 1, y + 14, x + BAR / 2 - 1, y - 10, HAIRLINE, 1.5)
        for y in range(round(top) + 24, round(end) - 14, 10)
    )
    diamond = path([(x - 11, top), (x, top - 13), (x + 11, top), (x, top + 13)], INK, 1.5, HIGHLIGHT_TINT, closed=True)
    said = f"version {locker.now}" if locker.spoiled else f"still {locker.now}"
    return (
        box(x - BAR / 2, top, BAR, max(0, end - top), PAPER, IDLE, 1.25, 3)
        + strokes
        + diamond
        + words(x, top + 5, "!", "b", "middle")
        + words(x, top + 34, said, "s b h", "middle") * (end - top > 30)
    )


def _refusal(x, y):
    """A mark where backward stops, because the value has been written over or freed."""
    return (
        circle(x, y, 9, PAPER, INK, 2)
        + line(x - 4, y - 4, x + 4, y + 4, INK, 2)
        + line(x - 4, y + 4, x + 4, y - 4, INK, 2)
    )
