"""Questions that understand a wrong answer: `check` is all a notebook needs, the rest is for authors and graders."""

from autogradlab.course.checks.check import check
from autogradlab.course.checks.questions import Case, Choice, Number, Option, Print, Signature
from autogradlab.course.checks.registry import register

__all__ = ["Case", "Choice", "Number", "Option", "Print", "Signature", "check", "register"]
