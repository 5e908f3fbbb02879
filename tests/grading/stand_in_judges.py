"""Judges that run nothing, to test the code around a judge; a worker imports them by the name of this module."""

import hashlib
import os
import signal
import time
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path

from autogradlab.grading import gradebook
from autogradlab.grading.batch import Terms, grade
from autogradlab.grading.gradebook import Gradebook
from autogradlab.grading.hand_ins import find
from autogradlab.grading.kit import Kit
from autogradlab.grading.row import QuestionRow, Row

STEM = "04_accumulate"
KITS = {STEM: Kit(STEM, "v1", ())}


class Here(Executor):
    """An executor that runs every call at once, in this process."""

    def submit(self, function, /, *arguments):
        future = Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def judge(kit, student, data, *, secret, level):
    """A row whose points depend on everything that a row may depend on."""
    digest = hashlib.sha256(secret + data + kit.version.encode()).digest()
    questions = (QuestionRow("q", "partly correct", 255, digest[0], answer=data.decode("utf-8", "replace")[:200]),)
    return Row(student, kit.stem, hashlib.sha256(data).hexdigest(), "graded", level=level, questions=questions)


def unwell(kit, student, data, **terms):
    """Fail as the submission says: `raise`, `die`, or `die once FILE`, which makes FILE and fails only without it."""
    what, *rest = data.decode().split(maxsplit=2) or [""]
    if what == "raise":
        return {}["no such key"]
    if what == "die" and not (rest and Path(rest[1]).exists()):
        if rest:
            Path(rest[1]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return judge(kit, student, data, **terms)


def counting(kit, student, data, **terms):
    """Append the student's name to the file that the submission names, and judge."""
    with open(data.decode().split()[0], "a") as file:
        file.write(student + "\n")
    return judge(kit, student, data, **terms)


def weak(kit, student, data, **terms):
    """A row that says it was judged at level 1, whatever level was asked for."""
    return replace(judge(kit, student, data, **terms), level=1)


def waiting(kit, student, data, **terms):
    """Hang for five minutes at a submission `wait FILE`, after making FILE to show that it hangs."""
    if data.startswith(b"wait"):
        Path(data.decode().split(maxsplit=1)[1]).touch()
        time.sleep(300)
    return judge(kit, student, data, **terms)


def sitting(hand_ins, out, seconds_between_commits):
    """Grade a batch for one sitting, in a process that is going to be killed."""
    gradebook.SECONDS_BETWEEN_COMMITS = seconds_between_commits
    with gradebook.alone(Path(out)), Gradebook(Path(out) / gradebook.NAME) as book:
        for _ in grade(find(Path(hand_ins), {STEM: ()}, STEM).hand_ins, book, Terms(KITS, b"secret", 2, judge), Here()):
            pass
