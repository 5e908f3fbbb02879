"""Pairs of hand-ins that share what hardly anybody else has: a hint for a human to read both, and nothing more.

An answer becomes the set of its fragments: runs of six tokens, in which the student's own names, comments, the contents
of strings and spacing do not count (for an answer in words: runs of five words). Fragments of the course's own text, of
known answers, and of what many in the class wrote are left out. Nothing is parsed, so broken programs work as well.
"""

import builtins
import keyword
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .assignment import Assignment
from .row import Row

CODE_RUN, WORD_RUN = 6, 5
FEW, MOST = 4, 30  # a fragment is rare if at most a fifth of the class has it; that limit is never below 4 or above 30
FEWEST_SHARED, LEAST_ALIKE = 10, 0.6
_PIECE = re.compile(
    r"""
    (?P<skip>\#[^\n]* | (?P<q>'''|\"\"\").*?(?P=q) | \s+)
    | (?P<text>"(?:\\.|[^"\\\n])*+"? | '(?:\\.|[^'\\\n])*+'?)
    | (?P<number>\d[\w.]*) | (?P<name>\w+) | (?P<sign>[-+*/%@&|^=<>!]=|\*\*|//|->|.)""",
    re.X | re.S,
)
_KNOWN = frozenset(keyword.kwlist) | frozenset(dir(builtins)) | {"ag", "np"}


@dataclass(frozen=True)
class Pair:
    """Two students; `alike` is the share of their rare fragments that both have, from 0 to 1, `shared` the number of
    those, and `questions` the questions in which they occur, the one with the most first."""

    one: str
    other: str
    alike: float
    shared: int
    questions: tuple[str, ...]


def pairs(rows: Iterable[Row], assignment: Assignment) -> list[Pair]:
    """All pairs of students who share many rare fragments, most alike first; `rows` are of one exercise."""
    given = {question: _given(assignment, question) for question in assignment.cells}
    everybody = {
        row.student: {
            (each.question, fragment)
            for each in row.questions
            if each.question in given
            for fragment in fragments(each.answer, assignment, each.question) - given[each.question]
        }
        for row in rows
    }
    holders = defaultdict(list)
    for student in sorted(everybody):
        for fragment in everybody[student]:
            holders[fragment].append(student)
    limit = min(max(FEW, len(everybody) // 5), MOST)
    rare = {fragment: students for fragment, students in holders.items() if len(students) <= limit}
    return _alike(rare)


def pieces(source: str, known: frozenset[str], is_code: bool = True) -> list[str]:
    """The tokens of a text; in code, a name that is neither known nor an attribute becomes `name`, a string `text`.

    >>> pieces("total = w.grad * 2  # twice", frozenset({"w"}))
    ['name', '=', 'w', '.', 'grad', '*', '2']
    """
    if not is_code:
        return re.findall(r"\w+", source.lower())
    found = []
    for piece in _PIECE.finditer(source):
        if piece.lastgroup == "name" and piece["name"] not in known and found[-1:] != ["."]:
            found.append("name")
        elif piece.lastgroup == "text":
            found.append("text")
        elif piece["skip"] is None:
            found.append(piece[0])
    return found


def known_names(assignment: Assignment, question: str) -> frozenset[str]:
    """The names that everybody has, from Python and from the task, which `pieces` leaves as they are."""
    return _KNOWN | _words(assignment.cells[question].handed_out)


def fragments(answer: str, assignment: Assignment, question: str) -> set[tuple[str, ...]]:
    """The runs of consecutive tokens in an answer."""
    is_code = assignment.cells[question].kind == "code"
    found, length = pieces(answer, known_names(assignment, question), is_code), CODE_RUN if is_code else WORD_RUN
    return {tuple(found[start : start + length]) for start in range(len(found) - length + 1)}


@lru_cache
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _given(assignment: Assignment, question: str) -> set[tuple[str, ...]]:
    """The fragments of the course's own texts: what is handed out, the solution, and answers that are known."""
    own = assignment.cells[question]
    known = (each.source for asked in assignment.questions if asked.cell == question for each in asked.known)
    return set().union(
        *(fragments(text, assignment, question) for text in (own.handed_out, own.blank, own.solved, *known))
    )


def _alike(rare: Mapping[tuple, list[str]]) -> list[Pair]:
    counts, shared = defaultdict(int), defaultdict(lambda: defaultdict(int))
    for (question, _), students in rare.items():
        for student in students:
            counts[student] += 1
        for pair in combinations(students, 2):
            shared[pair][question] += 1
    found = (_pair(*pair, counts, questions) for pair, questions in shared.items())
    return sorted(
        (each for each in found if each.shared >= FEWEST_SHARED and each.alike >= LEAST_ALIKE),
        key=lambda each: (-each.alike, -each.shared, each.one, each.other),
    )


def _pair(one: str, other: str, counts, questions) -> Pair:
    both = sum(questions.values())
    in_order = sorted(questions, key=lambda name: (-questions[name], name))
    return Pair(one, other, both / (counts[one] + counts[other] - both), both, tuple(in_order))
