"""A short program, run line by line on the engine: the lines in the picture are those that ran."""

from dataclasses import dataclass
from functools import cache

import autogradlab as ag


@dataclass(frozen=True)
class Stop:
    """The line (counted from 0) that raised, and the error."""

    line: int
    error: Exception

    @property
    def kind(self):
        return type(self.error).__name__

    @property
    def sentence(self):
        """The error's first sentence without its full stop; hints come in later ones."""
        return str(self.error).split(". ")[0].removesuffix(".")


def run_lines(lines, after=lambda place, names: None, names=None):
    """Run the lines; return (variables, Stop or None). `after(place, variables)` is called after each line that ran."""
    names = {"ag": ag} | (names or {})
    for place, line in enumerate(lines):
        try:
            exec(_compiled(line), names)
        except Exception as error:  # the learner chose this program; the picture shows where it stops
            error.__traceback__ = None  # the traceback would hold on to every tensor
            return names, Stop(place, error)
        after(place, names)
    return names, None


@cache
def _compiled(line):
    return compile(line, "<program>", "exec")
