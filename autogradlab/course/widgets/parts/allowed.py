"""Which values a control takes, and what to say about the others."""

from dataclasses import dataclass
from numbers import Real

from autogradlab.draw.numbers import written


@dataclass(frozen=True)
class Range:
    """Any number from low to high; buttons move by `step`."""

    low: float
    high: float
    step: float

    def checked(self, name, value):
        """The value as a float. Raises ValueError unless it is a number within the range."""
        _check_number(name, value, example=0.5)
        if not self.low <= value <= self.high:
            raise ValueError(f"{name} = {value:g} is outside {self}\n  help: choose a number from {self}")
        return float(value)

    def neighbour(self, value, steps):
        """The value so many steps away, on the grid of steps and within the range."""
        moved = round(value / self.step + steps) * self.step
        return round(min(max(moved, self.low), self.high), 10)

    def __str__(self):
        return f"{written(self.low)} to {written(self.high)}"


@dataclass(frozen=True)
class Choice:
    """One of some numbers, in rising order; buttons move to the next one."""

    values: tuple

    @property
    def low(self):
        return self.values[0]

    @property
    def high(self):
        return self.values[-1]

    def checked(self, name, value):
        """The value itself. Raises ValueError unless it is one of the values."""
        _check_number(name, value, example=self.high)
        if value not in self.values:
            raise ValueError(f"{name} = {value:g} is not one of {self}\n  help: choose one of {self}")
        return self.values[self.values.index(value)]

    def neighbour(self, value, steps):
        """The value so many places away, or the last one on that side."""
        place = self.values.index(value) + steps
        return self.values[min(max(place, 0), len(self.values) - 1)]

    def __str__(self):
        return ", ".join(map(written, self.values))


def _check_number(name, value, example):
    if not isinstance(value, Real) or isinstance(value, bool):
        raise ValueError(f"{name} must be a number, not {value!r}\n  help: give a number, such as {written(example)}")
