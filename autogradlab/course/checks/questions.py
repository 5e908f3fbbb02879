"""The three first types of question: a number, the text a program prints, a choice.

An item is plain data. Its key and its signatures are programs, so all of them move when the engine moves.
`{key}` and `{answer}` in a sentence stand for the key and for what the learner answered.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from autogradlab.course.checks import compare, near, reading
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.programs import Run, run
from autogradlab.course.checks.wording import quoted

LETTERS = "ABCDEFGH"


@dataclass(frozen=True)
class Case:
    """One side of a contrast: a title and a small program that sets `answer` or prints."""

    title: str
    program: str


@dataclass(frozen=True)
class Signature:
    """A wrong answer that has an idea behind it.

    `idea` is a misconception ("M40") or a few words; `answer` an expression among the names of the item's
    program, or a program of its own; `says` names the idea, never the person; `show_me` is the smallest contrast.
    """

    idea: str
    answer: str
    says: str
    show_me: tuple[Case, Case] | tuple[()] = ()


@dataclass(frozen=True, kw_only=True)
class Item:
    """What every type has. `hints` are point, principle and partial; `reveal` is the fourth and last."""

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
    type_name: ClassVar[str]

    @property
    def kind(self) -> str:
        """The type in words, as the head of the card shows it."""
        return f"predict: {self.type_name}" if self.predict else self.type_name

    def lettered(self) -> dict:
        """The options by letter; only a choice has any."""
        return {}

    def for_learner(self, seed: str) -> "Item":
        """The item as this learner sees it."""
        return self


@dataclass(frozen=True, kw_only=True)
class Number(Item):
    """Asks for a number or an array of numbers; the key is the program's variable `answer`.

    `expected` says which kind of value it is, without the value: "a positive number below 1".
    `batch` is the number of samples where summing and averaging could be mixed up.
    """

    expected: str
    relative: float = compare.RELATIVE
    batch: int = 0
    type_name = "number"

    def key(self) -> np.ndarray:
        return compare.as_array(run(self.program).names["answer"])

    def read(self, raw, key: np.ndarray) -> np.ndarray:
        """The answer as an array. Errors: Blank, Unreadable (a list where one number is asked for is unreadable)."""
        answer = reading.read_numbers(raw, key.shape)
        if key.ndim == 0 and answer.ndim > 0:
            raise Unreadable(
                "This question asks for one number, and you gave a list.",
                f"Write it without brackets, such as {reading.example(0)}.",
            )
        return answer

    def agrees(self, answer: np.ndarray, key: np.ndarray) -> bool:
        return compare.same(answer, key, self.relative)

    def signed(self) -> list[tuple[Signature, np.ndarray]]:
        """Every signature with the wrong answer that it gives."""
        names = run(self.program)
        return [(signature, compare.as_array(_outcome(signature.answer, names))) for signature in self.wrong]

    def near(self, answer: np.ndarray, key: np.ndarray):
        return near.near_number(answer, key, self.batch)

    def unknown(self, answer: np.ndarray, key: np.ndarray) -> str:
        """What to say about a wrong answer nobody foresaw. Errors: Unreadable where the shapes differ."""
        if answer.shape != key.shape:
            raise Unreadable(
                f"This question asks for the shape {key.shape}, and you gave {answer.shape}.",
                f"Write it like {reading.example(key.ndim)}.",
            )
        says = f"**{self.written(answer)} is not it.** What to look for: {self.expected}."
        return f"{says} {compare.agreement(answer, key)}"

    def written(self, answer: np.ndarray) -> str:
        return _list_text(answer.tolist())

    def stored(self, answer: np.ndarray) -> str:
        return self.written(answer)

    def example(self) -> str:
        return "2.5"


@dataclass(frozen=True, kw_only=True)
class Print(Item):
    """Asks what a program prints, or which error it ends with; the program is shown."""

    type_name = "predict the print"

    def __post_init__(self):
        object.__setattr__(self, "listing", self.listing or self.program)

    @property
    def kind(self) -> str:
        return self.type_name

    def key(self) -> str:
        return run(self.program, may_raise=True).transcript

    def read(self, raw, key: str) -> str:
        return reading.read_print(raw)

    def agrees(self, answer: str, key: str) -> bool:
        return compare.same_print(reading.unwrapped(answer), reading.unwrapped(key)) or near.names_error(answer, key)

    def signed(self) -> list[tuple[Signature, str]]:
        return [(signature, run(signature.answer, may_raise=True).transcript) for signature in self.wrong]

    def near(self, answer: str, key: str):
        return near.near_print(answer, key)

    def unknown(self, answer: str, key: str) -> str:
        return "**It prints something else.** Go through the program line by line and write down each value."

    def written(self, answer: str) -> str:
        return f"`{quoted(answer)}`"

    def stored(self, answer: str) -> str:
        return " ".join(answer.split())

    def example(self) -> str:
        return '"3.0"'


@dataclass(frozen=True)
class Option:
    """One option: its name among the values of the item's program, its text, and what to say if it is picked."""

    name: str
    text: str
    idea: str = ""
    says: str = ""
    show_me: tuple[Case, Case] | tuple[()] = ()


@dataclass(frozen=True, kw_only=True)
class Choice(Item):
    """Asks for one of several options; the right one is the option whose name the program's `answer` gives."""

    options: tuple[Option, ...]
    keep_order: bool = False
    type_name = "choice"

    def for_learner(self, seed: str) -> "Choice":
        """The same item with its options in the order that belongs to this learner."""
        if self.keep_order:
            return self
        shuffled = random.Random(f"{seed}/{self.id}").sample(self.options, len(self.options))
        return replace(self, options=tuple(shuffled))

    def lettered(self) -> dict[str, Option]:
        return dict(zip(LETTERS, self.options))

    def key(self) -> str:
        name = str(run(self.program).names["answer"])
        return next(letter for letter, option in self.lettered().items() if option.name == name)

    def read(self, raw, key: str) -> str:
        return reading.read_choice(raw, {letter: option.text for letter, option in self.lettered().items()})

    def agrees(self, answer: str, key: str) -> bool:
        return answer == key

    def signed(self) -> list[tuple[Signature, str]]:
        """Every option that has something to say, with its letter."""
        return [
            (Signature(option.idea, "", option.says, option.show_me), letter)
            for letter, option in self.lettered().items()
            if option.says
        ]

    def near(self, answer: str, key: str):
        return None

    def unknown(self, answer: str, key: str) -> str:
        return "**Another option fits better.** Test each of them on the smallest example you can think of."

    def written(self, answer: str) -> str:
        return self.lettered()[answer].text.rstrip(".")

    def stored(self, answer: str) -> str:
        return f"{answer} {self.lettered()[answer].name}"

    def example(self) -> str:
        return '"A"'


def _outcome(answer: str, names: Run):
    """What a signature gives: an expression among the item's names, or a program of its own."""
    try:
        compile(answer, "<signature>", "eval")
    except SyntaxError:
        return run(answer).outcome
    return names.value_of(answer)


def _list_text(value) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_list_text, value)) + "]"
    return f"{value:.6g}"
