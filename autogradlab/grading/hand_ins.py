"""Hand-ins: which notebook of which student answers which exercise, in a folder or in a learning platform's zip.

    ann.ipynb                     a notebook for each student: told apart by what is in it, or by `--exercise`
    ann/04_accumulate.ipynb       a folder for each student, nbgrader's `submitted/` among them
    Ann Lee_41_assignsubmission_file_/04_accumulate.ipynb     Moodle; leeann_4711_90210_04_accumulate.ipynb: Canvas

Nobody is dropped: what cannot be graded is a hand-in with the reason in `refused`, and what is left aside is a note.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from . import files, names, shape
from .files import Unread
from .names import shown
from .signs import Signs, exercise_in, lesson_in

MOST_LOOKED_INTO = 2 * files.LARGEST  # bytes of one student's notebooks
LATE = "late by ", "marked as late by the platform"  # how notes on what is late begin


@dataclass(frozen=True)
class HandIn:
    """One student's answer to one exercise.

    exercise  its stem; empty where nothing tells it
    path      the file, or the zip that it is in; `inside` names the members on the way to it
    changed   when it was written, in seconds since 1970; 0 if that is not known
    refused   why it is not to be read, as a sentence; empty if it may be
    notes     sentences about how it was handed in: late, in several versions, with other files
    late      whether it was handed in after the time
    """

    student: str
    exercise: str
    path: Path
    inside: tuple[str, ...] = ()
    changed: float = 0.0
    refused: str = ""
    notes: tuple[str, ...] = ()
    late: bool = False

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
    problem: str = ""
    exercise: str = ""

    @property
    def is_notebook(self) -> bool:
        """Whether it was meant as an answer: a notebook, or what hides one, such as a zip that cannot be opened."""
        may_hide_one = Path(self.name).suffix.lower() in ("", ".zip") and self.file.problem
        return names.is_notebook(self.name) or self.file.hollow or bool(may_hide_one)

    @property
    def rank(self) -> tuple:
        """What is graded of several versions: one named after the exercise, the newest."""
        return self.named == self.exercise != "", self.file.changed, self.file.parts


@dataclass
class _Search:
    """What is looked for: exercises by the names in their answers (or one exercise), until when; what was found, by
    student. `lessons` are known by the names in them, too; `on_time` grades nothing late if there is something else."""

    signs: Signs
    exercise: str = ""
    due: datetime | None = None
    lessons: Signs = field(default_factory=dict)
    on_time: bool = False
    papers: dict[str, list[_Paper]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)


def find(
    path: Path,
    signs: Signs,
    exercise: str = "",
    due: datetime | None = None,
    *,
    lessons: Signs | None = None,
    on_time: bool = False,
) -> Found:
    """The hand-ins in a folder or a zip, one for each student and exercise.

    signs     for each exercise's stem, what the bytes of an answer to it hold, such as the names of its cells
    exercise  the stem that all of them answer; if empty, it is told from what is in a file, else from its name
    due       what is written later than this local time gets a note
    lessons   for each stem, what the lesson of that name holds, which is no answer
    on_time   of several versions, one that was on time is graded before a later one

    Errors:  ValueError if there is nothing to look into.
    """
    search = _Search(signs, exercise, due, lessons or {}, on_time)
    try:
        walked, said = shape.unwrapped(path, list(files.walk(path)), signs)
    except Unread as error:
        raise ValueError(
            f"`{path}` {error}\n  help: name a folder with a notebook or a folder for each student, or a zip of these"
        ) from None
    search.notes += [said] if said else []
    canvas, whole = shape.is_canvas(walked, signs), shape.is_one_students(walked, signs)
    for file in walked:
        _sort_in(search, file, path, canvas, whole)
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


def _sort_in(search: _Search, file: files.File, path: Path, canvas: bool, whole: bool) -> None:
    """Puts a file into its student's hands; `whole` says that the files at the top are all of one student."""
    student, name, late = names.whose(file.parts, canvas)
    paper = _Paper(file, student, name, late, names.exercise_of(name, search.signs))
    by_itself = len(file.parts) == 1 and student == names.stem(name)
    if by_itself and not paper.is_notebook:
        if whole or names.is_nobodys(name):
            search.notes.append(f"`{shown(name)}` is no notebook, and is left aside")
            return
        student = names.stem(name, of_any_kind=True)  # somebody handed in something else, which must not be lost
    elif by_itself and shape.is_called_like_its_exercise(name, search.signs):
        student = names.stem(path.resolve().parent.name if path.is_file() and not file.inside else path.resolve().name)
    problem = _sentence(name, file.problem) if file.problem else ""
    if why := names.amiss(student):
        problem = f"The name of the file gives the student's id `{shown(student)}`, which {why}. {problem}".strip()
        student = names.stand_in("/".join(file.parts))
    search.papers[student].append(replace(paper, student=student, problem=problem))


