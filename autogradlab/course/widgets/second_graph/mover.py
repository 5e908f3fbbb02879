"""The second mover of lesson 10: the gradient has a graph of its own, if backward is asked to create one."""

from ..parts.allowed import Range
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import Pick, delegate
from . import words
from .picture import draw_second
from .run import KEEPS, run


class SecondGraph(Mover):
    """Move x on x³; choose the argument of the first walk; see the slope, and whether it can be differentiated again.

    Read or set `x` and `keep` ('create_graph', 'retain_graph' or 'nothing'). Read `value`, `first`, `second` (None if
    it was refused, `message` then says why), `twice` (`.grad` after two backward passes) and `nodes`, the names of the
    nodes behind the gradient. Raises ValueError for a value that cannot be chosen.
    >>> second = SecondGraph(x=2.0)
    >>> second.first, second.second, second.twice
    (12.0, 12.0, 24.0)
    """

    def __init__(self, x=2.0, keep="create_graph"):
        self._x = Control("x", Range(-2.0, 2.0, 0.1), x)
        self._keep = Pick("argument of the first walk", KEEPS, keep)
        super().__init__(self._x, self._keep)
        self.follow(self._x, self._keep)

    x, keep = delegate("_x"), delegate("_keep")

    value = property(lambda self: self.reading.value)
    first = property(lambda self: self.reading.first)
    second = property(lambda self: self.reading.second)
    twice = property(lambda self: self.reading.twice)
    message = property(lambda self: self.reading.message)
    nodes = property(lambda self: self.reading.second_nodes)

    def _update(self):
        self.reading = run(self.x, self.keep)
        self.show_state(draw_second, words, self.reading)
