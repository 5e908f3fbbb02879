"""Asks for a number or an array of numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from autogradlab.course.checks import compare, near, reading
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.questions.item import Item, Signature
from autogradlab.course.programs import Run, run

ERROR = "error"
NONE = "None"
COUNTED = 1e-6  # `relative` for counts: 100,001 in place of 100,000 is not right


@dataclass(frozen=True, kw_only=True)
class Number(Item):
    """The key is the program's variable `answer`.

    `expected` says which kind of value it is, without the value: "a positive number below 1".
    Where the task asks for a number of `digits` after the point, the key rounded to that many is right as well.
    `batch` is the number of samples where summing and averaging could be mixed up, `calls` the number of backward calls
    where they could count too often or too little. `also` holds other values of the program, as expressions in its
    names, each under the change that turns the key into it: "last", "path", "step", "value", "upstream"; a tuple
    holds several, as for "path".
    """

    expected: str
    relative: float = compare.RELATIVE
    digits: int | None = None
    batch: int = 0
    calls: int = 0
    also: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    type_name: ClassVar[str] = "number"

    def key(self) -> np.ndarray:
        return compare.as_array(self.ran().names["answer"])

    def read(self, raw, key: np.ndarray):
        """The answer as an array; "error" if the learner expects one; "None" if that is the answer of a signature.

        Errors: Blank, Unreadable (a list where one number is asked for is unreadable, unless a signature has it).
        """
        if isinstance(raw, str) and near.is_error(raw):
            return ERROR
        if reading.is_none(raw) and self.explained(NONE, key):
            return NONE
        answer = reading.read_numbers(raw, key.shape)
        if key.ndim == 0 and answer.ndim > 0 and not self.explained(answer, key):
            raise Unreadable(
                "This question asks for one number, but you gave a list.",
                f"Write it without brackets, such as {reading.example(())}.",
            )
        return answer

    def agrees(self, answer, key) -> bool:
        if isinstance(answer, str) or isinstance(key, str):
            return isinstance(answer, str) and isinstance(key, str) and answer == key
        return compare.same(answer, key, self.relative) or self._is_rounded(answer, key)

    def _is_rounded(self, answer, key) -> bool:
        """Whether they differ by no more than half a unit of the last digit that is asked for."""
        half = None if self.digits is None else 0.5 * 10**-self.digits + compare.SMALLEST
        return half is not None and answer.shape == key.shape and bool((abs(answer - key) <= half).all())

    def value_of(self, signature: Signature):
        if not signature.answer:
            return self._answer_in(self.ran(signature.idea))
        outcome = _outcome(signature.answer, self.ran())
        return NONE if outcome is None else compare.as_array(outcome)

    def near(self, answer, key: np.ndarray):
        if isinstance(answer, str):
            return near.AN_ERROR
        return near.near_number(answer, key, near.About(self.batch, self.calls, self._also()))

    def unknown(self, answer: np.ndarray, key: np.ndarray) -> str:
        """The feedback on an unforeseen wrong answer. Errors: Unreadable where the shapes differ."""
        if answer.shape != key.shape:
            raise Unreadable(
                "This question asks for {}, but you gave {}.".format(*_forms(key.shape, answer.shape)),
                f"Write it like {reading.example(key.shape)}.",
            )
        says = f"**{self.written(answer)} is not it.** What to look for: {self.expected}."
        return f"{says} {compare.agreement(answer, key)}"

    def written(self, answer) -> str:
        return answer if isinstance(answer, str) else _list_text(answer.tolist())

    stored = written

    def raw(self, answer):
        return answer if isinstance(answer, str) else answer.tolist()

    def on(self, machine):
        return self.raw(self._answer_in(run(self.program, machine=machine)))

    def example(self) -> str:
        return "2.5"

    def _answer_in(self, ran: Run):
        return ERROR if ran.error or ran.names.get("answer") is None else compare.as_array(ran.names["answer"])

    def _also(self) -> dict[str, tuple]:
        ran = self.ran() if self.also else None
        several = ((change, (texts,) if isinstance(texts, str) else texts) for change, texts in self.also.items())
        return {change: tuple(compare.as_array(ran.value_of(text)) for text in texts) for change, texts in several}


def _outcome(answer: str, names: Run):
    """The value of a signature's `answer`: an expression in the item's names, or a program of its own."""
    try:
        compile(answer, "<signature>", "eval")
    except SyntaxError:
        return run(answer).outcome
    return names.value_of(answer)


def _forms(*shapes: tuple[int, ...]) -> list[str]:
    """Shapes in a learner's words ("3 numbers"); as tuples if one of them has more than one dimension."""
    if max(map(len, shapes)) > 1:
        return [f"the shape {shape}" for shape in shapes]
    return [f"{shape[0]} numbers" if shape and shape[0] != 1 else "one number" for shape in shapes]


def _list_text(value) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_list_text, value)) + "]"
    return f"{value:.6g}"
