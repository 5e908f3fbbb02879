"""course.py makes `.venv` once, notices when it is broken, and says in one sentence what stops it."""

import os
import subprocess
import sys
import time

import pytest


def made_anew(here):
    return any("venv" in step for step in here.steps)


@pytest.fixture
def ready(here):
    """An environment that was prepared for the course; its steps so far are forgotten."""
    here.prepare("course")
    here.steps.clear()
    return here


def test_the_first_start_makes_and_fills_the_environment(here):
    here.prepare("course")
    make, install = here.steps
    assert "venv" in make and str(here.venv) in make
    assert install[-4:] == ["-c", "constraints.txt", "-e", ".[course]"]


def test_the_second_start_does_nothing(ready):
    ready.prepare("course")
    assert ready.steps == []


def test_tests_are_added_to_a_ready_course(ready):
    ready.prepare("test")
    assert [step[-1] for step in ready.steps] == [".[course,test]"]
    ready.steps.clear()
    ready.prepare("course")
    assert ready.steps == []


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_requirement_installs_again_but_makes_nothing_anew(ready, name):
    (ready.folder / name).write_text("changed")
    ready.prepare("course")
    assert len(ready.steps) == 1 and not made_anew(ready)


def test_a_killed_install_is_made_anew(here, monkeypatch):
    def killed(extras):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(here, "install", killed)
        here.prepare("course")
    here.steps.clear()
    here.prepare("course")
    assert made_anew(here)


def test_an_addition_that_was_killed_is_made_anew(ready, monkeypatch):
    def killed(extras):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(ready, "install", killed)
        ready.prepare("test")
    ready.prepare("course")
    assert made_anew(ready)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"extras": 3}'])
def test_a_damaged_stamp_is_made_anew(ready, text):
    ready.stamp.write_text(text)
    ready.prepare("course")
    assert made_anew(ready)


def test_a_deleted_python_is_made_anew(ready):
    ready.python.unlink()
    ready.prepare("course")
    assert made_anew(ready)


def test_a_moved_folder_is_made_anew(ready):
    ready.folder = ready.folder.rename(ready.folder.with_name("elsewhere"))
    ready.stamp = ready.folder / ".venv" / ready.stamp.name
    assert ready.stamp.exists() and ready.contents() == {}


def test_another_python_is_made_anew(ready, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    ready.prepare("course")
    assert made_anew(ready)


def test_what_stands_in_its_place_is_cleared_away(course, tmp_path):
    folder, file = tmp_path / "folder", tmp_path / "file"
    (folder / "old").mkdir(parents=True)
    file.write_text("in the way")
    course.remove(folder)
    course.remove(file)
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_cleared_away_but_not_what_it_leads_to(course, tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    course.remove(tmp_path / "link")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("uv", ["/tools/uv", None])
def test_uv_is_used_where_there_is_one(here, course, monkeypatch, uv):
    monkeypatch.setattr(course.shutil, "which", lambda name: uv)
    here.prepare("course")
    make, install = here.steps
    assert (make[0] == install[0] == "/tools/uv") == bool(uv)
    assert (make[1:3] == ["-m", "venv"] and install[1:3] == ["-m", "pip"]) != bool(uv)


def test_it_is_made_by_the_python_below_an_active_environment(here, monkeypatch):
    monkeypatch.setattr(sys, "_base_executable", "/below/python", raising=False)
    here.prepare("course")
    assert "/below/python" in here.steps[0]


def test_a_python_answers_only_when_everything_is_there(course, tmp_path, monkeypatch):
    here = course.Environment(tmp_path)
    here.python = sys.executable
    monkeypatch.setattr(course, "ALWAYS", ["numpy"])
    monkeypatch.setattr(course, "WITNESSES", {"course": "json", "test": "no_such_package"})
    assert here.answers(["course"]) and not here.answers(["course", "test"])


STORIES = {
    "OSError: [Errno 28] No space left on device": "The disk is full",
    "error: failed to write (os error 28)": "The disk is full",
    "environment was not created successfully because ensurepip is not\navailable.": "`venv` part is not installed",
    "/usr/bin/python3: No module named venv": "`venv` part is not installed",
    "NewConnectionError(...): Failed to establish\nERROR: No matching distribution found": "could not be downloaded",
    "error: Failed to fetch\n  cause: dns error": "could not be downloaded",
    "PermissionError: [Errno 13] Permission denied: 'x'": "cannot be written",
    "[Errno 30] Read-only file system": "cannot be written",
    "first line\nERROR: something nobody foresaw\n": "something nobody foresaw",
    "": "no reason given",
}


@pytest.mark.parametrize("story", STORIES)
def test_a_failed_step_becomes_one_sentence_and_a_cure(course, tmp_path, story):
    here = course.Environment(tmp_path)
    program = f"import sys; sys.stderr.write({story!r}); sys.exit(1)"
    here.log.write_text("")
    with pytest.raises(course.Trouble) as trouble:
        here.step("failing", [sys.executable, "-c", program])
    sentence, cure = str(trouble.value).splitlines()
    assert sentence.startswith("course.py: ") and STORIES[story] in sentence
    assert cure.startswith("  help: ")


def test_a_step_shows_its_name_and_hides_its_chatter(course, tmp_path, capfd):
    here = course.Environment(tmp_path)
    here.step("making tea", [sys.executable, "-c", "print('chatter')"])
    shown, errors = capfd.readouterr()
    assert shown == "  making tea ... 0 s\n" and errors == ""
    assert "chatter" in here.log.read_text()


def test_ctrl_c_ends_the_step_too(course, monkeypatch):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    wait, waits = child.wait, iter([KeyboardInterrupt])

    def interrupted_once(timeout=None):
        for error in waits:
            raise error
        return wait(timeout)

    monkeypatch.setattr(child, "wait", interrupted_once)
    with pytest.raises(KeyboardInterrupt):
        course.watch(child, "waiting", time.monotonic())
    assert child.returncode is not None


def test_programs_find_the_environment_first_and_nothing_that_leads_around_it(course, tmp_path, monkeypatch):
    for name in ("PYTHONHOME", "PYTHONPATH", "MPLBACKEND", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.setenv(name, "astray")
    here = course.Environment(tmp_path)
    variables = here.variables()
    assert variables["PATH"].split(os.pathsep)[0] == str(here.scripts)
    assert variables["VIRTUAL_ENV"] == str(here.venv)
    assert "astray" not in variables.values()
