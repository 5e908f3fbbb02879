"""`autogradlab lab DIR`: a learner's copy of the course is brought up to date, and their work stays theirs."""

from pathlib import Path

import pytest

from autogradlab.course import lab, learners_copy

PAGE = "notebooks/00_start.ipynb"


@pytest.fixture
def source(tmp_path):
    """A course of two pages, with a solution beside them."""
    for name in (PAGE, "exercises/01_slope.ipynb", "solutions/01_slope.ipynb", "notebooks/Untitled.ipynb"):
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / name).write_text(f"{name}, first version")
    return tmp_path / "source"


@pytest.fixture
def copy(source, tmp_path):
    """A learner's copy of the course in `source`."""
    learners_copy.bring_up_to_date(source, tmp_path / "mine")
    return tmp_path / "mine"


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.ipynb")}


def test_a_copy_holds_the_numbered_pages_and_no_solutions(copy):
    assert files(copy).keys() == {PAGE, "exercises/01_slope.ipynb"} and learners_copy.is_copy(copy)


def test_the_second_start_changes_nothing_and_says_nothing(source, copy):
    before = {path: path.stat().st_mtime_ns for path in copy.rglob("*")}
    assert learners_copy.bring_up_to_date(source, copy) == []
    assert {path: path.stat().st_mtime_ns for path in copy.rglob("*")} == before


def test_work_stays_and_the_newer_version_lies_beside_it_once(source, copy):
    (copy / PAGE).write_text("my work")
    assert learners_copy.bring_up_to_date(source, copy) == []
    for version in ("second", "third"):
        (source / PAGE).write_text(version)
        [sentence] = learners_copy.bring_up_to_date(source, copy)
        assert "holds your work and stays as it is" in sentence
        assert learners_copy.bring_up_to_date(source, copy) == []
    assert files(copy) == {
        PAGE: "my work",
        "notebooks/00_start_new.ipynb": "second",
        "notebooks/00_start_new2.ipynb": "third",
        "exercises/01_slope.ipynb": "exercises/01_slope.ipynb, first version",
    }


def test_a_page_without_work_becomes_the_newer_one(source, copy):
    (source / PAGE).write_text("second")
    [sentence] = learners_copy.bring_up_to_date(source, copy)
    assert "took its place" in sentence and files(copy)[PAGE] == "second"


def test_a_page_that_was_deleted_comes_back(source, copy):
    (copy / PAGE).unlink()
    learners_copy.bring_up_to_date(source, copy)
    assert files(copy)[PAGE] == f"{PAGE}, first version"


def test_a_page_that_was_there_before_the_course_stays(source, tmp_path):
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "01_slope.ipynb").write_text("somebody's own")
    learners_copy.bring_up_to_date(source, tmp_path)
    assert (tmp_path / "exercises" / "01_slope.ipynb").read_text() == "somebody's own"
    assert (tmp_path / "exercises" / "01_slope_new.ipynb").exists()


@pytest.mark.parametrize("stop", range(1, 6))
def test_stopped_at_any_write_it_goes_on_from_there(source, tmp_path, monkeypatch, stop):
    written = []

    def stopped(half, path):
        written.append(path)
        if len(written) == stop:
            raise KeyboardInterrupt
        half.rename(path)

    with monkeypatch.context() as patch:
        patch.setattr(learners_copy.os, "replace", stopped)
        with pytest.raises(KeyboardInterrupt):
            learners_copy.bring_up_to_date(source, tmp_path / "mine")
    learners_copy.bring_up_to_date(source, tmp_path / "mine")
    assert {path.name for path in (tmp_path / "mine").rglob("*") if path.is_file()} == {
        learners_copy.RECORD,
        "00_start.ipynb",
        "01_slope.ipynb",
    }
    assert learners_copy.bring_up_to_date(source, tmp_path / "mine") == []


@pytest.mark.parametrize("text", ["", "[]", "{", "\x00"])
def test_a_damaged_record_is_told_and_no_page_changes(source, copy, text):
    (copy / PAGE).write_text("my work")
    (copy / learners_copy.RECORD).write_text(text)
    with pytest.raises(ValueError, match="damaged.*\n  help: delete that one file"):
        learners_copy.bring_up_to_date(source, copy)
    (copy / learners_copy.RECORD).unlink()
    learners_copy.bring_up_to_date(source, copy)
    assert files(copy)[PAGE] == "my work"


@pytest.mark.parametrize(
    "given, folder, rest",
    [
        ([], None, []),
        (["--no-browser"], None, ["--no-browser"]),
        (["mine"], "mine", []),
        (["mine", "--port", "8899"], "mine", ["--port", "8899"]),
        (["notebooks/01_slope.ipynb"], None, ["notebooks/01_slope.ipynb"]),
    ],
)
def test_the_first_argument_is_a_folder_unless_it_is_jupyterlabs(given, folder, rest):
    assert lab.split(given) == (folder and Path.cwd() / folder, rest)


def test_a_checkout_is_opened_where_it_is(root, monkeypatch):
    monkeypatch.chdir(root)
    assert lab.folder_to_open(None) == root == lab.folder_to_open(root)
    assert not (root / learners_copy.RECORD).exists()


@pytest.fixture
def from_the_wheel(source, tmp_path, monkeypatch):
    """An empty working directory, with the package as if it were installed from the wheel."""
    monkeypatch.setattr(lab, "PACKED", source)
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path / "home")
    return tmp_path / "home"


def test_the_wheel_makes_a_folder_and_says_where(from_the_wheel, capsys):
    folder = lab.folder_to_open(None)
    assert folder == from_the_wheel / lab.USUAL_COPY and (folder / PAGE).exists()
    assert f"The course is now in {folder}" in capsys.readouterr().err
    assert lab.folder_to_open(None) == folder and capsys.readouterr().err == ""


def test_the_wheel_goes_on_in_the_folder_it_is_called_in(from_the_wheel, copy, monkeypatch):
    monkeypatch.chdir(copy)
    assert lab.folder_to_open(None) == copy and files(copy).keys() == {PAGE, "exercises/01_slope.ipynb"}


def test_the_wheel_leaves_a_course_that_is_no_copy_alone(from_the_wheel, tmp_path, monkeypatch):
    (from_the_wheel / "notebooks").mkdir()
    (from_the_wheel / PAGE).write_text("a checkout's")
    assert lab.folder_to_open(None) == from_the_wheel and files(from_the_wheel) == {PAGE: "a checkout's"}


def test_a_file_is_no_folder(from_the_wheel):
    (from_the_wheel / "mine").touch()
    with pytest.raises(NotADirectoryError, match="is a file\n  help: "):
        lab.folder_to_open(from_the_wheel / "mine")
