"""Words in a picture, each at a place where it hides nothing and nothing hides it."""

import numpy as np

from autogradlab.draw.measure import text_width
from autogradlab.draw.paper import words

LINE = 17  # px from line to line of a label of several lines
GAP = 4  # px between neighboring labels


class Labels:
    """A record of the boxes (left, top, right, bottom) that are taken; a label that finds no free place is left out.

    room   the box that every label stays in
    taken  the boxes that are taken from the beginning: an array with a row for each, because there are hundreds
    """

    def __init__(self, room, taken=()):
        self.room, self.taken = room, np.reshape(taken, (-1, 4))

    def keep_free(self, points, around=2):
        """Take a small box around each of these points (in px) on a curve, a stroke or a mark."""
        points = np.reshape(points, (-1, 2))
        self._take(np.hstack([points - around, points + around]))

    def put(self, x, y, text, css="", anchor="start", size=14):
        """The label at exactly x, y; its box is taken."""
        left, top, right, bottom = label_box(x, y, text, anchor, size)
        self._take([(left - GAP, top, right + GAP, bottom)])
        return "".join(words(x, y + LINE * i, part, css, anchor, size) for i, part in enumerate(text.split("\n")))

    def place(self, places, css="", size=14):
        """The label at the first free one of `places`, each (x, y, text, anchor), or '' if none is free."""
        for x, y, text, anchor in places:
            if self._free(label_box(x, y, text, anchor, size)):
                return self.put(x, y, text, css, anchor, size)
        return ""

    def _free(self, box):
        left, top, right, bottom = self.room
        inside = left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom
        return inside and not overlap(box, self.taken.T).any()

    def _take(self, boxes):
        self.taken = np.vstack([self.taken, boxes])


def label_box(x, y, text, anchor, size):
    """(left, top, right, bottom) of a label whose first baseline is at y."""
    lines = text.split("\n")
    width = max(text_width(part, size) for part in lines)
    left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    return left, y - 0.75 * size, left + width, y + LINE * (len(lines) - 1) + 0.2 * size


def overlap(a, b):
    return (a[0] < b[2]) & (b[0] < a[2]) & (a[1] < b[3]) & (b[1] < a[3])
