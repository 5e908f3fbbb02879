"""A row for everything that is handed in: honest work keeps its points, and every other outcome has its own name."""

import json
import sys
import time
from pathlib import Path

import pytest

from autogradlab.confine import CellsOutcome, Result, TimedOut
from autogradlab.confine.conversation import NOT_REACHED
from autogradlab.grading import assignment, command, judge, kit
from autogradlab.grading.row import (
    CORRECT,
    CRASHED,
    FOR_A_HUMAN,
    NOT_ATTEMPTED,
    PARTLY,
    REFUSED,
    TIMED_OUT,
    UNREADABLE,
    WRONG,
    Row,
)

ROOT = Path(__file__).parents[2]
FULL = {"a-answer": 10, "b-answer": 10, "c-answer": 10, "d-answer": 0}


def question(row, letter):
    return next(each for each in row.questions if each.question == f"{letter}-answer")


# ---- honest work ----------------------------------------------------------------------------------------------------


def test_everything_right(tiny):
    row = tiny.judged(tiny.hand_in())
    assert (row.student, row.exercise, row.status, row.level) == ("ann", "01_tiny", "graded", 1)
    assert (row.earned, row.points, row.open_points, row.findings) == (30, 30, 10, ())
    assert [each.status for each in row.questions] == [CORRECT] * 3 + [FOR_A_HUMAN]
    assert [each.reason for each in row.questions] == [""] * 4
    assert question(row, "d").answer == "The mean of the squares is larger."
    assert dict(row.versions).keys() == {"grader", "assignment", "numpy", "python"}


HONEST = {
    "prints a number": dict(a="def squares(x):\n    print(4)\n    return x ** 2\nprint(squares(2))"),
    "warns": dict(
        a="import warnings, sys\ndef squares(x):\n    warnings.warn('old')\n    print('!', file=sys.stderr)\n"
        "    return x ** 2"
    ),
    "tries it out, with an error": dict(a="def squares(x):\n    return x ** 2\nsquares('a')"),
    "uses commands": dict(a="%matplotlib inline\ndef squares(x):\n    return x ** 2\n%timeit squares(2)"),
    "uses commands as IPython writes them": dict(
        a="def squares(x):\n    return x ** 2\nget_ipython().run_line_magic('matplotlib', 'inline')\n"
        "get_ipython().system('pip install x')\nget_ipython().run_cell_magic('bash', '', 'ls')"
    ),
    "keeps the stream of its cell": dict(
        a="import sys\ndef tell(*what, out=sys.stdout):\n    print(*what, file=out)\ndef squares(x):\n    tell(x)\n"
        "    return x ** 2"
    ),
    "shows things as IPython does": dict(
        a="def squares(x):\n    display(x, 'and', display_id='x', metadata={})\n    return x ** 2"
    ),
    "awaits": dict(a="import asyncio\nawait asyncio.sleep(0)\ndef squares(x):\n    return x ** 2"),
    "shows things": dict(a="def squares(x):\n    return x ** 2\ndisplay(squares(2))\nsquares(3)"),
    "comes as a lambda": dict(a="squares = lambda x: x ** 2"),
    "imports again": dict(a="import numpy as np\nimport math\ndef squares(x):\n    return np.multiply(x, x)"),
    "gives a list for a mean": dict(b="def mean(x):\n    return np.mean(x)"),
}


@pytest.mark.parametrize("answers", HONEST.values(), ids=HONEST)
def test_an_honest_answer_gets_full_points(tiny, answers):
    assert tiny.earned(tiny.hand_in(**answers)) == FULL


def test_helpers_in_own_cells_cells_run_twice_and_a_scratch_at_the_end(tiny, own):
    notebook = tiny.hand_in(a="def squares(x):\n    return times(x, x)")
    notebook["cells"][1:1] = [own("def times(a, b):\n    return a * b")] * 2
    notebook["cells"] += [own("1 / 0"), own("squares = 'scratch'"), own("plot this", "markdown")]
    row = tiny.judged(notebook)
    assert row.earned == 30
    assert any("which was added, did not run to its end. It raised ZeroDivisionError" in each for each in row.findings)


