"""The report as one self-contained page: no script, no network, light and dark, and fit for paper."""

from functools import cache
from importlib.resources import files

from autogradlab.course.checks.mastery import lesson_of
from autogradlab.course.checks.wording import to_html
from autogradlab.course.classroom import items, tables
from autogradlab.course.classroom.figures import idea_figure, item_figure, transition_figure
from autogradlab.course.classroom.findings import signed
from autogradlab.course.classroom.inline import inline_svg
from autogradlab.course.classroom.shares import FEWEST_TO_RANK, SMALLEST_GROUP
from autogradlab.course.classroom.views import Views
from autogradlab.draw.theme import page_roles

_AFTER = (
    ("misconceptions", "Misconceptions"),
    ("next", "After a wrong answer"),
    ("unexplained", "Answers without a name"),
    ("how", "How to read this"),
    ("files", "Files"),
)


def page(views: Views) -> str:
    """The whole page as text."""
    from markupsafe import Markup

    cohort = views.cohort
    lessons = [_lesson(lesson, views) for lesson in cohort.lessons]
    return template("autogradlab.course.classroom", "page.html").render(
        style=Markup(style()),
        learners=len(cohort.learners),
        items=len(cohort.visits),
        answers=views.answers,
        days=views.days,
        ranks=cohort.ranks,
        parts=[
            *([("short", "In short")] if views.findings else []),
            *((f"lesson-{lesson}", f"Lesson {lesson}") for lesson in cohort.lessons),
            *_AFTER,
        ],
        findings=[Markup(to_html(sentence)) for sentence in views.findings],
        lessons=lessons,
        ideas=tables.idea_table(views.ideas),
        idea_figure=_drawn(idea_figure, views.ideas, "ideas"),
        transitions=tables.transition_table(views.transitions),
        transition_figure=_drawn(transition_figure, views.transitions, "next"),
        unexplained=tables.unexplained_table(views.unexplained),
        hidden=cohort.hidden_items,
        files=views.exports.files,
        in_inventory=views.exports.in_inventory,
        troubles=[Markup(to_html(sentence)) for sentence in views.exports.troubles],
    )


def style() -> str:
    """The page's CSS; the dark colors, which notebooks switch on by an attribute, follow the reader's system here."""
    light, dark = page_roles().splitlines()
    dark = ".agl-ui" + dark[dark.index("{") : -1] + ";--agl-ink:#fff;--agl-surface:#111}"
    return f"{light}\n@media screen and (prefers-color-scheme:dark){{{dark}}}\n" + _own("page.css")


def _lesson(lesson: str, views: Views) -> dict:
    from markupsafe import Markup

    rows = [row for row in views.items if lesson_of(row.item) == lesson]
    answers = [row for row in views.distractors if lesson_of(row.item) == lesson]
    figure = Markup(inline_svg(item_figure(lesson, rows), f"lesson-{lesson}-picture"))
    return {
        "name": lesson,
        "figure": figure,
        "checks": tables.item_table(rows, f"Items of lesson {lesson}"),
        "answers": tables.distractor_table(answers, f"First answers in lesson {lesson}"),
        "vote": views.votes.get(lesson, []),
    }


def _drawn(figure, rows, name: str):
    from markupsafe import Markup

    return Markup(inline_svg(figure(rows), f"{name}-picture")) if rows else ""


@cache
def template(package: str, name: str):
    """A page template of a package, with autoescaping; it may import the macros of `tables.html` from this package."""
    from jinja2 import Environment, FunctionLoader
    from markupsafe import Markup

    def text_of(name: str) -> str:
        beside = files(package) / name
        return beside.read_text("utf-8") if beside.is_file() else _own(name)

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=False, loader=FunctionLoader(text_of))
    environment.filters["marked"] = lambda text: Markup(to_html(text))
    environment.globals |= {"signed": signed, "smallest": SMALLEST_GROUP, "fewest": FEWEST_TO_RANK, "limits": items}
    return environment.get_template(name)


def _own(name: str) -> str:
    return (files("autogradlab.course.classroom") / name).read_text("utf-8")
