"""Which values a control takes, and what to say about the others."""

from dataclasses import dataclass
from math import inf
from numbers import Real

from autogradlab.draw.numbers import written


@dataclass(frozen=True)
class Range:
    """Any number from low to high; buttons move by `step`."""

    low: float
    high: float
    step: float
    example = 0.5

    def checked(self, name, value):
        """The value as a float. Raises ValueError unless it is a number within the range."""
        _check_number(name, value, self.example)
        if not self.low <= value <= self.high:
            raise ValueError(f"{name} = {_shown(value)} is outside {self}\n  help: choose a number from {self}")
        return float(value)

    def neighbor(self, value, steps):
        """The value that many steps away, rounded to the grid of steps and kept within the range."""
        moved = round(value / self.step + steps) * self.step
        return round(min(max(moved, self.low), self.high), 10)

    def __str__(self):
        return f"{written(self.low)} to {written(self.high)}"


@dataclass(frozen=True)
class Whole(Range):
    """Any whole number from low to high; buttons move by one."""

    step: int = 1
    example = property(lambda self: self.high)

    def checked(self, name, value):
        """The value as an int. Raises ValueError unless it is a whole number within the range."""
        number = super().checked(name, value)
        if not number.is_integer():
            raise ValueError(f"{name} = {_shown(value)} is not a whole number\n  help: choose one from {self}")
        return int(number)


@dataclass(frozen=True)
class Choice:
    """One of the numbers listed, in rising order; buttons move to the next or the previous one."""

    values: tuple

    @property
    def low(self):
        return self.values[0]

    @property
    def high(self):
        return self.values[-1]

    def checked(self, name, value):
        """The listed value that equals this one. Raises ValueError if there is none."""
        _check_number(name, value, self.high)
        if value not in self.values:
            raise ValueError(f"{name} = {_shown(value)} is not one of {self}\n  help: choose one of {self}")
        return self.values[self.values.index(value)]

    def neighbor(self, value, steps):
        """The value that many places away, or the last one in that direction."""
        place = self.values.index(value) + steps
        return self.values[min(max(place, 0), len(self.values) - 1)]

    def __str__(self):
        return ", ".join(map(written, self.values))


@dataclass(frozen=True)
class Several:
    """A selection of names in the learner's order; each at most once, unless `again` allows repetition."""

    names: tuple
    least: int = 0
    most: float = inf
    again: bool = False

    def checked(self, name, value):
        """The names as a tuple; one alone may be a string. Raises ValueError for a wrong name, repeat or count."""
        choose = f"choose from {', '.join(self.names)}"
        try:
            given = (value,) if isinstance(value, str) else tuple(value)
        except TypeError:
            raise ValueError(f"{name} must be a list of names, not {value!r}\n  help: {choose}") from None
        for each in given:
            if not isinstance(each, str) or each not in self.names:
                raise ValueError(f"{each!r} is not one of the choices for {name}\n  help: {choose}")
            if given.count(each) > 1 and not self.again:
                raise ValueError(f"{each!r} is in {name} more than once\n  help: name each at most once")
        if len(given) < self.least:
            raise ValueError(f"{name} has {len(given)} names, but needs at least {self.least}\n  help: {choose}")
        if len(given) > self.most:
            raise ValueError(
                f"{name} has {len(given)} names, but can have at most {self.most}\n  help: leave some of them out"
            )
        return given


def _shown(value):
    try:
        return f"{float(value):g}"
    except OverflowError:
        return "a number that large"


def _check_number(name, value, example):
    if not isinstance(value, Real) or isinstance(value, bool):
        raise ValueError(f"{name} must be a number, not {value!r}\n  help: give a number, such as {written(example)}")
