"""The slope figure as a standalone page: every number in it was computed by the engine and is only looked up."""

import re
from dataclasses import replace
from html import escape

from autogradlab.draw.numbers import written
from autogradlab.draw.paper import paper, words

from ..parts.mover import marked_code
from ..parts.moving_page import Slider, Table, moving_page
from ..parts.slots import slot
from . import words as slope_words
from .picture import HEIGHT, WIDTH, panel
from .reading import Unusable, read

ABOUT = "The loss with its tangent, the secant over h and one step; the numbers are in the text below the sliders."
W, H, LR = 0, 1, 2


def page(slope):
    """The page as HTML text; its sliders begin where those of this `Slope` stand."""
    ws, hs, lrs = (_positions(control.allowed) for control in (slope._w, slope._h, slope._lr))
    readings = [_read(slope.f, w, hs, lrs) for w in ws]
    tables = [
        Table((W,), [_of_w(*by_h[0]) for by_h, _ in readings]),
        Table((W, H), [_of_h(slope._drawing, *entry) for by_h, _ in readings for entry in by_h]),
        Table((W, LR), [_of_lr(slope._drawing, *entry) for _, by_lr in readings for entry in by_lr]),
    ]
    sliders = [
        Slider(name, tuple(map(written, values)), _nearest(values, at))
        for name, values, at in (("w", ws, slope.w), ("h", hs, slope.h), ("learning rate", lrs, slope.lr))
    ]
    state = " ".join(f'<span data-inner="said-{k}">{slot(f"said-{k}")}</span>' for k in (W, H, LR))
    after = (
        f'<p class="agl-state" aria-live="polite" aria-atomic="true">{state}</p>'
        f"<details><summary>Text version</summary>{_twin()}</details>"
    )
    return moving_page(
        "The slope is the gradient", f'<div class="agl-picture">{_svg(slope._drawing)}</div>', sliders, tables, after
    )


def _positions(allowed):
    """Every value that the slider can take."""
    values, value = [], allowed.low
    while not values or value > values[-1]:
        values.append(value)
        value = allowed.neighbor(value, 1)
    return values


def _nearest(values, at):
    return min(range(len(values)), key=lambda i: abs(values[i] - at))


def _read(f, w, hs, lrs):
    """([(reading, problem) for each h], [the same for each learning rate]) at this w."""
    return [_reading(f, w, h, 0.0) for h in hs], [_reading(f, w, hs[0], lr) for lr in lrs]


def _reading(f, w, h, lr):
    try:
        return read(f, w, h, lr), None
    except Unusable as problem:
        return None, str(problem)


# ---- what depends on what -------------------------------------------------------------------------------------------


def _of_w(reading, problem):
    if problem:
        return {"title": "No slope to show here", "said-0": marked_code(problem)} | _row_slots(range(3))
    r = replace(reading, lr=1.0)
    return {"title": escape(slope_words.finding(r)), "said-0": _sentence(r, 0)} | _row_slots(range(3), r)


def _of_h(drawing, reading, problem):
    if problem:
        return {"under": "", "over": "", "said-1": ""} | _row_slots([3])
    under, over = drawing.slope_parts(reading)
    return {"under": under, "over": over, "said-1": _sentence(reading, 1)} | _row_slots([3], reading)


def _of_lr(drawing, reading, problem):
    if problem:
        return {"landing": "", "said-2": ""} | _row_slots([4, 5])
    return {"landing": drawing.step_part(reading), "said-2": _sentence(reading, 2)} | _row_slots([4, 5], reading)


def _sentence(reading, number):
    sentence = slope_words.description(reading).split(". ", 2)[number]
    return marked_code(sentence + "." * (number < 2))


def _row_slots(places, reading=None):
    """The value and the meaning of some rows beside the curve, for the picture and for its text version."""
    listed = slope_words.rows(reading) if reading else [("", "", "")] * 6
    return {name: escape(listed[i][k]) for i in places for k, name in ((1, f"value-{i}"), (2, f"meaning-{i}"))}


# ---- the figure -----------------------------------------------------------------------------------------------------

NAMES = ("w", "loss", "w.grad", "secant", "new w", "new loss")


def _svg(drawing):
    numbers = panel((name, slot(f"value-{i}"), slot(f"meaning-{i}")) for i, name in enumerate(NAMES))
    return _findable(
        paper(
            WIDTH,
            HEIGHT,
            ABOUT,
            words(20, 31, slot("title"), "b", size=16),
            f"<g>{slot('under')}</g>",
            drawing.still,
            f"<g>{slot('over')}</g><g>{slot('landing')}</g>",
            numbers,
        )
    )


def _findable(svg):
    """Mark each element that holds nothing but a slot with the slot's name, in `data-inner`."""
    return re.sub(
        rf"<(\w+)([^>]*)>{slot('([^<]*?)')}<",
        lambda found: f'<{found[1]}{found[2]} data-inner="{found[3]}">{slot(found[3])}<',
        svg,
    )


def _twin():
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td data-inner="value-{i}">{slot(f"value-{i}")}</td>'
        f'<td data-inner="meaning-{i}">{slot(f"meaning-{i}")}</td></tr>'
        for i, name in enumerate(NAMES)
    )
    return f'<div class="agl-page-twin"><table>{rows}</table></div>'
