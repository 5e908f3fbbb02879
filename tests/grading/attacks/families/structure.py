"""Notebooks whose cells, ids, metadata or outputs were tampered with."""

from textwrap import indent

from ..hand_in import of_bytes, of_notebook
from ..target import CHECK, FULL, POINTS, RIGHT, WRONG, cell, notebook, own_cell


def _changed(answers, change) -> dict:
    """A notebook whose cells `change` has changed, in place or by returning other cells."""
    made = notebook(answers)
    cells = change(made["cells"])
    return made if cells is None else {**made, "cells": cells}


def _id(each: dict) -> str:
    return each["metadata"].get("nbgrader", {}).get("grade_id", "")


def _more_points(cells):
    for each in cells:
        each["metadata"]["nbgrader"] |= {"points": 1000, "grade": True, "locked": False}
        each["source"] = "pass" if each["source"] == CHECK else each["source"]


def _to_markdown(cells):
    for each in cells:
        if each["source"] == CHECK:
            each["cell_type"] = "markdown"


def _with_outputs(cells):
    for each in cells:
        if each["cell_type"] == "code":
            each["outputs"] = [
                {
                    "output_type": "execute_result",
                    "execution_count": 1,
                    "metadata": {"score": 1000},
                    "data": {"text/plain": "1000", "text/html": "<script>alert(1)</script>"},
                }
            ]


def _bare(cells):
    return [{"cell_type": each["cell_type"], "source": each["source"]} for each in cells]


def _ids_swapped(cells):
    """The right answer to `slope` under the id of `cubes`, and the other way round."""
    names = {"cubes": "slope", "slope": "cubes"}
    for each in cells:
        if _id(each) in names:
            each["metadata"]["nbgrader"]["grade_id"] = names[_id(each)]


def _same_ids(cells):
    """For every answer a second cell with the same id, which is right."""
    return cells + [cell(name, RIGHT[name]) for name in POINTS]


def _own_check(cells):
    """The course's own cells define what an answer defines."""
    for each in cells:
        if each["source"] == CHECK:
            each["source"] = "def cubes(x):\n    return x ** 3"


def _more_imports(cells):
    """An import in the course's first cell, which an answer uses."""
    cells[0]["source"] += "\nimport operator"
    next(each for each in cells if _id(each) == "cubes")["source"] = "def cubes(x):\n    return operator.pow(x, 3)"


def _below_a_check(cells):
    for each in cells:
        if each["source"] == CHECK:
            each["source"] += "\ndef cubes(x):\n    return x ** 3"


def _nested(levels: int):
    value = {}
    for _ in range(levels):
        value = {"nested": value}
    return value


def _odd_metadata(cells):
    for each in cells:
        each["metadata"]["more"] = [_nested(40), None, 1e308, "\0", "\ud800"]
        each["attachments"] = {"x.png": {"image/png": "AAAA" * 1000}}


def _the_same_ids(cells):
    for each in cells:
        each["id"] = "same"


def _ids_of_the_import(cells):
    for each in cells:
        each["id"], each["metadata"] = "id-import", {}


def _lists_of_metadata(cells):
    for each in cells:
        each["metadata"]["nbgrader"] = [each["metadata"]["nbgrader"]]


def _another_first_cell(cells):
    """The course's first cell is written anew, and sets a name that an answer uses."""
    cells[0]["source"] = "import numpy as np, math\nimport autogradlab as ag\npowers = [\n    1,\n    3,\n]"
    next(each for each in cells if _id(each) == "cubes")["source"] = "def cubes(x):\n    return x ** powers[1]"


def _run_in_another_order(cells):
    next(each for each in cells if _id(each) == "cubes")["source"] = "@same\ndef cubes(x):\n    return x ** 3"
    return [*cells, own_cell("def same(function):\n    return function")]


def _many(cells):
    return cells + [own_cell(f"kept_{number} = {number}") for number in range(10_000)]


def _merged(cells):
    """Two answers in one cell, as JupyterLab merges cells."""
    first, second = (next(each for each in cells if _id(each) == name) for name in ("cubes", "slope"))
    first["source"] += "\n" + second["source"]
    cells.remove(second)


def _in_the_neighbors(cells):
    """As `_merged`, but the second answer's own cell is there, as it was handed out."""
    first, second = (next(each for each in cells if _id(each) == name) for name in ("cubes", "slope"))
    first["source"] += "\n" + second["source"]
    second["source"] = "# YOUR CODE HERE\nraise NotImplementedError()"


