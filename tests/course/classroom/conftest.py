"""Generated classes: known abilities, known difficulties, planted misconceptions, a planted bad item."""

import json
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import pytest

from autogradlab.course.classroom.exports import Exports
from autogradlab.course.classroom.records import parsed
from autogradlab.course.classroom.views import Views

LESSONS, DIFFICULTIES = ("91", "92", "93"), np.linspace(-2, 2, 7)
BAD = "92-B1"


@dataclass
class Class:
    """What a class is generated from, such as the `rates` of misconceptions and the items where holders show them."""

    size: int = 60
    seed: int = 0
    difficulties: dict = field(
        default_factory=lambda: {
            f"{lesson}-C{place}": float(np.roll(DIFFICULTIES, 2 * turn)[place - 1] + 0.1 * turn)
            for turn, lesson in enumerate(LESSONS)
            for place in range(1, 8)
        }
    )
    rates: dict = field(default_factory=lambda: {"M03": 0.5, "M10": 0.25, "M16": 0.1, "M31": 0.7})
    shown_at: dict = field(
        default_factory=lambda: {
            idea: ("91-D" + idea[1:], "92-D" + idea[1:], "93-D" + idea[1:]) for idea in ("M03", "M10", "M16", "M31")
        }
    )
    bad: tuple = (BAD,)

    def learners(self):
        """Every learner as (code, the misconceptions held, records in order of time)."""
        rng = np.random.default_rng(self.seed)
        return [self._learner(number, rng) for number in range(self.size)]

    def _learner(self, number, rng):
        code, ability = f"{self.seed:03}{number:05x}", rng.normal()
        held = {idea for idea, rate in self.rates.items() if rng.random() < rate}
        records = []
        for item in sorted({*self.difficulties, *self.bad, *sum(self.shown_at.values(), ())}):
            idea = next((idea for idea, items in self.shown_at.items() if item in items), "")
            right = rng.random() < 1 / (1 + np.exp(-1.7 * (ability - self.difficulties.get(item, 0.0))))
            wrong = idea if idea in held else "" if item in self.bad else "near:sign"
            passed = wrong != idea if idea else right != (item in self.bad)
            records += _visit(code, item, passed, wrong, rng)
        return code, held, records


def made_record(learner, item, number, verdict, **more):
    """One line of an export; a field that is not given has the log's usual value."""
    return {
        "v": 2,
        "learner": learner,
        "item": item,
        "seed": 0,
        "attempt": number,
        "answer": "1",
        "verdict": verdict,
        "tag": "",
        "confidence": "",
        "hint": 0,
        "seconds": "under 30 s",
        "day": "2026-03-02",
    } | more


def _visit(code, item, passed, tag, rng):
    if passed:
        return [made_record(code, item, 1, "passed", confidence="sure")]
    sure = str(rng.choice(["guess", "think so", "sure"]))
    again = rng.random() < 0.4
    tries = [
        made_record(code, item, 1 + turn, "not yet", tag=tag, answer="-3", confidence=sure) for turn in range(1 + again)
    ]
    end = rng.random()
    if end < 0.6:
        return [*tries, made_record(code, item, len(tries) + 1, "passed", hint=1)]
    return [*tries, made_record(code, item, len(tries), "revealed", hint=4)] if end < 0.75 else tries


def write_lines(path, records):
    """Write one learner's file as `attempts export` does."""
    path.write_text(as_lines(records), "utf-8")


def as_lines(records):
    """Records as the text of an export."""
    return "".join(json.dumps(each) + "\n" for each in records)


@pytest.fixture
def record():
    """`record(learner, item, attempt, verdict, ...)`: one line of an export."""
    return made_record


@pytest.fixture
def write_export():
    """`write_export(path, records)`: writes one learner's file."""
    return write_lines


@pytest.fixture(scope="session")
def lines_of():
    """`lines_of(records)`: the text of an export."""
    return as_lines


@pytest.fixture
def folder(tmp_path):
    """An empty folder for exports."""
    exports = tmp_path / "exports"
    exports.mkdir()
    return exports


@pytest.fixture
def views():
    """`views(records of one learner, records of the next, ...)`: the views of their class."""
    return lambda *learners: Views(exports_of(learners))


@pytest.fixture(scope="session")
def made_class():
    """`made_class(seed, size)`: (views, {idea: learners who hold it}, the class); each is made once for all tests."""

    @cache
    def make(seed, size=60):
        made = Class(size, seed)
        learners = made.learners()
        holders = {idea: {code for code, held, _ in learners if idea in held} for idea in made.rates}
        return Views(exports_of(records for _, _, records in learners)), holders, made

    return make


def exports_of(learners):
    """Exports as they are read from files, without the files."""
    lines = [parsed(json.dumps(line)) for records in learners for line in records]
    return Exports(tuple(lines), files=len(lines), troubles=(), in_inventory=0)
