"""Everything that is written about rows, in one folder:

    index.html
    04_accumulate/class.html, students.html, grades.csv, to_read.csv, items.csv, ...
    04_accumulate/students/NAME.html         to be handed back
    04_accumulate/gradescope/NAME/results.json

The same rows in the same order give the same bytes. One row at a time is held with its texts, so that memory does not
grow with what students wrote.
"""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from autogradlab.course.classroom.spreadsheet import write_csv

from ..assignment import Assignment
from ..row import Row
from . import asked, grades, gradescope, student
from .class_page import ClassPage
from .cohort import Cohort
from .legible import file_name
from .list_page import list_page
from .pages import rendered

NO_EXERCISE = "no_exercise"  # the folder of hand-ins of which nothing tells what they answer


def write(rows: Iterable[Row], folder, assignments: Mapping[str, Assignment]) -> Path:
    """Writes the reports on rows into a folder, over earlier ones; gives the path of `index.html`.

    assignments  by stem; a row of another exercise is shown without what was asked

    Errors:  OSError.
    """
    folder, exercises = Path(folder), {}
    for row in rows:
        if row.exercise not in exercises:
            exercises[row.exercise] = _Exercise(folder, row.exercise, assignments.get(row.exercise))
        exercises[row.exercise].add(row)
    folder.mkdir(parents=True, exist_ok=True)
    for stem in sorted(exercises):
        exercises[stem].finish()
    path = folder / "index.html"
    told = [exercises[stem].told() for stem in sorted(exercises)]
    path.write_text(rendered("index.html", exercises=told), "utf-8", newline="\n")
    return path


class _Exercise:
    """The folder of one exercise."""

    def __init__(self, folder: Path, stem: str, assignment: Assignment | None):
        self.folder = folder / (file_name(stem) if stem else NO_EXERCISE)
        self.title = asked.title(assignment) if assignment else stem or "Without an exercise"
        self.asked = asked.questions(assignment) if assignment else {}
        self.cohort, self.grades, self.to_read, self.names = Cohort(self.asked), [], [], set()
        for name in ("students", "gradescope"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)

    def add(self, row: Row) -> None:
        """Writes what is one student's, and keeps what is the class's."""
        name = file_name(row.student)
        self.names.add(name)
        self._write(f"students/{name}.html", student.page(row, self.title, self.asked))
        (self.folder / "gradescope" / name).mkdir(exist_ok=True)
        self._write(f"gradescope/{name}/results.json", gradescope.results(row, self.asked))
        self.grades.append(grades.grades_line(row, self.asked))
        self.to_read += grades.to_read_lines(row)
        self.cohort.add(row)

    def finish(self) -> None:
        """Writes what is the class's, and takes away the pages of who is not in it any more."""
        about = ClassPage(self.title, self.cohort)
        self._write("class.html", about.html())
        self._write("students.html", list_page(self.title, self.cohort))
        write_csv(self.folder / "grades.csv", grades.grades_head(self.asked), self.grades)
        write_csv(self.folder / "to_read.csv", grades.TO_READ_HEAD, self.to_read)
        for table in about.tables:
            write_csv(self.folder / f"{table.name}.csv", *table.flat())
        for path in (self.folder / "students").glob("*.html"):
            if path.stem not in self.names:
                path.unlink()
        for path in (self.folder / "gradescope").iterdir():
            if path.name not in self.names:
                shutil.rmtree(path)

    def told(self) -> dict:
        """Its line in the index."""
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
