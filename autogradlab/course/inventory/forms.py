"""The forms as items: A and B on the same twenty ideas, T on what they leave out. Each is made when first asked for."""

from functools import cache

from autogradlab.course.checks import Choice

FORMS = ("A", "B", "T")
#: Forms A and B have the same questions with other numbers and names; T, the transfer block, has no twin.
TWINS = {"A": "B", "B": "A"}


@cache
def questions(form: str) -> tuple:
    """The questions of a form in their order. Raises ValueError for an unknown form."""
    from autogradlab.course.inventory.questions import QUESTIONS, TRANSFER

    if form not in FORMS:
        raise ValueError(f"there is no form `{form}`\n  help: choose from {', '.join(FORMS)}")
    return TRANSFER if form == "T" else QUESTIONS


@cache
def items(form: str) -> tuple[Choice, ...]:
    """The items of a form; every value in them is computed by running their programs."""
    return tuple(question.item(form) for question in questions(form))


@cache
def keys(form: str) -> dict[str, str]:
    """The right letter of every item of a form, with the options in the order in which they are written."""
    return {item.id: item.key() for item in items(form)}
