"""The table below a stepper's graph: for the node that runs, each input with rule, product, and what has arrived."""

from autogradlab.draw.measure import shortened, text_width
from autogradlab.draw.paper import words

HEADS = ("goes to", "local rule", "received × local = sent", "arrived there so far")
_ROW, _GAP, _MOST = 24, 22, 5
_CSS = ("m b", "", "g b", "g")


class Table:
    """height: the same for all steps, so that the picture never jumps."""

    def __init__(self, story, top, width):
        self.story, self.top = story, top
        tables = [_cells(moment) for moment in story.moments]
        self.height = 34 + 22 + _ROW * min(_MOST, max(map(len, tables)))
        self._at = self._columns([row for table in tables for row in table], width - 56)

    def at(self, step):
        """The table's SVG at this step."""
        y = self.top + 18
        if step == 0:
            root, first = self.story.root
            return _head(y, root, f"starts with {first}: how much {root} changes with itself", "m b")
        moment = self.story.moments[step - 1]
        if moment.is_leaf:
            return self._leaf(moment, y)
        rows = _cells(moment)
        shown = rows if len(rows) <= _MOST else [*rows[: _MOST - 1], (f"and {len(rows) - _MOST + 1} more", "", "", "")]
        heads = "".join(
            words(x, y + 26, head, "s sec")
            for x, _, head in zip(*zip(*self._at), HEADS)
            if head != HEADS[3] or any(row[3] for row in rows)
        )
        return (
            _head(y, moment.name, f"received {moment.sum}")
            + heads
            + "".join(self._row(y + 26 + _ROW * i, row) for i, row in enumerate(shown, 1))
        )

    def _leaf(self, moment, y):
        return (
            _head(y, moment.name, f"received {moment.sum}")
            + words(28, y + 26, "AccumulateGrad adds it to .grad", "s sec")
            + words(28, y + 26 + _ROW, f"{moment.name}.grad was {moment.before} and is now {moment.change}", "g b")
        )

    def _row(self, y, cells):
        return "".join(
            words(x, y, shortened(cell, max(4, int(width / 8.2))), css)
            for (x, width), cell, css in zip(self._at, cells, _CSS)
        )

    def _columns(self, rows, width):
        """(x, width) of each column: as wide as its widest cell; the widest ones shrink if the table is too wide.

        A column without any text takes no room.
        """
        widths = [_width(head, [row[i] for row in rows]) for i, head in enumerate(HEADS)]
        while sum(widths) + _GAP * (sum(map(bool, widths)) - 1) > width:
            widest = max(range(4), key=widths.__getitem__)
            widths[widest] *= 0.95
        left, columns = 28, []
        for column in widths:
            columns.append((left, column))
            left += column + _GAP
        return columns


def _width(head, cells):
    return max(text_width(head, 12), *map(text_width, cells)) if any(cells) else 0


def _cells(moment):
    return [(row.to, row.rule, row.product, row.running) for row in moment.rows]


def _head(y, name, text, css="m b"):
    return words(20, y, name, css, size=15) + words(20 + text_width(name, 15, mono=True) + 10, y, text, "g b", size=15)
