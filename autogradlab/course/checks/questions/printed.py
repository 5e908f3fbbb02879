"""Asks what a program prints, or which error it ends with."""

import ast
from dataclasses import dataclass
from typing import ClassVar

from autogradlab.course.checks import compare, near, reading
from autogradlab.course.checks.prediction import read_prediction
from autogradlab.course.checks.questions.item import Item, Signature
from autogradlab.course.checks.wording import quoted
from autogradlab.course.programs import run

LONGEST = 160  # characters of a printed text in a sentence
_AGAIN = ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.FunctionDef, ast.Lambda


@dataclass(frozen=True, kw_only=True)
class Print(Item):
    """The program is shown; the key is the text that it prints, and the class and sentence of an error that ends it."""

    type_name: ClassVar[str] = "predict the print"
    may_raise: ClassVar[bool] = True

    def __post_init__(self):
        super().__post_init__()
        object.__setattr__(self, "listing", self.listing or self.program)

    @property
    def kind(self) -> str:
        return self.type_name

    def key(self) -> str:
        return self.ran().transcript

    def read(self, raw, key: str) -> str:
        return read_prediction(raw, self.program, key, tuple(signature.answer for signature in self.wrong))

    def agrees(self, answer: str, key: str) -> bool:
        return compare.same_words(*map(reading.unwrapped, (answer, key))) or self._names_error(answer, key)

    def value_of(self, signature: Signature) -> str:
        if signature.answer:
            return run(signature.answer, may_raise=True).transcript
        return self.ran(signature.idea).transcript

    def explained(self, answer: str, key: str) -> list[Signature]:
        """The signatures that this answer fits, as printed or in the same numbers and words (`6`, `tensor(6.)`)."""
        return super().explained(answer, key) or self._explained_by_values(answer, key)

    def is_off_in_form(self, answer: str, key: str) -> bool:
        return compare.same_values(answer, key) or near.has_more_words(answer, key) or near.has_other_words(answer, key)

    def near(self, answer: str, key: str):
        return near.near_print(answer, key)

    def unknown(self, answer: str, key: str) -> str:
        told = compare.in_place(answer, key) or "Go through the program line by line and write down each value."
        return f"**It prints something else.** {told}"

    def written(self, answer: str) -> str:
        return ", ".join(f"`{line}`" for line in quoted(answer, LONGEST).splitlines()) or "``"

    def set_out(self, answer: str) -> str:
        """What is printed, line by line."""
        return f"`{quoted(answer, LONGEST)}`"

    def confirmed(self, answer: str, key: str) -> str:
        """The print; for an answer that differs in case or brackets, as "Python writes it ..."."""
        exact = compare.same_print(*map(reading.unwrapped, (answer, key))) or self._names_error(answer, key)
        return self.written(key) if exact else f"Python writes it {self.written(key)}"

    def stored(self, answer: str) -> str:
        return " ".join(answer.split())

    read_back = set_out

    def raw(self, answer: str) -> str:
        return answer

    def on(self, machine) -> str:
        return run(self.program, may_raise=True, machine=machine).transcript

    def example(self) -> str:
        return '"3.0"'

    def form(self) -> str:
        """How to answer in one field. It is derived from the program's text, since its print may be the answer."""
        return "what it prints, a space between lines" if _may_print_lines(self.program) else "what it prints"

    def _explained_by_values(self, answer: str, key: str) -> list[Signature]:
        if compare.same_values(answer, key) or near.has_fewer_words(answer, key):
            return []
        same = [signature for signature, value in self.signed() if compare.same_values(answer, value)]
        return same or [signature for signature, value in self.signed() if near.has_fewer_words(answer, value)]

    def _names_error(self, answer: str, key: str) -> bool:
        return near.names_error(answer, key, self.program) or near.quotes_error(answer, key)


def _may_print_lines(program: str) -> bool:
    """Whether it may print several lines: it calls `print` twice, or once in a loop, a comprehension or a function."""
    nodes = list(ast.walk(ast.parse(program)))
    again = (inner for node in nodes if isinstance(node, _AGAIN) for inner in ast.walk(node))
    return sum(map(_prints, nodes)) > 1 or any(map(_prints, again))


def _prints(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
