"""Questions that understand a wrong answer: `check` is all a notebook needs, the rest is for authors and graders."""

from autogradlab.course.checks.check import check
from autogradlab.course.checks.questions import (
    Bug,
    Case,
    Choice,
    Click,
    Code,
    Fix,
    Number,
    Option,
    Order,
    Print,
    Probe,
    Recall,
    Signature,
)
from autogradlab.course.checks.registry import register

__all__ = ["Bug", "Case", "Choice", "Click", "Code", "Fix", "Number", "Option", "Order", "Print", "Probe", "Recall",
           "Signature", "check", "register"]
