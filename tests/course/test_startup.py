"""In a kernel that the course started, a cell run too early gets one sentence; other errors look as always."""

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from autogradlab.course.lab import kernel_variables
from autogradlab.course.said_instead import unknown


@pytest.fixture
def run(monkeypatch):
    """Run cells in a kernel as `autogradlab lab` starts it; return the text of each cell's error, or None."""
    for name, value in kernel_variables({}).items():
        monkeypatch.setenv(name, value)

    def go(*sources):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
        NotebookClient(notebook, timeout=60, allow_errors=True).execute()
        errors = [[o for o in cell.outputs if o.output_type == "error"] for cell in notebook.cells]
        return ["\n".join(found[0].traceback) if found else None for found in errors]

    return go


def test_a_check_before_its_import_cell_gets_one_sentence(run):
    early, imported, now = run('check("01-C1")', "from autogradlab.course import check", 'check("01-C1")')
    assert early.startswith("`check` is not known in this notebook yet\n  help: run the cells above")
    assert "Traceback" not in early and "NameError" not in early
    assert imported is None and now is None


def test_a_name_that_a_function_of_a_cell_uses_gets_the_same_sentence_and_its_line(run):
    _, inside = run("def f():\n    return nowhere", "f()")
    assert inside.startswith(
        "`nowhere` is not known in this notebook yet (line 2 of `f` uses it)\n  help: run the cells"
    )
    assert "Traceback" not in inside


def test_a_local_name_without_a_value_keeps_its_traceback(run):
    _, local = run("def f():\n    x = x + 1", "f()")
    assert "UnboundLocalError" in local and "Traceback" in local and "help:" not in local


def test_other_errors_look_as_always(run):
    (division,) = run("1 / 0")
    assert "ZeroDivisionError" in division and "Traceback" in division


def test_a_slip_of_the_pen_gets_the_name_that_was_meant(run):
    _, slip, inside = run("from autogradlab.course import check", "chekc('01-C1')", "[chekc for _ in range(2)]")
    assert "help: run the cells above" in slip and slip.endswith("; or did you mean `check`?") and slip == inside


@pytest.mark.parametrize(
    "name, meant", [("pritn", "print"), ("ragne", "range"), ("lenght", "length"), ("tensr", "tensor"), ("summ", "sum")]
)
def test_a_slip_is_two_letters_swapped_or_one_missing_or_doubled(name, meant):
    assert unknown(name, ["length", "tensor"]).endswith(f"; or did you mean `{meant}`?")


ALIKE = "exercise start inputs net learn distance mine seats error order power train Slope Network patient_4 nowhere"


@pytest.mark.parametrize("name", ALIKE.split())
def test_a_word_that_only_looks_like_another_name_is_no_slip(name):
    said = unknown(name, ["execfile", "slope", "network", "rain", "patient_9", "now"])
    assert "help: run the cells above" in said and "did you mean" not in said


@pytest.fixture
def notebook(monkeypatch, tmp_path):
    """Write the notebook that JupyterLab names as the kernel's own."""

    def write(*sources):
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "lesson.ipynb")
        monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / "lesson.ipynb"))

    return write


def test_a_name_that_another_cell_makes_is_no_slip(run, notebook):
    notebook(
        "%matplotlib inline\nfrom math import sin as check_2", "def weight():\n    inner = 1", "for trian in []: pass"
    )
    weigth, *made = run("weigth", "weight", "check_2", "trian", "iner")
    assert weigth.endswith("; or did you mean `weight`?")
    assert all("did you mean" not in said and "check the spelling" not in said for said in made[:3])
    assert made[3].endswith("or check the spelling")


@pytest.mark.parametrize("session", ["", "no/such/file.ipynb", "of a console"])
def test_without_a_file_the_sentence_is_the_same(run, monkeypatch, session):
    monkeypatch.setenv("JPY_SESSION_NAME", session)
    assert run("nowhere")[0].endswith("or check the spelling")


def test_a_name_of_the_course_that_was_overwritten_is_named(run):
    _, _, used, called, module = run(
        "import autogradlab as ag\nfrom autogradlab.course import check",
        "check, ag = 2, 'silver'",
        "check.each('01-C1')",
        "check('01-C1')",
        "def f():\n    return ag.tensor(3.)\nf()",
    )
    assert used == called
    assert used.startswith(
        "`check` was overwritten in this notebook: it is now `2`\n  help: give that another name, run"
    )
    assert module.startswith("`ag` was overwritten in this notebook: it is now `'silver'`\n")


def test_other_attributes_that_are_missing_look_as_always(run):
    _, own, ours = run("import autogradlab as ag\nx = 2", "x.each", "ag.nothing_like_it")
    assert "AttributeError" in own and "Traceback" in own and "overwritten" not in own + ours


SOON = (
    "import os, signal, threading\nthreading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"  # as ■ does
)


def test_who_stops_a_cell_is_told_its_line_and_not_where_a_library_was(run):
    said = run("import time", SOON + "while True:\n    time.sleep(0.01); [sorted(range(999))]")[1]
    assert said.startswith(
        "You stopped it. It was at line 4 of your cell: `time.sleep(0.01); [sorted(range(999))]`\n  help:"
    )
    assert "Traceback" not in said and "KeyboardInterrupt" not in said


def test_who_stops_the_check_of_an_exercise_sees_no_line_of_ours(run):
    _, said = run(
        "def slope(f, w):\n    while True: pass",
        SOON + "from autogradlab.course.exercise import call\ncall(slope, 1, 2, name='slope')",
    )
    assert said.startswith("You stopped it. It was at line 2 of your cell, in `slope`: `while True: pass`\n")


def test_what_would_run_after_a_stopped_cell_does_not_run(run, monkeypatch):
    cells = [nbformat.v4.new_code_cell(source) for source in (SOON + "while True: pass", "print('on')")]
    with pytest.raises(CellExecutionError):
        NotebookClient(nbformat.v4.new_notebook(cells=cells), timeout=60).execute()
    assert cells[1].outputs == []


def test_an_error_of_ours_ends_at_the_learners_line_and_keeps_its_help(run):
    _, refused = run("import autogradlab as ag", "ag.draw(3)")
    assert "draw() needs a tensor, and this is the number 3" in refused and "help: compute with tensors" in refused
    assert "draw/__init__.py" not in refused and len(refused.splitlines()) < 12


def test_the_second_backward_shows_torchs_sentence_and_what_to_change(run):
    _, twice = run(
        "import autogradlab as ag\nw = ag.tensor(3., requires_grad=True)\nloss = w ** 2",
        "loss.backward()\nloss.backward()",
    )
    assert "Trying to backward through the graph a second time" in twice
    assert "has already given up what it saved" in twice and "engine.py" not in twice


def test_the_kernel_begins_with_no_name_of_ours(run):
    assert run("assert not {'show', 'install', 'os', 'startup', '_startup'} & set(globals())") == [None]


def test_the_users_own_startup_file_still_runs(run, monkeypatch, tmp_path):
    marker = tmp_path / "ran"
    own = tmp_path / "own.py"
    own.write_text(f"open({str(marker)!r}, 'w').close()")
    monkeypatch.setenv("AUTOGRADLAB_PYTHONSTARTUP", str(own))
    run("1")
    assert marker.exists()


def test_the_users_startup_file_is_handed_on():
    assert kernel_variables({"PYTHONSTARTUP": "mine.py"})["AUTOGRADLAB_PYTHONSTARTUP"] == "mine.py"
