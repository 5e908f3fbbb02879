"""How long the log of attempts takes: `python tests/bench/log.py`. Seconds of one call each, the best of three.

Wanted: 100,000 attempts opened in less than 1 s, and nothing read again when one item is asked for. Not collected
by pytest.
"""

import os
import tempfile
from pathlib import Path
from time import perf_counter

from autogradlab.course.checks import log
from autogradlab.course.checks.log_lines import FIELDS, Reader, written

ATTEMPTS = 100_000


def line(number):
    """A record as the course writes it; one in ten lacks the seed, as in the first schema."""
    item = f"{number % 13:02}-C{number % 9}"
    record = {**FIELDS, "learner": "0123456789abcdef", "item": item, "attempt": number, "answer": "[1, 2.5, 3]"}
    record |= {"verdict": "not yet", "tag": "M40", "confidence": "sure", "seconds": "under 30 s", "day": "2026-01-01"}
    if number % 10 == 0:
        del record["seed"]
    return written(record)


def seconds(call):
    def once():
        start = perf_counter()
        call()
        return perf_counter() - start

    return min(once() for _ in range(3))


with tempfile.TemporaryDirectory() as folder:
    os.environ["AUTOGRADLAB_DATA"] = folder
    path = Path(folder) / "attempts.jsonl"
    path.write_bytes(b"".join(map(line, range(ATTEMPTS))))
    print(f"{ATTEMPTS:,} attempts, {path.stat().st_size / 1e6:.0f} MB")
    print(f"opened for the first time     {seconds(lambda: Reader(path).records()):10.6f} s")
    log.attempts()
    print(f"one item, nothing new         {seconds(lambda: log.attempts('04-C6')):10.6f} s")

    def record_and_read():
        log.record(item="04-C6", verdict="passed")
        log.attempts("04-C6")

    print(f"one record, then one item     {seconds(record_and_read):10.6f} s")
