"""Whether any inputs that can be drawn are unfair: `python tests/bench/seeds.py [--secrets 1000] [STEM ...]`.

For every rubric and every secret: the solution and each other right way earn all, and each known mistake is caught by
the trial that was made for it. Prints a line for each question, and what was unfair; the exit status is 1 if anything
was. These programs are ours, so hundreds of draws share a process. Not collected by pytest.
"""
import argparse
import sys
import time
from pathlib import Path

from autogradlab import confine
from autogradlab.grading import assignment, seeds
from autogradlab.grading.comparing import judged

ROOT = Path(__file__).parents[2]
AT_ONCE, SECONDS = 25, 30.0  # draws in one process, and its limit
EACH_DRAW = """
import random, tracemalloc
results = []
for drawn in inputs:
    tracemalloc.stop(), random.seed(0), np.random.seed(0), ag.manual_seed(0), ag.set_grad_enabled(True)
    names = {{**globals(), "inputs": drawn}}
    try:
        exec({source!r}, names)
        exec({probe!r}, names)
        results.append([names["answer"]])
    except Exception as error:
        results.append(f"it raised {{type(error).__name__}}: {{error}}"[:200])
answer = results
"""


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("stems", nargs="*", default=assignment.stems(ROOT))
    options.add_argument("--secrets", type=int, default=1000)
    chosen = options.parse_args()
    unfair = sum(look_at(stem, chosen.secrets) for stem in chosen.stems)
    print(f"unfair: {unfair}")
    return 1 if unfair else 0


def look_at(stem, secrets):
    """Prints what becomes of each question of an exercise; the number of what was unfair."""
    asked, unfair = assignment.load(ROOT, stem), 0
    for question in asked.questions:
        start, before = time.perf_counter(), "\n".join(asked.cells[need].solved for need in question.needs)
        right = [("the solution", asked.cells[question.cell].solved)]
        right += [(known.name, known.source) for known in question.known if not known.caught_by]
        wrong = [known for known in question.known if known.caught_by]
        drawn = [seeds.drawn(question, lambda place: seeds.seed(str(secret).encode(), "", question.cell, "", place))
                 for secret in range(secrets)]
        found = []
        for place, trial in enumerate(question.trials):
            inputs = [each[place] for each in drawn]
            for name, source in right:
                found += [f"{name} loses {trial.name!r} with secret {secret}: {said}" for secret, said
                          in enumerate(sayings(asked, f"{before}\n{source}", trial, inputs)) if said]
            for known in wrong:
                if known.caught_by == trial.name:
                    found += [f"{known.name!r} passes {trial.name!r} with secret {secret}" for secret, said
                              in enumerate(sayings(asked, f"{before}\n{known.source}", trial, inputs)) if not said]
        print(f"{stem:14} {question.cell:20} {len(right)} right, {len(wrong)} wrong, {secrets} secrets: "
              f"{len(found)} unfair, {time.perf_counter() - start:.0f} s", flush=True)
        print("".join(f"    {line}\n" for line in found[:20]), end="", flush=True)
        unfair += len(found)
    return unfair


def sayings(asked, source, trial, inputs):
    """What is said of a program's answer to each of the inputs; empty where it earns the points."""
    for start in range(0, len(inputs), AT_ONCE):
        some = inputs[start:start + AT_ONCE]
        probe = confine.Probe(EACH_DRAW.format(source=source, probe=trial.probe), some, SECONDS)
        result, = confine.run_cells([], [probe], prelude=asked.prelude, total=SECONDS + 10).results
        if not result.completed or not isinstance(result.value, list):
            said = f"it was not done: {result.ended or result.timed_out or result.error or result.value}"
            return (yield from [said] * (len(inputs) - start))
        for drawn, answer in zip(some, result.value):
            if isinstance(answer, str):
                yield answer
            else:
                yield judged([trial], [drawn], [confine.Result(value=answer[0], answered=True)], [])[0].said


if __name__ == "__main__":
    sys.exit(main())
