"""The patient's chart: the program, the loss, the nodes, and a table that fills as probes are asked for."""

from difflib import SequenceMatcher
from math import isfinite
from textwrap import wrap

from autogradlab.draw.numbers import written
from autogradlab.draw.paper import box, line, paper, words
from autogradlab.draw.plane import Plane, ticks
from autogradlab.draw.theme import (
    CORRECT,
    FORWARD,
    GRID,
    HAIRLINE,
    HIGHLIGHT,
    HIGHLIGHT_TINT,
    IDLE,
    IDLE_TINT,
    INK,
    PAPER,
)

from .run import STEPS
from .words import cells, columns, loss_ends, loss_words, nodes_words, shown_vitals, signs, title, treated, verdict

WIDTH, HEIGHT = 800, 580
CODE, LINE = (20, 50, 396, 286), 17.6  # left, top, width, height of the program
LOSS = (432, 50, 348, 166)
NODES = (432, 226, 348, 110)
TABLE, ROW = 352, 24
STOPS = (36, 218, 338, 464, 550, 640)


def draw_chart(chart, description):
    """The SVG of what is known of one patient."""
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, title(chart), "b", size=16),
        _program(chart),
        _loss(chart),
        _nodes(chart),
        _table(chart),
        _verdict(chart),
    )


def _program(chart):
    """The broken program, or the treated one with the changed lines marked."""
    left, top, width, height = CODE
    lines = (chart.case.healthy if chart.cured else chart.case.broken).splitlines()
    changed = _changed(chart.case) if chart.cured else ()
    return box(left, top, width, height, IDLE_TINT, HAIRLINE) + "".join(
        _code_line(left, top + 22 + LINE * i, width, i + 1, text, i in changed) for i, text in enumerate(lines)
    )


def _code_line(left, y, width, number, text, changed):
    mark = box(left + 4, y - 13, width - 8, 17.5, HIGHLIGHT_TINT, HIGHLIGHT, 1, 3) if changed else ""
    indent = 7.3 * (len(text) - len(text.lstrip()))
    return (
        mark
        + words(left + 26, y, str(number), "m s sec", "end")
        + words(left + 36 + indent, y, text.lstrip(), "m s b" if changed else "m s")
    )


def _changed(case):
    """The indices of the treated program's lines that the broken one lacks, or has elsewhere."""
    matcher = SequenceMatcher(None, case.broken.splitlines(), case.healthy.splitlines(), autojunk=False)
    return {i for kind, _, _, start, end in matcher.get_opcodes() if kind != "equal" for i in range(start, end)}


def _slot(place, name, known):
    """A field of the chart; dotted and empty until it is asked for."""
    left, top, width, height = place
    border = (HAIRLINE,) if known else (IDLE, 1.25, 6, "2 3")
    frame = box(left, top, width, height, PAPER, *border)
    absent = "" if known else words(left + width / 2, top + height / 2 + 5, "not asked", "sec", "middle", 13)
    return frame + words(left + 12, top + 20, name, "b", size=13) + absent


def _loss(chart):
    left, top, width, height = LOSS
    known = "loss" in chart.asked
    error = chart.vitals.error if not chart.cured else ""
    lines = wrap(error, 44)
    stopped = "".join(
        words(left + 12, top + height - 10 - 15 * (len(lines) - 1 - i), text, "m s") for i, text in enumerate(lines)
    )
    if not known:
        return _slot(LOSS, "loss", known) + stopped
    name, told = ("loss, dashed: treated", loss_ends) if chart.cured else ("loss", loss_words)
    said = words(left + width - 12, top + 20, told(shown_vitals(chart)), "f b", "end", 13)
    return _slot(LOSS, name, known) + said + _loss_curve(chart, top + height - 14 - 16 * len(lines)) + stopped


def _loss_curve(chart, bottom):
    """The broken run in blue; the treated one beside it in green and dashed once the diagnosis is right."""
    left, top, width, _ = LOSS
    runs = [chart.vitals.losses] + ([chart.healthy.losses] if chart.cured else [])
    values = [loss for run in runs for loss in run if isfinite(loss)]
    if not values:
        return ""
    low, high = 0.0, 1.1 * max(values)
    plane = Plane(1, STEPS, low, high, left + 48, top + 34, left + width - 16, bottom)
    grid = "".join(
        line(plane.left, plane.y(v), plane.right, plane.y(v), GRID)
        + words(plane.left - 10, plane.y(v) + 4, written(v), "s sec", "end")
        for v in ticks(low, high, 3)
    )
    strokes = plane.curve(range(1, len(runs[0]) + 1), runs[0]) + plane.point(1, runs[0][0]) if runs[0] else ""
    if not chart.cured:
        return grid + strokes
    cured = plane.curve(range(1, len(runs[1]) + 1), runs[1], CORRECT, 2.5, "7 4")
    return grid + strokes + cured


def _nodes(chart):
    left, top, width, height = NODES
    known = "nodes" in chart.asked
    name = "nodes kept, treated" if chart.cured else "nodes kept"
    if not known:
        return _slot(NODES, name, known)
    counts = shown_vitals(chart).nodes
    step, high, bottom = (width - 40) / STEPS, 62 / max((*counts, 8)), top + height - 12
    bars = "".join(
        box(left + 20 + step * i, bottom - high * n, step - 3, high * n, FORWARD, radius=1)
        for i, n in enumerate(counts)
    )
    return (
        _slot(NODES, name, known)
        + bars
        + line(left + 16, bottom, left + width - 16, bottom, IDLE)
        + words(left + width - 12, top + 20, nodes_words(shown_vitals(chart)), "f b", "end", 13)
    )


def _table(chart):
    head = "".join(
        words(x, TABLE + 16, name, "s b" if x == STOPS[0] else "m s b") for x, name in zip(STOPS, columns(chart))
    )
    rows = "".join(
        _row(TABLE + 22 + ROW * (i + 1), cells(name, sign, chart.asked)) for i, (name, sign) in enumerate(signs(chart))
    )
    return head + line(20, TABLE + 24, 780, TABLE + 24, INK) + rows


def _row(y, row):
    found = "".join(_cell(x, y, i, cell) for i, (x, cell) in enumerate(zip(STOPS, row)))
    return found + line(20, y + 7, 780, y + 7, GRID)


def _cell(x, y, column, cell):
    if cell == "?":
        return box(x - 6, y - 14, 48, 18, PAPER, IDLE, 1, 3, "2 3") + words(x + 18, y, "?", "s sec", "middle")
    css = "m" if column in (0, 2, 3, 5) or cell == "None" else "g b" if column == 1 and cell != "nan" else "b"
    return words(x, y, f"{cell} !" if cell == "nan" else cell, css, size=13)


def _verdict(chart):
    """The diagnosis so far; once it is right, the treatment."""
    glyph, sentence = verdict(chart)
    told = [sentence.replace("`", ""), *(treated(chart) if chart.cured else [])]
    lines = [text for part in told for text in wrap(part, 116)]
    y = TABLE + 32 + ROW * 5 - 2
    return words(20, y, glyph, "ok b" if chart.cured else "b", size=15) + "".join(
        words(20, y + 22 + 17 * i, text, "", size=13) for i, text in enumerate(lines)
    )
