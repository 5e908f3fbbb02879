"""The mover of lesson 08: which switch changes what. Two lamps, and a table of all settings, each row run for real."""

from ..parts.mover import Mover
from ..parts.picks import Pick, Row, Switch, delegate
from . import words
from .picture import draw_switchboard
from .run import LAYERS, RECORDS, run


class Switchboard(Mover):
    """Set the switches; see whether anything is recorded, how the layers behave, and what is left for training.

    Read or set `record` ('grad', 'no_grad', 'enable_grad' (inside no_grad) or 'inference_mode'), `layers` ('train' or
    'eval') and `detach` (whether the hidden values are detached). Read `fact`, what this setting did, and `facts`,
    {(record, layers): Fact}, all eight. Raises ValueError for any other setting.
    """

    def __init__(self, record="grad", layers="eval", detach=False):
        self._record = Pick("recording", RECORDS, record)
        self._layers = Pick("layers", {mode: f"model.{mode}()" for mode in LAYERS}, layers)
        self._detach = Switch("detach() the hidden values", detach)
        super().__init__(Row(self._record, self._layers, self._detach))
        self.follow(self._record, self._layers, self._detach)

    record, layers, detach = delegate("_record"), delegate("_layers"), delegate("_detach")

    fact = property(lambda self: self.facts[self.record, self.layers])

    def _update(self):
        self.facts = {(record, layers): run(record, layers, self.detach) for record in RECORDS for layers in LAYERS}
        self.show_state(draw_switchboard, words, (self.record, self.layers, self.detach), self.facts)
