"""The first mover of lesson 04: what `.grad` holds over several backward() calls, with and without clearing."""

from ..parts.allowed import Several
from ..parts.mover import Mover
from ..parts.picks import Presses, Row, Switch, delegate
from . import words
from .picture import draw_accumulation
from .run import BACKWARD, CALLS, CLEAR, STEP, run

FIRST = (BACKWARD, BACKWARD, STEP, BACKWARD, CLEAR)
MOST = 100
ALLOWED = Several(CALLS, most=MOST, again=True)


class Accumulation(Mover):
    """Call backward(), zero_grad() and step() in any order; see the bars of `.grad` and where w goes.

    Read or set `calls`, a sequence of the words on the buttons, and `momentum` (True: 0.9); read `notes`: w and `.grad`
    before the first call and after each one, and `grad`, what `.grad` holds now.
    >>> Accumulation(["loss.backward()", "loss.backward()"]).grad
    12.0
    """

    def __init__(self, calls=FIRST, momentum=False):
        self._calls = ALLOWED.checked("calls", calls)
        self._momentum = Switch("momentum 0.9", momentum)
        self._presses = Presses(
            {call: lambda call=call: self.call(call) for call in CALLS}
            | {"Undo": self.undo, "Start again": self.start_again}
        )
        super().__init__(self._presses, Row(self._momentum))
        self.follow(self._momentum)

    @property
    def calls(self):
        return self._calls

    @calls.setter
    def calls(self, calls):
        self._calls = ALLOWED.checked("calls", calls)
        self._update()

    momentum = delegate("_momentum")
    grad = property(lambda self: self.notes[-1].grad)

    def call(self, call):
        """Add one call."""
        self.calls = (*self.calls, call)

    def undo(self):
        """Take the last call back."""
        self.calls = self.calls[:-1]

    def start_again(self):
        """Take all calls back: w is 3 again."""
        self.calls = ()

    def _update(self):
        momentum = 0.9 if self.momentum else 0.0
        self.notes = run(self.calls, momentum)
        description = words.description(self.notes)
        self.show(draw_accumulation(self.notes, description, momentum), description, words.text(self.notes))
        self._mark_ends()

    def _mark_ends(self):
        for said, button in self._presses.buttons.items():
            button.disabled = not self.calls if said in ("Undo", "Start again") else len(self.calls) == MOST