def _of(search: _Search, papers: list[_Paper]) -> list[HandIn]:
    """What one student handed in: a hand-in for each exercise, at least one."""
    papers = [paper for paper in papers if not paper.file.hollow] or papers[:1]
    papers = list(_all_told(search, papers))
    answers = defaultdict(list)
    for paper in papers:
        if paper.exercise and search.exercise in ("", paper.exercise):
            answers[paper.exercise].append(paper)
    if not answers:
        unknown = [paper for paper in papers if paper.is_notebook and not paper.exercise]
        answers[search.exercise] = unknown or [_no_answer(search, papers)]
    used = {id(paper.file) for versions in answers.values() for paper in versions}
    aside = [paper for paper in papers if id(paper.file) not in used]
    return [_chosen(search, exercise, versions, aside) for exercise, versions in sorted(answers.items())]


def _no_answer(search: _Search, papers: list[_Paper]) -> _Paper:
    """What stands for files among which there is no answer, with what they are."""
    first = papers[0]
    wanted = f" for {search.exercise}" if search.exercise else ""
    others = f" and {len(papers) - 1} more" if papers[1:] else ""
    said = f"There is no notebook{wanted} among what was handed in: `{shown(first.name)}`{others}."
    return replace(first, problem=f"{said} {first.problem}".strip())


def _all_told(search: _Search, papers: list[_Paper]) -> Iterator[_Paper]:
    """The papers with their exercises: by the cells in a notebook, else by its name; or the one that all are. A small
    zip may hold gigabytes: of one student so many bytes are looked into, and no more."""
    left = MOST_LOOKED_INTO
    for paper in papers:
        paper = replace(paper, exercise=(paper.named or search.exercise) if paper.is_notebook else "")
        if not paper.is_notebook or paper.problem:
            yield paper
        elif left < 0:
            why = (
                "was not looked into: its name tells no exercise, and the notebooks before it hold more than "
                f"{MOST_LOOKED_INTO:,} bytes"
            )
            yield paper if paper.exercise else replace(paper, problem=_sentence(paper.name, why))
        else:
            told, size = _looked_into(search, paper)
            left -= size
            yield told


def _looked_into(search: _Search, paper: _Paper) -> tuple[_Paper, int]:
    """The paper with the exercise that is in it, and how many bytes that took."""
    try:
        data = files.read(paper.file.path, paper.file.inside)
    except Unread as error:  # if its exercise is known, it is told when it is graded
        problem = "" if paper.exercise else _sentence(paper.name, str(error))
        return replace(paper, problem=problem), files.LARGEST
    exercise, problem = _told_by(search, paper, data)
    return replace(paper, exercise=exercise, problem=problem), len(data)


def _told_by(search: _Search, paper: _Paper, data: bytes) -> tuple[str, str]:
    """(exercise, what is the matter) of a notebook, from its bytes and its name."""
    if lesson := lesson_in(data, search.lessons, search.signs):
        return lesson, _sentence(paper.name, f"is the lesson {lesson}, not the exercise, which is in `exercises/`")
    if exercise := paper.exercise if search.exercise else exercise_in(data, search.signs, paper.named):
        return exercise, ""
    if not data:
        return "", _sentence(paper.name, "is empty (0 bytes)")
    return "", f"Nothing tells which exercise `{shown(paper.name)}` answers: not its name, and not a cell in it."


def _chosen(search: _Search, exercise: str, versions: list[_Paper], aside: list[_Paper]) -> HandIn:
    """The version that is graded, with notes on everything else."""
    best = max(versions, key=lambda paper: _rank(search, paper))
    older = [paper for paper in versions if paper is not best]
    said = [
        _lateness(search.due, best),
        _misnamed(best),
        _listed("other versions, not graded", older),
        _listed("other files, not graded", aside),
    ]
    notes, file = tuple(filter(None, said)), best.file
    late = _is_late(search.due, best)
    return HandIn(best.student, exercise, file.path, file.inside, file.changed, best.problem, notes, late)


def _rank(search: _Search, paper: _Paper) -> tuple:
    """What is graded of several versions comes last: one that can be, on time if that is wanted, and so on."""
    return not paper.problem, not (search.on_time and _is_late(search.due, paper)), *paper.rank


def _is_late(due: datetime | None, paper: _Paper) -> bool:
    return paper.late or _over(due, paper) > timedelta()


def _over(due: datetime | None, paper: _Paper) -> timedelta:
    """How long after the time it was written; nothing if that is not known."""
    known = due and paper.file.changed
    return timedelta(seconds=int(paper.file.changed - due.timestamp())) if known else timedelta()


def _lateness(due: datetime | None, paper: _Paper) -> str:
    if due and not paper.file.changed:
        return "nothing tells when it was handed in"
    if (over := _over(due, paper)) > timedelta():
        return f"{LATE[0]}{over}"
    return LATE[1] if paper.late else ""


def _misnamed(paper: _Paper) -> str:
    told = paper.named and paper.named != paper.exercise and not paper.problem
    return f"graded as {paper.exercise}, whose cells `{shown(paper.name)}` holds" if told else ""


def _listed(what: str, papers: list[_Paper], most: int = 5) -> str:
    """A sentence that names files; empty if there are none."""
    some = ", ".join(f"`{shown(paper.name)}`" for paper in papers[:most])
    return f"{what}: {some}{f' and {len(papers) - most} more' if papers[most:] else ''}" if papers else ""
