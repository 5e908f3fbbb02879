"""The mover of lesson 06: a vector function's Jacobian, and v, the weights of its rows that backward(v) takes."""

from functools import cached_property

import autogradlab as ag

from ..parts.allowed import Range
from ..parts.control import Control
from ..parts.mover import Mover
from ..parts.picks import Presses
from ..slope.words import problem_text
from . import words
from .picture import draw_jacobian, draw_problem
from .reading import MOST, Unusable, jacobian, outputs, read, units

EXAMPLE = "[x₀·x₁, x₀ + x₁, x₀²]"


class Jacobian(Mover):
    """Weight the rows of a Jacobian; see that `y.backward(v)` computes v @ J, and never J itself.

    f     a function of one vector that returns a vector of 1 to 4 numbers; an example with three outputs unless given
    x     where to evaluate it: 1 to 4 numbers
    v     the weights of the rows, one for each output; ones unless given
    name  what the picture calls f, as in "x²"

    Read or set `v`; read `rows` (the Jacobian), `product` (v @ J) and `grad` (what backward(v) left in x.grad), all
    None where there is no Jacobian to show (`description` then says why).
    >>> Jacobian(lambda x: x**2, x=[1., 2., 3.], v=[1, 10, 100]).grad
    (2.0, 40.0, 600.0)
    """

    def __init__(self, f=None, x=(2.0, 3.0), v=None, *, name=None):
        self.f, self.x = f or _example, _checked_x(x)
        self.name = name or (EXAMPLE if f is None else f"{getattr(f, '__name__', 'f').replace('<lambda>', 'f')}(x)")
        try:
            count = outputs(self.f, self.x)
        except Unusable as problem:
            self._explain(problem)
            return
        allowed = Range(-25, 100, 1)  # if it began at −10, a page would write a weight of 0 as −1.776e-15
        self._weights = [
            Control(f"v{words.lowered(i)}", allowed, weight) for i, weight in enumerate(_checked_v(v, count))
        ]
        self._presses = Presses(
            {"all 1": self.ones} | {f"only y{words.lowered(i)}": lambda i=i: self.only(i) for i in range(count)}
        )
        super().__init__(*self._weights, self._presses)
        self.follow(*self._weights)

    @property
    def v(self):
        return tuple(weight.value for weight in self._weights)

    @v.setter
    def v(self, values):
        values = _checked_v(values, len(self._weights))
        for weight, value in zip(self._weights, values):
            weight.allowed.checked(weight.label, value)  # so that either all are set or none
        for weight, value in zip(self._weights, values):
            weight.value = value

    rows = property(lambda self: self.reading and self.reading.rows)
    product = property(lambda self: self.reading and self.reading.product)
    grad = property(lambda self: self.reading and self.reading.grad)

    def ones(self):
        """Weight 1 for every row: what y.sum().backward() does."""
        self.v = (1.0,) * len(self._weights)

    def only(self, i):
        """A unit vector as weights, which picks row i of the Jacobian."""
        self.v = units(len(self._weights))[i]

    @cached_property
    def _jacobian(self):
        """The rows, computed only once: f and x stay, only the weights move."""
        return jacobian(self.f, self.x, len(self._weights))

    def _update(self):
        try:
            self.reading = read(self.f, self.x, self.v, self._jacobian)
        except Unusable as problem:
            self.reading = None
            self.show(draw_problem(str(problem)), str(problem), problem_text(problem))
        else:
            description = words.description(self.reading)
            self.show(
                draw_jacobian(self.reading, self.name, description), description, words.text(self.reading, self.name)
            )

    def _explain(self, problem):
        self._weights, self.reading = [], None
        super().__init__()
        self.show(draw_problem(str(problem)), str(problem), problem_text(problem))


def _example(x):
    return ag.stack([x[0] * x[1], x[0] + x[1], x[0] ** 2])


def _checked_x(x):
    try:
        values = tuple(map(float, x))
    except (TypeError, ValueError):
        values = ()
    if not 1 <= len(values) <= MOST:
        raise ValueError(f"x must be 1 to {MOST} numbers, not {x!r}\n  help: as in x=[1., 2., 3.]")
    return values


def _checked_v(v, count):
    if v is None:
        return (1.0,) * count
    values = tuple(v) if hasattr(v, "__iter__") else (v,)
    if len(values) != count:
        raise ValueError(f"v has {len(values)} numbers, but y has {count}\n  help: one weight for each output")
    return values
