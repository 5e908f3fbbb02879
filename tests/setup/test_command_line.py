"""The command line `autogradlab`: every verb does what its help says, every slip gets one sentence."""

import _pyio
import builtins
import io
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from autogradlab import cli, doctor
from autogradlab.course import lab


def test_help_names_every_verb_and_loads_little():
    program = "import sys, autogradlab.cli as cli; cli.parser().print_help(); print('jupyterlab' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert all(verb in shown for verb in ("lab", "doctor", "exercises", "attempts"))
    assert shown.endswith("False\n")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["labs"],
        ["attempts"],
        ["attempts", "burn"],
        ["attempts", "export"],
        ["attempts", "show", "file"],
        ["exercises", "--chek"],
    ],
)
def test_a_slip_gets_a_sentence_and_the_way_to_help(words, capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    assert end.value.code == 1
    sentence, cure = capsys.readouterr().err.splitlines()
    assert sentence.startswith("autogradlab: ") and cure.startswith("  help: ")


@pytest.mark.parametrize(
    "words, verb, named",
    [
        (["grade", "hand_ins", "--oout", "g"], "grade", "--oout"),
        (["doctor", "x"], "doctor", "x"),
        (["attempts", "show", "--bad"], "attempts show", "--bad"),
        (["attempts", "--bad"], "attempts", "--bad"),
        (["--bad", "doctor"], "", "--bad"),
    ],
)
def test_a_slip_is_named_and_leads_to_the_help_of_its_verb(words, verb, named, capsys):
    with pytest.raises(SystemExit):
        cli.main(words)
    sentence, cure = capsys.readouterr().err.splitlines()
    assert named in sentence and f"`{' '.join(['autogradlab', *verb.split()])} --help`" in cure


@pytest.fixture
def one_attempt(tmp_path, monkeypatch):
    """A log of one attempt, and where to export it to."""
    from autogradlab.course.checks import log

    monkeypatch.setenv("AUTOGRADLAB_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("AUTOGRADLAB_RECORD", raising=False)
    log.record(item="01-C1", verdict="passed", answer="6")
    return tmp_path / "mine.jsonl"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_attempts_are_shown_exported_and_deleted(one_attempt, capsys):
    from autogradlab.course.checks import log

    assert cli.main(["attempts", "show"]) == 0
    assert cli.main(["attempts", "export", str(one_attempt), "--yes", "--code", "ML26-07"]) == 0
    assert cli.main(["attempts", "delete"]) == 0
    shown = capsys.readouterr().out
    assert "1 record would be written" in shown and "1 record written" in shown and "1 record deleted" in shown
    assert '"learner": "ML26-07", "item": "01-C1"' in one_attempt.read_text("utf-8") and log.attempts() == []


@pytest.mark.parametrize("answer, status", [("y\n", 0), ("Yes \n", 0), ("n\n", 1), ("\n", 1), ("", 1)])
def test_an_export_asks_before_it_writes(one_attempt, monkeypatch, capsys, answer, status):
    monkeypatch.setattr(cli.sys, "stdin", Terminal(answer))
    assert cli.main(["attempts", "export", str(one_attempt)]) == status
    assert one_attempt.exists() == (status == 0)
    assert "Each holds these fields" in capsys.readouterr().out


def test_without_a_terminal_an_export_needs_a_yes_beforehand(one_attempt, monkeypatch, capsys):
    monkeypatch.setattr(cli.sys, "stdin", None)
    assert cli.main(["attempts", "export", str(one_attempt)]) == 1
    assert "help: add `--yes`" in capsys.readouterr().err and not one_attempt.exists()


def test_an_export_overwrites_nothing(one_attempt, capsys):
    one_attempt.write_text("mine")
    assert cli.main(["attempts", "export", str(one_attempt), "--yes"]) == 1
    assert "already exists" in capsys.readouterr().err and one_attempt.read_text() == "mine"


def test_an_empty_log_is_not_exported(one_attempt, capsys):
    assert cli.main(["attempts", "delete"]) == 0
    assert cli.main(["attempts", "export", str(one_attempt), "--yes"]) == 1
    assert "nothing to export" in capsys.readouterr().err and not one_attempt.exists()


def test_a_file_that_cannot_be_written_is_named(one_attempt, capsys):
    assert cli.main(["attempts", "export", str(one_attempt / "no" / "folder"), "--yes"]) == 1
    assert f"{one_attempt}" in capsys.readouterr().err


def test_doctor_tells_versions_and_who_draws(capsys):
    assert cli.main(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("Python", "autogradlab", "numpy", "jupyterlab", "torch", "graphviz-pure"))
    assert "MISSING" not in shown


def test_doctor_tells_the_cure_for_what_is_missing(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "NEEDED", ("numpy", "no_such_package"))
    assert cli.main(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert "no_such_package MISSING" in shown and f"  help: {doctor.CURE}" in shown


def test_a_reader_who_has_enough_is_no_trouble():
    reading, writing = os.pipe()
    os.close(reading)
    told = subprocess.run([sys.executable, "-m", "autogradlab", "doctor"], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert told.stderr == b""


def test_a_missing_package_gets_a_sentence(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    monkeypatch.setattr(lab, "course_folder", lambda: None)
    assert cli.main(["lab"]) == 1
    sentence, cure = capsys.readouterr().err.splitlines()
    assert "needs the package `jupyterlab`" in sentence and "python course.py lab" in cure


def test_exercises_agree_with_solutions(capsys):
    assert cli.main(["exercises", "--check"]) == 0
    assert "agrees" in capsys.readouterr().out


def test_exercises_that_do_not_agree_are_told(tmp_path, monkeypatch, capsys):
    (tmp_path / "exercises").mkdir()
    (tmp_path / "solutions").mkdir()
    (tmp_path / "exercises" / "99_alone.ipynb").touch()
    monkeypatch.setattr(lab, "course_folder", lambda: tmp_path)
    assert cli.main(["exercises", "--check"]) == 1
    assert "99_alone.ipynb has no solution" in capsys.readouterr().out


def test_a_copy_without_solutions_is_said_to_be_one(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(lab, "course_folder", lambda: tmp_path)
    assert cli.main(["exercises", "--check"]) == 1
    told = capsys.readouterr().err
    assert "there is no folder" in told and "a copy for learners holds no solutions" in told


def test_lab_shows_its_own_usage_before_jupyterlabs(monkeypatch, capsys):
    import jupyterlab.labapp

    monkeypatch.setattr(jupyterlab.labapp, "main", lambda arguments: print("jupyter", *arguments))
    assert cli.main(["lab", "DIR", "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("usage: autogradlab lab [DIR]") and shown.endswith("jupyter --help\n")


@pytest.mark.parametrize("verb", [["lab", "FILE/copy"], ["simulate", "--json", "FILE/x"], ["site", "FILE/pages"]])
def test_a_target_that_cannot_be_written_is_told_before_the_work(verb, tmp_path, monkeypatch, capsys):
    from autogradlab.course import simulation
    from autogradlab.site import build

    (tmp_path / "FILE").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(simulation, "simulate", None)
    monkeypatch.setattr(build, "gather", None)
    assert cli.main(verb) == 1
    sentence, cure = capsys.readouterr().err.splitlines()[-2:]
    assert "FILE" in sentence and cure.startswith("  help: ")


def test_lab_starts_at_the_first_page_of_the_folder(tmp_path):
    arguments = lab.lab_arguments(tmp_path, [])
    assert f"--ServerApp.root_dir={tmp_path}" in arguments
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start.ipynb" in arguments


def test_lab_hands_the_learners_arguments_on_and_lets_them_win(tmp_path):
    given = ["--no-browser", "--port", "8899", "--LabApp.app_settings_dir=mine"]
    arguments = lab.lab_arguments(tmp_path, given)
    assert arguments[-4:] == given
    assert sum(argument.startswith("--LabApp.app_settings_dir") for argument in arguments) == 1


@pytest.mark.parametrize("user, allowed", [(0, True), (1000, False)])
def test_only_root_needs_a_permit(tmp_path, monkeypatch, user, allowed):
    monkeypatch.setattr(lab.os, "geteuid", lambda: user, raising=False)
    assert ("--allow-root" in lab.lab_arguments(tmp_path, [])) == allowed


def test_the_course_is_found_from_anywhere_but_the_folder_at_hand_is_first(root, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert lab.course_folder() == root
    (tmp_path / "notebooks").mkdir()
    (tmp_path / lab.FIRST_PAGE).touch()
    assert lab.course_folder() == tmp_path


def test_without_notebooks_it_says_where_to_start(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lab, "FIRST_PAGE", "notebooks/no_such_page.ipynb")
    assert cli.main(["lab"]) == 1
    assert "no course notebooks here\n  help: start it from the course's folder" in capsys.readouterr().err


def test_what_a_simulation_found_has_the_same_bytes_on_every_system(tmp_path, monkeypatch):
    from autogradlab.course import simulation

    found = {"detected": 1, "named_first": 1, "false_names": 0}
    monkeypatch.setattr(simulation, "simulate", lambda progress: SimpleNamespace(summary=lambda: found, misses=list))
    monkeypatch.setattr(builtins, "open", _pyio.open)  # this `open` asks `os.linesep`
    monkeypatch.setattr(os, "linesep", "\r\n")
    assert cli.main(["simulate", "--json", str(tmp_path / "found.json")]) == 0
    assert b"\r" not in (tmp_path / "found.json").read_bytes()
