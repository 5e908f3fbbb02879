"""The common frame of all report pages: house colors in light and dark, and a policy that lets no script run."""

import re
from functools import cache, lru_cache
from importlib.resources import files

from markupsafe import Markup, escape

from autogradlab.course.checks.wording import to_html
from autogradlab.course.classroom.page import style as classroom_style
from autogradlab.course.classroom.page import template

from ..names import counted
from .legible import legible

PACKAGE = "autogradlab.grading.reports"
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
#: A browser loads nothing and runs nothing on these pages, whatever a student's text may hold.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def rendered(name: str, **values) -> str:
    """A page from its template; texts in `values` are escaped, unless they are Markup."""
    return template(PACKAGE, name).render(policy=POLICY, style=_style(), counted=counted, **values)


@lru_cache(maxsize=10_000)
def marked(sentence: str) -> Markup:
    """A sentence of the judge, which may quote a student: `code` becomes a <code> element, all else is escaped."""
    return Markup(to_html(legible(sentence)))


def worded(text: str) -> Markup:
    """A student's answer in words: text between backticks on one line becomes a <code> element, all else is escaped.

    >>> print(worded("`w.grad` < 1"))
    <code>w.grad</code> &lt; 1
    """
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


@cache
def _style() -> Markup:
    return Markup(classroom_style() + (files(PACKAGE) / "report.css").read_text("utf-8"))
