"""The forms as items: A and B with the same twenty ideas, T with what they leave out. Made when first asked for."""

from functools import cache

from autogradlab.course.checks import Choice

FORMS = ("A", "B", "T")
#: Forms A and B are one question each of the other; T is the transfer block.
TWINS = {"A": "B", "B": "A"}


@cache
def questions(form: str) -> tuple:
    """The questions of a form in their order. Raises ValueError for a form that is not there."""
    from autogradlab.course.inventory.questions import QUESTIONS, TRANSFER

    if form not in FORMS:
        raise ValueError(f"there is no form `{form}`\n  help: choose from {', '.join(FORMS)}")
    return TRANSFER if form == "T" else QUESTIONS


@cache
def items(form: str) -> tuple[Choice, ...]:
    """The items of a form, with every value in them found by running their programs."""
    return tuple(question.item(form) for question in questions(form))


@cache
def keys(form: str) -> dict[str, str]:
    """The right letter of every item of a form, in the order in which it is written."""
    return {item.id: item.key() for item in items(form)}
