"""Questions that understand a wrong answer: `check` is all a notebook needs, the rest is for authors and graders.

Reading order, from a call to a sentence: `check` finds the item (`registry`, `questions/`) and its `session` (`hints`,
`mastery`, `log`); `judging` reads the answer (`reading`, `arithmetic`; a program: `learner_code`, `ran_code`),
compares it (`compare`), and looks for the idea behind a wrong one (`ideas`, then `near`); `feedback` is the reply,
`faces` renders it, and `card` (with `fields`; `several` shows several in one cell) is the widget. For authors:
`validate`, `samples` and `source_texts`.
"""

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

__all__ = [
    "Bug",
    "Case",
    "Choice",
    "Click",
    "Code",
    "Fix",
    "Number",
    "Option",
    "Order",
    "Print",
    "Probe",
    "Recall",
    "Signature",
    "check",
    "register",
]
