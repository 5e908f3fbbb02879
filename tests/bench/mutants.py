"""How many small mistakes in the engine and the graders the tests notice; it writes docs/mutation.md.

    COVERAGE_FILE=engine.coverage python -m pytest TESTS --cov --cov-context=test --cov-report=
    nice -n 10 python tests/bench/mutants.py engine engine.coverage --count 200

The first line (TESTS are `tests/autograd tests/ops ...`, see SUBJECTS) learns which tests run which lines. The second
makes mistakes of `mutations.py`, one at a time, in copies of the course, and runs the tests that run the mistaken line
until one fails. PyTorch is hidden from them: what only a comparison with it would notice does not count. A mutant lives
if all of its tests pass; in the same `--work` folder only those that live are tried again. Not collected by pytest.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from importlib.util import cache_from_source
from itertools import count
from pathlib import Path
from queue import SimpleQueue

import coverage
import pytest
from mutations import mutants
from unnoticed import REASONS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "mutation.md"
SUBJECTS = {
    "engine": (
        ["autogradlab/autograd/*.py", "autogradlab/ops/*.py"],
        ["tests/autograd", "tests/ops", "tests/nn", "tests/optim", "tests/utils", "tests/memory", "tests/fuse"],
    ),
    "graders": (
        [
            f"autogradlab/grading/{name}.py"
            for name in ("comparing", "gradebook", "judge", "reading", "rubric", "seeds", "submission", "together")
        ],
        ["tests/grading"],
    ),
}
AT_ONCE = 2
FIRST_TESTS = 30  # tried before all others: most mutants die of them
PROCESSOR_SECONDS, WALL_SECONDS = 120, 240  # for one run of a mutant's tests
KILLED, STOPPED, LIVES = "killed", "stopped", "lives"
LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", "out", "*.egg-info")


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("subject", choices=SUBJECTS)
    options.add_argument("coverage", type=Path, help="what `pytest --cov --cov-context=test` wrote")
    options.add_argument("--count", type=int, default=200, help="how many mutants of all that there are")
    options.add_argument("--seed", type=int, default=0, help="which ones")
    options.add_argument("--work", type=Path, default=ROOT / "build" / "mutants", help="for copies and results")
    chosen = options.parse_args()
    sources = sorted(
        str(path.relative_to(ROOT))
        for pattern in SUBJECTS[chosen.subject][0]
        for path in ROOT.glob(pattern)
        if not path.stem.endswith("_torch")
    )
    everything = [mutant for path in sources for mutant in mutants(ROOT, path)]
    sample = sorted(everything, key=lambda mutant: hashlib.sha256(f"{chosen.seed} {mutant.name}".encode()).digest())
    sample = sample[: chosen.count]
    fates = tried(sample, tests_by_line(chosen.coverage, sources), chosen.work.resolve())
    publish(
        chosen.subject,
        {
            "of": len(everything),
            "seed": chosen.seed,
            "date": date.today().isoformat(),
            "fates": {mutant.name: fates[mutant.name] for mutant in sample},
        },
    )


# ---- which tests run a line -------------------------------------------------------------------------------------


def tests_by_line(path, sources):
    """{path: {line: names of the tests that run it}}; a line that runs at import has the test name ""."""
    data = coverage.CoverageData(str(path))
    data.read()
    newer = [source for source in sources if (ROOT / source).stat().st_mtime > path.stat().st_mtime]
    if newer:
        sys.exit(f"{newer[0]} is newer than what `{path}` says of it\n  help: run the tests with --cov again")
    return {
        source: {
            line: {context.partition("|")[0] for context in contexts}
            for line, contexts in data.contexts_by_lineno(source).items()
        }
        for source in sources
    }


def tests_of(mutant, by_line):
    """The tests that run the lines of a mutant, shuffled; all tests if these lines run only at import."""
    lines = by_line[mutant.path]
    found = set().union(*(lines.get(line, set()) for line in range(mutant.first, mutant.last + 1)))
    if found == {""}:
        found = set().union(*(tests for lines in by_line.values() for tests in lines.values()))
    tests = sorted(found - {""})
    random.Random(0).shuffle(tests)
    return tests


# ---- what becomes of a mutant -----------------------------------------------------------------------------------


def tried(sample, by_line, work):
    """{name: its fate} of every mutant that was ever tried in this folder, the sample among them."""
    kept = work / "fates.json"
    fates = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    copies, done = SimpleQueue(), count(1)
    for place in range(AT_ONCE):
        shutil.copytree(ROOT, work / f"copy{place}", ignore=LEFT_BEHIND, dirs_exist_ok=True)
        copies.put(work / f"copy{place}")

    def one(mutant):
        copy = copies.get()
        fates[mutant.name] = fate(mutant, tests_of(mutant, by_line), copy)
        copies.put(copy)
        kept.write_text(json.dumps(fates, indent=1), "utf-8")
        print(f"{next(done):4} {fates[mutant.name]:9} {mutant.name}", flush=True)

    with ThreadPoolExecutor(AT_ONCE) as slots:
        list(slots.map(one, [mutant for mutant in sample if fates.get(mutant.name, LIVES) == LIVES]))
    return fates


def fate(mutant, tests, copy):
    """KILLED by a test that passes without the mutant; STOPPED if its tests did not end by themselves; or LIVES."""
    path = copy / mutant.path
    for some in filter(None, (tests[:FIRST_TESTS], tests[FIRST_TESTS:])):
        put(path, mutant.source)
        exit_status, by = run(some, copy)
        put(path, (ROOT / mutant.path).read_text("utf-8"))
        if exit_status is None:
            return STOPPED
        if exit_status and by and run([by], copy)[0]:
            raise SystemExit(f"{by} fails without any mutant\n  help: mend it, then try again")
        if exit_status:
            return KILLED
    return LIVES


def put(path, source):
    path.write_text(source, "utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)  # its stamp cannot tell mutants of one second apart


def run(tests, copy):
    """(exit status of pytest, None if it had to be stopped; the first test that failed) in a new process."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["hypothesis", "numpy", "pytest"])
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=in_child, args=(tests, str(copy), sender))
    process.start()
    process.join(WALL_SECONDS)
    stopped = process.is_alive() or process.exitcode < 0
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.join()
    return (None, "") if stopped else (process.exitcode, receiver.recv() if receiver.poll() else "")


