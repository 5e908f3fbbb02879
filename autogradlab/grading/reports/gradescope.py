"""Gradescope's `results.json` of one submission, which an autograder there passes on as it is.

Nothing is shown before the grades are published: with results at once, a student could try again and again.
"""

import json
from collections.abc import Mapping

from ..row import CORRECT, FOR_A_HUMAN, GRADED, QuestionRow, Row, TrialRow
from .asked import Asked
from .legible import legible, line
from .wording import LEVELS

VISIBILITY = "after_published"


def results(row: Row, asked: Mapping[str, Asked]) -> str:
    """The file's text: every trial is a test. Points that a human has yet to give are in no test's score."""
    tests = [test for question in row.questions for test in _tests(question, asked)]
    found = {
        "score": row.earned,
        "output": _summary(row),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": VISIBILITY,
        "stdout_visibility": "hidden",
        "extra_data": {
            "exercise": row.exercise,
            "submission": row.submission,
            "seed": row.seed,
            "level": row.level,
            "open_points": row.open_points,
            "versions": dict(row.versions),
        },
        "tests": [{"number": str(number), **test} for number, test in enumerate(tests, start=1)],
    }
    return json.dumps(found, ensure_ascii=True) + "\n"


def _summary(row: Row) -> str:
    number, (name, _) = row.level, LEVELS[row.level]
    said = [] if row.status == GRADED else [f"{row.status}: {row.reason}"]
    opened = [f"{row.open_points} points are still open: a person reads those answers."] if row.open_points else []
    return legible("\n".join([*said, *opened, *row.findings, f"Confinement: level {number}, {name}."]))


def _tests(question: QuestionRow, asked: Mapping[str, Asked]):
    title = asked[question.question].title if question.question in asked else line(question.question, 80)
    if question.status == FOR_A_HUMAN:
        yield {
            "name": title,
            "output": f"A person reads this answer and gives up to {question.points} points.",
            "visibility": VISIBILITY,
        }
    elif question.trials:
        yield from (_test(f"{title}: {line(trial.name, 80)}", trial, trial.said) for trial in question.trials)
    else:
        yield _test(title, question, question.reason or (question.status if question.status != CORRECT else ""))


def _test(name: str, scored: QuestionRow | TrialRow, said: str) -> dict:
    return {
        "name": name,
        "score": scored.earned,
        "max_score": scored.points,
        "status": "passed" if scored.earned == scored.points else "failed",
        "output": legible(said),
        "visibility": VISIBILITY,
    }
