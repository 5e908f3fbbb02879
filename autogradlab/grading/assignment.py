"""An exercise as the course defines it: its cells, its hidden questions, and a version of both.

Everything here comes from the instructor's files; a hand-in is only ever compared with it.
"""

import hashlib
import importlib.util
import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from .rubric import PRELUDE, Question, Rubric
from .stubs import TEXT_STUB, frame, unsolved

RUBRICS = Path("solutions", "rubrics")
# Run before a student's cells: names that a notebook has and plain Python lacks; seeds, for the same random numbers at
# every grading (`random` reseeds itself in every fork); and a warm-up of the engine, which prepares an operation at its
# first use and would otherwise do so again in every probe.
_NOTEBOOK = """
import os as _os, random as _random
from autogradlab.autograd.operation import every_operation as _every_operation

def display(*things, **how):
    print(*things)

class get_ipython:
    "Its commands do nothing, as those of a line that begins with a percent sign."
    def run_line_magic(self, *given, **named): pass
    run_cell_magic = magic = system = getoutput = run_line_magic

ag.nn.functional, ag.optim, ag.utils, ag.autograd.gradcheck
_every_operation()
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=lambda seed=_random.seed: seed(0))
_random.seed(0), np.random.seed(0), ag.manual_seed(0)
del _os, _random, _every_operation
"""


@dataclass(frozen=True)
class OwnCell:
    """A cell of the course's own copy. `solved` is its text in the solution, `handed_out` the text that students
    get (in code, without stubs); only an answer cell (`answer`) is theirs to change. `points` are those in its
    nbgrader metadata."""

    grade_id: str
    cell_id: str
    kind: str
    handed_out: str
    solved: str
    answer: bool
    points: int = 0

    @property
    def blank(self) -> str:
        """The text that students get, stubs and all."""
        return unsolved(self.solved) if self.kind == "code" else self.handed_out


@dataclass(frozen=True)
class Assignment:
    """An exercise as it is graded.

    stem       such as "04_accumulate"
    version    SHA-256, in hex, of all that a grade depends on: the cells and the rubric
    questions  those that a program judges, in the order of the rubric
    written    grade_ids of the answers in words, and their points
    cells      the course's own copy, by grade_id, in the order of the notebook
    """

    stem: str
    version: str
    questions: tuple[Question, ...]
    written: dict[str, int]
    cells: dict[str, OwnCell] = field(repr=False)

    @cached_property
    def prelude(self) -> str:
        """Code run before the student's first cell: the rubric's preludes, the exercise's imports, then `_NOTEBOOK`."""
        setup = [own.handed_out for own in self.cells.values() if not own.answer and own.kind == "code"]
        parts = [PRELUDE, *(question.prelude for question in self.questions), *map(_imports, setup), _NOTEBOOK]
        return "\n".join(dict.fromkeys(part.strip() for part in parts if part.strip()))

    def entry(self, grade_id: str) -> tuple[str, ...]:
        """The names that an answer cell defines; none for an answer in words."""
        return next((question.entry for question in self.questions if question.cell == grade_id), ())


def load(folder, stem: str) -> Assignment:
    """Load the assignment with this stem from a course folder, which has `solutions/` and `solutions/rubrics/`.

    Errors: ValueError naming the file that is missing, or the question that has no cell.
    """
    folder = Path(folder)
    notebook, rules = folder / "solutions" / f"{stem}.ipynb", folder / RUBRICS / f"{stem}.py"
    for path in (notebook, rules):
        if not path.is_file():
            raise ValueError(
                f"`{stem}` cannot be graded: {path} is missing\n"
                f"  help: exercises that can be graded here: {', '.join(stems(folder)) or 'none'}"
            )
    cells, rubric = _own_cells(notebook), _rubric(rules)
    _check(stem, rubric, cells)
    return Assignment(stem, _version(cells, rules), rubric.questions, dict(rubric.written), cells)


def stems(folder) -> list[str]:
    """The stems of all exercises in a course folder that have a solution and a rubric."""
    folder = Path(folder)
    return sorted(
        path.stem for path in (folder / RUBRICS).glob("*.py") if (folder / "solutions" / f"{path.stem}.ipynb").is_file()
    )


def without_rubric(folder) -> list[str]:
    """The stems of the exercises in a course folder that lack a rubric or a solution."""
    folder = Path(folder)
    there = {path.stem for place in ("solutions", "exercises") for path in (folder / place).glob("*.ipynb")}
    return sorted(there - set(stems(folder)))


def _own_cells(path: Path) -> dict[str, OwnCell]:
    own = map(_own_cell, json.loads(path.read_text("utf-8"))["cells"])
    return {cell.grade_id: cell for cell in own if cell.grade_id}


def _own_cell(cell: dict) -> OwnCell:
    marks, solved, kind = cell["metadata"].get("nbgrader", {}), "".join(cell["source"]), cell["cell_type"]
    answer = bool(marks.get("solution"))
    handed_out = TEXT_STUB if answer and kind != "code" else frame(solved)
    return OwnCell(
        marks.get("grade_id", ""), cell.get("id", ""), kind, handed_out, solved, answer, marks.get("points", 0)
    )


def _rubric(path: Path) -> Rubric:
    spec = importlib.util.spec_from_file_location(f"rubric_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.RUBRIC


def _check(stem: str, rubric: Rubric, cells: dict[str, OwnCell]) -> None:
    for grade_id in (*(question.cell for question in rubric.questions), *rubric.written):
        if grade_id not in cells or not cells[grade_id].answer:
            raise ValueError(
                f"the rubric of `{stem}` asks for the answer cell `{grade_id}`, which is not there\n"
                f"  help: its answer cells: {', '.join(key for key in cells if cells[key].answer)}"
            )


def _version(cells: dict[str, OwnCell], rules: Path) -> str:
    """A hash of cells and rubric that ignores stored outputs and the kind of line ends."""
    known = json.dumps([vars(cell) for cell in cells.values()]) + "\n" + rules.read_text("utf-8")
    return hashlib.sha256(known.encode()).hexdigest()


def _imports(source: str) -> str:
    """The import lines of one of the course's own cells, such as those of the exercise's helpers."""
    return "\n".join(line for line in source.split("\n") if line.startswith(("import ", "from ")))
