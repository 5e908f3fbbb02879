"""The list of students at one exercise: everybody's points and a link to each page, for the instructor only."""

from .cohort import Cohort, Standing
from .legible import file_name, line
from .pages import marked, rendered
from .wording import GLYPHS, LEVELS


def list_page(title: str, cohort: Cohort) -> str:
    """The page as text."""
    return rendered(
        "students.html",
        title=title,
        questions=[asked.title for asked in cohort.asked.values()],
        problems=[_line(each) for each in cohort.problems],
        to_read=[_line(each) for each in cohort.to_read],
        several=[_line(each) for each in cohort.several],
        students=[_line(each) for each in cohort.standings],
    )


def _line(standing: Standing) -> dict:
    return {
        "name": line(standing.student, 80),
        "page": f"students/{file_name(standing.student)}.html",
        "it": standing,
        "level": LEVELS[standing.level][0],
        "reason": marked(standing.reason),
        "several": marked(standing.several),
        "each": [(GLYPHS.get(status, ""), status, earned) for status, earned in zip(standing.statuses, standing.each)],
    }
