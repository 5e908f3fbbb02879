"""The verbs `grade`, `marks` and `report`: from a folder of hand-ins to the gradebook and the reports."""

import os
import shlex
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import chdir, contextmanager, suppress
from datetime import date, datetime, time
from functools import cache, partial
from math import ceil
from pathlib import Path

from autogradlab import confine

from . import batch, gradebook, hand_ins, kit, lateness, secret, signs
from . import marks as by_hand
from .assignment import stems as stems_of
from .assignment import without_rubric
from .batch import Stopped, Terms
from .gradebook import Gradebook
from .names import counted, shown, unspelled
from .row import GRADED
from .writing import told

KNOWN = "known from before"
FINE = GRADED, KNOWN
ALL_GRADED, TO_LOOK_AT, NOTHING_DONE, INTERRUPTED = 0, 1, 2, 130
REPORTS = "reports"


def grade(options, course: Path) -> int:
    """Grade hand-ins; return the exit status: ALL_GRADED, TO_LOOK_AT, NOTHING_DONE or INTERRUPTED."""
    try:
        return _grade(options, course)
    except Stopped as error:
        return _say(f"{error}\n  help: what was graded is kept; the same command goes on from there", NOTHING_DONE)
    except KeyboardInterrupt:
        return _say("stopped; what was graded is kept, and the same command goes on from there", INTERRUPTED)
    except OSError as error:
        said = f"`{shown(str(error.filename), 400)}`: {error.strerror}" if error.strerror else str(error)
        kept = "; what was graded before is kept" if os.path.exists(Path(options.out, gradebook.NAME)) else ""
        return _say(f"{said}\n  help: fix that, then give the same command again{kept}", NOTHING_DONE)
    except ValueError as error:
        return _say(str(error), NOTHING_DONE)


def marks(options, course: Path) -> int:
    """Enter a human's points into the gradebook, all of a file or none; return the exit status.

    Errors:  ValueError, OSError.
    """
    lines, stems = by_hand.read(Path(options.file)), _stems(course, "")
    with _opened(Path(options.out)) as book:
        given, problems, overrides = by_hand.check(lines, book.present)
        if problems:
            said = "\n".join(problems)
            raise ValueError(f"{said}\n  help: nothing was taken from `{options.file}`; correct these lines first")
        if not given:
            raise ValueError(
                f"`{options.file}` has no points in it yet\n  help: write them into its column `points`; lines "
                "without any are left for later"
            )
        book.mark(given)
        waiting = len(lines) - len(given)
        print(f"marks taken: {len(given)}{f', lines without points: {waiting}' if waiting else ''}")
        print("".join(f"  instead of another number: {each}\n" for each in overrides), end="")
        _report(book, Path(options.out), course, stems, options)
    return ALL_GRADED


def report(options, course: Path) -> int:
    """Rewrite the reports from a gradebook, leaving out the students named by `--without`; return the exit status.

    Errors:  ValueError, OSError.
    """
    out, stems = Path(options.out), _stems(course, "")
    with _opened(out) as book:
        known = book.students()
        meant = {name: name if name in known else unspelled(name) for name in options.without}
        if unknown := [name for name, student in meant.items() if student not in known]:
            raise ValueError(
                f"`{out}` has no hand-in of {_some(unknown)}; nothing was changed\n"
                "  help: write names as `grades.csv` does"
            )
        for student in meant.values():
            book.leave_out(student)
        _report(book, out, course, stems, options, options.similarity)
    return ALL_GRADED


@contextmanager
def _opened(out: Path):
    """The gradebook in a folder that was graded into. Errors: ValueError."""
    if not (out / gradebook.NAME).exists():
        raise ValueError(f"`{out}` holds no gradebook\n  help: name the folder that was graded into")
    with gradebook.alone(out), Gradebook(out / gradebook.NAME) as book:
        yield book


