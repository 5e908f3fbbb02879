"""What every type of question has: texts, programs, signatures of wrong answers, and numbers that variants redraw.

`{key}` and `{answer}` in a sentence stand for the key and for the learner's answer. `$w` and `${2*w}` in any text stand
for a number of the item, or for the value of a formula of its numbers.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import ClassVar

from autogradlab.course.checks import ideas
from autogradlab.course.checks.questions.numbers import filled_in
from autogradlab.course.programs import Case, Run, run

TRIES = 200


@dataclass(frozen=True)
class Signature:
    """A wrong answer that has an idea behind it.

    `idea` is a misconception ("M40") or a few words; `answer` an expression in the names of the item's program, or a
    program of its own. Without it, the wrong answer is the result of the item's program on the misconception's machine.
    `says` names the idea, never the person; `show_me` is the smallest contrast (left out: the misconception's own).
    """

    idea: str
    answer: str = ""
    says: str = ""
    show_me: tuple[Case, Case] | tuple[()] = ()


@dataclass(frozen=True, kw_only=True)
class Item:
    """The base of all question types. `hints` are point, principle and partial; `reveal` is the fourth and last.

    `numbers` are the item's numbers as written, `ranges` what a variant may draw for each of them. An item may have one
    of two companions: `twin`, the id of an item that asks for the same idea in another way, or `follow_up`, the id of
    one that tells two ideas apart where one answer fits both. `predict` marks a question that is answered before its
    program is run: such an answer is final.
    """

    id: str
    task: str
    program: str
    reason: str
    hints: tuple[str, str, str]
    reveal: str
    wrong: tuple[Signature, ...] = ()
    listing: str = ""
    picture: Callable[[], tuple[str, str]] | None = None
    predict: bool = False
    numbers: Mapping[str, object] = field(default_factory=dict)
    ranges: Mapping[str, Iterable] = field(default_factory=dict)
    twin: str = ""
    follow_up: str = ""
    seed: int = 0
    type_name: ClassVar[str]
    first_counts: ClassVar[bool] = False
    may_raise: ClassVar[bool] = False  # whether the program may end in an error, which is then the key
    field_shows_text: ClassVar[bool] = False  # whether the field of a card shows the text itself

    def __post_init__(self):
        written = {each.name: getattr(self, each.name) for each in fields(self)}
        object.__setattr__(self, "_written", written)
        object.__setattr__(self, "_runs", {})
        object.__setattr__(self, "_signed", None)
        if self.numbers:
            for name, value in written.items():
                if name not in ("numbers", "ranges"):
                    object.__setattr__(self, name, filled_in(value, self.numbers))

    @property
    def kind(self) -> str:
        """The type in words, as the head of the card shows it."""
        return f"predict: {self.type_name}" if self.predict else self.type_name

    @property
    def tries(self) -> int:
        """How many answers mastery allows: one for a prediction and for a choice."""
        return 1 if self.predict or self.first_counts else 2

    @property
    def varies(self) -> bool:
        """Whether it can be asked in another way: with other numbers, or as its twin."""
        return bool(self.ranges or self.twin)

    @property
    def ideas(self) -> list[str]:
        """The ideas that this item can tell from one another."""
        return list(dict.fromkeys(signature.idea for signature, _ in self.signed() if signature.idea))

    def lettered(self) -> dict:
        """The options by letter; only a choice, a bug and a click have any."""
        return {}

    def read_back(self, stored: str) -> str:
        """An answer as its learner reads it, from what the record keeps of it."""
        return stored

    def set_out(self, answer) -> str:
        """An answer as it stands beside the run's."""
        return self.written(answer)

    def shown_text(self) -> str:
        """The program that belongs to the task, as it is shown; empty where there is none."""
        return self.listing.strip("\n")

    def drawn(self) -> tuple[str, str] | None:
        """The picture that belongs to the task, and the same in words."""
        return self.picture() if self.picture else None

    def for_learner(self, seed: str) -> "Item":
        """The item as this learner sees it."""
        return self

    def variant(self, seed: int) -> "Item":
        """The same question with other numbers; the item itself for seed 0 and where there are no numbers to draw.

        Errors: ValueError if no draw keeps key and signatures apart.
        """
        if not seed or not self.ranges:
            return replace(self, seed=seed)
        draw = random.Random(f"{self.id}/{seed}")
        for _ in range(TRIES):
            numbers = dict(self.numbers) | {name: draw.choice(list(values)) for name, values in self.ranges.items()}
            drawn = type(self)(**(self._written | {"numbers": numbers, "seed": seed}))
            if numbers != self.numbers and drawn.is_distinct(self):
                return drawn
        raise ValueError(
            f"{self.id}: no draw from its ranges gives another key, apart from all signatures\n"
            "  help: choose other ranges; a Choice, whose key stays the same letter, gets a twin instead"
        )

    def is_distinct(self, original: "Item") -> bool:
        """Whether key and signatures differ from each other, and the key from that of the original."""
        key = self.key()
        values = [key, *(value for _, value in self.signed())]
        apart = not any(self.agrees(one, other) for i, one in enumerate(values) for other in values[:i])
        return (apart or bool(self.follow_up)) and not self.agrees(key, original.key())

    def confirmed(self, answer, key) -> str:
        """The answer as the feedback on a right answer repeats it."""
        return self.written(key)

    def signed(self) -> list[tuple[Signature, object]]:
        """Every signature with the wrong answer that it gives."""
        if self._signed is None:
            object.__setattr__(self, "_signed", [(each, self.value_of(each)) for each in self.wrong])
        return self._signed

    def agrees(self, answer, key) -> bool:
        """Whether two answers count as the same."""
        return answer == key

    def near(self, answer, key):
        """The small change that turns the key into this wrong answer, a `Near`, or None."""
        return None

    def explained(self, answer, key) -> list[Signature]:
        """The signatures that this wrong answer fits."""
        return [signature for signature, value in self.signed() if self.agrees(answer, value)]

    def is_off_in_form(self, answer, key) -> bool:
        """Whether a wrong answer has the key's numbers and words, and only its form is another."""
        return False

    def on(self, machine):
        """What a learner would type who thinks that the engine works like `machine`; by default the right answer."""
        return self.raw(self.key())

    def ran(self, idea: str = "") -> Run:
        """The run of the item's program, on the engine as it is or on the machine of a misconception; cached. Errors:
        without a machine, those of the program, unless `may_raise`."""
        if idea not in self._runs:
            machine = ideas.machine_of(idea) if idea else None
            self._runs[idea] = run(self.program, machine=machine, may_raise=self.may_raise)
        return self._runs[idea]
