"""Asks for one of several options, or for all that fit."""

import random
from dataclasses import dataclass, replace
from typing import ClassVar

from autogradlab.course.checks import compare, reading
from autogradlab.course.checks.questions.clickable import LETTERS
from autogradlab.course.checks.questions.item import Item, Signature
from autogradlab.course.programs import Case, run


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
    """The right option is the one whose name is the program's `answer`; with `several`, `answer` is a list of names.

    An answer is the letters of the options, such as "B" or "ACD". With `several`, a signature's `answer` is an
    expression for a list of names.
    """

    options: tuple[Option, ...]
    keep_order: bool = False
    several: bool = False
    type_name: ClassVar[str] = "choice"
    first_counts: ClassVar[bool] = True

    def for_learner(self, seed: str) -> "Choice":
        """The same item with its options in the order that belongs to this learner."""
        if self.keep_order:
            return self
        shuffled = random.Random(f"{seed}/{self.id}/{self.seed or ''}").sample(self.options, len(self.options))
        return replace(self, options=tuple(shuffled))

    def lettered(self) -> dict[str, Option]:
        return dict(zip(LETTERS, self.options))

    def key(self) -> str:
        return self._letters_of(self.ran().names["answer"])

    def read(self, raw, key: str) -> str:
        options = {letter: option.text for letter, option in self.lettered().items()}
        return reading.read_choices(raw, options) if self.several else reading.read_choice(raw, options)

    def signed(self) -> list[tuple[Signature, str]]:
        """Every option that has feedback, with its letter (none with `several`); then the signatures in `wrong`."""
        spoken = (
            []
            if self.several
            else [
                (Signature(option.idea, "", option.says, option.show_me), letter)
                for letter, option in self.lettered().items()
                if option.says
            ]
        )
        return spoken + super().signed()

    def value_of(self, signature: Signature) -> str:
        if not signature.answer:
            return self._letters_of(self.ran(signature.idea).names.get("answer"))
        return self._letters_of(self.ran().value_of(signature.answer))

    def explained(self, answer: str, key: str) -> list[Signature]:
        whole = super().explained(answer, key)
        marked = [
            Signature(option.idea, "", option.says, option.show_me)
            for letter, option in self.lettered().items()
            if self.several and letter in answer and letter not in key and option.says
        ]
        return whole or marked[:1]

    def unknown(self, answer: str, key: str) -> str:
        if self.several:
            return compare.judged_rightly(answer, key, self.lettered(), "options")
        return "**Another option fits better.** Test each of them on the smallest example you can think of."

    def written(self, answer: str) -> str:
        return "; ".join(self.lettered()[letter].text.rstrip(".") for letter in answer) or "none of them"

    def confirmed(self, answer: str, key: str) -> str:
        """The right option; where there may be several, their letters, which are marked above."""
        return ", ".join(key) or "none of them" if self.several else self.written(key)

    def stored(self, answer: str) -> str:
        return f"{answer} {', '.join(self.lettered()[letter].name for letter in answer)}"

    def read_back(self, stored: str) -> str:
        return self.set_out(stored.partition(" ")[0])

    def set_out(self, answer: str) -> str:
        """The chosen option or, where there may be several, each with its letter on a line of its own."""
        options = self.lettered()
        lines = [f"**{letter}** {options[letter].text.rstrip('.')}" for letter in answer]
        return "\n".join(lines) if lines and self.several else self.written(answer)

    def raw(self, answer: str) -> str:
        return answer or "none" if self.several else self.lettered()[answer].text

    def on(self, machine) -> str:
        names = run(self.program, machine=machine).names.get("answer")
        found = self._letters_of(names)
        says_none = self.several and names is not None
        return self.raw(found if found or says_none else self.key())

    def example(self) -> str:
        return '"A C"' if self.several else '"A"'

    def _letters_of(self, names) -> str:
        wanted = {str(name) for name in names} if self.several and names is not None else {str(names)}
        return "".join(letter for letter, option in self.lettered().items() if option.name in wanted)
