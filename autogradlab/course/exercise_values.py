"""Values that go into a learner's function in an exercise, and how those that come out are looked at."""

import autogradlab as ag
from autogradlab.course.exercise import require


def double(values, tracked=False):
    """A tensor of float64."""
    return ag.tensor(values, dtype=ag.float64, requires_grad=tracked)


def plain(name, given):
    """The tensor that the learner's function `name` gave, as plain numbers."""
    require(hasattr(given, "tolist"), f"`{name}` gave {given!r}", "give a tensor")
    return given.tolist()


def near(given, wanted, tolerance=1e-9):
    """Whether a number, or a list of numbers and lists, agrees with the one that is wanted."""
    if isinstance(wanted, list):
        return (
            isinstance(given, list)
            and len(given) == len(wanted)
            and all(near(one, other, tolerance) for one, other in zip(given, wanted))
        )
    return isinstance(given, (int, float)) and abs(given - wanted) <= tolerance * max(1, abs(wanted))


def listed(numbers):
    """Numbers for a sentence, with four digits: '[1, 0.3333]'."""
    return "[" + ", ".join(f"{number:.4g}" for number in numbers) + "]"
