"""Everything that a grade depends on has a version, so that what another version graded is graded again."""

from pathlib import Path

import pytest

from autogradlab.grading import kit


@pytest.fixture
def package(tmp_path):
    """A folder like that of this package."""
    for name in ("ops/powers.py", "course/lessons/lesson_04/exercise.py", "course/data/two_moons.npz", "draw/svg.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("as it was")
    return tmp_path


@pytest.mark.parametrize("name", ["ops/powers.py", "course/lessons/lesson_04/exercise.py", "course/data/two_moons.npz"])
def test_whatever_a_run_may_meet_changes_the_graders_version(package, name):
    before = kit.version_of(package)
    (package / name).write_text("as it is now")
    assert kit.version_of(package) != before


def test_a_file_that_moved_changes_it_too(package):
    before = kit.version_of(package)
    (package / "ops/powers.py").rename(package / "ops/roots.py")
    assert kit.version_of(package) != before


def test_what_only_shows_something_does_not(package):
    before = kit.version_of(package)
    (package / "draw/svg.py").write_text("as it is now")
    (package / "ops/__pycache__").mkdir()
    (package / "ops/__pycache__/powers.pyc").write_text("compiled")
    assert kit.version_of(package) == before


def test_a_kit_tells_what_its_runs_begin_with():
    """So a worker can start the interpreter for them before it has read anything else."""
    packed = kit.pack(Path(__file__).parents[2], "04_accumulate")
    assert packed.prelude == kit.unpacked(packed).prelude != ""
