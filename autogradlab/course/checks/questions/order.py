"""Asks for lines in an order that works. Orders are judged by running them, so every order that works is right."""

import random
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from autogradlab.course.checks import near, reading
from autogradlab.course.checks.questions.item import Item, Signature
from autogradlab.course.programs import Run, run

HERE = "# LINES"


@dataclass(frozen=True, kw_only=True)
class Order(Item):
    """`lines` are in an order that works; the learner sees them mixed and answers with their numbers, "3 1 2".

    The program holds a line `# LINES` that is replaced by the lines in the learner's order, or it reads the variable
    `order`, the places (from 1) of the learner's lines among `lines`. An order is right if the program's `answer` is
    the same as for `lines` as written. A signature's `answer` is such an order, "1 2 4 3 5", counted among `lines`.
    `outcome` says what `answer` is, for the sentence "In this order, {outcome} is ...".
    """

    lines: tuple[str, ...]
    outcome: str = "the result"
    mixed: tuple[int, ...] = ()
    type_name: ClassVar[str] = "order"
    field_shows_text: ClassVar[bool] = True

    def for_learner(self, seed: str) -> "Order":
        """The item with its lines mixed for this learner. If any of 100 draws allows, they neither work as shown nor
        are in the order of a known wrong answer: lines that were not moved are not an answer."""
        unmixed = replace(self, mixed=())
        result = cache(unmixed._result)
        taken = {result(unmixed.key()), *(result(unmixed.value_of(each)) for each in self.wrong if each.answer)}
        for round in range(100):
            draw = random.Random(f"{seed}/{self.id}/{self.seed}/{round}")
            mixed = tuple(draw.sample(unmixed.key(), len(self.lines)))
            if result(mixed) not in taken:
                break
        return replace(self, mixed=mixed)

    def shown(self) -> tuple[str, ...]:
        """The lines as the learner sees them."""
        return tuple(self.lines[place - 1] for place in self._mixed)

    def shown_text(self) -> str:
        return "\n".join(f"{number}  {line}" for number, line in enumerate(self.shown(), 1))

    def key(self) -> tuple[int, ...]:
        return self._as_shown(range(1, len(self.lines) + 1))

    def read(self, raw, key) -> tuple[int, ...]:
        return reading.read_order(raw, len(self.lines))

    def agrees(self, answer, key) -> bool:
        return answer == key or self._result(answer) == self._result(key)

    def value_of(self, signature: Signature) -> tuple[int, ...]:
        return self._as_shown(map(int, signature.answer.split()))

    def near(self, answer, key):
        """One line out of place."""
        moved = {_moved(answer, start, end) for start in range(len(answer)) for end in range(len(answer))}
        right = self._result(key)
        return near.OUT_OF_PLACE if any(self._result(order) == right for order in moved) else None

    def unknown(self, answer, key) -> str:
        ran = self._run(answer)
        if ran.error:
            return (
                f"**In this order, the program stops with `{type(ran.error).__name__}`.** Which line asks for "
                "something that is not there yet?"
            )
        return (
            f"**In this order, {self.outcome} is {self._result(answer)}.** Go through the lines one by one: what "
            "does each of them read, and what does it write?"
        )

    def confirmed(self, answer, key) -> str:
        return self.written(answer)

    def written(self, answer) -> str:
        return " ".join(map(str, answer))

    def stored(self, answer) -> str:
        """Counted among `lines`, so that records of different learners can be compared."""
        return " ".join(str(self._mixed[number - 1]) for number in answer)

    raw = written

    def example(self) -> str:
        return f'"{self.written(range(len(self.lines), 0, -1))}"'

    @property
    def _mixed(self) -> tuple[int, ...]:
        return self.mixed or tuple(range(1, len(self.lines) + 1))

    def _as_shown(self, places) -> tuple[int, ...]:
        return tuple(self._mixed.index(place) + 1 for place in places)

    def _run(self, answer) -> Run:
        order = [self._mixed[number - 1] for number in answer]
        return run(_put(self.program, [self.lines[place - 1] for place in order]), may_raise=True, order=order)

    def _result(self, answer) -> str:
        ran = self._run(answer)
        return f"{type(ran.error).__name__}" if ran.error else _plain(ran.outcome)


def _put(program: str, lines) -> str:
    """The program with the lines in place of `# LINES`, at its indentation."""
    return "\n".join(
        "\n".join(row.replace(HERE, line) for line in lines) if row.strip() == HERE else row
        for row in program.splitlines()
    )


def _plain(outcome) -> str:
    value = outcome.tolist() if hasattr(outcome, "tolist") else outcome
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def _moved(order, start: int, end: int) -> tuple[int, ...]:
    rest = [*order[:start], *order[start + 1 :]]
    return (*rest[:end], order[start], *rest[end:])
