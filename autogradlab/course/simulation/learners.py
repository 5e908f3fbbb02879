"""The simulated learners. Each has `answer(item)`: what it would type, given its picture of the engine."""

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from autogradlab.course.checks import ideas
from autogradlab.course.checks.arithmetic import Unreadable


@dataclass(frozen=True)
class Reference:
    """A learner who knows how the engine works."""

    name: str = "reference"

    def answer(self, item):
        return item.raw(item.key())


@dataclass
class Believer:
    """A learner who holds one misconception, or several at once; `repair` removes one of them."""

    held: tuple[str, ...]

    @property
    def name(self) -> str:
        return "+".join(self.held)

    def repair(self, idea: str) -> None:
        """Give up the idea that feedback named."""
        self.held = tuple(each for each in self.held if each != idea)

    def answer(self, item):
        """The result of the item's program on the machines of the held ideas; if that agrees with the key, the answer
        that the item lists for one of the ideas; else the key."""
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
    """Whether an answer agrees with the key; one that cannot be read, such as the nan of a run that diverged, does
    not."""
    if repr(raw) == repr(item.raw(key)):
        return True  # most machines change nothing; then no code has to be run to find out
    try:
        return item.agrees(item.read(raw, key), key)
    except Unreadable:
        return False


def _all_of(machines):
    """A function that returns one context in which all these machines are in force."""

    @contextmanager
    def together():
        with ExitStack() as stack:
            for machine in machines:
                stack.enter_context(machine())
            yield

    return together