def test_of_very_many_cells_that_fail_some_are_told_and_the_others_counted(tiny, own):
    notebook = tiny.hand_in(a="def squares(x):\n    return x * x")
    notebook["cells"] += [own("1 / 0")] * 100
    findings = tiny.judged(notebook).findings
    told = [each for each in findings if "It raised ZeroDivisionError at `1 / 0`" in each]
    assert len(told) == len(findings) - 1 and findings[-1] == f"There are {100 - len(told)} more findings."


MEAN = "def mean(x):\n    return sum(x) / len(x)"
SLIPS = "sum = len = 0\nlist = [1, 2]\nnp = map = None"


def test_slips_in_a_cell_below_cost_nothing(tiny, own):
    notebook = tiny.hand_in()
    notebook["cells"].append(own(SLIPS))
    assert tiny.earned(notebook) == FULL


BROKEN_BELOW = {
    "never ends": "import time\nnp.square = lambda x: time.sleep(60)",
    "no memory left": "import resource\nresource.setrlimit(resource.RLIMIT_AS, (1, 1))",
    "no files left": "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))",
    "never written": "def unwritten(x):\n    raise NotImplementedError()\nnp.square = unwritten",
    "leaves": "import os\nnp.square = lambda x: os._exit(0)",
    "kills": "import os\nos.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), 9))",
    "ends the run": "import os\nos.register_at_fork(before=lambda: os._exit(3))",
}


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of Linux")
@pytest.mark.parametrize("below", BROKEN_BELOW.values(), ids=BROKEN_BELOW)
def test_whatever_a_cell_below_breaks_a_right_answer_stays_right(tiny, own, below):
    notebook = tiny.hand_in(a="def squares(x):\n    return np.square(x)")
    notebook["cells"].append(own(below))
    assert tiny.earned(notebook) == FULL


def test_what_comes_out_better_alone_has_to_do_so_twice_and_the_row_says_if_it_does_not(tiny, tmp_path):
    right_for_a_while = f"""
import os
def squares(x):
    with open({str(tmp_path / "processes")!r}, "a+") as file:
        file.write(f"{{os.getpid()}} ")
        file.seek(0)
        return x ** 2 if 2 <= len(set(file.read().split())) <= 5 else x
"""
    row = tiny.judged(tiny.hand_in(a=right_for_a_while))
    assert [question(row, letter).earned for letter in "abc"] == [0, 10, 10]  # c runs beside the course's own a
    assert row.findings[0] == "The answer `a-answer` came out differently from run to run; the worse run counts."


def test_slips_below_cost_nothing_beside_the_courses_own_answer_either(tiny, own):
    notebook = tiny.hand_in(a="def squares(x):\n    return x")
    notebook["cells"].append(own(SLIPS))
    assert tiny.earned(notebook) == {**FULL, "a-answer": 0}


def test_the_judges_own_program_does_not_stumble_over_a_students_names(tiny, own):
    notebook = tiny.hand_in(b="def mean(x):\n    return np.mean(x)")
    notebook["cells"].insert(0, own("list = sum = float = Exception = globals = 0"))
    assert tiny.earned(notebook) == FULL


def test_helpers_of_one_name_in_two_answers(tiny):
    assert (
        tiny.earned(
            tiny.hand_in(
                a="def helper(x):\n    return x ** 2\n\ndef squares(x):\n    return helper(x)",
                b="def helper(x):\n    return sum(x)\n\ndef mean(x):\n    return helper(x) / len(x)",
            )
        )
        == FULL
    )


def test_two_answers_in_one_cell(tiny):
    notebook = tiny.hand_in(a=f"def squares(x):\n    return x ** 2\n{MEAN}", b="raise NotImplementedError()")
    assert tiny.earned(notebook) == FULL
    spread = "def spread(x):\n    return mean(squares(x)) - mean(x) ** 2"
    notebook = tiny.hand_in(a=f"{spread}\n{MEAN}\ndef squares(x):\n    return x", b="", c="")
    assert tiny.earned(notebook) == {**FULL, "a-answer": 0}


