"""The gradebook: every result of every hand-in, in one SQLite file that an instructor can query (`docs/grading.md`).

One process at a time writes to it. Its rows survive a crash, a full disk and `kill -9`, except those of the last half
second, which are graded again. It uses no write-ahead log, which does not work in a network folder.
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, replace
from pathlib import Path

from . import schema
from .marks import Mark, with_marks
from .row import GRADED, NOT_ATTEMPTED, Row
from .versions import LATE

NAME = "gradebook.sqlite"
SECONDS_BETWEEN_COMMITS = 0.5
_MAY_WRITE = "change who may write into that folder, or work with a copy of it"
_SAID = (
    ("locked", "is being written by another program", "wait until that is done, or end it"),
    (
        "full",
        "cannot be written: the disk is full",
        "make room and give the same command again; what was graded is kept",
    ),
    ("readonly", "cannot be written", _MAY_WRITE),
    ("unable to open", "cannot be opened", _MAY_WRITE),
    ("not a database", "is not a gradebook", "name another folder with `--out`, or move that file away"),
    ("malformed", "is damaged", "bring back a copy of it, or move it away and grade anew"),
)


class GradebookError(ValueError):
    """The gradebook cannot be used; the sentence says why and what helps."""


class Gradebook:
    """The gradebook in a file, which is made if there is none. The end of a `with` writes everything and closes it.

    Errors:  GradebookError, here and in every method.
    """

    def __init__(self, path: Path):
        self.path = Path(path)
        self._committed = time.monotonic()
        with self._sayable():
            self._book = sqlite3.connect(self.path, timeout=60.0, isolation_level=None)
            self._make_ready()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.commit()
        finally:
            self._book.close()

    def done(self, key: str) -> Row | None:
        """The row that was kept under a key, None if there is none."""
        found = self._all("SELECT row FROM results WHERE key = ?", key)
        return self._row(found[0][0]) if found else None

    def done_keys(self) -> set[str]:
        """The keys of all that was ever graded."""
        return {key for (key,) in self._all("SELECT key FROM results")}

    def add(self, row: Row, key: str = "", file: str = "", notes=()) -> None:
        """Store a row under its key, as the student's present one for the exercise; earlier rows stay as history.

        key    a hash of what the row depends on; without one, the row is stored under a hash of itself
        file   the name of the file that was handed in; `notes` are sentences on how it was handed in
        """
        key = key or hashlib.sha256(row.to_json().encode()).hexdigest()
        with self._whole():
            points = row.earned, row.points, row.open_points
            what = row.student, row.exercise, row.submission, row.status, row.reason, row.level
            self._put("results", key, *what, *points, row.to_json())
            self._write("DELETE FROM questions WHERE key = ?", key)
            for each in row.questions:
                self._put("questions", key, each.question, each.status, each.earned, each.points, each.reason)
            self._make_present(row.student, row.exercise, key, file, notes)

    def hand_in(self, student: str, exercise: str, key: str, file: str = "", notes=()) -> None:
        """Make the result under this key, which must exist, the student's present one."""
        with self._whole():
            self._make_present(student, exercise, key, file, notes)

    def _make_present(self, student: str, exercise: str, key: str, file: str, notes) -> None:
        """A hand-in without a known exercise stays present only until the student has one with a known exercise."""
        self._put("hand_ins", student, exercise, key, file, json.dumps(list(notes)))
        if exercise:
            self._write("DELETE FROM hand_ins WHERE student = ? AND exercise = ''", student)

    def note(self, student: str, exercise: str, said: str) -> None:
        """Add a sentence to the notes on how the present hand-in was handed in, unless it is there already."""
        ((notes,),) = self._all("SELECT notes FROM hand_ins WHERE student = ? AND exercise = ?", student, exercise)
        notes = json.dumps(list(dict.fromkeys([*json.loads(notes), said])))
        with self._whole():
            self._write("UPDATE hand_ins SET notes = ? WHERE student = ? AND exercise = ?", notes, student, exercise)

    def came(self, student: str, exercise: str) -> tuple[str, list[str]]:
        """The present hand-in's submission and the notes on how it was handed in; both empty if there is none."""
        sql = "SELECT submission, notes FROM hand_ins JOIN results USING (key) "
        found = self._all(f"{sql} WHERE hand_ins.student = ? AND hand_ins.exercise = ?", student, exercise)
        return (found[0][0], json.loads(found[0][1])) if found else ("", [])

    def students(self) -> set[str]:
        """Everybody who has a present hand-in."""
        return {student for (student,) in self._all("SELECT DISTINCT student FROM hand_ins")}

    def leave_out(self, student: str) -> None:
        """Remove a student's present hand-ins; results and marks stay."""
        with self._whole():
            self._write("DELETE FROM hand_ins WHERE student = ?", student)
        self.commit()

    def graded_on_time(self, student: str, exercise: str) -> bool:
        """Whether the present hand-in was graded, attempts some question, and has no note that it came late."""
        found = self._all(
            "SELECT notes FROM hand_ins JOIN results USING (key) "
            "WHERE hand_ins.student = ? AND hand_ins.exercise = ? AND status = ? "
            "AND EXISTS (SELECT 1 FROM questions WHERE questions.key = results.key AND questions.status <> ?)",
            student,
            exercise,
            GRADED,
            NOT_ATTEMPTED,
        )
        return bool(found) and not any(said.startswith(LATE) for said in json.loads(found[0][0]))

    def commit(self) -> None:
        """Write everything added so far to the disk."""
        with self._sayable():
            if self._book.in_transaction:
                self._book.execute("COMMIT")
        self._committed = time.monotonic()

    def rows(self) -> Iterator[Row]:
        """Yield the present rows, ordered by exercise and student, with the notes on how each was handed in among its
        findings, and with the points that a human gave."""
        sql = "SELECT row, notes FROM hand_ins JOIN results USING (key) ORDER BY hand_ins.exercise, hand_ins.student"
        with self._sayable():
            for text, notes in self._book.execute(sql):
                row = self._row(text, notes)
                yield with_marks(row, self.marks(row.student, row.exercise))

    def marks(self, student: str, exercise: str) -> list[Mark]:
        """The marks that a human gave to one student's answers to one exercise."""
        return [
            Mark(*each)
            for each in self._all("SELECT * FROM marks WHERE student = ? AND exercise = ?", student, exercise)
        ]

    def present(self, student: str, exercise: str) -> Row | None:
        """One student's present row with the points that a human gave, None if there is none."""
        found = self._all(
            "SELECT row FROM hand_ins JOIN results USING (key) WHERE hand_ins.student = ? AND hand_ins.exercise = ?",
            student,
            exercise,
        )
        return with_marks(self._row(found[0][0]), self.marks(student, exercise)) if found else None

    def mark(self, marks: list[Mark]) -> None:
        """Store marks, all or none; each replaces an earlier one for the same question."""
        with self._whole():
            for each in marks:
                self._put("marks", *astuple(each))
        self.commit()

    # ---- SQLite ------------------------------------------------------------------------------------------------------

    def _make_ready(self) -> None:
        """Write the schema into a new file, and renew old views; refuse a file of something else or another version."""
        of, version, tables = (
            self._book.execute(sql).fetchone()[0]
            for sql in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
        )
        if not tables and not version:
            self._book.executescript(
                f"BEGIN EXCLUSIVE; PRAGMA application_id = {schema.OURS}; "
                f"PRAGMA user_version = {schema.VERSION}; {schema.TABLES}; {';'.join(schema.VIEWS.values())}; COMMIT"
            )
        elif of != schema.OURS:
            raise sqlite3.DatabaseError("file is not a database of ours")
        elif version != schema.VERSION:
            self._book.close()
            raise GradebookError(
                f"`{self.path}` was written by another autogradlab (schema {version}, here "
                f"{schema.VERSION})\n  help: use that one, or grade into another folder with `--out`"
            )
        elif dict(self._book.execute("SELECT name, sql FROM sqlite_master WHERE type = 'view'")) != schema.VIEWS:
            drops = "; ".join(f"DROP VIEW IF EXISTS {name}" for name in schema.VIEWS)
            self._book.executescript(f"BEGIN IMMEDIATE; {drops}; {'; '.join(schema.VIEWS.values())}; COMMIT")

    def _row(self, text: str, notes: str = "[]") -> Row:
        """The row in a JSON text, with the notes in another among its findings."""
        try:
            row = Row.from_json(text)
            return replace(row, findings=(*row.findings, *json.loads(notes)))
        except (ValueError, TypeError, LookupError, AttributeError):
            raise GradebookError(
                f"`{self.path}` holds a result in a form that is not read here\n"
                "  help: use the autogradlab that wrote it, or grade into another folder with `--out`"
            ) from None

    @contextmanager
    def _whole(self):
        """Writes within this block are kept all or not at all, even on Ctrl-C. Many blocks share one transaction, as
        each commit waits for the disk."""
        with self._sayable():
            if not self._book.in_transaction:
                self._book.execute("BEGIN IMMEDIATE")
            self._book.execute("SAVEPOINT whole")
            try:
                yield
            except BaseException:
                if self._book.in_transaction:  # unless a full disk has ended it already
                    self._book.execute("ROLLBACK TO whole")
                raise
            self._book.execute("RELEASE whole")
        if time.monotonic() - self._committed > SECONDS_BETWEEN_COMMITS:
            self.commit()

    def _put(self, table: str, *values) -> None:
        """Write a line, in place of one with the same key."""
        self._write(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(values))})", *values)

    def _write(self, sql: str, *values) -> None:
        with self._sayable():
            self._book.execute(sql, [_fit(value) for value in values])

    def _all(self, sql: str, *values) -> list:
        with self._sayable():
            return self._book.execute(sql, [_fit(value) for value in values]).fetchall()

    @contextmanager
    def _sayable(self):
        """Turn an error of SQLite into a GradebookError, with a sentence for the instructor."""
        try:
            yield
        except sqlite3.Error as error:
            said, cure = next((rest for part, *rest in _SAID if part in str(error)), (f"cannot be used: {error}", ""))
            raise GradebookError(f"`{self.path}` {said}" + (f"\n  help: {cure}" if cure else "")) from None


@contextmanager
def alone(folder: Path):
    """Keep other runs from grading into the folder. The lock is SQLite's, on an empty file: it works on any platform,
    and ends with this process, however that ends. Errors: GradebookError."""
    try:
        lock = sqlite3.connect(folder / "grading.lock", timeout=0.0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        raise GradebookError(_not_alone(folder, str(error))) from None
    try:
        yield
    finally:
        lock.close()


def _not_alone(folder: Path, said: str) -> str:
    """Why a folder cannot be locked, from SQLite's message."""
    if "locked" in said:
        return f"`{folder}` cannot be graded into: another run is grading into it\n  help: wait for that run, or end it"
    if "readonly" in said or "unable to open" in said:
        return f"`{folder}` cannot be written into\n  help: {_MAY_WRITE}"
    return f"`{folder}` cannot be locked: {said}\n  help: use a folder on a disk whose locks work"


def _fit(value):
    """The value; lone surrogates in a text, which UTF-8 cannot encode, become question marks."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