def _several_hundred(cells):
    return cells + [own_cell(f"kept_{number} = {number}") for number in range(300)]


_DEEP = """
import json, os, struct
LINES = [{"number": 1, "text": "nobody's line"}] * 20
ERROR = {"name": "x", "sentence": "", "notes": [], "lines": LINES}
SAID = json.dumps({"is": "done", "value": 0, "answered": True, "error": ERROR}).encode()
def total(x):
    for fd in range(3, 128):
        try: os.write(fd, struct.pack(">I", len(SAID)) + SAID)
        except OSError: pass
"""
_DEEP_SOURCES = (
    "x = " + "(" * 10_000 + ")" * 10_000,
    "x = " + "-" * 100_000 + "1",
    "if 0: pass\n" + "elif 0: pass\n" * 20_000,
)
_STRANGE = ("../../cubes", "<b>", "=1+1", "cubes\0", "", "ⅽubes", "x" * 9999)


def _many_lines(cells):
    """Cells with very many lines that are only comments."""
    return cells + [own_cell("#\n" * 140_000) for _ in range(8)]


def _strange_ids(cells):
    return cells + [cell(strange, "x = 1") for strange in _STRANGE]


ATTACKS = [
    of_notebook(
        "delete_test_cells",
        "every cell of the course is deleted",
        _changed(RIGHT, lambda cells: [each for each in cells if not each["metadata"]["nbgrader"]["locked"]]),
        FULL,
    ),
    of_notebook(
        "delete_answer_cell",
        "an answer cell is deleted",
        _changed(RIGHT, lambda cells: [each for each in cells if _id(each) != "slope"]),
        FULL - 4,
    ),
    of_notebook("merged_answers", "nothing: two right answers in one cell", _changed(RIGHT, _merged), FULL),
    of_notebook(
        "in_the_neighbors_cell",
        "nothing: a right answer below another one, its own cell left empty",
        _changed(RIGHT, _in_the_neighbors),
        FULL,
    ),
    of_notebook("merged_wrong_answers", "two wrong answers in one cell", _changed(WRONG, _merged)),
    of_notebook(
        "duplicate_ids",
        "graded cells twice, with the same ids; the second asserts nothing",
        _changed(RIGHT, lambda cells: cells + [cell(_id(each), "pass") for each in cells]),
        FULL,
    ),
    of_notebook(
        "right_under_same_id",
        "nothing wrong in it: a second, right cell with the id of each wrong answer",
        _changed(WRONG, _same_ids),
        0,
    ),
    of_notebook(
        "raise_points", "1000 points in the metadata, and `pass` in place of checks", _changed(WRONG, _more_points)
    ),
    of_notebook("tests_to_markdown", "check cells turned into text", _changed(WRONG, _to_markdown)),
    of_notebook(
        "fake_outputs", "outputs with full marks are stored; the code was never run", _changed(WRONG, _with_outputs)
    ),
    of_notebook(
        "no_metadata",
        "no metadata, no ids, no kernel",
        {"cells": _bare(notebook(RIGHT)["cells"]), "nbformat": 4, "metadata": {}, "nbformat_minor": 0},
        FULL,
    ),
    of_notebook(
        "r_kernel",
        "a notebook of another language",
        {**notebook(RIGHT), "metadata": {"kernelspec": {"name": "ir", "language": "R"}}},
        graded=False,
    ),
    of_notebook("ids_swapped", "each answer under another one's id", _changed(RIGHT, _ids_swapped), FULL),
    of_notebook(
        "more_imports", "nothing: an import added to the course's own first cell", _changed(RIGHT, _more_imports), FULL
    ),
    of_notebook("below_a_check", "an answer below a check of the course", _changed(WRONG, _below_a_check)),
    of_notebook("own_check", "an answer hidden in a cell of the course", _changed(WRONG, _own_check)),
    of_notebook(
        "odd_metadata", "metadata nested forty deep, half characters, attachments", _changed(RIGHT, _odd_metadata), FULL
    ),
    of_notebook("10_000_cells", "ten thousand cells", _changed(RIGHT, _many), graded=False),
    of_notebook("300_cells", "three hundred cells of the student's own", _changed(RIGHT, _several_hundred), FULL),
    of_notebook(
        "strange_ids", "ids that are paths, markup, formulas or look alike", _changed(RIGHT, _strange_ids), FULL
    ),
    of_notebook(
        "ends_of_old_macs",
        "nothing: lines that end with a lone \\r, below a comment",
        notebook({name: f"# mine\n{each}".replace("\n", "\r") for name, each in RIGHT.items()}),
        FULL,
    ),
    of_notebook(
        "as_in_jupyter",
        "nothing: an import from the future that holds below, a statement behind `%time`, `pip install`",
        notebook(
            {**RIGHT, "cubes": "pip install x\ndef cubes(x: Tensor):\n    return x ** three"},
            "from __future__ import annotations\n%time three = 3",
        ),
        FULL,
    ),
    of_notebook(
        "indented",
        "nothing: all lines of a cell begin further right, which Jupyter takes away",
        notebook({**RIGHT, **{name: indent(RIGHT[name], "    ") for name in POINTS}}),
        FULL,
    ),
    of_notebook(
        "no_list_of_lines",
        "sources as lists, numbers, None and dicts",
        _changed(RIGHT, lambda cells: cells + [own_cell(odd) for odd in (1, None, {}, [1], [["x"]])]),
        FULL,
    ),
    of_notebook(
        "cells_of_other_kinds",
        "kinds of cells that do not exist",
        _changed(RIGHT, lambda cells: cells + [own_cell("x", "judge"), own_cell("x", None), 7]),
        FULL,
    ),
    of_notebook(
        "huge_notebook",
        "19 MB of a picture in a text and in an output",
        _changed(RIGHT, lambda cells: cells + [own_cell("A" * (19 * 2**20), "markdown")]),
        FULL,
    ),
    of_notebook(
        "too_huge_notebook",
        "more than is read",
        _changed(RIGHT, lambda cells: cells + [own_cell("A" * (21 * 2**20), "markdown")]),
        graded=False,
    ),
    of_bytes(
        "duplicate_keys_in_file",
        "`cells` twice in the file, the first time with other answers",
        (lambda made: b'{"cells": [], "nbformat": 4, ' + made[1:])(__import__("json").dumps(notebook(WRONG)).encode()),
    ),
    of_notebook(
        "a_million_lines",
        "a million lines, and errors whose lines are looked for in them",
        _changed({**RIGHT, "total": _DEEP}, _many_lines),
        FULL - 4,
    ),
    of_notebook(
        "one_id_for_all",
        "nothing wrong in the answers; 1,900 more cells that say they are one of them",
        _changed(RIGHT, lambda cells: cells + [cell("cubes", f"def cubes(x): return {n}") for n in range(1_900)]),
        FULL,
    ),
    of_notebook(
        "no_ids_and_many_cells",
        "thousands of cells that each define every answer, wrongly",
        {**notebook(WRONG), "cells": [own_cell("\n".join(WRONG[name] for name in POINTS))] * 1_900},
    ),
    of_notebook("the_same_ids", "nothing: all cells have one cell id", _changed(RIGHT, _the_same_ids), FULL),
    of_notebook(
        "ids_of_the_import", "all cells say that they are the course's first", _changed(WRONG, _ids_of_the_import)
    ),
    of_notebook("lists_of_metadata", "lists where marks should be", _changed(RIGHT, _lists_of_metadata), FULL),
    of_notebook(
        "metadata_as_text",
        "a text in place of all metadata",
        {**notebook(RIGHT), "metadata": "x", "nbformat_minor": {}},
        FULL,
    ),
    of_notebook(
        "another_first_cell",
        "nothing: the course's first cell, written anew, sets a name that an answer uses",
        _changed(RIGHT, _another_first_cell),
        FULL,
    ),
    of_notebook(
        "run_in_another_order",
        "nothing: an answer that needs a cell below it, which was run first",
        _changed(RIGHT, _run_in_another_order),
        FULL,
    ),
    of_notebook(
        "not_for_the_compiler",
        "answers with a zero byte and with half a character",
        notebook({**RIGHT, "cubes": RIGHT["cubes"] + "\0", "slope": RIGHT["slope"] + "  # \ud800"}),
        FULL - 6 - 4,
    ),
    of_notebook(
        "deep_sources",
        "10,000 brackets, 100,000 signs, 20,000 branches",
        _changed(RIGHT, lambda cells: cells + [own_cell(each) for each in _DEEP_SOURCES]),
        FULL,
    ),
]
