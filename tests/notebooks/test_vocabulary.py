"""A lesson uses only what it or an earlier lesson has introduced."""

import ast
import itertools
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

from autogradlab.course.checks import Recall

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))

#: Python's own names on numbers, lists and text, which no lesson introduces.
PYTHON = {"append"}


def used(path):
    """Every attribute and imported name in the lesson's cells and in the programs that its checks show."""
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    return names_in(cells + [item.listing for item in lesson(path).ITEMS if not isinstance(item, Recall)])


def names_in(sources):
    names = set()
    for node in itertools.chain.from_iterable(ast.walk(ast.parse(source)) for source in sources):
        if isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.keyword) and node.arg == "requires_grad":
            names.add(node.arg)
    return names - PYTHON


def lesson(path):
    return import_module(f"autogradlab.course.lessons.lesson_{path.name[:2]}.items")


def introduced(path):
    return set(lesson(path).INTRODUCES)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.name)
def test_no_name_comes_before_its_lesson(path):
    known = set().union(*(introduced(p) for p in LESSONS[: LESSONS.index(path) + 1]))
    assert used(path) <= known, f"used before being introduced: {sorted(used(path) - known)}"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.name)
def test_what_a_lesson_introduces_it_uses(path):
    assert introduced(path) <= used(path), f"never used here: {sorted(introduced(path) - used(path))}"
