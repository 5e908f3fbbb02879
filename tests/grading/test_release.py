"""The learners' copy of the course starts by itself, holds no answer, and never overwrites anything unasked."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from autogradlab import cli
from autogradlab.course import lab
from autogradlab.grading import release as releasing
from autogradlab.grading.release import release

ROOT = Path(__file__).parents[2]
STEMS = [path.stem for path in sorted((ROOT / "solutions").glob("*.ipynb"))]
SOLVED = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.S)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The learners' copy of this very course."""
    folder = tmp_path_factory.mktemp("release") / "copy"
    release(ROOT, folder)
    return folder


def notebooks(folder):
    return {path.stem: nbformat.read(path, as_version=4) for path in sorted(folder.glob("*.ipynb"))}


def test_every_notebook_and_exercise_is_there_and_shows_nothing_yet(copy):
    lessons, exercises = notebooks(copy / "notebooks"), notebooks(copy / "exercises")
    assert list(lessons) == ["00_start", *STEMS] and list(exercises) == STEMS
    cells = [cell for each in (*lessons.values(), *exercises.values()) for cell in each.cells]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells if cell.cell_type == "code")
    assert all("nbgrader" in cell.metadata for each in exercises.values() for cell in each.cells)


def test_no_solution_and_no_rubric_is_in_it(copy):
    files = [path for path in copy.rglob("*") if path.is_file()]
    assert not {"solutions", "rubrics", "tests"} & {part for path in files for part in path.relative_to(copy).parts}
    texts = {path: squeezed(path.read_text("utf-8")) for path in files if path.suffix in (".py", ".md")}
    texts |= {
        path: squeezed("\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells))
        for path in files
        if path.suffix == ".ipynb"
    }
    assert [(path, answer) for answer in answers() for path, text in texts.items() if answer in text] == []


def test_pages_for_instructors_are_not_in_it_and_no_link_leads_to_them(copy):
    names = {path.name for path in (copy / "docs").iterdir()}
    assert not {"instructors.md", "attacks.md", "grading.md"} & names and "misconceptions.md" in names
    for page in (*copy.glob("*.md"), *(copy / "docs").glob("*.md")):
        text = page.read_text("utf-8")
        assert "| **right** |" not in text
        links = [link for link in re.findall(r"\]\(([^):#\s]+)", text) if link.endswith(".md")]
        assert [link for link in links if not (page.parent / link).exists()] == []
    assert "docs/attacks.md (not in this copy) lists" in (copy / "README.md").read_text("utf-8")


def answers():
    """Every answer of every solution, without its indentation."""
    for cell in (cell for each in notebooks(ROOT / "solutions").values() for cell in each.cells):
        if cell.cell_type == "code":
            yield from map(squeezed, SOLVED.findall(cell.source))
        elif cell.metadata.nbgrader.solution:
            yield squeezed(cell.source)


def squeezed(text):
    return "\n".join(filter(None, map(str.strip, text.splitlines())))


def test_it_stands_by_itself(copy):
    program = "import autogradlab.course.lessons.lesson_01.exercise as e; print(e.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", program],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert Path(found.strip()).is_relative_to(copy)
    assert (copy / lab.FIRST_PAGE).exists() and (copy / "course.py").exists()
    links = re.findall(r"\]\(([^):#]+)\)", (copy / "README.md").read_text("utf-8"))
    assert links and all((copy / link).exists() for link in links)


# ---- a small course -------------------------------------------------------------------------------------------------


