"""Which of several versions that a student handed in is graded, and the notes on the others.

Only files of the same student are ever compared here: nobody can affect which of another student's versions counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from . import files, names
from .files import Unread
from .names import quoted

MOST_WEIGHED, MOST_VERSIONS = 2 * files.LARGEST, 8  # bytes and number of one student's versions of one exercise
LATE = "late by ", "marked as late by the platform"  # how notes on lateness begin
SEVERAL = "other versions, not graded", "handed in again, and not graded"  # how notes on several versions begin
_LAST_DAY = datetime.max.replace(tzinfo=UTC).timestamp()  # a file may say that it is from a much later year
_WORKED_ON, _UNKNOWN = 2, 1  # `weigh` of an answer that was worked on; assumed for one that is not weighed


@dataclass(frozen=True)
class HandIn:
    """One student's answer to one exercise.

    exercise  its stem; empty if unknown
    path      the file, or the zip that it is in; `inside` names the members on the way to it
    changed   when it was written or zipped, in seconds since 1970; 0 if unknown
    refused   why it is not to be read, as a sentence; empty if it may be
    notes     sentences about how it was handed in: late, in several versions, with other files
    late      whether it was handed in after the due time, or the platform marked it as late
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
class Paper:
    """A file that may be an answer: its student, its name, whether a platform marked it as late, the exercise in its
    name (`named`), the one that it answers (`exercise`), and how much is in it (`work`; see `_weighed`)."""

    file: files.File
    student: str
    name: str
    late: bool
    named: str
    problem: str = ""
    exercise: str = ""
    work: int = _WORKED_ON

    @property
    def is_notebook(self) -> bool:
        """Whether it was meant as an answer: a notebook, or a file that may hide one, such as a damaged zip."""
        may_hide_one = Path(self.name).suffix.lower() in ("", ".zip") and self.file.problem
        return names.is_notebook(self.name) or self.file.hollow or bool(may_hide_one)

    @property
    def place(self) -> str:
        """Its path among the student's files, as two of them may have the same name."""
        top, *below = self.file.parts
        if not below:
            return self.name
        return "/".join([top, *below] if top.lower().endswith(".zip") else below)


@dataclass(frozen=True)
class Choice:
    """How a version is chosen.

    due      a file written later than this local time is late
    on_time  whether one that was on time is preferred to a later one
    weigh    from an exercise's stem and the bytes of a notebook to how much of an answer is in it: 2 if answers were
             worked on, 0 if it is as it was handed out, 1 for anything in between
    """

    due: datetime | None = None
    on_time: bool = False
    weigh: Callable[[str, bytes], int] | None = None


def chosen(choice: Choice, exercise: str, versions: list[Paper], aside: list[Paper]) -> HandIn:
    """The version that is graded, with notes on everything else."""
    versions = _weighed(choice, exercise, versions)
    best = max(versions, key=lambda paper: _rank(choice, paper))
    older = [paper for paper in versions if paper is not best]
    graded = "" if best.problem else f"; graded: {quoted(best.place, 120)}"
    said = [
        _lateness(choice.due, best),
        _misnamed(best),
        f"{_listed(SEVERAL[0], older)}{graded}" if older else "",
        _listed("other files, not graded", aside),
    ]
    notes, file = tuple(filter(None, said)), best.file
    late = _is_late(choice.due, best)
    return HandIn(best.student, exercise, file.path, file.inside, file.arrived, best.problem, notes, late)


def _weighed(choice: Choice, exercise: str, versions: list[Paper]) -> list[Paper]:
    """The versions, weighed if there is a choice. A small zip may hold thousands, or gigabytes: only those that rank
    highest so far are weighed, and the others come between one that was worked on and an untouched one."""
    if not choice.weigh or len(versions) == 1:
        return versions
    left, work = MOST_WEIGHED, {}
    for paper in sorted(versions, key=lambda paper: _rank(choice, paper), reverse=True)[:MOST_VERSIONS]:
        if left >= 0 and not paper.problem:
            data = _bytes(paper)
            left -= len(data)
            work[id(paper)] = choice.weigh(exercise, data)
    return [replace(paper, work=work.get(id(paper), _UNKNOWN)) for paper in versions]


def _bytes(paper: Paper) -> bytes:
    try:
        return files.read(paper.file.path, paper.file.inside)
    except Unread:  # this is reported if it is the version that is graded
        return b""


def _rank(choice: Choice, paper: Paper) -> tuple:
    """A sort key, largest for the version that is graded: one without a problem, with anything in it, on time if that
    is wanted, worked on, named after the exercise, the newest."""
    on_time = not (choice.on_time and _is_late(choice.due, paper))
    named, file = paper.named == paper.exercise != "", paper.file
    return not paper.problem, paper.work > 0, on_time, paper.work, named, file.arrived, file.changed, file.parts


def _is_late(due: datetime | None, paper: Paper) -> bool:
    return paper.late or _over(due, paper) > timedelta()


def _over(due: datetime | None, paper: Paper) -> timedelta:
    """How long after the due time it was handed in, negative if before; zero if unknown."""
    known = due and paper.file.arrived
    return timedelta(seconds=int(min(paper.file.arrived, _LAST_DAY) - due.timestamp())) if known else timedelta()


def _lateness(due: datetime | None, paper: Paper) -> str:
    if due and not paper.file.arrived:
        return "nothing tells when it was handed in"
    if (over := _over(due, paper)) > timedelta():
        return f"{LATE[0]}{_lasting(over)}"
    return LATE[1] if paper.late else ""


def _lasting(over: timedelta) -> str:
    """A time, rounded, in days and hours, hours and minutes, or seconds.

    >>> _lasting(timedelta(days=1, hours=4, minutes=50)), _lasting(timedelta(hours=23, minutes=59, seconds=59))
    ('1 day 5 h', '1 day')
    >>> _lasting(timedelta(hours=16)), _lasting(timedelta(minutes=90)), _lasting(timedelta(seconds=59))
    ('16 h', '1 h 30 min', '59 s')
    """
    seconds = round(over.total_seconds())
    if seconds < 60:
        return f"{seconds} s"
    minutes = (seconds + 30) // 60
    if minutes >= 24 * 60:
        minutes = (minutes + 30) // 60 * 60
    (days, minutes), parts = divmod(minutes, 24 * 60), []
    for count, unit in ((days, f"day{'s' * (days != 1)}"), (minutes // 60, "h"), (minutes % 60, "min")):
        parts += [f"{count} {unit}"] if count else []
    return " ".join(parts)


def _misnamed(paper: Paper) -> str:
    told = paper.named and paper.named != paper.exercise and not paper.problem
    return f"graded as {paper.exercise}, whose cells {quoted(paper.name)} holds" if told else ""


def _listed(what: str, papers: list[Paper], most: int = 5) -> str:
    """A sentence that names files; empty if there are none."""
    some = ", ".join(quoted(paper.place, 120) for paper in papers[:most])
    return f"{what}: {some}{f' and {len(papers) - most} more' if papers[most:] else ''}" if papers else ""
