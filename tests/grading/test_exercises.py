"""Exercises are made from solutions, hold no answer, and say of a wrong answer what is not yet right."""

import ast
import errno
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest

from autogradlab.confine import run_cells
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_01 import exercise as exercise_01
from autogradlab.grading import exercises, writing

ROOT = Path(__file__).parents[2]
STEMS = [path.stem for path in sorted((ROOT / "solutions").glob("*.ipynb"))]
DEFINES = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
LIKE_A_NOTEBOOK = "import autogradlab.course\nfrom builtins import print as display\nIn = []"


def solution(tmp_path, source, cell_type="code", **nbgrader):
    """A folder with one solution notebook that has one cell."""
    cell = nbformat.v4.new_code_cell(source) if cell_type == "code" else nbformat.v4.new_markdown_cell(source)
    cell.metadata["nbgrader"] = nbgrader
    (tmp_path / "solutions").mkdir()
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "solutions" / "01_x.ipynb")
    return tmp_path


def exercise_source(root):
    exercises.write(root)
    return nbformat.read(root / "exercises" / "01_x.ipynb", as_version=4).cells[0].source


def test_committed_exercises_agree_with_their_solutions():
    assert exercises.check(ROOT) == []


def test_a_solution_becomes_a_stub_at_the_same_indentation(tmp_path):
    root = solution(tmp_path, "def f(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION")
    assert exercise_source(root) == "def f(x):\n    # YOUR CODE HERE\n    raise NotImplementedError()"


def test_hidden_tests_are_left_out(tmp_path):
    root = solution(tmp_path, "f(1)\n### BEGIN HIDDEN TESTS\nassert f(7) == 14\n### END HIDDEN TESTS")
    assert exercise_source(root) == "f(1)"


def test_a_written_answer_becomes_an_invitation(tmp_path):
    root = solution(tmp_path, "Because it rounds.", "markdown", solution=True, grade=True)
    assert exercise_source(root) == "YOUR ANSWER HERE"


def test_an_unpaired_mark_is_refused_by_file_and_cell(tmp_path):
    root = solution(tmp_path, "### BEGIN SOLUTION\nx = 1")
    with pytest.raises(ValueError, match=r"01_x\.ipynb, cell .*no partner"):
        exercises.write(root)


def test_disagreement_is_told_by_file(tmp_path):
    root = solution(tmp_path, "x = 1")
    assert exercises.check(root) == ["exercises/01_x.ipynb is not what solutions/01_x.ipynb gives"]
    exercises.write(root)
    (root / "exercises" / "02_old.ipynb").write_text("{}")
    assert exercises.check(root) == ["exercises/02_old.ipynb has no solution"]


def test_writing_twice_writes_once(tmp_path):
    root = solution(tmp_path, "x = 1")
    assert [path.name for path in exercises.write(root)] == ["01_x.ipynb"]
    assert exercises.write(root) == []


# ---- nothing is lost: a full disk, a folder of others, two runs at once ----------------------------------------


@pytest.mark.parametrize("number, cure", [(errno.ENOSPC, "make room on the disk"), (errno.EROFS, "name a place")])
def test_what_cannot_be_written_is_told_and_keeps_what_it_had(tmp_path, monkeypatch, number, cure):
    root = solution(tmp_path, "x = 1")
    target = root / "exercises" / "01_x.ipynb"
    target.parent.mkdir()
    target.write_text("before")

    def failing(*paths):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(writing.os, "replace", failing)
    with pytest.raises(ValueError, match=rf"01_x\.ipynb` cannot be written: {os.strerror(number)}\n  help: {cure}"):
        exercises.write(root)
    assert [path.name for path in target.parent.iterdir()] == ["01_x.ipynb"] and target.read_text() == "before"


@pytest.mark.skipif(not writing.fcntl, reason="Windows has no lock on folders")
def test_a_second_run_is_told_of_the_first(tmp_path):
    root = solution(tmp_path, "x = 1")
    with writing.alone(root / "solutions"):
        with pytest.raises(ValueError, match="another `autogradlab exercises` is at work .*\n  help: wait"):
            exercises.write(root)
    assert len(exercises.write(root)) == 1


