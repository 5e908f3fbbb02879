"""Hand-ins: which notebook of which student answers which exercise, in a folder or in a learning platform's zip.

    ann.ipynb                     a notebook for each student; its content tells the exercise, or `--exercise` does
    ann/04_accumulate.ipynb       a folder for each student, nbgrader's `submitted/` among them
    Ann Lee_41_assignsubmission_file/04_accumulate.ipynb      Moodle; leeann_4711_90210_04_accumulate.ipynb: Canvas

No student is dropped: a hand-in that cannot be graded has the reason in `refused`, and a file left aside gets a note.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from . import files, names, shape
from .files import Unread
from .names import quoted
from .signs import Signs, exercise_in, lesson_in, likeliest
from .versions import Choice, HandIn, Paper, chosen

MOST_LOOKED_INTO = 2 * files.LARGEST  # bytes of one student's notebooks
WANTED = (  # the paths that can be graded
    "name a folder with a notebook or a folder for each student, one notebook, or the zip from the learning platform"
)


@dataclass(frozen=True)
class Found:
    """The hand-ins, ordered by student and exercise, and sentences on anything else that was found."""

    hand_ins: tuple[HandIn, ...]
    notes: tuple[str, ...] = ()


@dataclass
class _Search:
    """A search: the signs of all exercises (or the one `exercise` that all hand-ins answer) and lessons, how a version
    is chosen, and what was found so far, by student. `unjudged` exercises have no rubric."""

    signs: Signs
    exercise: str
    lessons: Signs
    choice: Choice
    unjudged: frozenset[str] = frozenset()
    papers: dict[str, list[Paper]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)


def find(
    path: Path,
    signs: Signs,
    exercise: str = "",
    due: datetime | None = None,
    *,
    lessons: Signs | None = None,
    on_time: bool = False,
    weigh: Callable[[str, bytes], int] | None = None,
    unjudged: Iterable[str] = (),
) -> Found:
    """The hand-ins in a folder or a zip, one for each student and exercise.

    signs     for each exercise's stem, byte strings that an answer to it contains, such as the names of its cells
    exercise  the stem that all hand-ins answer; if empty, each file's content and name tell it
    due       files written later than this local time get a note
    lessons   for each stem, byte strings that the lesson of that name contains; a lesson is not an answer
    on_time   whether, of several versions, one that was on time is preferred to a later one
    weigh     how much of an answer a notebook holds (see `versions.Choice`): of several versions, one that was worked
              on is preferred to one that was not
    unjudged  stems among `signs` without a rubric: hand-ins for them are recognized, and refused

    Errors:  ValueError if there is nothing to look into.
    """
    search = _Search(signs, exercise, lessons or {}, Choice(due, on_time, weigh), frozenset(unjudged))
    try:
        walked, said = shape.unwrapped(path, list(files.walk(path)), signs)
    except Unread as error:
        raise ValueError(f"`{path}` {error}\n  help: {WANTED}") from None
    search.notes += [said] if said else []
    canvas, whole = shape.is_canvas(walked, signs), shape.is_one_students(walked, signs)
    for file in walked:
        _sort_in(search, file, path, canvas, whole)
    hand_ins = [each for student in sorted(search.papers) for each in _of(search, search.papers[student])]
    for group in names.twins(search.papers):
        search.notes.append(f"look alike, and are graded separately: {', '.join(map(ascii, group))}")
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
    return f"{quoted(name)} {problem}."


def _sort_in(search: _Search, file: files.File, path: Path, canvas: bool, whole: bool) -> None:
    """File a paper under its student; `whole` says that all files at the top are one student's."""
    student, name, late = names.whose(file.parts, canvas)
    paper = Paper(file, student, name, late, names.named_after(name, search.signs))
    by_itself = len(file.parts) == 1 and student == names.stem(name)
    if by_itself and not paper.is_notebook:
        if whole or names.is_nobodys(name):
            search.notes.append(f"{quoted(name)} is not a notebook, and is left aside")
            return
        student = names.stem(name, of_any_kind=True)  # a student handed in something else, which must not be lost
    elif by_itself and shape.is_called_like_its_exercise(name, search.signs):
        student = names.stem(path.resolve().parent.name if path.is_file() and not file.inside else path.resolve().name)
    problem = _sentence(name, file.problem) if file.problem else ""
    if why := names.amiss(student):
        given = f"the student's id {quoted(student)}, which {why}" if student.strip() else "an empty id"
        problem = f"The name of the file gives {given}. {problem}".strip()
        student = names.stand_in("/".join(file.parts))
    search.papers[student].append(replace(paper, student=student, problem=problem))


