"""The mover of lesson 10: how much of the gradient reaches each layer of a deep network, and what clipping changes."""

from math import inf

from ..parts.allowed import Choice, Range
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import Pick, delegate
from . import words
from .picture import draw_flow
from .run import ACTIVATIONS, run

DEPTHS = (2, 4, 6, 8, 10, 12, 16, 20)
MAX_NORMS = (0.001, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, inf)


class Flow(Mover):
    """Set activation, depth, initial scale and the norm to clip to; see the gradient's size at each layer.

    Read or set `activation` ('sigmoid', 'tanh' or 'relu'), `depth`, `scale` and `max_norm` (inf: no clipping).
    Read `sizes`, the gradient's length at the output of each layer, first layer first; `ratios`, the same divided
    by the last layer's; `total_norm` and `clipped_norm` of all weights' gradients before and after clipping.
    Raises ValueError for a value that cannot be chosen.
    """

    def __init__(self, activation="sigmoid", depth=8, scale=1.0, max_norm=inf):
        self._activation = Pick("activation", {name: name for name in ACTIVATIONS}, activation)
        self._depth = Control("layers", Choice(DEPTHS), depth)
        self._scale = Control("initial scale", Range(0.2, 3.0, 0.1), scale)
        self._max_norm = Control("clip to norm", Choice(MAX_NORMS), max_norm)
        controls = self._activation, self._depth, self._scale, self._max_norm
        super().__init__(*controls)
        self.follow(*controls)

    activation, depth, scale, max_norm = map(delegate, ("_activation", "_depth", "_scale", "_max_norm"))

    sizes = property(lambda self: self.reading.sizes)
    ratios = property(lambda self: self.reading.ratios)
    total_norm = property(lambda self: self.reading.total_norm)
    clipped_norm = property(lambda self: self.reading.clipped_norm)

    def _update(self):
        self.reading = run(self.activation, self.depth, self.scale, self.max_norm)
        self.show_state(draw_flow, words, self.reading)
