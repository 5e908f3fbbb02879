"""The mover of lesson 09: a custom operation, what its forward put into the locker, and what its backward returns."""

from ..parts.allowed import Choice, Range
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import delegate
from . import words
from .picture import draw_locker
from .run import run


class Locker(Mover):
    """Move x, the incoming gradient and the power; see the locker (`ctx`) and what a right and a wrong rule send on.

    Read or set `x`, `incoming` and `n`; read `y`, `saved`, `local`, `sent`, `sent_wrong` and `check`.
    Raises ValueError for a value that cannot be chosen.
    >>> locker = Locker(x=3.0, incoming=5.0)
    >>> locker.local, locker.sent, locker.sent_wrong
    (6.0, 30.0, 6.0)
    """

    def __init__(self, x=3.0, incoming=5.0, n=2):
        self._x = Control("x", Range(-4.0, 4.0, 0.5), x)
        self._incoming = Control("incoming gradient", Range(-6.0, 6.0, 0.5), incoming)
        self._n = Control("n", Choice((1, 2, 3, 4)), n)
        super().__init__(self._x, self._incoming, self._n)
        self.follow(self._x, self._incoming, self._n)

    x, incoming, n = delegate("_x"), delegate("_incoming"), delegate("_n")

    y = property(lambda self: self.reading.y)
    saved = property(lambda self: self.reading.saved)
    local = property(lambda self: self.reading.local)
    sent = property(lambda self: self.reading.sent)
    sent_wrong = property(lambda self: self.reading.sent_wrong)
    check = property(lambda self: self.reading.check)

    def _update(self):
        self.reading = run(self.x, self.incoming, int(self.n))
        self.show_state(draw_locker, words, self.reading)
