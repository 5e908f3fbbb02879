"""Grades all attacks and 100 honest hand-ins in one batch, through `autogradlab grade`, and prints the outcomes.

With `--write` it puts the table of attacks into docs/attacks.md, and their number into the README:

    python tests/bench/attacks.py [--honest 100] [--write]

It takes minutes: attacks that loop use up the judge's own limits. Not collected by pytest.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1] / "grading"))

from attacks import arena, telling  # noqa: E402

from autogradlab import confine  # noqa: E402

DOCUMENT, README = HERE.parents[2] / "docs" / "attacks.md", HERE.parents[2] / "README.md"
BEGINNING = "<!-- written by tests/bench/attacks.py -->\n"


def grade(level: int):
    """A function that runs the command in a process of its own and returns its exit status."""

    def call(hand_ins, out, course, environment):
        command = [sys.executable, "-m", "autogradlab", *arena.words(hand_ins, out, course, level)]
        return subprocess.run(command, env={**os.environ, **environment}).returncode

    return call


def main() -> int:
    """Run the batch and print the table; return 1 if anything broke, otherwise 0."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--honest", type=int, default=100)
    parser.add_argument("--write", action="store_true", help="put the table into docs/attacks.md")
    options = parser.parse_args()
    level = confine.levels().best
    with tempfile.TemporaryDirectory() as folder:
        verdicts = arena.fought(Path(folder), arena.attacks(), options.honest, grade(level))
    broken = "\n".join(f"BROKE {name}: {each}" for name, all_ in verdicts.wrongs.items() for each in all_)
    text = (
        f"{len(verdicts.attacks)} attacks and {len(verdicts.honest)} honest hand-ins in one batch, level {level}: "
        f"{len(verdicts.wrongs)} broke something.\n\n{telling.table(verdicts)}\n"
    )
    print(text, broken)
    if options.write:
        kept = DOCUMENT.read_text("utf-8").partition(BEGINNING)[0]
        DOCUMENT.write_text(kept + BEGINNING + "\n" + text, "utf-8")
        counted = re.sub(r"(?<=lists )\d+(?= attacks)", str(len(verdicts.attacks)), README.read_text("utf-8"))
        README.write_text(counted, "utf-8")
    return 1 if verdicts.wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