def write_notebook(path, source, **nbgrader):
    """A notebook of one cell that has been run."""
    output = nbformat.v4.new_output("stream", text="6\n")
    cell = nbformat.v4.new_code_cell(source, id="cell", outputs=[output], execution_count=1)
    cell.metadata["nbgrader"] = nbgrader
    path.parent.mkdir(exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "course"
    folder.mkdir()
    write_notebook(folder / "solutions" / "01_x.ipynb", "### BEGIN SOLUTION\nx = 6\n### END SOLUTION", solution=True)
    write_notebook(folder / "notebooks" / "00_start.ipynb", "print(6)")
    write_notebook(folder / "notebooks" / ".ipynb_checkpoints" / "00_start.ipynb", "old")
    write_notebook(folder / "exercises" / "01_x.ipynb", "x = 6  # somebody tried it out")
    (folder / "exercises" / "02_mine.ipynb").write_text("a solved copy")
    (folder / "README.md").write_text("Read me.")
    return folder


def shown(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_exercises_come_from_solutions_and_notebooks_lose_what_they_showed(course, tmp_path):
    release(course, tmp_path / "new" / "copy")
    assert shown(tmp_path / "new") == [
        f"copy/{name}" for name in ("README.md", "exercises/01_x.ipynb", "notebooks/00_start.ipynb")
    ]
    [exercise] = notebooks(tmp_path / "new" / "copy" / "exercises").values()
    [lesson] = notebooks(tmp_path / "new" / "copy" / "notebooks").values()
    assert exercise.cells[0].source.startswith("# YOUR CODE HERE")
    assert lesson.cells[0].source == "print(6)" and lesson.cells[0].outputs == []


def test_what_differs_is_replaced_only_if_asked_for_and_other_files_stay(course, tmp_path):
    copy = tmp_path / "copy"
    release(course, copy)
    (copy / "README.md").write_text("My notes.")
    (copy / "grades.csv").write_text("mine")
    (copy / "notebooks" / "00_start.ipynb").unlink()
    with pytest.raises(ValueError, match=r"holds 1 file that would change: README\.md; nothing was written\n  help: "):
        release(course, copy)
    assert (copy / "README.md").read_text() == "My notes." and not (copy / "notebooks" / "00_start.ipynb").exists()
    assert shown(copy) == ["README.md", "exercises/01_x.ipynb", "grades.csv"]

    assert sorted(path.name for path in release(course, copy, replace=True)) == ["00_start.ipynb", "README.md"]
    assert (copy / "README.md").read_text() == "Read me." and (copy / "grades.csv").read_text() == "mine"
    assert release(course, copy) == []


@pytest.mark.parametrize(
    "place, said",
    [
        ("course", "holds `solutions`, which learners must not get"),
        ("course/solutions/copy", "lies in the course's own `solutions`"),
        ("course/notebooks", "lies in the course's own `notebooks`"),
        ("course/README.md", "lies in the course's own `README.md`"),
        ("a_file", "is a file"),
        ("a_file/copy", "cannot be written"),
        ("grades", "holds other things and no notebook of the course"),
    ],
)
def test_a_place_that_learners_copies_do_not_belong_to_is_refused(course, tmp_path, place, said):
    (tmp_path / "a_file").touch()
    (tmp_path / "grades").mkdir()
    (tmp_path / "grades" / "secret.key").touch()
    before = shown(tmp_path)
    with pytest.raises(ValueError, match=f"{re.escape(said)}(.|\n)*\n  help: "):
        release(course, tmp_path / place)
    assert shown(tmp_path) == before


def test_a_folder_that_only_a_version_control_uses_is_empty(course, tmp_path):
    (tmp_path / "copy" / ".git").mkdir(parents=True)
    assert len(release(course, tmp_path / "copy")) == 3


def test_without_solutions_there_is_nothing_to_release(course, tmp_path):
    release(course, tmp_path / "copy")
    with pytest.raises(ValueError, match="holds no solutions to make exercises from\n  help: "):
        release(tmp_path / "copy", tmp_path / "again")


@pytest.mark.parametrize("there", [True, False], ids=["there already", "new"])
@pytest.mark.parametrize("number, cure", [(errno.ENOSPC, "make room on the disk"), (errno.EACCES, "name a place")])
def test_a_full_or_foreign_disk_gets_a_sentence_and_leaves_nothing_behind(
    course, tmp_path, monkeypatch, there, number, cure
):
    copy = tmp_path / "copy"
    if there:
        release(course, copy)
        (course / "README.md").write_text("Read me anew.")
        (course / "LICENSE").touch()
    before = shown(tmp_path)
    write_bytes = Path.write_bytes

    def until_full(path, data):
        if path.name == "README.md":
            raise OSError(number, os.strerror(number))
        write_bytes(path, data)

    monkeypatch.setattr(releasing.Path, "write_bytes", until_full)
    with pytest.raises(ValueError, match=f"copy` cannot be written: {os.strerror(number)}\n  help: {cure}"):
        release(course, copy, replace=True)
    assert shown(tmp_path) == before and copy.exists() == there
    assert not there or (copy / "README.md").read_text() == "Read me."


def test_the_verb_says_what_it_did(course, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(lab, "course_folder", lambda: course)
    copy = str(tmp_path / "copy")
    assert cli.main(["release", copy]) == cli.main(["release", copy]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"files written: 3, learners start with `python course.py lab` in {copy}",
        f"{copy} agrees with the course",
    ]
    (course / "README.md").write_text("Read me anew.")
    assert cli.main(["release", copy]) == 1
    assert capsys.readouterr().err.startswith(f"autogradlab: `{copy}` holds 1 file that would change")
    assert cli.main(["release", copy, "--replace"]) == 0
