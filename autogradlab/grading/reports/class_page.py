"""The page of a class at one exercise: numbers about groups of five or more, and no names; those are in the list."""

from markupsafe import Markup

from autogradlab.course.checks.wording import to_html
from autogradlab.course.classroom.inline import inline_svg
from autogradlab.course.classroom.shares import FEWEST_TO_RANK, Spread
from autogradlab.course.classroom.tables import Table

from . import tables
from .cohort import Cohort
from .figures import ideas_figure, items_figure, points_figure
from .in_short import in_short
from .items import SLOW, items
from .pages import rendered


class ClassPage:
    """The contents of a class's page, worked out once; `tables` are also written as CSV files. `marks` is the command
    that enters a human's points, `alike` the name of the page of similar hand-ins, empty if there is none."""

    def __init__(self, title: str, cohort: Cohort, marks: str = "autogradlab marks", alike: str = ""):
        self.title, self.cohort, self.marks, self.alike = title, cohort, marks, alike
        self.titles = {name: asked.title for name, asked in cohort.asked.items()}
        self.items = items(cohort) if cohort.is_shown else []
        self.ideas = cohort.sayings.ideas()
        self.reasons = cohort.sayings.reasons()
        self.item_table = tables.item_table(self.items)
        self.idea_table = tables.idea_table(self.ideas, self.titles)
        self.reason_table = tables.reason_table(self.reasons, self.titles)
        self.error_table = tables.error_table(self.reasons, self.titles)

    @property
    def tables(self) -> list[Table]:
        return [self.item_table, self.idea_table, self.reason_table, self.error_table]

    def html(self) -> str:
        """The page as text."""
        cohort, few = self.cohort, len(self.cohort.graded) < FEWEST_TO_RANK
        return rendered(
            "class.html",
            title=self.title,
            slow=SLOW,
            hand_ins=len(cohort.standings),
            graded=len(cohort.graded),
            problems=len(cohort.problems),
            to_read=len(cohort.to_read),
            several=len(cohort.several),
            empty=len(cohort.empty),
            points=cohort.points,
            points_of="" if cohort.is_final else " that a program gives",
            is_final=cohort.is_final,
            alike=self.alike,
            is_shown=cohort.is_shown,
            spread=Spread.of(cohort.totals.tolist()) if cohort.is_shown else None,
            open_points=sum(each.open_points for each in cohort.to_read),
            findings=[Markup(to_html(said)) for said in in_short(self.items, self.ideas, self.reasons)],
            item_table=tables.without_comparing(self.item_table) if few else self.item_table,
            marks=self.marks,
            idea_table=self.idea_table,
            reason_table=self.reason_table,
            error_table=self.error_table,
            **self._pictures(),
        )

    def _pictures(self) -> dict[str, Markup]:
        shown = {"points_picture": (points_figure, self.cohort)} if self.items else {}
        if self.items:
            shown["items_picture"] = (items_figure, self.items)
        if self.ideas:
            shown["ideas_picture"] = (ideas_figure, self.ideas, self.titles)
        return {
            name: Markup(inline_svg(figure(*about), name.replace("_", "-"))) for name, (figure, *about) in shown.items()
        }
