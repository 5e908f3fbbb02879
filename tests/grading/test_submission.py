"""Which cell answers which question: found whatever was done to the notebook, and oddities are told."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

import autogradlab
from autogradlab.confine import run_cells
from autogradlab.grading.assignment import load, stems
from autogradlab.grading.submission import AS_HANDED_OUT, MISSING, _lines, _named_in, read, work_in

COURSE = Path(autogradlab.__file__).parents[1]


def looked_at(tiny, notebook):
    return read(tiny.assignment, json.dumps(notebook).encode())


def cell(notebook, grade_id):
    return next(each for each in notebook["cells"] if each["metadata"].get("nbgrader", {}).get("grade_id") == grade_id)


def answered(submission):
    return {name: answer.source.partition("\n")[0] for name, answer in submission.answers.items() if not answer.nothing}


EVERYTHING = {
    "a-answer": "def squares(x):",
    "b-answer": "def mean(x):",
    "c-answer": "def spread(x):",
    "d-answer": "The mean of the squares is larger.",
}


def test_an_honest_notebook_has_four_answers_and_nothing_to_tell(tiny):
    submission = looked_at(tiny, tiny.hand_in())
    assert answered(submission) == EVERYTHING and submission.findings == ()
    assert [piece.grade_id for piece in submission.pieces] == ["a-answer", "b-answer", "c-answer"]


def test_without_metadata_cells_are_found_by_their_ids(tiny):
    notebook = tiny.hand_in()
    for each in notebook["cells"]:
        each["metadata"] = {}
    submission = looked_at(tiny, notebook)
    assert answered(submission) == EVERYTHING and len(submission.pieces) == 3


def test_without_metadata_and_ids_they_are_found_by_what_they_define(tiny):
    notebook = tiny.hand_in()
    notebook["cells"] = [{"cell_type": each["cell_type"], "source": each["source"]} for each in notebook["cells"]]
    submission = looked_at(tiny, {"cells": notebook["cells"], "nbformat": 4, "nbformat_minor": 0})
    assert answered(submission) == EVERYTHING and len(submission.pieces) == 3
    assert any("it defines `squares`" in each for each in submission.findings)


def test_checks_of_the_course_are_never_run_and_their_changes_are_told(tiny):
    notebook = tiny.hand_in()
    cell(notebook, "a-check")["source"] = "pass"
    cell(notebook, "a-check")["metadata"]["nbgrader"].update(points=1000, locked=False, solution=True)
    cell(notebook, "b-check").update(cell_type="markdown")
    notebook["cells"].remove(cell(notebook, "c-check"))
    submission = looked_at(tiny, notebook)
    assert [piece.grade_id for piece in submission.pieces] == ["a-answer", "b-answer", "c-answer"]
    assert "missing: c-check" in submission.findings[0]
    assert "not as handed out: a-check, b-check" in submission.findings[1]


@pytest.mark.parametrize(
    ("where", "source", "run"),
    [
        ("import", "import numpy as np\nimport math\nimport autogradlab as ag", "import math"),
        ("import", "import re\nx = 1\nprint(x)\nfrom math import pi", "import re\nx = 1\nfrom math import pi"),
        ("import", "import numpy as np\nsizes = [\n  3,\n]\nimport autogradlab as ag", "sizes = [\n  3,\n]"),
        ("import", "import numpy as np\nimport autogradlab as ag\n\ndef helper(): pass", "def helper(): pass"),
        ("a-check", "y = 1\ncheck(a)\nsquares(3)", "y = 1\nsquares(3)"),
        ("a-check", "print(check(a))", ""),
        ("a-check", "check(a)\n\n# done", ""),
        ("a-check", "def squares(x):\n    return 3", ""),
    ],
)  # fmt: skip
def test_what_a_student_added_to_a_cell_of_the_course_is_run_and_told(tiny, where, source, run):
    notebook = tiny.hand_in()
    cell(notebook, where)["source"] = source
    submission = looked_at(tiny, notebook)
    assert [piece.source.strip() for piece in submission.pieces if not piece.grade_id] == [run] * bool(run)
    assert any("what was added to it was run" in each for each in submission.findings) == bool(run)
    assert answered(submission) == EVERYTHING


GIVEN = {"02_graph": "income", "03_leaves": "node", "04_accumulate": "three_steps", "07_lifetime": "step",
         "08_switches": "model", "09_function": "wish", "10_gradients": "valley", "13_capstone": "y"}  # fmt: skip


@pytest.mark.parametrize(("stem", "name"), GIVEN.items())
def test_what_the_course_gives_to_try_an_answer_with_is_there(stem, name):
    assignment = load(COURSE, stem)
    untouched = (COURSE / "exercises" / f"{stem}.ipynb").read_bytes()
    pieces = [each for each in read(assignment, untouched).pieces if not assignment.cells[each.grade_id].answer]
    cells = run_cells([*(each.source for each in pieces), name], prelude=assignment.prelude).cells
    assert [each.error for each in cells] == [None] * len(cells)


def test_what_the_course_gives_is_run_once_however_often_it_is_there(tiny):
    own = replace(tiny.assignment.cells["a-check"], handed_out="sizes = [3, 4]\ncheck(squares)")
    assignment = replace(tiny.assignment, cells={**tiny.assignment.cells, "a-check": own})
    notebook = tiny.hand_in()
    notebook["cells"] += [cell(notebook, "a-check")] * 3
    pieces = read(assignment, json.dumps(notebook).encode()).pieces
    assert [each.source for each in pieces if each.grade_id == "a-check"] == ["sizes = [3, 4]"]


@pytest.mark.parametrize("stem", stems(COURSE))
def test_in_a_notebook_without_marks_each_answer_is_found_in_its_own_cell(stem):
    assignment, notebook = load(COURSE, stem), json.loads((COURSE / "solutions" / f"{stem}.ipynb").read_text("utf-8"))
    marked = read(assignment, json.dumps(notebook).encode()).answers
    for each in notebook["cells"]:
        each["metadata"], each["id"] = {}, ""
    found = read(assignment, json.dumps(notebook).encode()).answers
    asked = [question.cell for question in assignment.questions]
    assert {name: found[name].number for name in asked} == {name: marked[name].number for name in asked}


def test_a_missing_answer_is_told_and_the_others_stay(tiny):
    notebook = tiny.hand_in()
    notebook["cells"].remove(cell(notebook, "a-answer"))
    submission = looked_at(tiny, notebook)
    assert submission.answers["a-answer"].nothing == MISSING
    assert answered(submission) == {name: text for name, text in EVERYTHING.items() if name != "a-answer"}
    assert "No cell answers `a-answer`: there is neither its id nor a definition of `squares`." in submission.findings


def test_an_untouched_answer_is_as_it_was_handed_out(tiny):
    for text in (
        "def squares(x):\n    # YOUR CODE HERE\n    raise NotImplementedError()",
        "",
        "# later",
        "pass",
        "def squares(x):\n    ...",
    ):
        assert looked_at(tiny, tiny.hand_in(a=text)).answers["a-answer"].nothing == AS_HANDED_OUT
    assert looked_at(tiny, tiny.hand_in(d="YOUR ANSWER  HERE\n")).answers["d-answer"].nothing == AS_HANDED_OUT


def test_of_several_cells_with_one_id_the_first_that_answers_is_graded(tiny):
    notebook = tiny.hand_in()
    place = notebook["cells"].index(cell(notebook, "a-answer"))
    first, second = "def squares(x):\n    return 1", "def squares(x):\n    return 2"
    copies = ["raise NotImplementedError()", "helper = 3", first, second]
    notebook["cells"][place : place + 1] = [{**notebook["cells"][place], "source": each} for each in copies]
    submission = looked_at(tiny, notebook)
    assert submission.answers["a-answer"].source.endswith("return 1")
    assert [piece.source for piece in submission.pieces][:3] == copies[:3]
    assert "Cells 3, 4, 5 and 6 all have the id `a-answer`; cell 5 is graded." in submission.findings
    notebook["cells"] += [{**notebook["cells"][place], "source": first}] * 900
    (said,) = [each for each in looked_at(tiny, notebook).findings if "all have the id" in each]
    assert said.endswith(" and 894 more all have the id `a-answer`; cell 5 is graded.") and len(said) < 200


def test_thousands_of_cells_are_each_looked_at_once_and_not_once_for_each_answer(tiny, own):
    notebook = {"cells": [own(f"x_{number} = 1") for number in range(1_500)], "nbformat": 4, "metadata": {}}
    for looked in (_lines, _named_in):
        looked.cache_clear()
    assert len(looked_at(tiny, notebook).pieces) == 1_500
    assert max(each.cache_info().misses for each in (_lines, _named_in)) < 2.5 * 1_500


def test_an_answer_that_was_cut_in_two_is_run_in_both_parts(tiny):
    questions = tuple(
        replace(each, entry=("squares", "times")) if each.cell == "a-answer" else each
        for each in tiny.assignment.questions
    )
    notebook = tiny.hand_in()
    place = notebook["cells"].index(cell(notebook, "a-answer"))
    parts = [
        "def times(a, b):\n    return a * b",
        "def squares(x):\n    return times(x, x)",
        "def squares(x):\n    pass",
        "times = 3",
    ]
    notebook["cells"][place : place + 1] = [{**notebook["cells"][place], "source": each} for each in parts]
    submission = read(replace(tiny.assignment, questions=questions), json.dumps(notebook).encode())
    assert [piece.source for piece in submission.pieces][:3] == parts[:3]
    assert (
        "Cells 3, 4, 5 and 6 all have the id `a-answer`; cell 3 is graded, and what only cells 4 and 5 define."
        in submission.findings
    )


def test_two_answers_in_one_cell_are_both_found_and_that_is_run_once(tiny, own):
    notebook = tiny.hand_in()
    cell(notebook, "a-answer")["source"] += "\n" + cell(notebook, "b-answer")["source"]
    notebook["cells"].remove(cell(notebook, "b-answer"))
    submission = looked_at(tiny, notebook)
    assert answered(submission).keys() == EVERYTHING.keys() and len(submission.pieces) == 2
    notebook["cells"].append(own("mean = None"))
    assert [piece.grade_id for piece in looked_at(tiny, notebook).pieces] == ["a-answer", "c-answer", "", "a-answer"]


def test_a_course_without_ids_has_none_for_a_cell_to_be_taken_for(tiny, own):
    cells = {name: replace(each, cell_id="") for name, each in tiny.assignment.cells.items()}
    notebook = tiny.hand_in()
    notebook["cells"].append(own("helper = 1"))
    submission = read(replace(tiny.assignment, cells=cells), json.dumps(notebook).encode())
    assert submission.pieces[-1].source == "helper = 1" and submission.findings == ()


def test_an_answer_written_below_its_empty_cell_is_found(tiny, own):
    notebook = tiny.hand_in(a="def squares(x):\n    raise NotImplementedError()")
    notebook["cells"].append(own("def squares(x):\n    return x * x"))
    submission = looked_at(tiny, notebook)
    assert submission.answers["a-answer"].source.endswith("x * x")
    assert [piece.grade_id for piece in submission.pieces] == ["b-answer", "c-answer", "a-answer"]


def test_an_answer_that_is_overwritten_further_down_is_run_once_more(tiny, own):
    notebook = tiny.hand_in()
    notebook["cells"].append(own("def helper():\n    pass\nsquares = None"))
    submission = looked_at(tiny, notebook)
    assert [piece.grade_id for piece in submission.pieces] == ["a-answer", "b-answer", "c-answer", "", "a-answer"]
    assert any("defines `squares` once more" in each for each in submission.findings)


def test_an_answer_that_the_very_next_cell_overwrites_is_run_once_more(tiny, own):
    notebook = tiny.hand_in()
    notebook["cells"].insert(notebook["cells"].index(cell(notebook, "a-answer")) + 1, own("squares = None"))
    submission = looked_at(tiny, notebook)
    assert [piece.grade_id for piece in submission.pieces] == ["a-answer", "", "b-answer", "c-answer", "a-answer"]


def test_an_answer_in_a_text_cell_is_read_as_code(tiny):
    notebook = tiny.hand_in()
    cell(notebook, "a-answer").update(cell_type="markdown")
    submission = looked_at(tiny, notebook)
    assert answered(submission) == EVERYTHING and submission.pieces[0].grade_id == "a-answer"
    assert "is a markdown cell" in submission.findings[0]


def test_answers_joined_with_a_cell_of_the_course_are_found(tiny):
    notebook = tiny.hand_in()
    joined = cell(notebook, "a-check")
    joined["source"] = cell(notebook, "a-answer")["source"] + "\n" + joined["source"]
    notebook["cells"].remove(cell(notebook, "a-answer"))
    assert answered(looked_at(tiny, notebook)) == EVERYTHING


def test_words_without_an_id_are_found_right_after_their_task_and_nowhere_else(tiny, own):
    notebook = tiny.hand_in()
    notebook["cells"][-1:] = [own("My own words.", "markdown")]
    assert answered(looked_at(tiny, notebook))["d-answer"] == "My own words."
    between = cell(notebook, "c-check")
    notebook["cells"].remove(between)
    notebook["cells"].insert(-1, between)
    assert looked_at(tiny, notebook).answers["d-answer"].nothing == MISSING


def elsewhere(submission):
    answer = submission.answers["d-answer"]
    return answer.elsewhere, answer.cells


@pytest.mark.parametrize("place, number", [(0, 1), (10, 11), (12, 13)], ids=["at the top", "above", "below"])
@pytest.mark.parametrize("kind, text", [("markdown", "Because."), ("raw", "Because."), ("code", "# Because.\n\n# So.")])
def test_words_outside_of_their_empty_cell_are_found_wherever_they_stand(tiny, own, place, number, kind, text):
    notebook = tiny.hand_in(d="YOUR ANSWER HERE")
    notebook["cells"].insert(place, own(text, kind))
    submission = looked_at(tiny, notebook)
    assert elsewhere(submission) == (text, (number,))
    assert submission.answers["d-answer"].nothing == AS_HANDED_OUT


def test_words_below_the_task_in_its_own_cell_are_found_without_the_task(tiny):
    notebook = tiny.hand_in(d="")
    cell(notebook, "d-task")["source"] += "\n\nBecause."
    assert elsewhere(looked_at(tiny, notebook)) == ("Because.", (11,))


def test_words_in_several_cells_are_all_found(tiny, own):
    notebook = tiny.hand_in(d="YOUR ANSWER HERE")
    notebook["cells"] += [own("One.", "markdown"), own("Two.", "markdown")]
    assert elsewhere(looked_at(tiny, notebook)) == ("One.\n\nTwo.", (13, 14))


def test_words_are_found_elsewhere_if_their_cell_is_gone(tiny, own):
    notebook = tiny.hand_in()
    notebook["cells"].remove(cell(notebook, "d-answer"))
    notebook["cells"].insert(0, own("Because.", "markdown"))
    assert elsewhere(looked_at(tiny, notebook)) == ("Because.", (1,))


def test_nothing_is_looked_for_beside_words_that_stand_in_their_cell(tiny, own):
    notebook = tiny.hand_in()
    notebook["cells"].append(own("A note.", "markdown"))
    assert elsewhere(looked_at(tiny, notebook)) == ("", ())


@pytest.mark.parametrize("text, kind", [("", "markdown"), (" \n", "markdown"), ("YOUR ANSWER HERE", "markdown")])
def test_a_cell_that_says_nothing_is_no_answer_elsewhere(tiny, own, text, kind):
    notebook = tiny.hand_in(d="YOUR ANSWER HERE")
    notebook["cells"].append(own(text, kind))
    assert elsewhere(looked_at(tiny, notebook)) == ("", ())


@pytest.mark.parametrize(
    "name, text", [("d-task", "Task"), ("d-task", "Assignment d"), ("a-answer", "# later"), ("a-check", "# x")]
)
def test_what_the_course_wrote_and_code_are_no_words(tiny, own, name, text):
    notebook = tiny.hand_in(d="YOUR ANSWER HERE")
    cell(notebook, name)["source"] = text
    notebook["cells"].append(own("x = 1  # Because."))
    assert elsewhere(looked_at(tiny, notebook)) == ("", ())


def with_task(tiny, task):
    """The small course with another text of the task of its answer in words."""
    known = tiny.assignment.cells
    return replace(tiny.assignment, cells=known | {"d-task": replace(known["d-task"], handed_out=task)})


TASK = "Say why the squares differ\nin at most three sentences.\nThink of the mean of all."


@pytest.mark.parametrize(
    "text, words",
    [
        (f"{TASK}\nBecause.", "Because."),
        ("Because.", "Because."),
        ("", ""),
        ("YOUR ANSWER HERE", ""),
        (f"{TASK.replace('three', 'seven')}\nLook at M03, too.", ""),
        ("Say why the squares differ, in at most three sentences, and look at M03.", ""),
    ],
)
def test_words_over_a_task_are_a_students_and_those_of_an_earlier_task_are_not(tiny, text, words):
    notebook = tiny.hand_in(d="")
    cell(notebook, "d-task")["source"] = text
    submission = read(with_task(tiny, TASK), json.dumps(notebook).encode())
    assert elsewhere(submission)[0] == words


def test_of_long_words_each_cell_has_its_share(tiny, own):
    notebook = tiny.hand_in(d="YOUR ANSWER HERE")
    notebook["cells"] += [own("notes " * 4000, "markdown"), own("Because.", "markdown")]
    text, cells = elsewhere(looked_at(tiny, notebook))
    assert cells == (13, 14) and len(text) < 4000
    assert text.endswith(" … (cut; 20507 more letters)\n\nBecause.")


# ---- how much is in it ----------------------------------------------------------------------------------------------


def test_how_much_is_in_a_notebook_tells_work_from_an_untouched_copy(tiny, own):
    def work(notebook):
        return work_in(tiny.assignment, json.dumps(notebook).encode())

    stubs = {
        name: f"{text.partition(chr(10))[0]}\n    # YOUR CODE HERE\n    raise NotImplementedError()"
        for name, text in EVERYTHING.items()
    } | {"d-answer": "YOUR ANSWER HERE"}
    untouched, named = tiny.hand_in(stubs), tiny.hand_in(stubs)
    named["cells"].insert(0, own("Ann Lee", "markdown"))
    begun = tiny.hand_in({**stubs, "a-answer": "def squares(x):\n    return x"})
    assert work(untouched) == 0 < work(named) < work(begun) == work(tiny.hand_in())


@pytest.mark.parametrize(
    "body, work",
    [
        ('"""My notes: to do."""\n    raise NotImplementedError()', 0),
        ('"""My notes:\n\n    return x\n    """\n    # return x\n    raise NotImplementedError()', 0),
        ("y = x\n    raise NotImplementedError()", 0),
        ("return x ** 2\n    raise NotImplementedError()", 2),
        ("x += 1", 2),
    ],
)
@pytest.mark.parametrize("bare", [False, True])
def test_what_only_raises_not_implemented_is_no_work(tiny, own, body, work, bare):
    source = f"def squares(x):\n    {body}"
    notebook = {"cells": [own(source)]} if bare else tiny.hand_in(b="", c="", d="", a=source)
    assert work_in(tiny.assignment, json.dumps(notebook).encode()) == work


@pytest.mark.parametrize("cells", [201, 2])
def test_what_is_too_large_for_a_quick_look_counts_as_worked_on(tiny, own, cells):
    notebook = {"cells": [own("x" * (10**6 // cells))] * cells}
    assert work_in(tiny.assignment, json.dumps(notebook).encode()) == 2


def test_a_hostile_notebook_is_weighed_at_once(tiny):
    first = "\n" * 299_000 + "def squares(x):\n    raise NotImplementedError()"
    notebook = tiny.hand_in(b="", c="", d="", a=first)
    notebook["cells"] += [dict(cell(notebook, "a-answer"), source="x = 1\nraise NotImplementedError")] * 180
    data, start = json.dumps(notebook).encode(), time.process_time()
    assert work_in(tiny.assignment, data) == 0 and time.process_time() - start < 0.5


@pytest.mark.parametrize("stem", stems(COURSE))
def test_in_an_exercise_as_it_is_handed_out_there_is_no_work_and_in_a_solution_there_is(stem):
    assignment = load(COURSE, stem)
    copy, done = ((COURSE / kind / f"{stem}.ipynb").read_bytes() for kind in ("exercises", "solutions"))
    assert (work_in(assignment, copy), work_in(assignment, done)) == (0, 2)


@pytest.mark.parametrize("bare", [False, True])
def test_the_stub_of_another_answer_that_defines_the_same_name_is_no_answer(tiny, bare):
    questions = tuple(
        replace(each, entry=("mean",)) if each.cell == "c-answer" else each for each in tiny.assignment.questions
    )
    notebook = tiny.hand_in(
        b="def mean(x):\n    raise NotImplementedError()", c="def spread(x):\n    raise NotImplementedError()"
    )
    if bare:
        notebook["cells"] = [{"cell_type": each["cell_type"], "source": each["source"]} for each in notebook["cells"]]
    submission = read(replace(tiny.assignment, questions=questions), json.dumps(notebook).encode())
    assert answered(submission).keys() == {"a-answer", "d-answer"}


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"nbformat": 4, "cells": [7, {}, {"source": 3}]}'])
def test_in_what_cannot_be_read_there_is_no_work(tiny, data):
    assert work_in(tiny.assignment, data) == 0


def test_unknown_ids_are_told_and_the_cell_is_the_students_own(tiny, own):
    notebook = tiny.hand_in()
    notebook["cells"].append({**own("x = 1"), "metadata": {"nbgrader": {"grade_id": "\x1b[2Jnew"}}})
    submission = looked_at(tiny, notebook)
    assert submission.pieces[-1].source == "x = 1"
    assert submission.findings == (
        "Cell 13 has an id that is not known here: `[2Jnew`. It counts as a cell that was added.",
    )


def test_notebook_commands_are_taken_out_and_told(tiny, own):
    notebook = tiny.hand_in()
    notebook["cells"].insert(0, own("%matplotlib inline\nx = 1"))
    submission = looked_at(tiny, notebook)
    assert submission.pieces[0].source == "pass\nx = 1"
    assert submission.findings == ("Cell 1: notebook commands were left out, such as `%matplotlib inline`.",)


def test_hidden_things_in_metadata_change_nothing(tiny):
    notebook = tiny.hand_in()
    for each in notebook["cells"]:
        each["metadata"]["nbgrader"].update(points=10**9, locked=[], schema_version="x", grade={"a": 1})
        each["metadata"].update(tags=["skip-execution"], deletable=7)
        each["outputs"] = [{"output_type": "execute_result", "data": {"text/plain": "1000"}}]
    submission = looked_at(tiny, notebook)
    assert answered(submission) == EVERYTHING and submission.findings == ()
