"""The loop as a picture: what each line of one round writes, and below it the loss of every round."""

from autogradlab.draw.numbers import written
from autogradlab.draw.paper import box, circle, line, paper, path, words
from autogradlab.draw.plane import Plane, ticks
from autogradlab.draw.theme import FORWARD, GRID, HIGHLIGHT, IDLE, INK, PAPER

from ..registers.picture import COLUMNS, ROW, table_head, table_row
from ..registers.run import LR, X, Y
from .run import CODE, NAMES, ROUNDS, run
from .words import finding, first_wrong, left_out

WIDTH, HEIGHT, HEAD = 800, 472, 88
LEFT, RIGHT, TOP, BOTTOM = 64, 640, 330, 430


def draw_loop(result, number, selected, description):
    """The SVG of one round, or of the last one that began; `selected` is the line that the buttons move."""
    number = result.shown(number)
    return paper(
        WIDTH,
        HEIGHT,
        description,
        words(20, 32, finding(result), "b", size=16),
        words(20, 58, f"round {number} of {ROUNDS}", "b"),
        words(780, 58, f"x = {written(X)}, y = {written(Y)}, lr = {written(LR)}", "m sec", "end", 13),
        table_head(HEAD),
        *_rows(result, number, selected),
        words(COLUMNS[0], HEAD + 30 + ROW * len(result.order), left_out(result), "sec", size=13),
        _chart(result, number),
    )


def _rows(result, number, selected):
    events = result.of_round(number)
    wrong = first_wrong(result)
    for place, name in enumerate(result.order):
        y = HEAD + 30 + ROW * place
        if place < len(events):
            event = events[place]
            yield table_row(y, CODE[name], event.before, event.after, name == selected)
            if event is wrong:
                yield _mark(y)
        else:
            yield _unreached(y, CODE[name], result.missing(number, name))


def _mark(y):
    """A frame and a "!" at `.grad`, the register that the first wrong step() reads."""
    return box(COLUMNS[2] - 10, y - 17, 96, 24, "none", INK, 2, 5) + words(COLUMNS[2] - 16, y + 1, "!", "b", "end", 17)


def _unreached(y, code, said):
    stops = said == "stops here"
    return (
        words(COLUMNS[0], y, code, "m" if stops else "m sec")
        + words(COLUMNS[1], y, said, "b" if stops else "sec")
        + line(20, y + 12, 780, y + 12, GRID)
    )


# ---- the loss, round by round ---------------------------------------------------------------------------------------


def _chart(result, number):
    losses, right = result.losses, run(NAMES).losses
    plane = Plane(1, ROUNDS, 0.0, max(5.4, 1.25 * max(losses, default=0)), LEFT, TOP, RIGHT, BOTTOM)
    same = len(losses) == len(right) and all(abs(a - b) < 1e-6 for a, b in zip(losses, right))
    reference = (
        ""
        if same
        else _curve(plane, right, IDLE, 1.5)
        + words(plane.right + 34, plane.y(right[-1]) + 5, "the usual order", "s sec")
    )
    return (
        words(20, TOP - 16, "loss, round by round", "b")
        + _axes(plane)
        + _now(plane, number)
        + reference
        + _curve(plane, losses, FORWARD, 2.75)
        + "".join(_dot(plane, i, loss, i == number) for i, loss in enumerate(losses, 1))
        + _own_name(plane, losses, right)
    )


def _axes(plane):
    rows = "".join(
        line(plane.left, plane.y(t), plane.right, plane.y(t), GRID if t else IDLE)
        + words(plane.left - 10, plane.y(t) + 4, written(t), "s sec", "end")
        for t in ticks(0.0, plane.y_high, 3)
    )
    return (
        rows
        + "".join(words(plane.x(i), plane.bottom + 20, str(i), "s sec", "middle") for i in range(1, ROUNDS + 1))
        + words(plane.right + 34, plane.bottom + 20, "round", "s sec")
    )


def _now(plane, number):
    x = plane.x(number)
    return (
        line(x, plane.top - 4, x, plane.bottom, HIGHLIGHT, 2)
        + box(x - 11, plane.bottom + 5, 22, 20, PAPER, HIGHLIGHT, 2, 5)
        + words(x, plane.bottom + 20, str(number), "b", "middle", 13)
    )


def _curve(plane, losses, color, width):
    points = [plane.at(i, loss) for i, loss in enumerate(losses, 1)]
    return path(points, color, width) if len(points) > 1 else ""


def _dot(plane, i, loss, now):
    x, y = plane.at(i, loss)
    return circle(x, y, 6 if now else 4.5, FORWARD, PAPER, 2) + words(
        x, y - 11, written(loss), "f b h" if now else "f h", "middle", 13
    )


def _own_name(plane, losses, right):
    if not losses:
        return words(plane.x(2) + 8, plane.y(2), "this order computes no loss", "sec h")
    if len(losses) < ROUNDS:
        return ""
    y, other = plane.y(losses[-1]), plane.y(right[-1])
    return words(plane.right + 34, y + (5 if losses == right or abs(y - other) >= 16 else -10), "this order", "f b s h")
