"""Asks for the line that holds a bug, and for the fix. Which ones are right is found by running all fixes."""

import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from autogradlab.course.checks import near, reading
from autogradlab.course.checks.questions.clickable import LETTERS
from autogradlab.course.checks.questions.item import Item, Signature
from autogradlab.course.programs import Case, Run, run


@dataclass(frozen=True)
class Fix:
    """A change to the program: line number `line` becomes `new` (one or more lines, or empty: the line is removed).

    `also` is another line at which the same words mend the program as well, 0 if there is none.
    """

    text: str
    line: int
    new: str
    idea: str = ""
    says: str = ""
    show_me: tuple[Case, Case] | tuple[()] = ()
    also: int = 0


@dataclass(frozen=True, kw_only=True)
class Bug(Item):
    """The program is shown with line numbers. The answer is a line and the letter of a fix, such as "3 B".

    `probe` is code that runs after the program and sets `answer`; `goal` is a program that sets `answer` to the value
    of a sound program. The right fix is the one after which the two agree, the right line is the one that it changes.
    Without `fixes` the answer is the line alone, which is `goal`'s `answer`; then `wrong` holds lines: `answer="5"`.
    """

    goal: str
    probe: str = ""
    fixes: tuple[Fix, ...] = ()
    type_name: ClassVar[str] = "find the bug"

    def for_learner(self, seed: str) -> "Bug":
        """The item with its fixes in the order that belongs to this learner."""
        draw = random.Random(f"{seed}/{self.id}/{self.seed or ''}")
        return replace(self, fixes=tuple(draw.sample(self.fixes, len(self.fixes))))

    def lettered(self) -> dict[str, Fix]:
        return dict(zip(LETTERS, self.fixes))

    def shown_text(self) -> str:
        """The program with a number before every line."""
        return "\n".join(f"{number:2}  {line}".rstrip() for number, line in enumerate(self._lines(), 1))

    def key(self) -> tuple[int, str]:
        return self._found

    @cached_property
    def _found(self) -> tuple[int, str]:
        """The right line and the letter of its fix; cached, because finding them can run training loops."""
        wanted = run(self.goal).outcome
        if not self.fixes:
            return int(wanted), ""
        right = [letter for letter, fix in self.lettered().items() if self._mends(fix, wanted)]
        if len(right) != 1:
            raise ValueError(f"{self.id}: {len(right)} fixes give what the goal gives, and it must be one")
        return self.lettered()[right[0]].line, right[0]

    def read(self, raw, key) -> tuple[int, str]:
        options = {letter: fix.text for letter, fix in self.lettered().items()}
        return reading.read_line_and_letter(raw, len(self._lines()), options)

    def agrees(self, answer, key) -> bool:
        line, letter = answer
        return answer == key or bool(self.fixes) and letter == key[1] and line == self.lettered()[letter].also

    def confirmed(self, answer, key) -> str:
        return self.written(answer)

    def signed(self) -> list[tuple[Signature, tuple[int, str]]]:
        """Every fix that has feedback, at the line that it changes; then the lines in `wrong`."""
        return [
            (Signature(fix.idea, "", fix.says, fix.show_me), (fix.line, letter))
            for letter, fix in self.lettered().items()
            if fix.says
        ] + super().signed()

    def value_of(self, signature: Signature) -> tuple[int, str]:
        return int(signature.answer), ""

    def explained(self, answer, key) -> list[Signature]:
        """Line and fix are judged apart: a fix is known by its letter, whatever line was named with it."""
        line, letter = answer
        return [
            signature for signature, (at, fix) in self.signed() if (fix and fix == letter) or (not fix and at == line)
        ]

    def near(self, answer, key):
        return near.LINE if answer[1] == key[1] and self.fixes else None

    def unknown(self, answer, key) -> str:
        if answer[0] == key[0]:
            return "**The line is found, the change is not.** What would the program give after it?"
        return f"**Line {answer[0]} does what it should.** Which line reads or writes something that it should not?"

    def written(self, answer) -> str:
        line, letter = answer
        fix = self.lettered()[letter].text.rstrip(".") if letter else ""
        return f"line {line}, {fix[0].lower()}{fix[1:]}" if fix else f"line {line}"

    def stored(self, answer) -> str:
        line, letter = answer
        return f"{line} {self.lettered()[letter].text}" if letter else str(line)

    def raw(self, answer) -> str:
        return f"{answer[0]} {answer[1]}".strip()

    def example(self) -> str:
        return '"2 A"' if self.fixes else '"2"'

    def _lines(self) -> list[str]:
        return (self.listing or self.program).strip("\n").splitlines()

    def _mends(self, fix: Fix, wanted) -> bool:
        ran = self.mended(fix)
        return not ran.error and _same(ran.outcome, wanted)

    def mended(self, fix: Fix) -> Run:
        """The run of the program after a fix, followed by the probe."""
        lines = self._lines()
        lines[fix.line - 1 : fix.line] = fix.new.splitlines()
        return run("\n".join([*lines, self.probe]), may_raise=True)


def _same(one, other) -> bool:
    one, other = (value.tolist() if hasattr(value, "tolist") else value for value in (one, other))
    try:
        return all(abs(a - b) <= 1e-6 * max(1, abs(b)) for a, b in zip(_flat(one), _flat(other), strict=True))
    except (TypeError, ValueError):
        return one == other


def _flat(value) -> list:
    return [part for each in value for part in _flat(each)] if isinstance(value, (list, tuple)) else [value]
