"""Every lesson has the same skeleton, so that attention is left for the idea."""

import re
from importlib import import_module
from pathlib import Path

import nbformat
import pytest
from asked import asked_in

from autogradlab.course import MOVERS
from autogradlab.course.checks import Recall

ROOT = Path(__file__).parents[2]
LESSONS = [path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if path.name[:2] != "00"]


@pytest.fixture(params=LESSONS, ids=lambda path: path.name)
def lesson(request):
    """The cells of a lesson, and its number."""
    cells = nbformat.read(request.param, as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return request.param.name[:2], cells, code, text


def kind_of(item_id):
    """The letter of an id: R looks back, P predicts, C checks, B is a bug."""
    return item_id[3]


def kinds_in(code):
    return [kind_of(item_id) for item_id in asked_in(code)]


def test_it_begins_with_two_questions_that_look_back(lesson):
    _, _, code, _ = lesson
    assert kinds_in(code)[:2] == ["R", "R"]


def test_something_is_predicted_before_it_is_run(lesson):
    _, _, code, _ = lesson
    assert kinds_in(code).count("P") >= 2


def test_it_shows_a_graph_of_the_learners_own_and_something_to_move(lesson):
    _, _, code, _ = lesson
    assert "ag.draw(" in code
    assert any(re.search(rf"\b{mover}\(", code) for mover in MOVERS)


def test_five_or_more_checks_of_three_or_more_types(lesson):
    number, _, code, _ = lesson
    asked = {item_id for item_id in asked_in(code) if kind_of(item_id) == "C"}
    items = {item.id: item for item in import_module(f"autogradlab.course.lessons.lesson_{number}.items").ITEMS}
    assert len(asked) >= 5
    assert len({items[item_id].type_name for item_id in asked}) >= 3


def test_there_is_a_bug_to_fix_the_same_in_pytorch_and_an_exit_ticket(lesson):
    number, _, code, text = lesson
    assert "B" in kinds_in(code)
    assert f'same_in_pytorch("{number}_' in code
    assert "## Exit ticket" in text and "<details>" in text and "## What we saw" in text


def test_every_item_of_the_lesson_is_asked_on_the_page_or_stands_in_for_one_that_is(lesson):
    number, _, code, _ = lesson
    items = import_module(f"autogradlab.course.lessons.lesson_{number}.items").ITEMS
    plain = [item for item in items if not isinstance(item, Recall)]
    reached = set(asked_in(code)) | {item.twin for item in plain} | {item.follow_up for item in plain}
    assert {item.id for item in items} <= reached


def test_it_is_short_enough_to_be_overseen(lesson):
    _, cells, _, _ = lesson
    assert 25 <= len(cells) <= 45


def test_nine_cells_of_ten_are_read_at_a_glance(lesson):
    _, cells, _, _ = lesson
    lengths = [sum(map(bool, map(str.strip, cell.source.splitlines()))) for cell in cells if cell.cell_type == "code"]
    assert sum(length <= 8 for length in lengths) >= 0.9 * len(lengths)
    assert max(lengths) <= 18
