"""Exercises from solutions: `solutions/` is the only source, `exercises/` is written from it.

Marks and metadata are nbgrader's: the lines from `### BEGIN SOLUTION` to `### END SOLUTION` become a stub,
hidden tests are left out, written answers become an invitation to write. Outputs and execution counts are removed.
"""

from pathlib import Path

import nbformat

from .stubs import TEXT_STUB, has_mark, unsolved
from .writing import alone, put, there


def write(root="."):
    """Write every exercise that no longer agrees with its solution; return the paths written.

    Raises ValueError if that cannot be done: an unpaired mark, a failed write, another run at work.
    """
    root = Path(root)
    with alone(root / "solutions"):
        texts = {target: exercise_text(source) for source, target in _pairs(root)}
        stale = [target for target, text in texts.items() if _differs(target, text)]
        for target in stale:
            put(target, texts[target])
    return stale


def check(root="."):
    """One sentence for each exercise that does not agree with its solution, or has none; an empty list is good.

    Raises ValueError if there is no folder of solutions.
    """
    root = Path(root)
    there(root / "solutions")
    pairs = _pairs(root)
    problems = [
        f"{target.relative_to(root)} is not what {source.relative_to(root)} gives"
        for source, target in pairs
        if _differs(target, exercise_text(source))
    ]
    known = {target for _, target in pairs}
    problems += [
        f"{path.relative_to(root)} has no solution"
        for path in sorted((root / "exercises").glob("*.ipynb"))
        if path not in known
    ]
    return problems


def exercise_text(source):
    """The learner's copy of a solution notebook, as the text of its file. Raises ValueError naming an unpaired mark."""
    notebook = nbformat.read(source, as_version=4)
    for cell in notebook.cells:
        _unsolve(cell, source)
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return nbformat.writes(notebook) + "\n"


def _differs(path, text):
    return not path.exists() or path.read_text("utf-8") != text


def _pairs(root):
    return [(path, root / "exercises" / path.name) for path in sorted((root / "solutions").glob("*.ipynb"))]


def _unsolve(cell, source):
    solution = cell.metadata.get("nbgrader", {}).get("solution", False)
    if cell.cell_type == "markdown" and solution:
        cell.source = TEXT_STUB
        return
    cell.source = unsolved(cell.source)
    if has_mark(cell.source):
        raise ValueError(
            f"{source.name}, cell {cell.id}: a BEGIN or END mark has no partner\n"
            "  help: marks stand alone on their lines, in pairs, and are not nested"
        )