def test_no_metadata_no_kernel_no_ids(tiny):
    cells = [{"cell_type": each["cell_type"], "source": each["source"]} for each in tiny.hand_in()["cells"]]
    row = tiny.judged({"cells": cells, "nbformat": 4, "nbformat_minor": 0})
    assert row.earned == 30 and question(row, "d").status == FOR_A_HUMAN


def test_stored_outputs_earn_nothing(tiny):
    notebook = tiny.hand_in(a="def squares(x):\n    return x")
    for cell in notebook["cells"]:
        cell["outputs"] = [{"output_type": "execute_result", "data": {"text/plain": "10"}, "execution_count": 3}]
    assert question(tiny.judged(notebook), "a").earned == 0


# ---- how a question can end -----------------------------------------------------------------------------------------


def test_partly_correct_says_what_is_amiss(tiny):
    row = tiny.judged(tiny.hand_in(a="def squares(x):\n    return np.nan_to_num(x ** 2)"))
    a = question(row, "a")
    assert (a.status, a.earned, a.reason) == (PARTLY, 6, "nan and inf are off.")
    assert [(trial.name, trial.earned, trial.idea, trial.reported) for trial in a.trials] == [
        ("an array", 4, "", False),
        ("nan and inf", 0, "", False),
        ("x as it was", 2, "", True),
    ]


def test_wrong_gives_nothing_not_even_for_what_it_says_about_itself(tiny):
    a = question(tiny.judged(tiny.hand_in(a="def squares(x):\n    return x + x")), "a")
    assert (a.status, a.earned) == (WRONG, 0) and a.reason.startswith("The squares are off. nan and inf are off.")
    assert a.trials[0].idea == "M01" and a.trials[2].earned == 0


@pytest.mark.parametrize(
    "answer, status, said",
    [
        (
            "def squares(x):\n    return x ** 2 +",
            WRONG,
            "The answer cell did not run to its end. It raised SyntaxError at `return x ** 2 +`: invalid syntax.",
        ),
        ("def squares(x):\n    y = x + 1\n    return z", WRONG, "It raised NameError at `return z`."),
        ("def squares(x):\n    return x\n    raise NotImplementedError()", WRONG, "The squares are off."),
        ("def squares(x):\n    y = x\n    raise NotImplementedError()", NOT_ATTEMPTED, "It only raises"),
        ("def squares(x):\n    raise NotImplementedError()", NOT_ATTEMPTED, "The answer cell is as it was handed out."),
        ("square = 1", WRONG, "There is no `squares` after your cells have run."),
        ("def squares(x):\n    raise SystemExit(0)", CRASHED, "exit()"),
        ("def squares(x):\n    import os\n    os._exit(0)", CRASHED, "exit code 0"),
        ("import os\nos._exit(0)", CRASHED, "The answer cell did not run to its end."),
        ("def squares(x):\n    while True: pass", TIMED_OUT, "It was stopped after 0.7 seconds."),
        ("def squares(x):\n    raise KeyboardInterrupt", WRONG, "It raised KeyboardInterrupt"),
    ],
)
def test_one_bad_answer_has_its_own_end_and_costs_only_itself(tiny, answer, status, said):
    row = tiny.judged(tiny.hand_in(a=answer))
    assert (question(row, "a").status, question(row, "a").earned) == (status, 0) and said in question(row, "a").reason
    assert [question(row, letter).earned for letter in "bc"] == [10, 10]


def test_a_renamed_answer_is_told_once_by_both_names(tiny):
    a = question(tiny.judged(tiny.hand_in(a="def powers(x):\n    return x ** 2\nclass Mine: pass")), "a")
    assert a.reason == "There is no `squares` after your cells have run; your cell defines `powers` and `Mine`."
    assert [trial.said for trial in a.trials] == ["There is no `squares`."] * 3 and a.earned == 0


def test_a_name_that_was_taken_away_again_is_not_told_as_defined(tiny):
    a = question(tiny.judged(tiny.hand_in(a="def squares(x): pass\ndef powers(x): pass\ndel squares")), "a")
    assert a.reason == "There is no `squares` after your cells have run; your cell defines `powers`."


