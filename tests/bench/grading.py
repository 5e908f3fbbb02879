"""How fast hand-ins are graded, beside nbgrader: `python tests/bench/grading.py [--count 40] [--nbgrader PYTHON]`.

PYTHON is the Python of an environment with nbgrader and what the course's notebooks import. The hand-ins are
copies of an exercise's solution, each with one more cell; both graders get the same files. Not collected by pytest.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from autogradlab.confine import levels
from autogradlab.grading import hand_ins, kit
from autogradlab.grading.batch import Terms, grade
from autogradlab.grading.gradebook import Gradebook
from autogradlab.grading.workers import Workers

COURSE, STEM = Path(__file__).parents[2], "04_accumulate"


def hand_in(path: Path, number: int) -> None:
    """Write an honest hand-in that differs from all others."""
    notebook = json.loads((COURSE / "solutions" / f"{STEM}.ipynb").read_text("utf-8"))
    notebook["cells"].append(
        {
            "cell_type": "code",
            "id": f"own-{number}",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "source": f"mine = {number}",
        }
    )
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook), "utf-8")


def ours(folder: Path, workers: int) -> None:
    """Grade all hand-ins and print the rates; starting the workers counts."""
    found = hand_ins.find(folder / "submitted", {STEM: ()}).hand_ins
    terms = Terms({STEM: kit.pack(COURSE, STEM)}, b"secret" * 6, levels().best)
    began = time.perf_counter()
    with Gradebook(folder / f"{workers}.sqlite") as book, Workers(workers) as crew:
        times = [
            time.perf_counter()
            for each in grade(found, book, terms, crew, workers=workers)
            if each.row.earned == each.row.points > 0
        ]
    assert len(times) == len(found), "an honest hand-in lost points"
    first, whole = times[0] - began, times[-1] - began
    print(
        f"autogradlab, {workers} worker{'s' * (workers > 1)}, level {terms.level}: first row after {first:.2f} s, "
        f"then {(len(times) - 1) / (whole - first):.1f} a second; {len(times) / whole:.1f} a second in all"
    )


def nbgrader(folder: Path, python: str, count: int) -> None:
    """Let nbgrader grade the same files, and print its rate; its start counts."""
    (folder / "source" / STEM).mkdir(parents=True)
    shutil.copy(COURSE / "solutions" / f"{STEM}.ipynb", folder / "source" / STEM)
    programs = os.pathsep.join([str(Path(python).parent), os.environ["PATH"]])  # where its `alembic` is
    environment = {**os.environ, "PYTHONPATH": str(COURSE), "PATH": programs}

    def call(*words):
        done = subprocess.run(
            [python, "-m", "nbgrader", *words, "--CourseDirectory.course_id=bench"],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stderr

    said = call("generate_assignment", STEM, "--force")
    assert not said[0], said[1][-2000:]
    began = time.perf_counter()
    call("autograde", STEM, "--force")
    seconds = time.perf_counter() - began
    done = len(list((folder / "autograded").glob("*/*/*.ipynb")))
    print(f"nbgrader, {done} of {count} graded: {done / seconds:.2f} a second in all")


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("--count", type=int, default=40)
    asked.add_argument("--nbgrader", metavar="PYTHON")
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(options.count):
            hand_in(folder / "submitted" / f"s{number:03}" / STEM / f"{STEM}.ipynb", number)
        for workers in (1, 2):
            ours(folder, workers)
        if options.nbgrader:
            nbgrader(folder, options.nbgrader, options.count)


if __name__ == "__main__":
    sys.exit(main())
