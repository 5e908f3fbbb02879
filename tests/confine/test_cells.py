"""`run_cells`: cells one after another, probes after them; a bad one costs only itself."""

from functools import partial

import pytest

from autogradlab.confine import Probe, Unfit, cells, run_cells, running
from autogradlab.confine.zygote import FORKS

posix = pytest.mark.skipif(not FORKS, reason="this system has no fork")
LATER = "y = x + 1"
ENDS = (
    "import os; os._exit(0)",
    "exit()",
    "import ctypes; ctypes.string_at(0)",
    "while True: pass",
    "sum(iter(int, 1))",
    "import os; os.closerange(3, 200)",
)


def answers(outcome):
    return [result.value for result in outcome.results]


def test_cells_share_their_names_and_probes_see_them():
    outcome = run_cells(["x = 1\nprint('one')", LATER], [Probe("answer = [x, y]")])
    assert answers(outcome) == [[1, 2]] and outcome.cells[0].printed == "one\n" and outcome.level == 1


def test_an_error_of_a_cell_is_recorded_and_the_next_one_runs():
    outcome = run_cells(["x = 1\n1 / 0", LATER, "z = ("], [Probe("answer = y")])
    assert [cell.error and cell.error.name for cell in outcome.cells] == ["ZeroDivisionError", None, "SyntaxError"]
    assert answers(outcome) == [2]


def test_lines_of_an_error_are_those_of_the_cell_that_holds_them():
    error = run_cells(["def f():\n    return 1 / 0", "\n\nf()"]).cells[1].error
    assert [(line.number, line.text) for line in error.lines] == [(3, "f()"), (2, "return 1 / 0")]


def test_an_import_from_the_future_holds_for_the_cells_below_as_in_a_notebook():
    cells = [
        "def f(x: Nothing): pass",
        "from __future__ import annotations",
        "def g(x: Nothing): pass",
        "x = (",
        "h = g",
    ]
    outcome = run_cells(cells, [Probe("def f(x: Nothing): pass"), Probe("answer = h(1)")])
    assert [bool(each.error) for each in (*outcome.cells, *outcome.results)] == [1, 0, 0, 1, 0, 1, 0]
    assert run_cells([cells[2]]).cells[0].error.name == "NameError"


def test_inputs_reach_a_probe_as_data_and_no_other_probe():
    inputs = {"text": "'''\n\\ \" é", "numbers": [1, 2.5, -0.0, None, True], "pair": (1, [2])}
    outcome = run_cells([], [Probe("answer = repr(inputs)", inputs), Probe("answer = inputs")])
    assert answers(outcome) == [repr({**inputs, "pair": [1, [2]]}), None]


@pytest.mark.parametrize("inputs", [{1, 2}, float, [[]] * 3_000_000], ids=["a set", "a class", "too much"])
def test_inputs_that_are_no_plain_data_are_refused(inputs):
    with pytest.raises(ValueError, match="probe 2"):
        run_cells([], [Probe("answer = 1"), Probe("answer = 2", inputs)])


@posix
@pytest.mark.parametrize("bad", ENDS)
def test_a_cell_that_ends_the_run_costs_itself_only(bad):
    outcome = run_cells(["x = 1", bad, LATER], [Probe("answer = y")], seconds=0.7)
    before, middle, after = outcome.cells
    assert before.completed and after.completed and not middle.completed and answers(outcome) == [2]


@posix
@pytest.mark.parametrize("bad", [*ENDS, "import os; os.kill(os.getppid(), 9)", "x.append(1)"])
def test_a_probe_that_ends_itself_or_the_run_costs_itself_only(bad):
    outcome = run_cells(["x = []"], [Probe("answer = x"), Probe(bad, seconds=0.5), Probe("answer = x")])
    assert answers(outcome) == [[], None, []]


def test_cells_and_probes_run_where_there_is_no_fork_as_well(monkeypatch):
    monkeypatch.setattr(cells, "conversation", partial(running.conversation, warm=False))
    probes = [Probe("answer = [y, inputs]", 3), Probe("1 / 0"), Probe("answer = y")]
    outcome = run_cells(["x = 1", "exit()", "1 / 0", LATER], probes)
    assert answers(outcome) == [[2, 3], None, 2] and "exit()" in outcome.cells[1].ended and outcome.cells[3].completed


def test_a_cell_that_breaks_what_keeps_the_lines_costs_no_other_cell():
    outcome = run_cells(
        ["import linecache; linecache.cache = linecache.getline = None; 1 / 0", "x = 1"], [Probe("answer = x")]
    )
    assert [bool(each.error) for each in outcome.cells] == [True, False] and answers(outcome) == [1]


