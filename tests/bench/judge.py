"""How fast the judge is: `python tests/bench/judge.py [--level 1] [--submissions 40] [STEM ...]`.

Prints the seconds to the first row in a new Python, then for each exercise the honest submissions per second and core
(by the processor time of the judge and of all that it starts, and by the clock), and how much memory the judge gains in
the second half of them. Every submission is different: its bytes differ, so its inputs do. Not collected by pytest.
"""

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

from autogradlab import confine
from autogradlab.grading import assignment, judge

ROOT = Path(__file__).parents[2]
FIRST = """
import sys, time
start = time.perf_counter()
from pathlib import Path
from autogradlab.grading import assignment, judge
root, stem, level = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
data = (root / "solutions" / f"{stem}.ipynb").read_bytes()
row = judge.judge(assignment.load(root, stem), "ann", data, secret=b"bench", level=level)
assert row.earned == row.points, row.reason
print(time.perf_counter() - start, time.process_time())
"""


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("stems", nargs="*", default=assignment.stems(ROOT))
    options.add_argument("--level", type=int, default=1)
    options.add_argument("--submissions", type=int, default=40)
    chosen = options.parse_args()
    words = [sys.executable, "-c", FIRST, str(ROOT), chosen.stems[0], str(chosen.level)]
    wall, used = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    print(f"first row: {float(wall):.2f} s ({float(used):.2f} s of them the judge's own processor time)")
    for stem in chosen.stems:
        report(stem, chosen.submissions, chosen.level)


def report(stem, count, level):
    """Print a line about one exercise."""
    asked = assignment.load(ROOT, stem)
    data = (ROOT / "solutions" / f"{stem}.ipynb").read_bytes()
    grade(asked, data, 1, level)
    start, used = time.perf_counter(), processor_seconds()
    first = grade(asked, data, 1, level) and processor_seconds() - used  # what starting an interpreter takes
    start, used = time.perf_counter(), processor_seconds()
    grade(asked, data, count // 2, level)
    held = memory()
    grade(asked, data, count - count // 2, level)
    wall, used = time.perf_counter() - start, processor_seconds() - used - first
    trials = sum(len(question.trials) for question in asked.questions)
    print(
        f"{stem:14} {trials:3} trials: {(count - 1) / used:6.1f} a second and core, {count / wall:6.1f} by the "
        f"clock; {memory():.0f} MB, {memory() - held:.1f} of them since half-time",
        flush=True,
    )


def grade(asked, data, count, level):
    """Judge `count` submissions, each with different bytes."""
    for number in range(count):
        row = judge.judge(asked, "ann", data + b" " * number, secret=b"bench", level=level)
        assert row.earned == row.points, [(each.question, each.reason) for each in row.questions]
    return True


def processor_seconds():
    """Processor seconds of this process and of all that it started, which is ended first so that it counts."""
    confine.shut_down()
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def memory():
    """The peak memory of this process, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
