"""Every hidden rubric is fair: the solution earns all, each known mistake is caught, other right ways pass."""
import importlib.util
from functools import cache
from pathlib import Path

import nbformat
import pytest

from autogradlab.grading.rubric import findings

ROOT = Path(__file__).parents[2]
SEEDS = 10


def rubric(path):
    """The rubric that a file of solutions/rubrics holds."""
    spec = importlib.util.spec_from_file_location(f"rubric_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.RUBRIC


RUBRICS = [rubric(path) for path in sorted((ROOT / "solutions" / "rubrics").glob("*.py"))]
QUESTIONS = [(each, question) for each in RUBRICS for question in each.questions]
KNOWN = [(each, question, known) for each, question in QUESTIONS for known in question.known]


def name(value):
    return getattr(value, "exercise", None) or getattr(value, "cell", None) or getattr(value, "name", "")


@cache
def solved(exercise):
    """The solution's cells, by their grade_id."""
    notebook = nbformat.read(ROOT / "solutions" / f"{exercise}.ipynb", as_version=4)
    return {cell.metadata.nbgrader.grade_id: cell for cell in notebook.cells if "nbgrader" in cell.metadata}


def lost(rubric, question, source, seed):
    """The names of the trials that an answer cell loses, after the solved cells that it needs."""
    before = [solved(rubric.exercise)[cell].source for cell in question.needs]
    return {found.trial.name for found in findings(question, "\n".join([*before, source]), seed) if not found.earned}


@pytest.mark.parametrize("rubric", RUBRICS, ids=name)
def test_a_hundred_points_for_the_cells_of_the_notebook(rubric):
    cells = solved(rubric.exercise)
    assert sum(question.points for question in rubric.questions) + sum(rubric.written.values()) == 100
    assert sum(cell.metadata.nbgrader.get("points", 0) for cell in cells.values()) == 100
    assert {*rubric.written, *(question.cell for question in rubric.questions)} <= set(cells)


@pytest.mark.parametrize("rubric, question", QUESTIONS, ids=name)
def test_the_solution_earns_every_point(rubric, question):
    source = solved(rubric.exercise)[question.cell].source
    assert [lost(rubric, question, source, seed) for seed in range(SEEDS)] == [set()] * SEEDS


@pytest.mark.parametrize("rubric, question, known", KNOWN, ids=name)
def test_a_known_mistake_is_caught_and_another_right_way_passes(rubric, question, known):
    for seed in range(1 if known.caught_by else 3):
        failed = lost(rubric, question, known.source, seed)
        assert known.caught_by in failed if known.caught_by else not failed
