"""The mover of lesson 05: put the five lines of the training loop in any order, and see which orders learn."""

from ..parts.allowed import Several, Whole
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import Pick, Presses, Row, delegate
from . import words
from .picture import draw_loop
from .run import CODE, NAMES, ROUNDS, run

OWN = "own"
ORDERS = {
    "the five lines": NAMES,
    "zero_grad() last": NAMES[1:] + NAMES[:1],
    "without zero_grad()": NAMES[1:],
    "without backward()": ("zero_grad", "forward", "loss", "step"),
    "without step()": NAMES[:4],
    "zero_grad() after backward()": ("forward", "loss", "backward", "zero_grad", "step"),
    "step() before backward()": ("zero_grad", "forward", "loss", "step", "backward"),
    "step() between forward and backward()": ("forward", "loss", "step", "zero_grad", "backward"),
    "backward() before forward": ("zero_grad", "backward", "forward", "loss", "step"),
}
ALLOWED = Several(NAMES, least=1)


class Loop(Mover):
    """Move the five lines of a training loop, or leave some out; every order is run for real, for six rounds.

    Read or set `order` (some of 'zero_grad', 'forward', 'loss', 'backward', 'step'), `round` (1 to 6) and `line`, the
    one that the buttons move; read `run`: every line that ran, with the registers before and after it, and `losses`.
    >>> Loop(["forward", "loss", "backward", "zero_grad", "step"]).losses
    [4.0, 4.0, 4.0, 4.0, 4.0, 4.0]
    """

    def __init__(self, order=NAMES, round=2, line="zero_grad"):
        self._order = ALLOWED.checked("order", order)
        self._known = Pick("try", {name: name for name in ORDERS} | {OWN: "your own order"}, self._name_of_order())
        self._line = Pick("line", CODE, line)
        self._round = Control("round", Whole(1, ROUNDS), round)
        self._presses = Presses(
            {
                "Move up": lambda: self.move(-1),
                "Move down": lambda: self.move(+1),
                "Leave out": self.leave_out,
                "Put back": self.put_back,
            }
        )
        super().__init__(Row(self._known), Row(self._line, self._presses), self._round)
        self._known.on_change(self._take_known)
        self.follow(self._line, self._round)

    line, round = delegate("_line"), delegate("_round")
    losses = property(lambda self: self.run.losses)

    @property
    def order(self):
        return self._order

    @order.setter
    def order(self, order):
        self._order = ALLOWED.checked("order", order)
        self._known.value = self._name_of_order()
        self._update()

    def move(self, places):
        """Move the chosen line up (−1) or down (+1), if it is in the loop; at an end it stays."""
        if self.line in self.order:
            order, place = list(self.order), self.order.index(self.line)
            order.insert(max(place + places, 0), order.pop(place))
            self.order = order

    def leave_out(self):
        """Run the loop without the chosen line."""
        self.order = [line for line in self.order if line != self.line]

    def put_back(self):
        """Put the chosen line in again, before the first line that usually follows it."""
        if self.line not in self.order:
            later = NAMES[NAMES.index(self.line) :]
            place = next((i for i, line in enumerate(self.order) if line in later), len(self.order))
            self.order = (*self.order[:place], self.line, *self.order[place:])

    def _name_of_order(self):
        return next((name for name, order in ORDERS.items() if order == self._order), OWN)

    def _take_known(self):
        known = ORDERS.get(self._known.value, self._order)
        if known != self._order:
            self.order = known

    def _update(self):
        self.run = run(self.order)
        description = words.description(self.run, self.round)
        self.show(
            draw_loop(self.run, self.round, self.line, description), description, words.text(self.run, self.round)
        )
        self._mark_ends()

    def _mark_ends(self):
        used, buttons = self.line in self.order, self._presses.buttons
        buttons["Move up"].disabled = not used or self.order[0] == self.line
        buttons["Move down"].disabled = not used or self.order[-1] == self.line
        buttons["Leave out"].disabled = not used or len(self.order) == 1
        buttons["Put back"].disabled = used