class NoTorch:
    """An import finder for which PyTorch is not installed."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "torch":
            raise ModuleNotFoundError("no PyTorch while mutants are tried", name=name)


class FirstFailure:
    def __init__(self, sender):
        self.sender = sender

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.sender.send(report.nodeid)


def in_child(tests, copy, sender):
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.chdir(copy)
    os.environ["PYTHONPATH"] = copy
    ours = ROOT, Path(__file__).parent
    sys.path[:] = [copy, *(each for each in sys.path if Path(each or ".").resolve() not in ours)]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.meta_path.insert(0, NoTorch)
    status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests], [FirstFailure(sender)])
    os._exit(status)


# ---- the page ---------------------------------------------------------------------------------------------------


def publish(subject, result):
    """Put a subject's result into docs/mutation.md, replacing its earlier one."""
    head, *parts = PAGE.read_text("utf-8").split("\n## ")
    parts = [part for part in parts if not part.lower().startswith(subject)] + [section(subject, **result)]
    PAGE.write_text("\n## ".join([head, *sorted(part.rstrip() + "\n" for part in parts)]), "utf-8")


def section(subject, of, seed, date, fates):
    """The page's section on one subject."""
    lives = [name for name, fate in fates.items() if fate == LIVES]
    noticed, alike = len(fates) - len(lives), sum(name in REASONS for name in lives)
    stopped = sum(fate == STOPPED for fate in fates.values())
    rows = "".join(f"| {name} | {REASONS.get(name, '**not noticed**')} |\n" for name in sorted(lives))
    files = ", ".join(f"`{each}`" for each in SUBJECTS[subject][0])
    return f"""{subject.capitalize()}: {noticed / len(fates):.1%} noticed

{date}: {len(fates)} of the {of:,} mutants of {files}, drawn with seed {seed}. The tests noticed {noticed}
({stopped} of them because the tests never ended). {len(lives)} live, of which {alike} keep every promise;
of the others, {noticed / (len(fates) - alike):.1%} were noticed.

| what lives | why |
|---|---|
{rows}"""


if __name__ == "__main__":
    main()
