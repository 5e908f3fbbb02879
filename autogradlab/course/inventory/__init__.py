"""The concept inventory: `inventory()` asks twenty questions before and after the course, with no feedback in between.

The package is what a notebook calls: `from autogradlab.course import inventory`, then `inventory()`,
`inventory.answer("A-I07", "B")`, `inventory.finish()`, `inventory.result()`. Instructors use `inventory.analysis`.
"""

import sys
from types import ModuleType

from autogradlab.course.inventory.face import answer, finish, result, show

__all__ = ["answer", "finish", "result"]


class _Inventory(ModuleType):
    """A package that can be called."""

    def __call__(self, form: str = "", *, phase: str = ""):
        return show(form, phase)


sys.modules[__name__].__class__ = _Inventory
