"""Stubs in place of solutions, in a learner's copy. The marks are nbgrader's, each alone on its line."""

import re

CODE_STUB = "# YOUR CODE HERE\nraise NotImplementedError()"
TEXT_STUB = "YOUR ANSWER HERE"
_REGION = re.compile(r"^([ \t]*)### BEGIN (SOLUTION|HIDDEN TESTS)[ \t]*\n(.*?)^[ \t]*### END \2[ \t]*$\n?", re.M | re.S)
_MARK = re.compile(r"### (BEGIN|END) (SOLUTION|HIDDEN TESTS)")


def unsolved(source: str) -> str:
    """A code cell with a stub in place of each solution, and without hidden tests."""
    return _REGION.sub(_stub, source + "\n").rstrip("\n")


def frame(source: str) -> str:
    """A code cell without its solutions and hidden tests."""
    return _REGION.sub("", source + "\n").rstrip("\n")


def has_mark(source: str) -> bool:
    """Whether a source contains a mark; after `unsolved`, that is one without a partner."""
    return bool(_MARK.search(source))


def _stub(match):
    indent, kind, _ = match.groups()
    return "" if kind == "HIDDEN TESTS" else "".join(f"{indent}{line}\n" for line in CODE_STUB.splitlines())
