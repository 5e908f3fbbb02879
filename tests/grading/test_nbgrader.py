"""An nbgrader course can take our exercises as they are: nbgrader itself makes, grades and explains them."""

import os
import shutil
import sys
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("nbgrader")
from nbgrader.apps import NbGraderAPI  # noqa: E402
from traitlets.config import Config  # noqa: E402

ROOT = Path(__file__).parents[2]
STEMS = sorted(path.stem for path in (ROOT / "solutions").glob("*.ipynb"))
GRADED = ("01_slope", "04_accumulate", "13_capstone")  # the first one, an ordinary one, the longest one
COURSE = "autogradlab"  # one assignment holds all notebooks: to nbgrader no different from one for each, and quicker


def notebook(path):
    return nbformat.read(path, as_version=4)


def done(result):
    assert result["success"], result["log"]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """An nbgrader course whose sources are our solutions, with nbgrader's own copy for students in `release`."""
    folder = tmp_path_factory.mktemp("nbgrader")
    shutil.copytree(ROOT / "solutions", folder / "source" / COURSE, ignore=shutil.ignore_patterns("rubrics"))
    config = Config()
    config.CourseDirectory.root = str(folder)
    with pytest.MonkeyPatch.context() as patch:
        programs = str(Path(sys.executable).parent)  # where nbgrader's `alembic` is
        patch.setenv("PATH", os.pathsep.join([programs, os.environ.get("PATH", "")]))
        patch.setenv("PYTHONPATH", str(ROOT))  # for the kernels that it starts
        api = NbGraderAPI(config=config)
        done(api.generate_assignment(COURSE))
        yield api, folder


def hand_in(course, student, source):
    """Let a student hand in notebooks and nbgrader grade them and write feedback; return the grades by exercise."""
    api, folder = course
    target = folder / "submitted" / student / COURSE
    target.mkdir(parents=True)
    for stem in GRADED:
        shutil.copy(source / f"{stem}.ipynb", target)
    done(api.autograde(COURSE, student))
    done(api.generate_feedback(COURSE, student))
    with api.gradebook as book:
        found = {stem: book.find_submission_notebook(stem, COURSE, student) for stem in GRADED}
        return {
            stem: {grade.name: (grade.score, grade.max_score, grade.needs_manual_grade) for grade in each.grades}
            for stem, each in found.items()
        }


@pytest.mark.parametrize("stem", STEMS)
def test_nbgrader_makes_the_same_exercise_cell_by_cell(course, stem):
    made = notebook(course[1] / "release" / COURSE / f"{stem}.ipynb").cells
    ours = notebook(ROOT / "exercises" / f"{stem}.ipynb").cells
    assert [(cell.id, cell.cell_type, cell.source) for cell in made] == [
        (cell.id, cell.cell_type, cell.source) for cell in ours
    ]


@pytest.mark.parametrize("stem", STEMS)
def test_its_points_are_a_hundred(course, stem):
    with course[0].gradebook as book:
        assert book.find_notebook(stem, COURSE).max_score == 100


def test_a_solved_copy_earns_every_point_but_those_that_a_human_gives(course):
    for stem, grades in hand_in(course, "solved", ROOT / "solutions").items():
        written = {
            cell.metadata.nbgrader.grade_id
            for cell in notebook(ROOT / "solutions" / f"{stem}.ipynb").cells
            if cell.cell_type == "markdown" and cell.metadata.nbgrader.grade
        }
        assert {name for name, (_, _, by_hand) in grades.items() if by_hand} == written
        assert all(score == most for name, (score, most, _) in grades.items() if name not in written), (stem, grades)
        feedback = course[1] / "feedback" / "solved" / COURSE / f"{stem}.html"
        assert "✓" in feedback.read_text("utf-8")


def test_an_untouched_copy_earns_nothing_and_is_told_so(course):
    for stem, grades in hand_in(course, "untouched", course[1] / "release" / COURSE).items():
        assert {score for score, _, _ in grades.values()} == {0}
        feedback = course[1] / "feedback" / "untouched" / COURSE / f"{stem}.html"
        assert "not attempted" in feedback.read_text("utf-8")