def test_an_answer_that_did_not_run_is_told_by_its_error_first(tiny):
    a = question(tiny.judged(tiny.hand_in(a="if 1 / 0:\n    def squares(x):\n        return x ** 2")), "a")
    assert a.reason == (
        "The answer cell did not run to its end. It raised ZeroDivisionError at `if 1 / 0:`: division by zero. "
        "There is no `squares`."
    )


def test_of_another_name_that_is_missing_an_answer_tells_the_line(tiny):
    a = question(tiny.judged(tiny.hand_in(a="def squares(x):\n    return helper(x)")), "a")
    assert a.reason == "It raised NameError at `return helper(x)`."


def test_of_many_names_that_a_cell_defines_some_are_told_and_none_is_long(tiny):
    names = [f"{'long_' * 20}{letter}" for letter in "abcde"]
    a = question(tiny.judged(tiny.hand_in(a="\n".join(f"def {name}(x): pass" for name in names))), "a")
    assert a.reason.endswith(" and 2 more.") and len(a.reason) < 250


def test_a_cell_that_never_ends_is_stopped(tiny, monkeypatch):
    monkeypatch.setattr(judge, "CELL_SECONDS", 0.5)
    row = tiny.judged(tiny.hand_in(a="def squares(x):\n    return x\nwhile True: pass"))
    assert question(row, "a").status == TIMED_OUT and "stopped after 0.5 seconds" in question(row, "a").reason
    assert [question(row, letter).earned for letter in "bc"] == [10, 10]


def test_who_uses_up_all_time_takes_no_longer_than_is_said(tiny, own, monkeypatch):
    for name, seconds in (("CELL_SECONDS", 0.4), ("SPARE_SECONDS", 1.0), ("OTHER_SECONDS", 0.5)):
        monkeypatch.setattr(judge, name, seconds)
    slow = {
        letter: f"import time\ndef {name}(x):\n    time.sleep(0.6)\n    return x * 0"
        for letter, name in (("a", "squares"), ("b", "mean"), ("c", "spread"))
    }
    notebook = tiny.hand_in(**slow)
    notebook["cells"][1:1] = [own("import time\ntime.sleep(0.3)")] * 4
    start = time.monotonic()
    assert tiny.judged(notebook).earned == 0
    assert time.monotonic() - start < command._most_seconds.__wrapped__(kit.pack(tiny.folder, "01_tiny")) + 1


def test_a_missing_answer_costs_only_itself(tiny):
    notebook = tiny.hand_in()
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["metadata"]["nbgrader"]["grade_id"] != "b-answer"]
    row = tiny.judged(notebook)
    assert tiny.earned(notebook) == {**FULL, "b-answer": 0}
    assert (question(row, "b").status, question(row, "b").reason) == (
        NOT_ATTEMPTED,
        "The answer is missing: the notebook has no cell `b-answer`, and none that defines `mean`.",
    )


def test_a_question_beside_the_courses_own_answer_is_still_the_students_to_answer(tiny):
    row = tiny.judged(tiny.hand_in(a="def squares(x):\n    return x", c="def spread(x):\n    return mean(x)"))
    assert [question(row, letter).earned for letter in "abc"] == [0, 10, 0]


def test_what_earns_no_more_beside_the_courses_own_answer_keeps_its_first_reason(tiny):
    spread = "def spread(x):\n    return 0 if squares(2) == 2 else 1 / 0"
    c = question(tiny.judged(tiny.hand_in(a="def squares(x):\n    return x", c=spread)), "c")
    assert (c.status, c.reason) == (WRONG, "The spread is off.")


def test_no_words_are_no_answer(tiny):
    row = tiny.judged(tiny.hand_in(d="YOUR ANSWER HERE"))
    assert question(row, "d").status == NOT_ATTEMPTED and (row.points, row.open_points) == (40, 0)


@pytest.mark.parametrize("there", [True, False])
def test_words_that_stand_elsewhere_are_open_for_a_human_and_say_where(tiny, own, there):
    notebook = tiny.hand_in(d="YOUR ANSWER HERE")
    notebook["cells"] = notebook["cells"] if there else notebook["cells"][:-1]
    notebook["cells"].insert(2, own("Because.", "markdown"))
    row = tiny.judged(notebook)
    d = question(row, "d")
    assert (d.status, d.answer, d.earned) == (FOR_A_HUMAN, "Because.", 0)
    assert d.reason == f"The answer cell is {'empty' if there else 'missing'}; this is from cell 3."
    assert (row.earned, row.points, row.open_points) == (30, 30, 10)


