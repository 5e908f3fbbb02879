"""The mover of lessons 00 and 05: where each line of a training loop writes."""

from ..parts.control import Steps
from ..parts.mover import Mover
from . import words
from .picture import draw_registers
from .run import LINES, run


class Registers(Mover):
    """Go through the five lines of one training round; see what the four registers hold after each.

    Read or set `line`, 1 to 5; read `moment`, the registers after that line, and `moments`, those before the round and
    after each line.
    Raises ValueError for any other line.
    """

    def __init__(self, line=4):
        self.moments = run()
        self._steps = Steps("line", len(LINES), line)
        super().__init__(self._steps)
        self.follow(self._steps)

    line = property(lambda self: self._steps.step, lambda self, line: setattr(self._steps, "step", line))

    @property
    def moment(self):
        """The registers after the current line."""
        return self.moments[self.line]

    def _update(self):
        self.show_state(draw_registers, words, self.line, self.moments)


def registers(line=4):
    """The four registers picture after this line of the loop, with buttons for the other lines."""
    return Registers(line)
