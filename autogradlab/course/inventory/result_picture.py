"""The picture of a result: a row for each idea, a mark for each time. A tick in a full circle is right."""

from autogradlab.draw.paper import circle, line, paper, path, words
from autogradlab.draw.theme import CORRECT, GRID, IDLE, PAPER

ROW, TOP, LEFT, WIDTH, COLUMN, RADIUS = 26, 44, 20, 560, 84, 9  # px


def picture(result) -> str:
    """An SVG of a result, which describes itself by its counts."""
    rows, phases = result.rows, result.phases
    height = TOP + ROW * len(rows) + 12
    places = [WIDTH - COLUMN * (len(phases) - i) + COLUMN / 2 for i in range(len(phases))]
    heads = "".join(words(x, TOP - 16, phase, "b", "middle") for x, phase in zip(places, phases))
    body = "".join(_row(row, TOP + ROW * i + ROW / 2, places) for i, row in enumerate(rows))
    return paper(WIDTH, height, f"{result.counts} The same, idea by idea, is below in words.", heads, body)


def _row(row, y: float, places: list[float]) -> str:
    rule = line(LEFT, y + ROW / 2, WIDTH - LEFT, y + ROW / 2, GRID)
    way = line(places[0], y, places[-1], y, IDLE, 1.5) if len(places) > 1 else ""
    marks = "".join(_mark(x, y, right) for x, right in zip(places, row.right))
    return rule + words(LEFT, y + 5, row.idea) + way + marks


def _mark(x: float, y: float, right: bool) -> str:
    if not right:
        return circle(x, y, RADIUS, PAPER, IDLE, 1.5)
    tick = path([(x - 4, y), (x - 1, y + 3.5), (x + 4.5, y - 4)], PAPER, 2)
    return circle(x, y, RADIUS, CORRECT, CORRECT, 1.5) + tick
