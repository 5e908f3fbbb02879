"""The report of a class in a folder of its own: `report.html`, and each table as a CSV file."""

from dataclasses import dataclass
from pathlib import Path

from autogradlab.course.classroom import tables
from autogradlab.course.classroom.exports import read_exports
from autogradlab.course.classroom.views import Views
from autogradlab.spreadsheet import write_csv


@dataclass(frozen=True)
class Report:
    """What was written: the page, from how many exports and learners, and a sentence for each trouble."""

    page: Path
    files: int
    learners: int
    troubles: tuple[str, ...]


def write_report(exports_folder, out_folder) -> Report:
    """Read the exports below a folder and write the report into another, over an earlier one.

    Raises ValueError if there is no export, or if `out_folder` is the folder of the exports or lies in it; OSError if
    it cannot be written.
    """
    from autogradlab.course.classroom.page import page

    out = Path(out_folder)
    if out.resolve().is_relative_to(Path(exports_folder).resolve()):
        raise ValueError(
            f"`{out_folder}` lies in the folder of the exports\n"
            "  help: give the report a folder of its own, e.g. --out report"
        )
    views = Views(read_exports(exports_folder))
    out.mkdir(parents=True, exist_ok=True)
    for table in _tables(views):
        write_csv(out / f"{table.name}.csv", *table.flat())
    (out / "report.html").write_text(page(views), "utf-8", newline="\n")
    return Report(out / "report.html", views.exports.files, len(views.cohort.learners), views.exports.troubles)


def _tables(views: Views):
    yield tables.item_table(views.items)
    yield tables.distractor_table(views.distractors)
    yield tables.idea_table(views.ideas)
    yield tables.transition_table(views.transitions)
    yield tables.unexplained_table(views.unexplained)
