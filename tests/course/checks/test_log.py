"""The private record of attempts."""

import errno
import json
import os
import subprocess
import sys

import pytest

from autogradlab.course.checks import log

WRITER = """
from autogradlab.course.checks import log
for number in range(200):
    assert log.record(item="99-C1", attempt=number, answer="x" * 150) == ""
"""


def test_a_record_holds_what_is_promised_and_nothing_else(check):
    check("99-C1", "16", sure=True)
    (record,) = log.attempts()
    assert set(record) == {
        "v",
        "learner",
        "item",
        "attempt",
        "answer",
        "verdict",
        "tag",
        "confidence",
        "hint",
        "seconds",
        "day",
    }
    assert (record["item"], record["answer"], record["tag"], record["verdict"]) == ("99-C1", "16", "M40", "not yet")
    assert record["learner"] == log.learner() != ""


def test_a_choice_is_kept_by_letter_and_name_and_a_long_print_is_cut(check):
    check("99-C2", "the number two")
    check("99-C3", "9 " * 900)
    first, second = log.attempts()
    assert first["answer"][1:] == " two" and len(second["answer"]) == 200


def test_two_kernels_at_once_lose_nothing(data_folder):
    writers = [subprocess.Popen([sys.executable, "-c", WRITER]) for _ in range(2)]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    assert sorted(record["attempt"] for record in log.attempts()) == sorted(list(range(200)) * 2)
    assert len({record["learner"] for record in log.attempts()} - {""}) == 1


def test_a_cut_off_last_line_spoils_only_itself(check, data_folder):
    check("99-C1", 8)
    with open(data_folder / "attempts.jsonl", "a") as file:
        file.write('\n{"item": "99-C1", "answ')
    check("99-C1", 16)
    assert [record["answer"] for record in log.attempts()] == ["8", "16"]


@pytest.mark.parametrize("rubbish", [b"\xff\xfe\n\n[1, 2]\nnull\n{}", b""])
def test_rubbish_in_the_file_is_passed_over(data_folder, rubbish):
    data_folder.mkdir()
    (data_folder / "attempts.jsonl").write_bytes(rubbish)
    assert log.attempts() == []


def test_a_folder_that_cannot_be_written_is_said_once_and_checks_go_on(check, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("AUTOGRADLAB_DATA", str(tmp_path / "file"))
    first, second = check("99-C1", 16), check("99-C1", 8)
    assert "was not saved" in first.note and "Checks work all the same" in repr(first)
    assert second.verdict.word == "passed" and second.note == ""


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may write everywhere")
def test_a_read_only_folder(check, data_folder):
    data_folder.mkdir(mode=0o500)
    assert "Permission denied" in check("99-C1", 16).note


def full(handle, data):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("write, reason", [(full, "No space left"), (lambda handle, data: 3, "the disk is full")])
def test_a_full_disk(check, monkeypatch, write, reason):
    monkeypatch.setattr(log.os, "write", write)
    feedback = check("99-C1", 8)
    assert feedback.verdict.word == "passed" and reason in feedback.note


def test_recording_can_be_switched_off(check, data_folder, monkeypatch):
    monkeypatch.setenv("AUTOGRADLAB_RECORD", "0")
    assert check("99-C1", 8).verdict.word == "passed"
    assert not data_folder.exists() and log.learner() == ""


def test_show_export_and_delete(check, tmp_path):
    check("99-C1", 16)
    check("99-C2", "A")
    assert "2 attempts" in log.show() and "M40" in log.show()
    assert log.export(tmp_path / "out.jsonl") == 2
    assert [json.loads(line)["item"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == [
        "99-C1",
        "99-C2",
    ]
    before = log.learner()
    assert log.delete() == 2 and log.attempts() == [] and log.learner() != before
    assert log.attempts("99-C1") == []


@pytest.mark.parametrize("seconds, words", [(3, "under 10 s"), (59, "under 1 min"), (1000, "longer"), (None, "")])
def test_durations_are_kept_roughly(seconds, words):
    assert log.coarse(seconds) == words


def test_every_system_has_its_own_place(monkeypatch):
    monkeypatch.delenv("AUTOGRADLAB_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", "/x")
    monkeypatch.setattr(log.sys, "platform", "linux")
    assert log.folder().as_posix() == "/x/autogradlab"
    monkeypatch.setattr(log.sys, "platform", "darwin")
    assert log.folder().as_posix().endswith("Library/Application Support/autogradlab")
