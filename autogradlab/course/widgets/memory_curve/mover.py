"""The mover of lesson 11: how many bytes are alive over three rounds, and who holds them."""

from functools import lru_cache

from ..parts.allowed import Choice
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import Pick, delegate
from . import words
from .picture import draw_curve
from .run import CASES, room, run


class MemoryCurve(Mover):
    """Choose what the loop does, the batch and the depth; see the bytes alive at each moment, by owner.

    Read or set `case` ('train', 'keep_losses', 'retain_graph', 'evaluate', 'no_grad' or 'checkpoint'), `batch` and
    `layers`. Read `moments`, each with `label`, `kind`, `bytes` (owner -> bytes) and `nodes`; `peak`, the most
    bytes of all; `plain_peak`, that of plain training. Raises ValueError for a value that cannot be chosen.
    """

    def __init__(self, case="train", batch=64, layers=4):
        self._case = Pick("the loop", CASES, case)
        self._batch = Control("batch", Choice((16, 32, 64, 128, 256)), batch)
        self._layers = Control("layers", Choice((2, 4, 6, 8)), layers)
        super().__init__(self._case, self._batch, self._layers)
        self.follow(self._case, self._batch, self._layers)

    case, batch, layers = map(delegate, ("_case", "_batch", "_layers"))

    moments = property(lambda self: self.curve.moments)
    peak = property(lambda self: self.curve.peak.total)
    plain_peak = property(lambda self: run("train", self.batch, self.layers).peak.total)

    def _update(self):
        chosen = self.case, self.batch, self.layers
        self.curve = run(*chosen)
        self.show(*_shown(*chosen))


@lru_cache(64)
def _shown(case, batch, layers):
    """(picture, words, text version), cached: what is chosen again is not drawn again."""
    curve, plain = run(case, batch, layers), run("train", batch, layers).peak.total
    description = words.description(curve, plain)
    return draw_curve(curve, plain, room(batch, layers), description), description, words.text(curve, plain)
