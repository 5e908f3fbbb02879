"""The mover of lesson 01: a point on a curve, its slope, the secant over h, and one step of descent."""

from math import floor, inf, log10

from ..parts.allowed import Choice, Range
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import delegate
from . import words
from .picture import SlopePicture
from .reading import Unusable, read

H_VALUES = (0.001, 0.01, 0.1, 0.5, 1.0)


class Slope(Mover):
    """Move w, h and the learning rate; see the loss, its slope `w.grad`, the secant, and where one step lands.

    f       the loss, a function of one tensor; w**2 unless given
    name    what the picture calls f, as in "(w − 1)²"
    limits  (lowest w, highest w) of the picture

    Read or set `w`, `h` and `lr`; read `loss`, `grad`, `secant`, `new_w`, `new_loss`, which are None where there is
    no slope to show (`description` then says why). Raises ValueError for a w, h, lr or limits that cannot be chosen.
    >>> slope = Slope(w=3.0, lr=0.1)
    >>> slope.grad, slope.new_w
    (6.0, 2.4)
    """

    def __init__(self, f=None, w=3.0, h=1.0, lr=0.1, *, name=None, limits=(-4.5, 4.5)):
        self.f = _square if f is None else f
        self.name = name or ("w²" if f is None else f"{_function_name(f)}(w)")
        low, high = _checked_limits(limits)
        self._w = Control("w", Range(low, high, 10.0 ** floor(log10((high - low) / 50))), w)
        self._h = Control("h", Choice(H_VALUES), h)
        self._lr = Control("learning rate", Range(0.0, 1.2, 0.05), lr)
        self._drawing = SlopePicture(self.f, self.name, (low, high))
        super().__init__(self._w, self._h, self._lr)
        self.follow(self._w, self._h, self._lr)

    w, h, lr = delegate("_w"), delegate("_h"), delegate("_lr")

    loss = property(lambda self: self._read("loss"))
    grad = property(lambda self: self._read("grad"))
    secant = property(lambda self: self._read("secant"))
    new_w = property(lambda self: self._read("new_w"))
    new_loss = property(lambda self: self._read("new_loss"))

    def html(self):
        """A standalone page whose sliders work without kernel and network."""
        from .page import page  # here, because nothing else needs it

        return page(self)

    def _read(self, what):
        return None if self.reading is None else round(getattr(self.reading, what), 10)

    def _update(self):
        try:
            self.reading = read(self.f, self.w, self.h, self.lr)
        except Unusable as problem:
            self.reading = None
            self.show(self._drawing.without_point(str(problem)), str(problem), words.problem_text(problem))
        else:
            description = words.description(self.reading)
            self.show(self._drawing.at(self.reading, description), description, words.text(self.reading, self.name))


def _square(w):
    return w**2


def _checked_limits(limits):
    try:
        low, high = map(float, limits)
    except (TypeError, ValueError):
        low = high = 0.0
    if not -inf < low < high < inf:
        raise ValueError(
            f"limits must be the lowest and the highest w of the picture, not {limits!r}\n"
            "  help: give two numbers, as in limits=(-2, 6)"
        )
    return low, high


def _function_name(f):
    name = getattr(f, "__name__", "f")
    return name if name.isidentifier() else "f"
