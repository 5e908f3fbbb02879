"""Rows of exercise 04 as the judge writes them, made without running anything."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from autogradlab.grading import assignment
from autogradlab.grading.row import CORRECT, FOR_A_HUMAN, NOT_ATTEMPTED, PARTLY, WRONG, QuestionRow, Row, TrialRow

ROOT = Path(__file__).parents[3]
STEM = "04_accumulate"
ERROR = "It raised TypeError at `loss = mine_{number}`."


@cache
def exercise():
    return assignment.load(ROOT, STEM)


def made_question(asked, lost=(), said="", idea=None, answer="def f(): ...", printed=""):
    """A judged question of which some trials are lost, with a sentence of their own or the rubric's."""
    trials = tuple(_trial(trial, trial.name in lost, said, idea) for trial in asked.trials)
    earned = sum(trial.earned for trial in trials)
    status = CORRECT if earned == asked.points else PARTLY if earned else WRONG
    reason = " ".join(dict.fromkeys(trial.said for trial in trials if trial.said))
    return QuestionRow(asked.cell, status, asked.points, earned, reason, trials, answer, printed)


def _trial(trial, is_lost, said, idea):
    if not is_lost:
        return TrialRow(trial.name, trial.points, trial.points)
    if said and idea is None:  # an error, with which the judge gives no idea
        return TrialRow(trial.name, trial.points, 0, said)
    return TrialRow(trial.name, trial.points, 0, said or trial.message, trial.idea if idea is None else idea)


def made_row(student="ann", lost=None, answer="def f(): ...", **changed):
    """A graded row; `lost` names, by question, the trials that are lost."""
    questions = [made_question(each, (lost or {}).get(each.cell, ()), answer=answer) for each in exercise().questions]
    questions += [
        QuestionRow(cell, FOR_A_HUMAN, points, 0, answer=answer) for cell, points in exercise().written.items()
    ]
    versions = (("grader", "0123456789ab"), ("numpy", "2.3.4"))
    row = Row(student, STEM, "a1" * 32, "graded", level=2, seed="5eed", versions=versions, questions=tuple(questions))
    return replace(row, **changed)


def made_class(size, seed=0, inverted=""):
    """A class whose students differ in ability; the able ones lose the trial `inverted`."""
    return [_student(number, random.Random(f"{seed} {number}"), inverted) for number in range(size)]


def _student(number, rng, inverted):
    ability, questions = rng.random(), []
    for each in exercise().questions:
        if rng.random() < 0.08:
            questions.append(QuestionRow(each.cell, NOT_ATTEMPTED, each.points, 0, "The answer cell is as it was."))
        elif rng.random() < 0.12:
            everything = [trial.name for trial in each.trials]
            questions.append(made_question(each, everything, ERROR.format(number=number)))
        else:
            lost = [
                trial.name for trial in each.trials if (rng.random() > 0.1 + 0.8 * ability) != (trial.name == inverted)
            ]
            questions.append(made_question(each, lost, answer=f"answer {number}"))
    questions += [
        QuestionRow(cell, FOR_A_HUMAN, points, 0, answer="Because.") for cell, points in exercise().written.items()
    ]
    return replace(made_row(f"student {number:03}"), questions=tuple(questions))


@pytest.fixture(scope="session")
def made():
    """`made.row(...)`, `made.question(...)`, `made.a_class(size)`, and `made.exercise`, which they answer."""
    return SimpleNamespace(row=made_row, question=made_question, a_class=made_class, exercise=exercise())
