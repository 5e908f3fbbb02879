"""The mover of lesson 13: the loss over two weights as a map, and the path that an optimizer takes on it."""

from math import inf, isfinite

from ..parts.allowed import Range, Whole
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import delegate
from . import words
from .picture import SurfacePicture
from .run import STEPS, Unusable, descend

SEEN = 0.01  # of the map's width: a step must be longer to be seen


class Surface(Mover):
    """Set learning rate, momentum and how many steps to show; see the path of SGD over the loss of two weights.

    f       the loss, a function of two tensors; 0.5 a² + 5 b² unless given, a long valley
    start   (a, b), where the path begins
    limits  (lowest, highest) of both weights in the picture

    Read or set `lr`, `momentum` and `steps`; read `path`, the pairs (a, b) with the start first, and `losses` along it
    (both empty where there is no path to show; `description` then says why).
    Raises ValueError for a value that cannot be chosen.
    """

    def __init__(self, f=None, lr=0.18, momentum=0.0, steps=STEPS, *, start=(-4.0, 1.5), limits=(-5.0, 5.0), name=None):
        self.f, self.start = _valley if f is None else f, _pair("start", start, "start=(-4, 1.5)")
        limits = _pair("limits", limits, "limits=(-5, 5)")
        if limits[0] >= limits[1]:
            raise ValueError(
                "limits must be the lowest and the highest weight, in this order\n  help: as in limits=(-5, 5)"
            )
        name = name or ("0.5 a² + 5 b²" if f is None else "f(a, b)")
        self._lr = Control("learning rate", Range(0.0, 0.3, 0.01), lr)
        self._momentum = Control("momentum", Range(0.0, 0.95, 0.05), momentum)
        self._steps = Control("steps", Whole(0, STEPS), steps)
        self._ways, self._shortest = {}, SEEN * (limits[1] - limits[0])
        self._drawing = SurfacePicture(self.f, name, limits)
        super().__init__(self._lr, self._momentum, self._steps)
        self.follow(self._lr, self._momentum, self._steps)

    lr, momentum, steps = delegate("_lr"), delegate("_momentum"), delegate("_steps")

    path = property(lambda self: [] if self.reading is None else self.reading.path)
    losses = property(lambda self: [] if self.reading is None else self.reading.losses)

    def _update(self):
        try:
            self.reading = self._way(self.lr, self.momentum).after(self.steps)
        except Unusable as problem:
            self.reading = None
            self.show(self._drawing.without_path(str(problem)), str(problem), str(problem).replace("`", ""))
        else:
            self.show_state(self._drawing.at, words, self.reading)

    def _way(self, lr, momentum):
        """The whole path at one setting, computed once: like the map, it stays if the learner changes what `f` does."""
        if (lr, momentum) not in self._ways:
            self._ways[lr, momentum] = descend(self.f, self.start, lr, momentum, self._shortest)
        return self._ways[lr, momentum]


def _pair(name, value, example):
    """Two finite numbers."""
    try:
        first, second = map(float, value)
    except (TypeError, ValueError):
        first = second = inf
    if not isfinite(first) or not isfinite(second):
        raise ValueError(f"{name} must be two numbers, not {value!r}\n  help: as in {example}")
    return first, second


def _valley(a, b):
    return 0.5 * a**2 + 5 * b**2