# ---- rows -----------------------------------------------------------------------------------------------------------


def test_the_same_submission_gives_the_same_row_byte_for_byte(tiny):
    notebook = tiny.hand_in(
        a="import random\ndef squares(x):\n    print(random.random(), np.random.rand())\n"
        "    return x * 2\nprint(random.random(), np.random.rand(), ag.rand(1))"
    )
    rows = {tiny.judged(notebook).to_json() for _ in range(3)}
    assert len(rows) == 1 and Row.from_json(rows.pop()) == tiny.judged(notebook)


def test_a_row_names_what_it_was_judged_by_in_twelve_digits_each(tiny):
    row = tiny.judged(tiny.hand_in())
    versions = dict(row.versions)
    assert (versions["grader"], versions["assignment"]) == (kit.grader()[:12], tiny.assignment.version[:12])
    assert len(row.seed) == 12


def test_a_function_without_return_is_told_so_and_no_idea_lies_behind_it(tiny):
    row = tiny.judged(tiny.hand_in(a="def squares(x):\n    x ** 2"))
    an_array, nan_and_inf, _ = question(row, "a").trials
    said = "`squares` returned None (nothing): does it end with `return`?"
    assert (an_array.said, nan_and_inf.said) == (said, said) and not an_array.idea
    assert question(row, "a").reason.startswith(said)


def test_another_secret_or_submission_meets_other_inputs(tiny):
    notebook, other = tiny.hand_in(), tiny.hand_in(d="Other words.")
    assert len({tiny.judged(notebook).seed, tiny.judged(notebook, secret=b"b").seed, tiny.judged(other).seed}) == 3


def test_what_students_write_and_print_is_cut_and_sound(tiny):
    answer = "print('x' * 5000 + chr(0xd800))\ndef squares(x):\n    return x ** 2"
    row = tiny.judged(tiny.hand_in(a=answer, d="é" * 30_000))
    assert question(row, "a").printed == "x" * 2000 + " … (cut; it printed more)"
    assert question(row, "d").answer == "é" * 20_000 + " … (cut; 10000 more letters)"
    row = tiny.judged(json.dumps(tiny.hand_in(a="x = '\\ud800'\ndef squares(x):\n    return x ** 2")).encode())
    assert row.to_json().encode() and question(row, "a").earned in (0, 10)


def test_a_lone_half_of_a_character_in_a_source_costs_that_cell_only(tiny):
    data = json.dumps(tiny.hand_in(a="s = 'HALF'")).replace("HALF", "\\ud800").encode()
    row = tiny.judged(data)
    assert [question(row, letter).earned for letter in "abc"] == [0, 10, 10] and row.to_json().encode()


@pytest.mark.parametrize(
    "data, status",
    [
        (b"", UNREADABLE),
        (b"{", UNREADABLE),
        (b'{"nbformat": 99, "cells": []}', UNREADABLE),
        (b'{"nbformat": 4, "cells": [], "metadata": {"kernelspec": {"language": "R"}}}', REFUSED),
    ],
)
def test_what_is_not_graded_has_a_reason_and_no_questions(tiny, data, status):
    row = tiny.judged(data)
    assert (row.status, row.questions, row.level) == (status, (), 0) and row.reason
    assert Row.from_json(row.to_json()) == row


def test_an_empty_notebook_has_nothing_attempted(tiny):
    row = tiny.judged({"nbformat": 4, "cells": []})
    assert row.earned == 0 and {each.status for each in row.questions} == {NOT_ATTEMPTED}


def test_a_notebook_without_any_answer_may_be_the_wrong_file_and_is_told_so(tiny):
    stubs = {name: "raise NotImplementedError()" for name in ("a-answer", "b-answer", "c-answer")}
    asked = "No answer was worked on: is this the file that was to be handed in?"
    assert tiny.judged(tiny.hand_in(stubs, d="YOUR ANSWER HERE")).findings[0] == asked
    assert asked not in tiny.judged(tiny.hand_in(stubs)).findings
    assert asked not in tiny.judged(tiny.hand_in(d="YOUR ANSWER HERE")).findings


