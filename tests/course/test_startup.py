"""In a kernel that the course started, a cell run too early gets one sentence; other errors look as always."""

import nbformat
import pytest
from nbclient import NotebookClient

from autogradlab.course.lab import kernel_variables


@pytest.fixture
def run(monkeypatch):
    """Run cells in a kernel as `autogradlab lab` starts it; gives the text of each cell's error, None for none."""
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


def test_an_error_inside_a_function_keeps_its_traceback(run):
    _, inside = run("def f():\n    return nowhere", "f()")
    assert "NameError" in inside and "Traceback" in inside and "help:" not in inside


def test_other_errors_look_as_always(run):
    (division,) = run("1 / 0")
    assert "ZeroDivisionError" in division and "Traceback" in division


def test_a_slip_of_the_pen_gets_the_name_that_was_meant(run):
    _, slip, inside = run("from autogradlab.course import check", "chekc('01-C1')", "[chekc for _ in range(2)]")
    assert slip == "`chekc` is not known in this notebook\n  help: did you mean `check`?" == inside


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
