"""Hand-ins: which notebook of which student answers which exercise, in a folder or in a learning platform's zip.

    ann.ipynb                     a notebook for each student: told apart by what is in it, or by `--exercise`
    ann/04_accumulate.ipynb       a folder for each student, nbgrader's `submitted/` among them
    Ann Lee_41_assignsubmission_file_/04_accumulate.ipynb     Moodle; leeann_4711_90210_04_accumulate.ipynb: Canvas

Nobody is dropped: what cannot be graded is a hand-in with the reason in `refused`, and what is left aside is a note.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from . import files, names
from .files import Unread
from .names import shown

MOST_LOOKED_INTO = 2 * files.LARGEST  # bytes of one student's notebooks whose names tell no exercise


@dataclass(frozen=True)
class HandIn:
    """One student's answer to one exercise.

    exercise  its stem; empty where nothing tells it
    path      the file, or the zip that it is in; `inside` names the members on the way to it
    changed   when it was written, in seconds since 1970; 0 if that is not known
    refused   why it is not to be read, as a sentence; empty if it may be
    notes     sentences about how it was handed in: late, in several versions, with other files
    """

    student: str
    exercise: str
    path: Path
    inside: tuple[str, ...] = ()
    changed: float = 0.0
    refused: str = ""
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of its file, as the student or the platform gave it."""
        return "/".join(self.inside) or self.path.name