def test_runs_at_once_leave_whole_files(tmp_path):
    root = solution(tmp_path, "x = 1")
    program = "import sys; from autogradlab.grading import exercises; exercises.write(sys.argv[1])"
    runs = [
        subprocess.Popen([sys.executable, "-c", program, root], cwd=ROOT, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [run.communicate()[1] for run in runs]
    assert all(run.returncode == 0 or "is at work" in words for run, words in zip(runs, said, strict=True))
    assert exercises.check(root) == [] and [path.name for path in root.glob("*/*")] == ["01_x.ipynb"] * 2


def test_a_copy_without_solutions_says_where_to_go(tmp_path):
    with pytest.raises(ValueError, match="there is no folder .*solutions`\n  help: .* the course's own folder"):
        exercises.write(tmp_path)


# ---- every exercise, as it is handed out and as it is solved ---------------------------------------------------


def code_cells(folder, stem):
    cells = nbformat.read(ROOT / folder / f"{stem}.ipynb", as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code"]


def checked(cells):
    """{cell id: result} of each cell that checks an answer, run after all cells above it."""
    sources = [f"In.append({cell.source!r})\n{cell.source}" for cell in cells]
    results = run_cells(sources, [], prelude=LIKE_A_NOTEBOOK, seconds=60).cells
    return {cell.id: result for cell, result in zip(cells, results, strict=True) if cell.metadata.nbgrader.grade}


def is_needed(cell):
    """Whether a check may need this cell: it answers, checks, imports or defines. The others only show something."""
    marks, code = cell.metadata.nbgrader, ast.parse(cell.source).body
    return marks.solution or marks.grade or any(isinstance(node, DEFINES) for node in code)


@pytest.mark.parametrize("stem", STEMS)
def test_every_check_passes_in_the_solution(stem):
    found = checked(code_cells("solutions", stem))
    assert (
        found
        and {
            name: result.error
            for name, result in found.items()
            if not (result.completed and result.printed.startswith("✓ "))
        }
        == {}
    )


@pytest.mark.parametrize("stem", STEMS)
def test_every_check_says_not_attempted_in_the_exercise(stem):
    found = checked(code_cells("exercises", stem))
    assert (
        found
        and {
            name: result.error or result.printed
            for name, result in found.items()
            if not (result.error and result.error.sentence.startswith("○ not attempted: "))
        }
        == {}
    )


@pytest.mark.parametrize("given", ["-7e7", "[None]", "[[[7.0, 7.0]]]", "__import__('autogradlab').tensor(0.0)"])
@pytest.mark.parametrize("stem", STEMS)
def test_no_check_passes_or_stumbles_whatever_it_is_given(stem, given):
    """In one answer cell at a time, every function returns something that is never right: each check says it itself."""
    solved = [cell for cell in code_cells("solutions", stem) if is_needed(cell)]
    for place, cell in enumerate(solved):
        answer = ast.parse(cell.source)
        functions = [node for node in answer.body if isinstance(node, ast.FunctionDef)]
        if not (cell.metadata.nbgrader.solution and functions):
            continue
        for function in functions:
            function.body = ast.parse(f"return {given}").body
        above = [each for each in solved[:place] if not each.metadata.nbgrader.grade]
        found = checked([*above, nbformat.from_dict({**cell, "source": ast.unparse(answer)}), *solved[place + 1 :]])
        looking = next(iter(found))
        assert not found[looking].printed.startswith("✓ "), f"{looking} passes whatever {functions[0].name} gives"
        said = {name: result.error for name, result in found.items() if not result.completed}
        assert {name: error for name, error in said.items() if error.name != "NotYet"} == {}


# ---- exercise 01: each likely mistake meets its own sentence --------------------------------------------------


def central(f, w, h=1e-4):
    w = np.array(w, dtype=float)
    slopes = np.zeros_like(w)
    for i in np.ndindex(w.shape):
        left, right = w.copy(), w.copy()
        left[i] -= h
        right[i] += h
        slopes[i] = (f(right) - f(left)) / (2 * h)
    return slopes


def one_call(f, w, h=1e-4):  # correct but different: unit vectors, a list at the end
    units = np.eye(w.size).reshape(-1, *w.shape)
    return np.reshape([(f(w + h * e) - f(w - h * e)) / (2 * h) for e in units], w.shape).tolist()


def untouched(f, w=None, h=1e-4):
    raise NotImplementedError()


def forward(f, w, h=1e-4):
    return np.array([(f(w + h * e) - f(w)) / h for e in np.eye(len(w))])


def sign_flipped(f, w, h=1e-4):
    return -central(f, w, h)


def half_distance(f, w, h=1e-4):
    return 2 * central(f, w, h)


def all_at_once(f, w, h=1e-4):
    return np.full(len(w), (f(w + h) - f(w - h)) / (2 * h))


def moves_the_callers_array(f, w, h=1e-4, back=0):
    slopes = np.zeros(w.shape)
    for i in np.ndindex(w.shape):
        w[i] += h
        up = f(w)
        w[i] -= 2 * h
        slopes[i] = (up - f(w)) / (2 * h)
        w[i] += back
    return slopes


def moves_it_back(f, w, h=1e-4):
    return moves_the_callers_array(f, w, h, back=h)


def leaves_weights_moved(f, w, h=1e-4):
    slopes, left = np.zeros(w.shape), np.array(w, dtype=float)
    for i in np.ndindex(w.shape):
        right = left.copy()
        left[i] -= h
        right[i] += h
        slopes[i] = (f(right) - f(left)) / (2 * h)
    return slopes


def keeps_integers(f, w, h=1e-4):
    slopes = np.zeros(w.shape)
    for i in np.ndindex(w.shape):
        left, right = w.copy(), w.copy()
        left[i], right[i] = left[i] - h, right[i] + h
        slopes[i] = (f(right) - f(left)) / (2 * h)
    return slopes


def without_brackets(f, w, h=1e-4):
    return central(f, w, h) * h * h


def one_place(f, w, h=1e-4):
    return 0 * central(f, w, h)


def for_lists_only(f, w, h=1e-4):
    return np.array([(f(w + h * e) - f(w - h * e)) / (2 * h) for e in np.eye(len(w))])


def for_tables_too(f, w, h=1e-4):
    return central(f, w, h) if w.ndim else np.array([0.0])


def divides_one_of_two(f, w, h=1e-4):
    w = np.array(w, dtype=float)
    return np.array([f(w + h * e) - f(w - h * e) / (2 * h) for e in np.eye(w.size)])


def returns_after_the_first(f, w, h=1e-4):
    w, slopes = np.array(w, dtype=float), np.zeros(np.shape(w))
    for i in np.ndindex(w.shape):
        step = np.zeros_like(w)
        step[i] = h
        slopes[i] = (f(w + step) - f(w - step)) / (2 * h)
        return slopes


def forgot_return(f, w, h=1e-4):
    central(f, w, h)


def crashes(f, w, h=1e-4):
    return f(w) / 0


def run_all(function):
    for check in (exercise_01.check_number, exercise_01.check_vector, exercise_01.check_untouched):
        check(function)
    exercise_01.check_table(
        lambda h: abs(np.asarray(function(lambda w: float(np.sin(w[0])), np.array([1.0]), h))[0] - np.cos(1.0))
    )


@pytest.mark.parametrize("function", [central, one_call])
def test_correct_solutions_of_any_form_pass(function, capsys):
    run_all(function)
    assert capsys.readouterr().out.count("✓") == 4


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (untouched, "○ not attempted: `numeric_gradient` still raises NotImplementedError"),
        (forward, "comes from one side"),
        (sign_flipped, "the size is right, the sign is not"),
        (half_distance, "a factor of 2 away from 6"),
        (all_at_once, "of 3 slopes are right"),
        (moves_the_callers_array, "the caller's w is"),
        (
            moves_it_back,
            "w is [2.0000000000000004, 4.999999999999999], and before it was [2.0, 5.0]\n  help: adding and",
        ),
        (
            leaves_weights_moved,
            "[5.0, 2.9, 0.0] for w[0] * w[1] at [3, 5, 1], not [5, 3, 0]\n  help: a weight that was",
        ),
        (keeps_integers, "for the whole numbers w = [3, 1]"),
        (without_brackets, "write `/ (2 * h)`"),
        (divides_one_of_two, "as if only f(w - h) were divided"),
        (returns_after_the_first, "is `return` inside the loop?"),
        (one_place, "take w.copy() for each"),
        (for_lists_only, "raised ValueError: operands could not be broadcast together with shapes (2,3)"),
        (lambda f, w, h=1e-4: central(f, w, h).ravel(), "for a table of 2 rows of 3 weights you give"),
        (for_tables_too, "a single number"),
        (lambda f, w, h=1e-4: central(f, w, h) + (w.shape == (2,)), "for w = [3., 1.] you give"),
        (forgot_return, "gave None"),
        (crashes, "raised ZeroDivisionError"),
        (lambda f, w, h=1e-4: [[1.0], [2.0, 3.0]], "gave [[1.0], [2.0, 3.0]]"),
        (lambda f, w, h=1e-4: np.array([]), "gave array([]"),
        (lambda f, w, h=1e-4: np.array([np.nan]), "gave array([nan])"),
        (lambda f, w, h=1e-4: "six", "gave 'six'"),
        (lambda f, w: np.array([6.0]), "raised TypeError"),
        ("6.0", "cannot be called"),
    ],
    ids=lambda value: getattr(value, "__name__", "text"),
)
def test_each_likely_mistake_meets_its_own_sentence_and_a_way_on(function, sentence):
    with pytest.raises(NotYet) as caught:
        run_all(function)
    text = str(caught.value)
    assert sentence in text and "\n  help: " in text


def test_the_table_is_printed_or_its_absence_said_once(capsys):
    exercise_01.show_table(lambda h: h**2)
    assert capsys.readouterr().out.splitlines()[:2] == ["h = 1e-01   error = 1e-02", "h = 1e-03   error = 1e-06"]
    exercise_01.show_table(untouched)
    assert capsys.readouterr().out.count("not attempted") == 1


@pytest.mark.parametrize("given", ["small", [1.0, 2.0], np.nan, np.array([])])
def test_an_error_that_is_no_number_is_told(given):
    with pytest.raises(NotYet, match="gave"):
        exercise_01.check_table(lambda h: given)


def test_an_error_relative_to_the_slope_is_noticed():
    with pytest.raises(NotYet, match="at h = 0.1 your error is 0.00167, and the distance is 0.0009"):
        exercise_01.check_table(lambda h: abs((np.sin(1 + h) - np.sin(1 - h)) / (2 * h) / np.cos(1.0) - 1))


def test_a_table_that_ignores_h_is_noticed():
    with pytest.raises(NotYet, match="factor of"):
        exercise_01.check_table(lambda h: 1e-9)


def test_a_notebook_shows_the_sentence_and_no_traceback():
    with pytest.raises(NotYet) as caught:
        exercise_01.check_number(untouched)
    assert caught.value._render_traceback_() == [str(caught.value)]
