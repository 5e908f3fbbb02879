"""The second mover of lesson 11: what fusing a chain of operations saves, counted and measured on this computer."""

import ipywidgets as widgets

from autogradlab.draw.numbers import grouped

from ..parts.allowed import Choice
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import Pick, Presses, delegate
from . import words
from .picture import draw_fusion
from .run import REPEATS, measure, model

SIZES = (1_000, 10_000, 100_000, 1_000_000, 3_000_000)


class Fusion(Mover):
    """Choose how many operations follow each other and how long the array is; press Measure to time both ways.

    Read or set `operations` and `size`. Read `model` (`bytes_eager`, `bytes_fused`, `ratio`) and `measured`, the times
    of both ways or None; `measure()` does what the button does. Raises ValueError for a value that cannot be chosen.
    """

    def __init__(self, operations=4, size=1_000_000):
        self._operations = Control("operations", Choice((1, 2, 3, 4, 6, 8)), operations)
        self._size = Pick("array size", {n: f"{grouped(n)} numbers" for n in SIZES}, size)
        self._press = Presses({f"Measure {REPEATS} times": self.measure})
        self._bar = widgets.IntProgress(max=REPEATS, style={"description_width": "initial"})
        self._press.box.children = (*self._press.box.children, self._bar)
        self._times = {}
        super().__init__(self._operations, self._size, self._press)
        self.follow(self._operations, self._size)

    operations, size = delegate("_operations"), delegate("_size")

    model = property(lambda self: model(self.operations, self.size))
    measured = property(lambda self: self._times.get((self.operations, self.size)))

    def measure(self):
        """Time both ways, taking turns; the bar shows the progress."""
        (button,) = self._press.buttons.values()
        button.disabled = True
        try:
            self._times[self.operations, self.size] = measure(self.operations, self.size, self._count)
        finally:
            button.disabled = False
            button.focus()
        self._update()

    def _update(self):
        self._count(REPEATS if self.measured else 0)
        self.show_state(draw_fusion, words, self.model, self.measured)

    def _count(self, done):
        self._bar.value, self._bar.description = done, f"{done} of {REPEATS} measured"