@posix
def test_a_run_is_started_anew_without_eight_cells_and_no_more():
    outcome = run_cells(["import os; os._exit(1)"] * 10 + ["x = 1"], [Probe("answer = x")])
    assert all("exit code 1" in cell.ended for cell in outcome.cells[:9])
    assert [cell.ended for cell in outcome.cells[9:]] == [cells.TOO_OFTEN] * 2
    assert outcome.results[0].ended == cells.TOO_OFTEN and not outcome.results[0].answered


@posix
def test_a_run_is_started_anew_for_all_probes_however_many_end_it():
    kill = Probe("import os; os.kill(os.getppid(), 9)")
    assert answers(run_cells([], [kill] * 12 + [Probe("answer = 1")]))[-1] == 1


@posix
def test_a_cell_keeps_its_first_result_when_the_run_is_started_anew():
    outcome = run_cells(["import random; print(random.random())", "exit()"], [Probe("answer = 1")])
    assert outcome.cells[0].completed and outcome.cells[0].printed.count("\n") == 1


@posix
def test_what_a_cell_prints_when_the_run_is_started_anew_is_not_kept(tmp_path):
    """The file stands for what a probe can leave behind at any level, such as what the kernel has in its cache."""
    left = str(tmp_path / "left")
    cell = f"import os\nif os.path.exists({left!r}):\n    print('told', flush=True)\n    os._exit(0)\nprint('at first')"
    leave = Probe(f"import os\nopen({left!r}, 'w').close()\nos.kill(os.getppid(), 9)\nos.kill(os.getpid(), 9)")
    outcome = run_cells([cell], [leave, Probe("answer = 1")])
    assert outcome.cells[0].printed == "at first\n" and "exit code 0" in outcome.cells[0].ended
    assert answers(outcome) == [None, 1]


def test_each_cell_has_its_own_time_and_all_have_one_together():
    outcome = run_cells(["while True: pass"] * 5, [Probe("answer = 1")], seconds=0.4, total=0.9)
    assert outcome.cells[0].timed_out.seconds == 0.4 and outcome.cells[0].timed_out.line.number == 1
    assert not outcome.cells[4].completed and not outcome.results[0].answered


@pytest.mark.parametrize("cells, probes", [(["while True: pass"], ()), ([], [Probe("while True: pass", seconds=9.0)])])
def test_the_end_of_the_time_for_everything_is_not_told_as_a_limit_of_one_cell(cells, probes):
    outcome = run_cells(cells, probes, seconds=9.0, total=0.5)
    assert (*outcome.cells, *outcome.results)[0].timed_out.seconds is None


def test_a_probe_may_bring_its_own_time():
    slow = "import time; time.sleep(0.5); answer = 1"
    short, long = run_cells([], [Probe(slow, seconds=0.2), Probe(slow, seconds=5)], probe_seconds=0.3).results
    assert short.timed_out and long.value == 1


@pytest.mark.parametrize(
    "source", ["\ud800", "x = '\0'", "(" * 5000, "x" * 5_000_000], ids=["half a letter", "null", "deep", "long"]
)
def test_whatever_text_a_cell_is_it_gets_a_result(source):
    outcome = run_cells([source, "x = 1"], [Probe("answer = x")])
    assert not outcome.cells[0].completed and answers(outcome) == [1]


def test_a_prelude_that_fails_is_said_to_be_ours():
    with pytest.raises(Unfit, match="ZeroDivisionError"):
        run_cells([], prelude="1 / 0")


def test_a_level_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="1 separated, 2 confined, 3 isolated"):
        run_cells([], level=4)


def test_nothing_at_all_is_a_run_too():
    assert run_cells([]) == cells.CellsOutcome((), (), 1)


def test_every_level_gives_the_same_results(level):
    sources = ["x = 1", "print(x); 1 / 0", "import numpy as np; a = np.arange(3.)"]
    probes = [Probe("answer = [x, inputs]", [3]), Probe("answer = a"), Probe("exit()")]
    there, here = (run_cells(sources, probes, level=each) for each in (level, 1))
    assert (there.cells, there.results, there.level) == (here.cells, here.results, level)


def test_a_set_has_the_same_order_in_every_interpreter():
    orders = {
        tuple(answers(run_cells([], [Probe("answer = list({'a', 'b', 'c', 'd', 'e'})")], prelude=prelude))[0])
        for prelude in ("n = 1", "n = 2", "n = 3")
    }
    assert len(orders) == 1
