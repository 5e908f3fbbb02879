"""The three commands of course.py: what they start, with which arguments, and what they say when they cannot."""

import ast
import os
import subprocess
import sys

import pytest


@pytest.fixture
def started(course, monkeypatch):
    """The programs that course.py starts: (arguments after the Python, variables). All end with `started.status`."""

    class Started(list):
        status = 0

    programs = Started()

    def attend(command, variables):
        programs.append((command[1:], variables))
        return programs.status

    monkeypatch.setattr(course.Environment, "prepare", lambda here, *extras: None)
    monkeypatch.setattr(course, "attend", attend)
    return programs


def test_lab_hands_further_arguments_on_unchanged(course, started, monkeypatch):
    monkeypatch.setattr(course.os, "execve", lambda path, command, variables: started.append((command[1:], variables)))
    monkeypatch.setattr(course.os, "chdir", lambda folder: None)
    course.main(["lab", "--no-browser", "--port", "8899"])
    assert [arguments for arguments, _ in started] == [["-m", "autogradlab", "lab", "--no-browser", "--port", "8899"]]


def test_test_runs_the_package_then_the_lessons_then_the_solutions(course, started, capsys):
    assert course.main(["test", "-x", "tests/setup"]) == 0
    package, lessons, solutions = [arguments[2:] for arguments, _ in started]
    assert package[-2:] == ["-x", "tests/setup"] and "--nbval" not in package
    assert "--nbval-lax" in lessons and lessons[-2:] == ["notebooks", "exercises"]
    assert "--nbval" in solutions and solutions[-1] == "solutions"
    assert ("-n" in lessons) == ("-n" in solutions) == (os.name == "posix")
    assert capsys.readouterr().out.splitlines()[-1] == "Summary: package ok, lessons and exercises ok, solutions ok"


def test_of_a_learners_copy_the_tests_that_it_has_are_run_and_the_others_told(
    course, started, monkeypatch, tmp_path, capsys
):
    for name in ("notebooks", "exercises"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(course, "HERE", tmp_path)
    assert course.main(["test"]) == 0
    [lessons] = [arguments[2:] for arguments, _ in started]
    assert lessons[-2:] == ["notebooks", "exercises"] and "-n" not in lessons
    assert course.main(["browser"]) == 1
    told = capsys.readouterr()
    assert told.err.startswith("course.py: This folder has no tests that drive a browser\n  help: ")
    assert told.out.splitlines()[-1] == (
        "Summary: lessons and exercises ok, package not in this folder, solutions not in this folder"
    )


def test_a_failed_suite_does_not_stop_the_others_but_is_told(course, started, capsys):
    started.status = 1
    assert course.main(["test"]) == 1
    assert len(started) == 3
    assert "package FAILED" in capsys.readouterr().out.splitlines()[-1]


def test_no_test_touches_the_learners_own_log_or_settings(course, started, monkeypatch):
    monkeypatch.setenv("AUTOGRADLAB_DATA", "the learner's own")
    course.main(["test"])
    for _, variables in started:
        for name in ("AUTOGRADLAB_DATA", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
            assert "autogradlab-" in variables[name]


def test_notebooks_keep_their_own_way_to_show_figures(course, started, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "TkAgg")
    course.main(["test"])
    assert [variables.get("MPLBACKEND") for _, variables in started] == ["Agg", None, None]


def test_browser_drives_the_browser_it_found(course, started, monkeypatch):
    monkeypatch.setattr(course, "find_browser", lambda: "/somewhere/chromium")
    course.main(["browser", "-k", "slope"])
    [(arguments, variables)] = started
    assert arguments[-5:] == ["tests/browser", "-m", "browser", "-k", "slope"]
    assert variables["CHROMIUM"] == "/somewhere/chromium"


def test_without_a_browser_it_says_how_to_get_one(course, started, monkeypatch, capsys):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(course.shutil, "which", lambda name: None)
    assert course.main(["browser"]) == 1
    assert "No Chromium or Chrome was found\n  help: install one" in capsys.readouterr().err
    assert not started


def test_a_named_browser_that_is_not_there_is_named(course, started, monkeypatch, capsys):
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    assert course.main(["browser"]) == 1
    assert "`/no/such/browser`" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_names_every_command(course, words, capsys):
    assert course.main(words) == 0
    shown = capsys.readouterr().out
    assert all(f"python course.py {verb}" in shown for verb in course.VERBS)


def test_an_unknown_command_is_answered_with_the_known_ones(course, capsys):
    assert course.main(["labs"]) == 1
    assert capsys.readouterr().err == (
        "course.py: There is no command `labs`\n  help: the commands are lab, test, browser\n"
    )


def test_an_old_python_gets_one_sentence(course, monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    assert course.main(["lab"]) == 1
    sentence, cure = capsys.readouterr().err.splitlines()
    assert "needs Python 3.11 or newer; this is Python 3.8" in sentence
    assert cure.startswith("  help: install a newer Python")


def test_an_old_python_can_read_course_py(root):
    source = (root / "course.py").read_text("utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    imported = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert sys.stdlib_module_names.issuperset(imported)


@pytest.mark.parametrize(
    "error, said",
    [
        (PermissionError(13, "Permission denied", ".venv"), "cannot be written"),
        (OSError(28, "No space left on device"), "The disk is full"),
    ],
)
def test_a_folder_that_cannot_be_written_gets_one_sentence(course, monkeypatch, capsys, error, said):
    def failing(here, *extras):
        raise error

    monkeypatch.setattr(course.Environment, "prepare", failing)
    assert course.main(["lab"]) == 1
    sentence, cure = capsys.readouterr().err.splitlines()
    assert said in sentence and cure.startswith("  help: ")


def test_ctrl_c_ends_in_one_word(course, monkeypatch, capsys):
    def interrupted(here, *extras):
        raise KeyboardInterrupt

    monkeypatch.setattr(course.Environment, "prepare", interrupted)
    assert course.main(["lab"]) == 130
    assert capsys.readouterr().err == "\nStopped.\n"


def test_the_exit_status_of_a_program_is_passed_on(course):
    assert course.attend([sys.executable, "-c", "raise SystemExit(7)"], None) == 7


def test_ctrl_c_is_left_to_the_program_first(course, monkeypatch):
    class Child:
        returncode = None
        answers = [KeyboardInterrupt, KeyboardInterrupt, None]

        def wait(self):
            answer = self.answers.pop(0)
            if answer:
                raise answer
            self.returncode = 0

    monkeypatch.setattr(subprocess, "Popen", lambda *words, **options: Child())
    with pytest.raises(KeyboardInterrupt):
        course.attend(["jupyter"], {})
    assert Child.answers == []
