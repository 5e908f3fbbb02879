"""Everything that is written about rows, in one folder:

    index.html, all_grades.csv
    04_accumulate/class.html, students.html, grades.csv, to_read.csv, items.csv, ...
    04_accumulate/students/NAME.html         to be handed back
    04_accumulate/gradescope/NAME/results.json

The same rows in the same order give the same bytes. One row at a time is held with its texts, so that memory does not
grow with what students wrote.
"""

import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from autogradlab.spreadsheet import write_csv

from ..assignment import Assignment
from ..row import Row
from . import asked, gradescope, similar, student
from .class_page import ClassPage
from .cohort import Cohort
from .everybody import NAME as ALL_GRADES
from .everybody import Everybody
from .grades import Grades
from .legible import file_name
from .list_page import list_page
from .pages import rendered
from .tables import flat
from .to_read import NAME as TO_READ
from .to_read import ToRead, is_filled_in

FOLDERS = "students", "gradescope"  # with a page, and with a result, for each student
NO_EXERCISE = "no_exercise"  # the folder of hand-ins whose exercise is unknown


def write(
    rows: Iterable[Row],
    folder,
    assignments: Mapping[str, Assignment],
    tell: Callable[[str], None] = lambda said: None,
    also: str = "",
) -> Path:
    """Write the reports on rows into a folder, over earlier ones; return the path of `index.html`.

    assignments  by stem; a row of another exercise is shown without its tasks
    tell         called with a sentence on each earlier file that was kept because somebody has written into it
    also         options that the `marks` command on the page of a class needs beside `--out`

    Errors:  OSError.
    """
    folder, exercises, everybody = Path(folder), {}, Everybody()
    for row in rows:
        if row.exercise not in exercises:
            exercises[row.exercise] = _Exercise(folder, row.exercise, assignments.get(row.exercise))
        exercises[row.exercise].add(row)
        everybody.add(row)
    folder.mkdir(parents=True, exist_ok=True)
    for stem in sorted(exercises):
        if said := exercises[stem].finish(also):
            tell(said)
    _take_away_others(folder, {each.folder.name for each in exercises.values()})
    path = folder / "index.html"
    told = [exercises[stem].told() for stem in sorted(exercises)]
    shown = everybody.shown({stem: each.folder.name for stem, each in exercises.items()})
    text = rendered("index.html", exercises=told, everybody=shown, table=ALL_GRADES)
    path.write_text(text, "utf-8", newline="\n")
    write_csv(folder / ALL_GRADES, everybody.head(), everybody.table())
    return path


def _take_away_others(folder: Path, present: set[str]) -> None:
    """Remove the reports on exercises in which nobody has a row any more. Files that came from elsewhere, and tables
    that somebody wrote into, stay."""
    for place in folder.iterdir():
        if place.name not in present and (place / "class.html").is_file():
            for path in place.iterdir():
                if path.is_dir() and path.name in FOLDERS:
                    shutil.rmtree(path)
                elif path.name in _files() or (path.match("to_read*.csv") and not is_filled_in(path)):
                    path.unlink()
            if not any(place.iterdir()):
                place.rmdir()


def _files() -> set[str]:
    """The names of the files written on a class, except the table that a human fills in."""
    tables = ClassPage("", Cohort({}), "").tables
    return {"class.html", "students.html", "grades.csv", similar.PAGE, *(f"{table.name}.csv" for table in tables)}


class _Exercise:
    """The folder of one exercise."""

    def __init__(self, folder: Path, stem: str, assignment: Assignment | None):
        self.folder = folder / (file_name(stem) if stem else NO_EXERCISE)
        self.title = asked.title(assignment) if assignment else stem or "Without an exercise"
        self.asked = asked.questions(assignment) if assignment else {}
        self.cohort, self.names = Cohort(self.asked), set()
        self.grades, self.to_read = Grades(list(self.asked)), ToRead()
        for name in FOLDERS:
            (self.folder / name).mkdir(parents=True, exist_ok=True)

    def add(self, row: Row) -> None:
        """Write the student's own files, and collect what goes into the class's."""
        name = file_name(row.student)
        self.names.add(name)
        self._write(f"students/{name}.html", student.page(row, self.title, self.asked))
        (self.folder / "gradescope" / name).mkdir(exist_ok=True)
        self._write(f"gradescope/{name}/results.json", gradescope.results(row, self.asked))
        self.grades.add(row)
        self.to_read.add(row)
        self.cohort.add(row)

    def finish(self, also: str) -> str:
        """Write the class's files, and remove the pages of students who are no longer in it; return a sentence if an
        earlier table was kept."""
        reports = self.folder.parent
        marks = ["autogradlab", "marks", str(self.folder / TO_READ), "--out", str(reports.parent)]
        alike = similar.PAGE if (self.folder / similar.PAGE).is_file() else ""
        about = ClassPage(self.title, self.cohort, f"{shlex.join(marks)} {also}".strip(), alike)
        self._write("class.html", about.html())
        self._write("students.html", list_page(self.title, self.cohort))
        write_csv(self.folder / "grades.csv", self.grades.head(), self.grades.table())
        said = self.to_read.write(self.folder)
        for table in about.tables:
            write_csv(self.folder / f"{table.name}.csv", *flat(table))
        for path in (self.folder / "students").glob("*.html"):
            if path.stem not in self.names:
                path.unlink()
        for path in (self.folder / "gradescope").iterdir():
            if path.name not in self.names:
                shutil.rmtree(path)
        return said

    def told(self) -> dict:
        """The exercise's line in the index."""
        cohort = self.cohort
        return {
            "folder": self.folder.name,
            "title": self.title,
            "students": len(cohort.standings),
            "graded": len(cohort.graded),
            "problems": len(cohort.problems),
            "to_read": len(cohort.to_read),
        }

    def _write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8", newline="\n")
