"""What readers see for the terms in a row: glyphs of statuses, sentences on confinement, misconceptions."""

from dataclasses import dataclass
from functools import cache

from autogradlab.confine import LEVEL_NAMES
from autogradlab.course import misconceptions

from ..row import CORRECT, CRASHED, FOR_A_HUMAN, NOT_ATTEMPTED, PARTLY, REFUSED, TIMED_OUT, UNREADABLE, WRONG

GLYPHS = {
    CORRECT: "✓",
    PARTLY: "◐",
    WRONG: "✗",
    NOT_ATTEMPTED: "○",
    CRASHED: "!",
    TIMED_OUT: "!",
    UNREADABLE: "!",
    REFUSED: "!",
    FOR_A_HUMAN: "✎",
}
_HELD = (
    "Nothing was run.",
    "The program ran in a process of its own, with limits of time and memory. It was not confined: the files and the "
    "network of the machine were within its reach.",
    "The program ran confined: it could reach no network and no files but its own, and had limits of time and memory.",
    "The program ran isolated: it could see no other process, reach no network and no files but its own, and had "
    "limits of time and memory.",
)
#: The name of each level of confinement, and a sentence on how it held the program.
LEVELS = {level: ({0: "not run", **LEVEL_NAMES}[level], held) for level, held in enumerate(_HELD)}
#: How the judge begins a sentence on a program that did not run to its end.
_ENDINGS = (
    "It raised ",
    "It was stopped ",
    "It was not run",
    "It is too long",
    "The program ",
    "The process ",
    "There is no `",
)


def is_error(said: str, message: str = "") -> bool:
    """Whether a sentence on a trial tells of an error, not of a wrong result; the rubric's own message never does."""
    return said != message and said.startswith(_ENDINGS)


@dataclass(frozen=True)
class Idea:
    """A misconception: its id, its statement in a learner's words, the truth, and the lesson that treats it."""

    id: str
    statement: str
    truth: str
    lesson: str


@cache
def idea(name: str) -> Idea | None:
    """The idea of this id; None if the course at hand does not know it."""
    try:
        found = misconceptions.find(name)
    except LookupError:
        return None
    return Idea(found.id, found.statement, found.truth, found.lesson)