def _of(search: _Search, papers: list[Paper]) -> list[HandIn]:
    """What one student handed in: a hand-in for each exercise, at least one."""
    papers = [paper for paper in papers if not paper.file.hollow] or papers[:1]
    papers = [_with_rubric(search, paper) for paper in _all_told(search, papers)]
    answers = defaultdict(list)
    for paper in papers:
        if paper.exercise and search.exercise in ("", paper.exercise):
            answers[paper.exercise].append(paper)
    if not answers:
        unknown = [paper for paper in papers if paper.is_notebook and not paper.exercise]
        answers[search.exercise] = unknown or [_no_answer(search, papers)]
    used = {id(paper.file) for versions in answers.values() for paper in versions}
    aside = [paper for paper in papers if id(paper.file) not in used]
    return [chosen(search.choice, exercise, versions, aside) for exercise, versions in sorted(answers.items())]


def _no_answer(search: _Search, papers: list[Paper]) -> Paper:
    """A paper that stands for files without an answer among them; its problem names the first and counts the others."""
    first = papers[0]
    wanted = f" for {search.exercise}" if search.exercise else ""
    others = f" and {len(papers) - 1} more" if papers[1:] else ""
    said = f"There is no notebook{wanted} among what was handed in: {quoted(first.name)}{others}."
    return replace(first, problem=f"{said} {first.problem}".strip())


def _all_told(search: _Search, papers: list[Paper]) -> Iterator[Paper]:
    """The papers with their exercises, told by a notebook's content and name, or given for all. A small zip may hold
    gigabytes: after MOST_LOOKED_INTO bytes of one student, no more notebooks are looked into."""
    left = MOST_LOOKED_INTO
    for paper in papers:
        paper = replace(paper, exercise=(paper.named or search.exercise) if paper.is_notebook else "")
        if not paper.is_notebook or paper.problem:
            yield paper
        elif left < 0:
            why = (
                "was not looked into: its name shows no exercise, and the notebooks before it are more than "
                f"{files.MOST_OF_ONE_STUDENT:,}, or hold more than {MOST_LOOKED_INTO:,} bytes"
            )
            yield paper if paper.exercise else replace(paper, problem=_sentence(paper.name, why))
        else:
            told, size = _looked_into(search, paper)
            left -= max(size, MOST_LOOKED_INTO // files.MOST_OF_ONE_STUDENT)  # opening an empty one takes time, too
            yield told


def _looked_into(search: _Search, paper: Paper) -> tuple[Paper, int]:
    """The paper with the exercise found in it, and how many bytes were read (the most possible if that failed)."""
    try:
        data = files.read(paper.file.path, paper.file.inside)
    except Unread as error:  # if its exercise is known, the problem is reported when it is graded
        problem = "" if paper.exercise else _sentence(paper.name, str(error))
        return replace(paper, problem=problem), files.LARGEST
    exercise, problem = _told_by(search, paper, data)
    return replace(paper, exercise=exercise, problem=problem), len(data)


def _with_rubric(search: _Search, paper: Paper) -> Paper:
    """The paper, refused if its exercise has no rubric: it must not be taken for a similar exercise that has one."""
    if paper.problem or paper.exercise not in search.unjudged:
        return paper
    missing = f"answers {paper.exercise}, which has no rubric here: `solutions/rubrics/{paper.exercise}.py` is missing"
    return replace(paper, problem=_sentence(paper.name, missing))


def _told_by(search: _Search, paper: Paper, data: bytes) -> tuple[str, str]:
    """(exercise, problem) of a notebook, from its bytes and its name."""
    if lesson := lesson_in(data, search.lessons, search.signs):
        return lesson, _sentence(paper.name, f"is the lesson {lesson}, not the exercise, which is in `exercises/`")
    if exercise := paper.exercise if search.exercise else exercise_in(data, search.signs, paper.named):
        return exercise, ""
    if not data:
        return "", _sentence(paper.name, "is empty (0 bytes)")
    judged = {stem: search.signs[stem] for stem in search.signs if stem not in search.unjudged}
    example = likeliest(data, judged, paper.name)
    return "", (
        f"Nothing shows which exercise {quoted(paper.name)} answers: neither its name nor a cell in it. "
        f"If it is {example}, grade it with `--exercise {example}`."
    )
