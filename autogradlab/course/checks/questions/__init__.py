"""The seven types of question. An item is plain data; its key and its signatures are programs that are run."""

from autogradlab.course.checks.questions.bug import Bug, Fix
from autogradlab.course.checks.questions.choice import Choice, Option
from autogradlab.course.checks.questions.click import Click
from autogradlab.course.checks.questions.code import Code, Probe
from autogradlab.course.checks.questions.item import Item, Signature
from autogradlab.course.checks.questions.number import COUNTED, Number
from autogradlab.course.checks.questions.order import Order
from autogradlab.course.checks.questions.printed import Print
from autogradlab.course.checks.questions.recall import Recall
from autogradlab.course.programs import Case

__all__ = [
    "COUNTED",
    "Bug",
    "Case",
    "Choice",
    "Click",
    "Code",
    "Fix",
    "Item",
    "Number",
    "Option",
    "Order",
    "Print",
    "Probe",
    "Recall",
    "Signature",
]
