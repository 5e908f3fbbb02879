"""The code cells of the course's notebooks, for the tests of one lesson."""

from pathlib import Path

import nbformat

import autogradlab as ag

ROOT = Path(__file__).parents[2]


def code_cells(stem, folder):
    """The source of each code cell of a notebook, by the cell's id."""
    return {cell.id: cell.source for cell in _code(folder, stem)}


def solved_answers(stem):
    """The source of each answer cell of the solved exercise, by its grade_id."""
    return {
        cell.metadata.nbgrader.grade_id: cell.source
        for cell in _code("solutions", stem)
        if cell.metadata.nbgrader.solution
    }


def defined(source, name):
    """What the source of a cell defines under this name."""
    names = {"ag": ag}
    exec(source, names)
    return names[name]


def _code(folder, stem):
    cells = nbformat.read(ROOT / folder / f"{stem}.ipynb", as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code"]
