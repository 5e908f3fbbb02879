"""The picture of check 01-C4: the curve `loss = w**2` with four tangents, at P, Q, R and S.

One unit is equally long on both axes and every tangent passes through corners of the grid, so that its slope can be
counted: squares up for each square to the right.
"""

from functools import cache

from autogradlab.draw.paper import circle, paper, words
from autogradlab.draw.plane import Plane
from autogradlab.draw.theme import BACKWARD, GRID, INK

POINTS = {"P": -2, "Q": -1, "R": 1, "S": 2}
WORDS = (
    "The curve loss = w squared, a bowl with its lowest point at w = 0, and four tangents. P touches at w = −2 and "
    "falls steeply to the right. Q touches at w = −1 and falls less steeply. R touches at w = 1 and rises. "
    "S touches at w = 2 and rises steeply."
)
UNIT, SQUARE = 56, 0.5  # px for one unit; the width of a grid square in units
REACH = {1: (0.4, 0.7), 2: (0.4, 0.6)}  # abs(w) -> reach toward the next tangent, and away from it; none may cross
PLANE = Plane(-3, 3, -0.5, 6.5, left=56, top=44, right=56 + 6 * UNIT, bottom=44 + 7 * UNIT)


@cache
def four_tangents() -> tuple[str, str]:
    """The picture as SVG, and the same in words."""
    body = _grid() + PLANE.axes("w", "loss") + _curve() + "".join(map(_tangent, POINTS, POINTS.values()))
    return paper(448, 484, WORDS, words(424, 28, "loss = w**2", "m f b", "end"), body), WORDS


def ends(w: float) -> tuple[float, float, float, float]:
    """The ends of the tangent at w: (w, loss) of the outer one, then of the inner one."""
    to_neighbor, away = REACH[abs(w)]
    inner, outer = (to_neighbor, away) if abs(w) == 2 else (away, to_neighbor)
    side = 1 if w > 0 else -1
    left, right = w + side * outer, w - side * inner
    return left, w * w + 2 * w * (left - w), right, w * w + 2 * w * (right - w)


def _grid() -> str:
    columns = (PLANE.x_low + SQUARE * k for k in range(13))
    rows = (PLANE.y_low + SQUARE * k for k in range(15))
    upright = (PLANE.segment(w, PLANE.y_low, w, PLANE.y_high, GRID, 1) for w in columns)
    level = (PLANE.segment(PLANE.x_low, loss, PLANE.x_high, loss, GRID, 1) for loss in rows)
    return "".join((*upright, *level))


def _curve() -> str:
    places = [k / 20 for k in range(-60, 61)]
    return PLANE.curve(places, [w * w for w in places], width=1.5)


def _tangent(name: str, w: float) -> str:
    """The line of slope 2w through (w, w**2), its point and its letter."""
    x, y = PLANE.at(w, w * w)
    aside = 16 if w > 0 else -16
    return (
        PLANE.segment(*ends(w), BACKWARD, 3, "8 4")
        + circle(x, y, 5, INK, INK, 0)
        + words(x + aside, y + 18, name, "b h", "middle", 16)
    )
