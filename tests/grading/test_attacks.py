"""The grading is attacked: a batch of all attacks that we thought of, beside honest hand-ins; see docs/attacks.md."""

import importlib
import sys
from functools import partial
from pathlib import Path

import pytest

from autogradlab import cli, confine
from autogradlab.confine import ErrorRecord, Result, SourceLine
from autogradlab.confine.outcome import MOST_ENTRIES, Draft
from autogradlab.grading import assignment, batch, command
from autogradlab.grading.comparing import MOST_LINES, stopped
from autogradlab.grading.judge import judge

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the attacks are written for Linux")
HERE = str(Path(__file__).parent)
COMPARISON = ("comparing", "patching")


@pytest.fixture(scope="session")
def arena():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(HERE)
        yield importlib.import_module("attacks.arena")


@pytest.fixture
def fought(arena, tmp_path, monkeypatch):
    """`fought(families, honest, level, every)`: the verdicts of a batch graded by the command with two workers; for
    `every=3` it holds every third attack of the families."""

    def fight(families, honest, level, every):
        def grade(hand_ins, out, course, environment):
            for name, value in environment.items():
                monkeypatch.setenv(name, value)
            monkeypatch.setattr(sys, "path", [*sys.path])
            return cli.main([*arena.words(hand_ins, out, course, level), "--workers", "2"])

        terms = partial(batch.Terms, judge=arena.quick_judge)
        monkeypatch.setattr(command, "Terms", lambda kits, secret, best: terms(kits, secret, min(best, level)))
        return arena.fought(tmp_path, arena.attacks(families)[::every], honest, grade)

    return fight


def test_nobody_is_fooled_nothing_leaks_and_no_neighbor_is_harmed(arena, fought):
    """A sixth of all attacks; `tests/bench/attacks.py` takes all of them, and 100 honest hand-ins."""
    if confine.levels().best < 2:
        pytest.skip("this machine gives level 1 only: `peeking` and `escaping` are for levels 2 and 3")
    verdicts = fought(tuple(arena.FAMILIES), 7, confine.levels().best, every=6)
    assert len(verdicts.rows) > 30
    assert verdicts.wrongs == {}


def test_what_is_compared_cannot_be_forged_at_the_lowest_level_either(arena, fought):
    verdicts = fought(COMPARISON, 3, 1, every=4)
    assert {row.level for row in verdicts.rows.values()} == {1}
    assert verdicts.wrongs == {}


# ---- what broke once ------------------------------------------------------------------------------------------------


def test_an_error_beside_the_courses_own_answer_does_not_carry_it_out(arena, tmp_path, monkeypatch):
    ((_, attack),) = [each for each in arena.attacks(("peeking",)) if each[1].name == "solution_in_an_error"]
    target = arena.Target(tmp_path / "course", arena.SECONDS)
    monkeypatch.syspath_prepend(str(target.folder))
    (tmp_path / "in").mkdir()
    attack.lay(tmp_path / "in")
    data = (tmp_path / "in" / attack.name / f"{arena.STEM}.ipynb").read_bytes()
    row = judge(assignment.load(target.folder, arena.STEM), "eve", data, secret=b"s", level=1)
    assert row.earned == attack.deserves and target.canaries["solution"] not in row.to_json()


def _done(value) -> dict:
    return {"is": "done", "value": value, "answered": True, "error": None}


def test_an_answer_of_very_many_entries_is_no_answer_because_it_would_fill_the_judges_memory():
    Draft(1.0).take(_done([[]] * 30_000))
    for much in ([[]] * (MOST_ENTRIES + 1), [{"": [0] * 1_000}] * 101):
        with pytest.raises(ValueError, match="too many"):
            Draft(1.0).take(_done(much))


def test_a_line_is_quoted_from_cells_as_they_are_written_but_not_looked_for_among_millions():
    error = Result(error=ErrorRecord("ValueError", "", lines=(SourceLine(2, "fail()"),)))
    assert stopped(error, ["x = 1", "def f():\n    fail()"]) == "It raised ValueError at `fail()`."
    assert stopped(error, ["\n" * MOST_LINES, "def f():\n    fail()"]) == "It raised ValueError."


def test_the_table_of_the_document_has_whole_texts_code_as_code_and_no_other_markup(arena):
    cell = importlib.import_module("attacks.telling")._cell
    assert cell("stopped at `x[::-1] | y`") == r"stopped at `x[::-1] \| y`"
    assert cell("<b> *`* |\x1b\n\udcff\\") == r"\<b\> \*\`\* \|\\x1b\\n\\udcff" + r"\\"
    assert cell("a word " * 60) == "a word " * 60
