"""A batch: every hand-in becomes one row, whatever happens to the workers, and in any number of sittings.

A hand-in that was graded before is recognized by its key, a hash of everything that its row depends on. So a stopped
batch resumes where it was, and after an edit of a rubric only the hand-ins that it concerns are graded again.
"""

import hashlib
import json
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass, replace

from autogradlab.confine import Unfit

from . import kit as kits
from .files import Unread
from .gradebook import Gradebook
from .hand_ins import HandIn, read
from .row import CRASHED, REFUSED, UNREADABLE, Row, digest, not_graded

TRIES = 3  # for a hand-in whose worker is lost
AHEAD = 3  # hand-ins in memory for each worker: no worker waits, and memory does not grow with the class


class Stopped(RuntimeError):
    """The batch cannot go on; what was graded is kept."""


def usual_judge(kit: kits.Kit, student: str, data: bytes, *, secret: bytes, level: int) -> Row:
    """Run the judge in a worker; it is imported there while the interpreter for the students' programs starts."""
    from autogradlab import confine

    confine.warm_up(kit.prelude)
    from .judge import judge

    return judge(kits.unpacked(kit), student, data, secret=secret, level=level)


@dataclass(frozen=True)
class Terms:
    """What a whole batch is graded with: a kit for each exercise, the course's secret, the level of confinement, and
    the judge, a module-level function (it is sent by its name) that is called like `usual_judge`."""

    kits: Mapping[str, kits.Kit]
    secret: bytes
    level: int
    judge: Callable[..., Row] = usual_judge


@dataclass(frozen=True)
class Task:
    """One submission on its way to a worker."""

    student: str
    data: bytes
    kit: kits.Kit
    secret: bytes
    level: int
    judge: Callable[..., Row]


@dataclass(frozen=True)
class Graded:
    """A hand-in and its row; `kept` says that the row was in the gradebook already."""

    hand_in: HandIn
    row: Row
    kept: bool = False


def grade(
    hand_ins: Iterable[HandIn], book: Gradebook, terms: Terms, crew: Executor, *, workers: int = 1, again: bool = False
) -> Iterator[Graded]:
    """Grade hand-ins, add their rows to the gradebook, and yield them one at a time, in the order in which they finish.

    crew   the executor that runs `work` for each: `Workers`, or Dask's; `workers` says how many run at a time
    again  also grade hand-ins that were graded before

    Errors:  Stopped if the workers are gone for good, or one confines too weakly; GradebookError.
    """
    batch = _Batch(book, terms, crew, again)
    try:
        for hand_in in hand_ins:
            if at_once := batch.begin(hand_in):
                yield at_once
            while len(batch.running) >= AHEAD * workers:
                yield from batch.ended()
        while batch.running:
            yield from batch.ended()
    finally:
        book.commit()


def work(task: Task) -> str:
    """Grade one submission, in a worker, and return its row as JSON. Errors: Stopped if it confines too weakly."""
    try:
        row = task.judge(task.kit, task.student, task.data, secret=task.secret, level=task.level)
    except Unfit as error:  # its sentence is ours
        return _crashed(task, f"The judge could not run it: {' '.join(str(error).split())}.").to_json()
    except Exception as error:  # the judge promises not to raise; if it does, that costs one row, which says where
        at = traceback.extract_tb(error.__traceback__)[-1]
        return _crashed(task, f"The judge failed on it: {type(error).__name__} in `{at.name}`.").to_json()
    if 0 < row.level < task.level:
        raise Stopped(f"a worker confines at level {row.level}, and level {task.level} was asked for")
    return row.to_json()


def key_of(hand_in: HandIn, data: bytes, terms: Terms) -> str:
    """A hash of everything that the row of a submission depends on."""
    kit, secret = terms.kits[hand_in.exercise], hashlib.sha256(b"which secret" + terms.secret).hexdigest()
    what = [hand_in.student, hand_in.exercise, digest(data), kit.version, kits.grader(), terms.level, secret]
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()


def _crashed(task: Task, reason: str) -> Row:
    return not_graded(task.student, task.kit.stem, CRASHED, reason, task.data)


@dataclass(frozen=True)
class _Running:
    hand_in: HandIn
    task: Task
    key: str
    tries: int = 1


class _Batch:
    """The hand-ins that workers have at the moment."""

    def __init__(self, book: Gradebook, terms: Terms, crew: Executor, again: bool):
        self.book, self.terms, self.crew = book, terms, crew
        self.running: dict[Future, _Running] = {}
        self.known = set() if again else book.done_keys()

    def begin(self, hand_in: HandIn) -> Graded | None:
        """Pass a hand-in to a worker and return None, or return its row at once if no worker is needed."""
        try:
            data = read(hand_in)
        except Unread as error:
            status = REFUSED if hand_in.refused else UNREADABLE
            return self._added(hand_in, not_graded(hand_in.student, hand_in.exercise, status, str(error)))
        key = key_of(hand_in, data, self.terms)
        if key in self.known:
            self.book.hand_in(hand_in.student, hand_in.exercise, key, hand_in.name, hand_in.notes)
            return Graded(hand_in, self.book.done(key), kept=True)
        terms = self.terms
        task = Task(hand_in.student, data, terms.kits[hand_in.exercise], terms.secret, terms.level, terms.judge)
        self._submit(_Running(hand_in, task, key))
        return None

    def ended(self) -> Iterator[Graded]:
        """Wait until at least one task has finished, and yield the rows of all that have."""
        for future in wait(self.running, return_when=FIRST_COMPLETED).done:
            running = self.running.pop(future)
            if row := self._row(future, running):
                yield self._added(running.hand_in, row, "" if row.status == CRASHED else running.key)

    def _row(self, future: Future, running: _Running) -> Row | None:
        """The row of a finished task; None if its worker was lost and the task was submitted again."""
        try:
            return Row.from_json(future.result())
        except Stopped:
            raise
        except CancelledError:
            raise Stopped("the workers are gone") from None
        except Exception:  # the worker was lost, which each executor reports in its own way
            if running.tries == TRIES:
                return _crashed(running.task, f"Its worker was lost {TRIES} times.")
            self._submit(replace(running, tries=running.tries + 1))
            return None

    def _submit(self, running: _Running) -> None:
        self.running[self.crew.submit(work, running.task)] = running

    def _added(self, hand_in: HandIn, row: Row, key: str = "") -> Graded:
        """Add a row to the gradebook. Without a key, it does not count as graded, and the next batch tries again."""
        self.book.add(row, key, hand_in.name, hand_in.notes)
        return Graded(hand_in, row)