def _grade(options, course: Path) -> int:
    where, out = Path(options.hand_ins), Path(options.out)
    _refuse(options, where, out, course)
    if str(course.resolve()) not in sys.path:  # where modules lie that an exercise imports; workers have the same path
        sys.path.append(str(course.resolve()))
    named_secret = secret.known(Path(options.secret)) if options.secret else None
    stems = _stems(course, options.exercise)
    unjudged = [] if options.exercise else without_rubric(course)
    kits = _Lazy(stems, lambda stem: kit.pack(course, stem))
    known, lessons = (
        _Lazy(sorted([*stems, *unjudged]), partial(made, course)) for made in (signs.of_exercise, signs.of_lesson)
    )
    found = hand_ins.find(
        where,
        known,
        options.exercise,
        _moment(options.due),
        lessons=lessons,
        on_time=options.on_time,
        weigh=partial(_work_in, kits),
        unjudged=unjudged,
    )
    for note in found.notes:
        _note(note)
    if not found.hand_ins:
        raise ValueError(f"there is no notebook in `{where}`\n  help: {hand_ins.WANTED}")
    with told(out):
        out.mkdir(parents=True, exist_ok=True)
    with gradebook.alone(out), _crew(options) as (crew, workers, levels, where):
        _enough(levels, where, options.allow_level)
        terms = Terms(kits, named_secret or secret.of(out / secret.NAME), levels.best)
        with Gradebook(out / gradebook.NAME) as book:
            # One exercise after the other: each has its own prelude, and a worker keeps interpreters for only a few.
            to_grade = sorted(_to_grade(found.hand_ins, book, options), key=lambda each: each.exercise)
            print(_plan(to_grade, kits, workers, levels.best))
            counts = _run(to_grade, book, terms, crew, workers, options.regrade)
            fine_first = sorted(counts.items(), key=lambda item: item[0] not in FINE)
            print(", ".join(f"{what} {count}" for what, count in fine_first) or "nothing new was on time")
            _report(book, out, course, _stems(course, ""), options, options.similarity)
            _tell_who_is_missing(book.students() - {each.student for each in found.hand_ins}, out)
    return TO_LOOK_AT if set(counts) - set(FINE) else ALL_GRADED


def _refuse(options, where: Path, out: Path, course: Path) -> None:
    """Refuse what cannot be meant. Errors: ValueError."""
    if out.resolve().is_relative_to(where.resolve()):
        raise ValueError(f"`{out}` lies within the hand-ins\n  help: with `--out`, name a folder outside `{where}`")
    if where.is_dir() and course.resolve().is_relative_to(where.resolve()):  # its rubrics are programs that will be run
        raise ValueError(
            f"the course `{course}` lies within the hand-ins, and could be a student's\n"
            "  help: name only the folder of the hand-ins, and the course with `--course`, or give the command there"
        )
    if options.on_time and not options.due:
        raise ValueError("`--on-time` needs a time\n  help: give it with `--due`, such as 2026-03-01T18:00")


def _work_in(kits: Mapping[str, kit.Kit], stem: str, data: bytes) -> int:
    """How much of an answer to an exercise a notebook holds: 0, 1 or 2 (see `submission.work_in`)."""
    from .submission import work_in

    return work_in(kit.unpacked(kits[stem]), data)


def _to_grade(found, book: Gradebook, options) -> list[hand_ins.HandIn]:
    """The hand-ins to grade, given what the gradebook knows. With `--on-time`, a late one is left out if one that was
    on time is already graded, and that one gets a note."""
    if not options.due:
        return list(lateness.still_late(found, book))
    late = lateness.late_again(found, book) if options.on_time else []
    for each, said in late:
        book.note(each.student, each.exercise, said)
        _note(f"{shown(each.student)}, {each.exercise}: {said}")
    left_out = {id(each) for each, _ in late}
    return [each for each in found if id(each) not in left_out]


def _tell_who_is_missing(students: set[str], out: Path) -> None:
    """Note who is missing: only a human knows whether a folder was renamed or a batch holds only part of the class."""
    if students:
        _note(
            f"already in the gradebook, but not among these hand-ins: {_some(sorted(students))}\n  help: "
            f"`autogradlab report {shlex.quote(str(out))} --without NAME` takes one out of the reports; "
            "results and marks stay"
        )


def _some(students: list[str], most: int = 10) -> str:
    more = f" and {len(students) - most} more" if students[most:] else ""
    return ", ".join(f"`{shown(each)}`" for each in students[:most]) + more


def _note(said: str) -> None:
    print(f"note: {said}", file=sys.stderr)


def _run(found, book: Gradebook, terms: Terms, crew: Executor, workers: int, again: bool) -> dict[str, int]:
    """Grade, with a progress bar and a line for each problem; return how many hand-ins have each status."""
    from tqdm import tqdm

    counts = {}
    with tqdm(total=len(found), unit=" hand-ins", disable=None, leave=False) as bar:
        for graded in batch.grade(found, book, terms, crew, workers=workers, again=again):
            row = graded.row
            what = KNOWN if graded.kept and row.status == GRADED else row.status
            counts[what] = counts.get(what, 0) + 1
            for line in _lines(graded):
                tqdm.write(line, file=sys.stderr)
            bar.update()
    return counts


def _lines(graded: batch.Graded) -> list[str]:
    """Lines to print about a hand-in right away: why it was not graded, and how it was handed in."""
    row = graded.row
    said = [f"{row.status}: {row.reason}"] if row.status != GRADED else []
    whose = f"{shown(row.student)}, {row.exercise or 'no exercise'}"
    return [f"{whose}: {shown(each, 400)}" for each in (*said, *graded.hand_in.notes)]


# ---- what a run needs -----------------------------------------------------------------------------------------------


