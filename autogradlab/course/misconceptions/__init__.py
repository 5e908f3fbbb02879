"""The misconception bank: wrong ideas about autograd, each with a contrast and many with a machine.

`find("M03")` displays itself as a card; `find("M03").machine()` is a context in which the engine follows that idea.
"""

from autogradlab.course.misconceptions.bank import BANK
from autogradlab.course.misconceptions.misconception import GRADES, Misconception

__all__ = ["GRADES", "Misconception", "every", "find"]

_BY_ID = {each.id: each for each in sorted(BANK, key=lambda each: each.id)}


def find(idea: str) -> Misconception:
    """The misconception of this id. Errors: LookupError, which names the first and the last id."""
    if idea not in _BY_ID:
        first, *_, last = _BY_ID
        raise LookupError(f"there is no misconception “{idea}”\n  help: the ids go from {first} to {last}")
    return _BY_ID[idea]


def every() -> list[Misconception]:
    """All of them, in the order of their ids."""
    return list(_BY_ID.values())
