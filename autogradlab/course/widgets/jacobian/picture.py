"""The Jacobian as a table: weights on the left, rows of slopes, and below them the weighted sum from backward."""

from math import isfinite

from autogradlab.draw.measure import shortened
from autogradlab.draw.numbers import vector, written
from autogradlab.draw.paper import box, here, line, paper, path, words
from autogradlab.draw.theme import BACKWARD, BACKWARD_TINT, CORRECT, HAIRLINE, IDLE, INK, PAPER

from .words import finding, lowered, sum_of

WIDTH, TOP, ROW = 800, 124, 52
NAME, WEIGHT, CELLS, RIGHT = 20, 168, 236, 560
STRONGEST = 0.55  # opacity of the fill for the largest slope: dark ink on it stays easy to read


def draw_jacobian(reading, name, description):
    """The SVG of one reading."""
    bottom = TOP + ROW * len(reading.rows)
    height = bottom + 120 + 24 * len(reading.x)
    return paper(
        WIDTH,
        height,
        description,
        words(20, 32, finding(reading), "b", size=16),
        words(20, 58, f"y = {name}", "m sec", size=13),
        _heads(reading),
        *_rows(reading),
        _result(reading, bottom + 22),
        *_sums(reading, bottom + 124),
    )


def draw_problem(problem):
    """The SVG when there is no Jacobian to show."""
    return paper(
        WIDTH,
        96,
        problem,
        words(20, 32, "No Jacobian to show here", "b", size=16),
        words(20, 62, "The line below the picture says why.", "sec"),
    )


def _width(reading):
    return min(132, (RIGHT - CELLS) / len(reading.x))


def _heads(reading):
    wide = _width(reading)
    columns = "".join(
        words(CELLS + wide * (j + 0.5), TOP - 14, f"x{lowered(j)} = {written(value)}", "f b", "middle")
        for j, value in enumerate(reading.x)
    )
    return (
        words(NAME, TOP - 14, "output", "sec", size=13)
        + words(WEIGHT, TOP - 14, "v", "m b", "middle", 15)
        + columns
        + words(RIGHT + 32, TOP - 14, "weighted row", "sec", size=13)
    )


def _rows(reading):
    largest = max((abs(entry) for row in reading.rows for entry in row if isfinite(entry)), default=0.0) or 1.0
    for i, (value, weight, row) in enumerate(zip(reading.y, reading.v, reading.rows)):
        y = TOP + ROW * i
        yield words(NAME, y + 31, f"y{lowered(i)} = {written(value)}", "f b", size=15)
        yield _weight(y, weight)
        yield words((WEIGHT + 34 + CELLS) / 2, y + 31, "×", "sec", "middle")
        for j, entry in enumerate(row):
            yield _cell(CELLS + _width(reading) * j, y, _width(reading), entry, _strength(entry, largest), weight == 0)
        said = "left out" if weight == 0 else shortened(vector(weight * entry for entry in row), 24)
        yield words(RIGHT + 32, y + 31, said, "sec" if weight == 0 else "g b", size=14 if len(said) < 22 else 12)


def _strength(entry, largest):
    return min(1.0, abs(entry) / largest) if isfinite(entry) else 0.0


def _weight(y, weight):
    """A weight in its frame, which is dotted if the weight is 0 and leaves the row out."""
    dash, css = ("2 3", "sec") if weight == 0 else ("", "b")
    return box(WEIGHT - 34, y + 8, 68, ROW - 16, PAPER, IDLE if weight == 0 else INK, 1.5, 5, dash) + words(
        WEIGHT, y + 31, written(weight), css, "middle", 16
    )


def _cell(x, y, wide, entry, strength, idle):
    """An entry of the Jacobian: the stronger the tint, the larger the slope; the number says it too.

    A row that is left out is not bold, but as dark: gray would be hard to read on a strong tint.
    """
    tint = (
        box(x + 1, y + 1, wide - 2, ROW - 2, BACKWARD, radius=3).replace(
            "<rect ", f'<rect fill-opacity="{STRONGEST * strength:.2f}" ', 1
        )
        if strength
        else ""
    )
    return (
        tint
        + box(x + 1, y + 1, wide - 2, ROW - 2, "none", HAIRLINE, 1, 3)
        + _number(x + wide / 2, y + 32, wide, entry, "" if idle else "b" if entry else "sec")
    )


def _number(x, y, wide, value, css):
    """A number as large as its cell allows, and never below 12 px."""
    text = written(value)
    return words(x, y, text, css, "middle", max(12, min(17, int((wide - 8) / 0.6 / len(text)))))


def _result(reading, y):
    """v @ J below its columns, and below that what backward left in x.grad."""
    wide, cells = _width(reading), []
    for j, (worked_out, grad) in enumerate(zip(reading.product, reading.grad)):
        x = CELLS + wide * j
        cells.append(
            box(x + 1, y, wide - 2, 34, PAPER, INK, 1.5, 4)
            + _number(x + wide / 2, y + 23, wide, worked_out, "b")
            + box(x + 1, y + 38, wide - 2, 34, BACKWARD_TINT, BACKWARD, 1.5, 4)
            + _number(x + wide / 2, y + 61, wide, grad, "g b")
        )
    return (
        line(20, y - 11, RIGHT, y - 11, INK)
        + words(NAME, y + 22, "v @ J", "m b")
        + words(NAME, y + 60, "x.grad after y.backward(v)", "m b", size=13)
        + here(*cells)
        + _verdict(reading, y)
    )


def _verdict(reading, y):
    if not reading.agrees:
        return words(RIGHT + 32, y + 42, reading.verdict, "b", size=13)
    x = RIGHT + 32
    tick = path([(x, y + 38), (x + 5, y + 43), (x + 14, y + 32)], CORRECT, 2.5)
    return tick + words(x + 22, y + 42, reading.verdict, "ok b")


def _sums(reading, y):
    for j in range(len(reading.x)):
        yield words(NAME, y + 24 * j, f"x{lowered(j)}", "f b") + words(NAME + 32, y + 24 * j, sum_of(reading, j), "sec")