@dataclass(frozen=True)
class Found:
    """The hand-ins, ordered by student and exercise, and sentences on what else there is."""

    hand_ins: tuple[HandIn, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Paper:
    """A file that may be an answer: whose, what it is called, the exercise in its name, and the one that it is."""

    file: files.File
    student: str
    name: str
    late: bool
    named: str
    problem: str
    exercise: str = ""

    @property
    def is_notebook(self) -> bool:
        """Whether it was meant as an answer: a notebook, or what hides one, such as a zip that cannot be opened."""
        may_hide_one = Path(self.name).suffix.lower() in ("", ".zip") and self.file.problem
        return self.name.lower().endswith(".ipynb") or bool(may_hide_one)

    @property
    def rank(self) -> tuple:
        """What is graded of several versions: one that can be, named after the exercise, the newest."""
        return not self.problem, bool(self.named), self.file.changed, self.file.parts


@dataclass
class _Search:
    """What is looked for: exercises by the names in their answers (or one exercise), until when; what was found, by
    student, and `tops`: whose it is by the names at the top."""

    signs: Mapping[str, Sequence[bytes]]
    exercise: str = ""
    due: datetime | None = None
    papers: dict[str, list[_Paper]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)
    tops: set[str] = field(default_factory=set)


def find(path: Path, signs: Mapping[str, Sequence[bytes]], exercise: str = "", due: datetime | None = None) -> Found:
    """The hand-ins in a folder or a zip, one for each student and exercise.

    signs     for each exercise's stem, what the bytes of an answer to it hold, such as the names of its cells
    exercise  the stem that all of them answer; if empty, it is told from a file's name, else from what is in it
    due       what is written later than this local time gets a note

    Errors:  ValueError if there is nothing to look into.
    """
    search = _Search(signs, exercise, due)
    try:
        walked = list(files.walk(path))
    except Unread as error:
        raise ValueError(f"`{path}` {error}") from None
    search.tops.update(names.whose(file.parts[:1])[0] for file in walked)
    for file in walked:
        _sort_in(search, file, path)
    hand_ins = [each for student in sorted(search.papers) for each in _of(search, search.papers[student])]
    for group in names.twins(search.papers):
        search.notes.append(f"look alike, and are graded apart: {', '.join(map(ascii, group))}")
    return Found(tuple(hand_ins), tuple(search.notes))


def read(hand_in: HandIn) -> bytes:
    """The bytes of a hand-in. Errors: Unread, with a whole sentence."""
    if hand_in.refused:
        raise Unread(hand_in.refused)
    try:
        return files.read(hand_in.path, hand_in.inside)
    except Unread as error:
        raise Unread(_sentence(hand_in.name, str(error))) from None


def _sentence(name: str, problem: str) -> str:
    return f"`{shown(name)}` {problem}."


def _sort_in(search: _Search, file: files.File, path: Path) -> None:
    """Puts a file into its student's hands."""
    student, name, late = _whose(search, file.parts)
    told = names.exercise_of(name, search.signs)
    by_itself = len(file.parts) == 1 and student == names.stem(name)
    if by_itself and told and student.lower() == told.lower():  # a folder that is one student's
        student = names.stem(path.resolve().parent.name if path.is_file() and not file.inside else path.name)
    problem = _sentence(name, file.problem) if file.problem else ""
    if why := names.amiss(student):
        problem = f"The name of the file gives the student's id `{shown(student)}`, which {why}. {problem}".strip()
        student = names.stand_in("/".join(file.parts))
    paper = _Paper(file, student, name, late, told, problem)
    if by_itself and not paper.is_notebook:
        search.notes.append(f"`{shown(name)}` is no notebook, and is left aside")
    else:
        search.papers[student].append(paper)


def _whose(search: _Search, parts: tuple[str, ...]) -> tuple[str, str, bool]:
    """As `names.whose`; but whoever has a place at the top is not met again in another one's: names further down may
    be a student's own invention."""
    student, name, late = names.whose(parts)
    top, *_ = names.whose(parts[:1])
    return (top, parts[-1], False) if student != top and student in search.tops else (student, name, late)


def _of(search: _Search, papers: list[_Paper]) -> list[HandIn]:
    """What one student handed in: a hand-in for each exercise, at least one."""
    papers = list(_all_told(search, papers))
    answers = defaultdict(list)
    for paper in papers:
        if paper.exercise and search.exercise in ("", paper.exercise):
            answers[paper.exercise].append(paper)
    if not answers:
        unknown = [paper for paper in papers if paper.is_notebook and not paper.exercise]
        answers[search.exercise] = unknown or [replace(papers[0], problem=_nothing(search))]
    aside = [paper for paper in papers if not any(paper in versions for versions in answers.values())]
    return [_chosen(search, exercise, versions, aside) for exercise, versions in sorted(answers.items())]


def _all_told(search: _Search, papers: list[_Paper]) -> Iterator[_Paper]:
    """The papers with their exercises: by the name, else the one that all are, else by what is in a notebook. A small
    zip may hold gigabytes: of one student so many bytes are looked into, and no more."""
    left = MOST_LOOKED_INTO
    for paper in papers:
        if paper.is_notebook and (paper.named or search.exercise):
            yield replace(paper, exercise=paper.named or search.exercise)
        elif not paper.is_notebook or paper.problem:
            yield paper
        elif left < 0:
            why = (
                "was not looked into: its name tells no exercise, and the notebooks before it hold more than "
                f"{MOST_LOOKED_INTO:,} bytes"
            )
            yield replace(paper, problem=_sentence(paper.name, why))
        else:
            told, size = _looked_into(search, paper)
            left -= size
            yield told


def _looked_into(search: _Search, paper: _Paper) -> tuple[_Paper, int]:
    """The paper with the exercise that is in it, and how many bytes that took."""
    try:
        data = files.read(paper.file.path, paper.file.inside)
    except Unread as error:
        return replace(paper, problem=_sentence(paper.name, str(error))), files.LARGEST
    exercise = _exercise_in(data, search.signs)
    problem = f"Nothing tells which exercise `{shown(paper.name)}` answers: not its name, and not a cell in it."
    return replace(paper, exercise=exercise, problem="" if exercise else problem), len(data)


def _exercise_in(data: bytes, signs: Mapping[str, Sequence[bytes]]) -> str:
    """The exercise most of whose signs are in there; empty if none are, or as many of another."""
    counts = sorted(((sum(sign in data for sign in signs[stem]), stem) for stem in signs), reverse=True)
    clear = counts and counts[0][0] > (counts[1][0] if counts[1:] else 0)
    return counts[0][1] if clear else ""


def _chosen(search: _Search, exercise: str, versions: list[_Paper], aside: list[_Paper]) -> HandIn:
    """The version that is graded, with notes on everything else."""
    best = max(versions, key=lambda paper: paper.rank)
    older = [paper for paper in versions if paper is not best]
    said = [
        _lateness(search.due, best),
        _listed("other versions, not graded", older),
        _listed("other files, not graded", aside),
    ]
    notes, file = tuple(filter(None, said)), best.file
    return HandIn(best.student, exercise, file.path, file.inside, file.changed, best.problem, notes)


def _lateness(due: datetime | None, paper: _Paper) -> str:
    if due and not paper.file.changed:
        return "nothing tells when it was handed in"
    over = timedelta(seconds=int(paper.file.changed - due.timestamp())) if due else timedelta()
    if over > timedelta():
        return f"late by {over}"
    return "marked as late by the platform" if paper.late else ""


def _nothing(search: _Search) -> str:
    return f"There is no notebook{' for ' if search.exercise else ''}{search.exercise} among what was handed in."


def _listed(what: str, papers: list[_Paper], most: int = 5) -> str:
    """A sentence that names files; empty if there are none."""
    some = ", ".join(f"`{shown(paper.name)}`" for paper in papers[:most])
    return f"{what}: {some}{f' and {len(papers) - most} more' if papers[most:] else ''}" if papers else ""
