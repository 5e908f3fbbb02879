"""A batch: every hand-in becomes a row, once, whatever happens to the workers, and in any number of sittings.

What was graded before is recognised by its key, a hash of everything that a row depends on. So a batch that was
stopped goes on where it was, and after an edit of a rubric only what it concerns is graded again.
"""

import hashlib
import json
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass, replace

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
    """The judge, in a worker: what it stands on is imported there, while the interpreter for the programs starts."""
    from autogradlab import confine

    confine.warm_up(kit.prelude)
    from .judge import judge

    return judge(kits.unpacked(kit), student, data, secret=secret, level=level)


@dataclass(frozen=True)
class Terms:
    """What everything in a batch is graded by: a kit for each exercise, the course's secret, the level of confinement,
    and the judge, a function of a module, which is called like `usual_judge`."""

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
    """A hand-in and its row; `kept` if that was known from before."""

    hand_in: HandIn
    row: Row
    kept: bool = False


def grade(
    hand_ins: Iterable[HandIn], book: Gradebook, terms: Terms, crew: Executor, *, workers: int = 1, again: bool = False
) -> Iterator[Graded]:
    """Grades hand-ins, adds their rows to the gradebook, and gives them one at a time, in the order in which they end.

    crew   runs `work` for each: `Workers`, or Dask's executor; `workers` are that many at a time
    again  grade what was graded before, too

    Errors:  Stopped if the workers are gone for good; GradebookError.
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
    """The row of one submission, as JSON: what a worker does. Errors: Stopped if the worker confines too weakly."""
    try:
        row = task.judge(task.kit, task.student, task.data, secret=task.secret, level=task.level)
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
        """Gives a hand-in to a worker, or its row at once if no worker is needed."""
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
        """Waits until something has ended, and gives the rows of all that has."""
        for future in wait(self.running, return_when=FIRST_COMPLETED).done:
            running = self.running.pop(future)
            if row := self._row(future, running):
                yield self._added(running.hand_in, row, "" if row.status == CRASHED else running.key)

    def _row(self, future: Future, running: _Running) -> Row | None:
        """What came of a hand-in; None if its worker was lost and another one has it now."""
        try:
            return Row.from_json(future.result())
        except Stopped:
            raise
        except CancelledError:
            raise Stopped("the workers are gone") from None
        except Exception:  # the worker was lost, in one of the many ways in which an executor may say so
            if running.tries == TRIES:
                return _crashed(running.task, f"Its worker was lost {TRIES} times.")
            self._submit(replace(running, tries=running.tries + 1))
            return None

    def _submit(self, running: _Running) -> None:
        self.running[self.crew.submit(work, running.task)] = running

    def _added(self, hand_in: HandIn, row: Row, key: str = "") -> Graded:
        """Without a key of its own, a row is never taken for what was graded before: the next batch tries again."""
        self.book.add(row, key, hand_in.name, hand_in.notes)
        return Graded(hand_in, row)
