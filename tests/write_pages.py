"""Writes all generated files; for use after a change to an operation, a lesson, a question or a misconception.

python tests/write_pages.py
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: {what is written: the arguments with which Python writes it}.
WRITERS = {
    "the types of functions and methods": ["tests/types/stubs.py"],
    "docs/misconceptions.md": ["-m", "autogradlab.course.misconceptions.page"],
    "docs/simulated_learners.md": ["-m", "autogradlab.course.simulation.page"],
    "the votes of docs/instructors.md": ["-m", "autogradlab.course.classroom.vote_questions"],
    "the times of docs/walkthrough.md": ["tests/bench/reading.py", "--write"],
    "exercises/": ["-m", "autogradlab", "exercises"],
}


def main():
    """Run every writer; stop at the first that fails, which prints its own error."""
    here = os.environ | {"PYTHONPATH": str(ROOT)}
    for written, words in WRITERS.items():
        print(f"{written}: python {' '.join(words)}", flush=True)
        subprocess.run([sys.executable, *words], cwd=ROOT, env=here, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