# ---- what must not get into a row ------------------------------------------------------------------------------------


def test_hidden_inputs_and_probes_stay_out(tiny):
    answer = """
import sys, linecache
def squares(x):
    print("TOLD", x, [linecache.getlines(name) for name in list(linecache.cache)])
    class Told(ValueError): pass
    Told.__name__ = f"TOLD{x.tolist()}"
    raise Told(f"TOLD {x.tolist()} {sys._getframe(1).f_globals.get('inputs')}")
"""
    row = tiny.judged(tiny.hand_in(a=answer))
    assert {trial.said.partition("(")[0] for trial in question(row, "a").trials} == {
        "It raised an error of its own kind at `raise Told"
    }
    assert "TOLD [" not in row.to_json() and "TOLD[" not in row.to_json() and "np.array(inputs" not in row.to_json()


def test_the_courses_own_answer_stays_out_when_it_stands_in_for_a_wrong_one(tiny):
    answer = """
import linecache
def spread(x):
    seen = str([linecache.getlines(name) for name in list(linecache.cache)])
    print(seen)
    raise ValueError(seen)
"""
    row = tiny.judged(tiny.hand_in(a="def squares(x):\n    return 1", c=answer))
    assert row.earned == 10 and "x ** 2" not in row.to_json()


def test_control_characters_stay_out_of_the_judges_words(tiny, own):
    notebook = tiny.hand_in(a="raise ValueError('\\x1b]0;title\\x07\\x1b[2J\\u202e' + 'x' * 10_000)")
    notebook["cells"].append(own("raise ValueError('\\x1b[2J')"))
    row = tiny.judged(notebook)
    said = [question(row, "a").reason, *row.findings]
    assert all(each.isprintable() and len(each) < 600 for each in said) and len(said) == 2


def test_a_notebook_of_another_exercise_earns_nothing(tiny):
    row = tiny.judged((ROOT / "exercises" / "01_slope.ipynb").read_bytes())
    assert row.earned == 0 and any("missing" in finding for finding in row.findings)


# ---- assignments ----------------------------------------------------------------------------------------------------


def test_the_version_tells_of_cells_and_rubric_and_of_nothing_else(tiny, tmp_path):
    def version(notebook_edit=lambda text: text, rubric_edit=lambda text: text):
        (tmp_path / "solutions" / "rubrics").mkdir(parents=True, exist_ok=True)
        for name, edit in (("01_tiny.ipynb", notebook_edit), ("rubrics/01_tiny.py", rubric_edit)):
            text = edit((tiny.folder / "solutions" / name).read_text("utf-8"))
            (tmp_path / "solutions" / name).write_text(text, "utf-8", newline="")
        return assignment.load(tmp_path, "01_tiny").version

    assert version() == tiny.assignment.version and assignment.stems(tmp_path) == ["01_tiny"]
    assert version(lambda text: text.replace('"outputs": []', '"outputs": [1]')) == tiny.assignment.version
    assert version(rubric_edit=lambda text: text.replace("\n", "\r\n")) == tiny.assignment.version
    assert version(lambda text: text.replace("Task a", "Task A")) != tiny.assignment.version
    assert version(rubric_edit=lambda text: text.replace("4, numbers", "5, numbers")) != tiny.assignment.version


def test_an_assignment_that_is_not_there_is_told(tiny):
    with pytest.raises(ValueError, match="(?s)02_none.ipynb is missing.*help: .*01_tiny"):
        assignment.load(tiny.folder, "02_none")


def test_an_answer_that_slow_cells_left_no_time_for_is_run_in_the_next_run():
    slow, answer = judge.Piece("sleep(9)", 1), judge.Piece("def squares(x):\n    return x ** 2", 2, "a-answer")
    for late in (Result(ended=NOT_REACHED), Result(timed_out=TimedOut(None))):
        cells = Result(timed_out=TimedOut(9.0)), late
        assert judge._alive([slow, answer], CellsOutcome(cells, (), 1)) == [answer]
