"""Runs the small programs behind the questions: a key is computed by its program, never typed in by an author."""

import io
import re
import warnings
from contextlib import nullcontext, redirect_stdout
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """One side of a contrast: a title and a small program that sets `answer` or prints."""

    title: str
    program: str

    @property
    def in_a_cell(self) -> str:
        """The program for a learner's cell, which shows its last value: the name `answer` is ours."""
        return re.sub("^answer = ", "", self.program, flags=re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """The result of a program: its names, the text it printed, the error that ended it (if any), its warnings."""

    names: dict
    printed: str
    error: Exception | None = None
    warnings: tuple = ()

    @property
    def outcome(self):
        """`answer` if the program set that name, else the text it printed."""
        return self.names.get("answer", self.printed.rstrip("\n"))

    @property
    def transcript(self) -> str:
        """What a reader would see: the printed text, then the error's class and sentence."""
        last = [f"{type(self.error).__name__}: {self.error}"] if self.error else []
        return "\n".join([*self.printed.splitlines(), *last])

    def value_of(self, expression: str):
        """The value of an expression in the program's names."""
        return eval(expression, dict(self.names))


def run(program: str, *, may_raise: bool = False, machine=None, **known) -> Run:
    """Run a course program in a fresh namespace, with the engine as `ag` and with the names in `known`.

    `machine` returns a context in which the engine follows another rule; a program may then end in an error.
    Warnings are kept in the result and not shown, and the state of the learner's random numbers is restored.
    Errors: passed on, because a course program that fails is our fault; with `may_raise` kept in the result.
    """
    import autogradlab

    told = ()
    names, out, error = {"ag": autogradlab, "__name__": "program", **known}, io.StringIO(), None
    try:
        with (
            (machine or nullcontext)(),
            redirect_stdout(out),
            warnings.catch_warnings(record=True) as told,
            autogradlab.random.fork_rng(),
        ):
            warnings.simplefilter("always")
            exec(compile(program, "<program>", "exec"), names)
    except Exception as raised:
        if not (may_raise or machine):
            raise
        error = raised
    return Run(names, out.getvalue(), error, tuple(told))
