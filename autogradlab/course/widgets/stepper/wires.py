"""Where a number may stand beside a wire: above it for a value, below it for a gradient, or at its side."""

from autogradlab.draw.measure import LANE

from ..parts.labels import label_box, overlap
from .marks import NUMBER

_HALF = 5.5  # px: half the height of a digit
_ARROW = 11  # px: where a gradient arrives, its arrow head ends here
_FRACTIONS = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9, 0.27, 0.43, 0.57, 0.73, 0.05, 0.95)


class Spots:
    """A search for a place for each number, (x, y, anchor), clear of nodes, other numbers and, if possible, wires.

    room      the box that all numbers stay in
    occupied  the boxes that nodes take
    """

    def __init__(self, room, occupied, wires):
        self.room, self._taken = room, list(occupied)
        self._points = {id(wire): along(wire.points) for wire in wires}
        around = LANE + 3
        self._wires = [
            (x - around, y - around, x + around, y + around) for points in self._points.values() for x, y in points
        ]
        self._lanes = [
            (wire, side, (x - 1, y + side - 1, x + 1, y + side + 1))
            for wire, points in self._points.items()
            for x, y in points
            for side in (-LANE, LANE)
        ]

    def above(self, wire, text):
        """For a value: above the wire, or at its upper side where it is steep."""
        spots = list(self._along(wire))
        middle = [(x, y - LANE - 6, "middle") for x, y, _ in spots]
        return self._chosen(
            (text,),
            middle + [(x + 12, y + 2, "start") if falls else (x - 12, y + 2, "end") for x, y, falls in spots],
            middle[0],
        )

    def below(self, wire, text, now=""):
        """For a gradient: below the wire, else where the gradient arrives, else at a side of the wire.

        `text` is the longest it may grow to; if no place is clear for it, one clear for its first text, `now`, serves.
        Where wires run too close together for that, it interrupts its own dashes, and no other line.
        """
        spots, (left, height) = list(self._along(wire)), self._points[id(wire)][0]
        arrival = left + 9, height + LANE + 15, "start"
        lower = [(x - 12, y + 12, "end") if falls else (x + 12, y + 12, "start") for x, y, falls in spots]
        upper = [(x + 12, y + 2, "start") if falls else (x - 12, y + 2, "end") for x, y, falls in spots]
        middle = [(x, y + LANE + 16, "middle") for x, y, _ in spots]
        texts = text, now or text
        within = (
            place
            for shown in texts
            for place in [(x, y + LANE + _HALF, "middle") for x, y, _ in spots]
            if self._interrupts_only(wire, place, shown)
        )
        return self._chosen(texts, [*middle, arrival, *lower, *upper], arrival, within)

    def _along(self, wire):
        """(x, y, whether the wire runs downhill to the right) at some points of the wire."""
        points = self._points[id(wire)]
        falls = points[-1][1] > points[0][1]
        for part in _FRACTIONS:
            x, y = points[round(part * (len(points) - 1))]
            yield x, y, falls
        for (left, y), (right, end) in zip(wire.points, wire.points[1:]):
            if y == end and right > left:  # the middle of a level stretch
                yield (left + right) / 2, y, falls

    def _interrupts_only(self, own, place, text):
        """Whether a number at this place would touch no node, no other number and no line but the wire's own dashes,
        whose arrow head stays whole."""
        left, top, right, _ = label_box(*place[:2], text, place[2], NUMBER)
        box = left - 2, top - 2, right + 2, place[1] + 2
        lines = [lane for wire, side, lane in self._lanes if (wire, side) != (id(own), LANE)]
        clear = not _touching(box, self._taken) and not _touching(box, lines)
        return clear and self._inside(box) and left > own.start[0] + _ARROW

    def _chosen(self, texts, places, otherwise, within=iter(())):
        """The first place that is clear for one of the texts, else one `within` the wire, else where the last one
        covers the fewest wires."""
        for text in texts:
            boxes = {place: label_box(*place[:2], text, place[2], NUMBER) for place in (otherwise, *places)}
            free = [place for place, box in boxes.items() if self._inside(box) and not _touching(box, self._taken)]
            crossed = {place: _touching(boxes[place], self._wires) for place in free}
            clear = [place for place in places if crossed.get(place) == 0]
            if clear:
                break
        chosen = clear[0] if clear else next(within, None) or min(free, key=crossed.get, default=otherwise)
        left, top, right, bottom = boxes.get(chosen) or label_box(*chosen[:2], text, chosen[2], NUMBER)
        self._taken.append((left - 6, top - 4, right + 6, bottom + 4))
        return chosen

    def _inside(self, box):
        left, top, right, bottom = self.room
        return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom


def _touching(box, taken):
    """How many of the boxes in `taken` this box touches."""
    return sum(overlap(box, other) for other in taken)


def along(corners, apart=6):
    """Points on a wire, about `apart` px apart: level stretches, and the drawing's S curve between two heights."""
    points = []
    for (x0, y0), (x1, y1) in zip(corners, corners[1:]):
        count = max(1, int((abs(x1 - x0) + abs(y1 - y0)) / apart))
        for t in (i / count for i in range(count)):
            points.append((x0 + (x1 - x0) * _s(t), y0 + (y1 - y0) * (3 - 2 * t) * t * t))
    return (*points, corners[-1])


def _s(t):
    """The x of a cubic Bezier curve from 0 to 1 whose two inner control points are at 0.5."""
    return 1.5 * t * (1 - t) ** 2 + 1.5 * t * t * (1 - t) + t**3
