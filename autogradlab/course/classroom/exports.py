"""Reads the attempts from a folder of exports. A file that cannot be used gets one sentence; the others still count."""

import os
from dataclasses import dataclass
from pathlib import Path

from autogradlab.course.checks.wording import quoted
from autogradlab.course.classroom.records import Attempt, parsed

SUFFIX = ".jsonl"
LARGEST_FILE = 64 * 2**20
ONLY_INVENTORY = (
    "All answers belong to the concept inventory, so nobody counts here: it has a report of its own, which "
    "`docs/inventory.md` describes."
)


@dataclass(frozen=True)
class Exports:
    """All attempts of a class at its lessons, each learner's in order of time; how many files were used; a sentence
    for each trouble; how many attempts belong to the inventory, which is left out here."""

    attempts: tuple[Attempt, ...]
    files: int
    troubles: tuple[str, ...]
    in_inventory: int


class Unusable(Exception):
    """A file that cannot be used; the message completes a sentence that begins with the file's name."""


def read_exports(folder) -> Exports:
    """Read every `.jsonl` below a folder. Raises ValueError if there is none to use."""
    learners: dict[str, Merged] = {}
    paths, troubles = _files(folder)
    files = 0
    for path in paths:
        name = quoted(path.relative_to(folder).as_posix(), 80)
        try:
            attempts, spoiled = read_file(path, name)
        except Unusable as trouble:
            troubles.append(f"`{name}` {trouble}")
            continue
        files += 1
        troubles += [f"`{name}`: {spoiled} of its lines could not be read and were left out."] if spoiled else []
        for learner, own in _by_learner(attempts).items():
            troubles += learners.setdefault(learner, Merged()).add(name, own)
    if not files:
        raise ValueError(_nothing(folder, troubles))
    attempts = [each for merged in learners.values() for each in merged.attempts]
    lessons = tuple(each for each in attempts if not each.in_inventory)
    troubles += [] if lessons else [ONLY_INVENTORY]
    return Exports(lessons, files, tuple(troubles), len(attempts) - len(lessons))


def read_file(path: Path, name: str) -> tuple[list[Attempt], int]:
    """The attempts of one file, and how many of its lines were spoiled. Raises Unusable."""
    if path.suffix.lower() != SUFFIX:
        raise Unusable(f"was not read: an export is a file that ends in `{SUFFIX}`.")
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Unusable(f"was not read: it is larger than {LARGEST_FILE // 2**20} MB.")
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise Unusable(f"cannot be opened: {error.strerror}.") from None
    lines = [line for line in text.split("\n") if line.strip()]
    attempts = [attempt for line in lines if (attempt := parsed(line, name))]
    if not attempts:
        raise Unusable("holds no attempt that can be read.")
    return attempts, len(lines) - len(attempts)


class Merged:
    """What one learner handed in, in one file or in several."""

    def __init__(self):
        self.attempts: list[Attempt] = []
        self._first = ""

    def add(self, name: str, attempts: list[Attempt]) -> list[str]:
        """Add the attempts of one more file. Returns the troubles with it: none, or one sentence."""
        known, added = set(self.attempts), set(attempts)
        first, self._first = self._first, self._first or name
        new = [each for each in attempts if each not in known]
        self.attempts = sorted([*self.attempts, *new], key=lambda each: each.day) if known else attempts
        if not known or known < added:
            return []
        if not new:
            return [f"`{name}` repeats what `{first}` holds, so it was counted once."]
        return [f"`{name}` and `{first}` carry the same learner's code, so they were read as one learner."]


def _files(folder) -> tuple[list[Path], list[str]]:
    """All files below a folder except hidden ones, and a sentence for each folder in it that cannot be opened."""
    if not Path(folder).is_dir():
        raise ValueError(f"`{folder}` is not a folder\n  help: name the folder that holds your learners' exports")
    found, troubles = [], []

    def tell(error):
        name = Path(error.filename).relative_to(folder).as_posix()
        if name == ".":
            raise ValueError(f"`{folder}` cannot be read: {error.strerror}\n  help: change who may read it")
        troubles.append(f"`{quoted(name, 80)}` cannot be opened: {error.strerror}.")

    for home, folders, names in os.walk(folder, onerror=tell):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(home, name) for name in names if not name.startswith(".")]
    return sorted(path for path in found if path.is_file()), troubles


def _by_learner(attempts: list[Attempt]) -> dict[str, list[Attempt]]:
    found: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        found.setdefault(attempt.learner, []).append(attempt)
    return found


def _nothing(folder, troubles: list[str]) -> str:
    seen = f" ({len(troubles)} other file{'s' * (len(troubles) > 1)})" if troubles else ""
    return (
        f"`{folder}` holds no export{seen}\n  help: learners make one with `autogradlab attempts export mine{SUFFIX}`"
    )
