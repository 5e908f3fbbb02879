"""The learners. Each has `answer(item)`: what it would type, from its picture of the machine."""

import random
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from autogradlab.course.checks import ideas
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.questions import Number, Order


@dataclass(frozen=True)
class Reference:
    """Knows how the machine works."""

    name: str = "reference"

    def answer(self, item):
        return item.raw(item.key())


@dataclass
class Believer:
    """Follows one misconception, or several at once; `repair` gives one of them up."""

    held: tuple[str, ...]

    @property
    def name(self) -> str:
        return "+".join(self.held)

    def repair(self, idea: str) -> None:
        """Gives up what feedback named."""
        self.held = tuple(each for each in self.held if each != idea)

    def answer(self, item):
        """By running the item's program on the machines believed in; where that changes nothing, what the item lists
        for one of the ideas; else the key."""
        ran = self._on_machines(item)
        if ran is not None:
            return ran
        listed = {signature.idea: value for signature, value in item.signed()}
        return item.raw(next((listed[idea] for idea in self.held if idea in listed), item.key()))

    def _on_machines(self, item):
        machines = [machine for machine in map(ideas.machine_of, self.held) if machine]
        if not machines:
            return None
        key = item.key()
        raw = item.on(_all_of(machines))
        return None if _says(item, raw, key) else raw


def _says(item, raw, key) -> bool:
    """Whether an answer says the same as the key; one that cannot be read, such as the nan of a run that blew up,
    does not."""
    try:
        return item.agrees(item.read(raw, key), key)
    except Unreadable:
        return False


@dataclass
class Guesser:
    """Knows nothing: types a number between -10 and 10, picks any option, mixes lines."""

    rng: random.Random = field(default_factory=lambda: random.Random(0))

    def answer(self, item):
        if isinstance(item, Number):
            return _numbers(item.key().shape, self.rng)
        if isinstance(item, Order):
            return " ".join(map(str, self.rng.sample(range(1, len(item.lines) + 1), len(item.lines))))
        if item.lettered():
            return item.raw(self.rng.choice([value for value in _options(item)]))
        return str(self.rng.randint(-10, 10))


def _numbers(shape, rng):
    if not shape:
        return rng.randint(-10, 10)
    return [_numbers(shape[1:], rng) for _ in range(shape[0])]


def _options(item) -> list:
    """An answer for every option of an item that has any."""
    key = item.key()
    if isinstance(key, tuple):
        return [(fix.line, letter) for letter, fix in item.lettered().items()]
    return list(item.lettered())


def _all_of(machines):
    """One context in which all these machines are in force."""

    @contextmanager
    def together():
        with ExitStack() as stack:
            for machine in machines:
                stack.enter_context(machine())
            yield

    return together
