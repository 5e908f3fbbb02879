"""Whether any inputs that can be drawn are unfair: `python tests/bench/seeds.py [--secrets 1000] [STEM ...]`.

For every rubric and every secret: the solution and each other right way earn all points, and each known mistake is
caught by the trial that was made for it. Prints a line for each question, and what was unfair; the exit status is 1 if
anything was. With `--points`, prints instead the points that each known mistake gets and, if they vary, the trials
that it loses with some secrets only; the exit status is 1 if any vary.

These programs are ours, so each runs on all draws of a trial in one process, a fork of this one, which ends after
`--seconds`, or when it is stuck at a draw; each line says how many draws the slowest program got through.
All times are processor time. Not collected by pytest.
"""

import argparse
import gc
import json
import linecache
import multiprocessing
import os
import random
import resource
import signal
import sys
import time
import tracemalloc
from collections import Counter
from itertools import takewhile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from autogradlab.confine import ErrorRecord, Result, TimedOut  # noqa: E402  (what it imports reads the variable)
from autogradlab.confine.performing import CELL, PROBE  # noqa: E402
from autogradlab.confine.plain import plain  # noqa: E402
from autogradlab.grading import assignment, seeds  # noqa: E402
from autogradlab.grading.comparing import judged  # noqa: E402

ROOT = Path(__file__).parents[2]
FORKS = multiprocessing.get_context("fork")
SHOWN = 20


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("stems", nargs="*", default=assignment.stems(ROOT))
    options.add_argument("--secrets", type=int, default=1000)
    options.add_argument("--seconds", type=float, default=20.0, help="for each program and trial (default: 20)")
    options.add_argument("--points", action="store_true", help="the points of each known mistake")
    chosen = options.parse_args()
    look = points_at if chosen.points else look_at
    unfair = sum(look(stem, chosen.secrets, chosen.seconds) for stem in chosen.stems)
    print(f"{'varying' if chosen.points else 'unfair'}: {unfair}")
    return 1 if unfair else 0


def look_at(stem, secrets, seconds):
    """Print a line about each question of an exercise; return how many results were unfair."""
    asked, names, unfair = assignment.load(ROOT, stem), {}, 0
    exec(asked.prelude, names)
    for question in asked.questions:
        start, found, fewest = used(), [], secrets
        before = [asked.cells[need].solved for need in question.needs]
        right = [("the solution", asked.cells[question.cell].solved)]
        right += [(known.name, known.source) for known in question.known if not known.caught_by]
        wrong = [known for known in question.known if known.caught_by]
        drawn = draws(question, secrets)
        for place, trial in enumerate(question.trials):
            inputs = [each[place] for each in drawn]
            for name, source in right:
                said = list(sayings(question, trial, [*before, source], names, inputs, seconds))
                found += [
                    f"{name} loses {trial.name!r} with secret {secret}: {each}"
                    for secret, each in enumerate(said)
                    if each
                ]
                fewest = min(fewest, len(said))
            for known in wrong:
                if known.caught_by == trial.name:
                    said = list(sayings(question, trial, [*before, known.source], names, inputs, seconds))
                    found += [
                        f"{known.name!r} passes {trial.name!r} with secret {secret}"
                        for secret, each in enumerate(said)
                        if not each
                    ]
                    fewest = min(fewest, len(said))
        print(
            f"{stem:14} {question.cell:20} {len(right)} right, {len(wrong)} wrong, {fewest} to {secrets} secrets: "
            f"{len(found)} unfair, {used() - start:.0f} s",
            flush=True,
        )
        print("".join(f"    {line}\n" for line in found[:SHOWN]), end="", flush=True)
        unfair += len(found)
    return unfair


def points_at(stem, secrets, seconds):
    """Print a line about each known mistake of an exercise; return for how many of them the points vary."""
    asked, names, varying = assignment.load(ROOT, stem), {}, 0
    exec(asked.prelude, names)
    for question in asked.questions:
        before, drawn = [asked.cells[need].solved for need in question.needs], draws(question, secrets)
        for known in question.known:
            if known.caught_by:
                rows = rows_of(question, [*before, known.source], names, drawn, seconds)
                points = sorted({sum(row.earned for row in each) for each in rows})
                losses = Counter(row.name for each in rows for row in each if not row.earned)
                some = [f"    loses {name!r} {count} times" for name, count in losses.items() if count < len(rows)]
                span = " or ".join(map(str, points))
                line = f"{stem:14} {question.cell:20} {known.name!r}: {span} of {question.points}, {len(rows)} secrets"
                print("\n".join([line, *some * (len(points) > 1)]), flush=True)
                varying += len(points) > 1
    return varying


def rows_of(question, sources, names, drawn, seconds):
    """For each draw, the rows of a program's trials; fewer draws where the time was over earlier."""
    tried = [
        list(results(question, trial, sources, names, [each[place] for each in drawn], seconds))
        for place, trial in enumerate(question.trials)
    ]
    return [judged(question.trials, each, answers, [], question.entry) for each, *answers in zip(drawn, *tried)]


def draws(question, secrets):
    """The inputs of a question's trials for each secret."""
    return [
        seeds.drawn(question, lambda place: seeds.seed(str(secret).encode(), "", question.cell, "", place))
        for secret in range(secrets)
    ]


def sayings(question, trial, sources, names, inputs, seconds):
    """The sentence on a program's answer to each of the inputs, empty where it earns the points."""
    answers = results(question, trial, sources, names, inputs, seconds)
    for drawn, result in zip(inputs, answers):
        error = result.error and f"it raised {result.error.name}: {result.error.sentence}"[:200]
        yield error or judged([trial], [drawn], [result], [])[0].said


def results(question, trial, sources, names, inputs, seconds):
    """What a program came to with each of the inputs; ends early when the time is over, or after a draw at which the
    program hangs."""
    here, there = FORKS.Pipe(duplex=False)
    programs = [*sources, question.program(trial)]
    child = FORKS.Process(target=answer_all, args=(programs, names, inputs, there, question.seconds, seconds))
    child.start()
    there.close()
    for _ in inputs:
        try:
            yield here.recv()
        except EOFError:
            if child.join() or child.exitcode:
                yield Result(timed_out=TimedOut(question.seconds))
            break
    child.join()


def answer_all(sources, names, inputs, pipe, longest, seconds):
    """Send a `Result` for each of the inputs; for each, all sources are run anew, the last of which is the probe.
    End after `seconds`, or by a signal if one answer takes longer than `longest`."""
    gc.freeze()
    files = [*(CELL.format(number) for number in range(1, len(sources))), PROBE]
    programs = [compiled(source, file) for source, file in zip(sources, files, strict=True)]
    for drawn in takewhile(lambda _: time.process_time() < seconds, inputs):
        signal.setitimer(signal.ITIMER_PROF, longest)
        tracemalloc.stop()
        random.seed(0), names["np"].random.seed(0), names["ag"].manual_seed(0)
        names["ag"].set_grad_enabled(True)
        own = {**names, "inputs": json.loads(json.dumps(drawn))}
        try:
            for program in programs:
                exec(program, own)
            pipe.send(Result(value=plain(own["answer"]), answered=True))
        except Exception as error:
            pipe.send(Result(error=ErrorRecord(type(error).__name__, str(error))))


def compiled(source, file):
    """A compiled program whose source lines can be found, as in a run."""
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    return compile(source, file, "exec")


def used():
    """Processor seconds of this process and of all that it started."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


if __name__ == "__main__":
    sys.exit(main())
