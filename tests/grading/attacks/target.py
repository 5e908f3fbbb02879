"""The small course under attack: three functions, an answer in words, and canaries in all that must not be seen."""

import json
import py_compile
import secrets
from pathlib import Path

STEM = "01_target"
POINTS = {"cubes": 6, "slope": 4, "total": 4}
FULL = sum(POINTS.values())
RIGHT = {
    "cubes": "def cubes(x):\n    return x ** 3",
    "slope": "def slope(x):\n    (x ** 3).backward()\n    return x.grad",
    "total": "def total(x):\n    return cubes(x).sum()",
    "words": "The slope of the cube is three times the square.",
}
WRONG = {
    "cubes": "def cubes(x):\n    return x * 2",
    "slope": "def slope(x):\n    return x * 0 + 1",
    "total": "def total(x):\n    return x.sum() * 0",
    "words": "No idea.",
}
CHECK = "print('a visible check')"
_RUBRIC = """
import numpy as np

from autogradlab.grading.rubric import Question, Rubric, Trial

KEPT = "{canary}"


def numbers(rng):
    return (rng.uniform(1.5, 9, 4).round(3).tolist(),)


def number(rng):
    return (round(float(rng.uniform(1.5, 9)), 3),)


X = "x = ag.tensor(inputs[0], dtype=ag.float64, requires_grad=True)\\n"

RUBRIC = Rubric("{stem}", (
    Question("cubes", ("cubes",), seconds={seconds}, trials=(
        Trial("an array", 4, numbers, X + "answer = cubes(x)", "The cubes are off.",
              reference=lambda x: np.array(x) ** 3),
        Trial("x as it was", 2, numbers, X + "cubes(x)\\nanswer = x.tolist()", "x has changed.",
              holds=lambda answer, inputs: answer == inputs[0]),
    )),
    Question("slope", ("slope",), seconds={seconds}, trials=(
        Trial("a slope", 4, number, X + "answer = slope(x).item()", "The slope is off.",
              reference=lambda x: 3 * x ** 2),
    )),
    Question("total", ("total",), seconds={seconds}, needs=("cubes",), trials=(
        Trial("a total", 2, numbers, X + "answer = float(total(x))", "The total is off.",
              reference=lambda x: float(np.sum(np.array(x) ** 3))),
        Trial("of one entry", 2, number, X + "answer = float(total(x.reshape(1)))", "The total of one entry is off.",
              reference=lambda x: x ** 3),
    )),
), written={{"words": 5}})
"""


class Target:
    """The folder of the course. `canaries` are texts that must reach no report, by the place where each was put."""

    def __init__(self, folder: Path, seconds: float):
        self.folder = folder
        self.canaries = {
            place: f"canary{secrets.token_hex(8)}" for place in ("solution", "rubric", "environment", "home", "beside")
        }
        (folder / "solutions" / "rubrics").mkdir(parents=True)
        rubric = _RUBRIC.format(canary=self.canaries["rubric"], stem=STEM, seconds=seconds)
        (folder / "solutions" / "rubrics" / f"{STEM}.py").write_text(rubric, "utf-8")
        (folder / "solutions" / f"{STEM}.ipynb").write_text(json.dumps(self._solution()), "utf-8")
        (folder / "helpers.py").write_text("third = 3\n")  # which the course's own first cell imports
        py_compile.compile(str(folder / "helpers.py"))  # as its first import would do

    def _solution(self) -> dict:
        solved = dict(RIGHT)
        for name in POINTS:
            head, _, body = RIGHT[name].partition("\n")
            marked = f"    ### BEGIN SOLUTION\n    {self.canaries['solution']} = 0\n{body}\n    ### END SOLUTION"
            solved[name] = f"{head}\n{marked}"
        return notebook(solved)


def notebook(answers: dict[str, str], before: str = "", after: str = "") -> dict:
    """A hand-in with these answers, a cell of the student's own before them and one after them."""
    cells = [cell("import", "import numpy as np\nimport autogradlab as ag\nimport helpers", locked=True)]
    cells += [own_cell(before)] * bool(before)
    for name, source in answers.items():
        code = name in POINTS
        cells += [
            cell(f"{name}-task", f"Task: {name}", "markdown", locked=True),
            cell(name, source, "code" if code else "markdown", points=0 if code else 5),
        ]
        cells += [cell(f"{name}-check", CHECK, locked=True, points=POINTS[name])] if code else []
    cells += [own_cell(after)] * bool(after)
    return {
        "cells": cells,
        "metadata": {"kernelspec": {"name": "python3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def cell(grade_id: str, source: str, kind: str = "code", locked: bool = False, points: int = 0) -> dict:
    """A cell with the marks of the course."""
    marks = {
        "grade_id": grade_id,
        "locked": locked,
        "solution": not locked,
        "grade": bool(points),
        "schema_version": 3,
        "task": False,
        **({"points": points} if points else {}),
    }
    return {**own_cell(source, kind), "id": f"id-{grade_id}", "metadata": {"nbgrader": marks}}


def own_cell(source: str, kind: str = "code") -> dict:
    """A cell of the student's own."""
    made = {"cell_type": kind, "metadata": {}, "source": source}
    return made | ({"outputs": [], "execution_count": None} if kind == "code" else {})
