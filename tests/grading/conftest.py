"""A small course with one exercise, for the tests of the judge: what it asks, how it is handed in, how it is judged."""

import json
from pathlib import Path

import pytest

RUBRIC = """
import numpy as np

from autogradlab.grading.rubric import Question, Rubric, Trial


def numbers(rng):
    return (rng.uniform(1, 9, 4).round(3).tolist(),)


def odd_ones(rng):
    return ([float(rng.uniform(2, 3)), float("nan"), float("inf")],)


def mean(x):
    return float(np.mean(x))


LEFT = "x = np.array(inputs[0])\\nsquares(x)\\nanswer = x.tolist()"
RUBRIC = Rubric("01_tiny", (
    Question("a-answer", ("squares",), seconds=0.7, trials=(
        Trial("an array", 4, numbers, "answer = squares(np.array(inputs[0]))", "The squares are off.",
              reference=lambda x: np.array(x) ** 2, idea="M01"),
        Trial("nan and inf", 4, odd_ones, "answer = squares(np.array(inputs[0])).tolist()", "nan and inf are off.",
              reference=lambda x: [x[0] ** 2, x[1], x[2]]),
        Trial("x as it was", 2, numbers, LEFT, "x has changed.", holds=lambda answer, inputs: answer == inputs[0]),
    )),
    Question("b-answer", ("mean",), seconds=0.7, trials=(
        Trial("a mean", 10, numbers, "answer = mean(inputs[0])", "The mean is off.", reference=mean),
    )),
    Question("c-answer", ("spread",), seconds=0.7, needs=("a-answer", "b-answer"), trials=(
        Trial("a spread", 10, numbers, "answer = spread(np.array(inputs[0]))", "The spread is off.",
              reference=lambda x: float(np.var(x))),
    )),
), written={"d-answer": 10})
"""
RIGHT = {
    "a-answer": "def squares(x):\n    return x ** 2",
    "b-answer": "def mean(x):\n    return sum(x) / len(x)",
    "c-answer": "def spread(x):\n    return mean(squares(x)) - mean(x) ** 2",
    "d-answer": "The mean of the squares is larger.",
}
CHECK = "check({})"


class Course:
    """The folder of a course and its only exercise."""

    def __init__(self, folder: Path):
        from autogradlab.grading import assignment

        self.folder = folder
        (folder / "solutions" / "rubrics").mkdir(parents=True)
        (folder / "solutions" / "rubrics" / "01_tiny.py").write_text(RUBRIC, "utf-8")
        (folder / "solutions" / "01_tiny.ipynb").write_text(json.dumps(self.solution()), "utf-8")
        self.assignment = assignment.load(folder, "01_tiny")

    def solution(self) -> dict:
        cells = [_cell("import", "import numpy as np\nimport autogradlab as ag", locked=True)]
        for name, source in RIGHT.items():
            kind = "markdown" if name == "d-answer" else "code"
            head, _, body = source.partition("\n")
            solved = f"{head}\n    ### BEGIN SOLUTION\n{body}\n    ### END SOLUTION" if body else source
            cells += [
                _cell(f"{name[0]}-task", f"Task {name[0]}", "markdown", locked=True),
                _cell(name, solved, kind, points=10 * (kind == "markdown")),
            ]
            cells += [_cell(f"{name[0]}-check", CHECK.format(name[0]), locked=True, points=10)] * (kind == "code")
        return {
            "cells": cells,
            "metadata": {"kernelspec": {"name": "python3", "language": "python"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }

    def hand_in(self, answers=(), **named) -> dict:
        """A notebook in which everything is right except the answers given: `a="def squares..."`."""
        notebook = self.solution()
        given = {**RIGHT, **dict(answers), **{f"{letter}-answer": source for letter, source in named.items()}}
        for cell in notebook["cells"]:
            cell["source"] = given.get(cell["metadata"]["nbgrader"]["grade_id"], cell["source"])
        return notebook

    def judged(self, notebook, *, secret=b"a secret", level=1):
        """The row of a notebook, or of the bytes of one."""
        from autogradlab.grading.judge import judge

        data = notebook if isinstance(notebook, bytes) else json.dumps(notebook).encode()
        return judge(self.assignment, "ann", data, secret=secret, level=level)

    def earned(self, notebook) -> dict[str, int]:
        """{question: the points it earned}."""
        return {question.question: question.earned for question in self.judged(notebook).questions}


def _cell(grade_id, source, kind="code", locked=False, points=0):
    marks = {
        "grade_id": grade_id,
        "locked": locked,
        "solution": not locked,
        "grade": bool(points),
        "schema_version": 3,
        "task": False,
        **({"points": points} if points else {}),
    }
    cell = {"cell_type": kind, "id": f"id-{grade_id}", "metadata": {"nbgrader": marks}, "source": source}
    return cell | ({"outputs": [], "execution_count": None} if kind == "code" else {})


def own_cell(source, kind="code"):
    """A cell of the student's own, without any mark."""
    cell = {"cell_type": kind, "metadata": {}, "source": source}
    return cell | ({"outputs": [], "execution_count": None} if kind == "code" else {})


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    """The small course."""
    return Course(tmp_path_factory.mktemp("course"))


@pytest.fixture
def own():
    """`own(source)` is a cell of the student's own."""
    return own_cell
