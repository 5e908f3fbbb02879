"""The second mover of lesson 04: when do micro-batches make one big batch, and what is to be divided by what?"""

from ..parts.allowed import Whole
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import Pick, Row, delegate
from . import words
from .picture import draw_batches
from .run import SAMPLES, full, results, sizes_of

MOST = 8


class MicroBatches(Mover):
    """Cut 64 samples into k micro-batches; see the gradients add up and which way of dividing meets the full batch.

    Read or set `k` (2 to 8), `first` (the size of the first micro-batch; the others share the rest evenly) and
    `reduction` ('mean' or 'sum'); read `sizes`, `target` (the full batch's gradient) and `totals`.
    >>> MicroBatches().totals
    {'nothing divided': 16.0, 'each loss ÷ k': 4.0, 'each loss × n ÷ 64': 4.0}
    """

    def __init__(self, k=4, first=16, reduction="mean"):
        self._k = Control("micro-batches", Whole(2, MOST), k)
        self._first = Control("first micro-batch", Whole(1, SAMPLES - MOST + 1), first)
        self._reduction = Pick("loss", {"mean": "mean over the samples", "sum": "sum over the samples"}, reduction)
        super().__init__(self._k, self._first, Row(self._reduction))
        self.follow(self._k, self._first, self._reduction)

    k, first, reduction = delegate("_k"), delegate("_first"), delegate("_reduction")
    sizes = property(lambda self: sizes_of(self.k, self.first))
    target = property(lambda self: full(self.reduction))
    totals = property(lambda self: {result.way: result.total for result in self.results})

    def _update(self):
        self.results = results(self.sizes, self.reduction)
        self.show_state(draw_batches, words, self.sizes, self.reduction, self.results, self.target)
