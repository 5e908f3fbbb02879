"""How an attack is written down: what it tries, the hand-in, and what it deserves."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .target import FULL, RIGHT, STEM, WRONG, notebook


@dataclass(frozen=True)
class Attack:
    """One hand-in that tries something.

    deserves   the points that it has to get, no more and no less
    lay        puts it into the folder of all hand-ins; its row is that of `student`, the attack's name if empty
    graded     whether its row says "graded"; "unreadable" or "refused" otherwise
    """

    name: str
    tries: str
    lay: Callable[[Path], None]
    deserves: int = 0
    student: str = ""
    graded: bool = True

    @property
    def whose(self) -> str:
        """The student whose row it is."""
        return self.student or self.name


def wrong(name: str, tries: str, before: str = "", after: str = "", *, deserves: int = 0, **answers: str) -> Attack:
    """An attack with wrong answers, except for those given, and the student's own cells around them."""
    return of_bytes(name, tries, dumped({**WRONG, **answers}, before, after), deserves)


def right(name: str, tries: str, before: str = "", after: str = "", *, deserves: int = FULL, **answers: str) -> Attack:
    """The same with right answers: what it tries must cost only what it spoils."""
    return of_bytes(name, tries, dumped({**RIGHT, **answers}, before, after), deserves)


def of_notebook(name: str, tries: str, made: dict, deserves: int = 0, graded: bool = True) -> Attack:
    """A notebook that was tampered with."""
    return of_bytes(name, tries, json.dumps(made).encode(), deserves, graded)


def of_bytes(name: str, tries: str, data: bytes, deserves: int = 0, graded: bool = True) -> Attack:
    """A file with these bytes, in a folder with the student's name."""
    return Attack(name, tries, lambda folder: lay(folder, name, data), deserves, graded=graded)


def lay(folder: Path, student: str, data: bytes) -> Path:
    """Write a hand-in; return its folder."""
    place = folder / student
    place.mkdir()
    (place / f"{STEM}.ipynb").write_bytes(data)
    return place


def dumped(answers: dict[str, str], before: str = "", after: str = "") -> bytes:
    """The bytes of a notebook."""
    return json.dumps(notebook(answers, before, after)).encode()