class _Lazy(Mapping):
    """A mapping whose values are made on first access, as loading all exercises takes seconds."""

    def __init__(self, keys: list[str], make: Callable):
        self._keys, self._made = keys, cache(make)

    def __getitem__(self, key: str):
        if key not in self._keys:
            raise KeyError(key)
        return self._made(key)

    def __iter__(self):
        return iter(self._keys)

    def __len__(self):
        return len(self._keys)


def _stems(course: Path, exercise: str) -> list[str]:
    """The stems of all exercises, or only the one named. Errors: ValueError if there are none, or not that one."""
    known = stems_of(course)
    if not known:
        raise ValueError(
            f"there is nothing to grade by in `{course}`\n  help: with `--course`, name the folder that has "
            "`solutions/` and `solutions/rubrics/`"
        )
    if exercise and exercise not in known:
        raise ValueError(f"there is no exercise `{exercise}` in `{course}`\n  help: there are {', '.join(known)}")
    return [exercise] if exercise else known


def _moment(text: str) -> datetime | None:
    """The due time in a text; a date without a time means the end of that day. Errors: ValueError."""
    if not text:
        return None
    for read in (lambda: datetime.combine(date.fromisoformat(text), time.max), lambda: datetime.fromisoformat(text)):
        with suppress(ValueError, OverflowError):
            due = read()
            due.timestamp()  # the first and the last days there are have none
            return due
    raise ValueError(f"`{text}` is not a date\n  help: write it as 2026-03-01 or 2026-03-01T18:00")


@contextmanager
def _crew(options):
    """Yield (executor, number of workers, levels of the weakest one, where that is), on this machine or a cluster."""
    if options.dask:
        from .cluster import joined

        with joined(options.dask) as cluster:
            yield cluster.crew, cluster.workers, cluster.levels, f"at {cluster.weakest}"
    else:
        from .workers import Workers

        count = options.workers or _cores()
        with Workers(count) as crew:
            yield crew, count, confine.levels(), "here"


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _enough(levels: confine.Levels, where: str, wanted: int) -> None:
    """Require confinement at level `wanted` or above. Errors: ValueError that names what is missing there."""
    if levels.best >= wanted:
        return
    missing = "".join(f"\n  {layer.name}: {layer.said}" for layer in levels.missing)
    raise ValueError(
        f"hand-ins are strangers' programs: level {_named(wanted)} is asked for, and {where} it is level "
        f"{_named(levels.best)}{missing}\n  help: grade on a Linux machine that has these (`autogradlab doctor` says "
        f"more), or accept less with `--allow-level {levels.best}`; every row will say so"
    )


def _named(level: int) -> str:
    return f"{level} ({confine.LEVEL_NAMES[level]})"


def _plan(found, kits: Mapping[str, kit.Kit], workers: int, level: int) -> str:
    """A line on the run to come, with the longest it can take, which it only approaches if many programs never end."""
    seconds = sum(_most_seconds(kits[each.exercise]) for each in found if not each.refused)
    hours, minutes = divmod(ceil(seconds / workers / 60), 60)
    return (
        f"{counted(len(found), 'hand-in')}, {counted(workers, 'worker')}, level {_named(level)}; "
        f"at most {hours} h {minutes} min, if each used up all its time"
    )


@cache
def _most_seconds(assigned: kit.Kit) -> float:
    """The most time that the judge can spend on one submission: on all questions, then on its `_other_ways`, the last
    of which may begin just before their time is up."""
    from .judge import OTHER_SECONDS, SPARE_SECONDS

    def longest(questions) -> float:
        """The most seconds for two runs: of all trials together, then of each by itself."""
        return 2 * SPARE_SECONDS + sum(each.seconds * (1 + len(each.trials)) for each in questions)

    questions = kit.unpacked(assigned).questions
    return longest(questions) + OTHER_SECONDS + max((longest([each]) for each in questions), default=0)


def _report(book: Gradebook, out: Path, course: Path, stems: list[str], options, similarity: bool = False) -> None:
    """Write the reports on the whole gradebook. Pages on similar hand-ins are written if `similarity` is set; existing
    ones are always rewritten."""
    with chdir(os.sep):  # matplotlib takes settings from the working folder, in which a student's files may lie
        from . import reports

    assignments = _Lazy(stems, lambda stem: kit.unpacked(kit.pack(course, stem)))
    also = f"--course {shlex.quote(options.course)}" if options.course else ""
    alike = reports.write_similarity(book.rows(), out / REPORTS, assignments, similarity)
    index = reports.write(book.rows(), out / REPORTS, assignments, _note, also)
    print(f"written: {', '.join(map(str, [out / gradebook.NAME, index, *alike]))}")


def _say(message: str, status: int) -> int:
    print(f"autogradlab: {message}", file=sys.stderr)
    return status
