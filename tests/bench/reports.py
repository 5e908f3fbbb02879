"""Reports and similarity of large classes: seconds, memory, bytes. `python tests/bench/reports.py [students]`"""

import resource
import sys
import tempfile
import time
from pathlib import Path

from autogradlab.grading import assignment, reports, similarity
from autogradlab.grading.row import CORRECT, FOR_A_HUMAN, QuestionRow, Row, TrialRow

ROOT, STEM = Path(__file__).parents[2], "04_accumulate"


def rows(exercise, count):
    """A class in which every third trial is lost, with answers more than three times as long as the solution."""
    for number in range(count):
        questions = []
        for each in exercise.questions:
            trials = [
                TrialRow(
                    trial.name,
                    trial.points,
                    trial.points if (number + place) % 3 else 0,
                    "" if (number + place) % 3 else trial.message,
                    trial.idea,
                )
                for place, trial in enumerate(each.trials)
            ]
            own = f"\n    kept = [{number}] * {number % 17} + list(range({number}))\n"
            questions.append(
                QuestionRow(
                    each.cell,
                    CORRECT,
                    each.points,
                    sum(trial.earned for trial in trials),
                    trials=tuple(trials),
                    answer=(exercise.cells[each.cell].solved + own) * 3,
                )
            )
        questions.append(QuestionRow("explain", FOR_A_HUMAN, 20, 0, answer="It adds up. " * 40))
        yield Row(f"student {number:05}", STEM, f"{number:064x}", "graded", level=3, questions=tuple(questions))


def main(count):
    exercise = assignment.load(ROOT, STEM)
    with tempfile.TemporaryDirectory() as folder:
        before, start, cpu = _peak(), time.perf_counter(), time.process_time()
        reports.write(rows(exercise, count), folder, {STEM: exercise})
        size = sum(path.stat().st_size for path in Path(folder).rglob("*.*") if path.is_file())
        print(
            f"reports on {count} students: {time.perf_counter() - start:.1f} s ({time.process_time() - cpu:.1f} s of "
            f"CPU), {_peak() - before:.0f} MB more memory, {size / 1e6:.0f} MB written"
        )
    some = list(rows(exercise, 300))
    start = time.perf_counter()
    found = similarity.pairs(some, exercise)
    print(f"similarity of 300 students: {time.perf_counter() - start:.1f} s, {len(found)} pairs")


def _peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 1000)
