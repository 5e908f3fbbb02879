"""The switchboard's picture: two lamps, and the table of all settings with the present one framed."""

from math import cos, pi, sin

from autogradlab.draw.paper import arrow_head, box, circle, line, paper, words
from autogradlab.draw.theme import (
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

from .run import REFUSED
from .words import HEADS, SHORT, cells, finding, hidden_words, lamps

WIDTH, HEIGHT = 800, 492
COLUMNS = (44, 224, 308, 424, 500, 578, 668)
PANELS = ((20, "Does it record?"), (406, "How do layers behave?"))
FIRST_ROW, ROW = 272, 28


def draw_switchboard(now, facts, description):
    """The SVG of one setting."""
    record, layers, detach = now
    fact = facts[record, layers]
    settings = SHORT[record], f"model.{layers}()"
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, finding(*now, fact), "b", size=16),
        *(_panel(*panel, setting, *lamp) for panel, setting, lamp in zip(PANELS, settings, lamps(layers, fact))),
        words(38, 190, f"hidden values: {hidden_words(detach)}", "b" if detach else "sec", size=13),
        _head(),
        *(_row(i, key, facts[key], key == (record, layers)) for i, key in enumerate(facts)),
    )


def _panel(x, question, setting, lit, state, meaning):
    return (
        box(x, 50, 374, 116, PAPER, HAIRLINE, radius=8)
        + words(x + 18, 78, question, "b", size=15)
        + words(x + 18, 102, setting, "m", size=13)
        + words(x + 18, 128, state, "f b" if lit else "sec b", size=14)
        + words(x + 18, 150, meaning, "s sec")
        + _lamp(x + 322, 98, lit)
    )


def _lamp(x, y, lit):
    """A bulb; lit it has rays, so that it differs without color."""
    color, fill = (FORWARD, FORWARD_TINT) if lit else (IDLE, IDLE_TINT)
    rays = "".join(_ray(x, y, angle) for angle in range(0, 181, 30)) if lit else ""
    socket = "".join(
        line(x - half, y + 30 + 6 * i, x + half, y + 30 + 6 * i, INK if lit else IDLE, 2)
        for i, half in enumerate((9, 7, 4))
    )
    neck = box(x - 10, y + 12, 20, 14, fill, color, 2, 3)
    return rays + neck + circle(x, y, 20, fill, color, 2) + box(x - 8.5, y + 12, 17, 10, fill, radius=0) + socket


def _ray(x, y, degrees):
    across, up = cos(degrees * pi / 180), -sin(degrees * pi / 180)
    return line(x + 26 * across, y + 26 * up, x + 35 * across, y + 35 * up, FORWARD, 2)


def _head():
    return line(20, FIRST_ROW - 22, 780, FIRST_ROW - 22, INK) + "".join(
        words(x, FIRST_ROW - 48, first, "b", size=13)
        + words(x, FIRST_ROW - 31, second, "m s sec" if second.startswith(".") else "s sec")
        for x, (first, second) in zip(COLUMNS, HEADS)
    )


def _row(i, key, fact, now):
    y = FIRST_ROW + ROW * i
    frame = (
        line(20, y + 8.5, 780, y + 8.5, GRID)
        if not now
        else (box(20, y - 19, 760, 27, HIGHLIGHT_TINT, HIGHLIGHT, 1.5, 5) + arrow_head(36, y - 5, "right", size=9))
    )
    return frame + "".join(
        _cell(x, y, column, cell, now, fact) for column, (x, cell) in enumerate(zip(COLUMNS, cells(*key, fact)))
    )


def _cell(x, y, column, cell, now, fact):
    voice = "m" if column < 3 else ""
    refused = column == len(COLUMNS) - 1 and fact.reaches == REFUSED
    return words(x, y, f"✗ {cell}" if refused else cell, f"{voice} b".strip() if now or refused else voice, size=13)
