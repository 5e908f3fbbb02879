"""All items by id. A lesson lists its own in `items.ITEMS`, which is imported when one of them is asked for."""

import difflib
import importlib
import pkgutil
import re

from autogradlab.course import lessons
from autogradlab.course.checks.wording import quoted

_ITEMS: dict[str, object] = {}


class Unknown(LookupError):
    """No item has this id; the sentence names the nearest ones."""


def register(*items) -> None:
    """Make items known by their ids; a second item of the same id replaces the first one."""
    _ITEMS.update({item.id: item for item in items})


def find(item_id):
    """The item of this id, in upper or lower case. Errors: Unknown."""
    if not isinstance(item_id, str):
        raise Unknown('The id of a check is text in quotes, such as "01-C1".')
    item_id = item_id.strip().upper()
    lesson = re.match(r"\d\d(?=-)", item_id)
    if item_id not in _ITEMS and lesson:
        _import_lesson(lesson[0])
    if item_id not in _ITEMS:
        raise Unknown(_nearest(item_id))
    return _ITEMS[item_id]


def every_item() -> list:
    """The items of all lessons, in the order of their ids."""
    for number in _lesson_numbers():
        _import_lesson(number)
    return [_ITEMS[item_id] for item_id in sorted(_ITEMS)]


def _import_lesson(number: str) -> None:
    if number in _lesson_numbers():
        module = importlib.import_module(f"{lessons.__name__}.lesson_{number}.items")
        register(*(item for item in module.ITEMS if item.id not in _ITEMS))


def _lesson_numbers() -> list[str]:
    names = (module.name for module in pkgutil.iter_modules(lessons.__path__))
    return sorted(name.removeprefix("lesson_") for name in names if re.fullmatch(r"lesson_\d\d", name))


def _nearest(item_id: str) -> str:
    if not item_id:
        return "A check needs its id."
    ids = [item.id for item in every_item()]
    near = difflib.get_close_matches(item_id.upper(), ids, 3, 0.5) or ids[:3]
    return f"There is no check “{quoted(item_id)}”. The nearest are {', '.join(f'`{name}`' for name in near)}."
